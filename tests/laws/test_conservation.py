"""Nothing comes from nowhere and nothing is lost: discs, cubes and cards."""

from collections import Counter

from hypothesis import given, settings

from calimala_es import State
from calimala_es.components import SEATS, WHITE
from calimala_es.editions import EDITIONS
from calimala_es.events import ActionDone, CardPlayed, DiscRemoved, Event, InfluenceScored, TileScored
from calimala_es.observation import unseen
from tests.strategies import Game, games


def discs(state: State, seat: int | None) -> int:
    """All discs of a seat, or all white ones, wherever they are."""
    disc = WHITE if seat is None else SEATS[seat]
    lying = sum(stack.count(disc) for stack in state.stacks)
    if seat is None:
        return lying + sum(mat.white for mat in state.mats)
    return lying + state.mats[seat].coloured + state.seats.count(disc)


@given(games())
@settings(max_examples=60)
def test_discs(game: Game) -> None:
    """Discs are in a supply, on a street or in the council; only those that leave the game are gone (R6.3, R7.2)."""
    coloured, white = EDITIONS["first"].discs[game.players]
    there: Counter[str] = Counter(dict.fromkeys(SEATS[: game.players], coloured))
    there[WHITE] = white * game.players
    for played in game.steps:
        there.subtract(event.disc for event in played.events if isinstance(event, DiscRemoved))
        state = played.after
        assert [discs(state, seat) for seat in range(game.players)] == [there[seat] for seat in SEATS[: game.players]]
        assert discs(state, None) == there[WHITE]
        assert all(len(stack) <= 4 for stack in state.stacks)


@given(games())
@settings(max_examples=60)
def test_cards(game: Game) -> None:
    """The 45 cards are in the deck, laid out, in hands or on the pile, and the unseen ones are those not known."""
    for state in game.states:
        held = sum(mat.hand_size for mat in state.mats)
        assert state.deck + len(state.laid_out) + held + len(state.discard) == 45
        assert state.pool == unseen(state)
        assert len(state.pool) == state.deck + len(state.laid_out) + sum(mat.unknown for mat in state.mats)
        known = Counter(state.pool + state.discard + "".join(mat.open + mat.secret for mat in state.mats))
        assert set(known.values()) == {5}


def cubes(state: State, seat: int) -> int:
    """The cubes of a seat on its mat and on the board."""
    mat = state.mats[seat]
    on_board = sum(row.count(SEATS[seat]) for row in state.rows)
    return mat.wood + mat.brick + mat.marble + sum(mat.cloth) + on_board


def gained(before: State, event: ActionDone | CardPlayed) -> int:
    """How many cubes more a player has on mat and board after an action."""
    cloth = before.mats[event.seat].cloth
    taken = {"W": 1, "B": 1, "M": 1, "U": -2, "V": sum(count < 4 for count in cloth)}
    return taken.get(event.action, 0)


@given(games())
@settings(max_examples=60)
def test_cubes(game: Game) -> None:
    """Cubes are gained by wood, brick, marble and weaving, spent by building, and otherwise only change their place."""
    for before, _, events, after in game.steps:
        change: Counter[int] = Counter()
        for event in events:
            if isinstance(event, ActionDone | CardPlayed):
                change[event.seat] += gained(before, event)
        for seat in range(game.players):
            assert cubes(after, seat) - cubes(before, seat) == change[seat]
            assert max(after.mats[seat].cloth) <= 4
            assert {after.mats[seat].wood, after.mats[seat].brick, after.mats[seat].marble} <= {*range(5)}
        for row, cells in zip(after.rows, game.setup.ruleset.cells, strict=True):
            assert len(row) <= cells


def scored(events: list[Event]) -> list[int]:
    """The points that events bring, by seat."""
    won = [event.points for event in events if isinstance(event, TileScored | InfluenceScored)]
    return [sum(points) for points in zip(*won, strict=True)]


@given(games())
@settings(max_examples=60)
def test_points(game: Game) -> None:
    """Every point comes from a scoring: fifteen tiles and the influence cards, and nothing else."""
    last = game.states[-1]
    assert [mat.points for mat in last.mats] == scored(game.events)
    assert "." not in last.council
    assert [mat.supply for mat in last.mats] == [last.mats[0].supply] * game.players
    assert last.council.replace("x", "") == last.seats
