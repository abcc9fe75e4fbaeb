"""Text on a terminal: its colours, and how many columns it takes. Knows nothing of games.

Text that was painted here still has its plain width for the functions of this module.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

INKS: Final = {
    "b": "94",
    "r": "91",
    "y": "93",
    "g": "92",
    "p": "95",
    "w": "1",
    "quiet": "2",
    "heading": "1",
    "warning": "1;91",
}
"""The select-graphic-rendition codes of players' colours and of what is no player's."""

_WIDE: Final = 2
_PAINTED: Final = re.compile("\x1b\\[[0-9;]*m")


class Palette:
    """How to paint: with ``colour`` or not at all."""

    def __init__(self, *, colour: bool) -> None:
        """Store whether there is colour."""
        self.colour = colour

    def paint(self, text: str, ink: str) -> str:
        """Return the text in one of ``INKS``; unknown inks and empty texts remain plain."""
        code = INKS.get(ink)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


def _is_plain(text: str) -> bool:
    """Return whether every character takes a column: none is wide, joined to another, or paint."""
    return text.isascii() and "\x1b" not in text


def width_of(text: str) -> int:
    """Return the columns that a text takes, painted or not."""
    return len(text) if _is_plain(text) else columns(_PAINTED.sub("", text))


def left(text: str, width: int) -> str:
    """Return the text padded on the right to a width; longer text is unchanged."""
    return text + " " * (width - width_of(text))


def centred(text: str, width: int, fill: str = " ") -> str:
    """Return the text centred in a width, the odd column after it.

    >>> centred("ab", 6, "-")
    '--ab--'
    """
    free = max(width - width_of(text), 0)
    return fill * (free // 2) + text + fill * (free - free // 2)


def beside(one: list[str], other: list[str], width: int) -> list[str]:
    """Return two columns of lines, the first in ``width`` columns.

    >>> beside(["one"], ["two", "three"], 5)
    ['one  two', '     three']
    """
    rows = max(len(one), len(other))
    one, other = one + [""] * (rows - len(one)), other + [""] * (rows - len(other))
    return [(left(a, width) + b).rstrip() for a, b in zip(one, other, strict=True)]


_PER_CENT: Final = re.compile(r"(\d) %(?![^\s,.;:)!?])")
"""A per cent sign after the space that some languages have before it."""


def wrapped(words: list[str], width: int, indent: str = "") -> list[str]:
    r"""Return words in lines of at most ``width`` columns, indented from the second line on.

    Scripts that write without spaces are broken between their letters. A number and its per cent sign stay together.

    >>> wrapped("Maria verliert 5 %.".split(), 16)
    ['Maria verliert', '5\xa0%.']
    """
    text = " ".join(words)
    if _PER_CENT.search(text):
        text = _PER_CENT.sub("\\1\u00a0%", text)
        words = text.split(" ")
    if len(text) <= width and text.isascii() and text.isprintable():
        return [text.rstrip()] if text.strip() else []
    if _is_plain(text):
        return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    lines: list[str] = []
    line = ""
    for space, word in _pieces(words):
        gap = space if line.strip() else ""
        if line.strip() and width_of(line) + len(gap) + width_of(word) > width:
            lines.append(line)
            line = indent + word
        else:
            line = line + gap + word
    return [*lines, line] if line else lines


_TOKEN: Final = re.compile("\x1b\\[[0-9;]*m.*?\x1b\\[0m|.", re.DOTALL)
"""A letter, or what is painted."""

_NEVER_FIRST: Final = frozenset("，。、；：！？）」』》")
_NEVER_LAST: Final = frozenset("（「『《")


def _pieces(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield what must not be broken, each with the space before it: words, and in wide scripts every letter."""
    for word in words:
        if word.isascii() or columns(word) == len(word):
            yield " ", word
            continue
        space, piece = " ", ""
        for token in _TOKEN.findall(word):
            if piece and _may_break(piece[-1], token[0]):
                yield space, piece
                space, piece = "", ""
            piece += token
        yield space, piece


def _may_break(one: str, other: str) -> bool:
    """Return whether a line may end between two letters without a space between them."""
    is_wide = char_columns(one) == _WIDE or char_columns(other) == _WIDE
    return is_wide and other not in _NEVER_FIRST and one not in _NEVER_LAST


_MARK: Final = re.compile(r" \([a-z]\)$")
"""The letter of a colour after a name that others have as well; it stays where the name is cut."""


@lru_cache(maxsize=4096)
def char_columns(char: str) -> int:
    """Return how many columns of a terminal a character takes."""
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> columns("ab"), columns("骰子")
    (2, 4)
    """
    return len(text) if text.isascii() else sum(map(char_columns, text))


def shortened(text: str, width: int) -> str:
    """Return the text, or its beginning with an ellipsis, in at most ``width`` columns; a colour's letter remains.

    >>> shortened("Giovanni", 5)
    'Giov…'
    """
    if columns(text) <= width:
        return text
    if (mark := _MARK.search(text)) and len(mark[0]) < width:
        return shortened(text[: mark.start()], width - len(mark[0])) + mark[0]
    shown, left = "", width - 1
    for char in text:
        left -= char_columns(char)
        if left < 0:
            break
        shown += char
    return shown.rstrip() + "…"


def padded(text: str, width: int) -> str:
    """Return the text cut or filled with spaces to exactly ``width`` columns.

    >>> padded("ab", 4)
    'ab  '
    """
    text = shortened(text, width)
    return text + " " * (width - columns(text))


def wrap_text(text: str, width: int) -> list[str]:
    """Break a text into lines of at most ``width`` columns; scripts that write without spaces break between letters.

    >>> wrap_text("Maria must place a disc", 12)
    ['Maria must', 'place a disc']
    """
    if columns(text) == len(text):
        is_line = len(text) <= width and text.isprintable() and text == text.strip() != ""
        return [text] if is_line else textwrap.wrap(text, width)
    return [part for line in wrapped(text.split(), width) for part in _cut(line, width)]


def _cut(line: str, width: int) -> list[str]:
    """Return a line, or the parts of one with a word that is longer than a line."""
    parts = [""]
    for char in line:
        if columns(parts[-1] + char) > width:
            parts.append("")
        parts[-1] += char
    return parts


_ASCII: Final = str.maketrans(
    {"→": "->", "·": ".", "•": "-", "…": "...", "–": "-", "—": "-", "×": "x", "’": "'", "“": '"', "”": '"', "►": ">"}
    | {"●": "o", "○": "o", "■": "#", "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+"}
)


def ascii_only(text: str) -> str:
    """Return the text with the project's signs in ASCII, letters without accents, and ``?`` for the rest."""
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(char if char.isascii() else "?" for char in plain if not unicodedata.category(char).startswith("M"))
