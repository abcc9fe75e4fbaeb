"""Looking ahead: every promising decision is played out for a few turns, and the model is asked for the chances then.

What the player cannot see is drawn at random: the search goes from one board that may be the one on the table to the
next, and tries all decisions on each, so that luck is the same for all of them. After some boards the worse half is
left out, again and again, so that most work goes into what is close. It can stop after any decision that it tried.
"""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from calimala_es.playing import Board, carry_out, drawn_decision, is_legal, legal_decisions
from calimala_es.playing.codes import BY_BOARD, DEALING, DRAWING, KIND, OVER, SEAT_AT, TURNING_UP
from replays.judge.model import Estimate, Model
from replays.judge.policy import Policy

_CHANCE: Final = (DRAWING, DEALING, TURNING_UP)

HALVINGS: Final = (2, 4, 8, 16)
"""After how many boards the worse half of the decisions is left out."""


class Effort(NamedTuple):
    """How much a search does: so many decisions, on so many boards, playing on for so many turns."""

    decisions: int
    boards: int
    turns: int


class Candidate:
    """A decision that was tried; ``estimates`` are those of the boards, in their order, ``line`` what followed on the
    first.
    """

    def __init__(self, decision: int) -> None:
        """Begin before anything was tried."""
        self.decision: int = decision
        self.estimates: list[Estimate] = []
        self.line: list[int] = []

    def chance(self, seat: int) -> float:
        """Return a seat's average chance of winning."""
        return sum(one.chances[seat] for one in self.estimates) / len(self.estimates)

    @property
    def chances(self) -> tuple[float, ...]:
        """The average chance of each player."""
        return mean([one.chances for one in self.estimates])

    @property
    def points(self) -> tuple[float, ...]:
        """The average points of each player at the end."""
        return mean([one.points for one in self.estimates])


def mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the average of each column."""
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def lead(one: Candidate, other: Candidate, seat: int) -> tuple[float, float]:
    """Return how much more a seat's chance is after one decision than after another, and the standard error of that.

    Only boards on which both were tried count; the error is 1 if that is less than two.
    """
    found = [
        first.chances[seat] - second.chances[seat]
        for first, second in zip(one.estimates, other.estimates, strict=False)
    ]
    average = sum(found) / len(found)
    if len(found) < 2:
        return average, 1.0
    return average, sqrt(sum((each - average) ** 2 for each in found) / (len(found) - 1) / len(found))


def is_chance(board: Board) -> bool:
    """Return whether chance decides now."""
    return board.now & KIND in _CHANCE or board.now >> SEAT_AT & 7 == BY_BOARD


def next_decision(board: Board, policy: Policy, random: Callable[[], float]) -> int:
    """Return the next decision: of chance at random, of a player by the policy."""
    if board.now & KIND == DRAWING:
        return drawn_decision(board)
    if is_chance(board):
        possible = legal_decisions(board)
        return possible[int(random() * len(possible))]
    return policy.choose(board, random)


class Lookahead:
    """Tries decisions in positions of one set-up."""

    def __init__(self, model: Model) -> None:
        """Look ahead with this model."""
        self.model: Model = model
        self.policy: Policy = Policy(model.reader)

    def promising(self, board: Board, most: int) -> list[int]:
        """Return the legal decisions that the policy likes best, the best first."""
        possible = legal_decisions(board)
        if len(possible) <= 1:
            return possible
        values = self.policy.values(board, possible)
        order = sorted(range(len(possible)), key=lambda place: -values[place])
        return [possible[place] for place in order[:most]]

    def settled(self, board: Board, until: int, random: Callable[[], float], line: list[int] | None = None) -> Estimate:
        """Play on until a turn begins, note what is decided, and return the estimate."""
        while board.now != OVER and board.turn < until:
            decision = next_decision(board, self.policy, random)
            if line is not None:
                line.append(decision)
            carry_out(board, decision)
        return self.model.estimate(board)

    def look(
        self,
        boards: Iterable[Board],
        decisions: Sequence[int],
        turns: int,
        random: Random,
        stop: Callable[[], bool] = lambda: False,
        always: int = -1,
    ) -> list[Candidate]:
        """Return these decisions as tried on these boards, the best for the player who must act first.

        ``stop`` is asked after each decision that was tried; a board on which not all of them were is then left out,
        unless it is the first. The decision ``always`` is never left out. A board on which not all of the decisions
        that are left are legal is passed over.
        """
        found = [Candidate(decision) for decision in decisions]
        alive: list[Candidate] = found
        tried, seat = 0, 0
        for board in boards:
            if not all(is_legal(board, one.decision) for one in alive):
                continue
            seat = board.now >> SEAT_AT & 7
            done = self._try(board, alive, turns, random.random(), stop)
            if done < len(alive) and tried:
                for one in alive[:done]:
                    one.estimates.pop()
                break
            tried += 1
            if done < len(alive):
                break
            alive.sort(key=lambda one: -one.chance(seat))
            if tried in HALVINGS and len(alive) > 2:
                half = len(alive) // 2
                alive = [*alive[: half + 1], *(one for one in alive[half + 1 :] if one.decision == always)]
            if stop():
                break
        tested = [one for one in found if one.estimates]
        return sorted(tested, key=lambda one: (-len(one.estimates), -one.chance(seat)))

    def _try(
        self, board: Board, candidates: Sequence[Candidate], turns: int, seed: float, stop: Callable[[], bool]
    ) -> int:
        """Return how many of these decisions were tried on a board before it was time to stop."""
        before = board.mark()
        for number, one in enumerate(candidates, 1):
            line = one.line if not one.estimates else None
            carry_out(board, one.decision)
            one.estimates.append(self.settled(board, before.turn + turns, Random(seed).random, line))
            board.take_back(before)
            if number < len(candidates) and stop():
                return number
        return len(candidates)
