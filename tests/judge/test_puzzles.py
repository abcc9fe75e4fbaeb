"""Puzzles found by the judge: what stays clear when it is checked, with grade and answer."""

from pathlib import Path
from typing import Final

import pytest

from notation import loads
from replays.judge.costs import Alternative, JudgedMove, JudgeEffort, Judgement
from replays.judge.lookahead import Effort
from replays.judge.puzzles import FoundPuzzle, find_puzzles
from replays.replay import Replay
from replays.text.judged_puzzles import puzzle_lines
from replays.text.names import Names

REPLAY: Final = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
LITTLE: Final = JudgeEffort(Effort(3, 2, 2), again=Effort(2, 8, 12))
TURN: Final = 46


def found(answer: str, second: str, lead: float) -> list[FoundPuzzle]:
    """Return the puzzles of a game of which Angelica's last turn is judged: the answer leads by so much."""
    number = [str(REPLAY.ids[first]) for first in REPLAY.firsts].index(f"{TURN}.0.1")
    chances = (0.25,) * 4
    best = [Alternative(answer, (0.1, 0.4 + lead, 0.2, 0.1), chances, ()), Alternative(second, (0.4,) * 4, chances, ())]
    move = JudgedMove(number, f"{TURN}.0.1", TURN, 1, "BA2", True, chances, chances, 0.2, 0.1, 4, tuple(best))
    judgement = Judgement("1", (move,), chances, chances, chances, chances, (chances,) * 4, chances)
    return find_puzzles(REPLAY, judgement, 3, LITTLE)


def test_a_placement_that_stays_clear_is_a_puzzle() -> None:
    """A placement that is clearly the best when it is checked is a puzzle, with its grade, and its answer explained."""
    (puzzle,) = found("VT2", "BA2", 0.3)
    assert (puzzle.turn, puzzle.seat, puzzle.answer.symbol, puzzle.played) == (TURN, 1, "VT2", "BA2")
    assert puzzle.boards == LITTLE.again.boards
    assert puzzle.lead > 2 * puzzle.error
    names = Names.of(REPLAY.game.setup, {1: "Angelica"})
    lines = puzzle_lines([puzzle], REPLAY.game, names)
    assert lines[0].startswith(
        f"46.0.1, Angelica, {puzzle.grade}: place a white disc on the weave-transport street (VT2: "
    )
    assert lines[1].startswith("  This activates Angelica: ")
    assert lines[-1] == "  Played in the game: BA2."


@pytest.mark.parametrize(("answer", "second", "lead"), [("BA2", "VT2", 0.3), ("VT2", "BA2", 0.05), ("??", "BA2", 0.3)])
def test_what_is_not_clear_is_no_puzzle(answer: str, second: str, lead: float) -> None:
    """Neither a placement that only seemed the best nor one that leads by little is a puzzle."""
    assert found(answer, second, lead) == []
    assert puzzle_lines([], REPLAY.game, Names.of(REPLAY.game.setup)) == [
        "No placement of this game is clearly the best one."
    ]
