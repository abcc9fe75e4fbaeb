"""Lines, headers and comments in a block of bytes: where a body begins and where it ends, without reading it."""

import re
from typing import Final

from notation.grammar.tokens import BYTE_ORDER_MARK, FIRST_HEADER, is_header

LINE_ENDS: Final = b"\r\n"
_FIRST: Final = FIRST_HEADER.encode()
_MARK: Final = BYTE_ORDER_MARK.encode()
_HEAD: Final = re.compile(rb"(?:[ \t]*(?:\[[^\r\n]*)?(?:\r\n|\n|\r))++")
_BLANK_LINES: Final = re.compile(rb"(?:[ \t]*(?:\r\n|\n|\r))++")
_SURELY_HEADER: Final = re.compile(rb'\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]+"')
_PERHAPS_BLANK: Final = re.compile(rb"[\s\x1c-\x1f\x80-\xff]*")
_SURELY_BODY: Final = frozenset(range(0x21, 0x7F)) - {ord("[")}
_REST_OF_COMMENT: Final = re.compile(rb"[^\\}]*+(?:\\.[^\\}]*+)*+(\})?", re.DOTALL)


class Lines:
    """The lines of a block of bytes."""

    def __init__(self, block: bytes) -> None:
        """Check whether any line ends with a carriage return."""
        self.block = block
        self.has_returns = b"\r" in block

    def find(self, sign: bytes, place: int) -> int:
        """Return the next place of a sign; the end of the block if there is none."""
        found = self.block.find(sign, place)
        return len(self.block) if found < 0 else found

    def count(self, start: int, end: int) -> int:
        """Return how many lines end between two places."""
        found = self.block.count(b"\n", start, end)
        if self.has_returns:
            found += self.block.count(b"\r", start, end) - self.block.count(b"\r\n", start, end)
        return found

    def text(self, start: int, end: int) -> str:
        """Return a line as text, without the mark that means nothing."""
        return self.block[start:end].decode("utf-8", "surrogateescape").removeprefix(BYTE_ORDER_MARK)

    def end(self, place: int) -> int:
        """Return the end of the line that contains a place, its line end included."""
        feed = self.block.find(b"\n", place)
        end = len(self.block) if feed < 0 else feed + 1
        if not self.has_returns:
            return end
        turn = self.block.find(b"\r", place, end)
        if turn < 0 or turn + 1 == feed:
            return end
        return turn + 1

    def start(self, place: int) -> int:
        """Return the start of the line that contains a place."""
        start = self.block.rfind(b"\n", 0, place) + 1
        return max(start, self.block.rfind(b"\r", start, place) + 1) if self.has_returns else start

    def header_at(self, bracket: int) -> int:
        """Return the start of the line with its first bracket here if it begins a game after decisions; else -1."""
        block = self.block
        if bracket and block[bracket - 1] not in LINE_ENDS:
            start = self.start(bracket)
            if not _PERHAPS_BLANK.fullmatch(block, start, bracket):
                return -1
        else:
            start = bracket
            if _SURELY_HEADER.match(block, bracket):
                return start
        line = self.text(start, self.end(bracket))
        return start if line.startswith(FIRST_HEADER) or is_header(line, has_body=True) else -1

    def version_line(self, place: int, end: int) -> int:
        """Return the start of the next line of a head that may begin a game; -1 if there is none."""
        while (found := self.block.find(_FIRST, place, end)) >= 0:
            start = found - len(_MARK) * self.block.endswith(_MARK, 0, found)
            if not start or self.block[start - 1] in LINE_ENDS:
                return start
            place = found + 1
        return -1

    def first_header(self, place: int) -> int:
        """Return the start of the next line that begins a game even in an open comment; the end if there is none."""
        block = self.block
        while (found := block.find(_FIRST, place)) >= 0:
            if not found or block[found - 1] in LINE_ENDS:
                return found
            place = found + 1
        return len(block)


def after_blanks(lines: Lines, place: int) -> int:
    """Return the start of the first line that is not blank."""
    block = lines.block
    while place < len(block) and block[place] not in _SURELY_BODY:
        blanks = _BLANK_LINES.match(block, place)
        end = blanks.end() if blanks else lines.end(place)
        if not blanks and lines.text(place, end).strip():
            break
        place = end
    return place


def after_head(lines: Lines, place: int) -> int:
    """Return the start of the body after headers and blank lines."""
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


class Bodies:
    """Finds the ends of bodies in a block; before ``lines_from`` no line begins.

    What may begin a header and what opens and closes comments is looked for from where it was found last, so that a
    block takes a time that grows with its length, whatever is in it.
    """

    def __init__(self, lines: Lines, lines_from: int) -> None:
        """Start with only the first bracket found."""
        self.lines = lines
        self.lines_from = lines_from
        self.bracket = lines.find(b"[", lines_from)
        self.opening = self.closing = self.first = -1

    def end(self, place: int, *, inside: bool) -> tuple[int, bool]:
        """Return where the next game begins or the block ends, and whether a comment is open there.

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
        """Return the index after the brace that closes an open comment, before a first header; -1 if none does."""
        block = self.lines.block
        if self.closing < len(block) and block.find(b"\\", place, self.closing) < 0:
            return self.closing + 1
        comment = _REST_OF_COMMENT.match(block, place, self.first)
        return comment.end() if comment and comment[1] else -1
