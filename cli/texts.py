"""Reading and writing files: text in UTF-8, whole files or nothing."""

import os
import stat
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import click

from calimala_es.errors import GameNotFoundError
from cli.exits import TextError, UnwritableError

STANDARD_INPUT: Final = "-"
LONGEST_LINE: Final = 8_000_000
_MARKS: Final = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"\x1f\x8b": "gzip",
    b"SQLite format 3\x00": "a SQLite file",
}
_UTF8_MARK: Final = b"\xef\xbb\xbf"


def source_name(path: str) -> str:
    """Return the name of a text in messages."""
    return "<stdin>" if path == STANDARD_INPUT else path


def no_game_in(path: str) -> GameNotFoundError:
    """Return the error for a text without any game."""
    return GameNotFoundError(f"{source_name(path)}:1:1: there is no game in it")


def text_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file, or of the standard input for ``-``; raise ``TextError`` and ``OSError``."""
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise TextError("<stdin>: there is no standard input")
        yield from _decoded(sys.stdin.buffer, source_name(path))
    else:
        with Path(path).open("rb") as file:
            yield from _decoded(file, path)


def _decoded(file: BinaryIO, name: str) -> Iterator[str]:
    number = offset = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line, mark = _without_mark(line, name)
            offset += mark
        if len(line) == LONGEST_LINE:
            raise TextError(f"{name}:{number}:1: a line of more than {LONGEST_LINE} bytes; this is no game")
        yield _decoded_line(line, name, number, offset)
        offset += len(line)


def _without_mark(line: bytes, name: str) -> tuple[bytes, int]:
    """Return the first line without the mark that some editors put before UTF-8, and the length of the mark."""
    for mark, kind in _MARKS.items():
        if line.startswith(mark):
            raise TextError(f"{name}:1:1: this looks like {kind}; a game is text in UTF-8")
    return (line[len(_UTF8_MARK) :], len(_UTF8_MARK)) if line.startswith(_UTF8_MARK) else (line, 0)


def _decoded_line(line: bytes, name: str, number: int, offset: int) -> str:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        where = f"byte {offset + error.start + 1} of the file is 0x{line[error.start]:02x}"
        raise TextError(f"{name}:{number}:{column}: this is not UTF-8: {where}") from None
    if "\x00" in text:
        column = text.index("\x00") + 1
        raise TextError(f"{name}:{number}:{column}: this is not text: it has a zero byte")
    return text


def is_folder(output: str) -> bool:
    """Return whether an output is a folder: an existing one, or a name that marks one."""
    return Path(output).is_dir() or output.endswith(("/", "\\"))


def output_path(output: str | None, usual: str) -> Path:
    """Return the file for an output: itself, or one with the usual name in a folder, which is made if necessary.

    A folder is made only if the output is written as one, ``pictures/``; raises ``UnwritableError``.
    """
    if output is None:
        return Path(usual)
    path = Path(output)
    if not is_folder(output):
        return path
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
    return path / usual


def form_of(output: str | None, forms: Sequence[str], usual: str, asked: str | None = None) -> str:
    """Return the requested form, or that of the file's ending, or the usual one.

    Raises ``click.UsageError`` for an ending that no form has, and for the ending of a form other than the requested
    one.
    """
    if output is None or output == STANDARD_INPUT or is_folder(output):
        return asked or usual
    ending = Path(output).suffix.lower().removeprefix(".")
    if asked:
        if ending in forms and ending != asked:
            raise click.UsageError(f"{output} is called .{ending}, and --format asks for {asked}; say one of them")
        return asked
    if ending and ending not in forms:
        known = " or ".join(f".{form}" for form in forms)
        raise click.UsageError(f"{output}: nothing is drawn as .{ending}; {known}, or say --format")
    return ending or usual


def check_html(output: str | None) -> None:
    """Check that a page goes into a file that a browser opens; raises ``click.UsageError`` for another ending."""
    if output is None or output == STANDARD_INPUT or is_folder(output):
        return
    if Path(output).suffix.lower() not in ("", ".html", ".htm"):
        raise click.UsageError(f"{output}: this is written as .html; a browser prints it, also into a PDF")


def write_file(path: Path, parts: Iterable[str | bytes]) -> None:
    """Write text, in UTF-8, or bytes into a file: everything or, on any failure, nothing; old content then stays."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        with writing(path):
            file = target.open("wb")
        with file:
            _write_parts(file, parts, path)
        return
    with writing(path):
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            _write_parts(file, parts, path)
            with writing(path):
                os.fsync(file.fileno())
        with writing(path):
            Path(name).chmod(_mode_of(target))
            Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _write_parts(file: BinaryIO, parts: Iterable[str | bytes], path: Path) -> None:
    """Write the parts as they are made; only failures of writing are attributed to ``path``."""
    for part in parts:
        with writing(path):
            file.write(part if isinstance(part, bytes) else part.encode())
    with writing(path):
        file.flush()


@contextmanager
def writing(path: Path) -> Generator[None]:
    """Raise any failure with a file as one of writing it."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(error.errno, error.strerror, str(path)) from error


def _mode_of(path: Path) -> int:
    """Return the permissions of a file, or those that a new one gets."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
