"""Files of games in whatever form can be read: notation, JSON, events by the line, or a message with a share code.

The first line that is not blank determines the form. Every other form is turned into notation as it is read, so that
everything else knows one form only, however large the file is.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from itertools import chain
from typing import Any, BinaryIO, Final

import click

from calimala_es.messages import Message
from cli.exits import TextError, message_of
from cli.files import check_beginning, decoded_lines, opened, source_name
from cli.options import FINDINGS, SKIPPED_KEY
from cli.terminal import complain
from notation import dumps
from notation.errors import Place
from notation.json.forms import JsonError
from notation.json.reader import GameOrError, format_in, read_events, read_json
from notation.share import NoShareCodeError, decode_from

_HEAD: Final = 65_536
"""The number of bytes that determine the form of a text; a message is not longer."""

_PAGE: Final = re.compile(rb"\s*<!doctype html", re.IGNORECASE)

_READERS: Final = {"json": read_json, "ndjson": read_events}

Skipped = Callable[[JsonError], None]
"""Receives why a game of a text in another form than notation is skipped."""


def report_skipped(error: JsonError) -> None:
    """Report why a game is skipped; the exit code will be 1."""
    complain(message_of(error))
    click.get_current_context().meta[SKIPPED_KEY] = FINDINGS


@contextmanager
def opened_games(name: str, skipped: Skipped = report_skipped) -> Generator[BinaryIO]:
    """Open a file, or the standard input for ``-``, as notation.

    In a text of another form, games with errors are skipped, and ``skipped`` receives the errors. Raises
    ``TextError``, ``ShareCodeError`` and ``OSError``.
    """
    with opened(name) as file:
        head, whole = _looked_into(file)
        check_beginning(head, source_name(name))
        if _PAGE.match(head):
            reason = Message("this is a page, not a game to read; import the text or the code that it was made from")
            raise TextError(reason, Place(source_name(name), 1, 1, ""))
        form = _form_of(head)
        if form in _READERS:
            lines = decoded_lines(whole, source_name(name))
            yield _as_file(_notation(_READERS[form](lines, source_name(name)), skipped))
        elif form == "message" and (text := _shared_in(head)):
            yield _as_file(iter([text]))
        else:
            yield whole


def is_notation(name: str) -> bool:
    """Return whether a file holds games in notation, and in no other form."""
    with opened(name) as file:
        head, _ = _looked_into(file)
    form = _form_of(head)
    return form == "cgn" or (form == "message" and not _shared_in(head))


def game_lines(name: str, skipped: Skipped = report_skipped) -> Iterator[str]:
    """Yield the lines of a file in notation; skip and raise as ``opened_games``."""
    with opened_games(name, skipped) as file:
        yield from decoded_lines(file, source_name(name))


def _looked_into(file: BinaryIO) -> tuple[bytes, BinaryIO]:
    """Return the beginning of a file, and the whole file."""
    head = file.read(_HEAD)
    if file.seekable():
        file.seek(-len(head), 1)
        return head, file
    return head, _as_file(chain([head], iter(lambda: file.read(_HEAD), b"")))


def _form_of(head: bytes) -> str:
    """Return the form of a text: one of ``format_in``, or ``message`` if no line of it is a header."""
    lines = head.removeprefix(BOM_UTF8).decode(errors="replace").splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    form = format_in(first) if first.lstrip().startswith("{") else "cgn"
    is_message = form == "cgn" and len(head) < _HEAD and not any(line.lstrip().startswith("[") for line in lines)
    return "message" if is_message else form


def _shared_in(head: bytes) -> bytes:
    """Return the game of the share code in a message as notation; nothing if there is none in it."""
    try:
        return dumps(decode_from(head.decode(errors="replace"))).encode()
    except NoShareCodeError:
        return b""


def _notation(found: Iterable[GameOrError], skipped: Skipped) -> Iterator[bytes]:
    between = b""
    for game in found:
        if isinstance(game, JsonError):
            skipped(game)
        else:
            yield between + dumps(game).encode()
            between = b"\n"


class _Parts(RawIOBase):
    """A file of parts that come one by one."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = part
        taken, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


def _as_file(parts: Iterator[bytes]) -> BinaryIO:
    return BufferedReader(_Parts(parts))
