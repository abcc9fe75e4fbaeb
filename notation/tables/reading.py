"""From tables to games: rows become lines of the notation, and what is wrong is told at its cell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import StringIO
from itertools import pairwise
from typing import Final, NamedTuple

from calimala_es.components import COLOUR_WORDS
from calimala_es.state import Placing
from notation.errors import Finding, NotationError, NotWellFormedError, Place, quoted
from notation.heading.form import format_header
from notation.heading.headers import NAME_HEADERS
from notation.limits import MOST_GAME_CHARS
from notation.reader import Reading
from notation.reading.inference import Inferred, infer_city, lacks_city, streets_in, with_city
from notation.reading.retelling import Retelling
from notation.record import Record
from notation.tables.cells import SEPARATORS, Cell, Table, plain
from notation.tables.writing import COLUMNS, FIRST_HEADER, NO_CHECK, words_of
from notation.words.tokens import BYTE_ORDER_MARK, Source

_NEEDED: Final = ("turn", "street")
_FIRST_ROW: Final = re.compile(rf"{BYTE_ORDER_MARK}?\s*\"?\s*{FIRST_HEADER}\s*\"?[,;\t]")
"""The beginning of a line with the first header of a game."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")

_HEADER_OF: Final = {colour: header for header, colour in NAME_HEADERS.items()}


def read_csv(text: str | Iterable[str], name: str = "<table>") -> Iterator[Reading]:
    """The games of a text of tables, one after another; every error has the place of its cell.

    ``text`` is the whole of it or its lines, of which no more are held than those of a game. The separator is found
    out, and a city that is not told is inferred from the streets.
    """
    return (reading for reading, _ in read_csv_inferring(text, name))


def read_csv_inferring(text: str | Iterable[str], name: str = "<table>") -> Iterator[tuple[Reading, Inferred | None]]:
    """As ``read_csv``, each game with the city that was inferred for it."""
    for passage in _passages(text):
        try:
            table, games = _games(passage, name)
        except NotationError as error:
            yield _failed(error), None
            continue
        for first, last in games:
            try:
                yield _Game(table, name, first, last).reading()
            except NotationError as error:
                yield _failed(error), None


class _Passage(NamedTuple):
    """The rows from one first header up to the next, and the line on which they begin; cut off where it is too long."""

    text: str
    line: int
    is_too_long: bool


def _passages(text: str | Iterable[str]) -> Iterator[_Passage]:
    """The parts of a text in each of which a game stands."""
    parts: list[str] = []
    begin = number = 1
    size = 0
    is_quoted = False
    for line in StringIO(text, newline="") if isinstance(text, str) else text:
        if parts and not is_quoted and _FIRST_ROW.match(line) and any(map(_FIRST_ROW.match, parts)):
            yield _Passage("".join(parts), begin, size > MOST_GAME_CHARS)
            parts, size, begin = [], 0, number
        size += len(line)
        if size <= MOST_GAME_CHARS or not parts:
            parts.append(line[: MOST_GAME_CHARS + 1])
        is_quoted ^= line.count('"') % 2 == 1
        number += len(_LINE_END.findall(line))
    yield _Passage("".join(parts), begin, size > MOST_GAME_CHARS)


def begins_table(line: str) -> bool:
    """Whether a line that is not blank is the first of a table: its first header, or the names of the columns."""
    for separator in SEPARATORS:
        try:
            rows = Table(line, "", separator).rows
        except NotationError:
            continue
        if rows and (_names_columns(rows[0]) or (len(rows[0]) > 1 and rows[0][0].text.strip() == FIRST_HEADER)):
            return True
    return False


def loads_csv(text: str | Iterable[str], name: str = "<table>") -> Record:
    """The one record of a table; raises the first ``NotationError``."""
    readings = list(read_csv(text, name))
    for reading in readings:
        if reading.errors:
            raise reading.errors[0]
    if len(readings) != 1 or readings[0].record is None:
        raise NotWellFormedError(Place(name, 1, 1, ""), f"{len(readings)} games instead of one", "exactly one game")
    return readings[0].record


def _failed(error: NotationError) -> Reading:
    return Reading(error.line, None, (), (), (error,), ())


def _games(passage: _Passage, name: str) -> tuple[Table, list[tuple[int, int]]]:
    """The table by the separator that gives it columns, and the first row and the end of each of its games."""
    text, line, is_too_long = passage
    beginning = Place(name, line, 1, text.split("\n", 1)[0])
    if is_too_long:
        raise NotWellFormedError(beginning, "the table is too long", f"at most {MOST_GAME_CHARS} characters")
    failure: NotationError | None = None
    for separator in SEPARATORS:
        try:
            table = Table(text, name, separator, line)
        except NotationError as error:
            failure = failure or error
            continue
        if any(map(_names_columns, table.rows)):
            firsts = [number for number, row in enumerate(table.rows) if row[0].text.strip() == FIRST_HEADER]
            bounds = [0, *firsts[1:], len(table.rows)]
            return table, list(pairwise(bounds))
    expected = f"a row that names the columns: {', '.join(COLUMNS)}"
    raise failure or NotWellFormedError(beginning, "this is no table", expected)


def _names_columns(row: Sequence[Cell]) -> bool:
    return {*_NEEDED} <= {cell.text.strip().lower() for cell in row}


class _Row(NamedTuple):
    """The cells of a row by their columns, and what each says; columns that are not there say nothing."""

    cells: dict[str, Cell]
    texts: dict[str, str]

    @property
    def says_something(self) -> bool:
        """Whether there is more than the turn and whose it would be, as in a template."""
        return any(text.strip() for name, text in self.texts.items() if name not in ("turn", "player"))


class _Game:
    """The rows of one game, told as a text of the notation."""

    def __init__(self, table: Table, name: str, first: int, last: int) -> None:
        """Raises ``NotWellFormedError`` for rows that are no game."""
        self.table = table
        self.told = Retelling()
        self.problems: dict[int, NotationError] = {}
        self.called: list[tuple[int, Cell]] = []
        top = next((number for number in range(first, last) if _names_columns(table.rows[number])), None)
        if top is None:
            expected = f"a row that names the columns: {', '.join(COLUMNS)}"
            raise NotWellFormedError(self._place(table.rows[first][0]), "this game has no table", expected)
        self.columns = self._columns(table.rows[top])
        line = table.place(table.rows[first][0].offset, 1).line
        self.source = Source(name, tuple(self._headers(first, top)), "", line)
        for row in table.rows[top + 1 : last]:
            self._tell(self._named(row))

    def _place(self, cell: Cell) -> Place:
        return self.table.place(cell.offset, len(cell.text.split("\n", 1)[0]))

    def _columns(self, row: Sequence[Cell]) -> dict[str, int]:
        columns: dict[str, int] = {}
        for number, cell in enumerate(row):
            name = cell.text.strip().lower()
            if name and (name not in COLUMNS or name in columns):
                why = "stands twice" if name in columns else "is no column"
                raise NotWellFormedError(self._place(cell), f"{quoted(name)} {why}", ", ".join(COLUMNS))
            if name:
                columns[name] = number
        return columns

    def _headers(self, first: int, top: int) -> Iterator[tuple[int, str]]:
        """The headers above the table, each with the line on which it stands."""
        for row in self.table.rows[first:top]:
            if not any(cell.text.strip() for cell in row):
                continue
            place, key = self._place(row[0]), row[0].text.strip()
            value = plain(row[1].text) if len(row) > 1 else ""
            try:
                yield place.line, key if key.startswith("[") else format_header(key, value)
            except ValueError as error:
                raise NotWellFormedError(place, str(error), "the name of a header, and its value beside it") from error

    def _named(self, row: Sequence[Cell]) -> _Row:
        cells = {name: row[number] for name, number in self.columns.items() if number < len(row)}
        return _Row(cells, {name: plain(cells[name].text) if name in cells else "" for name in COLUMNS})

    def _tell(self, row: _Row) -> None:
        if not row.says_something:
            return
        turn = row.texts["turn"].strip()
        if turn.isascii() and turn.isdigit() and row.texts["player"].strip():
            self.called.append((int(turn[:9]), row.cells["player"]))
        separator = "\n"
        for name, piece in words_of(row.texts):
            cell = row.cells[name]
            if piece == NO_CHECK:
                expected = "order bry, points 12 9 7, or digest and its 16 signs"
                message = f"{quoted(cell.text)} is no check"
                self.problems[self.told.following] = NotWellFormedError(self._place(cell), message, expected)
            self.told.add(piece, partial(self._place, cell), separator, is_verbatim=piece in cell.text)
            separator = " "

    def reading(self) -> tuple[Reading, Inferred | None]:
        """What the rows say, and the city if it was inferred; raises a ``NotationError`` where it cannot be."""
        source, inferred = self.source, None
        if lacks_city(source):
            try:
                inferred = infer_city(streets_in(self.told.under(source)), source.beginning)
            except NotationError as error:
                raise self.told.located(error) from None
            source = with_city(source, inferred)
        reading = self.told.read(source, self.problems)
        return reading._replace(findings=(*reading.findings, *self._wrong_players(reading))), inferred

    def _wrong_players(self, reading: Reading) -> Iterator[Finding]:
        """The rows that name another player than the one whose turn it is."""
        if reading.record is None:
            return
        active = {state.turn: state.active for state in reading.states if type(state.now) is Placing}
        for turn, cell in self.called:
            said = plain(cell.text).strip()
            if turn not in active:
                continue
            colour = reading.record.setup.colours[active[turn]]
            name = reading.record.header(_HEADER_OF[colour]) or ""
            if said.casefold() not in (colour, COLOUR_WORDS[colour], name.strip().casefold()):
                message = f"{said[:40]} is named, and turn {turn} is that of {COLOUR_WORDS[colour]}"
                yield Finding(self._place(cell), message)
