"""From numbers to places along an axis, and the round numbers that stand beside it."""

from math import ceil, floor, log10
from typing import NamedTuple

_STEPS = (1, 2, 5, 10)
"""What steps between the numbers of an axis begin with."""


class Scale(NamedTuple):
    """Numbers from ``low`` to ``high`` lie from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Where a number lies; all lie at the start if there is only one."""
        span = self.high - self.low
        return self.start + (self.end - self.start) * (number - self.low) / span if span else self.start


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from at most ``low`` to at least ``high``, a step of 1, 2 or 5 times a power of ten apart.

    At least two, and not many more than ``most``; whole ones.
    """
    rough = max((high - low) / max(most, 1), 1)
    power = 10 ** floor(log10(rough))
    step = next(times * power for times in _STEPS if times * power >= rough)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [number * step for number in range(first, last + 1)]
