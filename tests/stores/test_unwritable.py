"""A store that cannot be written is read: on a read-only medium, on a full disk, while another program holds it."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import pytest

from calimala_es.errors import StaleGameError, StoreError, UnsavedError
from calimala_es.notes import Comment
from calimala_es.store import Draft, Obstacle, Receipt, Store, open_store
from calimala_es.store.row_events import NamesShown
from tests.cli_runs import ROOT, Table
from tests.postgres import Server
from tests.profiles import few
from tests.stores.places import Clock, clock
from tests.stores.programs import Program
from tests.strategies import Playout

FRIDAY = Playout(4, 3)
COMMANDS = FRIDAY.game.commands
SOON: Final = 2.0
"""Seconds in which nobody has waited for another program."""


def fill(place: Path | str) -> None:
    """Make games whose summaries are as stored, out of date, of a deleted, a renamed and a purged game."""
    with open_store(place, Clock()) as store:
        for id in ("one", "two", "three", "four", "five"):
            store.create(id, FRIDAY.setup)
        store.create("whole", FRIDAY.game)
        store.photos.save("one", "table", b"a photo")
        store.summaries()
        store.append("two", COMMANDS[:3])
        store.set_header("one", "Event", "Friday")
        store.annotations.add("one", "Anna", Draft(0, Comment("Well begun.")))
        store.delete("three")
        store.rename("four", "fourth")
        store.purge("five")


def seen_in(store: Store) -> list[Any]:
    """Return all that a reader asks a store."""
    return [
        store.summaries(),
        store.summaries(deleted=True),
        store.summary("two"),
        [store.ids(beginning, most=most, deleted=deleted) for beginning in ("", "f", "t") for most in (None, 1, 2)
         for deleted in (False, True)],
        [store.last_changed(deleted=gone, in_progress=going) for gone in (False, True) for going in (False, True)],
        [store.find_copy(store.load(id).game) for id in ("one", "two", "whole")],
        [store.load(id).game for id in ("one", "two", "whole", "fourth")],
        store.find_free(["one", "two", "new"]),
        store.verify("whole"),
        store.photos.read("one", "table"),
        store.changes_since(0),
        store.changes("two"),
        store.access.read("one"),
    ]  # fmt: skip


def writings(store: Store) -> list[Callable[[], object]]:
    """Return what writes to a store in each way."""
    return [
        lambda: store.create("new", FRIDAY.setup),
        lambda: store.append("one", COMMANDS[0]),
        lambda: store.photos.save("one", "table", b"another"),
        lambda: store.erase_names("one"),
        lambda: store.delete("one"),
        lambda: store.purge("one"),
        lambda: store.rename("one", "first"),
    ]


def check_reads_only(store: Store, seen: list[Any], obstacle: Obstacle) -> None:
    """Check that a store reads as it did, twice, and that nothing can be saved in it."""
    assert seen_in(store) == seen
    assert seen_in(store) == seen
    assert store.obstacle() is obstacle
    for write in writings(store):
        with pytest.raises(UnsavedError, match="nothing was saved"):
            write()
    assert seen_in(store) == seen


# A read-only medium.


@contextmanager
def unwritable(folder: Path, kind: str) -> Iterator[tuple[Path, list[Any]]]:
    """Yield a file that cannot be written and what was seen in it, copied when ``kind`` says.

    The place of the file that programs share is taken by a folder, so that even root cannot write what is beside it.
    """
    original, path = folder / "original.db", folder / "a folder?#%41" / "games.db"
    path.parent.mkdir()
    fill(original)
    with open_store(original, clock) as store:
        if kind == "in use":
            store.append("two", COMMANDS[3])
            shutil.copy(f"{original}-wal", f"{path}-wal")
        shutil.copy(original, path)
        # Asked last, as asking stores summaries.
        seen = seen_in(store)
    Path(f"{path}-shm").mkdir()
    yield path, seen


@pytest.mark.parametrize("kind", ["closed", "in use"])
def test_file_that_cannot_be_written_is_read(tmp_path: Path, kind: str) -> None:
    """Every question has the answer that a store which can be written gives, also about games that changed since their
    summaries were stored, and what the copied log has; nothing is saved, and the files stay as they were."""
    with unwritable(tmp_path, kind) as (path, seen):
        before = contents(path.parent)
        with open_store(path, clock) as store:
            check_reads_only(store, seen, Obstacle.READ_ONLY)
        assert contents(path.parent) == before


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that have anything in them."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.stat().st_size}


def test_read_only_file_that_is_no_store(tmp_path: Path) -> None:
    """A file that is damaged or not ours is refused as any other is."""
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE tables (x)")
    other.close()
    Path(f"{path}-shm").mkdir()
    with pytest.raises(StoreError, match="not a store of games"):
        open_store(path, clock)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StoreError, match=str(path)):
        open_store(path, clock)


def test_commands_read_a_file_that_cannot_be_written(table: Table) -> None:
    """Commands that read do; those that write end with code 4 and say why."""
    fill(table.store)
    Path(f"{table.store}-shm").mkdir()
    assert "whole" in table.run("list").out
    for read in (["show", "two"], ["export", "whole"], ["study", "whole", "--list"], ["check", "two"], ["log", "two"]):
        ran = table.run(*read)
        assert ran.code == 0, (read, ran)
    for write in (
        ["undo", "two"],
        ["delete", "one"],
        ["set", "one", "--date", "2026.11.23"],
        ["new", "Maria", "Anna", "Bea"],
    ):
        ran = table.run(*write)
        assert (ran.code, "this store can only be read; nothing was saved" in ran.err) == (4, True), (write, ran)


MEDIUM = """
import json, os, subprocess, sys
from pathlib import Path
from tests.stores.test_unwritable import check_reads_only, contents, fill, fill_up, seen_in
from calimala_es.store import Obstacle, open_store
from tests.stores.places import clock

folder, kind = Path(sys.argv[1]), sys.argv[2]
mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", folder]
if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
    sys.exit(77)
path = folder / "games.db"
fill(path)
if kind == "full":
    writer = open_store(path, clock)
    with (folder / "much").open("wb", buffering=0) as much:
        try:
            while much.write(b"x"):
                pass
        except OSError:
            pass
    fill_up(writer)
else:
    os.sync()
    with open_store(path, clock) as store:
        store.append("two", [])
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    before = contents(folder)
    with open_store(path, clock) as store:
        seen = seen_in(store)
        check_reads_only(store, seen, Obstacle.READ_ONLY)
    assert contents(folder) == before
print("done")
"""
"""Runs where it alone sees what it mounts, and ends with 77 where it may not mount anything."""


def fill_up(store: Store) -> None:
    """Check that a store on a disk without room is read, and says that it is full."""
    numbers = count()

    def fill() -> None:
        while True:
            store.create(f"more-{next(numbers)}", FRIDAY.setup)

    with pytest.raises(UnsavedError, match="the disk is full; nothing was saved"):
        fill()
    written = next(numbers) - 1
    assert len(store.summaries()) == 4 + written
    assert store.load("whole").game.commands == COMMANDS
    with open_store(Path(store.location), clock) as another:
        assert len(another.summaries()) == 4 + written
    store.close()
    with open_store(Path(store.location), clock) as another:
        assert len(another.summaries()) == 4 + written
        assert another.load("whole").game.commands == COMMANDS


@pytest.mark.skipif(not shutil.which("unshare"), reason="needs unshare")
@pytest.mark.parametrize("kind", few(["full", "read-only"]))
def test_store_on_a_real_medium(tmp_path: Path, kind: str) -> None:
    """A store on a file system that is mounted read-only, and one on a full one, is read, whether it was open before or
    is opened then."""
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    ran = subprocess.run(
        [*alone, sys.executable, "-c", MEDIUM, tmp_path, kind],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    if ran.returncode == 77 or "unshare" in ran.stderr:
        pytest.skip("nothing may be mounted here")
    assert ran.stdout == "done\n", ran.stderr


class Disturbed:
    """A cursor whose first statement fails as if another program had just written what this one may only read."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor
        self._fails = True

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        """Raise an error once, and do what the cursor does after that."""
        if self._fails:
            self._fails = False
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY_RECOVERY
            raise error
        return self._cursor.execute(*statement)


def test_reading_what_somebody_else_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that may only read a file to which others write reads it again where they disturbed it."""
    with open_store(tmp_path / "games.db", clock) as store:
        store.create("one", FRIDAY.setup)
        recorder = store._streams.recorder  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(recorder, "_cursor", Disturbed(vars(recorder)["_cursor"]))
        assert store.changes_since(0)[0] == {"one": 1}


# Another program.


def hold(line: Connection, path: Path) -> None:
    """Hold a file until the other side says to let it go."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    line.send("held")
    line.recv()
    connection.execute("ROLLBACK")
    connection.close()


def test_store_that_another_program_holds_is_read(tmp_path: Path) -> None:
    """While another program holds the file every question is answered at once, by a store that was open before and by
    one that is opened then; what was computed meanwhile is stored once that is possible."""
    fill(tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db", clock) as copy:
        seen = seen_in(copy)
    path = tmp_path / "games.db"
    fill(path)
    with open_store(path, clock) as store:
        other = Program(hold, path)
        assert other.line.recv() == "held"
        begun = time.monotonic()
        with open_store(path, clock) as another:
            for one in (store, another):
                assert seen_in(one) == seen
                assert one.obstacle() is Obstacle.LOCKED
        assert time.monotonic() - begun < SOON
        other.line.send("let go")
        other.result()
        assert store.obstacle() is None
        assert len(store.summaries()) == 4
    with sqlite3.connect(path) as connection:
        (tracked,), (last,) = [
            connection.execute(f"SELECT MAX({column}) FROM {table}").fetchone()
            for column, table in (("notification_id", "tracking"), ("place", "streams"))
        ]
    connection.close()
    assert tracked == last


def test_saving_at_once_or_not_at_all(tmp_path: Path) -> None:
    """A program that cannot wait saves at once, and while others write gets an error at once and has saved nothing.

    Every so often it gets one as well, so that what was written ahead is moved into the file by those who can wait, and
    the log does not grow. In a durable file everybody waits."""
    path = tmp_path / "games.db"
    with open_store(tmp_path / "durable.db", clock, durable=True) as durable:
        assert durable.without_waiting() is None
    with open_store(path, clock) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        game = store.create("one", FRIDAY.setup)
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        with pytest.raises(UnsavedError, match="nothing was saved"), at_once(store):
            store.append(game, COMMANDS[0])
        assert time.monotonic() - begun < SOON
        other.execute("ROLLBACK")
        refused = 0
        for number in range(700):
            try:
                with at_once(store):
                    store.access.add("one", NamesShown(bool(number % 2)))
            except UnsavedError:
                refused += 1
                store.access.add("one", NamesShown(bool(number % 2)))
        assert store.access.read("one").version == 700
        assert 1 < refused < 10
        assert Path(f"{path}-wal").stat().st_size < 8_000_000
        assert store.load("one").version == 1


def test_a_log_that_grows_while_it_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rows are added whenever others are moved into the file, its log is begun anew all the same, and nobody gets
    an error.
    """
    monkeypatch.setattr("calimala_es.store.sqlite._LONG_LOG", 100)
    path, claimed = tmp_path / "games.db", {1: COMMANDS[0]}
    with open_store(path, clock) as store, ThreadPoolExecutor(1) as aside:
        store.create("one", FRIDAY.setup)
        for _ in range(30):
            moving = aside.submit(store.move_log)
            for _ in range(20):
                try:
                    with at_once(store):
                        store.claims.add("one", 0, claimed)
                except UnsavedError:
                    store.claims.add("one", 0, claimed)
            moving.result()
        assert Path(f"{path}-wal").stat().st_size < 400 * 4_096
        assert store.changes_since(0)[0]["one/hand-0"] == 600
        assert store.faults == []


def test_what_a_process_remembers_of_a_file_that_others_write(tmp_path: Path) -> None:
    """Requests that two programs carry out in turn are all stored, at once or in a second attempt; both find the same
    changes in the log; and what one has erased the other does not bring back.
    """
    path = tmp_path / "games.db"
    with open_store(path, clock) as one, open_store(path, clock) as other:
        one.create("friday", FRIDAY.setup)
        refused = 0
        for number, command in enumerate(COMMANDS[:12]):
            store = (one, one, other)[number % 3]
            since = one.changes_since(1 << 62)[1]
            game, receipt = store.load("friday"), Receipt(bytes([number] * 16), b"b" * 16)
            try:
                store.append(game, command, receipt)
            except StaleGameError:
                refused += 1
                store.append(store.load("friday"), command, receipt)
            assert (
                one.changes_since(since)
                == other.changes_since(since)
                == ({"friday": game.version + len(FRIDAY.game.moves[number].events)}, since + 1)
            )
        assert refused <= 7
        assert len(one.load("friday").receipts) == 12
        assert one.verify("friday") == []
        game = one.load("friday")
        other.purge("friday")
        with pytest.raises(StaleGameError):
            one.append(game, COMMANDS[12])
        assert other.find_free(["friday"]) == "friday"
        one.create("friday", FRIDAY.setup)
        assert [one.verify("friday"), other.load("friday").version] == [[], 1]


def at_once(store: Store) -> AbstractContextManager[None]:
    """Return the context in which a store waits for nobody."""
    context = store.without_waiting()
    assert context is not None
    return context


# A database.


@pytest.mark.long
@pytest.mark.needs("postgresql")
def test_role_that_may_only_read(postgres: Server) -> None:
    """A role that may only read, and a server that only reads, answer every question about games that changed since
    their summaries were stored; nothing is saved."""
    schema = postgres.fresh_schema()
    role = f"looks_{schema}"
    fill(postgres.url(schema))
    postgres.run(
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA {schema} TO {role}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}",
    )
    reading = f"{postgres.url(schema)}%20-cdefault_transaction_read_only%3Don"
    stores = [open_store(url, clock) for url in (postgres.url(schema, role), reading)]
    found = [seen_in(store) for store in stores]
    with open_store(postgres.url(schema), clock) as writing:
        assert writing.obstacle() is None
        assert found == [seen_in(writing)] * 2
    for store in stores:
        assert store.obstacle() is Obstacle.READ_ONLY
        for write in writings(store):
            with pytest.raises(UnsavedError):
                write()
        store.close()
