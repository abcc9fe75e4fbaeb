"""How wide letters are in Helvetica, and texts that are cut to a width.

The widths are those of the standard fonts of PDF, which Arial and Liberation Sans share, so that a page is the same
wherever it is shown. Other scripts are estimated, a little too wide.
"""

import unicodedata
from typing import Final

from replays.names import char_columns
from replays.sheet.page import POINT

_REGULAR: Final = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_BOLD: Final = (
    *(278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611),
    *(975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556),
    *(333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611),
    *(611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584),
)
"""Thousandths of the size, of the signs of ASCII from the blank on."""

_OTHER: Final = 778
_WIDE: Final = 1100
_ELLIPSIS: Final = "…"
_MORE: Final = {_ELLIPSIS: 1000, "·": 278, "–": 556, "×": 584, "ß": 611, "ø": 611}


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text in millimetres."""
    widths = _BOLD if bold else _REGULAR
    return sum(_char_width(char, widths) for char in text) * size * POINT / 1000


def _char_width(char: str, widths: tuple[int, ...]) -> int:
    if not char.isascii():
        char = unicodedata.normalize("NFD", char)[0]
    if char.isascii():
        return widths[ord(char) - 32] if char.isprintable() else 0
    if char in _MORE:
        return _MORE[char]
    return (0, _OTHER, _WIDE)[char_columns(char)]


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, or its beginning with an ellipsis, so that it is at most so many millimetres wide."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + _ELLIPSIS, size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS
