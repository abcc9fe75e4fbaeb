"""Colour on a terminal, and the width of text that may have it. Knows nothing of games.

Text that was painted here still has its plain width for the functions of this module.
"""

import re
from typing import Final

from replays.names import columns

INKS: Final = {
    "b": "94",
    "r": "91",
    "y": "93",
    "g": "92",
    "p": "95",
    "w": "1",
    "quiet": "2",
    "heading": "1",
    "warning": "1;91",
}
"""The select-graphic-rendition codes of players' colours and of what is no player's."""

_PAINTED: Final = re.compile("\x1b\\[[0-9;]*m")


class Style:
    """How to paint: with ``colour`` or not at all."""

    def __init__(self, *, colour: bool) -> None:
        """Keep whether there is colour."""
        self.colour = colour

    def paint(self, text: str, ink: str) -> str:
        """The text in one of ``INKS``; unknown inks and empty texts stay plain."""
        code = INKS.get(ink)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


def width_of(text: str) -> int:
    """The columns that a text takes, painted or not."""
    return columns(_PAINTED.sub("", text))


def left(text: str, width: int) -> str:
    """The text with spaces behind it up to a width; longer text stays as it is."""
    return text + " " * (width - width_of(text))


def centred(text: str, width: int, fill: str = " ") -> str:
    """The text in the middle of a width, the odd column behind it."""
    free = max(width - width_of(text), 0)
    return fill * (free // 2) + text + fill * (free - free // 2)


def beside(one: list[str], other: list[str], width: int) -> list[str]:
    """Two columns of lines, the first in ``width`` columns."""
    rows = max(len(one), len(other))
    one, other = one + [""] * (rows - len(one)), other + [""] * (rows - len(other))
    return [(left(a, width) + b).rstrip() for a, b in zip(one, other, strict=True)]


def wrapped(words: list[str], width: int, indent: str = "") -> list[str]:
    """Words with a space between them in lines of at most ``width`` columns, those after the first indented."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line.strip() and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line = indent + word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines
