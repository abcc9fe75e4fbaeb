"""A store in a PostgreSQL database, which several programs on several machines may share.

Every wait has an end: for a connection, for other writers, for a statement. A save is one statement, and is never tried
again by itself: a save whose connection was lost may have been done. Knows nothing of what the bytes mean.
"""

from collections.abc import Collection, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import local
from time import monotonic
from typing import Any, Final, LiteralString

import psycopg
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    PersistenceError,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
)
from eventsourcing.postgres import (
    BasePostgresFactory,
    ConnectionPool,
    PostgresDatastore,
    PostgresFactory,
    PostgresProcessRecorder,
)
from eventsourcing.utils import Environment, EnvType
from psycopg import Connection, errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Identifier
from psycopg_pool import PoolClosed, PoolTimeout

from calimala_es.errors import StoreError, UnsavedError
from calimala_es.store.postgres_tables import CHANNEL, ROWS, TRACKING, open_tables
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

# Waits, and the errors of a server.

CONNECT_SECONDS: Final = 5
"""How long a server may take to answer a new connection."""

POOL_SECONDS: Final = 5
"""How long somebody waits for a connection while others have all of them."""

LOCK_SECONDS: Final = 10
"""How long a writer waits for another one."""

STATEMENT_SECONDS: Final = 30
"""How long a statement may take."""

ANSWER_SECONDS: Final = STATEMENT_SECONDS + 5
"""How long a program waits for the answer to a statement: a server that is frozen does not end it by itself."""

_REASONS: Final[tuple[tuple[type[psycopg.Error], str], ...]] = (
    (PoolClosed, "the store is closed"),
    (PoolTimeout, f"the server accepted no connection within {POOL_SECONDS} seconds"),
    (errors.LockNotAvailable, f"somebody else kept the store locked for {LOCK_SECONDS} seconds; nothing was saved"),
    (errors.QueryCanceled, f"the server took longer than {STATEMENT_SECONDS} seconds; nothing was saved"),
)
"""The first line that fits decides."""

_LOST: Final = "the connection to the server was lost; check whether your change was saved"


_NOT_WRITTEN: Final = "the names are erased, but the disk of the server may still have them; erase them again later"
_ROWS_NOT_WRITTEN: Final = "the game is erased, but the disk of the server may still have it; VACUUM (FULL) removes it"


class LostError(PersistenceError):
    """The connection was lost while something was asked."""


@contextmanager
def database_errors() -> Generator[None]:
    """Turn errors of psycopg into errors of eventsourcing that say what happened in one line.

    Nothing becomes ``OperationalError`` or ``InterfaceError``: eventsourcing asks again after those, and a save whose
    connection was lost may have been done.
    """
    try:
        yield
    except psycopg.IntegrityError as error:
        raise IntegrityError(_first_line(error)) from error
    except (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege, errors.DiskFull) as error:
        raise UnsavedError(_first_line(error)) from error
    except psycopg.Error as error:
        raise PersistenceError(_reason(error)) from error


@contextmanager
def vacuum_errors(connection: Connection[Any], problem: str = _NOT_WRITTEN) -> Generator[None]:
    """Raise ``StoreError`` if a table could not be written anew, of which the server only warns."""
    warnings: list[str] = []

    def add_warning(warning: errors.Diagnostic) -> None:
        warnings.append(warning.message_primary or "")

    connection.add_notice_handler(add_warning)
    try:
        yield
    except (errors.LockNotAvailable, errors.QueryCanceled):
        raise StoreError(f"{problem} (somebody else is reading)") from None
    finally:
        connection.remove_notice_handler(add_warning)
    if warnings:
        raise StoreError(f"{problem} ({warnings[0]})")


def _lost_error(error: psycopg.Error) -> LostError:
    """Return the error for a connection that was lost."""
    return LostError(f"{_LOST} ({_first_line(error)})")


def _reason(error: psycopg.Error) -> str:
    """Return what happened, for a person."""
    return next((reason for kind, reason in _REASONS if isinstance(error, kind)), _first_line(error))


def _first_line(error: psycopg.Error) -> str:
    """Return the first line of a server's message, without the statement and the values that follow."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__


# Statements; ``{schema}`` is where the tables are.

SAVE: Final = (
    "SELECT {schema}.save_rows(%t::text[], %t::integer[], %b::bytea[], "
    "%t::text[], %t::bigint[], %b::bytea[], %t::text[], %t::smallint[], %t::float8[], %b::bytea[], %b::bytea[])"
)
SELECT: Final = (
    "SELECT version, state FROM {schema}.stored_events "
    "WHERE stream=(SELECT id FROM {schema}.streams WHERE name=%s) AND version>%s ORDER BY version"
)
SELECT_UP_TO: Final = (
    "SELECT version, state FROM {schema}.stored_events "
    "WHERE stream=(SELECT id FROM {schema}.streams WHERE name=%s) AND version>%s AND version<=%s ORDER BY version"
)
SELECT_LAST: Final = (
    "WITH stream AS (SELECT id, (SELECT version FROM {schema}.stored_events AS stored "
    "WHERE stream=id AND stored.version>1 AND stored.version<=streams.version-%s AND state>=%b "
    "ORDER BY stored.version DESC LIMIT 1) AS since FROM {schema}.streams WHERE name=%s) "
    "SELECT stored.version, state FROM stream JOIN {schema}.stored_events AS stored ON stored.stream=id "
    "WHERE stored.version=1 OR stored.version>=since ORDER BY stored.version"
)
SELECT_BESIDE: Final = (
    "SELECT name, stored.version, state FROM {schema}.streams JOIN {schema}.stored_events AS stored ON id=stream "
    "WHERE name > %s AND name < %s AND name <> ALL(%s) ORDER BY name, stored.version"
)
LAST: Final = "SELECT version FROM {schema}.streams WHERE name=%s"
NAMES: Final = "SELECT originator_id, originator_version, name FROM {schema}.names"
NAMES_OF_ONE: Final = f"{NAMES} WHERE originator_id=%s"
ERASE: Final = (
    "DELETE FROM {schema}.names WHERE (%s::text IS NULL OR originator_id=%s) AND (%b::bytea IS NULL OR name=%b)"
)
WRITE_NAMES_ANEW: Final = "VACUUM (FULL) {schema}.names"
POSITION: Final = "SELECT COALESCE(MAX(place), 0) FROM {schema}.streams"
TOUCHED: Final = "SELECT name, version FROM {schema}.streams WHERE place>%s"
PUT_SUMMARIES: Final = (
    "INSERT INTO {schema}.summaries "
    "SELECT * FROM unnest(%t::text[], %t::smallint[], %t::float8[], %b::bytea[], %b::bytea[]) "
    "ON CONFLICT (game) DO UPDATE SET (status, changed, content, summary)="
    "(EXCLUDED.status, EXCLUDED.changed, EXCLUDED.content, EXCLUDED.summary)"
)
SUMMARIES: Final = "SELECT game, summary FROM {schema}.summaries ORDER BY game"
SUMMARIES_OF: Final = "SELECT game, summary FROM {schema}.summaries WHERE game = ANY(%s) ORDER BY game"
TAKEN: Final = "SELECT name FROM {schema}.streams WHERE name = ANY(%s)"
IDS: Final = (
    "SELECT game FROM {schema}.summaries WHERE status <= %s AND game >= %s AND game < %s ORDER BY game LIMIT %s"
)
LAST_CHANGED: Final = (
    "SELECT changed, game FROM {schema}.summaries WHERE status = %s AND game <> ALL(%s) "
    "ORDER BY changed DESC, game DESC LIMIT 1"
)
COPIES: Final = "SELECT game FROM {schema}.summaries WHERE content = %s AND status <= %s ORDER BY game"

MAY_WRITE: Final = (
    "SELECT current_setting('transaction_read_only') = 'off' AND has_table_privilege(tableoid, 'UPDATE') "
    "FROM {schema}.calimala_store"
)

MOVE_NAMES: Final = (
    "UPDATE {schema}.names SET originator_id = %s || substr(originator_id, %s) WHERE starts_with(originator_id, %s)"
)
MOVE_PHOTOS: Final = "UPDATE {schema}.photos SET game = %s WHERE game = %s"
ERASE_SUMMARIES: Final = "DELETE FROM {schema}.summaries WHERE game = ANY(%s)"
LOCK: Final = "LOCK TABLE {schema}.calimala_store IN EXCLUSIVE MODE"
ERASE_ROWS: Final = (
    "WITH gone AS (DELETE FROM {schema}.streams WHERE name = ANY(%s) RETURNING id) "
    "DELETE FROM {schema}.stored_events WHERE stream IN (SELECT id FROM gone)"
)
# The planner's statistics would keep some of the rows.
WRITE_ROWS_ANEW: Final = "VACUUM (FULL, ANALYZE) {schema}.stored_events, {schema}.streams, {schema}.summaries"

PUT_PHOTO: Final = """
    INSERT INTO {schema}.photos VALUES (%s, %s, %s) ON CONFLICT (game, name) DO UPDATE SET content = EXCLUDED.content"""
PHOTO: Final = "SELECT content FROM {schema}.photos WHERE game = %s AND name = %s"
PHOTO_NAMES: Final = "SELECT name FROM {schema}.photos WHERE game = %s ORDER BY name"
ERASE_PHOTOS: Final = "DELETE FROM {schema}.photos WHERE game = %s AND (%s::text IS NULL OR name = %s)"
WRITE_PHOTOS_ANEW: Final = "VACUUM (FULL) {schema}.photos"


# Connections.

URL_VARIABLE: Final = "POSTGRES_URL"
"""The name of the setting with the URL."""

MOST_CONNECTIONS: Final = 10
"""How many connections a program has at most at a time; unused ones are closed."""

_PARAMETERS: Final[dict[str, str | int | None]] = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "calimala",
    # The system notices a server that vanished; nobody waits for it.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": STATEMENT_SECONDS * 1000,
}
"""How to connect, where the URL does not say otherwise."""

_WAITS: Final = (
    f"SELECT set_config('lock_timeout', '{LOCK_SECONDS}s', false), "
    f"set_config('statement_timeout', '{STATEMENT_SECONDS}s', false), "
    f"set_config('idle_in_transaction_session_timeout', '{STATEMENT_SECONDS}s', false)"
).encode()


def _set_waits(connection: Connection[Any]) -> None:
    """Limit how long each statement of a connection may take; nothing waits for a forgotten ``commit``."""
    connection.autocommit = True
    connection.execute(_WAITS)


def _parameters(url: str) -> str:
    """Return the connection settings of a database, in the form of libpq.

    Raises ``StoreError`` for a URL that libpq rejects; libpq's own messages repeat the URL including the password.
    """
    try:
        return make_conninfo("", **{**_PARAMETERS, **conninfo_to_dict(url), "client_encoding": "UTF8"})
    except psycopg.ProgrammingError:
        raise StoreError("the URL has a host, a port or a setting (after ?) that PostgreSQL does not know") from None


class NoAnswerError(psycopg.OperationalError):
    """A server that did not answer for ``ANSWER_SECONDS``, although the connection is there."""


class TimedConnection(Connection[DictRow]):
    """A connection on which no answer is waited for longer than ``ANSWER_SECONDS``; it is closed after that."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        """Return what comes of a statement; raises ``NoAnswerError``."""
        try:
            return super().wait(_bounded(gen, ANSWER_SECONDS), *args, **kwargs)
        except NoAnswerError:
            self.pgconn.finish()
            raise


def _bounded(waiting: Generator[Any, Any, Any], seconds: float) -> Generator[Any, Any, Any]:
    """Do what a generator of psycopg does, which is asked ten times a second how it goes on, for so long at most."""
    end = monotonic() + seconds
    try:
        wanted = next(waiting)
        while True:
            ready = yield wanted
            if not ready and monotonic() > end:
                raise NoAnswerError(f"no answer within {seconds:g} seconds")
            wanted = waiting.send(ready)
    except StopIteration as ended:
        return ended.value


class PostgresGamesDatastore(PostgresDatastore):
    """The connections to a database, made when they are needed."""

    def __init__(self, parameters: str, schema: str) -> None:
        """Start without a connection; ``parameters`` are libpq's."""
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text")
        self._of_thread = local()
        self.pool = ConnectionPool(
            parameters,
            connection_class=TimedConnection,
            kwargs={"row_factory": dict_row},
            min_size=0,
            max_size=MOST_CONNECTIONS,
            open=True,
            configure=_set_waits,
            timeout=POOL_SECONDS,
            reconnect_timeout=CONNECT_SECONDS,
            num_workers=2,
        )

    def register_type_adapters(self) -> None:
        """Register nothing: rows are sent as arrays."""

    @contextmanager
    def get_connection(self) -> Generator[Connection[DictRow]]:
        """Yield a connection; if it is lost, the others lost with it are dropped as well."""
        connection: Connection[DictRow] | None = getattr(self._of_thread, "connection", None)
        if connection is not None:
            yield connection
            return
        with database_errors():
            try:
                with self.pool.connection() as connection:
                    yield connection
            except psycopg.Error as error:
                if connection is None or not connection.closed:
                    raise
                if not isinstance(error, NoAnswerError):
                    self.pool.check()
                raise _lost_error(error) from error

    @contextmanager
    def together(self) -> Generator[None]:
        """Do all that this thread does meanwhile with one connection, in one transaction."""
        with self.get_connection() as connection, connection.transaction():
            self._of_thread.connection = connection
            try:
                yield
            finally:
                self._of_thread.connection = None


class PostgresAnnouncements:
    """A connection of its own on which the server announces added rows."""

    def __init__(self, parameters: str, schema: str) -> None:
        """Connect and listen; raises errors of psycopg."""
        self._schema = schema.encode()
        self._connection = psycopg.connect(parameters, autocommit=True)
        self._connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))

    def fileno(self) -> int:
        """Return the number of the connection."""
        return self._connection.fileno()

    def take(self) -> bool:
        """Return whether rows were announced, without waiting; raises ``StoreError`` for a lost connection."""
        sent, found = self._connection.pgconn, False
        try:
            sent.consume_input()
        except psycopg.Error as error:
            raise StoreError(_reason(error)) from error
        while (announced := sent.notifies()) is not None:
            found = found or announced.extra == self._schema
        return found

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


class PostgresGamesRecorder(PostgresProcessRecorder, GamesRecorder):
    """Rows, names and summaries in the tables of ``postgres_tables``."""

    datastore: PostgresGamesDatastore

    def __init__(self, datastore: PostgresGamesDatastore, parameters: str) -> None:
        """Store the connections, and the ``parameters`` of others; the tables exist already."""
        super().__init__(datastore, events_table_name=ROWS, tracking_table_name=TRACKING)
        self._parameters = parameters
        self._ready: dict[str, bytes] = {}

    def _statement(self, text: LiteralString) -> bytes:
        """Return a statement with its schema."""
        if text not in self._ready:
            self._ready[text] = SQL(text).format(schema=Identifier(self.datastore.schema)).as_bytes()
        return self._ready[text]

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Add rows, and what comes with them, in one transaction; places in the log are not returned."""
        names: Sequence[RowName] = kwargs.get(NAMES_ARGUMENT, ())
        summaries: Sequence[SummaryRow] = kwargs.get(SUMMARIES_ARGUMENT, ())
        parameters = (
            [row.originator_id for row in stored_events],
            [row.originator_version for row in stored_events],
            [row.state for row in stored_events],
            # Nothing is sent for what there is none of, as with most decisions.
            [stream for stream, _, _ in names] or None,
            [version for _, version, _ in names] or None,
            [name.encode() for _, _, name in names] or None,
            *(_columns(summaries) if summaries else [None] * 5),
        )
        with self.datastore.get_connection() as connection:
            if MOVED_ARGUMENT not in kwargs:
                connection.execute(self._statement(SAVE), parameters, prepare=True)
                return
            old, new = kwargs[MOVED_ARGUMENT]
            with connection.transaction():
                connection.execute(self._statement(SAVE), parameters, prepare=True)
                connection.execute(self._statement(MOVE_NAMES), (new, len(old) + 1, f"{old}/"))
                connection.execute(self._statement(MOVE_PHOTOS), (new, old))

    def together(self) -> AbstractContextManager[None]:
        """Return a context in which this thread adds all or nothing."""
        return self.datastore.together()

    def _select(self, statement: LiteralString, parameters: tuple[object, ...] = ()) -> list[Any]:
        """Return the rows of one statement as plain tuples."""
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            return cursor.execute(self._statement(statement), parameters, prepare=True).fetchall()

    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[RowBytes]:
        """Return the rows of a stream in order."""
        return self._select(SELECT, (stream, gt)) if lte is None else self._select(SELECT_UP_TO, (stream, gt, lte))

    def select_last(self, stream: str, beginning: bytes, least: int) -> list[RowBytes]:
        """Return the first row of a stream, and its last ones."""
        return self._select(SELECT_LAST, (least, beginning, stream))

    def select_beside(self, game: str, other_than: Collection[str] = ()) -> list[StreamBytes]:
        """Return the rows of the streams beside a game."""
        return self._select(SELECT_BESIDE, (f"{game}/", game + AFTER_SLASH, [*other_than]))

    def last_version(self, stream: str) -> int:
        """Return the version of a stream's last row."""
        return next((version for (version,) in self._select(LAST, (stream,))), 0)

    def select_names(self, stream: str | None = None) -> list[RowName]:
        """Return the names of a stream, or of all."""
        found = self._select(NAMES) if stream is None else self._select(NAMES_OF_ONE, (stream,))
        return [(of, version, name.decode()) for of, version, name in found]

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase names, and write the others into a new file: the server removes the old one.

        The log of the server, replicas and backups are out of reach.
        """
        encoded = None if name is None else name.encode()
        with self.datastore.get_connection() as connection:
            erased = connection.execute(self._statement(ERASE), (stream, stream, encoded, encoded)).rowcount
            with vacuum_errors(connection):
                connection.execute(self._statement(WRITE_NAMES_ANEW))
        return erased

    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo."""
        with self.datastore.get_connection() as connection:
            connection.execute(self._statement(PUT_PHOTO), (game, name, content))

    def select_photo(self, game: str, name: str) -> bytes | None:
        """Return a photo."""
        found = self._select(PHOTO, (game, name))
        return bytes(found[0][0]) if found else None

    def select_photo_names(self, game: str) -> list[str]:
        """Return the names of photos."""
        return [name for (name,) in self._select(PHOTO_NAMES, (game,))]

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos, and write the others into a new file: the server removes the old one."""
        with self.datastore.get_connection() as connection:
            erased = connection.execute(self._statement(ERASE_PHOTOS), (game, name, name)).rowcount
            with vacuum_errors(connection):
                connection.execute(self._statement(WRITE_PHOTOS_ANEW))
        return erased

    def purge(self, streams: Sequence[str], marker: StoredEvent) -> None:
        """Erase rows, and write the others into a new file: the server removes the old one."""
        added = ([marker.originator_id], [marker.originator_version], [marker.state], *[None] * 8)
        with self.datastore.get_connection() as connection:
            with connection.transaction():
                connection.execute(self._statement(LOCK))
                # First, so that its place comes after that of every stream that goes.
                connection.execute(self._statement(SAVE), added)
                connection.execute(self._statement(ERASE_ROWS), ([*streams],))
            with vacuum_errors(connection, _ROWS_NOT_WRITTEN):
                connection.execute(self._statement(WRITE_ROWS_ANEW))

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raise ``NotImplementedError``: as with a file, followers ask ``touched`` again."""
        raise NotImplementedError("followers of a store ask what was touched")

    def faults(self) -> list[str]:
        """Return nothing: a server checks its pages itself (``pg_checksums``, ``pg_amcheck``)."""
        return []

    def obstacle(self) -> Obstacle | None:
        """Return whether the server, or the role, may only read; another writer is waited for."""
        (may_write,) = self._select(MAY_WRITE)[0]
        return None if may_write else Obstacle.READ_ONLY

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position; the last position is read first, so that no row is missed."""
        last: int = self._select(POSITION)[0][0]
        return dict(self._select(TOUCHED, (position,))) if last > position else {}, last

    def announcements(self) -> PostgresAnnouncements:
        """Return what the server announces from here on."""
        with database_errors():
            return PostgresAnnouncements(self._parameters, self.datastore.schema)

    def select_taken(self, streams: Collection[str]) -> set[str]:
        """Return those of these streams that have rows."""
        return {stream for (stream,) in self._select(TAKEN, ([*streams],))}

    def put_summaries(self, summaries: Sequence[SummaryRow], tracking: Tracking, *, erased: Sequence[str] = ()) -> None:
        """Store and erase summaries, in one transaction."""
        try:
            with self.datastore.transaction(commit=True) as cursor:
                self._insert_tracking(cursor, tracking)
                cursor.execute(self._statement(PUT_SUMMARIES), _columns(summaries))
                cursor.execute(self._statement(ERASE_SUMMARIES), ([*erased],))
        except IntegrityError:
            raise
        except PersistenceError as error:
            raise UnsavedError(str(error)) from error

    def erase_summaries(self, games: Sequence[str]) -> None:
        """Erase the summaries of games."""
        with self.datastore.get_connection() as connection:
            connection.execute(self._statement(ERASE_SUMMARIES), ([*games],))

    def select_summaries(self, games: Collection[str] | None = None) -> list[SummaryBytes]:
        """Return summaries by id."""
        return self._select(SUMMARIES) if games is None else self._select(SUMMARIES_OF, ([*games],))

    def select_ids(self, status: int, beginning: str = "", limit: int | None = None) -> list[str]:
        """Return the first ids that begin so."""
        return [game for (game,) in self._select(IDS, (status, beginning, beginning + AFTER_IDS, limit))]

    def last_changed(self, status: int, other_than: Collection[str] = ()) -> tuple[float, str] | None:
        """Return time and id of the game that was changed last."""
        return next(iter(self._select(LAST_CHANGED, (status, [*other_than]))), None)

    def select_copies(self, status: int, content: bytes) -> list[str]:
        """Return the ids of games with this content."""
        return [game for (game,) in self._select(COPIES, (content, status))]


def _columns(summaries: Sequence[SummaryRow]) -> list[list[Any]]:
    """Return the columns of summaries."""
    return [[row[place] for row in summaries] for place in range(len(SummaryRow._fields))]


class PostgresGamesFactory(PostgresFactory):
    """Makes recorders of one database; its URL may have every setting of libpq."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Store the settings; nothing is connected before the recorder is made."""
        # The library's constructor takes only a host, a port, a user and a password.
        super(BasePostgresFactory, self).__init__(env)

    def process_recorder(self) -> ProcessRecorder:
        """Return the recorder of the database; makes missing tables if that is allowed."""
        parameters = _parameters(self.env.get(URL_VARIABLE, ""))
        with database_errors(), psycopg.connect(parameters) as connection:
            _set_waits(connection)
            schema = open_tables(connection, create=self.env_create_table())
        self.datastore = PostgresGamesDatastore(parameters, schema)
        return PostgresGamesRecorder(self.datastore, parameters)
