"""Many games in one store: what is asked about one of them does not read the others."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from calimala_es.commands import DealInfluence
from calimala_es.errors import GameExistsError
from calimala_es.game import Game, play
from calimala_es.initial import initial
from calimala_es.notes import Comment
from calimala_es.setup import Setup
from calimala_es.store import Draft, PreparedGame, Store, open_store
from calimala_es.store.sqlite import SQLiteGamesRecorder
from cli.commands.games.simulate import play_game
from cli.games import WORDS
from notation import dumps
from tests.cli_runs import Table
from tests.stores.places import ALL, Clock, fresh_store

SETUP = Setup("bry", "WBMUCAVTS")


@pytest.fixture(params=ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store in every place."""
    with fresh_store(request, request.param, tmp_path, Clock()) as store:
        yield store


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return a folder and a store beside it."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return Table(folder)


def whole_game(number: int = 1) -> Game:
    """Return a whole simulated game."""
    return play_game(["random"] * 3, "1", number)


def test_ids_by_beginning(store: Store) -> None:
    """Ids are found by how they begin, in their order, as many as are asked for; deleted games only if somebody asks
    for them, earlier ids of renamed games never."""
    for id in ("friday", "friday-1", "friday-2", "monday", "tuesday"):
        store.create(id, SETUP)
    assert store.ids("friday") == ["friday", "friday-1", "friday-2"]
    assert store.ids("friday", most=2) == ["friday", "friday-1"]
    assert store.ids("f%") == store.ids("é") == store.ids("friday-3") == []
    store.delete("friday-1")
    store.rename("monday", "sunday")
    assert store.ids() == ["friday", "friday-2", "sunday", "tuesday"]
    assert store.ids("fri", deleted=True) == ["friday", "friday-1", "friday-2"]
    assert store.ids("mon", deleted=True) == []


def test_last_changed(store: Store) -> None:
    """The game that was changed last is found, among all or among those in progress."""
    assert store.last_changed() is None
    store.create("one", SETUP)
    store.create("two", SETUP)
    store.create("whole", whole_game())
    assert (store.last_changed(), store.last_changed(in_progress=True)) == ("whole", "two")
    store.append("one", DealInfluence(("LIS", "LON")))
    assert store.last_changed() == store.last_changed(in_progress=True) == "one"
    store.delete("two")
    assert (store.last_changed(), store.last_changed(deleted=True)) == ("one", "two")


def test_copies(store: Store) -> None:
    """A game is a copy of one with the same beginning and decisions, whatever its names and notes are; one that was
    continued or deleted since is none."""
    game = play(SETUP, [DealInfluence(("LIS", "LON"))])
    store.create("one", game)
    store.set_header("one", "Blue", "Maria")
    store.annotations.add("one", "Anna", [Draft(1, Comment("Why?"))])
    assert store.find_copy(game) == "one"
    assert store.find_copy(play(SETUP, [DealInfluence(("LIS", "TRO"))])) is None
    store.append("one", DealInfluence(()))
    assert store.find_copy(game) is None
    store.undo("one")
    assert store.find_copy(game) == "one"
    store.delete("one")
    assert store.find_copy(game) is None


def test_copies_of_games_that_begin_later(store: Store) -> None:
    """Games with the same set-up and no decisions that begin in different positions are no copies."""
    later = play(SETUP, [DealInfluence(("LIS", "LON"))]).state
    store.create("later", Game(SETUP, later))
    assert store.find_copy(Game(SETUP, initial(SETUP))) is None
    assert store.find_copy(Game(SETUP, later)) == "later"


def test_free_ids(store: Store) -> None:
    """Ids that a game has, or had until it was renamed or deleted, are not free; those of purged games are."""
    for id in ("one", "two", "three", "four"):
        store.create(id, SETUP)
    store.rename("two", "second")
    store.delete("three")
    assert store.find_free(["one", "two", "three", "second"]) is None
    assert store.find_free(["one", "five", "six"]) == "five"
    store.purge("four")
    assert store.find_free(["four"]) == "four"


def test_one_among_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands about one game, named by its id, the beginning of it or as the last one, read no other game's summary;
    nor do importing and checking many."""
    table.file("one.cgn", dumps(whole_game()))
    table.file("two.cgn", dumps(whole_game(2)))
    table.ok("import", table.folder / "one.cgn", "--id", "monday")
    table.ok("new", "b", "r", "y", "--id", "tuesday")
    table.ok("list")
    select = SQLiteGamesRecorder.select_summaries

    def select_some(self: SQLiteGamesRecorder, games: Any = None) -> Any:
        assert games is not None
        assert len(games) < 2
        return select(self, games)

    monkeypatch.setattr(SQLiteGamesRecorder, "select_summaries", select_some)
    for name in ("monday", "mon", "last"):
        table.ok("show", name)
        table.ok("check", name)
    table.ok("record", input="\n")
    assert "did you mean monday?" in table.run("show", "monray").err
    table.ok("check", "--all")
    (known,) = table.json("import", table.folder / "one.cgn")
    (added,) = table.json("import", table.folder / "two.cgn")
    assert (known["id"], known["known"], added["known"]) == ("monday", True, False)


def test_many_games_of_one_day(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is saved once, however many games of its day there are already."""
    tried: list[str] = []
    monkeypatch.setattr("cli.games.WORDS", WORDS[:3])
    add = Store.add

    def counted(self: Store, new: PreparedGame) -> None:
        tried.append(new.id)
        add(self, new)

    monkeypatch.setattr(Store, "add", counted)
    text = dumps(Game(SETUP, initial(SETUP), (), (("Date", "2026.11.20"),)))
    table.file("day.cgn", "\n".join([text] * 40))
    assert len(table.json("import", table.folder / "day.cgn", "--again")) == 40
    assert len(tried) == len({*tried}) == 40
    assert {id[:10] for id in tried} == {"2026-11-20"}


def test_free_id_taken_meanwhile(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If somebody else takes the id that was free, another one is found."""
    refused: list[str] = []
    create = Store.create

    def refusing_prepared(_: Store, new: PreparedGame) -> None:
        refused.append(new.id)
        raise GameExistsError("taken")

    def refusing(self: Store, id: str, *arguments: Any, **more: Any) -> Any:
        if len(refused) < 2:
            refused.append(id)
            raise GameExistsError("taken")
        return create(self, id, *arguments, **more)

    monkeypatch.setattr(Store, "add", refusing_prepared)
    monkeypatch.setattr(Store, "create", refusing)
    table.file("one.cgn", dumps(whole_game()))
    (one,) = table.json("import", table.folder / "one.cgn")
    assert len(refused) == 2
    assert one["id"] not in refused


@pytest.mark.long
def test_several_processes_import_the_same(table: Table) -> None:
    """Other processes prepare the games of a long file for the one that saves them: all of them, in their order, once
    each, and errors as by one process; an import that was ended goes on where it was.
    """
    texts = [dumps(whole_game(number)) for number in range(6)]
    damaged = texts[5].replace("1. ", "1. ??? ", 1)
    table.file("many.cgn", "\n".join([*texts[:5], *[texts[0]] * 400, damaged, texts[5]]))
    one = table.run("import", table.folder / "many.cgn", "--processes", "1", "--store", table.folder / "one.db")
    two = table.run("import", table.folder / "many.cgn", "--processes", "2", "--store", table.folder / "two.db")
    assert one.code == two.code == 1
    assert one.err == two.err
    assert "6 games imported, 400 in your store already, 1 skipped" in two.err
    again = table.run("import", table.folder / "many.cgn", "--processes", "2", "--store", table.folder / "two.db")
    assert "0 games imported, 406 in your store already, 1 skipped" in again.err
    shown = [
        table.ok("games", "find", "--store", name, "--raw")
        for name in (table.folder / "one.db", table.folder / "two.db")
    ]
    assert sorted(shown[0].split("\n")) == sorted(shown[1].split("\n"))
    table.ok("check", "--all", "--store", table.folder / "two.db")


@pytest.mark.long
def test_several_processes_check_the_same(table: Table) -> None:
    """Several processes report what is wrong in a large store as one does, in the same order."""
    with open_store(table.folder / "many.db", Clock()) as store:
        for number in range(70):
            store.create(f"g-{number:02}", play(SETUP, [DealInfluence(("LIS", "LON"))]))
    with closing(sqlite3.connect(table.folder / "many.db")) as database:
        database.execute("UPDATE stored_events SET state = x'00' WHERE key IN (SELECT max(key) FROM stored_events)")
        database.execute("UPDATE stored_events SET state = x'00' WHERE key IN (SELECT min(key) FROM stored_events)")
        database.commit()
    one, two = (
        table.run("check", "--all", "--store", table.folder / "many.db", "--processes", str(number))
        for number in (1, 2)
    )
    assert (one.out, one.err, one.code) == (two.out, two.err, two.code)
    assert two.code
    assert "g-00" in two.err + two.out
    assert "g-69" in two.err + two.out
    assert two.err.startswith("70 games, 3 problems")
