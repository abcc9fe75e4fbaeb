"""Placements to be guessed: what is shown before, what an answer causes, what the placement brought."""

from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import PlaceDisc
from calimala_es.events import DiscActivated
from calimala_es.frames import Placement
from calimala_es.view import PUBLIC
from notation import dumps, loads
from replays.analysis import activations
from replays.edit.reduce import reduce_to_placements
from replays.puzzles import PuzzleError, choice, gifts, placement, puzzle_of
from replays.replay import Replay
from replays.text.names import Names
from tests.cli_runs import ROOT, played
from tests.profiles import examples
from tests.replayed import replay_of
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, NO_CODE, Playout, any_games


def placed(replay: Replay) -> list[int]:
    """Return the turns with a recorded placement."""
    return [
        replay.ids[first].turn
        for number, first in enumerate(replay.firsts)
        if isinstance(replay.commands[number], PlaceDisc) and isinstance(replay.states[first].now, Placement)
    ]


FOUR: Final = played()


@examples(12)
@given(any_games(KNOWN, AT_THE_TABLE, MIXED), st.data())
def test_every_placement_is_a_puzzle(game: Playout, data: st.DataObject) -> None:
    """In games of every rule set each placement can be guessed: it is one of the answers, each can be compared with it,
    and its activations are those of the game."""
    whole = replay_of(game)
    turns = placed(whole)
    turn = data.draw(st.sampled_from(turns))
    puzzle, there = puzzle_of(whole, turn), placement(whole, turn)
    names = Names.of(game.setup)
    assert there.command in puzzle.answers
    assert all(choice(puzzle.state, command, names).symbol for command in puzzle.answers)
    shown = gifts(whole, puzzle, turn, names)
    activated = [one for one in activations(whole) if one.turn == turn]
    assert len(shown) in (len(activated), len(activated) - 1)
    assert [Fraction(gift.points) for gift in shown] == [one.points for one in activated[: len(shown)]]
    events = [event for event in whole.events if isinstance(event, DiscActivated)]
    assert len(events) >= len(shown)


@examples(8)
@given(any_games(KNOWN, MIXED), st.data())
def test_what_follows_makes_no_difference(game: Playout, data: st.DataObject) -> None:
    """A puzzle depends only on the public decisions before the placement."""
    whole = replay_of(game)
    turn = data.draw(st.sampled_from(placed(whole)))
    there = placement(whole, turn)
    short = Replay(replace(whole.game, moves=whole.game.moves[: there.number + 1]))
    seen = whole.view(PUBLIC)
    texts = {dumps(puzzle_of(each, turn).record) for each in (whole, short, seen)}
    assert len(texts) == 1
    with_hand = {dumps(puzzle_of(each, turn, with_hand=True).record) for each in (whole, short)}
    assert len(with_hand) == 1


def test_what_was_said_is_not_shown() -> None:
    """A puzzle has no headers, comments and variations."""
    record = loads((ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8"))
    puzzle = puzzle_of(Replay(record), 30)
    assert not puzzle.record.headers
    assert not puzzle.record.notes
    assert not any(move.notes or move.variations for move in puzzle.record.moves)


def test_records_of_placements() -> None:
    """A record of placements has puzzles as well, without the parts that it does not have."""
    record = loads(dumps(reduce_to_placements(FOUR)))
    whole = Replay(record)
    puzzle = puzzle_of(whole, 20)
    assert placement(whole, 20).command in puzzle.answers
    assert gifts(whole, puzzle, 20, Names.of(record.setup))


@pytest.mark.parametrize("turn", [-1, 0, 99, 10**9])
def test_a_turn_without_a_placement(turn: int) -> None:
    """A turn without a placement is not a puzzle."""
    with pytest.raises(PuzzleError):
        puzzle_of(Replay(FOUR), turn)


def test_an_answer_against_the_rules() -> None:
    """An illegal placement is an error."""
    whole = Replay(FOUR)
    with pytest.raises(PuzzleError):
        choice(puzzle_of(whole, 20).state, PlaceDisc(NO_CODE), Names.of(FOUR.setup))
