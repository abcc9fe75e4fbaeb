"""Pictures in SVG as PNG, drawn by resvg with the fonts of the system."""

from functools import cache
from typing import Final

from calimala_es.errors import CalimalaError
from replays.plots.ink import FONT

NARROWEST: Final = 200
WIDEST: Final = 2400
"""How wide a picture may be asked for, in pixels."""


class NoLettersError(CalimalaError):
    """The system has no fonts, so a picture would have no words; says what to install."""


class DrawnSmallError(CalimalaError):
    """A picture is asked for in a size that it is not drawn in."""


def png_of(svg: str, width: int) -> bytes:
    """The picture so many pixels wide; raises ``DrawnSmallError`` for another size and ``NoLettersError``."""
    if not NARROWEST <= width <= WIDEST:
        raise DrawnSmallError(f"a picture is {NARROWEST} to {WIDEST} pixels wide, not {width}")
    if not _has_letters():
        raise NoLettersError("no font is installed, so pictures would have no words (Debian: apt install fonts-dejavu)")
    return _drawn(svg, width)


def _drawn(svg: str, width: int) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width))


@cache
def _has_letters() -> bool:
    """Return whether a letter in the fonts of a picture leaves anything on the paper."""
    paper = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">{}</svg>'
    letter = f'<text x="4" y="32" font-size="32" font-family="{FONT}">M</text>'
    return _drawn(paper.format(letter), 40) != _drawn(paper.format(""), 40)
