"""The city of a picture: nine tiles, and the stacks of the twelve streets between them, the bottom disc at the left."""

from collections.abc import Iterator
from typing import Final

from calimala_es.board import STREET_INDEX, STREETS
from calimala_es.state import Activation, DiscOffer, State
from replays.diagrams.cells import INK, LINE, QUIET, ROAD, TILE, disc_colour
from replays.names import Table
from replays.picture.pieces import disc, label, sign
from replays.plots.ink import element
from replays.words import action_words
from replays.words.vocabulary import SQUARE

_TILE: Final = 132
_PITCH: Final = 229
_RADIUS: Final = 24
_OVERLAP: Final = 27
_ROAD: Final = 62

SIDE: Final = 2 * _PITCH + _TILE
"""The side of the square that the city fills."""

GOLD: Final = "#C77700"
GLOW: Final = "#FFE9B0"


def city(state: State, table: Table, x: float, y: float) -> str:
    """The city with its left upper corner at a point; the disc whose activation it is has a ring."""
    return element("g", *_parts(state, table), transform=f"translate({x} {y})")


def _parts(state: State, table: Table) -> Iterator[str]:
    under_way = next((f for f in (state.now, *state.later) if isinstance(f, Activation | DiscOffer)), None)
    street = under_way.street if under_way else ""
    for name in STREETS:
        yield _road(name, is_active=name == street)
    for at, action in enumerate(table.city):
        yield _tile(action, table, at % 3 * _PITCH, at // 3 * _PITCH)
    for name in STREETS:
        yield _stack(state, table, name, under_way.depth if under_way and name == street else 0)


def _middle(street: str) -> tuple[float, float]:
    one, other = (int(square) - 1 for square in street)
    half = _TILE / 2
    return (one % 3 + other % 3) * _PITCH / 2 + half, (one // 3 + other // 3) * _PITCH / 2 + half


def _road(street: str, *, is_active: bool) -> str:
    x, y = _middle(street)
    length = _PITCH - _TILE + 16
    is_across = int(street[1]) - int(street[0]) == 1
    width, height = (length, _ROAD) if is_across else (_ROAD, length)
    fill, stroke = (GLOW, GOLD) if is_active else (ROAD, LINE)
    return element(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=8, fill=fill, stroke=stroke
    )


def _tile(action: str, table: Table, x: float, y: float) -> str:
    name = action_words(action, table.language, SQUARE)
    return (
        element("rect", x=x, y=y, width=_TILE, height=_TILE, rx=14, fill=TILE, stroke=LINE, stroke_width=1.5)
        + sign(action, x + _TILE / 2 - 33, y + 14, 66)
        + label(name, x + _TILE / 2, y + _TILE - 17, _TILE - 10, 25, text_anchor="middle")
    )


def _stack(state: State, table: Table, street: str, depth: int) -> str:
    stack = state.stacks[STREET_INDEX[street]]
    x, y = _middle(street)
    left = x - (len(stack) - 1) * _OVERLAP / 2
    drawn = [
        disc(disc_colour(table, mark), left + at * _OVERLAP, y, _RADIUS, is_covered=at < len(stack) - 1)
        for at, mark in enumerate(stack)
    ]
    active = len(stack) - depth
    if depth and 0 <= active < len(stack):
        middle = left + active * _OVERLAP
        drawn.append(element("circle", cx=middle, cy=y, r=_RADIUS + 3, fill="none", stroke=GOLD, stroke_width=5))
    if table.setup.intrigue:
        pair = " / ".join(table.setup.intrigue[STREET_INDEX[street]])
        fill = INK if not stack else QUIET
        drawn.append(label(pair, x, y - _RADIUS - 10, 90, 17, text_anchor="middle", fill=fill))
    return "".join(drawn)
