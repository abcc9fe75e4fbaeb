r"""The form of a header: ``[Name "value"]``, with ``\"`` and ``\\`` inside the quotes."""

import re
from collections.abc import Collection
from typing import Final, NoReturn

from notation.errors import quoted
from notation.words.escapes import escape

_QUOTE: Final = '"'
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
HEADER: Final = re.compile(rf'\[\s*({_NAME.pattern})\s+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')


class HeaderError(ValueError):
    """A header that cannot be; carries what was expected and the rule."""

    def __init__(self, message: str, expected: str = "", rule: str = "") -> None:
        """Keep what is wrong and what would be right."""
        super().__init__(message)
        self.expected = expected
        self.rule = rule


def format_header(name: str, value: str) -> str:
    """``[Name "value"]``; raises ``HeaderError`` for what is no name."""
    if not _NAME.fullmatch(name):
        raise HeaderError(f"{name!r} is no name of a header", "a letter, then letters, digits and _, 64 at most")
    return f'[{name} "{escape(value, _QUOTE)}"]'


def parse_count(word: str, count: str, expected: str, rule: str) -> int:
    """A number of two digits at most, which stands in a word."""
    if not count.isascii() or not count.isdigit() or len(count) > 2:
        raise HeaderError(f"{quoted(word)} says no number from 0 to 99", expected, rule)
    return int(count)


def refuse_name(word: str, name: str, what: str, known: Collection[str], expected: str, rule: str) -> NoReturn:
    """Refuse a name that is none of ``known``, or that has been told before; ``what`` says what it should name."""
    reason = f"{quoted(name)} is told twice" if name in known else f"{quoted(name)} is no {what}"
    raise HeaderError(f"{quoted(word)}: {reason}" if word != name else reason, expected, rule)
