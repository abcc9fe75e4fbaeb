"""Where the blocks of a chapter stand on pages of A4, by their sizes alone.

Lengths are points, from the top of a page down. Pictures give way: they become a little smaller where that saves a page
or a hole that is left where the next one does not fit.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 595.0
HEIGHT: Final = 842.0
MARGIN: Final = 40.0
"""A4 and what is kept free of it."""

_INNER: Final = HEIGHT - 2 * MARGIN
_SHARES: Final = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)
"""The sizes that pictures may have, as parts of the usual one."""

_HOLE: Final = 120.0
"""What may stay white below a page that is not the last."""


class Block(NamedTuple):
    """Something to be placed: its size as it was drawn, and how high it may be at most.

    ``shrinks`` says that it may be smaller than that, ``gap`` is left free below it.
    """

    width: float
    height: float
    most: float = HEIGHT
    shrinks: bool = False
    gap: float = 0.0


class Spot(NamedTuple):
    """Where a block stands: the page, the first is 0, its lower edge below the upper edge of the page, its scale."""

    page: int
    bottom: float
    scale: float


def laid_out(blocks: Sequence[Block]) -> list[Spot]:
    """The places of a chapter's blocks, which begins with a page: as few pages and holes as may be, large pictures."""
    return min((_flow(blocks, share) for share in _SHARES), key=_badness)


def _flow(blocks: Sequence[Block], share: float) -> list[Spot]:
    """The blocks below each other, and on the next page where they do not fit."""
    spots: list[Spot] = []
    page, top = 0, MARGIN
    for block in blocks:
        most = min(block.most, _INNER) * (share if block.shrinks else 1.0)
        scale = min(1.0, (WIDTH - 2 * MARGIN) / block.width, most / block.height)
        height = scale * block.height
        if spots and top + height > HEIGHT - MARGIN:
            page, top = page + 1, MARGIN
        spots.append(Spot(page, top + height, scale))
        top += height + block.gap
    return spots


def _badness(spots: Sequence[Spot]) -> tuple[int, int]:
    """The pages, and how many of them but the last have a hole."""
    ends = {spot.page: spot.bottom for spot in spots}
    pages = max(ends, default=0)
    return pages, sum(HEIGHT - MARGIN - bottom > _HOLE for page, bottom in ends.items() if page < pages)
