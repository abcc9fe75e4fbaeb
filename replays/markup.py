"""What somebody wrote as part of HTML or SVG: escaped, and without characters that documents cannot hold."""

from collections.abc import Mapping
from html import escape
from typing import Final

_UNHELD: Final = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF])
"""Control characters, halves of characters, and what is no character in XML."""


def escaped(text: str) -> str:
    """Text as it may stand between tags, or in quotation marks as the value of an attribute."""
    return escape(without_controls(text))


def without_controls(text: str) -> str:
    """Return a text without the characters that no document can hold."""
    return text.translate(_UNHELD)


def attributes_of(values: Mapping[str, str]) -> str:
    """Attributes behind the name of an element; ``_`` in a name is a hyphen, one at its end is left out."""
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"' for name, value in values.items())
