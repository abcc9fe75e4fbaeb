"""Backups: a copy of a store has everything, wherever it is, and damage is found while it is made."""

import os
import sqlite3
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from calimala_es.errors import GameNotFoundError, StoreError, UnsavedError
from calimala_es.notes import Comment
from calimala_es.store import Draft, Store, VisibilitySet, open_store
from calimala_es.store.sqlite import SQLiteGamesRecorder
from tests.profiles import few, is_long
from tests.stores.places import LASTING, Clock, clock, fresh_place, fresh_store
from tests.stores.programs import Program
from tests.stores.sayings import game_with
from tests.strategies import Playout

FRIDAY = Playout(3, 5)
COMMANDS = FRIDAY.game.commands


def filled(store: Store) -> Store:
    """Return the store with three games: undone and rewritten decisions, names, notes, rights, photos, a rename."""
    for id in ("one", "two", "three"):
        store.create(id, game_with(FRIDAY.setup, COMMANDS[:20], [("Blue", "Maria"), ("Event", id)]))
    store.undo("one", 3)
    store.append(store.rewrite("two", 15, COMMANDS[15:17]), COMMANDS[17:30])
    store.annotations.add("two", "Anna", Draft(3, Comment("Why not the port?")))
    store.access.add("two", VisibilitySet("public"))
    store.photos.save("two", "table.png", bytes(range(256)))
    store.rename("three", "four")
    store.erase_names("one")
    return store


def contents(store: Store) -> dict[str, object]:
    """Return what people see of all games."""
    return {
        line.id: (line, store.load(line.id).game, store.load(line.id).rows, store.changes(line.id))
        for line in store.summaries()
    }


@pytest.mark.parametrize("source", few([*LASTING, "memory"], 2))
@pytest.mark.parametrize("target", few([*LASTING, "memory"], 2))
def test_copy_has_everything(request: pytest.FixtureRequest, tmp_path: Path, source: str, target: str) -> None:
    """A copy in a file, a database or memory has every game with its versions, notes, rights, names and photos."""
    (tmp_path / "to").mkdir()
    done: list[tuple[int, int]] = []
    with (
        filled(fresh_store(request, source, tmp_path, Clock())) as store,
        fresh_store(request, target, tmp_path / "to", Clock()) as copy,
    ):
        assert not store.copy_to(copy, lambda *step: done.append(step))
        assert done == [(1, 4), (2, 4), (3, 4), (4, 4)]
        assert contents(copy) == contents(store)
        assert copy.redo("one", 3).game == store.redo("one", 3).game
        assert copy.load("two", 5).game == store.load("two", 5).game
        assert copy.photos.read("two", "table.png") == bytes(range(256))
        assert copy.access.read("two").visibility == "public"
        assert not [one for line in copy.summaries() for one in copy.verify(line.id)]
        with pytest.raises(StoreError, match="there are already games here"):
            store.copy_to(copy)


def end(_done: int, _all: int) -> None:
    os._exit(9)


def copy_and_end(line: Connection, source: Path, target: Path | str) -> None:
    """Copy a game, and end the program then as a signal does."""
    with open_store(source, clock) as store, open_store(target, clock) as copy:
        line.send("copying")
        store.copy_to(copy, end)


def limit(store: Store, pages: int) -> None:
    """Let the file of a store have no more pages."""
    recorder = store._streams.recorder  # pyright: ignore[reportPrivateUsage]
    assert isinstance(recorder, SQLiteGamesRecorder)
    recorder._cursor.execute(f"PRAGMA max_page_count = {pages}")  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("failure", ["damaged", "ended", "full"])
@pytest.mark.parametrize("kind", LASTING)
def test_a_copy_has_all_games_or_none(request: pytest.FixtureRequest, tmp_path: Path, kind: str, failure: str) -> None:
    """If copying fails after some games, for whatever reason, the place is as empty as it was, and can be used."""
    source, place = tmp_path / "source.db", fresh_place(request, kind, tmp_path)
    with filled(open_store(source, Clock())) as store, open_store(place, clock) as copy:
        before = contents(store)
        if failure == "damaged":
            run(source, "UPDATE photos SET content = substr(content, 2)")
            with pytest.raises(StoreError, match=f"^{source}: two: the photo table.png is damaged"):
                store.copy_to(copy)
            del before["two"]
        elif failure == "ended":
            program = Program(copy_and_end, source, place)
            assert program.rest() == ["copying"]
            assert program.process.exitcode == 9
        elif kind == "file":
            limit(copy, 12)
            with pytest.raises(UnsavedError, match=f"^{place}: the disk is full; nothing was saved"):
                store.copy_to(copy)
            limit(copy, 1 << 30)
        assert (copy.ids(deleted=True), copy.changes_since(0)) == ([], ({}, 0))
        assert [*store.copy_to(copy, only_sound=True)] == ["two"] * (failure == "damaged")
        assert contents(copy) == before


def test_copy_while_somebody_records(tmp_path: Path) -> None:
    """A store that is written to all the time is copied as it was at one moment, with nothing half."""
    with open_store(tmp_path / "games.db", clock) as store:
        for number in range(30):
            store.create(f"game-{number}", game_with(FRIDAY.setup, COMMANDS[:10], []))

        def record() -> None:
            with open_store(tmp_path / "games.db", clock) as other:
                for command in COMMANDS[10:60]:
                    other.append("game-7", command)

        writer = Thread(target=record)
        writer.start()
        try:
            with open_store(tmp_path / "copy.db", clock) as copy:
                store.copy_to(copy)
                saved = copy.load("game-7").game.commands
                assert saved == COMMANDS[: len(saved)]
                assert len(copy.summaries()) == 30
                assert not copy.verify("game-7")
        finally:
            writer.join()


def run(path: Path, damage: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(damage).rowcount == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE stored_events SET state = X'00' WHERE key = (SELECT id << 20 FROM streams WHERE name='two') + 4",
        "DELETE FROM stored_events WHERE key = (SELECT (id << 20) + version FROM streams WHERE name='two/notes/1')",
        "UPDATE names SET name = replace(name, 'Maria', 'Marie') WHERE originator_id = 'two/headers'",
        "UPDATE photos SET content = substr(content, 2)",
    ],
)
def test_damaged_games_are_left_out(tmp_path: Path, damage: str) -> None:
    """A copy of a damaged store is refused; of its sound games it has everything, and it names the others."""
    with filled(open_store(tmp_path / "games.db", Clock())) as store:
        before = contents(store)
    run(tmp_path / "games.db", damage)
    with open_store(tmp_path / "games.db", Clock()) as store:
        with open_store(tmp_path / "refused.db", Clock()) as copy, pytest.raises(StoreError, match="two"):
            store.copy_to(copy)
        with open_store(tmp_path / "copy.db", Clock()) as copy:
            found = store.copy_to(copy, only_sound=True)
            assert [*found] == ["two"]
            assert contents(copy) == {id: game for id, game in before.items() if id != "two"}


@pytest.mark.parametrize("kind", few(["bit", "page", "zeros"]))
def test_any_damage_is_found(tmp_path: Path, kind: str) -> None:
    """After damage anywhere in the file every game is as it was or is reported, and a copy has only sound ones."""
    source, random = tmp_path / "games.db", Random(kind)
    with filled(open_store(source, clock)) as store:
        before = {line.id: store.load(line.id).game for line in store.summaries()}
    data = source.read_bytes()
    for number in range(12 if is_long() else 4):
        damaged, place = bytearray(data), random.randrange(100, len(data))
        if kind == "bit":
            damaged[place] ^= 1 << random.randrange(8)
        elif kind == "page":
            place -= place % 4096
            damaged[place : place + 4096] = random.randbytes(4096)
        else:
            damaged[place : place + 300] = bytes(len(damaged[place : place + 300]))
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged)
        with suppress(StoreError), open_store(path, clock) as store:
            for id, game in before.items():
                with suppress(StoreError, GameNotFoundError):
                    assert store.verify(id) or store.load(id).game == game, (number, id)
            with open_store(tmp_path / f"{number}-copy.db", clock) as copy:
                store.copy_to(copy, only_sound=True)
                assert all(copy.load(id).game == before[id] for id in copy.ids()), number
