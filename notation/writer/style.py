"""How a text is written where it is not to be canonical: what is left out of it, and how its lines are broken."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from calimala_es.notes import AnyNote, Check, Comment

INDENT: Final = "  "
"""The indent of the lines of a variation, and of the rest of a line that was broken."""

_WORD: Final = re.compile(r"[^\s{}]*\{[^\\}]*+(?:\\.[^\\}]*+)*+\}|\S+", re.DOTALL)
"""A word, or braces with what is written on them; canonical text has blanks between them."""


class Style(NamedTuple):
    """What a writer leaves out and how it lays out lines; the canonical form is ``Style()``.

    ``notes`` are all that is said but checks, ``comments`` the comments among them, ``checks`` the checks. ``layers``
    are those of which notes and checks are written, the empty one for what is in no layer; ``None`` means all.
    ``one_line`` puts the decisions of a game on one line; ``line_a_turn`` gives each turn of a record of placements a
    line of its own; ``width`` is where lines are broken, 0 for nowhere: a word or
    a comment that is longer stays whole. Without ``headers`` the text is a part of a game.
    """

    notes: bool = True
    checks: bool = True
    variations: bool = True
    headers: bool = True
    one_line: bool = False
    comments: bool = True
    layers: frozenset[str] | None = None
    width: int = 0
    line_a_turn: bool = False

    def keeps(self, note: AnyNote) -> bool:
        """Return whether a note is written."""
        if self.layers is not None and note.layer not in self.layers:
            return False
        if type(note) is Check:
            return self.checks
        return self.notes and (self.comments or type(note) is not Comment)

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a body in this style, from canonical lines."""
        for line in [" ".join(line.strip() for line in lines)] if self.one_line else lines:
            if self.width and len(line) > self.width:
                yield from broken(line, self.width)
            elif line:
                yield line


CANONICAL: Final = Style()


def broken(line: str, width: int) -> Iterator[str]:
    """Yield a canonical line, broken between words where it is longer; the rest is indented."""
    margin = line[: len(line) - len(line.lstrip())]
    part = ""
    for word in _WORD.findall(line):
        if part and len(margin) + len(part) + 1 + len(word) > width:
            yield margin + part
            margin = line[: len(line) - len(line.lstrip())] + INDENT
            part = word
        else:
            part = f"{part} {word}" if part else word
    yield margin + part
