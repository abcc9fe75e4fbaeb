"""Nothing comes from nowhere and nothing is lost: discs, cubes, cards, points and faction steps."""

from collections import Counter

from hypothesis import given

from calimala_es import State, evolve, initial
from calimala_es.components import CARDINAL, PALAZZO_ROW, ROW_INDEX, SEATS, SUPPORT, UNKNOWN, WHITE, InfluenceCard
from calimala_es.deck import unseen
from calimala_es.events import (
    ActionDone,
    AreaScored,
    CardDiscarded,
    CardPlayed,
    DiscRemoved,
    Event,
    FamilyStarted,
    InfluenceScored,
    ThirdPartyActed,
    TileScored,
)
from calimala_es.setup import Setup
from calimala_es.state import has_free_cell
from tests.profiles import examples
from tests.strategies import Playout, any_games

COLOURED_WHITE_SUPPORT = {2: (12, 4, 6), 3: (12, 3, 0), 4: (10, 2, 0), 5: (8, 2, 0)}
"""The discs of each player by the number of players (R3.3, R8.1)."""


def discs_of_the_box(setup: Setup) -> Counter[str]:
    """Return all discs that the players start with: each player's, the support discs and the white ones."""
    coloured, white, support = COLOURED_WHITE_SUPPORT[setup.players]
    there: Counter[str] = Counter(dict.fromkeys(SEATS[: setup.players], coloured))
    there[WHITE] = white * setup.players
    if setup.third:
        there[SEATS[setup.players]] = support * setup.players
    for seat, family in enumerate(setup.families):
        if family == "Pazzi":
            there += Counter((SEATS[seat], WHITE))
    return there


def discs(state: State) -> Counter[str]:
    """Return all discs wherever they are: in the supplies, on the streets and in the council."""
    there = Counter("".join(state.stacks) + state.seats)
    players = state.setup.players
    for seat, mat in enumerate(state.mats[:players]):
        there.update({SEATS[seat]: mat.coloured, WHITE: mat.white})
        if mat.support:
            there[SEATS[players]] += mat.support
    return +there


def check_discs(game: Playout) -> None:
    """Check that every disc in the game is somewhere and that no stack is higher than four."""
    there = discs_of_the_box(game.setup)
    assert discs(initial(game.setup)) == there
    for played in game.steps:
        there.subtract(event.disc for event in played.events if isinstance(event, DiscRemoved))
        assert discs(played.after) == +there
        assert all(len(stack) <= 4 for stack in played.after.stacks)


@given(any_games())
@examples(40)
def test_discs(game: Playout) -> None:
    """R3.3, R8.1, R11.Pazzi: each disc is in a supply, on a street or in the council, unless it has left the game."""
    check_discs(game)


def check_seats(game: Playout) -> None:
    """Check that seats are those in the council; there are more only where all tiles were scored before."""
    for played in game.steps:
        before, after = played.before, played.after
        on_tiles = Counter(mark for mark in after.council if mark in SEATS)
        beyond = Counter(after.seats) - on_tiles
        assert +on_tiles == on_tiles & Counter(after.seats)
        assert after.seats.startswith(before.seats)
        if beyond:
            assert game.setup.ruleset.edition == "second"
            assert "." not in after.council
        assert len(after.seats) == len(before.seats) or "." in before.council or beyond


@given(any_games())
@examples(40)
def test_seats(game: Playout) -> None:
    """R6.1, R9.2: each seat is on a scored tile; in the second edition more come after the fifteenth."""
    check_seats(game)


def check_cards(game: Playout) -> None:
    """Check that each of the 45 cards is somewhere and that the unseen ones are those not known."""
    for state in game.states:
        held = sum(mat.hand_size for mat in state.mats)
        assert state.deck + len(state.laid_out) + held + len(state.discard) == 45
        assert state.pool == unseen(state)
        assert len(state.pool) == state.deck + len(state.laid_out) + sum(mat.unknown for mat in state.mats)
        known = Counter(state.pool + state.discard + "".join(mat.open + mat.secret for mat in state.mats))
        assert set(known.values()) == {5}


@given(any_games())
@examples(40)
def test_cards(game: Playout) -> None:
    """The 45 cards are in the deck, face up, in hands or on the pile, and the unseen ones are those not known."""
    check_cards(game)


def check_influence_cards(game: Playout) -> None:
    """Check that no influence card is in two places and that as many are scored as the rules say."""
    for state in game.states:
        known: list[InfluenceCard] = [*state.by_board]
        for mat in state.mats:
            known += mat.dealt or (*mat.kept, *mat.shown)
        named_cards: Counter[str] = Counter(card for card in known if card != UNKNOWN)
        opened: Counter[str] = Counter(card for card in state.by_board for mat in state.mats if card in mat.dealt)
        assert set((named_cards - opened).values()) <= {1}
    last = game.states[-1]
    dealt = {2: 4, 3: 3, 4: 2, 5: 2}[game.players]
    pulci = "Pulci" in game.setup.families
    by_board = {2: 3, 3: 1, 4: 1, 5: 0}[game.players]
    assert len(last.by_board) == by_board
    assert sum(len(mat.shown) for mat in last.mats) == game.players + (dealt - 1 if pulci else 0)


@given(any_games())
@examples(30)
def test_influence_cards(game: Playout) -> None:
    """R3.4, R8.2, R11.Pulci: each influence card is in one place; the players' and those by the board are scored."""
    check_influence_cards(game)


def cubes(state: State, seat: int) -> int:
    """Return the cubes of a seat or of the third party, on its mat and on the board."""
    stock, built = state.mats[seat].stock, state.mats[seat].built
    on_board = "".join(state.rows).count(SEATS[seat])
    return stock.wood + stock.brick + stock.marble + sum(built.cloth) + on_board


def gained(before: State, event: Event) -> Counter[int]:
    """Return how many more cubes each party has on mat and board after an event."""
    if isinstance(event, ActionDone | CardPlayed):
        cloth = before.mats[event.seat].built.cloth
        taken = {"W": 1, "B": 1, "M": 1, "U": -2, "V": sum(count < 4 for count in cloth)}
        return Counter({event.seat: taken.get(event.action, 0)})
    if isinstance(event, ThirdPartyActed):
        return Counter({event.party: len(event.rows)})
    if isinstance(event, FamilyStarted):
        start = {
            "Bardi": bool(event.choice),
            "Medici": has_free_cell(before, PALAZZO_ROW),
            "Mozzi": has_free_cell(before, ROW_INDEX[CARDINAL]),
            "Peruzzi": bool(event.choice),
            "Scali": 2,
        }
        return Counter({event.seat: int(start.get(before.mats[event.seat].family, 0))})
    return Counter()


def check_cubes(game: Playout) -> None:
    """Check that every event gives and takes what it says and that no row holds more than its cells."""
    state = initial(game.setup)
    pooled = game.setup.ruleset.edition == "second"
    there = [cubes(state, party) for party in range(len(state.mats))]
    for event in game.events:
        change = gained(state, event)
        state = evolve(state, event)
        for party, mat in enumerate(state.mats):
            there[party] += change[party]
            assert cubes(state, party) == there[party], event
            cloth = mat.built.cloth
            assert max(cloth) <= 4
            assert {mat.stock.wood, mat.stock.brick, mat.stock.marble} <= {*range(5)}
            assert not pooled or (max(cloth) - min(cloth) < 2 and [*cloth] == sorted(cloth)[::-1])
        for row, cells in zip(state.rows, game.setup.ruleset.cells, strict=True):
            assert len(row) <= cells


@given(any_games())
@examples(40)
def test_cubes(game: Playout) -> None:
    """Cubes come from wood, brick, marble, weaving, starts and the third party, leave by building, and otherwise move.
    In the second edition cloth is always spread evenly (R5.8)."""
    check_cubes(game)


def check_faction(game: Playout) -> None:
    """Check that the steps on the track come from cards discarded and from a start, and that the track has an end."""
    steps: Counter[int] = Counter()
    for played in game.steps:
        for event in played.events:
            if isinstance(event, CardDiscarded):
                steps[event.seat] += event.step
            if isinstance(event, FamilyStarted) and played.after.mats[event.seat].family == "Cerchi":
                steps[event.seat] += {"K": -1, "E": 1}[event.choice]
        for seat, mat in enumerate(played.after.mats):
            assert mat.faction == steps[seat]
            assert abs(mat.faction) <= game.setup.ruleset.steps


@given(any_games())
@examples(30)
def test_faction(game: Playout) -> None:
    """R10.5, R10.6: each card discarded is a step on the faction track, and nobody leaves it."""
    check_faction(game)


def scored(events: list[Event]) -> list[int]:
    """Return the points that events bring, by party."""
    won = [event.points for event in events if isinstance(event, TileScored | AreaScored | InfluenceScored)]
    won += [event.bonus for event in events if isinstance(event, TileScored) and event.bonus]
    return [sum(points) for points in zip(*won, strict=True)]


def check_points(game: Playout) -> None:
    """Check that every point comes from a scoring and that all players have placed equally many discs."""
    last = game.states[-1]
    assert [mat.points for mat in last.mats] == scored(game.events)
    assert "." not in last.council
    tiles = [event.tile for event in game.events if isinstance(event, TileScored)]
    assert sorted(tiles) == sorted(game.setup.council)
    placed = [
        before.supply - after.supply
        for before, after in zip(game.states[0].mats, last.mats[: game.players], strict=False)
    ]
    assert placed == [last.turn // game.players] * game.players


@given(any_games())
@examples(40)
def test_points(game: Playout) -> None:
    """Every point comes from a scoring: each tile once, areas and influence cards; all have had as many turns."""
    check_points(game)


def test_support_discs_belong_to_the_third_party() -> None:
    """R8.1: a support disc in a stack belongs to the third party, whichever player placed it."""
    game = Playout(2, 1)
    placed = [played for played in game.steps if getattr(played.command, "disc", "") == SUPPORT]
    assert {seat for played in placed for seat in (played.before.active,)} == {0, 1}
    assert all("2" in "".join(played.after.stacks) + played.after.seats for played in placed)
