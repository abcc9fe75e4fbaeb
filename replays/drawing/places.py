"""Where everything of the world is: one description, from which the viewer and the pictures draw the same map.

A *sheet* is a drawing of its own: Europe with its cities, Florence with its buildings and, with Intrigue, the two
areas. A *shape* is a kind, which says how it is filled, and a path; a *row* is the left upper corner of its cells, how
many are beside each other, their size, and 1 if they are niches.
"""

from collections.abc import Iterator
from functools import cache
from re import compile as compile_pattern
from typing import Final

from msgspec import Struct

from calimala_es.components import MATERIALS

Shape = tuple[str, str]
Label = tuple[float, float, float, float, str]
"""A text: where it begins, or its middle, its greatest width, the size of its font, and its anchor."""

Row = tuple[float, float, int, float, int]
Sign = tuple[str, float, float, float]
"""The sign of an action: its corner and its size."""


class Site(Struct, frozen=True):
    """A city, a building or an area: its ``kind``, its shapes, its name, its rows, and where houses begin."""

    kind: str
    shapes: list[Shape]
    name: Label
    rows: dict[str, Row]
    signs: list[Sign] = []
    houses: tuple[float, float] | None = None


class Sheet(Struct, frozen=True):
    """A drawing: its box (left, top, width, height), the ground, and the places by their codes."""

    box: tuple[float, float, float, float]
    shapes: list[Shape]
    signs: list[Sign]
    places: dict[str, Site]
    florence: Label | None = None


class World(Struct, frozen=True):
    """The sheets of a game."""

    europe: Sheet
    florence: Sheet
    areas: Sheet | None = None


_WIDTH: Final = 520
_HEIGHT: Final = 350
_CELL: Final = 17
_COLUMNS: Final = 6
_NICHE: Final = 20
_AREA_CELL: Final = 19
_GROUND: Final = 168
_START: Final = "start"
_MIDDLE: Final = "middle"

_LAND: Final = (
    (
        "M172-11.4C158 4.6 166 20.5 158 31.9C152 41 164 50.2 170 57C162 66.1 150 70.7 152 79.8"
        "C160 84.4 168 82.1 172 88.9C160 98 146 102.6 150 109.4C166 114 188 107.2 204 107.2"
        "C218 109.4 232 102.6 236 91.2C238 82.1 228 75.2 224 66.1C220 52.4 214 45.6 208 31.9"
        "C202 18.2 208 4.6 214-11.4Z"
    ),
    ("M96 29.6C112 22.8 128 31.9 128 47.9C132 63.8 128 79.8 112 86.6C94 93.5 82 82.1 86 66.1C80 52.4 84 36.5 96 29.6Z"),
    (
        "M530-9.1L486-9.1C478 9.1 484 27.4 474 41C458 52.4 438 54.7 418 61.6C394 66.1 374 77.5 358 93.5"
        "C342 107.2 326 114 306 118.6C292 125.4 284 134.5 268 134.5C256 132.2 252 125.4 246 130"
        "C244 143.6 230 143.6 212 143.6C198 143.6 190 152.8 202 159.6C216 166.4 228 173.3 230 187"
        "C234 205.2 232 218.9 222 225.7C198 228 168 218.9 146 221.2C128 221.2 120 228 124 241.7"
        "C128 259.9 120 275.9 116 289.6C112 301 120 310.1 132 314.6C144 321.5 150 332.9 156 353.4L218 353.4"
        "C234 335.2 240 314.6 246 301C254 287.3 262 278.2 276 269C292 259.9 298 246.2 316 242.8"
        "C336 237.1 352 246.2 372 238.3C388 232.6 400 230.3 410 239.4C424 257.6 440 280.4 456 298.7"
        "C466 314.6 480 330.6 490 353.4L530 353.4Z"
    ),
)
_WAVES: Final = (
    (18, 84), (40, 132), (92, 150), (14, 190), (110, 196), (384, 22), (430, 330), (250, 332), (30, 330), (414, 44),
    (72, 318),
)  # fmt: skip

_PORTS: Final = {"LON": (262, 36, 236, 91), "LIS": (8, 246, 117, 286), "BAR": (302, 290, 277, 270)}
_TOWNS: Final = {"HAM": (404, 84, 446, 57), "BRU": (284, 146, 318, 118), "TRO": (404, 178, 372, 228)}
"""Where the cells of a city are, and the city itself."""

_STOREYS: Final = {"W": 144, "B": 123, "M": 102, "A": 74, "R": 50}
"""Where the rows of a building are, from below."""

_BUILDINGS: Final = {"SMF": (36, 5), "SMN": (174, 3), "SCR": (272, 4), "PAL": (390, 4)}
"""Where each building begins, and how many cells its rows have."""

_ROOFS: Final = {
    "SMF": (
        ("roof", "M22 0C24-42 44-50 58-52C72-50 92-42 94 0Z"),
        ("trim", "M58-52V0M58-52C38-36 38-12 39 0M58-52C78-36 78-12 77 0"),
        ("wall", "M53-51v-9l5-6l5 6v9z"),
    ),
    "SMN": (
        ("wall", "M8 0L38-26L68 0Z"),
        ("trim", "M33-9a5 5 0 1 0 10 0a5 5 0 1 0-10 0"),
        ("trim", "M38-26v-9M34-32h8"),
    ),
    "SCR": (
        ("wall", "M0 0L16-14L30-2L48-34L66-2L80-14L96 0Z"),
        ("trim", "M42-16l6-7l6 7l-6 7z"),
        ("trim", "M48-34v-9M44-40h8"),
    ),
    "PAL": (
        ("wall", f"M52-6V-50h-3v-6{'v-5h4v5h4' * 3}v6h-3V-6Z"),
        ("wall", f"M-4 0v-10{'v-6h6.5v6h6.5' * 8}V0H100Z"),
    ),
}
"""Roofs above the upper left corner of the walls."""

_PALAZZO: Final = (
    ("trim", "M0-68H96"),
    ("trim", "M37 0V-26a11 11 0 0 1 22 0v26"),
    ("trim", "M13-38v-10a5 5 0 0 1 10 0v10zM33-38v-10a5 5 0 0 1 10 0v10zM73-38v-10a5 5 0 0 1 10 0v10z"),
)
"""The front of the Palazzo above the lower left corner of its walls."""


@cache
def world_of(*, has_intrigue: bool) -> World:
    """Return the map of a game, with or without the places of Intrigue."""
    return World(_europe(has_intrigue), _florence(has_intrigue), _areas() if has_intrigue else None)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _dot(x: float, y: float, radius: float) -> str:
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0"


def _moved(shapes: tuple[Shape, ...], x: float, y: float) -> Iterator[Shape]:
    """Yield shapes that are drawn around a point, with what is absolute in their paths moved."""
    for kind, path in shapes:
        yield kind, _ABSOLUTE.sub(lambda found: found[1] + _moved_numbers(found[1], found[2], x, y), path)


_ABSOLUTE: Final = compile_pattern(r"([MLCHV])([-\d. ]+)")
_NUMBER: Final = compile_pattern(r"-?\d+(?:\.\d+)?")


def _moved_numbers(command: str, numbers: str, x: float, y: float) -> str:
    by = {"H": (x, x), "V": (y, y)}.get(command, (x, y))
    return " ".join(f"{float(number) + by[at % 2]:g}" for at, number in enumerate(_NUMBER.findall(numbers)))


# Europe.


def _europe(has_intrigue: bool) -> Sheet:
    shapes = [("sea", _box(0, 0, _WIDTH, _HEIGHT))]
    shapes += [("wave", f"M{x} {y}q6-5 12 0t12 0") for x, y in _WAVES]
    shapes += [("land", path) for path in _LAND]
    shapes += [("way", "M442 280C474 300 480 320 482 348"), ("home", _dot(440, 277, 4.5))]
    places = {city: _port(city, *where) for city, where in _PORTS.items()}
    places |= {city: _town(city, *where, has_intrigue) for city, where in _TOWNS.items()}
    return Sheet((0, 0, _WIDTH, _HEIGHT), shapes, [], places, (451, 281, 64, 16, _START))


def _port(city: str, x: int, y: int, town_x: int, town_y: int) -> Site:
    width = _COLUMNS * _CELL
    quay = x + width + 2 if town_x > x + width / 2 else x - 2
    piles = "".join(_box(x + 6 + at * 28, y + 2 * _CELL + 2, 4.5, 8) for at in range(4))
    shapes = [
        ("way", f"M{town_x} {town_y}L{quay} {y + _CELL}"),
        ("town", _dot(town_x, town_y, 4)),
        ("pile", piles),
        ("ground quay", _box(x - 4, y - 4, width + 8, 2 * _CELL + 8)),
    ]
    name = (x + 18, y - 11, width - 14, 16, _START)
    return Site("at-sea", shapes, name, {city: (x, y, _COLUMNS, _CELL, 0)}, [("S", x - 5, y - 27, 19)])


def _town(city: str, x: int, y: int, town_x: int, town_y: int, has_intrigue: bool) -> Site:
    top = y if not has_intrigue else y + 6 if city == "TRO" else y - 12
    bank = _CELL + 3 if has_intrigue else 0
    width = _COLUMNS * _CELL
    road = f"{x - 4} {top + 30}" if city == "TRO" else f"{x + 10} {top - 3}"
    shapes = [
        ("way", f"M{town_x} {town_y}L{road}"),
        ("town", _dot(town_x, town_y, 4)),
        ("ground", _box(x - 4, top - 4, width + 8, 2 * _CELL + bank + 25)),
    ]
    rows: dict[str, Row] = {city: (x, top, _COLUMNS, _CELL, 0)}
    for at, material in enumerate(MATERIALS if has_intrigue else ""):
        rows[f"{city}.{material}"] = (x + at * 2 * _CELL, top + 2 * _CELL + 3, 2, _CELL, 0)
    houses = (x + 1, top + 2 * _CELL + bank + 3)
    return Site("on-land", shapes, (x - 3, top - 10, width, 16, _START), rows, houses=houses)


# Florence.


def _florence(has_intrigue: bool) -> Sheet:
    up = 22 if has_intrigue else 0
    top = _STOREYS["A"] - 8 - up
    goods = "WBMAR" if has_intrigue else "WBMA"
    signs: list[Sign] = [(good, 8, _STOREYS[good] + (2 if good == "A" else 1), 18) for good in goods]
    places = {building: _building(building, top, has_intrigue) for building in _BUILDINGS}
    return Sheet((0, -2 - up, _WIDTH, 194 + up), [("line", f"M6 {_GROUND + 0.5}H514")], signs, places)


def _building(building: str, top: int, has_intrigue: bool) -> Site:
    x, cells = _BUILDINGS[building]
    width = cells * _NICHE + 16
    shapes = [*_moved(_ROOFS[building], x, top), ("wall", f"M{x} {_GROUND}V{top}H{x + width}V{_GROUND}Z")]
    rows: dict[str, Row] = {}
    if building == "PAL":
        shapes += _moved(_PALAZZO, x, _GROUND)
    else:
        shapes.append(("trim", f"M{x} {_STOREYS['M'] - 4}H{x + width}"))
        rows |= {f"{building}.{material}": (x + 8, _STOREYS[material], 9, _NICHE, 0) for material in MATERIALS}
    rows[f"{building}.A"] = (x + 8, _STOREYS["A"] + 2.5, 9, _NICHE, 1)
    if has_intrigue:
        rows[f"{building}.R"] = (x + 8 + (cells - 3) * _NICHE / 2, _STOREYS["R"] - 2, 9, _NICHE, 0)
    return Site("building", shapes, (x + width / 2, 185, width + 20, 14.5, _MIDDLE), rows)


# Intrigue.


def _areas() -> Sheet:
    emperor: dict[str, Row] = {
        f"EMP.{material}": (270 + at * 81, 29, 4, _AREA_CELL, 0) for at, material in enumerate(MATERIALS)
    }
    cardinal: dict[str, Row] = {"CAR": (15, 29, 12, _AREA_CELL, 0)}
    places = {
        "CAR": Site("area", [("wall", _box(6, 6, 246, 48))], (36, 22, 210, 14, _START), cardinal, [("K", 12, 8, 19)]),
        "EMP": Site(
            "area", [("wall", _box(262, 6, 252, 48))], (292, 22, 216, 14, _START), emperor, [("E", 268, 8, 18)]
        ),
    }
    return Sheet((0, 0, _WIDTH, 108), [], [("K", 14, 70, 20), ("E", 487, 70, 20)], places)
