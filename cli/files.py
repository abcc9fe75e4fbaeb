"""What the name of a game refers to (a game of the store, a file, a share code, a place in it), and files themselves.

``game.cgn#2`` is the second game of a file, ``game.cgn#7.2`` a place in its only game, ``game.cgn#2#7`` turn 7 of the
second game. A number alone is the number of a game, since any file may have several. The store has one game per id, so
``lily#7`` is turn 7 of it.
"""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from errno import EACCES, EISDIR
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import click

from calimala_es.errors import GameNotFoundError
from calimala_es.messages import Message
from cli.exits import TextError, UnwritableError, wrong_usage
from cli.options import RunSettings, settings
from cli.terminal import harmless, note, say, write_data
from notation.errors import Place
from notation.share import KEY, SCHEME, ShareCodeError
from notation.share.envelope import open_code
from replays.library import is_library

STANDARD_INPUT: Final = "-"
STANDARD_INPUT_PLACE: Final = "<stdin>#"
"""What a command line uses instead of ``-#``, which would be an option."""

LAST: Final = "last"
"""The name of the game of the store that was changed last."""

EXAMPLE: Final = "example"
"""The name of the game that comes with the program."""

GAME_SUFFIX: Final = ".cgn"
"""The ending of a file of games."""

_GAME_ID: Final = re.compile(r"[a-z0-9-]+")
_ADDRESS: Final = re.compile(r"(.+?)(?:#([1-9][0-9]{0,59}))?(?:#([0-9A-Za-z.:-]+))?", re.DOTALL)
_MOMENT: Final = re.compile(r"[0-9]+(\.[0-9]+){1,2}")
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_CODE: Final = re.compile(r"(?=.*[A-Z])[A-Za-z0-9_-]{12,}")
_IN_SHARED: Final = re.compile(r"(.+)#((?:[A-Za-z][0-9A-Za-z-]*:)?[0-9.]+|start)", re.DOTALL)
"""Splits a share code from the place after it; the code may be part of a web address, which has a ``#`` of its own."""


def source_name(path: str) -> str:
    """Return the name of a text in messages."""
    return "<stdin>" if path == STANDARD_INPUT else path


class Address(NamedTuple):
    """Where a game is (an id, a path, a share code), its number in a file, and the requested place.

    ``number`` is 0 and ``place`` is empty where none is given.
    """

    name: str
    number: int = 0
    place: str = ""

    @property
    def game(self) -> str:
        """The name of the game, without a place in it: ``league.cgn#2``."""
        return f"{self.name}#{self.number}" if self.number else self.name

    @property
    def stem(self) -> str:
        """The name of a file made from the game: its id or the name of its own file, ``game`` if it has no name."""
        return "game" if self.name == STANDARD_INPUT or is_shared(self.name) else Path(self.name).stem


class NoGameError(GameNotFoundError):
    """A text has no game in it."""


def no_game_in(path: str) -> NoGameError:
    """Return the error for a text without any game."""
    return NoGameError(Message("{place}: no game was found", place=f"{source_name(path)}:1:1"))


def no_game_number(address: Address, games: int, *, takes_place: bool) -> GameNotFoundError:
    """Return the error for a game number that a file does not have, given how many games it has.

    For a file with a single game, the number may have meant a place in it, if the command takes a place.
    """
    message = Message("{file} has no game number {number}", file=source_name(address.name), number=address.number)
    if games != 1 or address.place or not takes_place:
        return GameNotFoundError(message)
    place = f"{address.name}#1#{address.number}"
    return GameNotFoundError(
        Message(
            "{reason}, only one game; for a moment in it write {place} or --at {number}",
            reason=message,
            place=place,
            number=address.number,
        )
    )


def one_place(name: str, at: str | None) -> str:
    """Return the place given after the name of a game, or by ``--at``; raise ``click.UsageError`` for both."""
    place = address_of(name).place
    if at is not None and place:
        raise wrong_usage("{name} already names a moment; leave out --at", name=name)
    return at or place


def require_id(name: str, why: Message) -> None:
    """Raise ``click.UsageError`` unless a name is that of a game in the store; ``why`` says what else to do."""
    if not is_game_id(name):
        raise wrong_usage("{name} is not in your store; {expected}", name=name, expected=why)


def is_game_id(name: str) -> bool:
    """Return whether a name is the id of a game in the store and not a file."""
    return _GAME_ID.fullmatch(name) is not None and name != STANDARD_INPUT


def is_shared(name: str) -> bool:
    """Return whether a name is a share code, alone or after ``share:``, or a web address that contains one."""
    if name.startswith(SCHEME) or _WEB.match(name):
        return True
    return (f"#{KEY}" in name or _is_code(name)) and not _exists(name)


def is_read_only(name: str) -> bool:
    """Return whether the game of a name has no place where it could be changed: one of a share code, or the example."""
    return name == EXAMPLE or is_shared(name)


def _is_code(name: str) -> bool:
    """Return whether a name is a share code whose checksum agrees."""
    if not _CODE.fullmatch(name):
        return False
    try:
        open_code(name)
    except ShareCodeError:
        return False
    return True


def address_of(text: str) -> Address:
    """Return the address that a name of a game refers to; a file whose own name has a ``#`` comes first."""
    if is_shared(text):
        shared = _IN_SHARED.fullmatch(text)
        return Address(shared[1], 0, shared[2]) if shared else Address(text)
    for path, suffix in _named_files(text):
        match = _ADDRESS.fullmatch(f"-{suffix}")
        if match and match[1] == STANDARD_INPUT:
            return Address(path, int(match[2] or 0), match[3] or "")
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return Address(text)
    number, place = int(match[2] or 0), match[3] or ""
    if is_game_id(match[1]) and number and not place:
        return Address(match[1], 0, str(number))
    return Address(match[1], number, place)


def _named_files(text: str) -> list[tuple[str, str]]:
    """Return the files with a ``#`` in their names that begin a text, each with the rest of the text; longest first."""
    parts = text.split("#")
    cuts = range(len(parts), max(1, len(parts) - 3), -1)
    found = [("#".join(parts[:cut]), "".join(f"#{part}" for part in parts[cut:])) for cut in cuts]
    return [(path, suffix) for path, suffix in found if _exists(path)]


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def is_file(name: str) -> bool:
    """Return whether a name refers to all games of a file; an existing file comes before a game of the store."""
    address = address_of(name)
    if is_game_id(name):
        return Path(name).is_file()
    return not (is_game_id(address.name) or is_shared(address.name) or address.number or address.place)


class GameName(click.ParamType[str]):
    """The name of a game; a shell completes ids of the store and files."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it was written; a moment alone is one of the game changed last."""
        if value.startswith("#"):
            return f"{LAST}{value}"
        if _MOMENT.fullmatch(value) and not _exists(value):
            return f"{LAST}#{value}"
        rest = value.removeprefix(STANDARD_INPUT_PLACE)
        return value if rest == value else f"{STANDARD_INPUT}#{rest}"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        """Return the ids of the store that begin with the typed text, and files that do; if there are no ids, any file.

        bash drops everything else as soon as it is to look for files itself, so that both are listed here.
        """
        from click.shell_completion import CompletionItem

        from cli.games import known_ids

        place = ctx.ensure_object(RunSettings).store_place
        names = [*known_ids(place), LAST, EXAMPLE]
        ids = [CompletionItem(id) for id in names if id.startswith(incomplete)]
        if not ids:
            return [CompletionItem(incomplete, type="file")]
        found = sorted(path.name for path in Path().glob(f"{incomplete}*") if path.is_file())
        return [*ids, *map(CompletionItem, found)]


GAME = click.argument("name", metavar="[GAME]", required=False, default=LAST, type=GameName())
"""One game that is read or continued; the one that was changed last if none is named."""


# ----------------------------------------------------------------------------------------------------
# Reading and writing files: text in UTF-8, whole files or nothing.

LONGEST_LINE: Final = 8_000_000
_MARKS: Final = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"\x1f\x8b": "gzip",
    b"SQLite format 3\x00": "an SQLite file",
    b"\xff\xd8\xff": "a picture",
    b"\x89PNG": "a picture",
}
_UTF8_MARK: Final = b"\xef\xbb\xbf"


def open_folders(context: click.Context, _parameter: click.Parameter, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of games with the files of notation in a folder, in alphabetical order, instead of its name.

    A folder without such files may have the name of a game in the store; any other raises ``GameNotFoundError``.
    """
    if context.resilient_parsing:
        return tuple(names)
    return tuple(file for name in names for file in (_games_in_folder(name) if _is_folder(name) else (name,)))


def _is_folder(name: str) -> bool:
    return _exists(name) and Path(name).is_dir() and (not is_game_id(name) or bool(_files_in(name)))


def _files_in(name: str) -> list[str]:
    return sorted(str(path) for path in Path(name).glob(f"*{GAME_SUFFIX}") if path.is_file())


def _games_in_folder(name: str) -> list[str]:
    found = _files_in(name)
    others = sum(not path.name.startswith(".") for path in Path(name).iterdir()) - len(found)
    if found and others:
        note(
            settings().language.counted(
                "{folder}: skipped {number} file or folder that does not end in {ending}",
                "{folder}: skipped {number} files and folders that do not end in {ending}",
                others,
                folder=harmless(str(Path(name))),
                ending=GAME_SUFFIX,
            )
        )
    if not found:
        if is_library(Path(name)):
            raise GameNotFoundError(library_hint(name))
        raise GameNotFoundError(
            Message(
                "there is no {ending} file in {name}; name the files, e.g. {example}",
                ending=GAME_SUFFIX,
                name=name,
                example=f"{name}/*.json",
            )
        )
    return found


def library_hint(name: str) -> Message:
    """Return what to do with a library where games were expected."""
    return Message("{folder} is a library: ask it with {command}", folder=name, command=f"calimala games ask {name}")


def text_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file, or of the standard input for ``-``; raise ``TextError`` and ``OSError``."""
    with opened(path) as file:
        yield from decoded_lines(file, source_name(path))


def opened(path: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or the standard input for ``-``, to read bytes; raise ``TextError`` and ``OSError``."""
    if path != STANDARD_INPUT:
        if _is_folder(path):
            raise IsADirectoryError(EISDIR, "this is a folder; name one of its files", path)
        return Path(path).open("rb")
    if sys.stdin is None:
        raise TextError(Message("{place}: there is no standard input", place="<stdin>"))
    return nullcontext(sys.stdin.buffer)


def decoded_lines(file: BinaryIO, name: str) -> Iterator[str]:
    """Yield the lines of a file as text; raise ``TextError`` for what is no text in UTF-8."""
    number = offset = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            line, mark = _without_mark(line, name)
            offset += mark
        if len(line) == LONGEST_LINE:
            reason = Message("a line has more than {limit} bytes; this is not a game", limit=LONGEST_LINE)
            raise TextError(reason, Place(name, number, 1, ""))
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise _no_unicode(line, error, Place(name, number, 1, ""), offset) from None
        if "\x00" in text:
            column = text.index("\x00") + 1
            raise TextError(Message("this is not text: it has a zero byte"), Place(name, number, column, ""))
        yield text
        offset += len(line)


def _without_mark(line: bytes, name: str) -> tuple[bytes, int]:
    """Return the first line without the mark that some editors put before UTF-8, and the length of the mark."""
    check_beginning(line, name)
    return (line[len(_UTF8_MARK) :], len(_UTF8_MARK)) if line.startswith(_UTF8_MARK) else (line, 0)


def check_beginning(head: bytes, name: str) -> None:
    """Raise ``TextError`` if a file begins as one of another kind than text in UTF-8 does."""
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            raise TextError(
                Message("this looks like {word}; a game is text in UTF-8", word=kind), Place(name, 1, 1, "")
            )


def _no_unicode(line: bytes, error: UnicodeDecodeError, start: Place, offset: int) -> TextError:
    """Return the error for a line that starts after ``offset`` bytes of its file."""
    message = Message(
        "this is not UTF-8: byte {number} of the file is {byte}",
        number=offset + error.start + 1,
        byte=f"0x{line[error.start]:02x}",
    )
    return TextError(message, start._replace(column=len(line[: error.start].decode()) + 1))


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
            raise wrong_usage(
                "{file} ends in .{ending}, but --format is {form}; use only one of them",
                file=output,
                ending=ending,
                form=asked,
            )
        return asked
    if ending and ending not in forms:
        known = ", ".join(f".{form}" for form in forms)
        raise wrong_usage(
            "{file}: .{ending} is not one of {known}; use one of them",
            file=output,
            ending=ending,
            known=known,
        )
    return ending or usual


def write_and_name(path: Path, parts: Iterable[str | bytes]) -> None:
    """Write a file as ``write_file`` does, and print its name, unless it is the standard output."""
    write_file(path, parts)
    if str(path) != STANDARD_INPUT:
        say(harmless(str(path)))


def write_file(path: Path, parts: Iterable[str | bytes]) -> None:
    """Write text, in UTF-8, or bytes into a file: everything or, on any failure, nothing; old content then stays.

    ``-`` is the standard output. Raises ``UnwritableError``, also for a file that is read-only.
    """
    if str(path) == STANDARD_INPUT:
        for part in parts:
            write_data(part if isinstance(part, str) else part.decode())
        return
    target = path.resolve()
    # A file is replaced, for which only its folder must be writable: one that is read-only is to stay as it is.
    if target.exists() and not os.access(target, os.W_OK):
        raise UnwritableError(EACCES, os.strerror(EACCES), str(path))
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
