"""Tables as text: rows of cells between separators, each cell with the place where it stands.

Cells are quoted as the module ``csv`` quotes them. A spreadsheet takes a cell for a formula that begins with one of
``= + - @``, and turns what looks like a number or a date into one; such a cell gets an apostrophe before it, which
spreadsheets know as the mark of text and which is taken off again.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final, NamedTuple

from notation.errors import NotWellFormedError, Place
from notation.words.tokens import BYTE_ORDER_MARK

SEPARATORS: Final = (",", ";", "\t")

_QUOTED: Final = re.compile(r'"((?:[^"]|"")*+)(")?')
_TAKEN_FOR_MORE: Final = re.compile(r"'*+(?!(?:0|[1-9][0-9]{0,8})\Z)[=+\-@0-9\t\r\n]")
"""A formula, or digits that are no plain number, behind any number of apostrophes."""


class Dialect(NamedTuple):
    """What stands between cells and behind rows, and whether a byte order mark stands before all."""

    separator: str = ","
    line_end: str = "\n"
    mark: str = ""


COMMA: Final = Dialect()
EXCEL: Final = Dialect(";", "\r\n", BYTE_ORDER_MARK)
TABS: Final = Dialect("\t")
DIALECTS: Final = {"comma": COMMA, "excel": EXCEL, "tabs": TABS}
"""The dialects by name; a reader knows them by themselves."""


class Cell(NamedTuple):
    """What a cell says, and where it stands: ``offset`` is that of its first character."""

    text: str
    offset: int


def safe(text: str) -> str:
    """A cell that no spreadsheet takes for anything but text."""
    return "'" + text if _TAKEN_FOR_MORE.match(text) else text


def plain(cell: str) -> str:
    """What ``safe`` was given; a cell that was typed without an apostrophe is itself."""
    return cell[1:] if cell[:1] == "'" and _TAKEN_FOR_MORE.match(cell) else cell


def format_rows(rows: Iterable[Sequence[str]], dialect: Dialect = COMMA) -> str:
    """Rows of cells as text."""
    written = StringIO()
    csv.writer(written, delimiter=dialect.separator, lineterminator=dialect.line_end).writerows(rows)
    return dialect.mark + written.getvalue()


class Table:
    """The rows of a text, which may be separated in any way of ``SEPARATORS``."""

    def __init__(self, text: str, name: str, separator: str, line: int = 1) -> None:
        """Cut ``text``, which begins on a line, into rows; raises ``NotWellFormedError`` for a quote left open."""
        self.text = text
        self.name = name
        self.line = line
        self.rows: list[list[Cell]] = []
        self._ends = [match.start() for match in re.finditer(r"\r\n|\r|\n", text)]
        bare = re.compile(rf"[^{separator}\r\n]*+")
        row: list[Cell] = []
        place = 0
        while place < len(text):
            if not row and text.startswith(BYTE_ORDER_MARK, place):
                place += len(BYTE_ORDER_MARK)
                continue
            cell, place = self._cell(place, bare)
            row.append(cell)
            if text[place : place + 1] == separator:
                place += 1
                if place < len(text):
                    continue
                row.append(Cell("", place))
            place += 2 if text.startswith("\r\n", place) else 1
            self.rows.append(row)
            row = []

    def _cell(self, place: int, bare: "re.Pattern[str]") -> tuple[Cell, int]:
        quoted = _QUOTED.match(self.text, place)
        if not quoted:
            match = bare.match(self.text, place)
            assert match is not None
            return Cell(match[0], place), match.end()
        if not quoted[2]:
            raise NotWellFormedError(self.place(place, 1), "the quote is not closed", 'a quote, " ("" inside)')
        rest = bare.match(self.text, quoted.end())
        assert rest is not None
        return Cell(quoted[1].replace('""', '"') + rest[0], place + 1), rest.end()

    def place(self, offset: int, length: int) -> Place:
        """The place of a part of the text."""
        before = self.text[:offset]
        start = max(before.rfind("\n"), before.rfind("\r")) + 1
        line = len(re.findall(r"\r\n|\r|\n", before)) + self.line
        end = next((end for end in self._ends if end >= offset), len(self.text))
        return Place(self.name, line, offset - start + 1, self.text[start:end], length)
