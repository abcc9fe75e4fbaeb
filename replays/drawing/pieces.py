"""What is on a table, as elements of SVG: discs, the shapes of colours, the signs of actions, goods, cards."""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final

from replays.drawing.svg import CARD, DISC_COLOURS, INK, QUIET, element

_STAR: Final = tuple(
    (
        (0.48 if at % 2 else 1.12) * sin(at * pi / 5),
        0.06 - (0.48 if at % 2 else 1.12) * cos(at * pi / 5),
    )
    for at in range(10)
)
_OUTLINES: Final = {
    "r": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "y": ((0, -1.08), (1.02, 0.76), (-1.02, 0.76)),
    "g": ((0, -1.15), (1, 0), (0, 1.15), (-1, 0)),
    "p": _STAR,
}
"""The shape of a colour within a circle of radius 1; what has none is a circle."""

ACTION_SIGNS: Final = {
    "W": "M3 9h13a3 3 0 0 1 0 6H3zM16 9a3 3 0 0 0 0 6M5 17h12a2.5 2.5 0 0 1 0 5H5M6 2h11a2.5 2.5 0 0 1 0 5H6z",
    "B": "M2 15h9v5H2zM13 15h9v5h-9zM7 8h10v5H7zM2 8h3v5H2zM19 8h3v5h-3z",
    "M": "M3 8l9-4 9 4v9l-9 4-9-4zM3 8l9 4 9-4M12 12v9M7 12l2 4M16 13l2 3",
    "U": "M3 21V10l9-7 9 7v11zM9 21v-7h6v7M16 5V3h2v4",
    "A": "M12 2a3 3 0 0 1 0 6a3 3 0 0 1 0-6zM8 21v-2h8v2zM9 19c0-4-2-5-1-9h8c1 4-1 5-1 9z",
    "V": "M4 3v18M20 3v18M4 6h16M4 18h16M8 6v12M12 6v12M16 6v12M8 10h4M12 13h4",
    "S": "M3 16h18l-3 5H6zM12 2v14M12 3l7 9h-7zM12 6l-5 6h5z",
    "T": "M2 6h2l2 9h13l2-8H5M9 16.5a2.2 2.2 0 1 0 .1 0M16 16.5a2.2 2.2 0 1 0 .1 0M9 7v8M13 7v8M17 7l-1 8",
    "C": "M12 1v6M10 3h4M5 21V12l7-5 7 5v9zM10 21v-5a2 2 0 0 1 4 0v5",
    "K": "M3 15c4 2 14 2 18 0M7 14c0-6 10-6 10 0M6 16l-1 5M18 16l1 5",
    "R": "M4 4h16v16H4zM7 16l4-5 3 3 2-2 2 4z",
    "E": "M3 19h18M4 16L3 7l5 4 4-7 4 7 5-4-1 9z",
    "N": "M12 4a8 8 0 1 0 .1 0M12 8v8M9.5 10h3.5a1.6 1.6 0 0 1 0 3.3h-2.5M9 15h4",
}
"""The signs of the nine actions and of the four of Intrigue, each within 24 by 24; the viewer draws the same ones."""

GOODS: Final = {"wood": "#9A6232", "brick": "#B4492F", "marble": "#F4F2EE", "cloth": "#75509A"}
"""The colours of goods."""


def shape(colour: str, x: float, y: float, radius: float, fill: str, squash: float = 1) -> str:
    """Draw the shape of a player's colour, so that nobody must distinguish colours.

    ``squash`` is below 1 where it rests on something seen from the side.
    """
    outline = _OUTLINES.get(colour)
    if outline is None:
        return element("ellipse", cx=x, cy=y, rx=radius * 0.92, ry=radius * 0.92 * squash, fill=fill)
    points = " ".join(f"{x + a * radius:.1f},{y + b * radius * squash:.1f}" for a, b in outline)
    return element("polygon", points=points, fill=fill)


def disc(colour: str, x: float, y: float, radius: float, *, is_covered: bool = False) -> str:
    """Draw a disc from above; where another disc covers it its shape is at the left. A white one has a ring."""
    fill, ink = DISC_COLOURS[colour]
    middle, size = (x - radius * 0.42, radius * 0.36) if is_covered else (x, radius * 0.46)
    inner = (
        element("circle", cx=middle, cy=y, r=size, fill="none", stroke=QUIET, stroke_width=radius * 0.14)
        if colour not in _COLOURED
        else shape(colour, middle, y, size, ink)
    )
    edge = QUIET if colour not in _COLOURED else CARD
    return (
        element("circle", cx=x, cy=y + radius * 0.13, r=radius, fill=INK, fill_opacity=0.3)
        + element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=radius * 0.09)
        + inner
    )


_COLOURED: Final = "brygp"


def sign(action: str, x: float, y: float, size: float, ink: str = INK) -> str:
    """Draw the sign of an action, its left upper corner at a point."""
    place = f"translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"
    return element(
        "path", d=ACTION_SIGNS[action], transform=place, fill="none", stroke=ink, stroke_width=1.5,
        stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def good(kind: str, x: float, y: float, size: float) -> str:
    """Draw a good of ``GOODS``, its left edge at a point."""
    return element(
        "rect", x=x, y=y - size / 2, width=size, height=size, rx=size * 0.2, fill=GOODS[kind], stroke=INK,
        stroke_opacity=0.5,
    )  # fmt: skip


def card(x: float, y: float, size: float) -> str:
    """Draw the back of a card."""
    return element(
        "rect", x=x, y=y - size / 2, width=size * 0.72, height=size, rx=size * 0.14, fill=CARD, stroke=QUIET,
        stroke_width=1.6,
    )  # fmt: skip


def ship(x: float, y: float, size: float) -> str:
    """Draw a ship."""
    return sign("S", x, y - size / 2, size, INK)


def house(x: float, y: float, size: float) -> str:
    """Draw a workshop, a warehouse or another house."""
    return sign("U", x, y - size / 2, size, INK)


# Pieces in the text of a page, which says in words what they show.

_ICON_RADIUS: Final = 30
_ICON_OVERLAP: Final = 34
"""The radius of a disc of a stack, and the distance between two of them."""


def disc_icon(colour: str) -> str:
    """Draw the disc of a colour as large as a letter."""
    fill, ink = DISC_COLOURS[colour]
    drawn = element("circle", cx=12, cy=12, r=12, fill=fill) + shape(colour, 12, 12, 6, ink)
    return element("svg", drawn, viewBox="0 0 24 24", width="16", height="16", aria_hidden="true")


def stack_icon(colours: Iterable[str]) -> str:
    """Draw the discs of a street, the bottom one at the left; without any a free place."""
    discs = [*colours]
    size = 2 * (_ICON_RADIUS + 1)
    width = size + max(len(discs) - 1, 0) * _ICON_OVERLAP
    places = [_ICON_RADIUS + 1 + at * _ICON_OVERLAP for at in range(len(discs))]
    drawn = [
        disc(colour, x, size / 2, _ICON_RADIUS, is_covered=x != places[-1])
        for colour, x in zip(discs, places, strict=True)
    ]
    free = element(
        "circle", cx=size / 2, cy=size / 2, r=_ICON_RADIUS - 1, fill="none", stroke="currentColor", stroke_width=2,
        stroke_dasharray="8 6",
    )  # fmt: skip
    kind = "discs" if discs else "discs free"
    return element("svg", *(drawn or [free]), viewBox=f"0 0 {width} {size}", class_=kind, aria_hidden="true")


def sign_icon(action: str) -> str:
    """Draw the sign of an action in the colour of the text around it."""
    drawn = sign(action, 0, 0, 24, "currentColor")
    return element("svg", drawn, viewBox="0 0 24 24", class_="sign", aria_hidden="true")
