"""The file of a store: whether it is ours, and connections to it.

A file that cannot be written, on a read-only medium or a full disk, is opened for reading. SQLite shares the file
written ahead (WAL) through a third one, which cannot be made there: what was written ahead is then read with an index
in memory, and a file beside which nothing was written ahead as one that does not change.
"""

import os
import sqlite3
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool

from calimala_es.errors import StoreError
from calimala_es.messages import Message
from calimala_es.store.recorder import Obstacle

APPLICATION_ID: Final = 0x43414C49
"""What ``PRAGMA application_id`` says of a store of games: ``CALI``."""

LAYOUT: Final = 1
"""The version of the tables, in ``PRAGMA user_version``. A file of a later one is not opened."""

DURABLE: Final = "DURABLE"
"""The name of the setting, ``yes`` where each transaction waits for the disk."""

WAIT_SECONDS: Final = 10
"""How long a writer waits for another one."""

_PAUSE: Final = 0.05
_OPENINGS: Final = round(WAIT_SECONDS / _PAUSE)
"""Two programs that create the same file: SQLite does not wait for the lock that sets the journal, so ask again."""

_WITHOUT_LOCKS: Final = "win32-none" if os.name == "nt" else "unix-none"
_UNCHANGING: Final = "?mode=ro&immutable=1"
_WRITTEN_AHEAD: Final = f"?mode=ro&vfs={_WITHOUT_LOCKS}"
"""How a file is opened that is only read; what was written ahead needs the index in memory."""


_OBSTACLES: Final = {
    sqlite3.SQLITE_READONLY: Obstacle.READ_ONLY,
    sqlite3.SQLITE_FULL: Obstacle.FULL,
    sqlite3.SQLITE_BUSY: Obstacle.LOCKED,
}


def obstacle_of(error: sqlite3.Error) -> Obstacle | None:
    """Return what prevents writing, by the error that it led to."""
    return _OBSTACLES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


class DamageError(sqlite3.DatabaseError):
    """SQLite reads what nobody stored."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether SQLite cannot read what the file has, or what it reads is no text."""
    is_no_text = str(error).startswith("Could not decode")
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT or is_no_text


def check_file(path: Path) -> None:
    """Raise ``StoreError`` if ``path`` is not a file.

    Nothing but SQLite may open it: closing a file ends all locks that the process has on it.
    """
    if not path.is_file():
        raise StoreError(Message("{path} is not a store of games: it is not a file", path=path))


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return whether the file has our tables already; only reads.

    Raises ``StoreError`` if it belongs to something else or has a later layout.
    """
    tables, owner, layout = _head(connection)
    if owner == APPLICATION_ID:
        if layout > LAYOUT:
            raise StoreError(
                Message(
                    "the store was written by a later version of calimala: its layout is {layout}, "
                    "but this version knows only {number}",
                    layout=layout,
                    number=LAYOUT,
                )
            )
        return True
    if owner or layout or tables:
        raise StoreError(Message("this is an SQLite file, but not a store of games"))
    return False


def _head(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Return the number of tables, owner and layout at one moment: another program may be making the file."""
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")
    try:
        return tuple(
            int(connection.execute(statement).fetchone()[0])
            for statement in ("SELECT COUNT(*) FROM sqlite_master", "PRAGMA application_id", "PRAGMA user_version")
        )
    finally:
        if alone:
            connection.execute("COMMIT")


class GamesConnectionPool(SQLiteConnectionPool):
    """Connections that acknowledge a transaction when it is in the operating system's hands, or on the disk.

    The first connection decides whether the file is written or only read; the others are like it.
    """

    def __init__(self, path: str, *, durable: bool = False) -> None:
        """Store the path; nothing is opened yet. ``durable`` waits for the disk at each transaction."""
        super().__init__(db_name=path)
        self.is_durable = durable
        self._reading: str | None = None

    @property
    def is_only_read(self) -> bool:
        """Whether the file cannot be written."""
        return bool(self._reading) or not os.access(self.db_name, os.W_OK)

    def _create_connection(self) -> SQLiteConnection:
        """Return a connection; raises ``StoreError`` if another program locks the file for good.

        It asks again here: a pool that could not open a file does not release its writer.
        """
        for _ in range(_OPENINGS):
            try:
                return self._connect()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                time.sleep(_PAUSE)
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
                    raise
                words = Message(
                    "{path} is not a store of games: it is not an SQLite file; if it was a store, calimala backup "
                    "--sound may still find games in it",
                    path=self.db_name,
                )
                raise StoreError(words) from None
            except UnicodeDecodeError as error:
                # SQLite quotes the damaged statement of a table.
                raise DamageError(str(error)) from None
        raise StoreError(Message("another program has locked the file; try again later"))

    def _connect(self) -> SQLiteConnection:
        """Return a connection as the first one was, that may write if the file can be written."""
        if self._reading is not None:
            return self._open(self._reading)
        try:
            connection = self._open("")
            self._reading = ""
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or not _has_content(self.db_name):
                raise
            reading = _WRITTEN_AHEAD if _has_content(f"{self.db_name}-wal") else _UNCHANGING
            try:
                connection = self._open(reading)
            except sqlite3.Error:
                raise error from None
            self._reading = reading
        return connection

    def _open(self, reading: str) -> SQLiteConnection:
        """Return a connection that retains its prepared statements, unlike the library's."""
        name = f"file:{quote(self.db_name)}{reading}" if reading else self.db_name
        connection = sqlite3.connect(
            name, WAIT_SECONDS, isolation_level=None, check_same_thread=False, uri=bool(reading)
        )
        try:
            if reading == _WRITTEN_AHEAD:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            is_ours(connection)
            if not reading:
                connection.execute("PRAGMA journal_mode=WAL")
        except BaseException:
            connection.close()
            raise
        connection.execute(f"PRAGMA synchronous={'FULL' if self.is_durable else 'NORMAL'}")
        connection.execute("PRAGMA cache_size=-16000")
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, self.max_age)


def _has_content(path: str) -> bool:
    """Return whether there is a file that is not empty."""
    try:
        return Path(path).stat().st_size > 0
    except OSError:
        return False
