"""Records of less than the whole game: placements, with some turns in full, or the result alone."""

import re
from random import Random
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from calimala_es.checks import format_points, points_check
from calimala_es.commands import ObservePart, PlaceDisc
from calimala_es.components import SCORING_TILES
from calimala_es.editions import BY_ACTION, Settings
from calimala_es.errors import NoPositionsError
from calimala_es.frames import Placement
from calimala_es.game import Game, start_of
from calimala_es.known import EVERYTHING, NOTHING
from calimala_es.state import State
from notation import dumps, loads, read_games
from notation.errors import NotWellFormedError
from notation.partial.coverage import known
from notation.partial.making import DepthError, reduce_depth, to_full_depth
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import (
    AT_THE_TABLE,
    HIGH_STACKS,
    KNOWN,
    LOW_STACKS,
    MIXED,
    OFF_THE_RULES,
    WITH_MISTAKES,
    Playout,
    Rules,
    any_games,
)

SETUP = """[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]
"""
PLACEMENTS = SETUP + '[Depth "placements"]\n\n'
RESULT = '[Depth "result"] [Blue "Maria"] [Red "Angelica"] [Yellow "Tania"] [Result "42-38-35"]\n\n'


def body(text: str) -> str:
    """Return the text below the headers."""
    return text.split("\n\n", 1)[1]


def canonical(words: str) -> str:
    """Return the canonical body of a record of placements."""
    return body(dumps(loads(PLACEMENTS + words)))


def by_turn(states: list[State] | tuple[State, ...]) -> dict[int, State]:
    """Return the position before each turn."""
    return {state.turn: state for state in states if type(state.now) is Placement}


def recorded_part(state: State) -> object:
    """Return what a record of placements knows of a position."""
    supplies = [(mat.coloured, mat.white, mat.support) for mat in state.mats]
    return state.active, state.stacks, state.council, supplies, format_points(state)


def all_checked(record: Game) -> None:
    """Check that a record is written and read back without errors, and that its text is a fixed point."""
    text = dumps(record)
    (reading,) = read_games(text)
    assert not reading.errors
    assert reading.game is not None
    assert reading.game == record
    assert dumps(reading.game) == text


@given(any_games(KNOWN, AT_THE_TABLE, MIXED))
@examples(8)
def test_placements_replay(playout: Playout) -> None:
    """A record of placements has the same streets, supplies, council and points before every turn, by any rules."""
    shallow = reduce_depth(playout.game, "placements")
    all_checked(shallow)
    (reading,) = read_games(dumps(shallow))
    assert reading.game is not None
    assert not reading.findings
    full, shallow_states = by_turn(playout.states), by_turn(reading.game.states)
    assert {turn: recorded_part(state) for turn, state in full.items()} == {
        turn: recorded_part(s) for turn, s in shallow_states.items()
    }
    assert [state.seats for state in full.values()] == [state.seats for state in shallow_states.values()]


@given(any_games(WITH_MISTAKES, OFF_THE_RULES))
@examples(12)
def test_mistakes_are_observed(playout: Playout) -> None:
    """If a table broke the rules, the difference is observed, so that every turn begins as it did. The end may come in
    another turn only if something is observed within a turn that ends the game or prevents its end; the council is
    right at the end all the same."""
    shallow = reduce_depth(playout.game, "placements")
    all_checked(shallow)
    states = shallow.states
    assert states[-1].council == playout.states[-1].council
    full, shallow_states = by_turn(playout.states), by_turn(states)
    shared = sorted({*full} & {*shallow_states})
    assert [recorded_part(full[turn]) for turn in shared] == [recorded_part(shallow_states[turn]) for turn in shared]
    if {*full} != {*shallow_states}:
        last = max(shared)
        assert shared == [*range(shared[0], last + 1)]
        assert any(type(played.command) is ObservePart and played.before.turn == last for played in playout.steps)


def partly(playout: Playout, random: Random, share: float) -> str:
    """Return the text of a game with some turns in full and the others by their placement."""
    head, text = dumps(playout.game).split("\n\n", 1)
    before = by_turn(playout.states)
    lines = [head, '[Depth "placements"]', ""]
    for line in text.splitlines():
        mark, first, *words = line.split()
        if not mark[0].isdigit() or mark == "0.":
            lines.append(line)
            continue
        turn = int(mark[:-1])
        after = before.get(turn + 1)
        paid = after is not None and format_points(after) != format_points(before[turn])
        total = points_check(after) if after is not None and paid else ""
        if random.random() < share and not first.endswith("00"):
            lines.append(" ".join([mark, first + ":", *words, total]))
        else:
            answers = [w for w in words if re.fullmatch(r"[A-Z]{2}>[1-4]?", w) or w in {f">{t}" for t in SCORING_TILES}]
            lines.append(" ".join([mark, re.sub("00$", "0", first), *answers, total]))
    return "\n".join(lines)


def has_usual_board(game: Playout) -> bool:
    """Return whether no row has fewer cells than usual and nobody moves cubes of other turns."""
    return not game.rules.cells and not {"Bardi", "Pulci"} & {*game.rules.families}


SCALI_DISCARDS: Final = Playout(
    3, 18, MIXED, LOW_STACKS, Rules("second", Settings(BY_ACTION, 1, False, False), True, ("Cerchi", "Scali", "Medici"))
)
"""A game in which Scali discards the second card of a kind, unseen, when all others of it have been seen."""


@given(any_games(KNOWN, MIXED).filter(has_usual_board), st.sampled_from((0.2, 0.5, 0.9)))
@example(SCALI_DISCARDS, 0.9)
@examples(12)
def test_turns_may_be_recorded_in_full(game: Playout, share: float) -> None:
    """Any turn may be recorded in full: what its deeds need is taken as observed, and other turns do not change."""
    (reading,) = read_games(partly(game, Random(game.seed), share))
    assert not reading.errors
    assert reading.game is not None
    all_checked(reading.game)
    full, shallow_states = by_turn(game.states), by_turn(reading.game.states)
    assert {turn: recorded_part(state) for turn, state in full.items()} == {
        turn: recorded_part(s) for turn, s in shallow_states.items()
    }


@given(any_games(KNOWN, MIXED))
@examples(8)
def test_a_record_of_full_turns_is_a_full_one(playout: Playout) -> None:
    """A record in which every turn is in full can be converted into the full record of the game."""
    full = playout.game
    lines = body(dumps(full)).splitlines()
    text = re.sub(r"^([1-9][0-9]*\. [A-Z]{2}[0-9]*)", r"\1:", "\n".join(lines), flags=re.MULTILINE)
    head = dumps(full).split("\n\n", 1)[0]
    (reading,) = read_games(f'{head}\n[Depth "placements"]\n\n{text}\n')
    assert not reading.errors
    assert reading.game is not None
    assert known(reading.game) == EVERYTHING
    assert to_full_depth(reading.game) == full


DAMAGE = (
    "{x}", "!", "?", "$7", "(", ")", "MA", "BM2", "_", "/", "=bry", "=0", "=1-2-3", "=#0123456789abcdef", "7.", "3...",
    "E.", "HAM", "AS:", "A-", "A-W", "S-?", "+M", "b.wood:=2", "AS:=bw", "MA>2", ">HAM", "--", "X", "K", "-?",
    "active:=r", "&maria{y}",
)  # fmt: skip


@given(any_games(KNOWN), st.integers(0, 1 << 32))
@examples(12)
def test_damaged_text_ends_in_a_record_and_errors(game: Playout, seed: int) -> None:
    """Whatever words are inserted or left out, the sound part is read, and it is a record like any other."""
    random = Random(seed)
    shallow = reduce_depth(
        record_of(Playout(game.players, game.seed % 100, KNOWN, HIGH_STACKS, game.rules)), "placements"
    )
    head, text = dumps(shallow).split("\n\n", 1)
    words = text.split()
    streets = [word for word in words if re.fullmatch("[A-Z]{2}2?", word)] or ["_"]
    for number in range(random.choice((1, 2, 4, 8))):
        place = random.randrange(len(words) + 1)
        variation = [f"(w{number}:", *random.choices([*streets, "{v}", "=0"], k=random.randint(1, 3)), ")"]
        words[place:place] = random.choice(([random.choice(DAMAGE)], variation))
        if random.random() < 0.2:
            del words[place]
    (reading,) = read_games(f"{head}\n\n{' '.join(words)}")
    assert reading.game is not None
    all_checked(reading.game)


def test_ten_turns_stand_on_a_line() -> None:
    """Canonical text has ten turns on a line, and one line for each turn in full."""
    text = canonical("ma ma ma2 ma wb as ma 8.uc wb bm bc bm AS: ac +ac sl / s- a-w ma")
    assert text == "1. MA MA MA2 MA WB AS MA UC WB BM\n11. BC BM\n13. AS: AC +AC SL / S- A-W\n14. MA\n"
    assert canonical(text) == text


def test_a_turn_takes_about_three_characters() -> None:
    """Without points a turn is a street and a blank, and sometimes a white disc."""
    shallow = reduce_depth(record_of(Playout(4, 7, KNOWN, HIGH_STACKS)), "placements")
    bare = "".join(re.findall(r"[A-Z]{2}2?>?[1-4]? ?", re.sub(r"=\S+|E\..*", "", body(dumps(shallow)))))
    turns = max(by_turn(shallow.states))
    assert len(bare) <= 3.5 * turns


def test_checks_are_observations() -> None:
    """A check of a scoring gives the points of its tile, a total overrides them, and a contradiction is a finding."""
    (reading,) = read_games(PLACEMENTS + "MA MA MA2 MA =bry")
    assert format_points(reading.state) == "3-2-1"
    (reading,) = read_games(PLACEMENTS + "MA MA MA2 MA =12-9-7")
    assert (format_points(reading.state), reading.findings) == ("12-9-7", ())
    (reading,) = read_games(PLACEMENTS + "MA MA MA2 MA MA =rb =0-3-3")
    assert format_points(reading.state) == "0-3-3"
    assert not reading.findings
    (reading,) = read_games(PLACEMENTS + "MA MA MA2 MA =b =4-0-0")
    assert [str(finding) for finding in reading.findings] == [
        "<text>:6:17: the check says 4-0-0 points, but the record gives 3-0-0"
    ]
    assert format_points(reading.state) == "4-0-0"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("MA =bry", "nothing was scored in this turn"),
        ("MA MA MA2 MA =gp", "gp is not an order of those who can score"),
        ("MA MA MA2 MA =1-2", "the check has points for 2 players, but 3 can score"),
    ],
)
def test_check_that_cannot_be_is_a_finding(words: str, problem: str) -> None:
    """A check that cannot be taken as an observation is reported, and changes nothing."""
    (reading,) = read_games(PLACEMENTS + words)
    assert problem in str(reading.findings[0].message)
    assert format_points(reading.state) == "0-0-0"


def test_total_after_the_last_card_is_the_end() -> None:
    """The total after the last influence card is the result of the game."""
    playout = Playout(3, 5, KNOWN, HIGH_STACKS)
    shallow = reduce_depth(playout.game, "placements")
    last = shallow.state
    assert last.is_over
    assert format_points(last) == format_points(playout.states[-1])
    assert known(shallow).points


def test_nothing_is_known_but_placements() -> None:
    """Cubes, goods and cards are known as long as every turn was in full, points by checks."""
    record = loads(PLACEMENTS + "0. W M U 1. MA: A-B M 2. MA MA2 MA")
    missing = known(record).missing
    assert missing == ("points", "cubes", "goods", "cards")
    first = next(number for number, move in enumerate(record.moves) if type(move.command) is PlaceDisc)
    assert known(record, first + 3) == EVERYTHING
    assert known(loads(PLACEMENTS + "MA MA MA2 MA =b")).missing == ("cubes", "goods", "cards")
    assert "points" in known(loads(PLACEMENTS + "MA MA MA2 MA =bry")).missing  # red and yellow may share (R6.6)
    assert known(loads(PLACEMENTS + "MA MA MA2 MA =bry =3-1-1")).points
    assert known(loads(RESULT)) == NOTHING
    assert known(record_of(Playout(3, 1))) == EVERYTHING


def test_what_a_full_turn_needs_is_supplied() -> None:
    """The resources that a deed needs are supplied before it, no more than needed, and are not written."""
    record = loads(PLACEMENTS + "MA AS WB AS: AC S-W")
    seen = [
        move.command for move in record.moves if type(move.command) is ObservePart and ".hand" not in move.command.part
    ]
    assert seen == [ObservePart("0.marble", "1")]
    assert body(dumps(record)) == "1. MA AS WB\n4. AS: AC S-W\n"


def test_deeper_and_shallower() -> None:
    """A record cannot be converted to a depth that it does not contain, and each error says why."""
    record = loads(PLACEMENTS + "MA AS: AC S-")
    with pytest.raises(DepthError, match="turn 1 is not recorded in full"):
        to_full_depth(record)
    with pytest.raises(DepthError, match="cannot be made to tell full"):
        reduce_depth(record, "full")
    with pytest.raises(DepthError, match="has no turns"):
        to_full_depth(loads(RESULT))


def test_result_alone() -> None:
    """A record may contain only who played and the result, without city and council; it has no positions."""
    record = loads(RESULT + "{A fine evening.} =42-38-35")
    assert (record.setup.colours, record.setup.city, record.setup.council) == ("bry", "", ())
    assert record.comments == ("A fine evening.",)
    all_checked(record)
    (reading,) = read_games(dumps(record))
    assert reading.game == record
    assert record.moves == ()
    with pytest.raises(NoPositionsError, match="has only the result"):
        start_of(record)
    with pytest.raises(NoPositionsError):
        format_points(reading.state)


@given(any_games(KNOWN))
@examples(5)
def test_result_of_a_game(playout: Playout) -> None:
    """Any game can be reduced to its result."""
    record = reduce_depth(playout.game, "result")
    all_checked(record)
    assert record.header("Result") == format_points(playout.states[-1])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (RESULT + "MA", "a record of the result only has no decisions"),
        (RESULT + "b.wood:=1", "a record of the result only has no decisions"),
        (RESULT + "1. _", "a record of the result only has no decisions"),
        (SETUP + '[Depth "deep"]\n', "'deep' is not a depth; expected result or placements or full"),
        (SETUP + '[Depth "result"] [Position "P1"]\n', "has no position"),
        (
            RESULT.replace("\n", '[Intrigue "WB:KR"]\n', 1),
            "intrigue tiles belong to streets, but the city is not recorded",
        ),
        (PLACEMENTS + "MA M", "'M' is not a placement"),
        (PLACEMENTS + "MA / AS", "a stroke belongs to a turn that is recorded in full"),
        (PLACEMENTS + "MA 4. AS", "this is turn 2, not 4; expected 2."),
        (PLACEMENTS + "MA E. HAM", "the end of the game has not come yet"),
        (PLACEMENTS + "AT", "no street joins artwork and transport in this city"),
    ],
)
def test_errors_say_what_is_wrong(text: str, problem: str) -> None:
    """Something that does not fit the depth is an error with its place and what would be correct."""
    (reading,) = read_games(text)
    assert problem in str(reading.errors[0])
    assert reading.errors[0].place.line > 0


def test_a_full_depth_may_be_said() -> None:
    """``full`` is the depth of a record without the header, and is not written."""
    record = loads(SETUP + '[Depth "full"]\n')
    assert record.depth == "full"
    assert "Depth" not in dumps(record)
    with pytest.raises(NotWellFormedError):
        loads(SETUP + '[Depth "placement"]\n')
