r"""Where the games of a file begin and what their headers say, without reading their decisions.

Works on bytes, block by block, and finds exactly the games that ``tokens.split_games`` finds in the text that the bytes
stand for. A body is only searched for what may begin a header and for braces, since what is in a comment is no
header. However long a line or a game is, no more than a block and one game are held.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

from notation.errors import MOST_GAME_CHARS, MOST_HEADERS
from notation.files.blocks import LINE_ENDS, Bodies, Lines, after_blanks, after_head
from notation.grammar.tokens import BYTE_ORDER_MARK, lines_of, plain_header, unescape
from notation.headers.setup_headers import HEADER

Headers = tuple[tuple[str, str], ...]
"""Names and values, in the order of the text."""

MOST_GAME_BYTES: Final = 4 * MOST_GAME_CHARS
"""What is longer has more characters than a game may have, whatever its signs."""

_BLOCK: Final = 1 << 20

_PLAIN_LINE: Final = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]{0,63}) "([^"\\\n]*)"\]$', re.MULTILINE)


class GameEntry(NamedTuple):
    """Where a game is in a file: the byte and the line with which it begins, its length in bytes, its headers.

    Bytes count from 0 and lines from 1. The game goes on up to the next one, blank lines included.
    """

    offset: int
    length: int
    line: int
    headers: Headers = ()

    @property
    def is_too_long(self) -> bool:
        """Whether it is too long to be a game, whatever its signs."""
        return self.length > MOST_GAME_BYTES

    def header(self, name: str) -> str | None:
        """Return the value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)


class Passage(NamedTuple):
    """A game of a file as written: its place, and its bytes unless it is too long to be one."""

    entry: GameEntry
    text: bytes | None


def scan_headers(file: BinaryIO | bytes) -> Iterator[GameEntry]:
    r"""Yield the places and headers of all games, one after another; ``file`` is read once, from where it is.

    >>> [(game.line, game.headers) for game in scan_headers(b'[Seats "bry"]\n\n1. WB\n')]
    [(1, (('Seats', 'bry'),))]
    """
    for passage in _Scan(keeps_text=False).run(file):
        yield passage.entry


def scan_games(file: BinaryIO | bytes) -> Iterator[Passage]:
    """Yield the places, headers and bytes of all games, one after another."""
    return _Scan(keeps_text=True).run(file)


def headers_of(head: bytes) -> Headers:
    """Return the headers in the lines before a body; other text is skipped."""
    text = head.decode("utf-8", "replace")
    plain: list[tuple[str, str]] = _PLAIN_LINE.findall(text)
    if len(plain) == text.count("[") <= MOST_HEADERS:
        return tuple(plain)
    found: list[tuple[str, str]] = []
    for written in lines_of(text):
        end, line = 0, plain_header(written.removeprefix(BYTE_ORDER_MARK))
        for match in HEADER.finditer(line):
            if line[end : match.start()].strip() or len(found) == MOST_HEADERS:
                break
            found.append((match[1], unescape(match[2])))
            end = match.end()
    return tuple(found)


def _blocks(read: Callable[[int], bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield runs of whole lines, and whether a run begins within a line: a line too long for any game is cut.

    A run ends neither between the two signs of a line end nor between a backslash and what it takes the meaning from.
    """
    rest, goes_on = b"", False
    while block := read(_BLOCK):
        rest = rest + block if rest else block
        cut = rest.rfind(b"\n") + 1 or rest.rfind(b"\r", 0, len(rest) - 1) + 1
        if not cut and (goes_on or len(rest) > MOST_GAME_BYTES):
            cut = len(rest) - rest.endswith(b"\r")
            cut -= (cut - len(rest[:cut].rstrip(b"\\"))) % 2
        if cut:
            yield rest[:cut], goes_on
            goes_on = rest[cut - 1] not in LINE_ENDS
            rest = rest[cut:]
    if rest:
        yield rest, goes_on


class _Scan:
    """What is known while a file is gone through: the game that is being read, and whether a comment is open."""

    def __init__(self, *, keeps_text: bool) -> None:
        self.keeps_text = keeps_text
        self.line = 1
        self.inside = False
        self._begin(0)
        self.begun = False

    def run(self, file: BinaryIO | bytes) -> Iterator[Passage]:
        """Yield all games; each is complete when the next one begins."""
        source = BytesIO(file) if isinstance(file, bytes) else file
        base = 0
        for block, goes_on in _blocks(source.read):
            yield from self._block(block, base, goes_on=goes_on)
            base += len(block)
        if self.begun:
            yield self._game(base)

    def _begin(self, offset: int) -> None:
        """Begin a game on the current line."""
        self.begun, self.has_body, self.has_version = True, False, False
        self.offset, self.first_line = offset, self.line
        self.head: list[bytes] = []
        self.head_size = 0
        self.text: list[bytes] = []
        self.text_size = 0

    def _game(self, end: int) -> Passage:
        """Return the game that ends before this byte of the file."""
        entry = GameEntry(self.offset, end - self.offset, self.first_line, headers_of(b"".join(self.head)))
        has_text = self.keeps_text and not entry.is_too_long
        return Passage(entry, b"".join(self.text) if has_text else None)

    def _block(self, block: bytes, base: int, *, goes_on: bool) -> Iterator[Passage]:
        """Yield the games that end in this block, which begins at byte ``base`` of the file."""
        lines = Lines(block)
        bodies = Bodies(lines, lines.end(0) if goes_on else 0)
        place = 0 if self.has_body else bodies.lines_from
        begin = 0
        if not self.begun:
            begin = place = after_blanks(lines, place)
            self.line += lines.count(0, place)
            if place < len(block):
                self._begin(base + place)
        while place < len(block):
            if self.has_body:
                place, self.inside = bodies.end(place, inside=self.inside)
                has_ended = place < len(block)
            else:
                start, place, has_ended = place, *self._after_head(lines, place)
                self._add_head(block[start:place])
            if has_ended:
                self._add_text(block[begin:place])
                yield self._game(base + place)
                self.line += lines.count(begin, place)
                self._begin(base + place)
                begin = place
        self._add_text(block[begin:])
        self.line += lines.count(begin, len(block))

    def _after_head(self, lines: Lines, place: int) -> tuple[int, bool]:
        """Return the end of the headers, and whether the game ends there too, since those of another begin."""
        end = after_head(lines, place)
        while (version := lines.version_line(place, end)) >= 0:
            if self.has_version:
                return version, True
            self.has_version = True
            place = lines.end(version)
        self.has_body = end < len(lines.block)
        return end, False

    def _add_head(self, lines: bytes) -> None:
        """Keep lines of headers; none of a game that has more of them than any text may have."""
        self.head_size += len(lines)
        if self.head_size <= MOST_GAME_BYTES:
            self.head.append(lines)
        else:
            self.head.clear()

    def _add_text(self, text: bytes) -> None:
        if self.keeps_text:
            self.text_size += len(text)
            if self.text_size <= MOST_GAME_BYTES:
                self.text.append(text)
            else:
                self.text.clear()
