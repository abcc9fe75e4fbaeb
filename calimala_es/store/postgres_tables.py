"""The tables of a store in PostgreSQL: whose they are, and how they are made.

They are in one schema, the first of the connection's ``search_path``, which has nothing else. ``calimala_store`` says
that it is ours and of which layout, and is what writers lock.

A stream has the place in the log of the save that added to it last, and a reader who has seen a place never finds a
lower one afterwards: a program that adds rows first locks ``calimala_store``, gets the next place, and commits before
the lock is released. PostgreSQL releases locks after a transaction has become visible. The lock is on that small table,
since on ``stored_events`` it would also wait for, and hold up, the vacuum of the rows.
"""

from typing import Any, Final, LiteralString

from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

from calimala_es.errors import NoStoreError, StoreError
from calimala_es.messages import Message

LAYOUT: Final = 1
"""The version of the tables, in ``calimala_store``. Tables of a later one are not opened."""

MAKING: Final = 0x43414C49
"""The advisory lock of the program that makes the tables: ``CALI``."""

CHANNEL: Final = "calimala"
"""Where added rows are announced, by the name of the schema that has them."""

MARK: Final = "calimala_store"
ROWS: Final = "stored_events"
TRACKING: Final = "tracking"
OURS: Final = frozenset({MARK, ROWS, TRACKING, "names", "photos", "streams", "summaries"})

MOST_NAMED: Final = 3
"""How many of somebody else's tables a message names."""

# Names are bytes: PostgreSQL's text type cannot hold every character that a name may have.
_TABLES: Final[tuple[LiteralString, ...]] = (
    "CREATE TABLE {schema}.calimala_store (layout integer NOT NULL)",
    "INSERT INTO {schema}.calimala_store VALUES ({layout})",
    """CREATE TABLE {schema}.streams (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
        version integer NOT NULL, place bigint NOT NULL)""",
    "CREATE INDEX places ON {schema}.streams (place)",
    """CREATE TABLE {schema}.stored_events (
        stream integer, version integer, state bytea NOT NULL, PRIMARY KEY (stream, version))""",
    """CREATE TABLE {schema}.names (
        originator_id text COLLATE "C", originator_version bigint, name bytea NOT NULL,
        PRIMARY KEY (originator_id, originator_version))""",
    # The planner's statistics would keep names that were erased.
    "ALTER TABLE {schema}.names ALTER COLUMN name SET STATISTICS 0",
    """CREATE TABLE {schema}.summaries (
        game text COLLATE "C" PRIMARY KEY, status smallint NOT NULL, changed float8 NOT NULL, content bytea NOT NULL,
        summary bytea NOT NULL)""",
    "CREATE INDEX last_changed ON {schema}.summaries (status, changed, game)",
    "CREATE INDEX copies ON {schema}.summaries (content)",
    """CREATE TABLE {schema}.photos (
        game text COLLATE "C", name text COLLATE "C", content bytea NOT NULL, PRIMARY KEY (game, name))""",
    "CREATE TABLE {schema}.tracking (application_name text PRIMARY KEY, notification_id bigint NOT NULL)",
    # One statement is one round trip and one transaction.
    """CREATE FUNCTION {schema}.save_rows(
        text[], integer[], bytea[], text[], bigint[], bytea[],
        text[], smallint[], float8[], bytea[], bytea[]) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
        next_place bigint;
    BEGIN
        LOCK TABLE {schema}.calimala_store IN EXCLUSIVE MODE;
        SELECT COALESCE(MAX(place), 0) + 1 INTO next_place FROM {schema}.streams;
        -- Not ON CONFLICT, which takes a number for every row that it does not insert.
        UPDATE {schema}.streams AS old SET version = added.version, place = next_place
            FROM (SELECT stream, MAX(version) AS version FROM unnest($1, $2) AS given (stream, version)
                GROUP BY stream) AS added WHERE old.name = added.stream;
        INSERT INTO {schema}.streams (name, version, place)
            SELECT stream, MAX(given.version), next_place FROM unnest($1, $2) AS given (stream, version)
            WHERE NOT EXISTS (SELECT FROM {schema}.streams WHERE name = stream) GROUP BY stream;
        INSERT INTO {schema}.stored_events
            SELECT id, given.version, given.state FROM unnest($1, $2, $3) AS given (stream, version, state)
            JOIN {schema}.streams ON name = stream;
        IF cardinality($4) > 0 THEN
            INSERT INTO {schema}.names SELECT * FROM unnest($4, $5, $6);
        END IF;
        IF cardinality($7) > 0 THEN
            INSERT INTO {schema}.summaries SELECT * FROM unnest($7, $8, $9, $10, $11)
                ON CONFLICT (game) DO UPDATE SET (status, changed, content, summary)
                = (EXCLUDED.status, EXCLUDED.changed, EXCLUDED.content, EXCLUDED.summary);
        END IF;
        -- Sent when the transaction has become visible, however many rows it has.
        PERFORM pg_notify({channel}, {name});
    END $$""",
)

_TABLES_THERE: Final = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = %s AND relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
    ORDER BY relname LIMIT 100"""
"""Tables and views, but for those of extensions."""


def open_tables(connection: Connection[Any], *, create: bool) -> str:
    """Return the schema that has the tables; they are made if there are none and ``create`` is on.

    Raises ``StoreError`` if the schema belongs to something else or has a later layout, ``NoStoreError`` if there is
    no store and ``create`` is off.
    """
    schema, encoding = _row(connection, "SELECT current_schema(), current_setting('server_encoding')")
    if schema is None:
        raise StoreError("the search_path of the connection names no schema that exists")
    if encoding != "UTF8":
        raise StoreError(f"the database stores text as {encoding}; a store needs one that uses UTF8")
    if _is_ours(connection, schema):
        return str(schema)
    if not create:
        raise NoStoreError(Message("there is no store of games"))
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
        if not _is_ours(connection, schema):
            for statement in _TABLES:
                named = {"channel": Literal(CHANNEL), "name": Literal(schema)}
                connection.execute(SQL(statement).format(schema=Identifier(schema), layout=LAYOUT, **named))
    return str(schema)


def _is_ours(connection: Connection[Any], schema: str) -> bool:
    """Return whether a schema has our tables; raises ``StoreError`` if it has others."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        there = [name for (name,) in cursor.execute(_TABLES_THERE, (schema,))]
    if MARK not in there:
        if there:
            found = ", ".join([*there[:MOST_NAMED], *["..."][: len(there) - MOST_NAMED]])
            raise StoreError(
                f"the schema {schema} is not a store of games: it has {found}; give the store a database or a schema "
                "of its own"
            )
        return False
    (layout,) = _row(connection, SQL("SELECT layout FROM {}.calimala_store").format(Identifier(schema)).as_bytes())
    if layout > LAYOUT:
        raise StoreError(
            Message(
                "the store was written by a later version of calimala: its layout is {layout}, "
                "but this version knows only {number}",
                layout=layout,
                number=LAYOUT,
            )
        )
    if missing := sorted(OURS.difference(there)):
        raise StoreError(f"the store in the schema {schema} is damaged; missing: {', '.join(missing)}")
    return True


def _row(connection: Connection[Any], statement: LiteralString | bytes) -> tuple[Any, ...]:
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(statement).fetchone()
    if row is None:
        raise StoreError("not a store of games: its layout is not recorded")
    return row
