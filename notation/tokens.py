"""From text to games and tokens: where a game begins, which words it is made of, and where each of them stands.

Comments stand in braces; ``\\}``, ``\\\\`` and ``\\n`` inside them are a brace, a backslash and a line end. Everything else is words
between blanks. Nothing here knows what a word means.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from notation.errors import Place
from notation.limits import MOST_GAME_CHARS

TOKEN: Final = re.compile(r"\{(?:[^\\}]|\\.)*\}?|[^\s{}]+|\}", re.DOTALL)
"""A comment (without its closing brace where the text ends first), a word, or a brace that closes nothing."""

_BRACES: Final = re.compile(r"\\.|[{}]", re.DOTALL)


class Source(NamedTuple):
    """The text of one game as it stands in its source; lines count from 1."""

    name: str
    headers: tuple[tuple[int, str], ...]
    body: str
    body_line: int
    too_long: bool = False

    @property
    def line(self) -> int:
        """The line on which the game begins."""
        return self.headers[0][0] if self.headers else self.body_line

    def tokens(self) -> list[str]:
        """The words and comments of the game's body."""
        return TOKEN.findall(self.body)

    def place(self, index: int) -> Place:
        """Where the token of this index stands; the end of the body if there is none."""
        for number, match in enumerate(TOKEN.finditer(self.body)):
            if number == index:
                return self._place_at(match.start(), len(match[0].split("\n")[0]))
        return self._place_at(len(self.body.rstrip()), 1)

    def _place_at(self, offset: int, length: int) -> Place:
        before = self.body[:offset]
        start = before.rfind("\n") + 1
        text = self.body[start:].split("\n", 1)[0]
        return Place(self.name, self.body_line + before.count("\n"), offset - start + 1, text, length)


def quote_comment(comment: str) -> str:
    """A comment in braces."""
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}").replace("\r", "\\r").replace("\n", "\\n")
    return "{" + escaped + "}"


_ESCAPES: Final = {"n": "\n", "r": "\r"}


def unquote_comment(token: str) -> str:
    """The comment that a token in braces holds."""
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), token[1:-1], flags=re.DOTALL)


def is_closed(token: str) -> bool:
    """Whether a token that opens a comment also closes it."""
    return TOKEN.fullmatch(token) is not None and token.endswith("}") and not _ends_in_escape(token)


def _ends_in_escape(token: str) -> bool:
    backslashes = len(token) - 1 - len(token[:-1].rstrip("\\"))
    return backslashes % 2 == 1


def _depth_after(line: str, inside: bool) -> bool:
    """Whether a comment is open at the end of a line, given whether one was at its start."""
    for match in _BRACES.finditer(line):
        if match[0] == "{":
            inside = True
        elif match[0] == "}":
            inside = False
    return inside


def split_games(lines: Iterable[str], name: str) -> Iterator[Source]:
    """The games of a text, one after another, without holding more than one.

    A game begins with headers; a line that begins with a bracket outside a comment is one. Lines that come before any
    header make up a game without headers.
    """
    headers: list[tuple[int, str]] = []
    body: list[str] = []
    body_line = size = 0
    inside = False
    for number, line in enumerate(lines, 1):
        if not inside and line.lstrip().startswith("["):
            if "".join(body).strip():
                yield Source(name, tuple(headers), "".join(body), body_line, size > MOST_GAME_CHARS)
                headers, body, size = [], [], 0
            headers.append((number, line.rstrip("\r\n")))
            body_line, body = number + 1, []
        else:
            if not body:
                body_line = number
            if size <= MOST_GAME_CHARS:
                body.append(line.replace("\r\n", "\n"))
            if "{" in line or "}" in line:
                inside = _depth_after(line, inside)
        size += len(line)
    if headers or "".join(body).strip():
        yield Source(name, tuple(headers), "".join(body), body_line, size > MOST_GAME_CHARS)
