"""What each place understands: BoardGameGeek's forum codes, Reddit's and Discord's Markdown.

Text of people loses whatever would mean something there: what can be written with a backslash is, the rest is broken
by a space without width or becomes a sign that looks alike. BoardGameGeek drops a post from a ``<`` on, and has no
sign that makes a bracket plain.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from replays.names import columns

Lines = Sequence[str]


class Place(Struct, frozen=True):
    """Where a post is put, and what is written there.

    ``most`` are the letters of a part, in halves of UTF-16. ``text`` makes text of people harmless; all others take
    text that is. ``heading`` and ``link`` (an address, then what it is called) give a line, ``picture`` as well.
    ``hidden`` takes lines and gives those that a reader has to uncover, the word being what stands before them;
    ``table`` takes rows of raw cells, the heads first. ``gap`` stands between the lines of a paragraph.
    """

    name: str
    most: int
    text: Callable[[str], str]
    heading: Callable[[str], str]
    link: Callable[[str, str], str]
    picture: Callable[[str, str], str]
    hidden: Callable[[Lines, str], Lines]
    table: Callable[[Sequence[Lines], bool, str], str]
    gap: str


# Text of people.

_UNSEEN: Final = "\u200b"
"""A space without width."""

_MEANINGFUL: Final = re.compile(r"@|:(?=\S)|(?i:www)(?=\.)|(?<![^\W_])[ru]/")
"""What begins a mention, a smiley, an address or the name of a community."""


def _broken(text: str) -> str:
    return _MEANINGFUL.sub(lambda found: found[0] + _UNSEEN, text)


_BEGINNING: Final = re.compile(r"^(\s*)(?=[#+\-=])|^(\s*\d+)(?=[.)])")
"""What makes the beginning of a line a heading or the item of a list, and a backslash before what follows does not."""


def _escaped(signs: str) -> Callable[[str], str]:
    """Return a function that escapes these signs, and whatever would begin a block at the start of a line."""
    pattern = re.compile(f"[{re.escape(signs)}]")

    def escape(text: str) -> str:
        plain = pattern.sub(lambda found: "\\" + found[0], _broken(text))
        return _BEGINNING.sub(lambda found: (found[1] or found[2] or "") + "\\", plain)

    return escape


_LOOK_ALIKE: Final = str.maketrans("[]<>`|", "()\u2039\u203a\u00b4\u00a6")
"""Signs for those that cannot be made harmless otherwise: in forum codes, and in what is set in columns."""


def _alike(text: str) -> str:
    return _broken(text.translate(_LOOK_ALIKE))


def _discord_text(text: str) -> str:
    return _escaped("\\`*_~[]<>#")(text.replace("|", "\u00a6"))


# Addresses.


def _address(url: str) -> str:
    """Return an address in which nothing ends it, or has a special meaning, on any of these sites."""
    return quote(url, safe=":/?#&=%.~-+,@")


# Tables.


def _columns(rows: Sequence[Lines]) -> list[str]:
    """Return rows in columns of one width, the first left-aligned, numbers right-aligned."""
    cells = [[cell.translate(_LOOK_ALIKE) for cell in row] for row in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            " " * (width - columns(cell)) + cell if number else cell + " " * (width - columns(cell))
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def _forum_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    lines = [f"[c]{line}[/c]" for line in map(_broken, _columns(rows))]
    return "\n".join(_forum_hidden(lines, word) if hide else lines)


def _code_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    block = "\n".join(["```", *map(_broken, _columns(rows)), "```"])
    return f"{word}: ||{block}||" if hide else block


def _markdown_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    heads, *others = ([_reddit_text(cell) for cell in row] for row in rows)
    told = [[f">!{cell}!<" for cell in row] for row in others] if hide else others
    line = ":--|" + "--:|" * (len(heads) - 1)
    return "\n".join([f"| {' | '.join(heads)} |", f"|{line}", *(f"| {' | '.join(row)} |" for row in told)])


# What is to be uncovered.


def _forum_hidden(lines: Lines, word: str) -> Lines:
    return [f"{word}: [o]" + "\n".join(lines) + "[/o]"]


_reddit_text: Final = _escaped("\\`*_{}[]<>|~^&")

_BGG: Final = Place(
    "bgg",
    40_000,
    _alike,
    lambda text: f"[b]{text}[/b]",
    lambda url, text: f"[url={_address(url)}]{text}[/url]",
    lambda url, text: f"[img]{_address(url)}[/img]",
    _forum_hidden,
    _forum_table,
    "\n",
)
_REDDIT: Final = Place(
    "reddit",
    40_000,
    _reddit_text,
    lambda text: f"## {text}",
    lambda url, text: f"[{text}]({_address(url)})",
    lambda url, text: f"[{text}]({_address(url)})",
    lambda lines, word: [f">!{line}!<" for line in lines],
    _markdown_table,
    "\n\n",
)
_DISCORD: Final = Place(
    "discord",
    2_000,
    _discord_text,
    lambda text: f"**{text}**",
    lambda url, text: f"[{text}](<{_address(url)}>)",
    lambda url, text: _address(url),
    lambda lines, word: [f"||{line}||" for line in lines],
    _code_table,
    "\n",
)

PLACES: Final = {place.name: place for place in (_BGG, _REDDIT, _DISCORD)}
"""The places by their names."""
