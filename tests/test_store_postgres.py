"""A store in PostgreSQL: what it is, what it rejects, and that its log is read without gaps while others write. What
holds in every place is tested in `tests/test_store.py` and `tests/test_store_files.py`.

What holds in every place is tested beside the other places: `tests/test_store.py`, `tests/test_store_files.py`.
"""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import ObservePart
from calimala_es.errors import NoStoreError, StaleGameError, StoreError, StorePackageError
from calimala_es.game import play
from calimala_es.store import Store, StoredGame, memory_store, open_store
from calimala_es.store import postgres as in_postgres
from calimala_es.store.postgres_tables import LAYOUT, OURS
from calimala_es.store.streams import Games, postgres_environment, shown_url
from tests.absent import make_absent
from tests.postgres import PASSWORD, WITH_PASSWORD, Server
from tests.profiles import examples
from tests.stores.places import Clock
from tests.stores.programs import Program
from tests.stores.sayings import DEEDS, Deed, do, game_with
from tests.strategies import AT_THE_TABLE, MIXED, WITH_MISTAKES, Playout, any_games

pytestmark = pytest.mark.needs("postgresql")

ROOT = Path(__file__).resolve().parent.parent
FRIDAY = Playout(4, 3)
COMMANDS = FRIDAY.game.commands
MOMENT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
FEW = examples(10)


def clock() -> datetime:
    return MOMENT


def refusal(url: str, *, create: bool = True) -> str:
    """Return the message about a database that cannot be opened."""
    with pytest.raises(StoreError) as refused:
        open_store(url, clock, create=create)
    return str(refused.value)


def tables(postgres: Server, schema: str) -> set[str]:
    """Return the tables of a schema."""
    return {name for (name,) in postgres.run(f"SELECT tablename FROM pg_tables WHERE schemaname='{schema}'")}


# What it is.


@pytest.fixture(scope="module")
def pair(postgres: Server) -> Iterator[tuple[Store, Store]]:
    """Yield a store in memory and one in PostgreSQL, with equal clocks."""
    with memory_store(Clock()) as memory, open_store(postgres.fresh_url(), Clock()) as store:
        yield memory, store


def in_both(pair: tuple[Store, Store], id: str) -> StoredGame:
    """Return a game from both stores, which agree in every row and in the values derived from them."""
    first, second = (store.load(id) for store in pair)
    assert first.rows == second.rows
    assert (first.state, first.game) == (second.state, second.game)
    assert [*first.annotations] == [*second.annotations]
    assert [store.verify(id) for store in pair] == [[], []]
    return second


@given(played=any_games("known", AT_THE_TABLE, MIXED, WITH_MISTAKES), data=st.data())
@FEW
def test_a_game_is_as_it_is_in_memory(pair: tuple[Store, Store], played: Playout, data: st.DataObject) -> None:
    """PostgreSQL and memory agree about any game, with unknown cards, mistakes, headers, undo and redo: in every row,
    in the positions at any version and in the summaries."""
    id = f"game-{len(pair[0].summaries())}"
    commands = played.game.commands
    headers = data.draw(st.lists(st.tuples(st.sampled_from(["Blue", "Event", "Scribe"]), st.text(max_size=20))))
    for store in pair:
        game = store.create(id, game_with(played.setup, commands, headers))
    many = data.draw(st.integers(1, len(commands)))
    for store in pair:
        store.undo(id, many)
        store.redo(id, 1 + many // 2)
    game = in_both(pair, id)
    version = data.draw(st.integers(1, game.version))
    assert pair[0].load(id, version).state == pair[1].load(id, version).state
    assert pair[0].summaries() == pair[1].summaries()


@given(deeds=DEEDS)
@FEW
def test_annotations_are_as_they_are_in_memory(pair: tuple[Store, Store], deeds: list[Deed]) -> None:
    """PostgreSQL and memory agree whatever authors write, edit, undo and redo."""
    id = f"notes-{len(pair[0].summaries())}"
    games = [store.create(id, play(FRIDAY.setup, COMMANDS[:30])) for store in pair]
    for deed in deeds:
        assert len({do(store, game, deed) for store, game in zip(pair, games, strict=True)}) == 1
    in_both(pair, id)


def test_store_is_made_once(postgres: Server) -> None:
    """A missing store is created, unless it must exist already; then nothing is created."""
    schema = postgres.fresh_schema()
    with pytest.raises(NoStoreError, match="no store of games"):
        open_store(postgres.url(schema), clock, create=False)
    assert tables(postgres, schema) == set()
    with open_store(postgres.url(schema), clock) as store:
        store.create("game", FRIDAY.setup)
    assert tables(postgres, schema) == OURS
    with open_store(postgres.url(schema), clock, create=False) as store:
        assert store.load("game").state.setup == FRIDAY.setup


def test_games_are_in_the_order_of_their_ids(postgres: Server) -> None:
    """Games are ordered by their ids as in every other place, whatever order the database has for texts."""
    schema = postgres.fresh_schema()
    ids = ["a-b", "aa", "a1", "a", "b-1", "b"]
    with open_store(postgres.url(schema), clock) as store:
        for id in ids:
            store.create(id, FRIDAY.setup)
        assert [line.id for line in store.summaries()] == sorted(ids)
    columns = f"information_schema.columns WHERE column_name='game' AND table_schema='{schema}'"
    order = f"SELECT DISTINCT collation_name FROM {columns}"
    assert postgres.run(order) == [("C",)]


def test_stores_in_schemas_of_one_database(postgres: Server) -> None:
    """A store is in the schema that the URL's search path names; another schema has a store of its own."""
    with open_store(postgres.fresh_url(), clock) as first, open_store(postgres.fresh_url(), clock) as second:
        first.create("one", FRIDAY.setup)
        second.create("two", FRIDAY.setup)
        assert [[line.id for line in store.summaries()] for store in (first, second)] == [["one"], ["two"]]


def test_changed_row_is_reported(postgres: Server) -> None:
    """Verify reports a decision that somebody changed in the database, and a missing row."""
    schema = postgres.fresh_schema()
    with open_store(postgres.url(schema), clock) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS[:40]))
        postgres.run(f"UPDATE {schema}.stored_events SET state = '\\xff' WHERE version = 7")
        assert store.verify("game")
        with pytest.raises(StoreError, match="row 7 is damaged"):
            store.load("game")
        postgres.run(f"DELETE FROM {schema}.stored_events WHERE version = 7")
        with pytest.raises(StoreError, match="missing"):
            store.load("game")


def test_erased_is_gone_from_the_tables(postgres: Server) -> None:
    """An erased name is in no file of a table or an index, nor in the statistics of the planner."""
    schema = postgres.fresh_schema()

    def found(name: str) -> bool:
        postgres.run(f"ANALYZE {schema}.names", "CHECKPOINT")
        files = (postgres.folder / "data" / "base").rglob("*")
        return any(name.encode() in file.read_bytes() for file in files if file.is_file())

    with open_store(postgres.url(schema), clock) as store:
        for number in range(60):
            headers = [("Blue", "Maria-Magdalena" if number % 3 else "Bartholomeus"), ("Red", f"Somebody {number}")]
            store.create(f"game-{number}", game_with(FRIDAY.setup, headers=headers))
        assert found("Maria-Magdalena")
        assert store.erase_person("Maria-Magdalena") == 40
        assert not found("Maria-Magdalena")
        assert found("Bartholomeus")
        assert len(store.summaries()) == 60


def test_erasing_that_the_disk_has_not_seen_is_reported(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the table of names cannot be rewritten, since somebody reads it or the role does not own it, the names are
    erased all the same, and a message says that the disk may still have them."""
    monkeypatch.setattr(in_postgres, "_WAITS", b"SELECT set_config('lock_timeout', '100ms', false)")
    schema = postgres.fresh_schema()
    role = f"writer_{schema}"
    with open_store(postgres.url(schema), clock) as store:
        for id in ("one", "two", "three"):
            store.create(id, game_with(FRIDAY.setup, headers=[("Blue", "Maria")]))
        with psycopg.connect(postgres.url(schema)) as other:
            other.execute("SELECT * FROM names")
            with pytest.raises(StoreError, match=r"names are erased, but .*erase them again"):
                store.erase_names("one")
        assert store.load("one").game.headers == (("Blue", "?"),)
        postgres.run(
            f"CREATE ROLE {role} LOGIN",
            f"GRANT USAGE ON SCHEMA {schema} TO {role}",
            f"GRANT ALL ON ALL TABLES IN SCHEMA {schema} TO {role}",
        )
        with open_store(postgres.url(schema, role), clock) as other_store:
            other_store.set_header("two", "Red", "Anna")
            with pytest.raises(StoreError, match="names are erased, but"):
                other_store.erase_names("two")
        assert store.load("two").game.headers == (("Blue", "?"), ("Red", "?"))
        assert store.erase_names("three") == 1


# What it refuses.


def test_schema_of_something_else(postgres: Server) -> None:
    """A schema with other tables or views, a later layout or a missing table is reported and left alone."""
    schema = postgres.fresh_schema()
    postgres.run(f"CREATE TABLE {schema}.recipes (name text)", f"CREATE VIEW {schema}.menu AS SELECT 1")
    message = refusal(postgres.url(schema))
    assert "not a store of games" in message
    assert "menu, recipes;" in message
    assert tables(postgres, schema) == {"recipes"}
    schema = postgres.fresh_schema()
    open_store(postgres.url(schema), clock).close()
    postgres.run(f"UPDATE {schema}.calimala_store SET layout = {LAYOUT + 1}")
    assert "later version" in refusal(postgres.url(schema))
    postgres.run(f"UPDATE {schema}.calimala_store SET layout = {LAYOUT}", f"DROP TABLE {schema}.names")
    assert "missing: names" in refusal(postgres.url(schema))
    postgres.run(f"TRUNCATE {schema}.calimala_store")
    assert "not recorded" in refusal(postgres.url(schema))
    assert "names no schema" in refusal(postgres.url("nowhere"))


def test_database_that_cannot_keep_every_text(postgres: Server) -> None:
    """A database with another encoding than UTF-8 is rejected before anything is written."""
    name = f"latin_{postgres.fresh_schema()}"
    postgres.run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    assert "LATIN1" in refusal(postgres.url().replace("/postgres?", f"/{name}?"))


def test_role_that_may_not_write(postgres: Server) -> None:
    """A role without write access can read; saving and creating a store raise an error and change nothing."""
    schema = postgres.fresh_schema()
    role = f"reader_{schema}"
    with open_store(postgres.url(schema), clock) as store:
        store.create("game", FRIDAY.setup)
    postgres.run(
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA {schema} TO {role}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}",
    )
    with open_store(postgres.url(schema, role), clock) as store:
        game = store.load("game")
        with pytest.raises(StoreError, match="permission denied"):
            store.append(game, COMMANDS[0])
    other = postgres.fresh_schema()
    postgres.run(f"GRANT USAGE ON SCHEMA {other} TO {role}")
    assert "permission denied" in refusal(postgres.url(other, role))
    assert tables(postgres, other) == set()


@pytest.mark.parametrize(
    "rest",
    [
        "sesame@127.0.0.1:{port}/postgres",  # a wrong password
        "sesame@127.0.0.1:1/postgres",  # nobody listens
        "sesame@127.0.0.1:{port}/nowhere",
        "sesame@127.0.0.1:sixty/postgres",
        "sesame@127.0.0.1:{port}/postgres?colour=sesame",
        "sesame@127.0.0.1:{port}/postgres?sslmode=never",
        "sesame@nowhere.invalid/postgres",
        "sesame@[::1/postgres",
        "se/sesame@127.0.0.1:{port}/postgres",
        "se@sesame@127.0.0.1:{port}/postgres",
        "se#sesame@127.0.0.1:{port}/postgres",
        "se?sesame@127.0.0.1:{port}/postgres",
        "se:sesame@127.0.0.1:{port}/postgres",
        "sesame%zz@127.0.0.1:{port}/postgres",
        "sesame%00@127.0.0.1:{port}/postgres",
        "sesame@127.0.0.1:{port}/postgres" + "x" * 3000,
        "@127.0.0.1:{port}/postgres?password=sesame",
    ],
)
def test_passwords_are_never_shown(postgres: Server, rest: str) -> None:
    """Whatever is wrong with a URL or a server, the message is one line without any part of the password."""
    url = f"postgresql://{WITH_PASSWORD}:" + rest.format(port=postgres.port)
    with pytest.raises(StoreError) as refused:
        open_store(url, clock)
    message = str(refused.value)
    assert "sesame" not in message
    assert message.startswith("postgresql")
    assert "\n" not in message


def test_right_password(postgres: Server) -> None:
    """A role can connect with its password, and no message of the open store contains it."""
    schema = postgres.fresh_schema()
    postgres.run(f"GRANT ALL ON SCHEMA {schema} TO {WITH_PASSWORD}")
    url = postgres.url(schema, f"{WITH_PASSWORD}:{PASSWORD}")
    store = open_store(url, clock)
    store.create("game", FRIDAY.setup)
    store.close()
    with pytest.raises(StoreError, match="closed") as refused:
        store.load("game")
    assert PASSWORD not in str(refused.value)
    assert str(refused.value).startswith(f"postgresql://{WITH_PASSWORD}@127.0.0.1:{postgres.port}/postgres: ")


def message_without_url() -> str:
    """Return the message about a text that is not the URL of a database."""
    with pytest.raises(StoreError) as refused:
        shown_url("postgresql://@@")
    return str(refused.value)


@given(st.text(), st.sampled_from(["postgresql://", "postgres://"]))
def test_any_text_after_the_scheme(text: str, scheme: str) -> None:
    """A text is named by user, hosts and database, without separators, or rejected with a constant message."""
    message = ""
    try:
        shown = shown_url(scheme + text)
    except StoreError as error:
        message = str(error)
        shown = "postgresql:///"
    assert message in ("", message_without_url())
    assert shown.count("/") == 3
    assert shown.count("@") <= 1
    assert "?" not in shown


def test_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the extra is not installed, the message says how to install it; a store in a file does not need it."""
    make_absent(monkeypatch, "psycopg", "calimala_es.store.postgres")
    with pytest.raises(StorePackageError, match=r"pip install 'calimala\[postgres\]'"):
        open_store("postgresql://127.0.0.1/games", clock)


# Connections that are lost, and waits.


def test_lost_connection(postgres: Server) -> None:
    """If the server ends a connection, the call that meets it raises an error, and the next one works."""
    url = postgres.fresh_url() + "&application_name=losing"
    with open_store(url, clock) as store:
        game = store.create("game", FRIDAY.setup)
        for ask in (lambda: store.load("game"), store.summaries, lambda: store.append(game, COMMANDS[0])):
            ended = postgres.run(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name='losing'"
            )
            assert ended
            with pytest.raises(StoreError, match="lost"):
                ask()
            assert store.load("game").rows == game.rows
        assert store.append(game, COMMANDS[0]).version > game.version


@pytest.mark.long
def test_server_that_crashes_and_comes_back() -> None:
    """A server that crashes while a game is written loses no acknowledged command and doubles none; the open store
    works again when the server is back."""
    server = Server()
    try:
        with open_store(server.fresh_url(), clock) as store:
            stored = store.create("game", FRIDAY.setup)
            crash = threading.Thread(target=server.halt)

            def write_on() -> None:
                nonlocal stored
                while True:
                    stored = store.append(stored, ObservePart("0.points", str(stored.version % 50)))
                    if len(stored.game.commands) == 80:
                        crash.start()

            with pytest.raises(StoreError):
                write_on()
            crash.join()
            server.start()
            found = store.load("game")
            assert len(stored.game.commands) <= len(found.game.commands) <= len(stored.game.commands) + 1
            assert found.rows[: stored.version] == stored.rows
            assert not store.verify("game")
            assert store.append(found, ObservePart("0.points", "1")).version > found.version
            assert store.summaries()[0].commands == len(found.game.commands) + 1
    finally:
        server.stop()


def test_writer_waits_for_another_but_not_forever(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody else writes, readers read; a writer waits, gets an error after a while that nothing was saved, and
    can save when the other one is done."""
    monkeypatch.setattr(in_postgres, "_WAITS", b"SELECT set_config('lock_timeout', '100ms', false)")
    schema = postgres.fresh_schema()
    with open_store(postgres.url(schema), clock) as store:
        game = store.create("game", FRIDAY.setup)
        with psycopg.connect(postgres.url(schema)) as other:
            other.execute("LOCK TABLE calimala_store IN EXCLUSIVE MODE")
            assert store.load("game").rows == game.rows
            with pytest.raises(StoreError, match="locked"):
                store.append(game, COMMANDS[0])
        assert store.append(game, COMMANDS[0]).version == store.load("game").version


def test_every_connection_has_its_ends(postgres: Server) -> None:
    """A long statement, a wait for a lock and a forgotten transaction time out."""
    with Games(postgres_environment(postgres.fresh_url(), create=True)) as games:
        recorder = games.recorder
        assert isinstance(recorder, in_postgres.PostgresGamesRecorder)
        with recorder.datastore.get_connection() as connection:
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
                row = connection.execute(f"SELECT current_setting('{name}') AS value".encode()).fetchone()
                assert row is not None
                assert row["value"] in ("10s", "30s")


# Several programs.


def test_conflict_is_reported(postgres: Server) -> None:
    """The first of two writers who saw the same game saves; the second gets an error, and nothing is saved."""
    url = postgres.fresh_url()
    with open_store(url, clock) as first, open_store(url, clock) as second:
        seen = first.create("game", FRIDAY.setup)
        second.append(seen, COMMANDS[0])
        with pytest.raises(StaleGameError):
            first.append(seen, [COMMANDS[0], COMMANDS[1]])
        assert len(first.load("game").game.commands) == 1
        assert first.summaries() == second.summaries()


def write_games(line: Connection, url: str, name: str) -> None:
    """Save whole games and, command by command, beginnings of games."""
    with open_store(url, clock) as store:
        line.recv()
        for number in range(8):
            store.create(f"{name}-{number}", FRIDAY.game)
            game = store.create(f"{name}-{number}-short", FRIDAY.setup)
            for command in COMMANDS[:10]:
                game = store.append(game, command)


def test_log_has_no_gaps_for_a_reader(postgres: Server) -> None:
    """While four programs save whole games and single decisions, a reader of the log misses nothing: no stream comes
    to a place up to one that was once the last, and a reader who continues from the last place sees every row."""
    schema = postgres.fresh_schema()
    named = f"SELECT name, version FROM {schema}.streams WHERE place <= %s"
    with Games(postgres_environment(postgres.url(schema), create=True)) as games:
        others = [Program(write_games, postgres.url(schema), f"game-{number}") for number in range(4)]
        for other in others:
            other.line.send("go")
        heard: dict[str, int] = {}
        seen: dict[int, set[tuple[str, int]]] = {}
        position = 0
        with psycopg.connect(postgres.url(schema), autocommit=True) as connection:

            def streams_up_to(last: int) -> set[tuple[str, int]]:
                return {*connection.execute(named.encode(), (last,)).fetchall()}

            while True:
                are_done = not any(other.process.is_alive() for other in others)
                touched, position = games.recorder.touched(position)
                seen[position] = streams_up_to(position)
                heard |= touched
                if are_done:
                    break
            assert all(streams_up_to(last) <= found for last, found in seen.items())
        assert [other.result() for other in others] == [[]] * 4
        assert len(heard) == 4 * 8 * 2
        assert heard == {stream: games.recorder.last_version(stream) for stream in heard}
        assert len(seen) > 10, "the reader read while the others wrote"
