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

_SAVE: Final = (
    "SELECT {schema}.save_rows(%t::text[], %t::bigint[], %t::text[], %b::bytea[], "
    "%t::text[], %t::bigint[], %b::bytea[], %t::text[], %b::bytea[])"
)
_SELECT: Final = (
    "SELECT originator_version, state FROM {schema}.stored_events "
    "WHERE originator_id=%s AND originator_version>%s ORDER BY originator_version"
)
_SELECT_UP_TO: Final = (
    "SELECT originator_version, state FROM {schema}.stored_events "
    "WHERE originator_id=%s AND originator_version>%s AND originator_version<=%s ORDER BY originator_version"
)
_LAST: Final = "SELECT COALESCE(MAX(originator_version), 0) FROM {schema}.stored_events WHERE originator_id=%s"
_NAMES: Final = "SELECT originator_id, originator_version, name FROM {schema}.names"
_NAMES_OF_ONE: Final = f"{_NAMES} WHERE originator_id=%s"
_ERASE: Final = (
    "DELETE FROM {schema}.names WHERE (%s::text IS NULL OR originator_id=%s) AND (%b::bytea IS NULL OR name=%b)"
)
_WRITE_NAMES_ANEW: Final = "VACUUM (FULL) {schema}.names"
_POSITION: Final = "SELECT COALESCE(MAX(notification_id), 0) FROM {schema}.stored_events"
_TOUCHED: Final = (
    "SELECT originator_id, MAX(originator_version) FROM {schema}.stored_events "
    "WHERE notification_id>%s GROUP BY originator_id"
)
_PUT_SUMMARIES: Final = (
    "INSERT INTO {schema}.summaries SELECT * FROM unnest(%t::text[], %b::bytea[]) "
    "ON CONFLICT (game) DO UPDATE SET summary=EXCLUDED.summary"
)
_SUMMARIES: Final = "SELECT game, summary FROM {schema}.summaries ORDER BY game"


def _set_waits(connection: Connection[Any]) -> None:
    """Every statement of a connection has its ends; nothing waits for a ``commit`` that is forgotten."""
    connection.autocommit = True
    connection.execute(_WAITS)


def _parameters(url: str) -> str:
    """How to connect to a database, in the words of libpq.

    Raises ``StoreError`` for a URL that libpq does not take; its own messages repeat the URL, password and all.
    """
    try:
        return make_conninfo("", **{**_PARAMETERS, **conninfo_to_dict(url), "client_encoding": "UTF8"})
    except psycopg.ProgrammingError:
        raise StoreError("the URL has a host, a port or a setting (after ?) that PostgreSQL does not know") from None


class GamesDatastore(PostgresDatastore):
    """The connections to a database, made when they are needed."""

    def __init__(self, parameters: str, schema: str) -> None:
        """Begin without a connection; ``parameters`` are libpq's."""
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
        """Nothing is to be registered: rows are sent as arrays."""

    @contextmanager
    def get_connection(self) -> Generator[Connection[DictRow]]:
        """A connection; where it is lost, the others that were lost with it are let go of as well."""
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
        """Take the connections; the tables are there."""
        super().__init__(datastore, events_table_name=ROWS, tracking_table_name=TRACKING)
        self._ready: dict[str, bytes] = {}

    def _statement(self, text: LiteralString) -> bytes:
        """A statement with its schema."""
        if text not in self._ready:
            self._ready[text] = SQL(text).format(schema=Identifier(self.datastore.schema)).as_bytes()
        return self._ready[text]

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Add rows, and what comes with them, in one transaction; places in the log are not told."""
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
            connection.execute(self._statement(_SAVE), parameters, prepare=True)

    def _select(self, statement: LiteralString, parameters: tuple[object, ...] = ()) -> list[Any]:
        """The rows of one statement as plain tuples."""
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            return cursor.execute(self._statement(statement), parameters, prepare=True).fetchall()

    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[Row]:
        """The rows of a stream in order."""
        return self._select(_SELECT, (stream, gt)) if lte is None else self._select(_SELECT_UP_TO, (stream, gt, lte))

    def last_version(self, stream: str) -> int:
        """The version of a stream's last row."""
        last: int = self._select(_LAST, (stream,))[0][0]
        return last

    def select_names(self, stream: str | None = None) -> list[Name]:
        """The names of a stream, or of all."""
        found = self._select(_NAMES) if stream is None else self._select(_NAMES_OF_ONE, (stream,))
        return [(of, version, name.decode()) for of, version, name in found]

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase names, and write those that remain into a file of their own: the server removes the old one.

        The log of the server, replicas and backups are out of reach.
        """
        told = None if name is None else name.encode()
        with self.datastore.get_connection() as connection:
            erased = connection.execute(self._statement(_ERASE), (stream, stream, told, told)).rowcount
            connection.execute(self._statement(_WRITE_NAMES_ANEW))
        return erased

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Not offered, as in a file: whoever follows asks ``touched`` again."""
        raise NotImplementedError("followers of a store ask for what was touched")

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """The streams that got rows after a position; the last one is asked first, so that no row falls between."""
        last: int = self._select(_POSITION)[0][0]
        return dict(self._select(_TOUCHED, (position,))) if last > position else {}, last

    def put_summaries(self, summaries: Sequence[KeptSummary], tracking: Tracking) -> None:
        """Keep summaries and the position they tell up to, in one transaction."""
        games, texts = [game for game, _ in summaries], [text for _, text in summaries]
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(self._statement(_PUT_SUMMARIES), (games, texts))

    def select_summaries(self) -> list[KeptSummary]:
        """All summaries by id."""
        return self._select(_SUMMARIES)


class GamesFactory(PostgresFactory):
    """Makes recorders of one database, which the URL names with everything that libpq knows."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Keep what was given; nothing is connected before the recorder is made."""
        # The library's own way knows a host, a port, a user and a password only.
        super(BasePostgresFactory, self).__init__(env)

    def process_recorder(self) -> ProcessRecorder:
        """The recorder of the database; makes its tables if they are not there and that is allowed."""
        parameters = _parameters(self.env.get(URL_VARIABLE, ""))
        with faults_told(), psycopg.connect(parameters) as connection:
            _set_waits(connection)
            schema = open_tables(connection, create=self.env_create_table())
        self.datastore = GamesDatastore(parameters, schema)
        return PostgresGamesRecorder(self.datastore)
