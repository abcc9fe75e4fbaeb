"""The middle of the table: the city with its streets, and the council's tiles with a place for each order."""

from typing import Final

from calimala_es.board import STREETS, street_names
from calimala_es.components import ACTION_WORDS, SCORING_TILES
from replays.sheet.letters import fitted
from replays.sheet.pad import CITY, COUNCIL, INTRIGUE_TILES, Pad
from replays.sheet.page import BLACK, DARK, FAINT, LEFT, PALE, RIGHT, WHITE, Box, Line, Shape, Text
from replays.words.vocabulary import SHORT_PLACE_WORDS

TILE: Final = 15.0
ACROSS: Final = 9.0
DOWN: Final = 8.0
CITY_WIDTH: Final = 3 * TILE + 2 * ACROSS
CITY_HEIGHT: Final = 3 * TILE + 2 * DOWN
"""A tile of the city, and the streets between two of them, in millimetres."""

TILE_ROW: Final = 4.8
COUNCIL_HEIGHT: Final = TILE_ROW * len(SCORING_TILES)
_COUNCIL_LEFT: Final = LEFT + CITY_WIDTH + 5
_SEAT: Final = 8.0
_ORDER: Final = 17.0
_CODE: Final = 5.5
_WORDS: Final = 18.5
"""Columns of the council: how wide the places for a seat and an order are, and where code and words begin."""

_HEADING: Final = 8.0
_SMALL: Final = 6.0
_TINY: Final = 5.5


def city_shapes(pad: Pad, top: float) -> list[Shape]:
    """The nine tiles and the twelve streets, each with its name; on a blank city streets go by their squares."""
    shapes: list[Shape] = [Text(LEFT, top - 1.8, "City", _HEADING, bold=True)]
    for street in STREETS:
        shapes += _street_shapes(pad, street, top)
    for square in range(9):
        shapes += _tile_shapes(pad, square, top)
    return shapes


def _corner(square: int, top: float) -> tuple[float, float]:
    """The upper left corner of a square, 0 to 8."""
    return LEFT + square % 3 * (TILE + ACROSS), top + square // 3 * (TILE + DOWN)


def _tile_shapes(pad: Pad, square: int, top: float) -> list[Shape]:
    x, y = _corner(square, top)
    action = pad.setup.city[square]
    shapes: list[Shape] = [
        Box(x, y, TILE, TILE, fill=FAINT if action == "C" else WHITE, border=0.35),
        Text(x + 1.1, y + 2.6, str(square + 1), _TINY, grey=DARK),
    ]
    if CITY in pad.blank and action != "C":
        return shapes
    middle = x + TILE / 2
    return [
        *shapes,
        Text(middle, y + 9, action, 15, bold=True, anchor="middle"),
        Text(middle, y + 13, ACTION_WORDS[action], _SMALL, anchor="middle"),
    ]


def _street_shapes(pad: Pad, street: str, top: float) -> list[Shape]:
    """A street: the line between two tiles, and in its middle the name and the intrigue tile's two actions."""
    first, second = (int(square) - 1 for square in street)
    x, y = _corner(first, top)
    is_across = second == first + 1
    middle = x + (TILE + ACROSS / 2 if is_across else TILE / 2)
    height = y + (TILE / 2 if is_across else TILE + DOWN / 2)
    name = street if CITY in pad.blank else street_names(pad.setup.city)[street]
    tile = _intrigue_text(pad, street)
    way = (ACROSS / 2, 0.0) if is_across else (0.0, DOWN / 2)
    shapes: list[Shape] = [
        Line(middle - way[0], height - way[1], middle + way[0], height + way[1], width=0.35, grey=PALE),
        Box(middle - _PLATE / 2, height - 2.1, _PLATE, 4.2),
        Text(middle, height + 1.05, name, 8, bold=True, anchor="middle"),
    ]
    if tile and is_across:
        shapes.append(Text(middle, height + 4.9, tile, _SMALL, anchor="middle", grey=DARK))
    elif tile:
        shapes.append(Text(middle + _PLATE / 2 + 0.8, height + 0.8, tile, _SMALL, grey=DARK))
    return shapes


_PLATE: Final = 6.6
"""How wide the plate with a street's name is."""


def _intrigue_text(pad: Pad, street: str) -> str:
    if not pad.setup.intrigue:
        return ""
    return "_/_" if INTRIGUE_TILES in pad.blank else "/".join(pad.setup.intrigue[STREETS.index(street)])


def council_shapes(pad: Pad, top: float) -> list[Shape]:
    """The scoring tiles in their order, and behind each a place for who takes the seat and for the order."""
    width = RIGHT - _COUNCIL_LEFT
    order, seat = RIGHT - _ORDER, RIGHT - _ORDER - _SEAT
    bottom = top + COUNCIL_HEIGHT
    shapes: list[Shape] = [
        Text(_COUNCIL_LEFT, top - 1.8, "Council", _HEADING, bold=True),
        Text(seat + _SEAT / 2, top - 1.4, "seat", _SMALL, anchor="middle", grey=DARK),
        Text(order + _ORDER / 2, top - 1.4, "order", _SMALL, anchor="middle", grey=DARK),
        Box(_COUNCIL_LEFT, top, width, COUNCIL_HEIGHT),
    ]
    for number, tile in enumerate(pad.setup.council):
        y = top + number * TILE_ROW
        line = y + TILE_ROW * 0.7
        if number:
            shapes.append(Line(_COUNCIL_LEFT, y, RIGHT, y))
        shapes += [
            Text(_COUNCIL_LEFT + 4.4, line, str(number + 1), _SMALL, anchor="end", grey=DARK),
            Text(order + 1.2, line, "=", 7.5, grey=PALE),
        ]
        if COUNCIL not in pad.blank:
            words = fitted(SHORT_PLACE_WORDS[tile], seat - _COUNCIL_LEFT - _WORDS - 0.5, _SMALL)
            shapes += [
                Text(_COUNCIL_LEFT + _CODE, line, tile, 7.5, bold=True),
                Text(_COUNCIL_LEFT + _WORDS, line, words, _SMALL, grey=BLACK),
            ]
    return [*shapes, Line(seat, top, seat, bottom), Line(order, top, order, bottom)]


def below_city(pad: Pad, top: float) -> list[Shape]:
    """What helps with the names: how streets are named, and the tiles' codes where the council is blank."""
    lines = ["A street is its two tiles, or its two squares."]
    if COUNCIL in pad.blank:
        lines += [" ".join(SCORING_TILES[:9]), " ".join(SCORING_TILES[9:])]
    if pad.setup.intrigue:
        lines.append("K cardinal  R artistry  E emperor  N banking")
    return [
        Text(LEFT, top + 2.8 * number, fitted(line, CITY_WIDTH, _SMALL), _SMALL, grey=DARK)
        for number, line in enumerate(lines)
    ]
