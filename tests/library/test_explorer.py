"""What was played in a position: the explorer of a library beside a plain scan of all its games."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import Command, EndActivation, PlaceDisc
from calimala_es.components import COLOURS
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, play
from calimala_es.headers import NAME_HEADERS, RESULT
from calimala_es.position import format_position
from calimala_es.state import State
from calimala_es.symmetry import SYMMETRIES, canonical_position, turn_game
from calimala_es.view import view_state
from notation import dumps
from notation.files.scan import scan_games
from notation.grammar.symbols import format_command
from replays.library.building import Text, build
from replays.library.explorer import PLACES, Explored, explore_patterns, explore_position, explore_setup
from replays.library.folder import Library
from replays.library.questions import FEWEST, Chosen
from replays.patterns import PatternError, parse_position_pattern
from replays.tally import outcome
from tests.cli_runs import Table
from tests.leagues import GAMES
from tests.profiles import few
from tests.strategies import Playout

MANY = 36
OTHERS = 4
NAMES = ("Maria", "Piero", "Nicole", "Tania")
HEADER_OF = {colour: header for header, colour in NAME_HEADERS.items()}


class Taken(NamedTuple):
    """A decision of a player in a game, and the position before it."""

    game: Game
    state: State
    command: Command

    @property
    def symbol(self) -> str:
        """The decision in the notation."""
        return format_command(self.state, self.command)

    @property
    def name(self) -> str:
        """The name of who took it."""
        colour = self.game.setup.colours[self.state.actor or 0]
        return dict(self.game.headers)[HEADER_OF[colour]]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Return games of one set-up, most of them with the same first turn, whose cities lie in all eight ways, some with
    other colours; and finished ones of every rule set.
    """
    base = Playout(3, seed=1).game
    first = next(number for number, move in enumerate(base.moves) if move.state.turn == 2)
    random = Random(5)
    same = [continued(base, first if number < MANY else 0, random) for number in range(MANY + OTHERS)]
    turned = [turn_game(game, symmetry) for game, symmetry in zip(same, cycle(SYMMETRIES), strict=False)]
    turned[::5] = [
        play(replace(game.setup, colours="gyp"), [move.command for move in game.moves]) for game in turned[::5]
    ]
    finished = [*(playout.game for playout in GAMES[1:]), Playout(3, seed=2).game]
    return [*(named(game, str(number)) for number, game in enumerate(turned)), *(named(game) for game in finished)]


def continued(base: Game, first: int, random: Random) -> Game:
    """Return the game up to a decision and some more at random."""
    game = replace(base, moves=base.moves[: first + 1])
    for _ in range(20):
        command = chance_command(game.state, random) if is_chance(game.state) else random.choice(legal(game.state))
        game = game.added(play(game.state, [command]).moves)
    return game


def named(game: Game, number: str = "") -> Game:
    """Return the game with names, and with a number also with a result; some are ties."""
    names = [(HEADER_OF[colour], name) for colour, name in zip(game.setup.colours, NAMES, strict=False)]
    random = Random(number)
    result = [(RESULT, "-".join(str(random.randint(20, 60)) for _ in range(3)))] if number else []
    return replace(game, headers=(*names, *result))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, games: list[Game]) -> Library:
    """Return a library of the games, which no test changes."""
    library = Library.create(tmp_path_factory.mktemp("shared") / "library")
    passages = scan_games("\n".join(map(dumps, games)).encode())
    texts = [Text(f"club.cgn#{number}", "club.cgn", passage) for number, passage in enumerate(passages, 1)]
    assert [*build(library, texts)][-1].added == len(games)
    return library


def decisions(game: Game) -> Iterator[Taken]:
    """Yield the decisions of players in a game, except the end of an activation."""
    state = game.start
    for move in game.moves:
        if state.actor is not None and type(move.command) is not EndActivation:
            yield Taken(game, state, move.command)
        state = move.state


def described(state: State) -> str:
    """Return everything that everybody sees of a position, as it is on the canonical city with the same colours."""
    usual = replace(state, setup=replace(state.setup, colours=COLOURS[: state.setup.players]))
    return format_position(canonical_position(view_state(usual)))


def scanned(games: list[Game], state: State) -> list[Taken]:
    """Return what was decided in the same position, found by going through all games."""
    wanted = described(state)
    found = [
        next((one for one in decisions(game) if one.state.turn == state.turn and described(one.state) == wanted), None)
        for game in games
    ]
    return [one for one in found if one is not None]


def assert_equal(explored: Explored, found: list[Taken]) -> None:
    """Check that what was explored says what a scan has found."""
    assert explored.games == len(found)
    assert {one.symbol: one.games for one in explored.played} == Counter(one.symbol for one in found)
    for one in explored.played:
        same = [other for other in found if other.symbol == one.symbol]
        assert one.people == Counter(other.name for other in same)
        assert len(one.places) == min(len(same), PLACES)
        results = [(other.state.actor or 0, *outcome(other.game, other.game.state)) for other in same]
        won = [seat in winners for seat, _, winners in results if winners]
        reached = [points[seat] for seat, points, winners in results if winners]
        assert one.wins.games == one.points.games == len(won)
        assert one.wins.value == (pytest.approx(sum(won) / len(won)) if len(won) >= FEWEST else None)
        assert one.points.value == (pytest.approx(sum(reached) / len(won)) if len(won) >= FEWEST else None)


@pytest.mark.long
def test_positions_are_explored_as_by_a_scan(library: Library, games: list[Game]) -> None:
    """In every position the explorer counts the decisions, winners and people that a scan of all games finds, whichever
    way the cities lie and whatever the colours.
    """
    states = [one.state for one in decisions(games[7])][1::3]
    explored = [explore_position(library, state) for state in states]
    for state, one in zip(states, explored, strict=True):
        assert_equal(one, scanned(games, state))
    assert max(one.games for one in explored) > FEWEST
    assert max(len(one.played) for one in explored) > 5
    alone = [*decisions(games[-1])][40::80]
    assert [explore_position(library, one.state).games for one in alone] == [1] * len(alone)


def test_setups_are_explored_as_by_a_scan(library: Library, games: list[Game]) -> None:
    """From a set-up the explorer counts the first placements in all games with it."""
    placed = [next((one for one in decisions(game) if type(one.command) is PlaceDisc), None) for game in games]
    assert_equal(explore_setup(library, games[3].setup), [one for one in placed[: MANY + OTHERS] if one is not None])
    assert_equal(explore_setup(library, games[-1].setup), [one for one in placed[-1:] if one is not None])
    assert explore_setup(library, games[3].setup, Chosen(players=(4,))) == Explored(0, ())


@pytest.mark.parametrize(
    "text",
    few(
        [
            "turn>=2",
            "turn=2 b.points>=0",
            "active=g",
            "*.wood>=1 turn>1",
            "BT=?*",
            "TB>=1 turn!=3",
            "AS=-",
            "WB!~w",
            "LIS=-",
            "SMF.W>=0 *.family=-",
            "LIS~r",
            ">LIS=.",
            ">LIS!=. players=2",
            "seats>=1",
            "y.coloured<10 *.hand>=1",
            "b.white<=3 y.points<9",
            "now=pl* winner=- *.houses>=1",
            "*.family=Bardi turn>=3 AS>=1",
            "SMN.W~y TM~r",
            "*.family!=- UB!=-",
            "HAM>=2 >HAM=x",
        ],
        10,
    ),
)
def test_similar_positions_are_those_of_a_scan(library: Library, games: list[Game], text: str) -> None:
    """A pattern finds, before placements, the same positions of a library as of its games."""
    pattern = parse_position_pattern(text)
    found: list[Taken] = []
    for game in games:
        test = pattern.of(game.setup)
        placed = [one for one in decisions(game) if type(one.command) is PlaceDisc and test(view_state(one.state))]
        found += placed[:1]
    assert_equal(explore_patterns(library, [pattern]), found)


@pytest.mark.parametrize("text", ["*.kept~LIS", "69=b", "b.hand~A", "deck>=3"])
def test_what_a_library_does_not_have_is_an_error(library: Library, text: str) -> None:
    """A pattern that asks for more than a library has is an error with its column."""
    with pytest.raises(PatternError, match="column 1: a library"):
        explore_patterns(library, [parse_position_pattern(text)])


def test_few_games_claim_nothing(library: Library, games: list[Game]) -> None:
    """A share has limits around it, and from fewer than thirty games with a result there is none."""
    most, *others = [one.wins for one in explore_setup(library, games[7].setup).played]
    assert most.games >= FEWEST
    assert (most.low or 0) < (most.value or 0) < (most.high or 0)
    assert others
    assert all((one.value, one.low, one.high) == (None, None, None) for one in others)


def test_command_line(table: Table, library: Library, games: list[Game]) -> None:
    """A moment is explored from a file, in words, JSON and as a chart, and its places lead to the games there."""
    table.file("club.cgn", "\n".join(map(dumps, games)))
    explore = ("games", "explore", library.folder)
    start = table.ok(*explore, "club.cgn#4", "--at", "start")
    assert f"{MANY + OTHERS} games match" in start
    assert "place a coloured disc on" in start
    found = table.json(*explore, "club.cgn#9", "--at", "1.0.1", "--before")
    assert sum(one["games"] for one in found["played"]) == found["games"] > 0
    for one in found["played"]:
        place = one["places"][0]
        assert table.json("show", place)["at"] == place.rpartition("#")[2] == "1.0.1"
    assert table.ok(*explore, "club.cgn#4#start", "-o", "first.svg") == "first.svg\n"
    assert "<svg" in (table.folder / "first.svg").read_text(encoding="utf-8")
    nothing = table.run(*explore, "example", "--at", "9")
    assert (nothing.code, nothing.out, nothing.err) == (3, "", "No game in this library matches.\n")
    similar = table.json(*explore, "--position", "turn=2")
    assert similar["games"] > FEWEST
    assert f"{similar['games']} games match" in table.ok(*explore, "--position", "turn=2")
    assert "column 1: a library" in table.run(*explore, "--position", "deck>=3").err
    assert table.run(*explore, "example", "--position", "turn=2").code == 2
    assert "the game is over" in table.run(*explore, "example").err
    assert "no player decides" in table.run(*explore, "club.cgn#1", "--at", "0.0.1").err
