"""The first page: where and when, who plays, the points, city and council, and the codes."""

from typing import Final, NamedTuple

from calimala_es.components import COLOUR_WORDS
from replays.sheet.codes import codes_block
from replays.sheet.letters import fitted, text_width
from replays.sheet.pad import Pad, discs_of
from replays.sheet.page import (
    BOTTOM,
    DARK,
    FAINT,
    LEFT,
    PALE,
    RIGHT,
    THICK,
    TOP,
    Box,
    Line,
    Shape,
    Text,
)
from replays.sheet.tiles import CITY_HEIGHT, COUNCIL_HEIGHT, below_city, city_shapes, council_shapes

_SMALL: Final = 6.0
_HEADING: Final = 8.0
_TITLE_LINE: Final = TOP + 6.4
_PEOPLE: Final = TOP + 15.0
_HEAD: Final = 4.2
_GAP: Final = 7.5
_FOOT: Final = 4.0
_MOST_PEOPLE_HEIGHT: Final = 35.0
_ROW: Final = 8.0
"""Millimetres: where things begin, and how high rows and the room between blocks are."""


class _Column(NamedTuple):
    """A column of the players' table: what stands above it and how wide it is."""

    title: str
    width: float


def front_page(pad: Pad) -> list[Shape]:
    """Everything on the first page but its number."""
    people, bottom = _people(pad)
    top = bottom + _GAP
    codes = top + COUNCIL_HEIGHT + _GAP
    return [
        *_title(pad),
        *people,
        *city_shapes(pad, top),
        *below_city(pad, top + CITY_HEIGHT + 3.4),
        *council_shapes(pad, top),
        Text(LEFT, codes - 1.8, "Codes", _HEADING, bold=True),
        Line(LEFT, codes - 0.6, RIGHT, codes - 0.6),
        *codes_block(pad, codes + 0.4, BOTTOM - _FOOT),
    ]


def _title(pad: Pad) -> list[Shape]:
    """The name of the game, the rules, and lines for event, date and place."""
    name = "Calimala"
    room = RIGHT - LEFT - text_width(name, 15, bold=True) - 4
    shapes: list[Shape] = [
        Text(LEFT, _TITLE_LINE - 1.8, name, 15, bold=True),
        Text(RIGHT, _TITLE_LINE - 1.8, fitted(pad.rules, room, 7), 7, anchor="end", grey=DARK),
        Line(LEFT, _TITLE_LINE, RIGHT, _TITLE_LINE, width=THICK),
    ]
    x, y = LEFT, _TITLE_LINE + 5.6
    for label, value, width in (("Event", pad.event, 58.0), ("Date", pad.date, 28.0), ("Place", pad.site, 44.0)):
        begin = x + text_width(label, _SMALL) + 1.2
        end = x + width - (0 if label == "Place" else 3)
        shapes += [
            Text(x, y, label, _SMALL, grey=DARK),
            Line(begin, y + 0.8, end, y + 0.8, grey=PALE),
            Text(begin + 0.5, y, fitted(value, end - begin - 0.5, 8), 8),
        ]
        x += width
    return shapes


def _people(pad: Pad) -> tuple[list[Shape], float]:
    """The table of players and points, and where it ends."""
    setup, table = pad.setup, pad.table
    parties = len(setup.parties)
    height = min(_ROW, _MOST_PEOPLE_HEIGHT / parties)
    columns = _columns(pad)
    top = _PEOPLE + _HEAD
    bottom = top + height * parties
    shapes: list[Shape] = [
        Box(LEFT, _PEOPLE, RIGHT - LEFT, _HEAD, fill=FAINT, border=0),
        Box(columns[-1][0], top, columns[-1][1].width, bottom - top, fill=FAINT, border=0),
    ]
    for x, column in columns:
        shapes.append(Text(x + 1.2, top - 1.3, column.title, _SMALL, grey=DARK))
    for seat, colour in enumerate(setup.parties):
        y = top + height * seat
        line = y + height * 0.5 + 1.3
        more = _more_of(pad, seat)
        room = columns[0][1].width - 7
        shapes += [
            Line(LEFT, y, RIGHT, y),
            Text(LEFT + 1.2, line, colour, 11, bold=True),
            Text(LEFT + 5.2, line - (1.3 if more else 0), fitted(table.names[seat], room, 8), 8),
        ]
        if more:
            shapes.append(Text(LEFT + 5.2, line + 1.6, fitted(more, room, 5.5), 5.5, grey=DARK))
        if seat < setup.players:
            discs = "+".join(str(number) for number in discs_of(setup, seat) if number)
            shapes.append(Text(columns[1][0] + 1.2, line, discs, 8, grey=DARK))
    shapes += [Line(x, _PEOPLE, x, bottom) for x, _ in columns[1:]]
    return shapes + _frame(bottom), bottom


def _more_of(pad: Pad, seat: int) -> str:
    """What is told of a seat below its name: the family, or that it is the third party."""
    setup = pad.setup
    if seat >= setup.players:
        return "the third party"
    family = setup.families[seat] if setup.families else ""
    return f"{COLOUR_WORDS[setup.colours[seat]]}, {family}" if family else ""


def _frame(bottom: float) -> list[Shape]:
    """The border of the players' table."""
    return [
        Line(LEFT, _PEOPLE, RIGHT, _PEOPLE),
        Line(LEFT, bottom, RIGHT, bottom),
        Line(LEFT, _PEOPLE, LEFT, bottom),
        Line(RIGHT, _PEOPLE, RIGHT, bottom),
    ]


def _columns(pad: Pad) -> list[tuple[float, _Column]]:
    """Where each column begins; the tiles' points get what the others leave."""
    setup = pad.setup
    before = [_Column("player", 32), _Column("discs", 15), _Column("influence card", 17)]
    if setup.edition.laid_open.get(setup.players):
        before[-1:] = [_Column("card kept", 13), _Column("laid open", 13)]
    after = [_Column("influence", 12), _Column("total", 12)]
    if setup.intrigue:
        after = [_Column("track", 9), _Column("areas", 9.5), *after]
    rest = RIGHT - LEFT - sum(column.width for column in before + after)
    columns: list[tuple[float, _Column]] = []
    x = LEFT
    for column in (*before, _Column("points of tiles", rest), *after):
        columns.append((x, column))
        x += column.width
    return columns
