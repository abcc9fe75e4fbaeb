r"""Signs that cannot stand as they are in a comment or in a header's value.

A backslash takes away the meaning of the sign behind it; ``\n`` and ``\r`` are line ends, and ``\u`` with four
hexadecimal digits is the sign of that number. Written so are line ends of every kind, control characters and halves
of surrogate pairs: canonical text can be encoded, cut into lines by any program, and shown on a terminal without harm.
"""

import re
from typing import Final

_HIDDEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_ESCAPE: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_LETTERS: Final = {"\n": "n", "\r": "r"}
_SIGNS: Final = {"n": "\n", "r": "\r"}


def escape(text: str, closing: str) -> str:
    """``text`` as it stands between delimiters of which ``closing`` is the second."""
    text = text.replace("\\", "\\\\").replace(closing, "\\" + closing)
    return _HIDDEN.sub(lambda match: "\\" + _LETTERS.get(match[0], f"u{ord(match[0]):04x}"), text)


def unescape(text: str) -> str:
    """What ``escape`` was given; a backslash before any other sign is that sign."""
    return _ESCAPE.sub(_sign, text) if "\\" in text else text


def _sign(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _SIGNS.get(code, code)
