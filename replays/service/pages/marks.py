"""The mark of a player's colour on a page: its shape in its colour, as on the board."""

from replays.diagrams.cells import DISC_COLOURS
from replays.html import Node
from replays.picture.pieces import shape
from replays.plots.ink import element


def mark(colour: str) -> Node:
    """The disc of a colour, by its letter, as SVG in the text."""
    fill, ink = DISC_COLOURS[colour]
    drawn = element("circle", cx=12, cy=12, r=12, fill=fill) + shape(colour, 12, 12, 6, ink)
    return Node(element("svg", drawn, viewBox="0 0 24 24", width="16", height="16", aria_hidden="true"))
