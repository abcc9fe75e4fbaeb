"""The city as the viewer draws it (``viewer/city.js``): nine tiles, and the stacks of the streets as piles.

A pile that is being activated is open, so that each disc can be seen: its order, the one that acts in a frame, and the
one that goes to the council next, hollow. Measures are those of the viewer.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from calimala_es.board import STREET_INDEX, STREETS
from calimala_es.components import WHITE, Street
from calimala_es.frames import Activation, DiscOffer
from calimala_es.state import State
from replays.drawing.pieces import shape, sign
from replays.drawing.svg import (
    CARD,
    DISC_COLOURS,
    DISC_SIDES,
    EDGE,
    GLOW,
    GOLD,
    INK,
    LINE,
    ROAD,
    SIGN_COLOURS,
    TILE,
    TILE_SIDE,
    element,
    label,
)
from replays.text.names import Names
from replays.text.terms import SQUARE, action_term

_TILE: Final = 106
_GAP: Final = 96
_PITCH: Final = _TILE + _GAP
_LEFT: Final = 22
_TOP: Final = 20
_ROAD: Final = 64
_TAG: Final = 22
CITY_WIDTH: Final = 2 * _PITCH + _TILE + 2 * _LEFT
CITY_HEIGHT: Final = 2 * _PITCH + _TILE + 2 * _TOP
"""The size of the drawing."""

_RADIUS: Final = 27
_FLAT: Final = 16.5
_CLOSED: Final = 13.0
_OPEN: Final = (19.0, 19.0, 19.0, 19.0, 16.5)
"""The radii of a disc seen from the side, and how thick it is in a closed pile and, by their number, in an open one."""

_FULL: Final = 4
_SHADOW: Final = "#3C280A"
_RING: Final = "#6A5F52"
_WHITE_RIM: Final = "#8F8270"


class _Where(NamedTuple):
    """Where a street is: the corner of the tile at its left, or above it, and where its pile is."""

    is_across: bool
    left: float
    top: float

    @property
    def middle(self) -> float:
        return self.left + (_TILE + _GAP / 2 if self.is_across else _TILE / 2)

    @property
    def base(self) -> float:
        return self.top + (_TILE - 14 if self.is_across else _PITCH - 3)


def _where(street: Street) -> _Where:
    one, other = (int(square) - 1 for square in street)
    return _Where(other - one == 1, _LEFT + one % 3 * _PITCH, _TOP + one // 3 * _PITCH)


def draw_city(state: State, names: Names, *, has_words: bool = True) -> str:
    """Draw the city of a position, ``CITY_WIDTH`` by ``CITY_HEIGHT``; without words the signs are larger."""
    offer = state.now if isinstance(state.now, DiscOffer) else None
    under_way = next((frame for frame in state.frames if isinstance(frame, Activation)), offer)
    active = under_way.street if under_way else ""
    pending = under_way.pending if isinstance(under_way, Activation) else ""
    parts = [_draw_road(_where(name), is_active=name == active) for name in STREETS]
    for at, action in enumerate(names.city):
        x, y = _LEFT + at % 3 * _PITCH, _TOP + at // 3 * _PITCH
        parts.append(_draw_tile(action, names if has_words else None, x, y, is_pending=action in pending))
    tagged = STREETS if names.setup.intrigue else ()
    parts += [_draw_tags(_where(name), names.setup.intrigue[STREET_INDEX[name]]) for name in tagged]
    for name in STREETS:
        colours = [names.letter(mark) for mark in state.stacks[STREET_INDEX[name]]]
        parts += _draw_pile(colours, _where(name), under_way.depth if under_way and name == active else 0)
    return element("g", *parts)


def _draw_road(where: _Where, *, is_active: bool) -> str:
    along, aside = _TILE - 6, (_TILE - _ROAD) / 2
    x, y = (along, aside) if where.is_across else (aside, along)
    width, height = (_GAP + 12, _ROAD) if where.is_across else (_ROAD, _GAP + 12)
    fill, stroke, line = (GLOW, GOLD, 2.5) if is_active else (ROAD, LINE, 1)
    return element(
        "rect", x=where.left + x, y=where.top + y, width=width, height=height, rx=4, fill=fill, stroke=stroke,
        stroke_width=line,
    )  # fmt: skip


def _draw_tile(action: str, names: Names | None, x: float, y: float, *, is_pending: bool) -> str:
    """Draw a tile with its sign and its name, or with a larger sign alone."""
    fill, stroke, line = (GLOW, GOLD, 3.5) if is_pending else (TILE, EDGE, 1.2)
    tile = element("rect", x=x, y=y + 4, width=_TILE, height=_TILE, rx=13, fill=TILE_SIDE) + element(
        "rect", x=x, y=y, width=_TILE, height=_TILE, rx=13, fill=fill, stroke=stroke, stroke_width=line
    )
    if names is None:
        return tile + sign(action, x + 15, y + 15, _TILE - 30)
    word = label(
        action_term(action, names.language, SQUARE), x + _TILE / 2, y + _TILE - 16, _TILE - 10, 17, text_anchor="middle"
    )
    return tile + sign(action, x + _TILE / 2 - 24, y + 15, 48) + word


def _draw_tags(where: _Where, actions: str) -> str:
    """Draw the two actions of Intrigue beside a street."""
    x, y = (
        (where.left + _TILE + _GAP / 2 - _TAG - 1, where.top + _TILE - 6)
        if where.is_across
        else (where.left + _TILE / 2 + 51, where.top + _TILE + 26)
    )
    steps = [at * (_TAG + 2) for at in range(len(actions))]
    places = [(x + step, y) if where.is_across else (x, y + step) for step in steps]
    return "".join(
        element("rect", x=left, y=top, width=_TAG, height=_TAG, rx=5, fill=CARD, stroke=EDGE)
        + sign(action, left + 2.5, top + 2.5, 17)
        for action, (left, top) in zip(actions, places, strict=True)
    )


# Piles.


def _draw_pile(colours: Sequence[str], where: _Where, acting: int) -> Iterator[str]:
    """Draw the discs of a street, the bottom one first; ``acting`` is the active one, 1 for the top, 0 for none."""
    if not colours:
        return
    count, x, base = len(colours), where.middle, where.base
    thick = _OPEN[min(count, _FULL)] if acting else _CLOSED
    leaves = acting > 0 and count == _FULL
    yield element(
        "ellipse", cx=x + 2, cy=base - _FLAT + 4, rx=_RADIUS + 3, ry=_FLAT + 1, fill=_SHADOW, fill_opacity=0.26
    )
    for at, colour in enumerate(colours):
        low = base - _FLAT - at * thick
        yield _draw_disc(colour, x, low, thick, is_top=at == count - 1, is_hollow=leaves and not at)
    if acting > 0:
        yield from _draw_order(colours, x, base, acting, thick)
    if leaves:
        exit_ = f"M{x - _RADIUS - 5:g} {base - 10:g}h-13m5 -5l-5 5l5 5"
        yield element("path", d=exit_, fill="none", stroke=GOLD, stroke_width=2.4, stroke_linejoin="round")


def _draw_disc(colour: str, x: float, low: float, thick: float, *, is_top: bool, is_hollow: bool) -> str:
    """Draw a disc seen from the side, with one sign; ``low`` is where its lower face is."""
    high, left, right = low - thick, x - _RADIUS, x + _RADIUS
    rim = _WHITE_RIM if colour == WHITE else CARD
    stroke, line = (GOLD, 2.2) if is_hollow else (rim, 1.2)
    flank = f"M{left:g} {high:g}V{low:g}A{_RADIUS} {_FLAT} 0 0 0 {right:g} {low:g}V{high:g}Z"
    top, size, squash = (high, 11.5, 0.64) if is_top else (low + _FLAT - thick / 2 - 0.3, _sign_size(thick), 0.92)
    return (
        element(
            "path", d=flank, fill=DISC_SIDES[colour], fill_opacity=0.12 if is_hollow else 1, stroke=stroke,
            stroke_width=line, stroke_dasharray="4 3" if is_hollow else "none", stroke_linejoin="round",
        )
        + element(
            "ellipse", cx=x, cy=high, rx=_RADIUS, ry=_FLAT, fill=DISC_COLOURS[colour][0],
            fill_opacity=0.1 if is_hollow else 1, stroke=rim, stroke_width=1.2,
        )
        + _draw_mark(colour, x, top, size, SIGN_COLOURS[colour] if is_hollow else DISC_COLOURS[colour][1], squash)
    )  # fmt: skip


def _sign_size(thick: float) -> float:
    return 5.6 if thick > _CLOSED else 4.5


def _draw_mark(colour: str, x: float, y: float, radius: float, ink: str, squash: float) -> str:
    """Draw the shape of a colour on a disc, or the ring of a white one."""
    if colour != WHITE:
        return shape(colour, x, y, radius, ink, squash)
    size = radius * 0.95
    return element("ellipse", cx=x, cy=y, rx=size, ry=size * squash, fill="none", stroke=_RING, stroke_width=2.2)


def _draw_order(colours: Sequence[str], x: float, base: float, acting: int, thick: float) -> Iterator[str]:
    """Draw the numbers of the discs that are activated, if there are several, and a frame around the one that acts."""
    count = len(colours)
    frame = _frame(x, base - _FLAT - (count - acting) * thick, thick, is_top=acting == 1)
    for stroke, width in ((CARD, 7.5), (GOLD, 4)):
        yield element("path", d=frame, fill="none", stroke=stroke, stroke_width=width, stroke_linejoin="round")
    for at, colour in enumerate(colours):
        depth = count - at
        if count == 1 or depth >= _FULL or (colour == WHITE and depth > 1 and depth != acting):
            continue
        middle, y = x + _RADIUS + 12, base - _FLAT - at * thick - thick / 2 + (0, -4, 0, 3)[depth]
        is_now = depth == acting
        fill, ink = (GOLD, CARD) if is_now else (CARD, INK)
        stroke = GOLD if is_now else EDGE
        number = element("circle", cx=middle, cy=y, r=9 if is_now else 8, fill=fill, stroke=stroke) + element(
            "text", text=str(depth), x=middle, y=y + 5, text_anchor="middle", font_size=14, font_weight="bold", fill=ink
        )
        yield number if depth >= acting else element("g", number, opacity="0.5")


def _frame(x: float, low: float, thick: float, *, is_top: bool) -> str:
    high, left, right = low - thick, x - _RADIUS - 2, x + _RADIUS + 2
    wide = _RADIUS + 2
    over = f"A{wide} {_FLAT + 2} 0 0 1 {right:g} {high:g}" if is_top else f"A{wide} {_FLAT} 0 0 0 {right:g} {high:g}"
    return f"M{left:g} {high:g}{over}V{low:g}A{wide} {_FLAT + 2} 0 0 1 {left:g} {low:g}Z"
