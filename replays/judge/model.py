"""From the numbers of a position to chances and points: one weighted sum for each, learned from games.

A player's points at the end are a weighted sum of the player's numbers; the chance of winning follows from another sum,
set against those of the others (softmax). A weight changes evenly with the time that is left. The weights of every rule
set are in ``weights.json``, which ``python -m training`` writes; ``docs/judge.md`` says from what.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode

from calimala_es.playing import Board, winners
from calimala_es.playing.board import BoardRules
from replays.judge.features import Reader

TIMES: Final = 32
"""How many steps of time weights are worked out for."""

TWO: Final = "two"
FIRST: Final = "first"
SECOND: Final = "second"
INTRIGUE: Final = "intrigue"
FAMILIES: Final = "families"
RULE_SETS: Final = (TWO, FIRST, SECOND, INTRIGUE, FAMILIES)
"""The rule sets that have weights of their own."""


class Weights(Struct, frozen=True):
    """What was learned for one rule set.

    ``points`` and ``chances`` are two rows of a weight for each of ``features.NAMES``: that at the end of the game, and
    how much more it is with the whole game to come; ``spreads`` is by kind of place and turns until its scoring.
    """

    points: tuple[list[float], list[float]]
    chances: tuple[list[float], list[float]]
    spreads: list[list[int]]


class Estimate(NamedTuple):
    """The chance of winning, and the expected points at the end, by player."""

    chances: tuple[float, ...]
    points: tuple[float, ...]


def rule_set_of(rules: BoardRules) -> str:
    """Return which of ``RULE_SETS`` a board is played by."""
    if rules.has_third:
        return TWO
    if rules.has_families:
        return FAMILIES
    if rules.has_intrigue:
        return INTRIGUE
    return SECOND if rules.most_recent_seat else FIRST


@cache
def learned_weights() -> dict[str, Weights]:
    """Return the weights in the package, by rule set."""
    return decode((Path(__file__).parent / "weights.json").read_bytes(), type=dict[str, Weights])


def model_of(rules: BoardRules) -> "Model":
    """Return the model for a board with these rules."""
    return Model(learned_weights()[rule_set_of(rules)], rules)


class Model:
    """Estimates positions of one set-up."""

    def __init__(self, weights: Weights, rules: BoardRules) -> None:
        """Prepare for one set-up."""
        self.players: int = rules.players
        self.reader: Reader = Reader(rules, weights.spreads)
        self.points: list[list[float]] = _by_time(*weights.points)
        self.chances: list[list[float]] = _by_time(*weights.chances)

    def estimate(self, board: Board) -> Estimate:
        """Return the chances and points of a position; when the game is over those that it ended with."""
        if board.is_over:
            won = winners(board)
            return Estimate(
                tuple([1 / len(won) if seat in won else 0.0 for seat in range(self.players)]),
                tuple([float(board.mats[seat].points) for seat in range(self.players)]),
            )
        reading = self.reader.read(board)
        numbers = reading.numbers[: self.players]
        at = int(reading.time * TIMES + 0.5)
        chances, points = self.chances[at], self.points[at]
        return Estimate(
            softmax([sum(map(mul, chances, own)) for own in numbers]),
            tuple([sum(map(mul, points, own)) for own in numbers]),
        )


def _by_time(start: Sequence[float], slope: Sequence[float]) -> list[list[float]]:
    return [
        [first + step / TIMES * more for first, more in zip(start, slope, strict=True)] for step in range(TIMES + 1)
    ]


def softmax(values: Sequence[float]) -> tuple[float, ...]:
    """Return chances in proportion to the exponentials of these values.

    >>> softmax([1.0, 1.0])
    (0.5, 0.5)
    """
    most = max(values)
    shares = [exp(value - most) for value in values]
    total = sum(shares)
    return tuple([share / total for share in shares])
