"""What lies on the board as it is drawn on a page: the mark of a player's colour, the discs of a street, signs."""

from collections.abc import Iterable
from typing import Final

from replays.diagrams.cells import DISC_COLOURS
from replays.html import Node
from replays.picture.pieces import disc, shape, sign
from replays.plots.ink import element


def mark(colour: str) -> Node:
    """The disc of a colour, by its letter, as SVG in the text."""
    fill, ink = DISC_COLOURS[colour]
    drawn = element("circle", cx=12, cy=12, r=12, fill=fill) + shape(colour, 12, 12, 6, ink)
    return Node(element("svg", drawn, viewBox="0 0 24 24", width="16", height="16", aria_hidden="true"))


_RADIUS: Final = 30
_OVERLAP: Final = 34
"""How far the discs of a street lie apart, in parts of which the radius of a disc is so many."""


def discs(colours: Iterable[str]) -> Node:
    """The discs of a street from the bottom one at the left, as letters of colours; without any a free place."""
    lying = [*colours]
    size = 2 * (_RADIUS + 1)
    width = size + max(len(lying) - 1, 0) * _OVERLAP
    places = [_RADIUS + 1 + at * _OVERLAP for at in range(len(lying))]
    drawn = [
        disc(colour, x, size / 2, _RADIUS, is_covered=x != places[-1]) for colour, x in zip(lying, places, strict=True)
    ]
    free = element(
        "circle",
        cx=size / 2,
        cy=size / 2,
        r=_RADIUS - 1,
        fill="none",
        stroke="currentColor",
        stroke_width=2,
        stroke_dasharray="8 6",
    )
    box = f"0 0 {width} {size}"
    kind = "discs" if lying else "discs free"
    return Node(element("svg", *(drawn or [free]), viewBox=box, class_=kind, aria_hidden="true"))


def sign_of(action: str) -> Node:
    """The sign of an action in the colour of the text around it."""
    drawn = sign(action, 0, 0, 24, "currentColor")
    return Node(element("svg", drawn, viewBox="0 0 24 24", class_="sign", aria_hidden="true"))
