"""The position line: any state of any moment as one line, and the errors of invalid lines."""

import re
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import initial, legal, step
from calimala_es.commands import ObservePart
from calimala_es.evolve import evolve
from calimala_es.frames import Activation, Frame, IntrigueChoice, Promotion, TurnEnd
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.setup import Setup
from calimala_es.state import State, agenda_of, frames_of
from calimala_es.view import PUBLIC, view_state
from notation import PositionError, dumps, format_position, loads, parse_position, read_games
from notation.position.line import FIELDS
from tests.profiles import examples
from tests.strategies import (
    AT_THE_TABLE,
    FIRST,
    HIGH_STACKS,
    INTRIGUE,
    KNOWN,
    LOW_STACKS,
    MIXED,
    OFF_THE_RULES,
    SECOND,
    WITH_MISTAKES,
    Playout,
    Rules,
    any_games,
)

KINDS = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)


@given(any_games(*KINDS))
@examples(8)
def test_every_moment_is_read_back(game: Playout) -> None:
    """Any state, also between two events of one decision, is one line of ASCII, and is read back equal."""
    state = initial(game.setup)
    for event in (None, *game.events):
        state = evolve(state, event) if event else state
        line = format_position(state)
        assert line.isascii()
        assert "\n" not in line
        assert parse_position(line) == state


@given(any_games(KNOWN, WITH_MISTAKES), st.sampled_from([PUBLIC, 0, 1, 2]))
@examples(6)
def test_every_view_is_read_back(game: Playout, viewer: int | None) -> None:
    """A view of a position can be written and read like any other position."""
    for state in game.states:
        seen = view_state(state, viewer)
        assert parse_position(format_position(seen)) == seen


@given(any_games(WITH_MISTAKES))
@examples(10)
def test_different_states_have_different_lines(game: Playout) -> None:
    """Two states have the same line only if they are equal."""
    for one, other in pairwise(game.states):
        assert (one == other) == (format_position(one) == format_position(other))


PIECES = [
    *("-", "", "0", "1", "4", "5", "9999", "10000", "-1", "*", "b", "r", "w", "x", "?", ".", "..", "1.1.1", "0.0.0"),
    *("bbbbb", "wwww", "W", "WW", "LIS", "PAL", "LIS.LIS", "4.4.4", "first", "0b", "1b", "\u0661", "ſ"),
    *("place:b", "over:-:open", "bottom:b:AS", "act:b:AS:1:AS:2", "draw:b", "due:r:AS:2:AS:0", "turn-end"),
    *("place:*", "end-check", "finale:0", "finale:9", "reveal:b", "reveal:*", "score:LIS", "keep:b", "draft:b"),
]
MARKS = " ,/;:>.+"


def _damaged(line: str, random: Random) -> str:
    """Return a line with some of its parts changed, doubled, exchanged or left out, at any depth."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        mark = random.choice(MARKS)
        parts = line.split(mark)
        place = random.randrange(len(parts))
        deed = random.randrange(5)
        if deed == 0:
            parts[place] = random.choice(PIECES)
        elif deed == 1:
            parts.insert(place, random.choice([*parts, *PIECES]))
        elif deed == 2:
            del parts[place]
        elif deed == 3:
            other = random.randrange(len(parts))
            parts[place], parts[other] = parts[other], parts[place]
        else:
            word = [*parts[place]]
            word.insert(random.randrange(len(word) + 1), random.choice("0123456789brygpwx.?*-WBMUAVSTC\u0661"))
            parts[place] = "".join(word)
        line = mark.join(parts)
    return line


def _position_or_none(line: str) -> State | None:
    try:
        return parse_position(line)
    except PositionError as error:
        if error.field not in {*FIELDS, "set-up"}:
            raise
        return None


def _play_on(state: State, random: Random, decisions: int) -> None:
    while not state.is_over and decisions:
        commands = legal(state)
        if not commands:
            return
        state = step(state, random.choice(commands))[1]
        parse_position(format_position(state))
        decisions -= 1


@given(any_games(*KINDS), st.randoms(use_true_random=False))
@examples(15)
def test_damaged_line_is_a_position_or_an_error(game: Playout, random: Random) -> None:
    """A damaged line is an error with the wrong field, or a position from which the game can be played to its end."""
    for _ in range(25):
        line = _damaged(format_position(random.choice(game.states)), random)
        state = _position_or_none(line)
        if state is not None:
            assert parse_position(format_position(state)) == state
            _play_on(state, random, 600 if random.random() < 0.1 else 12)


@given(any_games(*KINDS), st.randoms(use_true_random=False))
@examples(20)
def test_damaged_line_in_a_header(game: Playout, random: Random) -> None:
    """A record that starts from a changed line has an error at its header, or starts there."""
    for _ in range(10):
        line = _damaged(format_position(random.choice(game.states)), random)
        (reading,) = read_games(f'[Position "{line}"]\n')
        assert reading.errors or reading.game is not None


@pytest.mark.parametrize(
    ("rules", "frames"),
    [
        (FIRST, "third:1:SMF.W>turn-end"),
        (SECOND, "scheme:b:KR>turn-end"),
        (SECOND, "score-area:CAR>finale:0"),
        (INTRIGUE, "third:3>turn-end"),
        (INTRIGUE, "offer-card:b>score:LIS>turn-end"),
        (INTRIGUE, "offer-tile:b:LIS>turn-end"),
    ],
)
def test_frames_of_other_rules_are_refused(rules: Rules, frames: str) -> None:
    """A frame of a third party, of Intrigue or of a family is an error if the game does not have it."""
    state = next(state for state in Playout(3, seed=1, rules=rules).states if state.turn == 1)
    with pytest.raises(PositionError) as refusal:
        parse_position(" ".join([*format_position(state).split()[:-1], frames]))
    assert refusal.value.field == "pending"


SCALI: Final = Rules("second", intrigue=True, families=("", "Scali", ""))


def test_cards_drawn_are_in_the_hand() -> None:
    """R11.Scali: cards that are not in the hand cannot be discarded."""
    state = next(state for state in Playout(3, seed=1, rules=SCALI).states if state.turn == 1)
    assert not state.mats[1].unknown
    with pytest.raises(PositionError, match="must be in the hand"):
        parse_position(" ".join([*format_position(state).split()[:-1], "sort:r:?W>turn-end"]))


def test_cards_come_to_the_player_whose_disc_is_active() -> None:
    """R5.9: all frames on top of an activation belong to the player of the active disc."""
    state = next(state for state in Playout(3, seed=1, rules=SCALI).states if type(state.now) is Activation)
    *fields, pending = format_position(state).split()
    with pytest.raises(PositionError, match="whose disc is active"):
        parse_position(" ".join([*fields, f"draw:r>draw:r>sort:r:->{pending}"]))


def test_bottom_disc_without_a_choice_leaves_no_decision() -> None:
    """R7.2: if no tile is left, a white disc at the bottom of four leaves no decision."""
    state = next(state for state in Playout(3, seed=1).states if state.turn == 1)
    stacks = ("w111", *state.stacks[1:])
    bottom = replace(state, stacks=stacks, council="x" * 15, now=Promotion(0, "12"), later=agenda_of([TurnEnd()]))
    assert legal(bottom) == ()
    (reading,) = read_games(f'[Position "{format_position(bottom)}"]\n')
    assert reading.errors


@pytest.mark.parametrize("line", ["", " ", "P1", "P2 " + "x " * 20, "P1 " + "x " * 20, "P1 " + "\0" * 20, "P1" * 9999])
def test_a_text_that_is_not_a_line_is_an_error(line: str) -> None:
    """A text that is not a position line raises an error at once."""
    with pytest.raises(PositionError):
        parse_position(line)


@pytest.fixture
def line() -> str:
    """Return the position in which the first of three players places the first disc."""
    game = Playout(3, seed=1)
    return format_position(next(state for state in game.states if state.turn == 1))


@pytest.mark.parametrize(
    ("wrong", "place", "found", "instead"),
    [
        ("turn", 7, ".*", "0b"),
        ("turn", 7, ".*", "b"),
        ("turn", 7, ".*", "1*"),
        ("turn", 7, ".*", "-1b"),
        ("turn", 7, ".*", "1000000b"),
        ("pending", 7, ".*", "1r"),
        ("pending", -1, ".*", "place:r"),
        ("pending", -1, ".*", "place:*"),
        ("pending", -1, ".*", "place:b>place:b"),
        ("pending", -1, ".*", "turn-end>" * 50 + "turn-end"),
        ("pending", -1, ".*", "draw:b>turn-end"),
        ("pending", -1, ".*", "reveal:b>reveal:b>reveal:r>reveal:y>finale:0"),
        ("pending", -1, ".*", "reveal:*>reveal:b>reveal:r>reveal:y>finale:0"),
        ("pending", -1, ".*", "reveal:b>reveal:r>reveal:y>finale:1"),
        ("pending", -1, ".*", "draft:b>place:b"),
        ("pending", -1, ".*", "third:1>turn-end"),
        ("pending", -1, ".*", "scheme:b:KR>turn-end"),
        ("council", 4, "LIS", "LIS:bb"),
        ("council", 4, "LIS", "LIS:"),
        ("council", 4, "LIS", "LIS:q"),
        ("seats taken", 4, "LIS", "LIS:b"),
        ("seats taken", 5, ".*", "b"),
        ("set-up", 4, "LIS", "LON"),
        ("set-up", 3, ".*", "WBM/U-A/VTT"),
        ("set-up", 2, ".*", "bbr"),
        ("streets", 8, "^", "bbbbb"),
        ("streets", 8, "^", "bbbb"),
        ("pending", -1, ".*", "bottom:b:AS>turn-end"),
        ("streets", 8, "^", "g"),
        ("streets", 8, "^/", ""),
        ("rows", 9, "^", "w"),
        ("players", 11, "[+]", "+-"),
        ("players", 11, "^[^;]*;", ""),
        ("players", 11, "$", " 1"),
        ("players", 11, "[^;]*;[^;]*$", "-;?"),
        ("cards", 10, ";-;-;", ";-;W;"),
        ("box", 6, ".*", "5.5"),
        ("box", 6, "$", "/5.5"),
    ],
)
def test_impossible_part_is_named(line: str, wrong: str, place: int, found: str, instead: str) -> None:
    """A contradictory line is an error with the name of the wrong field."""
    fields = line.split()
    fields[place] = re.sub(found, instead, fields[place], count=1)
    with pytest.raises(PositionError) as caught:
        parse_position(" ".join(fields))
    assert caught.value.field == wrong


@pytest.mark.parametrize(
    ("field", "place", "found", "instead"),
    [
        ("turn", 7, "1b", "01b"),
        ("seats", 2, "$", ";-.-.-"),
        ("city", 3, "-", "C"),
        ("box", 6, "$", "/-"),
        ("players", 11, "^12", "012"),
        ("cards", 10, ";-;", ";MB;"),
        ("pending", -1, ".*", "act:b:US:1:-:0:0>turn-end"),
    ],
)
def test_a_line_is_written_in_one_way(line: str, field: str, place: int, found: str, instead: str) -> None:
    """A line that says the same in other letters is an error that says how the field is written."""
    fields = line.split()
    right = fields[place]
    fields[place] = re.sub(found, instead, right, count=1)
    with pytest.raises(PositionError, match="is written as") as caught:
        parse_position(" ".join(fields))
    assert caught.value.field == field


def test_influence_card_is_in_one_place(line: str) -> None:
    """An influence card with two players is an error."""
    fields = line.split()
    fields[12] = fields[11]
    with pytest.raises(PositionError, match="in two places"):
        parse_position(" ".join(fields))


def test_blanks_between_fields_mean_nothing(line: str) -> None:
    """Fields may be separated by any number of blanks."""
    assert parse_position("  " + line.replace(" ", "  \t ") + "\n") == parse_position(line)


def test_position_replaces_the_set_up(line: str) -> None:
    """A record that starts from a position needs no other header of the set-up."""
    record = loads(f'[Position "{line}"]\n')
    assert record == play(parse_position(line))
    assert loads(dumps(record)) == record


def test_row_may_hold_more_than_it_has_room_for() -> None:
    """A row may contain more cubes than it has cells, as players may have put them there."""
    setup: Setup = shuffled_setup("bry", Random(1))
    line = format_position(initial(setup)).split()
    line[9] = "b" * 30 + line[9]
    state = parse_position(" ".join(line))
    assert state.rows[0] == "0" * 30


@pytest.mark.parametrize("frame", [Activation, IntrigueChoice, Promotion])
def test_turn_that_was_seen_to_be_anothers(frame: type[Frame]) -> None:
    """A frame in progress may belong to the first player when another one is observed to be active."""
    rules = FIRST if frame is Promotion else Rules("second", intrigue=True)
    states = [state for state in Playout(4, 5, KNOWN, LOW_STACKS, rules).states if type(state.now) is frame]
    for seat in range(4):
        seen = step(states[0], ObservePart("active", str(seat)))[1]
        assert type(seen.now) is frame
        assert parse_position(format_position(seen)) == seen


def test_bottom_disc_to_come_is_of_whose_turn_it_is() -> None:
    """A disc that is taken back later in a turn is taken by the active player (R4.5)."""
    states = [state for state in Playout(4, 3, KNOWN, HIGH_STACKS).states if type(state.now) is Activation]
    state = next(state for state in states if any(type(frame) is Promotion for frame in frames_of(state.later)))
    frames = frames_of(state.later)
    later = agenda_of(
        [Promotion(3 - frame.seat, frame.street) if type(frame) is Promotion else frame for frame in frames]
    )
    with pytest.raises(PositionError, match="another player's turn"):
        parse_position(format_position(replace(state, later=later)))
