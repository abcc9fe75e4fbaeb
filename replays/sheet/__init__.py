"""The score pad: pages of A5 with what lies on the table, a row for each turn, and the codes. Draws and reads nothing.

``pages`` lays them out once, ``svg`` and ``pdf`` write what it gives.
"""

from typing import Final

from msgspec.structs import replace

from replays.names import clean_name
from replays.sheet.front import front_page
from replays.sheet.pad import CITY, COUNCIL, INTRIGUE_TILES, Pad
from replays.sheet.page import BOTTOM, DARK, LEFT, RIGHT, Page, Shape, Text
from replays.sheet.pdf import is_writable, pdf
from replays.sheet.svg import svg
from replays.sheet.turns import turn_pages

__all__ = ["CITY", "COUNCIL", "INTRIGUE_TILES", "Pad", "is_writable", "pages", "pdf", "svg"]

LONGEST_TEXT: Final = 80
"""Columns after which what is told of the event is cut; less may fit."""

_SIZE: Final = 5.5


def pages(pad: Pad) -> tuple[Page, ...]:
    """The pages of a score pad: the first with table, points and codes, the others with the turns."""
    event, date, site = (clean_name(text, LONGEST_TEXT) for text in (pad.event, pad.date, pad.site))
    harmless = replace(pad, event=event, date=date, site=site)
    drawn = [front_page(harmless), *turn_pages(harmless)]
    return tuple((*shapes, *_foot(number, len(drawn))) for number, shapes in enumerate(drawn, 1))


def _foot(number: int, count: int) -> tuple[Shape, ...]:
    return (
        Text(LEFT, BOTTOM, "Notation: CGN 1", _SIZE, grey=DARK),
        Text(RIGHT, BOTTOM, f"{number} / {count}", _SIZE, anchor="end", grey=DARK),
    )
