"""A printed page as values: lines, boxes and texts at places in millimetres from the top left corner. Draws nothing."""

from typing import Final, Literal

from msgspec import Struct

WIDTH: Final = 148.0
HEIGHT: Final = 210.0
"""A5, upright."""

MARGIN: Final = 9.0
LEFT: Final = MARGIN
RIGHT: Final = WIDTH - MARGIN
TOP: Final = MARGIN
BOTTOM: Final = HEIGHT - MARGIN
"""Where nothing is drawn outside of: what every printer can print."""

POINT: Final = 25.4 / 72
"""Millimetres in a point, the unit of sizes of letters."""

THIN: Final = 0.2
THICK: Final = 0.5
"""Widths of lines."""

BLACK: Final = 0.0
DARK: Final = 0.35
PALE: Final = 0.6
FAINT: Final = 0.93
WHITE: Final = 1.0
"""Greys, from 0 black to 1 white, that come out on any printer."""

Anchor = Literal["start", "middle", "end"]
"""Which part of a text stands at its place."""


class Line(Struct, frozen=True):
    """A straight line from one place to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = THIN
    grey: float = BLACK


class Box(Struct, frozen=True):
    """A rectangle: its upper left corner, its size, what it is filled with and the width of its border, 0 for none."""

    x: float
    y: float
    width: float
    height: float
    fill: float = WHITE
    border: float = THIN


class Text(Struct, frozen=True):
    """Letters on one line; ``y`` is the line that they stand on, ``size`` in points."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: Anchor = "start"
    grey: float = BLACK


Shape = Line | Box | Text

Page = tuple[Shape, ...]
"""What is drawn on one page, the first lowest."""
