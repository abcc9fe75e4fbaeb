"""The score pad: pages of A5 with what lies on the table, a row for each turn, and the codes. Draws and reads nothing.

``pages`` lays them out once, ``svg`` and ``pdf`` write what it gives.
"""

from typing import Final

from replays.sheet.front import front_page
from replays.sheet.pad import CITY, COUNCIL, INTRIGUE_TILES, Pad
from replays.sheet.page import BOTTOM, DARK, LEFT, RIGHT, Page, Shape, Text
from replays.sheet.pdf import is_writable, pdf
from replays.sheet.svg import svg
from replays.sheet.turns import turn_pages

__all__ = ["CITY", "COUNCIL", "INTRIGUE_TILES", "Pad", "is_writable", "pages", "pdf", "svg"]

_SIZE: Final = 5.5


def pages(pad: Pad) -> tuple[Page, ...]:
    """The pages of a score pad: the first with table, points and codes, the others with the turns."""
    drawn = [front_page(pad), *turn_pages(pad)]
    return tuple((*shapes, *_foot(number, len(drawn))) for number, shapes in enumerate(drawn, 1))


def _foot(number: int, count: int) -> tuple[Shape, ...]:
    return (
        Text(LEFT, BOTTOM, "Notation: CGN 1", _SIZE, grey=DARK),
        Text(RIGHT, BOTTOM, f"{number} / {count}", _SIZE, anchor="end", grey=DARK),
    )
