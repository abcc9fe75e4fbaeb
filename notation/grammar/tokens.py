r"""From text to games and tokens: where a game begins, which words it is made of, and where each of them is.

Comments are in braces; everything else is words between blanks, and a stroke is a word wherever it is written, except
in a note. Nothing here knows what a word means, only whether it is a note.

In a comment and in a header's value a backslash takes away the meaning of the sign after it; ``\n`` and ``\r`` are line
ends, and ``\u`` with four hexadecimal digits is the sign of that number. Line ends of every kind, control characters
and halves of surrogate pairs are written like this, so that canonical text can be encoded, cut into lines and shown on
a terminal without harm.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO, TextIOBase
from itertools import islice
from typing import Final, NamedTuple

from msgspec import Struct

from notation.errors import MOST_GAME_CHARS, Place

_HIDDEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_ESCAPE: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_LETTERS: Final = {"\n": "n", "\r": "r"}
_SIGNS: Final = {"n": "\n", "r": "\r"}


def escape(text: str, closing: str) -> str:
    """Return ``text`` as it is written between delimiters of which ``closing`` is the second."""
    text = text.replace("\\", "\\\\").replace(closing, "\\" + closing)
    return _HIDDEN.sub(lambda match: "\\" + _LETTERS.get(match[0], f"u{ord(match[0]):04x}"), text)


def unescape(text: str) -> str:
    """Undo ``escape``; a backslash before any other sign is that sign."""
    return _ESCAPE.sub(_sign, text) if "\\" in text else text


def _sign(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _SIGNS.get(code, code)


_OPEN_COMMENT: Final = r"\{[^\\}]*+(?:\\.[^\\}]*+)*+"

_NOTE: Final = (
    r"\(?(?:(?:[0-9]{1,9}|[Ee])[.\u2026]+)?(?:&[A-Za-z0-9_@:.-]*)?(?:#|\$(?![0-9]{1,3}(?:[^!-~]|[/)]|\Z)))[^\s{}]*"
)
"""A word that may have a slash in it: a mark, or a note of somebody's own."""

TOKEN: Final = re.compile(_OPEN_COMMENT + r"\}?|" + _NOTE + r"|[^\s{}/]+|[/}]", re.DOTALL)
"""A comment (without its closing brace where the text ends first), a word, or a brace that closes nothing."""

_TIGHT: Final = re.compile(r"/(?<=[^\s{}]/)|/(?=[^\s{}])")
"""A stroke, or a slash, with a sign beside it."""

_TYPOGRAPHY: Final = {**dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"), 0x2026: "..."}
"""What phones and word processors make of signs of the notation: dashes and the minus sign, and the ellipsis."""

_COMMENT: Final = re.compile(_OPEN_COMMENT + r"\}", re.DOTALL)
_OUTSIDE: Final = re.compile(r"[^{]*+\{?")
_INSIDE: Final = re.compile(r"[^\\}]*+(?:\\.[^\\}]*+)*+\}?", re.DOTALL)

_CURLY: Final = "\u201c-\u201f"
_HEADER: Final = re.compile(rf'\s*\[\s*[A-Za-z]\w*\s+["{_CURLY}]')
_QUOTED: Final = re.compile(
    rf'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?<=\s)[{_CURLY}]([^"{_CURLY}\\]*+(?:\\.[^"{_CURLY}\\]*+)*+)["{_CURLY}](?=\s*\])'
)
FIRST_HEADER: Final = "[CGN "
"""What begins a game even where a comment was left open before it."""

BYTE_ORDER_MARK: Final = "\ufeff"

NOTE_SIGNS: Final = frozenset("$%#;&")
"""What every word of a note begins with, but for checks; a glyph's sign is written on a decision."""


def is_annotation(word: str) -> bool:
    """Return whether a word is a note, in any state; checks are not included, they have a sign of their own."""
    return word[0] in NOTE_SIGNS


def plain_word(word: str) -> str:
    r"""Return a word with signs of ASCII for those that phones and word processors make of them.

    >>> plain_word("7\u2026"), plain_word("A\u2013W")
    ('7...', 'A-W')
    """
    return word if word.isascii() else word.translate(_TYPOGRAPHY)


def plain_tokens(tokens: Sequence[str]) -> list[str]:
    """Return tokens with plain words; comments remain as they are."""
    return [token if token[0] == "{" else plain_word(token) for token in tokens]


def plain_header(line: str) -> str:
    r"""Return a line of headers with straight quotes around values; curly ones within a value belong to it.

    >>> plain_header("[Site \u201cFlorence\u201d]")
    '[Site "Florence"]'
    """
    return line if line.isascii() else _QUOTED.sub(_straight, line)


def _straight(match: re.Match[str]) -> str:
    return match[0] if match[1] is None else f'"{match[1]}"'


_START: Final = re.compile(r"0\.+")
"""The mark of turn 0, which says nothing by itself."""


def has_decisions(source: "Source") -> bool:
    """Return whether a game's body has anything but comments, notes and checks."""
    for token in source.tokens():
        word = token.strip("()")
        is_said = word and word[0] not in "{}=" and not _START.fullmatch(word)
        if is_said and (word == "?" or not is_annotation(word)):
            return True
    return False


def _words(part: str) -> list[str]:
    """Return the words of a part of a body in which no comment begins."""
    if "}" in part or (part.count("/") > part.count(" / ") and _TIGHT.search(part)):
        return TOKEN.findall(part)
    return part.split()


def _end_of_comment(body: str, begin: int) -> int:
    """Return where a comment that begins there ends: after its closing brace, or with the text."""
    end = body.find("}", begin) + 1 or len(body)
    if "\\" not in body[begin:end]:
        return end
    comment = TOKEN.match(body, begin)
    assert comment is not None
    return comment.end()


class Source(NamedTuple):
    """The text of one game as written in its source; lines count from 1.

    ``retyped`` are the lines of headers that had curly quotes, as they were.
    """

    name: str
    headers: tuple[tuple[int, str], ...]
    body: str
    body_line: int
    too_long: bool = False
    retyped: tuple[tuple[int, str], ...] = ()

    @property
    def line(self) -> int:
        """The line on which the game begins."""
        return self.headers[0][0] if self.headers else self.body_line

    @property
    def beginning(self) -> Place:
        """The place where the game begins."""
        return Place(self.name, self.line, 1, self.headers[0][1] if self.headers else self.body.split("\n", 1)[0])

    def tokens(self) -> list[str]:
        """Return the words and comments of the game's body."""
        body, end = self.body, 0
        found: list[str] = []
        while (begin := body.find("{", end)) >= 0:
            found += _words(body[end:begin])
            end = _end_of_comment(body, begin)
            found.append(body[begin:end])
        found += _words(body[end:])
        return found

    def offsets(self) -> list[int]:
        """Return where each token begins in the body."""
        return [*offsets_of(self.body, self.tokens())]

    def place(self, offset: int, length: int) -> Place:
        """Return the place of a part of the body."""
        start = self.body.rfind("\n", 0, offset) + 1
        end = self.body.find("\n", offset)
        text = self.body[start:] if end < 0 else self.body[start:end]
        return Place(self.name, self.body_line + self.body.count("\n", 0, offset), offset - start + 1, text, length)


def offsets_of(body: str, tokens: Iterable[str]) -> Iterator[int]:
    """Yield the start of each token of a body; only blanks are between them."""
    end = 0
    for token in tokens:
        begin = body.find(token, end)
        yield begin
        end = begin + len(token)


class Places:
    """The places of the tokens of a game, found on request."""

    def __init__(self, source: Source, tokens: Sequence[str]) -> None:
        """Start with the tokens of a source."""
        self._source = source
        self.tokens = tokens
        self._offsets: list[int] = []
        self._beginnings = offsets_of(source.body, tokens)

    def of(self, index: int, skipped: int = 0) -> Place:
        """Return the place of a token without so many of its characters, as far as it is on one line."""
        self._offsets += islice(self._beginnings, max(0, index + 1 - len(self._offsets)))
        word = self.tokens[index][skipped:]
        return self._source.place(self._offsets[index] + skipped, len(word.split("\n", 1)[0]))


class TokenPlace(Struct, frozen=True, gc=False):
    """Finds the place of the token at ``index`` without ``skipped`` of its characters, on request."""

    places: Places
    index: int
    skipped: int

    def __call__(self) -> Place:
        """Return the place."""
        return self.places.of(self.index, self.skipped)


def quote_comment(comment: str) -> str:
    r"""Return a comment in braces.

    >>> quote_comment("so {far}")
    '{so {far\\}}'
    """
    return "{" + escape(comment, "}") + "}"


def unquote_comment(token: str) -> str:
    """Return the comment in a token in braces.

    >>> unquote_comment(quote_comment("so {far}"))
    'so {far}'
    """
    return unescape(token[1:-1])


def is_closed(token: str) -> bool:
    """Return whether a token that opens a comment also closes it; an escaped brace does not."""
    if token[-1] != "}" or token[0] != "{":
        return False
    return token[-2] != "\\" or _COMMENT.fullmatch(token) is not None


def _with_line_feeds(text: str) -> str:
    """Return a text in which every line ends with a line feed."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") or not text else text + "\n"


def lines_of(text: str | Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text, each with a line feed at its end, wherever they come from.

    A line ends with a line feed, a carriage return or both, as in files read as text; no other sign ends one. Of an
    open file a line that is longer than a game may be comes in pieces, of which only the last ends with a line feed.
    """
    if isinstance(text, TextIOBase):
        yield from _lines_of_file(text)
        return
    if isinstance(text, str):
        yield from StringIO(_with_line_feeds(text))
        return
    for line in text:
        if "\r" in line or "\n" in line[:-1]:
            yield from lines_of(line)
        else:
            yield line if line.endswith("\n") else line + "\n"


def _runs_of(text: str | Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text; of a string, those between two lines with a bracket come together."""
    if not isinstance(text, str) or BYTE_ORDER_MARK in text:
        yield from lines_of(text)
        return
    text = _with_line_feeds(text)
    begin = 0
    while begin < len(text):
        bracket = text.find("[", begin)
        if bracket < 0:
            end = len(text)
        else:
            end = text.rfind("\n", begin, bracket) + 1 or text.index("\n", bracket) + 1
        yield text[begin:end]
        begin = end


def _lines_of_file(file: TextIOBase) -> Iterator[str]:
    """Yield the lines of an open file; none is cut between a backslash and the next sign, nor within a line end."""
    ahead, line = "", "\n"
    while part := ahead + file.readline(MOST_GAME_CHARS + 1):
        ahead = ""
        if (len(part) - len(part.rstrip("\\"))) % 2:
            part += file.read(1)
        if part.endswith("\r"):
            ahead = file.read(1)
            part, ahead = (part + ahead, "") if ahead == "\n" else (part, ahead)
        elif "\r" in part and not part.endswith("\n"):
            cut = part.rfind("\r") + 1
            part, ahead = part[:cut], part[cut:]
        for line in StringIO(part, newline=None) if "\r" in part else (part,):
            yield line
    if not line.endswith("\n"):
        yield "\n"


def _is_inside_after(line: str, inside: bool) -> bool:
    """Return whether a comment is open at the end of a line, given whether one was at its start."""
    if "\\" not in line:
        closed = line.rfind("}")
        return "{" in line[closed + 1 :] or (inside and closed < 0)
    place = 0
    while place < len(line):
        match = (_INSIDE if inside else _OUTSIDE).match(line, place)
        assert match is not None
        if match.end() == place:
            break
        inside = line[match.end() - 1] == "{" if not inside else not _closes(match[0])
        place = match.end()
    return inside


def _closes(part: str) -> bool:
    """Return whether a part of a comment, matched up to its first brace, ends in one that closes it."""
    return _COMMENT.fullmatch("{" + part) is not None


class _Game:
    """The lines of a game that is being read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.headers: list[tuple[int, str]] = []
        self.retyped: list[tuple[int, str]] = []
        self.body: list[str] = []
        self.body_line = 0
        self.size = 0
        self.has_body = False
        self.has_version = False

    def add_header(self, number: int, line: str) -> None:
        self.size += len(line)
        self.has_version = self.has_version or line.startswith(FIRST_HEADER)
        if self.size <= MOST_GAME_CHARS:
            line = line.rstrip("\n")
            plain = plain_header(line)
            self.headers.append((number, plain))
            if plain != line:
                self.retyped.append((number, line))
        elif not self.headers:
            self.headers.append((number, ""))

    def add_body(self, number: int, lines: str) -> None:
        room = MOST_GAME_CHARS - self.size
        self.size += len(lines)
        if not self.has_body:
            first = len(lines) - len(lines.lstrip())
            if first == len(lines):
                return
            blank = lines.rfind("\n", 0, first) + 1
            self.has_body, self.body_line = True, number + lines.count("\n", 0, blank)
            lines, room = lines[blank:], room - blank
        if self.size > MOST_GAME_CHARS:
            lines = lines[: lines.rfind("\n", 0, max(0, room)) + 1]
        self.body.append(lines)

    def source(self) -> Source:
        too_long = self.size > MOST_GAME_CHARS
        body, retyped = "".join(self.body), tuple(self.retyped)
        return Source(self.name, tuple(self.headers), body, self.body_line, too_long, retyped)


def split_games(text: str | Iterable[str], name: str) -> Iterator[Source]:
    r"""Yield the games of a text, one after another, without holding more than one.

    A game begins with headers: lines that begin with a bracket, outside a comment; a second line that begins with the
    header ``CGN`` begins another game. Lines that come before any header make up a game without headers.

    >>> [game.tokens() for game in split_games('[Seats "bry"]\n1. WB {a street}', "game.cgn")]
    [['1.', 'WB', '{a street}']]
    """
    game = _Game(name)
    inside = False
    number, is_whole = 1, True
    for lines in _runs_of(text):
        if lines[0] == BYTE_ORDER_MARK and is_whole and not inside:
            lines = lines.removeprefix(BYTE_ORDER_MARK)
        if "[" in lines and is_whole and _begins_with_header(lines, inside=inside, has_body=game.has_body):
            if game.has_body or (game.has_version and lines.startswith(FIRST_HEADER)):
                yield game.source()
                game = _Game(name)
            game.add_header(number, lines)
            inside = False
        elif game.has_body or is_whole:
            game.add_body(number, lines)
            if "{" in lines or inside:
                inside = _is_inside_after(lines, inside)
        else:
            game.size += len(lines)
        number += lines.count("\n")
        is_whole = lines.endswith("\n")
    if game.headers or game.has_body:
        yield game.source()


def _begins_with_header(line: str, *, inside: bool, has_body: bool) -> bool:
    """Return whether a line holds headers, or begins a game even where a comment was left open (``inside``)."""
    return line.startswith(FIRST_HEADER) or (not inside and is_header(line, has_body=has_body))


def is_header(line: str, *, has_body: bool) -> bool:
    """Return whether a line outside of comments holds headers; between decisions it has to look like one."""
    return _HEADER.match(line) is not None if has_body else line.lstrip().startswith("[")
