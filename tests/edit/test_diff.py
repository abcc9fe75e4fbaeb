"""Where two lines of decisions differ, and how their positions differ."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import ObservePart
from calimala_es.decide import step
from calimala_es.effects import part_value
from calimala_es.errors import UnknownIdError
from calimala_es.game import Game, moves_from, variations_of
from calimala_es.legal import legal
from calimala_es.observation import PARTS, part_exists
from calimala_es.symmetry import SYMMETRIES, turn_game
from replays.edit.combine import join_commands
from replays.edit.conflicts import PartDifference, compare_positions, parts_of
from replays.edit.diff import diff, line_of
from replays.edit.futures import turns_side_by_side
from replays.edit.redact import redact
from tests.edit.test_merge import read
from tests.notation.records import record_of, records
from tests.profiles import examples, is_long
from tests.strategies import AT_THE_TABLE, KNOWN, RECORDS, WITH_MISTAKES, Playout, any_games


@given(records(*RECORDS, WITH_MISTAKES))
@examples(6)
def test_nothing_differs_from_itself(record: Game) -> None:
    """A record does not differ from itself, whatever the orientation of its city."""
    assert diff(record, record).is_none
    turned = turn_game(record, SYMMETRIES[1])
    assert diff(record, turned).parting is None
    assert not any(diff(record, turned).setup)


@given(any_games(KNOWN, AT_THE_TABLE), st.randoms(use_true_random=False))
@examples(15)
def test_two_games_differ_from_the_first_other_decision_on(playout: Playout, random: Random) -> None:
    """Two games share their decisions up to the first difference, and exactly the parts that differ are reported."""
    place = random.randrange(len(playout.steps))
    before = playout.steps[place].before
    other = random.choice(legal(before))
    after = step(before, other)[1]
    found = diff(playout.game, record_of(playout, 0, place).added(moves_from(before, [other])))
    states = (playout.steps[place].after, after)
    if join_commands(other, playout.steps[place].command, before):
        assert (found.parting is None) == (place + 1 == len(playout.steps))
        return
    assert found.parting
    assert found.parting.number == place
    assert found.parting.ids[0] == found.parting.ids[1]
    one, two = (parts_of(state) for state in states)
    assert {part.part for part in found.parting.parts} == {part for part in one if one[part] != two[part]}


@given(any_games(*RECORDS, WITH_MISTAKES))
@examples(10)
def test_every_part_that_can_be_seen_has_its_value(game: Playout) -> None:
    """Observing a part with its own value changes name a part of the position."""
    state = game.states[len(game.states) * 2 // 3]
    for part in PARTS if not state.is_over else ():
        if part_exists(part, state.setup):
            seen = step(state, ObservePart(part, part_value(state, part)))[1]
            assert compare_positions(state, seen) == (), part


@given(any_games(*RECORDS), st.floats(0, 1), st.integers(0, 1))
@examples(5)
def test_what_only_one_knows_is_not_a_difference(game: Playout, share: float, order: int) -> None:
    """A game and a view of it share all decisions, and the number of less known ones is reported."""
    record = record_of(game, int(share * len(game.steps)) if order else 0)
    for seat in (0, None):
        seen = redact(record, seat)
        found = diff(record, seen)
        assert (found.parting, any(found.setup), found.known[1]) == (None, False, 0)
        assert diff(seen, record).known == found.known[::-1]
        assert found.is_none == (record == seen)


def test_a_difference_after_what_only_one_knows() -> None:
    """A different card is a difference, also after less known decisions; notes before it are compared."""
    one = read("1. MA A-? M / 2. WB W {here} B /")
    other = read("1. MA A-B M / 2. WB W B 3. UC")
    found = diff(one, other)
    assert found.known == (0, 1)
    assert found.parting
    assert [id and str(id) for id in found.parting.ids] == [None, "3.0.1"]
    assert [said.one for said in found.notes] == [("{here}",)]
    another = diff(read("1. MA A-V M /"), other).parting
    assert another
    assert another.words[0][:2] == ("-V", "M")


def test_parts() -> None:
    """A part is named as in an observation, with both values."""
    found = diff(read("1. WB W B 2. MA A-? M"), read("1. WB W B 2. MA A-? M +B 3. WB W B"))
    assert found.parting
    assert [id and str(id) for id in found.parting.ids] == [None, "2.1.5"]
    assert found.parting.words == ((), ("+B", "/", "WB", "W", "B"))
    assert PartDifference("r.brick", "0", "1") in found.parting.parts
    assert str(PartDifference("r.brick", "0", "1")) == "r.brick 0 -> 1"


def test_headers_and_notes() -> None:
    """Headers and the notes on shared decisions are compared, whatever the decisions are."""
    one = read("1. WB! {so} W B", '[Event "a"]\n[Wine "red"]')
    other = read("1. WB {so} (v1: MA) W B 2. WB W B", '[Event "b"]')
    found = diff(one, other)
    assert [(header.name, header.one, header.other) for header in found.headers] == [
        ("Event", ("a",), ("b",)),
        ("Wine", ("red",), ()),
    ]
    (said,) = found.notes
    assert (str(said.id), said.one, said.other) == ("1.0.1", ("$1",), ("(v1: 1. MA )",))


def test_other_tables() -> None:
    """Games of different tables differ in their set-ups, and nothing else is compared."""
    found = diff(read("1. WB W B"), record_of(Playout(3, 1)))
    assert any(line.startswith("[City") for line in found.setup[0])
    assert found.parting is None
    assert not found.is_none
    playout = Playout(3, 1)
    found = diff(playout.game, record_of(playout, 50))
    assert any(line.startswith("turn") for line in found.setup[1])


def test_lines_of_a_record() -> None:
    """A variation, however deep, is a line like a game, and differs from the game where it begins."""
    record = read("1. WB W (v1: B (v2: W- B) W) B 2. WB W B")
    found = diff(line_of(record, "v2"), record)
    assert found.parting
    assert found.parting.words[0] == ("W-", "B")
    assert found.parting.words[1][:2] == ("W", "B")
    assert found.notes == ()
    with pytest.raises(UnknownIdError, match="it has v1 v2"):
        line_of(record, "v3")


@given(records(KNOWN))
@examples(5)
def test_every_variation_is_a_line(record: Game) -> None:
    """Each variation's line can be played, and shares with the game what comes before it."""
    for variation in islice(variations_of(record), 0, None, 1 if is_long() else 4):
        line = line_of(record, variation.id)
        assert line.moves[-len(variation.moves) :] == variation.moves
        assert not any(diff(line, record).setup)


def test_turn_by_turn() -> None:
    """The table has each turn of both games with the points after it, and a blank after the end of a game."""
    pairs = turns_side_by_side(read("1. WB W B {so} 2. MA A- M"), read("1. WB W B"))
    assert [(pair.mark, pair.words) for pair in pairs][1:] == [("1", ("WB W B", "WB W B")), ("2", ("MA A-? M", ""))]
    assert pairs[2].points == ((0, 0, 0), ())
