"""Automatic players: legal, deterministic for a seed, blind for hidden cards, and one better than chance."""

from collections.abc import Iterable, Sequence
from itertools import cycle, product
from random import Random

import pytest
from msgspec.structs import replace

from calimala_es import State, initial, step
from calimala_es.commands import Command, DeclineOffer, DiscardCard, DoAction, MoveCube, PlaceDisc, SkipAction
from calimala_es.components import PORTS, ROW_INDEX, Port
from calimala_es.deck import is_chance
from calimala_es.frames import CardDiscard, KeepOneCard, MoveOffer, Placement
from calimala_es.legal import legal
from calimala_es.view import view_state
from replays.players import PLAYERS, Player, next_command, play_greedy, play_random
from tests.profiles import few, is_long
from tests.strategies import FIRST, INTRIGUE, SECOND, Playout, Rules

FAMILIES_OF_FOUR = (
    Rules("second", intrigue=True, families=("Bardi", "Cerchi", "Medici", "Mozzi")),
    Rules("second", intrigue=True, families=("Pazzi", "Peruzzi", "Pulci", "Scali")),
    Rules("second", intrigue=True, families=("Spini", "Scali", "Cerchi", "Pulci")),
)
TABLES = {
    "two players": (2, FIRST),
    "first edition": (3, FIRST),
    "second edition": (3, SECOND),
    "Intrigue": (3, INTRIGUE),
    **{f"families {number}": (4, rules) for number, rules in enumerate(FAMILIES_OF_FOUR, 1)},
}
"""A table of each kind of rules, which together have every family."""


def whole_game(players: Sequence[Player], seed: int, rules: Rules = FIRST) -> list[tuple[State, Command]]:
    """Return every position of a game with the command that followed."""
    random = Random(seed)
    state = initial(rules.setup(len(players), random))
    shown: list[tuple[State, Command]] = []
    while not state.is_over:
        command = next_command(state, players, random)
        shown.append((state, command))
        _, state = step(state, command)
    return shown


CHEAP = ("random", "greedy", "quick")
"""The players that a test can afford to let play whole games."""

MOMENTS = {"greedy": 1, "quick": 5, "strong": 120}
"""Players, and at each how manieth of their choices they are asked again."""


def turns_of(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each table with one of these players, who take turns; in a long run with each of them."""
    return [*product(names, TABLES)] if is_long() else [*zip(cycle(names), TABLES, strict=False)]


@pytest.mark.parametrize(("name", "table"), turns_of(CHEAP))
def test_players_choose_what_is_legal(name: str, table: str) -> None:
    """Every choice is one of the offered decisions, in every rule set."""
    players, rules = TABLES[table]
    for state, command in whole_game([PLAYERS[name]] * players, 1, rules):
        assert command in legal(state)


@pytest.mark.parametrize("name", few(["greedy", "random", "quick"]))
def test_same_chance_same_game(name: str) -> None:
    """A seed determines the game."""
    players = [PLAYERS[name]] * 4
    assert whole_game(players, 5) == whole_game(players, 5)
    assert whole_game(players, 5) != whole_game(players, 6)


@pytest.mark.parametrize(("name", "table"), turns_of(MOMENTS))
def test_players_do_not_look_into_hidden_cards(name: str, table: str) -> None:
    """A player makes the same choice when everything hidden from the player is hidden."""
    players, rules = TABLES[table]
    player, every = PLAYERS[name], MOMENTS[name]
    choices = [
        (state, command)
        for state, command in whole_game([play_greedy] * players, 3, rules)
        if state.actor is not None and not is_chance(state)
    ]
    for state, command in choices[every // 2 :: every]:
        options = legal(state)
        chosen = player(state, options, Random(1))
        assert player(view_state(state, state.actor), options, Random(1)) == chosen
        assert {chosen, command} <= {*options}


@pytest.mark.long
@pytest.mark.parametrize("table", few(["two players", "first edition"]))
def test_quick_beats_greedy(table: str) -> None:
    """A player that looks ahead wins more games than its share against players that do not."""
    players, rules = TABLES[table]
    wins = 0.0
    games = 24
    for seed in range(games):
        seats: list[Player] = [play_greedy] * players
        seats[seed % players] = PLAYERS["quick"]
        state, command = whole_game(seats, seed, rules)[-1]
        points = [mat.points for mat in step(state, command)[1].mats[:players]]
        wins += points[seed % players] == max(points)
    assert wins > 1.2 * games / players


def test_greedy_waives_nothing_that_brings_points() -> None:
    """A possible artwork, shipment, transport or contribution is not skipped for a card worth less."""
    waived = [
        command
        for state, command in whole_game([play_greedy] * 4, 4)
        if isinstance(command, SkipAction)
        and command.action in "ST"
        and any(isinstance(option, DoAction) and option.action == command.action for option in legal(state))
    ]
    assert waived == []


@pytest.mark.parametrize("table", TABLES)
def test_greedy_beats_random(table: str) -> None:
    """One greedy player among random ones wins most games, and has far more points than they, in every rule set."""
    players, rules = TABLES[table]
    wins, own, others = 0, 0, 0.0
    for seed in range(8):
        seat = seed % players
        seats = [play_random] * players
        seats[seat] = play_greedy
        state, command = whole_game(seats, seed, rules)[-1]
        points = [mat.points for mat in step(state, command)[1].mats[:players]]
        wins += points[seat] == max(points)
        own += points[seat]
        others += (sum(points) - points[seat]) / (players - 1)
    assert wins >= 6
    assert own > 1.4 * others


def some_position(rules: Rules, players: int = 3) -> State:
    """Return the first placement of a generated game."""
    return next(state for state in Playout(players, 1, rules=rules).states if type(state.now) is Placement)


def test_greedy_uses_support_discs() -> None:
    """R8.1: support discs are placed, some of them while other discs remain."""
    placed = [
        (command.disc, state.mats[state.active].coloured)
        for seed in range(12)
        for state, command in whole_game([play_greedy] * 2, seed)
        if isinstance(command, PlaceDisc)
    ]
    assert {disc for disc, _ in placed} >= {"c", "w", "s"}
    assert any(coloured for disc, coloured in placed if disc == "s")


def test_greedy_discards_where_a_stage_is_near_and_keeps_cards_where_nothing_is_won() -> None:
    """R10.5: a card is discarded for the last step to a useful stage, and none for steps back."""
    state = some_position(INTRIGUE)
    rows = [*state.rows]
    for church in ("SMF", "SMN", "SCR"):
        rows[ROW_INDEX[f"{church}.W"]] = "00"
    mats = (replace(state.mats[0], faction=-3, open="", secret="W"), *state.mats[1:])
    state = replace(state, rows=tuple(rows), mats=mats)
    for step_taken, chosen in ((-1, DiscardCard("W")), (1, DeclineOffer())):
        offered = replace(state, now=CardDiscard(0, step_taken))
        assert play_greedy(offered, legal(offered), Random(1)) == chosen


def test_greedy_keeps_the_better_of_two_cards() -> None:
    """R11.Scali: weave is preferred to brick while there is time."""
    state = some_position(FAMILIES_OF_FOUR[1], 4)
    mats = (*state.mats[:3], replace(state.mats[3], open="", secret="BV"))
    sorting = replace(state, now=KeepOneCard(3, "BV"), mats=mats)
    assert play_greedy(sorting, legal(sorting), Random(1)) == DiscardCard("B")


def test_greedy_moves_a_cube_only_to_where_it_brings_more() -> None:
    """R11.Pulci: a cube moves from a scored area into a tie, not from a tie to a safe lead."""
    state = some_position(FAMILIES_OF_FOUR[1], 4)
    ports: list[Port] = [port for tile in state.setup.council for port in PORTS[1:] if tile == port]
    soon, late = ports
    first, last = ROW_INDEX[soon], ROW_INDEX[late]
    rows = [*state.rows]
    rows[first], rows[last] = "2", "21"
    council = "".join("x" if tile == soon else "." for tile in state.setup.council)
    offered = replace(state, rows=tuple(rows), council=council, now=MoveOffer(2, (first,), (last,)))
    assert play_greedy(offered, legal(offered), Random(1)) == MoveCube(soon, late)
    rows[first], rows[last] = "21", "2222222"
    back = replace(offered, rows=tuple(rows), council="." * 15)
    assert play_greedy(back, legal(back), Random(1)) == DeclineOffer()


def test_random_shows_cards_that_are_known() -> None:
    """The record of a simulated game has the cards that are known."""
    influence_cards = [state.mats[0].kept for state, _ in whole_game([play_random] * 3, 2)][-1]
    assert influence_cards != ("?",)
