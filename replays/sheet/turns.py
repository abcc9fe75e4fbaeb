"""The pages for the turns: a row for turn 0, for each turn and for the end, high enough for a pencil."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from replays.sheet.codes import codes_strip
from replays.sheet.letters import fitted, text_width
from replays.sheet.pad import Pad, most_turns
from replays.sheet.page import (
    BLACK,
    BOTTOM,
    DARK,
    FAINT,
    LEFT,
    PALE,
    RIGHT,
    THICK,
    THIN,
    TOP,
    Box,
    Line,
    Shape,
    Text,
)

PAGES: Final = 3
"""Pages of turns, as long as their rows are high enough: with the first page a sheet of A4, folded."""

LOWEST_ROW: Final = 8.0
_HIGHEST_ROW: Final = 11.0
_HEAD: Final = 4.2
_FIRST_ROW: Final = TOP + 5 + _HEAD
_LAST: Final = BOTTOM - 8.0
"""Millimetres: how high rows are, and where they begin and end on the page."""

_STREET: Final = LEFT + 27
_DEEDS: Final = LEFT + 41
_CHECK: Final = RIGHT - 17
"""Where the columns begin."""

_SMALL: Final = 6.0


class Row(NamedTuple):
    """A row to write on: the number of the turn, or what stands for it, and whose turn it is, if it is one."""

    number: str
    seat: int | None = None
    hint: str = ""


def rows_of(pad: Pad) -> list[Row]:
    """Turn 0, every turn that the game may have, and the end."""
    players = pad.setup.players
    turns = [Row(f"{turn}.", (turn - 1) % players) for turn in range(1, most_turns(pad.setup) + 1)]
    dealt = "cards dealt / by the board / kept"
    opened = " / laid open" if pad.setup.third else ""
    starts = " / starts of families" if any(pad.setup.families) else ""
    hint = f"{dealt}{opened} / draft, last player first{starts}"
    return [Row("0.", hint=hint), *turns, Row("E.", hint="influence cards: by the board, then kept, seat by seat")]


def turn_pages(pad: Pad) -> Iterator[list[Shape]]:
    """The pages with the rows, equally many on each but the last."""
    rows = rows_of(pad)
    most = int((_LAST - _FIRST_ROW) / LOWEST_ROW)
    pages = max(PAGES, -(-len(rows) // most))
    each = -(-len(rows) // pages)
    for first in range(0, len(rows), each):
        yield _page(pad, rows[first : first + each], min(_HIGHEST_ROW, (_LAST - _FIRST_ROW) / each))


def _page(pad: Pad, rows: Sequence[Row], height: float) -> list[Shape]:
    bottom = _FIRST_ROW + height * len(rows)
    shapes: list[Shape] = [
        *_heading(pad),
        Box(LEFT, _FIRST_ROW - _HEAD, RIGHT - LEFT, _HEAD, fill=FAINT, border=0),
    ]
    for x, title in ((LEFT, "turn"), (LEFT + 9, "player"), (_STREET, "street"), (_DEEDS, "deeds"), (_CHECK, "check")):
        shapes.append(Text(x + 1.2, _FIRST_ROW - 1.3, title, _SMALL, grey=DARK))
    for place, row in enumerate(rows):
        shapes += _row(pad, row, _FIRST_ROW + height * place, height)
    ends_round = [row.seat == pad.setup.players - 1 for row in rows]
    for place, is_end in enumerate(ends_round[:-1], 1):
        y = _FIRST_ROW + height * place
        shapes.append(Line(LEFT, y, RIGHT, y, width=THICK if is_end else THIN, grey=BLACK if is_end else DARK))
    return [*shapes, Line(LEFT, bottom, RIGHT, bottom), *codes_strip(pad, BOTTOM - 4.4)]


def _heading(pad: Pad) -> list[Shape]:
    names = ", ".join(f"{colour} {name}" for colour, name in zip(pad.setup.parties, pad.table.names, strict=True))
    told = ", ".join(filter(None, [pad.event, pad.date]))
    name = "Calimala"
    used = text_width(name, 9, bold=True) + 4
    people = fitted(names, (RIGHT - LEFT - used) * 0.62, 7)
    rest = RIGHT - LEFT - used - text_width(people, 7) - 4
    return [
        Text(LEFT, TOP + 3, name, 9, bold=True),
        Text(LEFT + used, TOP + 3, people, 7, grey=DARK),
        Text(RIGHT, TOP + 3, fitted(told, rest, 7), 7, anchor="end", grey=DARK),
    ]


def _row(pad: Pad, row: Row, y: float, height: float) -> list[Shape]:
    line = y + height * 0.5 + 1.3
    shapes: list[Shape] = [Text(LEFT + 7.6, line, row.number, 9, bold=True, anchor="end")]
    if row.seat is None:
        return [*shapes, Text(LEFT + 10.2, y + 2.6, row.hint, 5.5, grey=DARK)]
    name = fitted(pad.table.names[row.seat], _STREET - LEFT - 14.5, 7)
    shapes += [
        Text(LEFT + 10.2, line, pad.setup.colours[row.seat], 10, bold=True),
        Text(LEFT + 13.6, line, name, 7, grey=DARK),
        Text(_CHECK + 1.2, line, "=", 8, grey=PALE),
    ]
    return shapes + [Line(x, y, x, y + height, grey=DARK) for x in (_STREET, _DEEDS, _CHECK)]
