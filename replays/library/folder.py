"""A library on disk: a folder of parts, each with one file for every table, which is written whole or not at all.

``library.json`` has the versions of the tables and the rules, and what became of names; ``parts/000001/games.parquet``
and its like have the rows. A part is written elsewhere and moved to its place: a program that is ended at any moment
loses the part under way and nothing else, and building again adds what is missing. Parts never change, and a library
that is open has those of the moment when it was opened, also while games are added to it. ``key`` is only for adding
games: with it texts that were read before are recognised, and names are replaced by the same words again. It is not
handed on.
"""

import json
import shutil
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from hashlib import blake2b
from itertools import count
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from typing import Final, Literal

import duckdb
import msgspec
from msgspec import Struct

from calimala_es.errors import LibraryError
from calimala_es.messages import Message
from calimala_es.setup import RULES_VERSION
from replays.library import HEAD
from replays.library.tables import TABLES, VERSION, Row, columns_of

Names = Literal["keep", "replace", "omit"]
"""What becomes of the names of players: they stay, become ``player 5d1c92f0``, or are left out."""

_KEY: Final = "key"
_PARTS: Final = "parts"
_UNDER_WAY: Final = "under-way"
_LOCK: Final = "building.duckdb"
_KEY_BYTES: Final = 32
_DIGEST_BYTES: Final = 12


class _Head(Struct, forbid_unknown_fields=True):
    version: int
    names: Names
    rules_version: int = RULES_VERSION


class Library:
    """A library; ``names`` says what became of the names of players in it, ``rules_version`` by which version of the
    rules its games were played.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str | int] | None = None) -> None:
        """Open a library; raise ``LibraryError``. ``settings`` are those of the database that reads it."""
        self.folder = folder
        self._settings = settings or {}
        try:
            head = msgspec.json.decode((folder / HEAD).read_bytes(), type=_Head)
        except (FileNotFoundError, NotADirectoryError):
            words = Message(
                "{folder} is not a library; make one with {command}",
                folder=str(folder),
                command="calimala games build LIBRARY",
            )
            raise LibraryError(words) from None
        except msgspec.DecodeError as error:
            raise LibraryError(
                Message("{file} is damaged: {reason}", file=str(folder / HEAD), reason=str(error))
            ) from None
        if head.version != VERSION:
            raise LibraryError(
                Message(
                    "{folder} is a library of version {number}; this program reads version {known}: build it again",
                    folder=str(folder),
                    number=head.version,
                    known=VERSION,
                )
            )
        self.names: Names = head.names
        self.rules_version = head.rules_version

    @classmethod
    def create(cls, folder: Path, names: Names = "keep") -> "Library":
        """Make an empty library; raise ``LibraryError`` if the folder has anything else in it.

        ``library.json`` comes last, so a folder that has only what comes before it is one that was not finished.
        """
        first = folder / _PARTS / _part_name(0)
        begun = {first.parent, _new(folder / HEAD), first, folder / _UNDER_WAY}
        if folder.exists() and not begun.issuperset([*folder.iterdir(), *first.parent.glob("*")]):
            raise LibraryError(Message("{folder} is not empty and not a library", folder=str(folder)))
        first.parent.mkdir(parents=True, exist_ok=True)
        if not first.exists():
            with closing(_connected()) as database:
                _write_part(first, _encode_part(database, []))
        _write_whole(
            folder / HEAD, json.dumps({"version": VERSION, "names": names, "rules_version": RULES_VERSION}) + "\n"
        )
        return cls(folder)

    @property
    def key(self) -> bytes:
        """The secret of a library, which is made when it is first needed."""
        path = self.folder / _KEY
        if not path.exists():
            _write_whole(path, token_bytes(_KEY_BYTES).hex() + "\n", mode=0o600)
        return bytes.fromhex(path.read_text(encoding="ascii"))

    def parts(self) -> list[Path]:
        """Return the parts in the order in which they were written."""
        return sorted(part for part in (self.folder / _PARTS).iterdir() if part.name.isdecimal())

    def open(self) -> duckdb.DuckDBPyConnection:
        """Return a database with a view for every table, which reads the parts of this moment and no other file."""
        return _opened({"": self}, self._settings)

    @contextmanager
    def reading(self) -> Generator[duckdb.DuckDBPyConnection]:
        """Yield the database of ``open``; raise ``LibraryError`` for files that are damaged or missing."""
        with _library_errors(self.folder), closing(self.open()) as database:
            yield database

    def digests(self, column: Literal["game", "text"]) -> set[str]:
        """Return the digests of all games, or of the texts that were read."""
        with self.reading() as database:
            return {digest for (digest,) in database.execute(f"SELECT {column} FROM games").fetchall()}

    @contextmanager
    def adding(self) -> Generator["PartWriter"]:
        """Yield what adds parts; raise ``LibraryError`` if somebody else is doing so, or for other rules."""
        if self.rules_version != RULES_VERSION:
            message = Message(
                "{folder} has games of version {number} of the rules, but this program plays version {known}; "
                "build another library, and compare the two with {command}",
                folder=str(self.folder),
                number=self.rules_version,
                known=RULES_VERSION,
                command="calimala games compare",
            )
            raise LibraryError(message)
        try:
            database = _connected(self.folder / _LOCK)
        except duckdb.IOException:
            message = Message(
                "somebody else is adding games to {folder}; try again when they have finished", folder=str(self.folder)
            )
            raise LibraryError(message) from None
        with closing(database):
            yield PartWriter(self, database)
        (self.folder / _LOCK).unlink(missing_ok=True)


@contextmanager
def reading_both(one: Library, other: Library) -> Generator[duckdb.DuckDBPyConnection]:
    """Yield a database with a view for every table of two libraries, as ``one_games`` and ``other_games``; raise
    ``LibraryError`` for files that are damaged or missing.
    """
    both = Path(f"{one.folder}, {other.folder}")
    with _library_errors(both), closing(_opened({"one_": one, "other_": other}, {})) as database:
        yield database


@contextmanager
def _library_errors(folder: Path) -> Generator[None]:
    """Turn what the database finds wrong with files into ``LibraryError``."""
    try:
        yield
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise LibraryError(Message("{file} is damaged: {reason}", file=str(folder), reason=reason)) from None


def _connected(
    path: Path | str = ":memory:", settings: Mapping[str, str | int] | None = None
) -> duckdb.DuckDBPyConnection:
    """Return a database that prints nothing; where it takes a process for a person's, it would show its progress."""
    database = duckdb.connect(path, config={**(settings or {})})
    database.execute("SET enable_progress_bar = false")
    return database


def _opened(libraries: Mapping[str, Library], settings: Mapping[str, str | int]) -> duckdb.DuckDBPyConnection:
    """Return a database with the views of libraries, whose names begin like this; it reads no other file."""
    database = _connected(settings=settings)
    folders: list[str] = []
    for beginning, library in libraries.items():
        folder, parts = str((library.folder / _PARTS).resolve()), [part.name for part in library.parts()]
        folders.append(quoted(folder))
        for table in TABLES:
            files = ", ".join([quoted(f"{folder}/{part}/{table}.parquet") for part in parts])
            database.execute(f"CREATE VIEW {beginning}{table} AS SELECT * FROM read_parquet([{files}])")
    database.execute(f"SET allowed_directories = [{', '.join(folders)}]")
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    return database


def open_modestly(folder: str) -> Library:
    """Return a library that is read with one core and little memory, beside others who use them; raise
    ``LibraryError``.
    """
    return Library(Path(folder), {"threads": 1, "memory_limit": "256MB"})


class PartWriter:
    """Adds parts to a library."""

    def __init__(self, library: Library, database: duckdb.DuckDBPyConnection) -> None:
        """Go on after the last part."""
        self._folder = library.folder / _PARTS
        self._database = database
        self._numbers: Iterator[int] = count(int(library.parts()[-1].name) + 1)

    def write(self, part: Mapping[str, bytes], without: Collection[str] = ()) -> None:
        """Write a part as ``encode_part`` returns it, except the games with these digests."""
        if without:
            part = _without(self._database, part, without)
        _write_part(self._folder / _part_name(next(self._numbers)), part)


def encode_part(games: Sequence[Mapping[str, Iterable[Row]]]) -> dict[str, bytes]:
    """Return the file of each table for the rows of games, the form in which they go from one process to another."""
    with closing(_connected(settings={"threads": 1})) as database:
        return _encode_part(database, games)


def _encode_part(database: duckdb.DuckDBPyConnection, games: Sequence[Mapping[str, Iterable[Row]]]) -> dict[str, bytes]:
    encoder, files = msgspec.json.Encoder(), dict[str, bytes]()
    with TemporaryDirectory() as name:
        written, target = Path(name, "rows.ndjson"), Path(name, "rows.parquet")
        for table in TABLES:
            written.write_bytes(b"".join([encoder.encode_lines(game[table]) for game in games]))
            columns = ", ".join(f"{column}: {quoted(kind)}" for column, kind in columns_of(table).items())
            source = f"read_json({quoted(str(written))}, format = 'newline_delimited', columns = {{{columns}}})"
            files[table] = _copied(database, source, target)
    return files


def _without(
    database: duckdb.DuckDBPyConnection, part: Mapping[str, bytes], digests: Collection[str]
) -> dict[str, bytes]:
    """Return the files of a part without the games with these digests."""
    some = ", ".join(map(quoted, digests))
    with TemporaryDirectory() as name:
        whole, target, files = Path(name, "whole.parquet"), Path(name, "rows.parquet"), dict[str, bytes]()
        for table, content in part.items():
            whole.write_bytes(content)
            rows = f"(SELECT * FROM read_parquet({quoted(str(whole))}) WHERE game NOT IN ({some}))"
            files[table] = _copied(database, rows, target)
    return files


def _copied(database: duckdb.DuckDBPyConnection, rows: str, target: Path) -> bytes:
    """Return the file of rows that a database reads."""
    database.execute(f"COPY (SELECT * FROM {rows}) TO {quoted(str(target))} (FORMAT parquet, COMPRESSION zstd)")
    return target.read_bytes()


def text_digest(text: bytes, key: bytes) -> str:
    """Return the digest by which a text is recognised; without the key nobody can try what the text may have been."""
    return blake2b(text, digest_size=_DIGEST_BYTES, key=key).hexdigest()


def _new(path: Path) -> Path:
    """Return the name that a file has until it is written."""
    return path.with_name(f"{path.name}.new")


def _write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a small file that is there whole or not at all."""
    new = _new(path)
    new.touch(mode)
    new.chmod(mode)
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _part_name(number: int) -> str:
    return f"{number:06}"


def _write_part(part: Path, files: Mapping[str, bytes]) -> None:
    under_way = part.parent.with_name(_UNDER_WAY)
    shutil.rmtree(under_way, ignore_errors=True)
    under_way.mkdir()
    for table, content in files.items():
        (under_way / f"{table}.parquet").write_bytes(content)
    under_way.rename(part)


def quoted(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
