"""Turns of only their placement, a turn 0 of which nothing is said, records of a result, and points by checks."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import Command, MarkMissed, PlaceDisc
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError, NoPositionsError
from calimala_es.frames import Placement
from calimala_es.game import Game, play, start_of
from calimala_es.gaps import is_at_rest, missed_command, unsaid_moves
from calimala_es.known import EVERYTHING, NOTHING, GameKnowledge, extent_of, known
from calimala_es.legal import legal
from notation import dumps, loads, read_games
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import KNOWN, MIXED, Playout, any_games

SETUP = """[CGN "1.0"]
[Rules "first 1"]
[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]

"""
RESULT = '[Blue "Maria"] [Red "Angelica"] [Yellow "Tania"] [Result "42-38-35"]\n\n'


def body(text: str) -> str:
    """Return the text below the headers."""
    return text.split("\n\n", 1)[1]


def canonical(words: str) -> str:
    """Return the canonical body of a game of three."""
    return body(dumps(loads(SETUP + words)))


def points(game: Game) -> str:
    """Return everybody's points at the end, by the checks as well."""
    number = len(game.moves)
    return "-".join(str(mat.points) for mat in GameKnowledge(game).with_points(game.state, number).mats)


def all_checked(record: Game) -> None:
    """Check that a record is written and read back without errors, and that its text is a fixed point."""
    text = dumps(record)
    (reading,) = read_games(text)
    assert (reading.errors, reading.game) == ((), record)
    assert reading.game is not None
    assert dumps(reading.game) == text


# Reading and writing.


def test_a_turn_may_have_only_its_placement() -> None:
    """The rest of a turn of only its placement was missed, forced or not, and is not written if more follows."""
    text = canonical("1. MA\n2. WB\n3. MA2\n4. MA")
    assert text == "1. MA\n2. WB\n3. MA2\n4. MA\n"
    missed = [type(move.command) is MarkMissed for move in loads(SETUP + text).moves]
    assert missed.count(True) == 3 + 1 + 1 + 2
    assert canonical("ma wb ma2 ma") == canonical("1. ma _ 2. wb _ 3. ma2 _ / _ 4. ma") == text


def test_the_last_turn_is_still_in_progress() -> None:
    """A text that stops after a placement waits there; a rest that was missed at the end is written."""
    assert type(loads(SETUP + "1. MA").state.now) is not Placement
    assert canonical("1. MA _") == "1. MA _\n"


def test_what_is_said_of_the_rest_is_written() -> None:
    """The rest is written if a note or a variation belongs to it, or if part of the turn is recorded."""
    for text in (
        "1. MA _ {the phone rang}\n2. WB\n",
        "0. W M U\n1. MA M _\n2. WB\n",
        "1. MA\n2. MA _ / M _\n3. WB\n",
        "1. MA _\n  (v1: 1... M A- )\n2. WB\n",
    ):
        assert canonical(text) == text


def test_observed_parts_belong_to_their_place() -> None:
    """A part that is observed after a placement is observed there; the rest of the turn was missed all the same."""
    text = "1. MA b.wood:=2\n2. WB\n3. r.wood:=1 MA\n"
    assert canonical(text) == text


def test_a_street_that_is_a_pending_deed_is_the_deed() -> None:
    """A word that is a street and a pending deed is the deed; the number of a turn makes it a street."""
    city = SETUP.replace("WBM/U-A/VTS", "WBM/A-U/VTS")
    (reading,) = read_games(city + "1. US US")
    assert "the required resources are missing" in str(reading.errors[0])
    assert body(dumps(loads(city + "1. US 2. US 3. WB US"))) == "1. US\n2. US\n3. WB\n4. US\n"


def test_nothing_is_closed_after_something_missed() -> None:
    """Once something was missed any street may be chosen (R4.2), and nothing has to be done there."""
    game = loads(SETUP + "0. W M U\n1. WB\n2. ST S- T-\n")
    assert {command.street for command in legal(loads(SETUP + "1. _").state) if isinstance(command, PlaceDisc)} >= {
        "89"
    }
    assert game.state.has_gap
    (reading,) = read_games(SETUP + "0. W M U\n1. ST\n")
    assert "R4.2" in str(reading.errors[0])


def fragmentary(playout: Playout, random: Random) -> list[Command]:
    """Return the decisions of a game in which the rest of some turns, and perhaps turn 0, was missed."""
    commands: list[Command] = []
    state = playout.states[0]
    is_missed = random.random() < 0.5
    for played in playout.steps:
        if type(played.before.now) is Placement:
            is_missed = random.random() < 0.6
        elif is_missed and not is_at_rest(played.before):
            continue
        while is_missed and not is_at_rest(state):
            command = missed_command(state)
            if command is None:
                return commands
            commands.append(command)
            state = step(state, command)[1]
        try:
            after = step(state, played.command)[1]
        except IllegalCommandError:
            return commands
        commands.append(played.command)
        state = after
    return commands


@given(any_games(KNOWN, MIXED), st.integers(0, 1 << 16))
@examples(12)
def test_games_with_missed_rests_are_read_as_they_were_written(playout: Playout, seed: int) -> None:
    """Whatever turns have only their placement, by any rules, the game comes back, and their rests are not written."""
    game = play(playout.setup, fragmentary(playout, Random(seed)))
    all_checked(game)
    text, unsaid = dumps(game), unsaid_moves(game.start, game.moves)
    missed = [n for n, move in enumerate(game.moves) if type(move.command) is MarkMissed and n not in unsaid]
    assert sum(word == "_" for word in body(text).split()) == len(missed)


# Checks.


def test_points_follow_from_checks() -> None:
    """A check of a scoring gives the points of its tile, a total overrides them, and a contradiction is a finding."""
    (reading,) = read_games(SETUP + "MA MA MA2 MA =bry WB")
    assert reading.game is not None
    assert (points(reading.game), reading.findings) == ("3-2-1", ())
    assert points(loads(SETUP + "MA MA MA2 MA =12-9-7 WB")) == "12-9-7"
    assert points(loads(SETUP + "MA MA MA2 MA MA =rb =0-3-3 WB")) == "0-3-3"
    (reading,) = read_games(SETUP + "MA MA MA2 MA =b =4-0-0 WB")
    assert [str(finding) for finding in reading.findings] == [
        "<text>:7:17: the check says 4-0-0 points, but the record gives 3-0-0"
    ]
    assert reading.game is not None
    assert points(reading.game) == "4-0-0"


def test_a_check_changes_no_game() -> None:
    """The moves and the states of a game are the same with checks and without."""
    with_checks, without = loads(SETUP + "MA MA MA2 MA =bry WB"), loads(SETUP + "MA MA MA2 MA WB")
    assert with_checks.commands == without.commands
    assert with_checks.states == without.states


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("MA =bry WB", "nothing was scored in this turn"),
        ("MA MA MA2 MA =gp WB", "gp is not an order of the players who can score"),
        ("MA MA MA2 MA =1-2 WB", "points for 2 players, but 3 can score"),
    ],
)
def test_check_that_cannot_be_is_a_finding(words: str, problem: str) -> None:
    """A check that cannot be what somebody saw is reported, and says nothing."""
    (reading,) = read_games(SETUP + words)
    assert problem in str(reading.findings[0])
    assert reading.game is not None
    assert points(reading.game) == "0-0-0"


def test_checks_in_a_variation_go_on_from_its_game() -> None:
    """In a variation points are those of the game up to it; those of the variation stay in it."""
    (reading,) = read_games(SETUP + "MA MA MA2 MA =b WB WB (AS =3-0-0 UC) WB =3-0-0 WB =b UC =6-0-0 MA")
    assert reading.findings == ()


def test_points_that_were_observed_are_known() -> None:
    """An observation of points counts from its place on, instead of what checks say."""
    assert points(loads(SETUP + "1. MA 2. MA 3. MA2 4. MA =bry 5. b.points:=9 WB")) == "9-2-1"


def test_a_total_after_the_last_card_is_the_result() -> None:
    """The total after the last influence card is everybody's points; a Result that differs is a finding."""
    end = "0. b.coloured:=1 b.white:=0 r.coloured:=1 r.white:=0 y.coloured:=1 y.white:=0 council:=xxxxxxxxxxxxxxx\n"
    text = SETUP.replace("\n\n", '\n[Result "5-3-2"]\n\n') + end + "1. WB BM BC\nE. HAM TRO BAR LIS =5-3-1\n"
    (reading,) = read_games(text)
    assert reading.game is not None
    assert points(reading.game) == "5-3-1"
    assert [finding.place.line for finding in reading.findings] == [6]
    number = len(reading.game.moves)
    assert getattr(GameKnowledge(reading.game).with_points(reading.game.state, number).now, "winners", "") == "0"


# What is known.


def test_what_is_known() -> None:
    """Cubes, goods and cards are known while most turns have more than their placement, points by checks."""
    record = loads(SETUP + "0. W M U 1. MA A-B M 2. MA MA2 MA WB")
    assert known(record).missing == ("points", "cubes", "goods", "cards")
    first = next(number for number, move in enumerate(record.moves) if type(move.command) is PlaceDisc)
    assert known(record, first + 3) == EVERYTHING
    assert known(loads(SETUP + "MA MA MA2 MA =b WB")).missing == ("cubes", "goods", "cards")
    assert "points" in known(loads(SETUP + "MA MA MA2 MA =bry WB")).missing  # red and yellow may share (R6.6)
    assert known(loads(SETUP + "MA MA MA2 MA =bry =3-1-1 WB")).points
    assert known(loads(RESULT)) == NOTHING
    assert known(record_of(Playout(3, 1))) == EVERYTHING
    assert [extent_of(loads(text)) for text in (RESULT, SETUP + "MA WB", SETUP)] == ["result", "placements", "full"]


# Results.


def test_result_alone() -> None:
    """A record may contain only who played and the result, without city and council; it has no positions."""
    record = loads(RESULT + "{A fine evening.} =42-38-35")
    assert (record.setup.colours, record.setup.city, record.setup.council, record.moves) == ("bry", "", (), ())
    assert record.comments == ("A fine evening.",)
    all_checked(record)
    with pytest.raises(NoPositionsError, match="has only the result"):
        start_of(record)
    (reading,) = read_games(dumps(record))
    with pytest.raises(NoPositionsError):
        _ = reading.state


def test_an_unknown_header_is_preserved() -> None:
    """A header of another program stays, whatever it is called."""
    record = loads(SETUP.replace("\n\n", '\n[Depth "placements"]\n\n') + "1. MA A- M\n")
    assert record.header("Depth") == "placements"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (RESULT + "MA", "City"),
        (RESULT + "b.wood:=1", "City"),
        (RESULT + "1. _", "City"),
        (RESULT.replace("\n", '[Intrigue "WB:KR"]\n', 1), "the city is not recorded"),
        (SETUP + "MA 4. AS", "this is turn 2, not 4"),
        (SETUP + "MA E. HAM", "the game is not over yet"),
        (SETUP + "AT", "no street joins"),
        (SETUP + "MA MA>2", "is not valid here"),
        (SETUP + "0. W M\n1. MA", "must take a starting card"),
    ],
)
def test_errors_say_what_is_wrong(text: str, problem: str) -> None:
    """A gap that cannot be, and a text without a set-up, are errors with their places."""
    (reading,) = read_games(text)
    assert problem in str(reading.errors[0])
    assert reading.errors[0].place.line > 0
