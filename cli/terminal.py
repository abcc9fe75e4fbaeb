"""Printing, so that text from untrusted records cannot steer the terminal."""

import json
import re
import shutil
import sys
import unicodedata
from typing import Any, Final, TextIO

import click

from cli.options import settings
from replays.text.terminal import INKS, Palette, ascii_only

_HARMFUL: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_ALLOWED: Final = "\n\t\u200c\u200d"
"""Characters that are allowed: line ends, tabs, and the two joiners that some scripts need."""

_PAINT: Final = re.compile(f"(\x1b\\[(?:{'|'.join(sorted({'0', *INKS.values()}))})m)")
"""The sequences that ``paint`` puts around text; any other sequence comes from elsewhere."""

_JSON_ESCAPED: Final = re.compile("[\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_CONTROL_PICTURES: Final = 0x2400


WIDTH: Final = 80
"""The columns of everything that is printed in lines."""

JSON_WIDTH: Final = 100
"""Values that fit into this number of columns are printed on one line."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A value that JSON can hold."""


def harmless(text: str) -> str:
    """Return the text with every character that could steer a terminal made visible."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join([char if _is_harmless(char) else _shown(char) for char in text])


def _is_harmless(char: str) -> bool:
    return char in _ALLOWED or unicodedata.category(char) not in _HARMFUL


def _shown(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    return "\u2421" if code == 0x7F else f"<U+{code:04X}>"


def say(text: str = "", *, end: str = "\n") -> None:
    """Print text that may be painted; everything except the paint is made harmless."""
    click.echo(_encodable(only_painted(text), sys.stdout) + end, nl=False)


def only_painted(text: str) -> str:
    """Return the text with its paint, if there is colour, and everything else harmless."""
    if "\x1b" not in text or not settings().has_colour:
        return harmless(text)
    return "".join([part if _PAINT.fullmatch(part) else harmless(part) for part in _PAINT.split(text)])


def complain(message: str, *, plain: bool = False) -> None:
    """Print to the standard error, after the name of the program unless ``plain``."""
    text = harmless(message)
    click.echo(_encodable(text if plain else f"calimala: error: {text}", sys.stderr), err=True)


def note(message: str) -> None:
    """Print something beside the result to the standard error."""
    click.echo(_encodable(harmless(message), sys.stderr), err=True)


def note_small_terminal(lines: int = 0) -> None:
    """Say that the terminal has fewer columns than boards and tables need, or fewer lines than a whole screen."""
    if not (sys.stdout and sys.stdout.isatty()):
        return
    language, size = settings().language, shutil.get_terminal_size()
    if lines and (size.columns < WIDTH or size.lines < lines):
        note(
            language.text(
                "The terminal has {columns} columns and {lines} lines; this screen needs {wide} and {high}.",
                columns=size.columns,
                lines=size.lines,
                wide=WIDTH,
                high=lines,
            )
        )
    elif size.columns < WIDTH:
        note(
            language.text(
                "The terminal has {columns} columns; boards and tables need {wide}.", columns=size.columns, wide=WIDTH
            )
        )


def _encodable(text: str, stream: TextIO | None) -> str:
    """Return the text as the stream can print it: without the signs that its encoding does not have."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return "\n".join(map(ascii_only, text.split("\n")))
    return text


def write_data(text: str) -> None:
    """Write a text unchanged, in UTF-8; on a terminal, made harmless."""
    if sys.stdout and sys.stdout.isatty():
        say(text, end="")
    else:
        click.echo(text.encode(), nl=False)


def write_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json_text(value).encode())


def json_text(value: Any) -> str:
    """Return a value as JSON, without any character that could steer a terminal."""
    return _JSON_ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", _json_text(value))


def _json_text(value: Json, line: str = "\n") -> str:
    """Return a value on one line if it is short, otherwise its parts one below the other."""
    short = json.dumps(value, ensure_ascii=False)
    deeper = line + "  "
    if len(line) + len(short) <= JSON_WIDTH or not isinstance(value, dict | list):
        return short
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_json_text(item, deeper)}" for key, item in value.items()]
        return f"{{{deeper}{f',{deeper}'.join(parts)}{line}}}"
    return f"[{deeper}{f',{deeper}'.join([_json_text(item, deeper) for item in value])}{line}]"


def paint(text: str, ink: str) -> str:
    """Return the text in one of the inks of ``replays.text.terminal`` if the output is painted."""
    return Palette(colour=settings().has_colour).paint(text, ink)


def counted(number: int, one: str, many: str = "") -> str:
    """Return e.g. ``1 card``, ``2 cards``, for the program's own messages in English.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"
