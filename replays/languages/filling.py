"""Messages with their fields filled, according to the script of a language.

Chinese has no spaces between its characters. A translation has them beside a field that a name in Latin letters may
fill, e.g. ``{seat} 執行``; if a Chinese word fills it, the space is removed. The content of a value is never changed.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Final
from unicodedata import east_asian_width

Filling = Callable[[str, Mapping[str, object]], str]
"""A function from a message with fields in braces, and their values by name, to the sentence."""


def spaced(message: str, values: Mapping[str, object]) -> str:
    """Return the sentence with every space that the message has."""
    return message.format(**values)


def closed_up(message: str, values: Mapping[str, object]) -> str:
    """Return the sentence without the spaces beside a field that are between two characters of full width."""
    pieces = [piece.format(**values) for piece in _pieces(message)]
    kept = [
        _space_less(piece, before[-1:], after[:1]) if place % 2 == 0 else piece
        for place, (before, piece, after) in enumerate(zip(["", *pieces], pieces, [*pieces[1:], ""], strict=False))
    ]
    return "".join(kept)


FILLINGS: Final[Mapping[str, Filling]] = {"zh_TW": closed_up}
"""The filling function of each language with a special one, by code."""


@lru_cache(maxsize=2048)
def _pieces(message: str) -> tuple[str, ...]:
    """Return literals at the even places, which may be empty, and fields at the odd ones, all unchanged."""
    pieces: list[str] = []
    for literal, name, spec, conversion in Formatter().parse(message):
        pieces.append(literal.replace("{", "{{").replace("}", "}}"))
        if name is not None:
            pieces.append(f"{{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}")
    return tuple(pieces)


def _space_less(literal: str, before: str, after: str) -> str:
    """Return a literal without unneeded spaces at its ends, given the characters before and after it."""
    inner = literal.strip(" ")
    first, last = inner[:1] or after, inner[-1:] or before
    begins = literal.startswith(" ") and _is_wide(before) and _is_wide(first)
    ends = bool(inner) and literal.endswith(" ") and _is_wide(last) and _is_wide(after)
    return literal[begins : len(literal) - ends]


def _is_wide(character: str) -> bool:
    return bool(character) and east_asian_width(character) in ("W", "F")
