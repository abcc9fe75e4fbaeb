"""The contents of places over time: for each of several places the numbers of the lives in it, at any position."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Where = TypeVar("Where", bound=Hashable)


class Lying(Generic[Where]):
    """Contents that change now and then; stored in full at each change, so that a look back is a bisection."""

    def __init__(self, places: Iterable[Where]) -> None:
        """Begin with all places empty."""
        self._positions: dict[Where, list[int]] = {place: [0] for place in places}
        self._rows: dict[Where, list[tuple[int, ...]]] = {place: [()] for place in self._positions}

    def put(self, place: Where, position: int, row: tuple[int, ...]) -> None:
        """Set the contents of a place from a position on; positions never decrease."""
        positions, rows = self._positions[place], self._rows[place]
        if positions[-1] == position:
            rows[-1] = row
        else:
            positions.append(position)
            rows.append(row)

    def last(self, place: Where) -> tuple[int, ...]:
        """Return what is there at the end."""
        return self._rows[place][-1]

    def at(self, place: Where, position: int) -> tuple[int, ...]:
        """Return what was there at a position."""
        return self._rows[place][bisect_right(self._positions[place], position) - 1]

    def until(self, place: Where, position: int) -> tuple[int, ...]:
        """Return everything that was there at any time up to a position, in the order in which it came."""
        rows = self._rows[place][: bisect_right(self._positions[place], position)]
        return tuple(dict.fromkeys(thing for row in rows for thing in row))
