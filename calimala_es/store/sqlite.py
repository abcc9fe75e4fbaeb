"""A store in one SQLite file.

The file is written ahead (WAL) with ``synchronous=NORMAL``, or ``FULL`` for one that is durable: readers and one writer
do not wait for each other, a program that is killed loses nothing that was saved, and a power cut never leaves half of
a command; it can cost the last ones of a file that is not durable.
Two numbers in the file's head say that it is ours and of which layout. Knows nothing of what the bytes mean.
"""

import json
import re
import sqlite3
from collections.abc import Collection, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cached_property
from itertools import chain
from operator import itemgetter
from shutil import disk_usage
from threading import Lock, RLock, get_ident
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import IntegrityError, PersistenceError, ProcessRecorder, StoredEvent, Tracking
from eventsourcing.sqlite import SQLiteConnection, SQLiteCursor, SQLiteDatastore, SQLiteFactory, SQLiteProcessRecorder
from eventsourcing.utils import Environment, EnvType

from calimala_es.errors import StoreError, UnsavedError
from calimala_es.messages import Message
from calimala_es.store.recorder import (
    AFTER_IDS,
    AFTER_SLASH,
    MOVED_ARGUMENT,
    NAMES_ARGUMENT,
    SUMMARIES_ARGUMENT,
    GamesRecorder,
    Obstacle,
    RowBytes,
    RowName,
    StreamBytes,
    SummaryBytes,
    SummaryRow,
)
from calimala_es.store.sqlite_file import (
    APPLICATION_ID,
    DURABLE,
    LAYOUT,
    WAIT_SECONDS,
    DamageError,
    GamesConnectionPool,
    is_damage,
    is_ours,
    obstacle_of,
)

_MOMENT: Final = 0.05
"""Seconds that somebody waits who only wants to know whether others write."""

_MANY_AHEAD: Final = 250
"""The pages written ahead that should be moved into the file by a thread that nobody waits for."""

_MOST_AHEAD: Final = 1000
"""The pages written ahead that are moved into the file after rows were added: SQLite's own number."""

_LONG_LOG: Final = 4000
"""The pages from which on a log is long: what is added while its pages are moved makes it, and its file, longer."""

_MOVE_LOG: Final = "PRAGMA wal_checkpoint(PASSIVE)"

_PAGE: Final = 4096
_PAGES_EACH: Final = 3
"""The bytes of a page; how many pages change with any row."""

VERSION_BITS: Final = 20
MOST_VERSIONS: Final = (1 << VERSION_BITS) - 1
"""The number of rows that a stream may have: a row's key is the number of its stream with the version in the low bits.

Such a key is that of the table itself, so there is no index beside the rows, which would be as large as they are.
"""

_TABLES: Final = """
CREATE TABLE streams (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, place INTEGER NOT NULL);
CREATE TABLE stored_events (key INTEGER PRIMARY KEY, state BLOB NOT NULL);
CREATE TABLE names (
    originator_id TEXT, originator_version INTEGER, name TEXT, PRIMARY KEY (originator_id, originator_version))
    WITHOUT ROWID;
CREATE TABLE summaries (game TEXT PRIMARY KEY, status INTEGER, changed REAL, content BLOB, summary BLOB) WITHOUT ROWID;
CREATE INDEX last_changed ON summaries (status, changed);
CREATE INDEX copies ON summaries (content);
CREATE TABLE tracking (application_name TEXT PRIMARY KEY, notification_id INTEGER) WITHOUT ROWID"""
_PLACES: Final = "CREATE INDEX places ON streams (place)"

_EXTEND: Final = (
    "INSERT INTO streams (name, version, place) VALUES (?, ?, ?) "
    "ON CONFLICT (name) DO UPDATE SET version=excluded.version, place=excluded.place RETURNING id"
)
_EXTEND_KNOWN: Final = "UPDATE streams SET version=?, place=? WHERE id=? AND name=? AND version=?"
_MOST_KNOWN: Final = 1000
"""The streams whose numbers and versions are remembered."""

_INSERT: Final = "INSERT INTO stored_events VALUES (?,?)"
_BUNCH: Final = 50
_INSERT_BUNCH: Final = f"{_INSERT}{',(?,?)' * (_BUNCH - 1)}"
"""Adds so many rows: after each statement another thread may compute, and the one that saves waits for it."""

_INSERT_NAME: Final = "INSERT INTO names VALUES (?,?,?)"
_ROWS: Final = (
    "FROM streams CROSS JOIN stored_events WHERE name = ? "
    f"AND key > (id << {VERSION_BITS}) + ? AND key <= (id << {VERSION_BITS}) + ? ORDER BY key"
)
_SELECT: Final = f"SELECT key & {MOST_VERSIONS}, state {_ROWS}"
_SELECT_BYTES: Final = f"SELECT state {_ROWS}"
_OF_STREAM: Final = f"SELECT key & {MOST_VERSIONS}, state FROM stream CROSS JOIN stored_events"
_SELECT_LAST: Final = (
    f"WITH numbered AS (SELECT id << {VERSION_BITS} AS before, version FROM streams WHERE name = ?1), "
    "stream AS (SELECT before, (SELECT key FROM stored_events WHERE key > before + 1 AND key <= before + version - ?3 "
    "AND state >= ?2 ORDER BY key DESC LIMIT 1) AS since FROM numbered) "
    f"{_OF_STREAM} WHERE key = before + 1 UNION ALL "
    f"{_OF_STREAM} WHERE key >= since AND key <= before + {MOST_VERSIONS}"
)
"""The first row of a stream, and those from the last one on whose bytes are not before some; in order, as they lie."""

_BESIDE: Final = (
    f"SELECT name, key & {MOST_VERSIONS}, state FROM streams CROSS JOIN stored_events WHERE name > ? AND name < ? "
    "AND name NOT IN (SELECT value FROM json_each(?)) "
    f"AND key > (id << {VERSION_BITS}) AND key <= (id << {VERSION_BITS}) + {MOST_VERSIONS} ORDER BY name, key"
)
_LAST: Final = "SELECT version FROM streams WHERE name=?"
_TAKEN: Final = "SELECT name FROM streams WHERE name IN (SELECT value FROM json_each(?))"
_EVERY: Final = "SELECT name, version FROM streams"
_TOUCHED: Final = f"{_EVERY} WHERE place > ?"
_POSITION: Final = f"SELECT COALESCE(MAX(place), 0) FROM streams WHERE place < {1 << 62}"
"""The last place in the log. SQLite orders whatever a damaged place has instead of a number after all numbers."""

_NAMES: Final = "SELECT originator_id, originator_version, name FROM names"
_NAMES_OF: Final = f"{_NAMES} WHERE originator_id=?"
_OTHER_NAMES: Final = "NOT ((?1 IS NULL OR originator_id=?1) AND (?2 IS NULL OR name=?2))"
_OTHER_STREAMS: Final = "name NOT IN (SELECT value FROM json_each(?))"
_OTHER_ROWS: Final = f"key >> {VERSION_BITS} IN (SELECT id FROM streams)"
_TRACKED: Final = "SELECT notification_id FROM tracking WHERE application_name=?"
_PUT_SUMMARY: Final = "INSERT OR REPLACE INTO summaries VALUES (?,?,?,?,?)"
_SUMMARIES: Final = "SELECT game, summary FROM summaries ORDER BY game"
_SUMMARIES_OF: Final = (
    "SELECT game, summary FROM json_each(?) CROSS JOIN summaries ON game = json_each.value ORDER BY game"
)
_IDS: Final = "SELECT game FROM summaries WHERE status <= ? AND game >= ? AND game < ? ORDER BY game LIMIT ?"
_LAST_CHANGED: Final = (
    "SELECT changed, game FROM summaries WHERE status = ? AND game NOT IN (SELECT value FROM json_each(?)) "
    "ORDER BY changed DESC, game DESC LIMIT 1"
)
_COPIES: Final = "SELECT game FROM summaries WHERE content = ? AND status <= ? ORDER BY game"
_ERASE_SUMMARY: Final = "DELETE FROM summaries WHERE game=?"
_MOVE_NAMES: Final = (
    "UPDATE names SET originator_id = ?2 || substr(originator_id, length(?1) + 1) WHERE originator_id GLOB ?1 || '/*'"
)

_INTEGRITY: Final = "PRAGMA integrity_check(20)"
_INDEXED: Final = re.compile(r"FROM (streams|photos)\b")
"""The tables with indexes that SQLite keeps beside them, which have nothing that the tables have not."""

_TABLE: Final = "SELECT sql FROM sqlite_master WHERE type='table' AND name=?"

# The table of photos is made with the first of them.
_PHOTOS_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS photos (game TEXT, name TEXT, content BLOB NOT NULL, PRIMARY KEY (game, name))"
)
_HAS_PHOTOS: Final = "SELECT COUNT(*) FROM sqlite_master WHERE type='table' AND name='photos'"
_PUT_PHOTO: Final = "INSERT OR REPLACE INTO photos VALUES (?,?,?)"
_PHOTO: Final = "SELECT content FROM photos WHERE game=? AND name=?"
_PHOTO_NAMES: Final = "SELECT name FROM photos WHERE game=? ORDER BY name"
_MOVE_PHOTOS: Final = "UPDATE photos SET game=?2 WHERE game=?1"
_ERASE_PHOTOS: Final = "DELETE FROM photos WHERE game=?1 AND (?2 IS NULL OR name=?2)"


class _Stream(NamedTuple):
    """The number of a stream, and the version of its last row, when this process last added to it."""

    number: int
    version: int


class _Added(NamedTuple):
    """What was added last: the place in the log before it, the last one of it, and the streams with their versions."""

    before: int
    last: int
    versions: dict[str, int]


class SQLiteGamesRecorder(SQLiteProcessRecorder, GamesRecorder):
    """Rows in the tables above, read and written as plain tuples."""

    def __init__(self, datastore: SQLiteDatastore, pool: GamesConnectionPool) -> None:
        """Store the connections, those of ``pool``; see ``create_table``."""
        super().__init__(datastore)
        self._pool = pool
        self._writing = RLock()
        self._ahead = 0
        self._is_hurried = False
        self._together = 0
        self._looking = Lock()
        self._known: dict[str, _Stream] = {}
        self._added = _Added(0, 0, {})
        self._patience: float = WAIT_SECONDS

    def create_table(self) -> None:
        """Make the tables in a new file; raises ``StoreError`` if the file belongs to something else."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            file = cursor.sqlite_cursor.connection
            if is_ours(file):
                return
            cursor.execute("BEGIN IMMEDIATE")
            try:
                if not is_ours(file):
                    self._create_table(cursor)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def construct_create_table_statements(self) -> list[str]:
        """Return the statements that make the tables."""
        return [*_TABLES.split(";"), _PLACES]

    def _create_table(self, c: SQLiteCursor) -> None:
        super()._create_table(c)
        c.execute(f"PRAGMA application_id={APPLICATION_ID}")
        c.execute(f"PRAGMA user_version={LAYOUT}")

    @cached_property
    def _writer(self) -> SQLiteConnection:
        """The one connection of this process that adds rows; the pool closes it with the others."""
        return self.datastore.pool.get_connection()

    @cached_property
    def _cursor(self) -> sqlite3.Cursor:
        """The cursor of that connection, which reads as well."""
        cursor: sqlite3.Cursor = self._writer.cursor().sqlite_cursor
        cursor.row_factory = None
        # Moving what was written ahead waits for the disk: ``move_log`` does it, when others can write meanwhile.
        cursor.execute("PRAGMA wal_autocheckpoint=0")
        return cursor

    @cached_property
    def _looker(self) -> sqlite3.Cursor:
        """The cursor of another connection, for reads that do not wait for a writer; the pool closes it."""
        cursor: sqlite3.Cursor = self.datastore.pool.get_connection().cursor().sqlite_cursor
        cursor.row_factory = None
        return cursor

    def _look(self, statement: str, parameters: tuple[object, ...] = ()) -> list[Any]:
        """Return the few rows of one statement as plain tuples.

        The connection that writes still has the pages that it has just written; another one must read them again. It is
        used as long as nobody writes with it at that moment.
        """
        if self._writing.acquire(blocking=False):
            try:
                return self._read(statement, parameters)
            finally:
                self._writing.release()
        with self._looking:
            try:
                return self._looker.execute(statement, parameters).fetchall()
            except sqlite3.DatabaseError as error:
                return self._again(self._looker, statement, parameters, error)

    def _read(self, statement: str, parameters: tuple[object, ...]) -> list[Any]:
        """Return the rows of a statement of the connection that writes; hardly ever a reader waits for others."""
        try:
            return self._cursor.execute(statement, parameters).fetchall()
        except sqlite3.OperationalError as error:
            if self._is_hurried or self._patience:
                return self._again(self._cursor, statement, parameters, error)
            self._wait_at_most(WAIT_SECONDS)
            return self._cursor.execute(statement, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            return self._again(self._cursor, statement, parameters, error)

    def _again(
        self, cursor: sqlite3.Cursor, statement: str, parameters: tuple[object, ...], error: sqlite3.Error
    ) -> list[Any]:
        """Return the rows of a statement that failed because of an index, or for a moment; raise any other error."""
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_RECOVERY:
            # Somebody else was just writing the head of the index that this program may only read.
            return cursor.execute(statement, parameters).fetchall()
        if not is_damage(error) or not _INDEXED.search(statement):
            raise error
        found = cursor.execute(_INDEXED.sub(r"\g<0> NOT INDEXED", statement), parameters).fetchall()
        self.damage = error
        return found

    def _wait_at_most(self, seconds: float) -> None:
        """Let the connection that writes wait only so long for other programs that write."""
        if self._patience != seconds:
            self._cursor.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
            self._patience = seconds

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Add rows, and what comes with them, in one transaction; places in the log are not returned."""
        names: Sequence[RowName] = kwargs.get(NAMES_ARGUMENT, ())
        summaries: Sequence[SummaryRow] = kwargs.get(SUMMARIES_ARGUMENT, ())
        moved: Sequence[tuple[str, str]] = [kwargs[MOVED_ARGUMENT]] if MOVED_ARGUMENT in kwargs else []
        with self._writing:
            cursor = self._cursor
            if not self._is_hurried:
                self._wait_at_most(WAIT_SECONDS)
            photos = moved if moved and _number(cursor.execute(_HAS_PHOTOS)) else []
            added = ((_INSERT_NAME, names), (_PUT_SUMMARY, summaries), (_MOVE_NAMES, moved), (_MOVE_PHOTOS, photos))
            try:
                with nullcontext() if self._together else _transaction(cursor):
                    places = self._insert_rows(cursor, stored_events)
                    for statement, parameters in added:
                        if parameters:
                            cursor.executemany(statement, parameters)
            except sqlite3.Error as error:
                self._known.clear()
                if isinstance(error, sqlite3.IntegrityError):
                    raise IntegrityError(error) from error
                raise
            self._added = places
            self._ahead += _PAGES_EACH + sum([len(row.state) for row in stored_events]) // _PAGE
            is_due = self._ahead >= _MOST_AHEAD and not self._is_hurried and not self._together
        if is_due:
            self.move_log()

    def _insert_rows(self, cursor: sqlite3.Cursor, rows: Sequence[StoredEvent]) -> _Added:
        """Add rows; their streams get the next places in the log."""
        versions = {str(row.originator_id): row.originator_version for row in rows}
        ((before,),) = cursor.execute(_POSITION)
        keys: dict[str, int] = {}
        for place, (stream, last) in enumerate(versions.items(), before + 1):
            if last > MOST_VERSIONS:
                raise PersistenceError(f"a stream can have at most {MOST_VERSIONS} rows")
            keys[stream] = self._extend(cursor, stream, rows, last, place) << VERSION_BITS
        added = [(keys[str(row.originator_id)] + row.originator_version, row.state) for row in rows]
        bunches = len(added) - len(added) % _BUNCH
        for first in range(0, bunches, _BUNCH):
            cursor.execute(_INSERT_BUNCH, [*chain.from_iterable(added[first : first + _BUNCH])])
        cursor.executemany(_INSERT, added[bunches:])
        return _Added(before, before + len(versions), versions)

    def _extend(self, cursor: sqlite3.Cursor, stream: str, rows: Sequence[StoredEvent], last: int, place: int) -> int:
        """Set the last version of a stream, which may be a new one, and its place in the log; return its number.

        What is remembered of it may be out of date: others may have added to it or purged it, and then the number may
        be another stream's.
        """
        known = self._known.get(stream)
        if known is not None:
            if cursor.execute(_EXTEND_KNOWN, (last, place, known.number, stream, known.version)).rowcount:
                self._known[stream] = _Stream(known.number, last)
                return known.number
            before = min(row.originator_version for row in rows if row.originator_id == stream) - 1
            if _last(cursor, stream) != before:
                raise sqlite3.IntegrityError(f"the last version of {stream} is not {before}")
        number = _number(cursor.execute(_EXTEND, (stream, last, place)))
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[stream] = _Stream(number, last)
        return number

    def without_waiting(self) -> AbstractContextManager[None] | None:
        """Return a context in which rows are added at once or not at all; ``None`` for a durable file: each transaction
        waits for the disk.
        """
        return None if self._pool.is_durable else self._at_once()

    @contextmanager
    def together(self) -> Generator[None]:
        """Add all or nothing, in one transaction of the connection that writes."""
        with self._writing:
            self._wait_at_most(WAIT_SECONDS)
            self._together = get_ident()
            try:
                with _transaction(self._cursor):
                    yield
            except BaseException:
                self._known.clear()
                self._added = _Added(0, 0, {})
                raise
            finally:
                self._together = 0
        self.move_log()

    def is_saving(self) -> bool:
        """Return whether another thread adds rows, or reads what was added last, at this moment."""
        if not self._writing.acquire(blocking=False):
            return True
        self._writing.release()
        return False

    def is_log_long(self) -> bool:
        """Return whether what was written ahead should be moved into the file."""
        return self._ahead >= _MANY_AHEAD

    def move_log(self) -> None:
        """Move what was written ahead into the file, as far as nobody reads it; nobody waits for that but the caller.

        The log begins anew only after all of it was moved. That never happens by itself where rows are added all the
        time, so once the log is long, those who add rows wait for its last pages. Where moving fails, what was written
        ahead stays where it is, and is as safe there.
        """
        self._ahead = 0
        with suppress(sqlite3.Error):
            ((_, pages, _),) = self._select(_MOVE_LOG)
            if pages >= _LONG_LOG:
                with self._writing:
                    self._select(_MOVE_LOG)

    @contextmanager
    def _at_once(self) -> Generator[None]:
        """Add rows at once, unless others write at that moment; raises ``UnsavedError``.

        What was written ahead is not moved into the file afterwards, which waits for the disk. If nobody else moves it,
        nothing is added here every so often, so that it is added, and moved, by somebody who may wait.
        """
        if self._ahead >= _MOST_AHEAD or not self._writing.acquire(blocking=False):
            raise UnsavedError(Message("somebody else is writing to the file; nothing was saved"))
        try:
            self._is_hurried = True
            self._wait_at_most(0)
            yield
        finally:
            self._is_hurried = False
            self._writing.release()

    def _select(self, statement: str, parameters: tuple[object, ...] = ()) -> list[Any]:
        """Return the rows of one statement as plain tuples."""
        if self._together and self._together == get_ident():
            return self._read(statement, parameters)
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor().sqlite_cursor
            cursor.row_factory = None
            try:
                return cursor.execute(statement, parameters).fetchall()
            except sqlite3.DatabaseError as error:
                return self._again(cursor, statement, parameters, error)

    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[RowBytes]:
        """Return the rows of a stream in order."""
        found: list[RowBytes] = self._select(_SELECT, (stream, gt, MOST_VERSIONS if lte is None else lte))
        is_sound = {bytes}.issuperset(map(type, map(itemgetter(1), found)))
        return found if is_sound else [(version, _blob(data)) for version, data in found]

    def select_bytes(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[bytes]:
        """Return the bytes alone of the rows of a stream in order."""
        found = self._select(_SELECT_BYTES, (stream, gt, MOST_VERSIONS if lte is None else lte))
        return [data for (data,) in found]

    def select_last(self, stream: str, beginning: bytes, least: int) -> list[RowBytes]:
        """Return the first row of a stream, and its last ones."""
        return self._select(_SELECT_LAST, (stream, beginning, least))

    def select_beside(self, game: str, other_than: Collection[str] = ()) -> list[StreamBytes]:
        """Return the rows of the streams beside a game."""
        found = self._select(_BESIDE, (f"{game}/", game + AFTER_SLASH, json.dumps([*other_than])))
        return [(stream, version, _blob(data)) for stream, version, data in found]

    def last_version(self, stream: str) -> int:
        """Return the version of a stream's last row."""
        return next((version for (version,) in _sound(self._look(_LAST, (stream,)), int)), 0)

    def select_names(self, stream: str | None = None) -> list[RowName]:
        """Return the names of a stream, or of all."""
        found = self._select(_NAMES) if stream is None else self._select(_NAMES_OF, (stream,))
        return _sound(found, str, int, str)

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase names so that not even free pages or the log of the file have them.

        What remains is copied into a new table, the pages of the old one are overwritten, and the log is emptied.
        """
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            cursor.execute("PRAGMA secure_delete=ON")
            with _transaction(cursor):
                before = _number(cursor.execute("SELECT COUNT(*) FROM names"))
                _copy_table(cursor, "names", _OTHER_NAMES, (stream, name))
                erased = before - _number(cursor.execute("SELECT COUNT(*) FROM names"))
            if _number(cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")):
                raise StoreError(
                    Message(
                        "the names are erased, but stay in the file's log while another program is reading the file; "
                        "erase them again later"
                    )
                )
        return erased

    def purge(self, streams: Sequence[str], marker: StoredEvent) -> None:
        """Erase rows so that not even free pages or the log of the file have them, as names are erased."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            cursor.execute("PRAGMA secure_delete=ON")
            try:
                with _transaction(cursor):
                    # First, so that its place comes after that of every stream that goes.
                    self._insert_rows(cursor, [marker])
                    _copy_table(cursor, "streams", _OTHER_STREAMS, (json.dumps(streams),))
                    cursor.execute(_PLACES)
                    _copy_table(cursor, "stored_events", _OTHER_ROWS)
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            if _number(cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")):
                raise StoreError(
                    Message(
                        "the game is erased, but its data stays in the file's log while another program "
                        "is reading the file"
                    )
                )

    def faults(self) -> list[str]:
        """Return what SQLite finds wrong with the pages and indexes of the file."""
        found = [line for (text,) in self._select(_INTEGRITY) for line in str(text).splitlines()]
        return [line for line in found if line != "ok" and not line.startswith("***")]

    def obstacle(self) -> Obstacle | None:
        """Return what keeps rows from being added: the file, or another program that writes for long."""
        if self._pool.is_only_read:
            return Obstacle.READ_ONLY
        if not self._writing.acquire(timeout=_MOMENT):
            return Obstacle.LOCKED
        try:
            self._wait_at_most(_MOMENT)
            self._cursor.execute("BEGIN IMMEDIATE")
            self._cursor.execute("ROLLBACK")
        except sqlite3.Error as error:
            return obstacle_of(error) or Obstacle.FULL
        finally:
            self._writing.release()
        return None

    def free_bytes(self) -> int:
        """Return how much room the disk of the file has."""
        return disk_usage(self._pool.db_name).free

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position."""
        last: int = self._look(_POSITION)[0][0]
        if last <= position:
            return {}, last
        added = self._added
        if (position, last) == (added.before, added.last):
            return added.versions, last
        found = self._look(_TOUCHED, (position,)) if position else self._look(_EVERY)
        return dict(_sound(found, str, int)), last

    def select_taken(self, streams: Collection[str]) -> set[str]:
        """Return those of these streams that have rows."""
        return {stream for (stream,) in self._look(_TAKEN, (json.dumps([*streams]),))}

    def max_tracking_id(self, application_name: str) -> int | None:
        """Return the position that summaries cover."""
        return next((place for (place,) in _sound(self._look(_TRACKED, (application_name,)), int)), None)

    def put_summaries(self, summaries: Sequence[SummaryRow], tracking: Tracking, *, erased: Sequence[str] = ()) -> None:
        """Store and erase summaries, in one transaction, unless somebody else writes at that moment."""
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor()
            file = cursor.sqlite_cursor
            try:
                with _waiting(file, 0), _transaction(file):
                    self._insert_tracking(cursor, tracking)
                    file.executemany(_PUT_SUMMARY, summaries)
                    if erased:
                        _erase_summaries(file, erased)
            except sqlite3.Error as error:
                raise UnsavedError(str(error)) from error

    def erase_summaries(self, games: Sequence[str]) -> None:
        """Erase the summaries of games."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            with _transaction(cursor):
                _erase_summaries(cursor, games)

    def select_summaries(self, games: Collection[str] | None = None) -> list[SummaryBytes]:
        """Return summaries by id."""
        found = self._select(_SUMMARIES) if games is None else self._select(_SUMMARIES_OF, (json.dumps([*games]),))
        return _sound([(game, _blob(data)) for game, data in found], str, bytes)

    def select_ids(self, status: int, beginning: str = "", limit: int | None = None) -> list[str]:
        """Return the first ids that begin so."""
        bounds = (beginning, beginning + AFTER_IDS, -1 if limit is None else limit)
        return [game for (game,) in _sound(self._look(_IDS, (status, *bounds)), str)]

    def last_changed(self, status: int, other_than: Collection[str] = ()) -> tuple[float, str] | None:
        """Return time and id of the game that was changed last."""
        return next(iter(_sound(self._look(_LAST_CHANGED, (status, json.dumps([*other_than]))), float, str)), None)

    def select_copies(self, status: int, content: bytes) -> list[str]:
        """Return the ids of games with this content."""
        return [game for (game,) in _sound(self._look(_COPIES, (content, status)), str)]

    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo."""
        with self._writing:
            self._wait_at_most(WAIT_SECONDS)
            with nullcontext() if self._together else _transaction(self._cursor):
                self._cursor.execute(_PHOTOS_TABLE)
                self._cursor.execute(_PUT_PHOTO, (game, name, content))
            self._ahead += len(content) // _PAGE

    def select_photo(self, game: str, name: str) -> bytes | None:
        """Return a photo."""
        found = self._select(_PHOTO, (game, name)) if self._select(_HAS_PHOTOS)[0][0] else []
        return _blob(found[0][0]) if found else None

    def select_photo_names(self, game: str) -> list[str]:
        """Return the names of photos."""
        found = self._select(_PHOTO_NAMES, (game,)) if self._select(_HAS_PHOTOS)[0][0] else []
        return [name for (name,) in _sound(found, str)]

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos: their pages are overwritten, and the log of the file is emptied."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor().sqlite_cursor
            if not _number(cursor.execute(_HAS_PHOTOS)):
                return 0
            cursor.execute("PRAGMA secure_delete=ON")
            erased = cursor.execute(_ERASE_PHOTOS, (game, name)).rowcount
            if _number(cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")):
                raise StoreError(
                    Message(
                        "the photos are erased, but stay in the file's log while another program is reading the file; "
                        "erase them again later"
                    )
                )
        return erased


def _sound(found: list[Any], *kinds: type) -> list[Any]:
    """Return rows whose columns are of these kinds; raises ``DamageError`` for others."""
    if any(tuple(map(type, row)) != kinds for row in found):
        raise DamageError("a column has a value of another kind")
    return found


def _blob(value: object) -> bytes:
    """Return the bytes of a column, which has anything in a damaged file."""
    return value if isinstance(value, bytes) else b""


def _copy_table(cursor: sqlite3.Cursor, table: str, condition: str, parameters: tuple[object, ...] = ()) -> None:
    """Remove all other rows of a table, which becomes a new one: the pages of the old one are overwritten."""
    made: str = cursor.execute(_TABLE, (table,)).fetchone()[0]
    cursor.execute(made.replace(table, f"{table}_remaining", 1))
    cursor.execute(f"INSERT INTO {table}_remaining SELECT * FROM {table} WHERE {condition}", parameters)
    cursor.execute(f"DROP TABLE {table}")
    cursor.execute(f"ALTER TABLE {table}_remaining RENAME TO {table}")


def _erase_summaries(cursor: sqlite3.Cursor, games: Sequence[str]) -> None:
    """Erase summaries, even from free pages."""
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.executemany(_ERASE_SUMMARY, [(game,) for game in games])


@contextmanager
def _waiting(cursor: sqlite3.Cursor, seconds: float) -> Generator[None]:
    """Wait only so long for other programs that write."""
    cursor.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
    try:
        yield
    finally:
        cursor.execute(f"PRAGMA busy_timeout={WAIT_SECONDS * 1000}")


@contextmanager
def _transaction(cursor: sqlite3.Cursor) -> Generator[None]:
    """Do everything or nothing."""
    cursor.execute("BEGIN IMMEDIATE")
    try:
        yield
        # By the same cursor, which then holds none of the statements before: one that is held keeps a closed file open.
        cursor.execute("COMMIT")
    except BaseException:
        if cursor.connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise


def _last(cursor: sqlite3.Cursor, stream: str) -> int:
    """Return the version of a stream's last row; 0 if it has none."""
    return next((version for (version,) in cursor.execute(_LAST, (stream,))), 0)


def _number(cursor: sqlite3.Cursor) -> int:
    """Return the one number that a statement produced."""
    number: int = cursor.fetchone()[0]
    return number


class SQLiteGamesFactory(SQLiteFactory):
    """Makes recorders of one file."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Prepare the connections; the file is opened when the recorder is made."""
        super().__init__(env)
        self.datastore.pool = self._pool = GamesConnectionPool(
            self.datastore.pool.db_name, durable=self.env.get(DURABLE) == "yes"
        )

    def process_recorder(self) -> ProcessRecorder:
        """Return the recorder of the file; makes its tables if it is new."""
        recorder = SQLiteGamesRecorder(self.datastore, self._pool)
        try:
            recorder.create_table()
        except BaseException:
            self.close()
            raise
        return recorder
