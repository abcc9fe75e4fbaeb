r"""Where the games of a file begin and what their headers say, without reading their decisions.

Works on bytes, block by block, and finds exactly the games that ``tokens.split_games`` finds in the text that the bytes
stand for. A body is only searched for what may begin a header and for braces, since what stands in a comment is no
header. However long a line or a game is, no more than a block and one game are held.
"""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

from notation.escapes import unescape
from notation.header import HEADER
from notation.limits import MOST_GAME_CHARS, MOST_HEADERS
from notation.tokens import BYTE_ORDER_MARK, FIRST_HEADER, is_header, lines_of

Headers = tuple[tuple[str, str], ...]
"""Names and values, in the order of the text."""

MOST_GAME_BYTES: Final = 4 * MOST_GAME_CHARS
"""What is longer has more characters than a game may have, whatever its signs."""

_BLOCK: Final = 1 << 20
_LINE_ENDS: Final = b"\r\n"
_FIRST: Final = FIRST_HEADER.encode()
_MARK: Final = BYTE_ORDER_MARK.encode()

_HEAD: Final = re.compile(rb"(?:[ \t]*(?:\[[^\r\n]*)?(?:\r\n|\n|\r))++")
_BLANK_LINES: Final = re.compile(rb"(?:[ \t]*(?:\r\n|\n|\r))++")
_SURELY_HEADER: Final = re.compile(rb'\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]+"')
_PERHAPS_BLANK: Final = re.compile(rb"[\s\x1c-\x1f\x80-\xff]*")
_SURELY_BODY: Final = frozenset(range(0x21, 0x7F)) - {ord("[")}
_REST_OF_COMMENT: Final = re.compile(rb"[^\\}]*+(?:\\.[^\\}]*+)*+(\})?", re.DOTALL)
_PLAIN_LINE: Final = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]{0,63}) "([^"\\\n]*)"\]$', re.MULTILINE)


class Entry(NamedTuple):
    """Where a game stands in a file: the byte and the line with which it begins, its length in bytes, its headers.

    Bytes count from 0 and lines from 1. The game goes on up to the next one, blank lines included.
    """

    offset: int
    length: int
    line: int
    headers: Headers = ()

    @property
    def is_too_long(self) -> bool:
        """Whether it is so long that it can be no game, whatever its signs."""
        return self.length > MOST_GAME_BYTES

    def header(self, name: str) -> str | None:
        """The value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)


class Passage(NamedTuple):
    """A game of a file as it stands: its place, and its bytes unless it is too long to be one."""

    entry: Entry
    text: bytes | None


def scan_headers(file: BinaryIO | bytes) -> Iterator[Entry]:
    """The places and headers of all games, one after another; ``file`` is read once, from where it stands."""
    for passage in _Scan(keeps_text=False).run(file):
        yield passage.entry


def scan_games(file: BinaryIO | bytes) -> Iterator[Passage]:
    """The places, headers and bytes of all games, one after another."""
    return _Scan(keeps_text=True).run(file)


def headers_of(head: bytes) -> Headers:
    """The headers in the lines that come before a body; what is no header is left out."""
    text = head.decode("utf-8", "replace")
    plain: list[tuple[str, str]] = _PLAIN_LINE.findall(text)
    if len(plain) == text.count("[") <= MOST_HEADERS:
        return tuple(plain)
    found: list[tuple[str, str]] = []
    for line in lines_of(text):
        end = 0
        for match in HEADER.finditer(line.removeprefix(BYTE_ORDER_MARK)):
            if line.removeprefix(BYTE_ORDER_MARK)[end : match.start()].strip() or len(found) == MOST_HEADERS:
                break
            found.append((match[1], unescape(match[2])))
            end = match.end()
    return tuple(found)


def _blocks(read: Callable[[int], bytes]) -> Iterator[tuple[bytes, bool]]:
    """Runs of whole lines, and whether the run goes on in the middle of one: a line too long for any game is cut.

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
            goes_on = rest[cut - 1] not in _LINE_ENDS
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
        """All games; each is told when the next one begins."""
        source = BytesIO(file) if isinstance(file, bytes) else file
        base = 0
        for block, goes_on in _blocks(source.read):
            yield from self._block(block, base, goes_on=goes_on)
            base += len(block)
        if self.begun:
            yield self._game(base)

    def _begin(self, offset: int) -> None:
        """A game begins on the line that is being looked at."""
        self.begun, self.has_body, self.has_version = True, False, False
        self.offset, self.first_line = offset, self.line
        self.head: list[bytes] = []
        self.head_size = 0
        self.text: list[bytes] = []
        self.text_size = 0

    def _game(self, end: int) -> Passage:
        """The game that ends before this byte of the file."""
        entry = Entry(self.offset, end - self.offset, self.first_line, headers_of(b"".join(self.head)))
        is_kept = self.keeps_text and not entry.is_too_long
        return Passage(entry, b"".join(self.text) if is_kept else None)

    def _block(self, block: bytes, base: int, *, goes_on: bool) -> Iterator[Passage]:
        """The games that end in this block, which stands at byte ``base`` of the file."""
        lines = _Lines(block)
        bodies = _Bodies(lines, lines.end(0) if goes_on else 0)
        place = 0 if self.has_body else bodies.lines_from
        told = 0
        if not self.begun:
            told = place = _after_blanks(lines, place)
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
                self._add_text(block[told:place])
                yield self._game(base + place)
                self.line += lines.count(told, place)
                self._begin(base + place)
                told = place
        self._add_text(block[told:])
        self.line += lines.count(told, len(block))

    def _after_head(self, lines: "_Lines", place: int) -> tuple[int, bool]:
        """Where the headers end, and whether the game ends there as well, since those of another begin."""
        end = _after_head(lines, place)
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


def _after_blanks(lines: "_Lines", place: int) -> int:
    """Where the first line stands that is not blank."""
    block = lines.block
    while place < len(block) and block[place] not in _SURELY_BODY:
        blanks = _BLANK_LINES.match(block, place)
        end = blanks.end() if blanks else lines.end(place)
        if not blanks and lines.text(place, end).strip():
            break
        place = end
    return place


def _after_head(lines: "_Lines", place: int) -> int:
    """Where the body begins behind headers and blank lines."""
    block = lines.block
    while place < len(block):
        head = _HEAD.match(block, place)
        if head:
            place = head.end()
            continue
        if block[place] in _SURELY_BODY:
            break
        end = lines.end(place)
        line = lines.text(place, end)
        if line.strip() and not is_header(line, has_body=False):
            break
        place = end
    return place


class _Bodies:
    """Finds the ends of bodies in a block; before ``lines_from`` no line begins.

    What may begin a header and what opens and closes comments is looked for from where it was found last, so that a
    block takes a time that grows with its length, whatever stands in it.
    """

    def __init__(self, lines: "_Lines", lines_from: int) -> None:
        self.lines = lines
        self.lines_from = lines_from
        self.bracket = lines.find(b"[", lines_from)
        self.opening = self.closing = self.first = -1

    def end(self, place: int, *, inside: bool) -> tuple[int, bool]:
        """Where the next game begins or the block ends, and whether a comment is open there.

        ``inside`` says whether one is open at ``place``.
        """
        find, size = self.lines.find, len(self.lines.block)
        while True:
            if not inside:
                if self.opening < place:
                    self.opening = find(b"{", place)
                if self.bracket < place:
                    self.bracket = find(b"[", place)
                if self.bracket < self.opening:
                    start = self.lines.header_at(self.bracket)
                    if start >= 0:
                        return start, False
                    self.bracket = find(b"[", self.lines.end(self.bracket))
                    continue
                if self.opening == size:
                    return size, False
                place = self.opening + 1
            if self.first < place:
                self.first = self.lines.first_header(max(place, self.lines_from))
            if self.closing < place:
                self.closing = find(b"}", place)
            if self.first < self.closing:
                return self.first, False
            end = self._end_of_comment(place)
            if end < 0:
                return self.first, self.first == size
            place, inside = end, False

    def _end_of_comment(self, place: int) -> int:
        """Behind the brace that closes the comment that goes on here, before a first header; -1 if none does."""
        block = self.lines.block
        if self.closing < len(block) and block.find(b"\\", place, self.closing) < 0:
            return self.closing + 1
        comment = _REST_OF_COMMENT.match(block, place, self.first)
        return comment.end() if comment and comment[1] else -1


class _Lines:
    """The lines of a block of bytes."""

    def __init__(self, block: bytes) -> None:
        """Look whether any line ends with a carriage return."""
        self.block = block
        self.has_returns = b"\r" in block

    def find(self, sign: bytes, place: int) -> int:
        """Where a sign stands next; the end of the block if it does not."""
        found = self.block.find(sign, place)
        return len(self.block) if found < 0 else found

    def count(self, start: int, end: int) -> int:
        """How many lines end between two places."""
        found = self.block.count(b"\n", start, end)
        if self.has_returns:
            found += self.block.count(b"\r", start, end) - self.block.count(b"\r\n", start, end)
        return found

    def text(self, start: int, end: int) -> str:
        """A line as text, without the mark that means nothing."""
        return self.block[start:end].decode("utf-8", "surrogateescape").removeprefix(BYTE_ORDER_MARK)

    def end(self, place: int) -> int:
        """Where the line ends that goes on at a place, its line end included."""
        feed = self.block.find(b"\n", place)
        end = len(self.block) if feed < 0 else feed + 1
        if not self.has_returns:
            return end
        turn = self.block.find(b"\r", place, end)
        if turn < 0 or turn + 2 == end:
            return end
        return turn + 1

    def start(self, place: int) -> int:
        """Where the line begins that has this place."""
        start = self.block.rfind(b"\n", 0, place) + 1
        return max(start, self.block.rfind(b"\r", start, place) + 1) if self.has_returns else start

    def header_at(self, bracket: int) -> int:
        """Where the line begins that has its first bracket here, if it begins a game behind decisions; -1 if not."""
        block = self.block
        if bracket and block[bracket - 1] not in _LINE_ENDS:
            start = self.start(bracket)
            if not _PERHAPS_BLANK.fullmatch(block, start, bracket):
                return -1
        else:
            start = bracket
            if _SURELY_HEADER.match(block, bracket):
                return start
        return start if is_header(self.text(start, self.end(bracket)), has_body=True) else -1

    def version_line(self, place: int, end: int) -> int:
        """Where the next line of a head begins that may begin a game; -1 if there is none."""
        while (found := self.block.find(_FIRST, place, end)) >= 0:
            start = found - len(_MARK) * self.block.endswith(_MARK, 0, found)
            if not start or self.block[start - 1] in _LINE_ENDS:
                return start
            place = found + 1
        return -1

    def first_header(self, place: int) -> int:
        """Where the next line begins that begins a game even in an open comment; the end if there is none."""
        block = self.block
        while (found := block.find(_FIRST, place)) >= 0:
            if not found or block[found - 1] in _LINE_ENDS:
                return found
            place = found + 1
        return len(block)
