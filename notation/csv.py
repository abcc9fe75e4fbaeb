"""A game as a table, which spreadsheets open: its headers, then a row for each line of the canonical text.

``turn`` is a number, ``0``, ``E`` for the end, ``7...`` if turn 7 continues, or empty before the first decision and for
variations; ``player`` is whose turn it is; ``street`` is preceded by what was observed; ``disc`` is ``white``,
``support``, ``idle support`` or empty. ``first``, ``second`` and ``third`` are what the activated discs did, the
uppermost first (all of turn 0 and of the end is in ``first``), ``closing`` what closes the turn. ``check`` has checks
without ``=``, separated by semicolons: ``order bry`` (``order nobody``), ``points 12 9 7``, ``digest
0123456789abcdef``. ``comment`` is one on the last decision of the row. Whatever has no column of its own is in
``notation``, so that a table shows everything that a record has.

A spreadsheet takes a cell for a formula that begins with one of ``= + - @``, and turns what looks like a number or a
date into one; such a cell gets an apostrophe before it, which spreadsheets know as the mark of text.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Final, NamedTuple

from calimala_es.board import STREET_INDEX
from calimala_es.checks import MARK
from calimala_es.commands import PlaceDisc
from calimala_es.components import COLOUR_WORDS
from calimala_es.frames import Placement
from calimala_es.game import Game, start_of
from calimala_es.state import State
from notation.grammar.notes import split_glyphs
from notation.grammar.symbols import END, ENDING, IDLE_SUFFIX, SEEN, SUPPORT_SUFFIX, WHITE_SUFFIX
from notation.grammar.tokens import BYTE_ORDER_MARK, TOKEN, unescape, unquote_comment
from notation.headers.setup_headers import HEADER
from notation.writer.games import dumps, format_headers

# Rows as text.


class Dialect(NamedTuple):
    """How a table is written: the separator of its cells, the end of its rows, and a byte order mark before all."""

    separator: str = ","
    line_end: str = "\n"
    mark: str = ""


COMMA: Final = Dialect()
EXCEL: Final = Dialect(";", "\r\n", BYTE_ORDER_MARK)
TABS: Final = Dialect("\t")
DIALECTS: Final = {"comma": COMMA, "excel": EXCEL, "tabs": TABS}
"""The dialects by name."""

_TAKEN_FOR_MORE: Final = re.compile(r"'*+(?!(?:0|[1-9][0-9]{0,8})\Z|[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z])[=+\-@0-9\t\r\n]")
"""A formula, or digits that are neither a plain number nor the day in an id, after any number of apostrophes."""


def safe(text: str) -> str:
    """Return a cell that no spreadsheet takes for anything but text.

    >>> safe("=1+1"), safe("Maria"), safe("2026-11-20-lily")
    ("'=1+1", 'Maria', '2026-11-20-lily')
    """
    return "'" + text if _TAKEN_FOR_MORE.match(text) else text


def format_rows(rows: Iterable[Sequence[str]], dialect: Dialect = COMMA) -> str:
    r"""Write rows of cells as text, quoted as the module ``csv`` quotes them.

    >>> format_rows([("a", "b;c")], EXCEL)
    '\ufeffa;"b;c"\r\n'
    """
    written = StringIO()
    csv.writer(written, delimiter=dialect.separator, lineterminator=dialect.line_end).writerows(rows)
    return dialect.mark + written.getvalue()


# A game as rows.

COLUMNS: Final[tuple[str, ...]] = (
    "turn", "player", "street", "disc", "first", "second", "third", "closing", "check", "comment", "notation",
)  # fmt: skip
"""The columns of the table, in the order in which they are written."""

_DISCS: Final = ("first", "second", "third", "closing")
_MARKED: Final = re.compile(rf"([0-9]{{1,9}}|{ENDING})(\.+)")
_STREET: Final = re.compile(rf"(.*?)({IDLE_SUFFIX}|{SUPPORT_SUFFIX}|{WHITE_SUFFIX}|)")
_DISC_WORDS: Final = {"": "", WHITE_SUFFIX: "white", SUPPORT_SUFFIX: "support", IDLE_SUFFIX: "idle support"}
_FRAGILE: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|^\\s|\\s$|^$")
"""Signs in a text that a table may lose."""


def dumps_csv(record: Game, dialect: Dialect = COMMA) -> str:
    """Write a record as a table; raises what ``dumps`` raises.

    A record without decisions gives a template: a row for each turn that the discs are enough for, with the player
    whose turn it is.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> dumps_csv(play(Setup("bry", "WBMUCAVTS"))).splitlines()[0]
    "CGN,'1.0"
    """
    start = start_of(record)
    body = [line for line in dumps(record).split("\n\n", 1)[1].split("\n") if line]
    rows = _Rows(record)
    turns = [rows.row(line) for line in body] + ([] if record.moves else _empty_rows(record, start))
    return format_rows([*_header_rows(record), [], [*COLUMNS], *turns], dialect)


def _empty_rows(record: Game, start: State) -> list[list[str]]:
    """Return a row for turn 0, each turn and the end, with nothing but whose turn it is."""
    first = start.turn or 1
    turns = range(first, first + sum(mat.supply for mat in start.mats))
    players = len(record.setup.colours)
    rows = [[str(turn), _player(record, (start.active + turn - first) % players)] for turn in turns]
    numbered = [*([] if start.turn else [["0", ""]]), *rows, [ENDING, ""]]
    return [[turn, safe(player), *[""] * (len(COLUMNS) - 2)] for turn, player in numbered]


def _player(record: Game, seat: int) -> str:
    """Return the name of the player of a seat, or the colour where there is none that a table can hold."""
    colour = COLOUR_WORDS[record.setup.colours[seat]]
    name = record.header(colour.capitalize()) or ""
    return colour if _FRAGILE.search(name) or "\n" in name else name


def _header_rows(record: Game) -> Iterator[list[str]]:
    """Yield name and value of each header; one with signs that a table may lose as the text has it."""
    for line in format_headers(record):
        match = HEADER.fullmatch(line)
        assert match is not None
        value = unescape(match[2])
        yield [line, ""] if _FRAGILE.search(value) or "\n" in value else [match[1], safe(value)]


class _Rows:
    """Makes rows of a record's lines; knows whose turn each is, and how many discs it activates."""

    def __init__(self, record: Game) -> None:
        self.record = record
        self.active: dict[int, int] = {}
        self.activated: dict[int, int] = {}
        for state, move in zip(record.states, record.moves, strict=False):
            if type(state.now) is not Placement:
                continue
            self.active[state.turn] = state.active
            if type(move.command) is PlaceDisc:
                below = len(state.stacks[STREET_INDEX[move.command.street]])
                self.activated[state.turn] = min(3, below + 1)

    def row(self, line: str) -> list[str]:
        """Return the cells of a line of the canonical text."""
        words = TOKEN.findall(line)
        cells: dict[str, str] = dict.fromkeys(COLUMNS, "")
        if line[0] == " ":
            return _safe(cells | {"notation": " ".join(words)})
        mark = _MARKED.fullmatch(words[0])
        turn = int(mark[1]) if mark and mark[1].isdigit() else 0
        if mark:
            words = words[1:]
            cells["turn"] = mark[1] if len(mark[2]) == 1 else mark[0]
            if turn in self.active:
                cells["player"] = _player(self.record, self.active[turn])
        rest = _fill_street(cells, words) if mark and len(mark[2]) == 1 and turn else words
        actions = _fill_notes(cells, rest)
        if not _fill_discs(cells, actions, self.activated.get(turn, len(_DISCS))):
            empty = dict.fromkeys(COLUMNS, "")
            cells = empty | {"turn": cells["turn"], "player": cells["player"], "notation": " ".join(words)}
        return _safe(cells)


def _fill_street(cells: dict[str, str], words: list[str]) -> list[str]:
    """Fill the cells of a placement, with what was observed before it; return the words after it."""
    count = next((number for number, word in enumerate(words, 1) if SEEN not in word), len(words))
    if words[count - 1][0] in "{}":
        return words
    symbol, glyphs = split_glyphs(words[count - 1])
    match = _STREET.fullmatch(symbol)
    assert match is not None
    cells["street"], cells["disc"] = " ".join([*words[: count - 1], match[1]]), _DISC_WORDS[match[2]]
    return [words[count - 1][len(symbol) :], *words[count:]] if glyphs else words[count:]


def _fill_notes(cells: dict[str, str], words: list[str]) -> list[str]:
    """Fill the cells of the notes at the end of a line; return the words before them."""
    end = len(words)
    while end and _is_note(words[end - 1]):
        end -= 1
    notes = words[end:]
    checks: list[str] = []
    while notes and notes[0][0] == MARK:
        checks.append(_check_text(notes.pop(0)))
    cells["check"] = "; ".join(checks)
    if notes and notes[0][0] == "{" and not _FRAGILE.search(unquote_comment(notes[0])):
        cells["comment"] = unquote_comment(notes.pop(0))
    cells["notation"] = " ".join(notes)
    return words[:end]


def _fill_discs(cells: dict[str, str], words: list[str], activated: int) -> bool:
    """Fill the cells of the activated discs and of what closes the turn; return whether there are cells enough."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == END and cells["street"]:
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) > 1 and not parts[-1]:
        parts[-2:] = [[*parts[-2], END]]
    names = (*_DISCS[:activated], "closing") if len(parts) == activated + 1 <= len(_DISCS) else _DISCS
    cells.update({name: " ".join(part) for name, part in zip(names, parts, strict=False)})
    return len(parts) <= len(names) and (all(parts) or len(parts) == 1)


def _is_note(word: str) -> bool:
    return word[0] in "{=%$;#&"


def _safe(cells: dict[str, str]) -> list[str]:
    return [text if name == "turn" else safe(text) for name, text in cells.items()]


def _check_text(check: str) -> str:
    """Write a check without the sign that begins a formula, e.g. ``order bry``, ``points 12 9 7``."""
    value = check[1:]
    if value[0] == "#":
        return f"digest {value[1:]}"
    return f"points {value.replace('-', ' ')}" if "-" in value else f"order {'nobody' if value == '0' else value}"
