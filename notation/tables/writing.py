"""A game as a table: the headers in rows of two cells, then a row for each line of the canonical text.

``docs/dictation.md`` says what the columns are. What has no column of its own stands as notation in the last one, so
that nothing is lost: ``loads_csv(dumps_csv(record)) == record``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from calimala_es.board import STREET_INDEX
from calimala_es.commands import Place
from calimala_es.components import COLOUR_WORDS
from calimala_es.state import Placing, State
from notation.heading.form import HEADER
from notation.reading.body import ENDING
from notation.record import Record
from notation.tables.cells import COMMA, Dialect, format_rows, safe
from notation.words.checks import MARK, is_check
from notation.words.escapes import unescape
from notation.words.symbols import END, IDLE_SUFFIX, SEEN, SUPPORT_SUFFIX, WHITE_SUFFIX
from notation.words.tokens import TOKEN, quote_comment, unquote_comment
from notation.writer import dumps, format_headers, states_of
from notation.writing.style import Style

COLUMNS: Final[tuple[str, ...]] = (
    "turn", "player", "street", "disc", "first", "second", "third", "closing", "check", "comment", "notation",
)  # fmt: skip
"""The columns of the table, in the order in which they are written; a reader takes them in any order."""

_PARTS: Final = ("first", "second", "third", "closing")
FIRST_HEADER: Final = "CGN"
"""The header that is written first, so that it begins a game."""

_MARKED: Final = re.compile(rf"([0-9]{{1,9}}|{ENDING})(\.+)")
_STREET: Final = re.compile(rf"(.*?)({IDLE_SUFFIX}|{SUPPORT_SUFFIX}|{WHITE_SUFFIX}|)")
_DISC_WORDS: Final = {"": "", WHITE_SUFFIX: "white", SUPPORT_SUFFIX: "support", IDLE_SUFFIX: "idle support"}
_SUFFIXES: Final = {
    **{word: suffix for suffix, word in _DISC_WORDS.items()},
    **{suffix: suffix for suffix in _DISC_WORDS},
    "coloured": "",
    "w": WHITE_SUFFIX,
    "s": SUPPORT_SUFFIX,
}
_TELLING: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]|^\\s|\\s$|^$")
"""Signs in a text that a table may lose."""

_LINES: Final = Style(line_a_turn=True)

_CHECKS: Final = {"order": "", "points": "", "digest": "#"}
"""How a check is told in a table, and what stands for the word behind ``=``."""


# What a row says.


def check_of(words: str) -> str:
    """The check that words of a table stand for; empty if they are none."""
    said = words.strip().lower().removeprefix(MARK)
    kind, _, rest = said.partition(" ")
    if kind in _CHECKS:
        said = _CHECKS[kind] + rest.strip().replace("nobody", "0").replace(" ", "-")
    check = MARK + said.replace(" ", "-")
    return check if is_check(check) else ""


def words_of(cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the cells of a row become in a text, each with the name of its column.

    A check that is none becomes ``NO_CHECK``.
    """
    turn = cells["turn"].strip()
    if turn:
        yield "turn", turn if turn.endswith(".") else f"{turn}."
    street, disc = cells["street"].strip(), cells["disc"].strip().lower()
    if street:
        yield "street", street + _SUFFIXES.get(disc, disc)
    parts = [(name, cells[name].strip()) for name in _PARTS if cells[name].strip()]
    for number, (name, part) in enumerate(parts):
        if number:
            yield name, END
        yield name, part
    for check in cells["check"].split(";"):
        if check.strip():
            yield "check", check_of(check) or NO_CHECK
    if cells["comment"]:
        yield "comment", quote_comment(cells["comment"])
    if cells["notation"].strip():
        yield "notation", cells["notation"].strip()


NO_CHECK: Final = MARK
"""What stands for a check that is none; no reader takes it."""


# Writing.


def dumps_csv(record: Record, dialect: Dialect = COMMA) -> str:
    """A record as a table; raises what ``dumps`` raises.

    A record without decisions gives a template: a row for each turn that the discs are enough for, with the player
    whose turn it is. A reader takes no notice of rows that say nothing more.
    """
    states = states_of(record)
    body = [line for line in dumps(record, states, _LINES).split("\n\n", 1)[1].split("\n") if line]
    game = _Game(record, states)
    rows = [game.row(line) for line in body] + ([] if record.moves else _empty_rows(record, states[0]))
    return format_rows([*_header_rows(record), [], [*COLUMNS], *rows], dialect)


def _empty_rows(record: Record, start: State) -> list[list[str]]:
    """A row for turn 0, each turn and the end, with nothing but whose turn it is."""
    first = start.turn or 1
    turns = range(first, first + sum(mat.supply for mat in start.mats))
    players = len(record.setup.colours)
    rows = [[str(turn), _player(record, (start.active + turn - first) % players)] for turn in turns]
    told = [*([] if start.turn else [["0", ""]]), *rows, [ENDING, ""]]
    return [[turn, safe(player), *[""] * (len(COLUMNS) - 2)] for turn, player in told]


def _player(record: Record, seat: int) -> str:
    """What the player of a seat is called: the name, or the colour."""
    colour = COLOUR_WORDS[record.setup.colours[seat]]
    name = record.header(colour.capitalize()) or ""
    return colour if _TELLING.search(name) or "\n" in name else name


def _header_rows(record: Record) -> Iterator[list[str]]:
    """Name and value of each header; one with signs that a table may lose stands as it does in a text."""
    for line in format_headers(record):
        match = HEADER.fullmatch(line)
        assert match is not None
        value = unescape(match[2])
        yield [line, ""] if _TELLING.search(value) or "\n" in value else [match[1], safe(value)]


class _Game:
    """What the rows of a record need to know of the game: whose turn it is, and how many discs a turn activates."""

    def __init__(self, record: Record, states: Sequence[State]) -> None:
        self.record = record
        self.active: dict[int, int] = {}
        self.activated: dict[int, int] = {}
        for state, move in zip(states, record.moves, strict=False):
            if type(state.now) is not Placing:
                continue
            self.active[state.turn] = state.active
            if type(move.command) is Place:
                below = len(state.stacks[STREET_INDEX[move.command.street]])
                self.activated[state.turn] = min(3, below + 1)

    def row(self, line: str) -> list[str]:
        """The cells of a line of the canonical text."""
        tokens = TOKEN.findall(line)
        cells: dict[str, str] = dict.fromkeys(COLUMNS, "")
        words = [*tokens]
        mark = _MARKED.fullmatch(words[0])
        if line[0] == " ":
            return self._as_notation(cells, words)
        if mark:
            words = words[1:]
            cells["turn"] = mark[1] if len(mark[2]) == 1 else mark[0]
            if mark[1].isdigit() and int(mark[1]) in self.active:
                cells["player"] = _player(self.record, self.active[int(mark[1])])
            if len(mark[2]) == 1 and mark[1].isdigit() and int(mark[1]):
                words = self._place(cells, words)
        words = self._note(cells, words)
        self._deeds(cells, words, int(mark[1]) if mark and mark[1].isdigit() else 0)
        return self._as_notation(cells, tokens[1:] if mark else tokens) if _joined(cells) != tokens else _safe(cells)

    def _as_notation(self, cells: dict[str, str], words: list[str]) -> list[str]:
        """A row of which everything stands as notation but the number of the turn."""
        kept = {**dict.fromkeys(COLUMNS, ""), "turn": cells["turn"], "player": cells["player"]}
        return _safe({**kept, "notation": " ".join(words)})

    def _place(self, cells: dict[str, str], words: list[str]) -> list[str]:
        """Fill the cells of a placement, with what was observed before it; what stands behind it."""
        count = next((number for number, word in enumerate(words, 1) if SEEN not in word), len(words))
        if words[count - 1][0] in "{}":
            return words
        match = _STREET.fullmatch(words[count - 1])
        assert match is not None
        street = [*words[: count - 1], match[1]]
        cells["street"], cells["disc"] = " ".join(street), _DISC_WORDS[match[2]]
        return words[count:]

    def _note(self, cells: dict[str, str], words: list[str]) -> list[str]:
        """Fill the cells of what is said at the end of a line; what stands before it."""
        end = len(words)
        while end and _is_note(words[end - 1]):
            end -= 1
        notes = words[end:]
        checks: list[str] = []
        while notes and notes[0][0] == MARK:
            checks.append(_check_in_words(notes.pop(0)))
        cells["check"] = "; ".join(checks)
        if notes and notes[0][0] == "{" and not _TELLING.search(unquote_comment(notes[0])):
            cells["comment"] = unquote_comment(notes.pop(0))
        cells["notation"] = " ".join(notes)
        return words[:end]

    def _deeds(self, cells: dict[str, str], words: list[str], turn: int) -> None:
        """Fill the cells of the activated discs and of what closes the turn."""
        parts: list[list[str]] = [[]]
        for word in words:
            if word == END and cells["street"]:
                parts.append([])
            else:
                parts[-1].append(word)
        if len(parts) > 1 and not parts[-1]:
            parts[-2:] = [[*parts[-2], END]]
        names = [*_PARTS]
        activated = self.activated.get(turn, len(_PARTS))
        if len(parts) == activated + 1 <= len(_PARTS):
            names = [*_PARTS[:activated], "closing"]
        if len(parts) <= len(names):
            cells.update({name: " ".join(part) for name, part in zip(names, parts, strict=False)})


def _is_note(word: str) -> bool:
    return word[0] in "{=%$;#&!" or word in ("?!", "??", "?")


def _safe(cells: dict[str, str]) -> list[str]:
    return [text if name == "turn" else safe(text) for name, text in cells.items()]


def _check_in_words(check: str) -> str:
    """A check without the sign that begins a formula: ``order bry``, ``points 12 9 7``, ``digest 0123456789abcdef``."""
    said = check[1:]
    if said[0] == "#":
        return f"digest {said[1:]}"
    return f"points {said.replace('-', ' ')}" if "-" in said else f"order {'nobody' if said == '0' else said}"


def _joined(cells: dict[str, str]) -> list[str]:
    """The words of a row, in the order in which they are read."""
    return TOKEN.findall(" ".join(piece for _, piece in words_of(cells)))
