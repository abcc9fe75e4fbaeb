"""Games reduced to their placements or to their result."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.checks import format_points
from calimala_es.commands import ObservePart
from calimala_es.errors import NoPositionsError
from calimala_es.frames import Placement
from calimala_es.game import Game
from calimala_es.known import GameKnowledge, extent_of, known
from calimala_es.state import State
from notation import dumps, loads, read_games
from replays.edit.reduce import reduce_to_placements, reduce_to_result
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, HIGH_STACKS, KNOWN, MIXED, OFF_THE_RULES, WITH_MISTAKES, Playout, any_games


def body(text: str) -> str:
    """Return the text below the headers."""
    return text.split("\n\n", 1)[1]


def states_of(game: Game) -> list[State]:
    """Return the states of a game with the points that its checks say."""
    knowledge = GameKnowledge(game)
    return [knowledge.with_points(state, number) for number, state in enumerate(game.states)]


def by_turn(states: Sequence[State]) -> dict[int, State]:
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
    shallow = reduce_to_placements(playout.game)
    all_checked(shallow)
    (reading,) = read_games(dumps(shallow))
    assert reading.game is not None
    assert not reading.findings
    full, shallow_states = by_turn(playout.states), by_turn(states_of(reading.game))
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
    shallow = reduce_to_placements(playout.game)
    all_checked(shallow)
    states = states_of(shallow)
    assert states[-1].council == playout.states[-1].council
    full, shallow_states = by_turn(playout.states), by_turn(states)
    shared = sorted({*full} & {*shallow_states})
    assert [recorded_part(full[turn]) for turn in shared] == [recorded_part(shallow_states[turn]) for turn in shared]
    if {*full} != {*shallow_states}:
        last = max(shared)
        assert shared == [*range(shared[0], last + 1)]
        assert any(type(played.command) is ObservePart and played.before.turn == last for played in playout.steps)


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
    shallow = reduce_to_placements(record_of(Playout(game.players, game.seed % 100, KNOWN, HIGH_STACKS, game.rules)))
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


def test_a_turn_takes_a_line_of_about_seven_characters() -> None:
    """Without points a turn is its number, a street, and sometimes a white disc."""
    shallow = reduce_to_placements(record_of(Playout(4, 7, KNOWN, HIGH_STACKS)))
    bare = re.sub(r" =\S+|E\..*", "", body(dumps(shallow)))
    assert len(bare) <= 8 * max(by_turn(shallow.states))


def test_total_after_the_last_card_is_the_end() -> None:
    """The total after the last influence card is the result of the game, and so is who has won."""
    playout = Playout(3, 5, KNOWN, HIGH_STACKS)
    shallow = reduce_to_placements(playout.game)
    last = states_of(shallow)[-1]
    assert last.is_over
    assert format_points(last) == format_points(playout.states[-1])
    assert last.now == playout.states[-1].now
    assert known(shallow).points


@given(any_games(KNOWN, AT_THE_TABLE, MIXED))
@examples(6)
def test_reducing_again_changes_nothing(playout: Playout) -> None:
    """A game of placements is its own reduced one, and has the result of the whole game."""
    shallow = reduce_to_placements(playout.game)
    assert reduce_to_placements(shallow) == shallow
    assert reduce_to_result(shallow) == reduce_to_result(playout.game)


@given(any_games(KNOWN))
@examples(5)
def test_result_of_a_game(playout: Playout) -> None:
    """Any game can be reduced to its result."""
    record = reduce_to_result(playout.game)
    all_checked(record)
    assert record.header("Result") == format_points(playout.states[-1])
    assert extent_of(record) == "result"


def test_result_has_no_placements() -> None:
    """A record of a result without city and council cannot be reduced to placements."""
    with pytest.raises(NoPositionsError, match="has only the result"):
        reduce_to_placements(loads('[Seats "bry"]\n[Result "42-38-35"]\n'))
