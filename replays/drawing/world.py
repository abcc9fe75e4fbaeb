"""The world as the viewer draws it (``viewer/world.js``), from the same description in ``places``: cities, buildings,
areas and the faction track, with the cubes, houses and discs of a position.
"""

from collections.abc import Iterator
from typing import Final

from calimala_es.components import ALL_ROWS, AREA_ROWS, INTRIGUE_CELLS
from calimala_es.options import HOUSE_CODES, TRADING_CODES
from calimala_es.state import State
from replays.drawing.pieces import shape, sign
from replays.drawing.places import Label, Row, Shape, Sheet, Site, world_of
from replays.drawing.svg import CARD, DISC_COLOURS, GOLD, INK, QUIET, TILE, element, label
from replays.text.names import Names
from replays.text.terms import SHORT_PLACE_WORDS, place_term
from replays.text.terms import TILE as TILE_CONTEXT

_COAST: Final = "#8F7B57"
_EDGE: Final = "#9C8866"
_CELL: Final = "#FFFAF0"
_OUTLINE: Final[dict[str, str | float]] = {"stroke": _COAST, "stroke_width": 1.3, "stroke_linejoin": "round"}

SHAPES: Final[dict[str, dict[str, str | float]]] = {
    "sea": {"fill": "#CFE0E0"},
    "wave": {"fill": "none", "stroke": "#B4CDCF", "stroke_width": 1.3},
    "land": {"fill": "#F0E5CB", **_OUTLINE},
    "way": {"fill": "none", **_OUTLINE, "stroke_dasharray": "2 4", "stroke_linecap": "round"},
    "home": {"fill": GOLD},
    "town": {"fill": INK},
    "pile": {"fill": _COAST},
    "ground": {"fill": "#E2D0AC"},
    "ground quay": {"fill": "#C9A97A"},
    "wall": {"fill": "#F3E8D2", **_OUTLINE},
    "roof": {"fill": "#B9694B", **_OUTLINE},
    "trim": {"fill": "none", **_OUTLINE, "stroke_linecap": "round"},
    "line": {"fill": "none", **_OUTLINE},
}
"""How each kind of shape is drawn; the colours are those of the viewer's bright palette."""

CELLS: Final = {"W": "#E3C39C", "B": "#E9B8A6", "M": "#ECEAE6", "A": "#F6E9BF", "R": "#E2D6EC"}
"""The colours of cells by what is brought there; those of cloth in cities have none of their own."""

_MIDDLE: Final = 260
_HALF: Final = 204
"""The middle of the faction track, and how long each half is."""

_FEW: Final = 3


def world_size(names: Names) -> tuple[float, float]:
    """Return the width and the height of the drawing of a game."""
    sheets = [*_sheets(names)]
    return sheets[0].box[2], sum(sheet.box[3] for sheet in sheets)


def draw_world(state: State, names: Names) -> str:
    """Draw the world of a position, of the size that ``world_size`` returns."""
    drawn: list[str] = []
    top = 0.0
    for sheet in _sheets(names):
        left, up, width, height = sheet.box
        content = _draw_sheet(sheet, state, names)
        # A drawing of its own cuts off what is beyond its box.
        drawn.append(
            element(
                "svg", *content, x=0, y=top, width=width, height=height, viewBox=f"{left:g} {up:g} {width:g} {height:g}"
            )
        )
        top += height
    return element("g", *drawn)


def _sheets(names: Names) -> Iterator[Sheet]:
    world = world_of(has_intrigue=bool(names.setup.intrigue))
    yield from (world.europe, world.florence)
    if world.areas:
        yield world.areas


def _draw_sheet(sheet: Sheet, state: State, names: Names) -> Iterator[str]:
    yield from map(_draw_shape, sheet.shapes)
    if sheet.florence:
        yield _draw_name(names.language.text("Florence"), sheet.florence)
    for action, x, y, size in sheet.signs:
        yield sign(action, x, y, size)
    for code, place in sheet.places.items():
        yield from _draw_place(code, place, state, names)
    if {*sheet.places} & {*AREA_ROWS}:
        yield from _draw_track(state, names)


def _draw_shape(drawn: Shape) -> str:
    kind, path = drawn
    return element("path", text=None, d=path, **SHAPES[kind])


def _draw_name(name: str, where: Label) -> str:
    x, y, width, size, anchor = where
    return label(name, x, y, width, size, text_anchor=anchor)


def _draw_place(code: str, place: Site, state: State, names: Names) -> Iterator[str]:
    yield from map(_draw_shape, place.shapes)
    for action, x, y, size in place.signs:
        yield sign(action, x, y, size)
    name = (
        names.language.word(TILE_CONTEXT, SHORT_PLACE_WORDS[code])
        if code in state.setup.council and place.kind == "building"
        else place_term(code, names.language)
    )
    yield _draw_name(name, place.name)
    if place.houses:
        yield from _draw_houses(code, place.houses, state, names)
    cells: dict[str, int] = dict(zip(ALL_ROWS, (*state.setup.ruleset.cells, *INTRIGUE_CELLS), strict=False))
    cubes: dict[str, str] = dict(zip(ALL_ROWS, state.rows, strict=False))
    for row, where in place.rows.items():
        if count := cells.get(row, 0) if row in cubes else 0:
            yield from _draw_row(row, where, count, [names.letter(mark) for mark in cubes[row]])


def _draw_row(row: str, where: Row, count: int, owners: list[str]) -> Iterator[str]:
    """Draw the cells of a row and the cubes in them; more cubes than cells share the room."""
    x, y, columns, size, is_niche = where
    fill = CELLS.get(row.partition(".")[2], _CELL)
    for at in range(count):
        left, top = x + at % columns * size, y + at // columns * size
        if is_niche:
            radius = size / 2 - 0.7
            arch = f"a{radius:g} {radius:g} 0 0 1 {2 * radius:g} 0"
            d = f"M{left + 0.7:g} {top + size + 0.5:g}V{top + 1.5:g}{arch}V{top + size + 0.5:g}z"
            yield element("path", d=d, fill=fill, stroke=_EDGE, stroke_width=0.8)
        else:
            yield element(
                "rect", x=left + 0.6, y=top + 0.6, width=size - 1.2, height=size - 1.2, rx=2.4, fill=fill, stroke=_EDGE,
                stroke_width=0.8,
            )  # fmt: skip
    pitch = size if len(owners) <= count else size * max(count - 1, 0) / (len(owners) - 1)
    for at, colour in enumerate(owners):
        across = at % columns * size if len(owners) <= count else at * pitch
        down = at // columns * size if len(owners) <= count else 0
        yield _draw_cube(colour, x + across, y + down, size)


def _draw_cube(colour: str, x: float, y: float, size: float) -> str:
    inset = size * 0.07
    fill, ink = DISC_COLOURS[colour]
    side = size - 2 * inset
    return element(
        "rect", x=x + inset, y=y + inset, width=side, height=side, rx=size * 0.16, fill=fill, stroke=INK,
        stroke_opacity=0.45, stroke_width=0.9,
    ) + shape(colour, x + size / 2, y + size / 2, size * 0.22, ink)  # fmt: skip


def _draw_houses(city: str, corner: tuple[float, float], state: State, names: Names) -> Iterator[str]:
    """Draw a house, or a place for one, for every player."""
    code = next((code for code in HOUSE_CODES if TRADING_CODES[code] == city), "")
    for seat in range(state.setup.players):
        x, y, colour = corner[0] + seat * 16, corner[1], names.colours[seat]
        is_built = code in state.mats[seat].built.houses
        drawn: dict[str, str | float] = (
            {"fill": DISC_COLOURS[colour][0], "stroke": INK, "stroke_opacity": 0.45, "stroke_width": 0.9}
            if is_built
            else {"fill": "none", "stroke": _COAST, "stroke_dasharray": "2 2", "stroke_width": 0.9}
        )
        yield element("path", text=None, d=f"M{x:g} {y + 5.7:g}l6.6 -5.7l6.6 5.7v8.5h-13.2z", **drawn)
        if is_built:
            yield shape(colour, x + 6.6, y + 9.4, 3, DISC_COLOURS[colour][1])


# The faction track.


def _draw_track(state: State, names: Names) -> Iterator[str]:
    steps, stages = state.setup.ruleset.steps, state.setup.ruleset.stages
    for step in range(-steps, steps + 1):
        x = _MIDDLE + step * _HALF / steps
        stage = sum(each <= abs(step) for each in stages)
        opacity = (0.35, 0.6, 0.8, 1)[min(stage, 3)]
        yield element("rect", x=x - 15, y=66, width=30, height=27, rx=5, fill=TILE, fill_opacity=opacity, stroke=_EDGE)
        if abs(step) in stages:
            yield label("I" * stage, x, 105, 30, 11, text_anchor="middle", fill=QUIET)
    places = [mat.faction for mat in state.mats[: state.setup.players]]
    for seat, step in enumerate(places):
        beside = [other for other, place in enumerate(places) if place == step]
        at, count = beside.index(seat), len(beside)
        is_crowd = count > _FEW
        across = at // 2 - (-(-count // 2) - 1) / 2 if is_crowd else at - (count - 1) / 2
        x, y = _MIDDLE + step * _HALF / steps + across * 10.5, 73 + at % 2 * 13 if is_crowd else 79.5
        fill, ink = DISC_COLOURS[names.colours[seat]]
        yield element("circle", cx=x, cy=y, r=6.2, fill=fill, stroke=CARD, stroke_width=0.8)
        yield shape(names.colours[seat], x, y, 3, ink)
