"""A store in a PostgreSQL database, which several programs on several machines may share.

Every wait has an end: for a connection, for other writers, for a statement (``postgres_faults``). A save is one
statement, and is never tried again by itself. Knows nothing of what the bytes mean.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg
from eventsourcing.persistence import ApplicationRecorder, ProcessRecorder, StoredEvent, Subscription, Tracking
from eventsourcing.postgres import (
    BasePostgresFactory,
    ConnectionPool,
    PostgresDatastore,
    PostgresFactory,
    PostgresProcessRecorder,
)
from eventsourcing.utils import Environment, EnvType
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Identifier

from calimala_es.errors import StoreError
from calimala_es.store.postgres_faults import (
    CONNECT_SECONDS,
    LOCK_SECONDS,
    POOL_SECONDS,
    STATEMENT_SECONDS,
    faults_told,
    lost,
    vacuum_told,
)
from calimala_es.store.postgres_statements import (
    ERASE,
    ERASE_PHOTOS,
    LAST,
    NAMES,
    NAMES_OF_ONE,
    PHOTO,
    POSITION,
    PUT_PHOTO,
    PUT_SUMMARIES,
    SAVE,
    SELECT,
    SELECT_UP_TO,
    SUMMARIES,
    TOUCHED,
    WRITE_NAMES_ANEW,
    WRITE_PHOTOS_ANEW,
)
from calimala_es.store.postgres_tables import ROWS, TRACKING, open_tables
from calimala_es.store.recorder import NAMES_ARGUMENT, SUMMARIES_ARGUMENT, GamesRecorder, KeptSummary, Name, Row

URL_VARIABLE: Final = "POSTGRES_URL"
"""Under which name the factory is told the URL."""

MOST_CONNECTIONS: Final = 10
"""How many connections a program has at most at a time; none is kept that is not used."""

_PARAMETERS: Final[dict[str, str | int | None]] = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "calimala",
    # A server that vanished without a word is found out by the system, not waited for.
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
    """Every statement of a connection has its ends; nothing waits for a ``commit`` that is forgotten."""
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


class GamesDatastore(PostgresDatastore):
    """The connections to a database, made when they are needed."""

    def __init__(self, parameters: str, schema: str) -> None:
        """Start without a connection; ``parameters`` are libpq's."""
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text")
        self.pool = ConnectionPool(
            parameters,
            connection_class=Connection[DictRow],
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
        connection: Connection[DictRow] | None = None
        with faults_told():
            try:
                with self.pool.connection() as connection:
                    yield connection
            except psycopg.Error as error:
                if connection is None or not connection.closed:
                    raise
                self.pool.check()
                raise lost(error) from error


class PostgresGamesRecorder(PostgresProcessRecorder, GamesRecorder):
    """Rows, names and summaries in the tables of ``postgres_tables``."""

    def __init__(self, datastore: GamesDatastore) -> None:
        """Store the connections; the tables exist already."""
        super().__init__(datastore, events_table_name=ROWS, tracking_table_name=TRACKING)
        self._ready: dict[str, bytes] = {}

    def _statement(self, text: LiteralString) -> bytes:
        """Return a statement with its schema."""
        if text not in self._ready:
            self._ready[text] = SQL(text).format(schema=Identifier(self.datastore.schema)).as_bytes()
        return self._ready[text]

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Add rows, and what comes with them, in one transaction; places in the log are not returned."""
        names: Sequence[Name] = kwargs.get(NAMES_ARGUMENT, ())
        summaries: Sequence[KeptSummary] = kwargs.get(SUMMARIES_ARGUMENT, ())
        parameters = (
            [row.originator_id for row in stored_events],
            [row.originator_version for row in stored_events],
            [row.topic for row in stored_events],
            [row.state for row in stored_events],
            # Nothing is sent for what there is none of, as with most decisions.
            [stream for stream, _, _ in names] or None,
            [version for _, version, _ in names] or None,
            [name.encode() for _, _, name in names] or None,
            [game for game, _ in summaries] or None,
            [summary for _, summary in summaries] or None,
        )
        with self.datastore.get_connection() as connection:
            connection.execute(self._statement(SAVE), parameters, prepare=True)

    def _select(self, statement: LiteralString, parameters: tuple[object, ...] = ()) -> list[Any]:
        """Return the rows of one statement as plain tuples."""
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            return cursor.execute(self._statement(statement), parameters, prepare=True).fetchall()

    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[Row]:
        """Return the rows of a stream in order."""
        return self._select(SELECT, (stream, gt)) if lte is None else self._select(SELECT_UP_TO, (stream, gt, lte))

    def last_version(self, stream: str) -> int:
        """Return the version of a stream's last row."""
        last: int = self._select(LAST, (stream,))[0][0]
        return last

    def select_names(self, stream: str | None = None) -> list[Name]:
        """Return the names of a stream, or of all."""
        found = self._select(NAMES) if stream is None else self._select(NAMES_OF_ONE, (stream,))
        return [(of, version, name.decode()) for of, version, name in found]

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase names, and write those that remain into a file of their own: the server removes the old one.

        The log of the server, replicas and backups are out of reach.
        """
        told = None if name is None else name.encode()
        with self.datastore.get_connection() as connection:
            erased = connection.execute(self._statement(ERASE), (stream, stream, told, told)).rowcount
            with vacuum_told(connection):
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

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos, and write those that remain into a file of their own: the server removes the old one."""
        with self.datastore.get_connection() as connection:
            erased = connection.execute(self._statement(ERASE_PHOTOS), (game, name, name)).rowcount
            with vacuum_told(connection):
                connection.execute(self._statement(WRITE_PHOTOS_ANEW))
        return erased

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Not offered, as in a file: whoever follows asks ``touched`` again."""
        raise NotImplementedError("followers of a store ask for what was touched")

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position; the last position is read first, so that no row is missed."""
        last: int = self._select(POSITION)[0][0]
        return dict(self._select(TOUCHED, (position,))) if last > position else {}, last

    def put_summaries(self, summaries: Sequence[KeptSummary], tracking: Tracking) -> None:
        """Store summaries and the position that they cover, in one transaction."""
        games, texts = [game for game, _ in summaries], [text for _, text in summaries]
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(self._statement(PUT_SUMMARIES), (games, texts))

    def select_summaries(self) -> list[KeptSummary]:
        """Return all summaries by id."""
        return self._select(SUMMARIES)


class GamesFactory(PostgresFactory):
    """Makes recorders of one database, which the URL names with everything that libpq knows."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Keep what was given; nothing is connected before the recorder is made."""
        # The library's own way knows a host, a port, a user and a password only.
        super(BasePostgresFactory, self).__init__(env)

    def process_recorder(self) -> ProcessRecorder:
        """Return the recorder of the database; makes missing tables if that is allowed."""
        parameters = _parameters(self.env.get(URL_VARIABLE, ""))
        with faults_told(), psycopg.connect(parameters) as connection:
            _set_waits(connection)
            schema = open_tables(connection, create=self.env_create_table())
        self.datastore = GamesDatastore(parameters, schema)
        return PostgresGamesRecorder(self.datastore)
