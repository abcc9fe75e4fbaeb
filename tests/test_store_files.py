"""The store's file: errors on opening, programs that share a store, and crashes, which lose nothing acknowledged."""

import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Timer

import msgspec
import psycopg
import pytest
from eventsourcing.utils import Environment

from calimala_es.commands import ObservePart
from calimala_es.errors import GameNotFoundError, StaleGameError, StoreError
from calimala_es.game import play
from calimala_es.notes import Comment
from calimala_es.store import Draft, open_store
from calimala_es.store.sqlite import SQLiteGamesFactory
from calimala_es.store.sqlite_file import APPLICATION_ID, LAYOUT
from calimala_es.store.streams import environment
from tests.profiles import few, is_long
from tests.stores import places
from tests.stores.places import clock
from tests.stores.programs import Program
from tests.strategies import Playout

ROOT = Path(__file__).resolve().parent.parent
FRIDAY = Playout(4, 3)
COMMANDS = FRIDAY.game.commands
ROUNDS = 25 if is_long() else 8
"""How often each of two programs adds to one game."""


@pytest.fixture(params=places.LASTING)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a place where there is no store yet: a file or a database."""
    return places.fresh_place(request, request.param, tmp_path)


def refusal(path: Path, *, create: bool = True) -> str:
    """Return the message about a file that cannot be opened."""
    with pytest.raises(StoreError) as refused:
        open_store(path, clock, create=create)
    assert str(path) in str(refused.value)
    return str(refused.value)


# Files.


def test_file_is_made_with_its_folder(tmp_path: Path) -> None:
    """A missing store is created; if it must exist already, nothing is created."""
    path = tmp_path / "new" / "folder" / "games.db"
    assert "no store" in refusal(path, create=False)
    assert not path.parent.exists()
    with open_store(path, clock) as store:
        store.create("game", FRIDAY.setup)
    with open_store(path, clock, create=False) as store:
        assert store.load("game").state.setup == FRIDAY.setup


def test_file_is_written_ahead(tmp_path: Path) -> None:
    """The file is in WAL mode and identifies itself; rows can be read with plain SQL."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        store.create("game", FRIDAY.setup)
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        read = "SELECT name, key - (id << 20), state FROM stored_events JOIN streams ON id = key >> 20"
        ((stream, version, state),) = connection.execute(read).fetchall()
        assert (stream, version, msgspec.msgpack.decode(state[:-4])[2][0]) == ("game", 1, -1)
        connection.close()


def test_every_connection_is_synchronous_as_promised(tmp_path: Path) -> None:
    """Every connection waits for the disk as `synchronous=NORMAL` does."""
    factory = SQLiteGamesFactory(Environment("games", environment(tmp_path / "games.db")))
    for commit in (True, False):
        with factory.datastore.get_connection(commit=commit) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 1
    factory.close()


def test_surroundings_do_not_reach_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller determines where games are stored, whatever eventsourcing's variables are set to."""
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("SQLITE_DBNAME", str(tmp_path / "other.db"))
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    with open_store(tmp_path / "games.db", clock) as store:
        store.create("game", FRIDAY.setup)
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


@pytest.mark.parametrize("name", ["file:games.db?mode=memory", "what? %41.db", "säle ♣.db", ":memory:"])
def test_any_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A path is a path, whatever it looks like."""
    monkeypatch.chdir(tmp_path)
    with open_store(Path(name), clock) as store:
        store.create("game", FRIDAY.setup)
    assert (tmp_path / name).stat().st_size > 0
    with open_store(Path(name), clock) as store:
        assert store.load("game").version == 1


def test_file_of_something_else(tmp_path: Path) -> None:
    """A text, a folder, a path through a file and another program's SQLite file are reported and left alone."""
    path = tmp_path / "notes.txt"
    path.write_text("Friday: Maria won.\n" * 300)
    assert "not an SQLite file" in refusal(path)
    assert path.read_text() == "Friday: Maria won.\n" * 300
    assert "not a file" in refusal(tmp_path)
    refusal(path / "games.db")
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    before = other.read_bytes()
    assert "not a store of games" in refusal(other)
    assert other.read_bytes() == before
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


def test_file_of_a_later_version(tmp_path: Path) -> None:
    """A store with a later layout is not changed, and the message says why."""
    path = tmp_path / "games.db"
    open_store(path, clock).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={LAYOUT + 1}")
    connection.close()
    assert "later version" in refusal(path)


def test_truncated_file(tmp_path: Path) -> None:
    """However much of the end is missing, the store raises its error or returns a whole game."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        for number in range(20):
            store.create(f"game-{number}", play(FRIDAY.setup, COMMANDS))
    whole = path.read_bytes()
    broken = tmp_path / "broken.db"
    refused = 0
    for part in (1, 15, 16, 17, 99, 100, 1000, 4096, 5000, 40_000, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        broken.write_bytes(whole[:part])
        try:
            with open_store(broken, clock) as store:
                for number in range(20):
                    assert store.load(f"game-{number}").state == FRIDAY.states[-1]
        except (StoreError, GameNotFoundError):
            refused += 1
        for left in tmp_path.glob("broken.db*"):
            left.unlink()
    assert refused


def test_overwritten_pages(tmp_path: Path) -> None:
    """Every way of reading reports random bytes in the middle of the file."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        for number in range(20):
            store.create(f"game-{number}", play(FRIDAY.setup, COMMANDS))
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with open_store(path, clock) as store:
        for read in (lambda: store.load("game-1"), store.summaries, lambda: store.verify("game-1")):
            with pytest.raises(StoreError, match=r"games\.db"):
                read()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yield a folder that every user of the machine can read."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_file_without_permission(open_folder: Path) -> None:
    """An unreadable file and an unwritable folder are reported without a traceback."""
    path = open_folder / "games.db"
    open_store(path, clock).close()
    path.chmod(0)
    open_folder.chmod(0o555)
    messages = Program(open_as_nobody, path, open_folder / "new.db", open_folder / "new" / "games.db").result()
    assert len(messages) == 3
    assert all(message.startswith(str(open_folder)) for message in messages)


def open_as_nobody(line: Connection, *paths: Path) -> None:
    """Send the messages about files that cannot be opened by a user who is not root."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.setgroups([])
        os.setuid(65534)
    for path in paths:
        try:
            open_store(path, clock)
        except StoreError as error:
            line.send(str(error))


def test_closed_store(tmp_path: Path) -> None:
    """Using a closed store raises a store error."""
    store = open_store(tmp_path / "games.db", clock)
    game = store.create("game", FRIDAY.setup)
    store.close()
    with pytest.raises(StoreError):
        store.load("game")
    with pytest.raises(StoreError):
        store.append(game, COMMANDS[0])


# Several programs.


@pytest.mark.parametrize("attempt", few(range(2)))
def test_programs_make_the_same_store(place: str, attempt: int) -> None:
    """Programs that open a new store at the same moment all succeed."""
    programs = [Program(make_game, place, f"game-{attempt}-{number}") for number in range(4)]
    assert [program.result() for program in programs] == [[]] * 4
    with open_store(place, clock) as store:
        assert len(store.summaries()) == 4


def test_a_program_waits_for_one_that_makes_the_file(tmp_path: Path) -> None:
    """Opening a new file while another program creates it waits until that program is done."""
    path = tmp_path / "games.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    ending = Timer(0.2, other.rollback)
    ending.start()
    with open_store(path, clock) as store:
        assert not store.summaries()
    ending.join()
    other.close()


def make_game(_: Connection, place: str, id: str) -> None:
    """Make a game in a store that may be new."""
    with open_store(place, clock) as store:
        store.create(id, FRIDAY.setup)


def test_two_programs_add_to_one_game(place: str) -> None:
    """Writers wait for each other or get an error that the game went on; every saved command is there once."""
    with open_store(place, clock) as store:
        store.create("game", FRIDAY.setup)
    stale = [other.result()[0] for other in [Program(add_to_game, place, seat) for seat in (0, 1)]]
    with open_store(place, clock) as store:
        stored = store.load("game")
        assert not store.verify("game")
        assert len(stored.annotations) == 2 * ROUNDS
        assert store.summaries()[0].commands == len(stored.game.commands)
    for seat in (0, 1):
        values = [c.value for c in stored.game.commands if isinstance(c, ObservePart) and c.part == f"{seat}.points"]
        assert [value for value in values if len(value) < 3] == [str(number) for number in range(ROUNDS)]
        assert values.count("777") == values.count("888") == ROUNDS - stale[seat]


def add_to_game(line: Connection, place: str, seat: int) -> None:
    """Record, append and comment again and again; send how often the game had gone on in between."""
    stale = 0
    with open_store(place, clock) as store:
        for number in range(ROUNDS):
            store.record("game", ObservePart(f"{seat}.points", str(number)))
            try:
                seen = store.load("game")
                time.sleep(0.001)
                store.append(seen, [ObservePart(f"{seat}.points", "777"), ObservePart(f"{seat}.points", "888")])
            except StaleGameError:
                stale += 1
            store.annotations.add("game", str(seat), Draft(0, Comment(f"{seat} {number}")))
            store.summaries()
    line.send(stale)


def test_writer_waits_for_another(tmp_path: Path) -> None:
    """While another program writes, a writer waits and a reader sees the last saved state."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        game = store.create("game", FRIDAY.setup)
        other = Program(write_slowly, path)
        assert other.line.recv() == "locked"
        started = time.monotonic()
        assert store.load("game").version == 1
        store.append(game, COMMANDS[0])
        assert time.monotonic() - started > 0.1
        other.result()


def write_slowly(line: Connection, path: Path) -> None:
    """Hold the lock of a file for a while."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    line.send("locked")
    time.sleep(0.4)
    connection.execute("COMMIT")
    connection.close()


# A crash.


def record_one_by_one(line: Connection, place: str, id: str) -> None:
    """Record a game, and send the number of each command that was saved."""
    with open_store(place, clock) as store:
        game = store.create(id, FRIDAY.setup)
        line.send(0)
        for number, command in enumerate(COMMANDS, 1):
            game = store.append(game, command)
            line.send(number)


def sessions(place: str) -> set[int]:
    """Return the ids of all others who are connected to the server of a place; a file has none."""
    if not place.startswith("postgresql:"):
        return set()
    with psycopg.connect(place, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
    return {pid for (pid,) in rows}


def wait_for_end(place: str, others: set[int]) -> None:
    """Wait until only ``others`` are connected: a server commits what a killed program sent, whenever it reads it."""
    end = time.monotonic() + 30
    while not sessions(place) <= others:
        assert time.monotonic() < end, "the killed program is still connected"
        time.sleep(0.01)


def test_crash_loses_nothing_acknowledged(place: str) -> None:
    """A program that records commands one by one is killed at any moment: every acknowledged command is there, and the
    one being saved either completely or not at all."""
    chance = random.Random(1)
    counts: set[int] = set()
    others = sessions(place)
    kills = 12 if is_long() else 4
    for attempt in range(kills):
        other = Program(record_one_by_one, place, f"game-{attempt}")
        acknowledged = other.line.recv()
        last = chance.randrange(len(COMMANDS) - 60)
        while acknowledged < last:
            acknowledged = other.line.recv()
        time.sleep(chance.random() * 0.002)
        other.process.kill()
        acknowledged = max([acknowledged, *other.rest()])
        wait_for_end(place, others)
        with open_store(place, clock) as store:
            stored = store.load(f"game-{attempt}")
            assert len(stored.game.commands) >= acknowledged
            assert stored.game.commands == tuple(COMMANDS[: len(stored.game.commands)])
            assert stored.state == FRIDAY.states[len(stored.game.commands)]
            assert not store.verify(f"game-{attempt}")
            rest = store.append(stored, COMMANDS[len(stored.game.commands) :])
            assert rest.state == FRIDAY.states[-1]
        counts.add(acknowledged)
    assert len(counts) > kills // 2, "the moments were different ones"


def test_verify_while_others_record(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verifying a game reports nothing of what another program saves meanwhile."""
    with open_store(place, clock) as store, open_store(place, clock) as other:
        store.create("game", FRIDAY.setup)
        recorder, commands = store._streams.recorder, iter(COMMANDS[:3])  # pyright: ignore[reportPrivateUsage]
        select = recorder.select_rows

        def select_and_record(stream: str) -> list[tuple[int, bytes]]:
            rows = select(stream)
            if stream == "game" and (command := next(commands, None)):
                other.append("game", command)
            return rows

        monkeypatch.setattr(recorder, "select_rows", select_and_record)
        assert store.verify("game") == []
        assert next(commands, None) is None
