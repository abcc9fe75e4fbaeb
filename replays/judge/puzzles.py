"""Puzzles found in a game: turns in which one placement is clearly the best, as far as the player could see.

What the judge found clear is checked with more alternatives, on many more boards, and only what stays clear is a
puzzle. Its grade says how hard it is to find: whether the simple player, who looks no further than its own points,
likes the answer best, a little less, or not at all.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import PlaceDisc
from calimala_es.game import start_of
from calimala_es.legal import legal
from calimala_es.playing import to_decision
from calimala_es.playing.board import BoardRules
from calimala_es.state import State
from calimala_es.view import view_state
from notation.grammar.symbols import format_command
from replays.judge.costs import (
    GOOD_GLYPH,
    ONLY_GOOD,
    Alternative,
    JudgedMove,
    JudgeEffort,
    Judgement,
    judge_instead,
)
from replays.judge.lookahead import Effort, Lookahead
from replays.judge.model import model_of
from replays.judge.worlds import sampled_board
from replays.replay import Replay

Grade = Literal["easy", "moderate", "hard"]

CAREFUL: Final = JudgeEffort(
    placements=Effort(decisions=16, boards=8, turns=9), again=Effort(decisions=2, boards=64, turns=12)
)
"""How much is done to check a puzzle: on four times as many boards as for a judgement."""


def careful(boards: int) -> JudgeEffort:
    """Return how much is done to check a puzzle of a game that was judged on so many boards."""
    again = CAREFUL.again
    number = max(2, again.boards * boards // JudgeEffort().again.boards)
    return replace(CAREFUL, again=again._replace(boards=number))


_LIKED: Final = 3
"""How far down the answer of a moderate puzzle may be among what the simple player likes."""

_EVERYTHING: Final = 1000


class FoundPuzzle(Struct, frozen=True):
    """A placement to be guessed, in turn ``turn`` at the event ``id``.

    ``answer`` is the best placement, ``second`` the best other one, ``lead`` how much better the answer is for the
    player, with its standard error, on so many ``boards``; ``played`` is what was placed in the game.
    """

    move: int
    turn: int
    id: str
    seat: int
    grade: Grade
    answer: Alternative
    second: Alternative
    lead: float
    error: float
    boards: int
    played: str


def find_puzzles(
    replay: Replay, judgement: Judgement, most: int, effort: JudgeEffort = CAREFUL, seed: str = "1"
) -> list[FoundPuzzle]:
    """Return at most so many puzzles of a judged game, those that are clearest first."""
    clear = sorted(filter(_is_clear, judgement.moves), key=lambda move: -_lead(move))
    return [*islice((puzzle for move in clear for puzzle in _checked(replay, move, effort, seed)), most)]


def _is_clear(move: JudgedMove) -> bool:
    return move.is_placement and len(move.best) > 1 and _lead(move) >= ONLY_GOOD


def _lead(move: JudgedMove) -> float:
    """Return how much better the best alternative is than the next, for the player who decided."""
    return move.best[0].chances[move.seat] - move.best[1].chances[move.seat]


def _checked(replay: Replay, move: JudgedMove, effort: JudgeEffort, seed: str) -> Iterator[FoundPuzzle]:
    """Yield the puzzle of a placement, if its answer stays clear."""
    state = replay.game.moves[move.move - 1].state if move.move else start_of(replay.game)
    command = next((each for each in legal(state) if format_command(state, each) == move.best[0].symbol), None)
    if not isinstance(command, PlaceDisc):
        return
    found = judge_instead(replay, move, command, effort, seed)
    if found.glyph != GOOD_GLYPH:
        return
    yield FoundPuzzle(
        move.move,
        move.turn,
        move.id,
        move.seat,
        _grade(view_state(state, move.seat), command, Random(f"{seed}/{move.move}/grade")),
        found.best[0],
        found.best[1],
        round(_lead(found), 4),
        found.error,
        found.boards,
        move.symbol,
    )


def _grade(state: State, answer: PlaceDisc, random: Random) -> Grade:
    """Return how hard it is to find the answer in a position as its player sees it."""
    board = sampled_board(state, random)
    liked = Lookahead(model_of(BoardRules(state.setup))).promising(board, _EVERYTHING)
    place = liked.index(to_decision(answer))
    return "easy" if not place else "moderate" if place < _LIKED else "hard"
