"""A backup of all games as one file, which may come from anybody, adds games and does nothing else."""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from calimala_es.store import Store, memory_store
from calimala_es.store.backup import BackupError, Restored
from calimala_es.store.row_events import GameRenamed
from calimala_es.store.rows import EventRow, place_rows, seal
from calimala_es.store.streams import stale_error
from tests.stores.places import Clock, clock, fresh_store
from tests.strategies import Playout

FRIDAY: Final = Playout(3, 5)
Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def lines() -> Lines:
    """Return the lines of a backup of one game."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup)
        store.append("game", FRIDAY.game.commands[:30])
        store.photos.save("game", "table.png", b"a photo")
        return [msgspec.json.decode(line) for line in store.backup()]


def restored(store: Store, lines: Lines) -> Restored:
    return store.restore_backup([msgspec.json.encode(line) for line in lines])


def renamed(lines: Lines, id: str) -> Lines:
    """Return the lines of the same game with another id, as a program would write them."""
    found: Lines = []
    for line in lines:
        stream = id + line["stream"].removeprefix("game") if "stream" in line else ""
        if "row" in line:
            data = seal(b64decode(line["row"])[:-4], stream, line["version"])
            line = line | {"row": b64encode(data).decode()}
        found.append(line | ({"stream": stream} if stream else {}) | ({"game": id} if "game" in line else {}))
    return found


@pytest.mark.parametrize("place", ["memory", "file"])
@pytest.mark.parametrize("version", [0, -(2**21) + 5, 2**20 + 3, 2**80, 3])
def test_versions_are_those_of_a_game(
    place: str, version: int, lines: Lines, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A row whose version is not the next one of its stream, which could be a place in another game, is refused."""
    with fresh_store(request, place, tmp_path, clock) as store:
        store.create("other", FRIDAY.setup)
        before = store.changes_since(0)[0]
        wrong = [line | {"version": version} if line.get("version") == 2 else line for line in lines]
        assert [*restored(store, wrong).refused] == ["game"]
        assert (store.changes_since(0)[0], store.verify("other")) == (before, [])
        store.create("another", FRIDAY.setup)


@pytest.mark.parametrize("id", ["..", "+purged", "<b>", "Game", "a" * 65, "x\0y", "\x1b[2J"])
def test_ids_are_those_of_games(id: str, lines: Lines) -> None:
    """A game whose id no game can have is not added."""
    with memory_store(clock) as store:
        assert restored(store, renamed(lines, id)).refused == {id: f"{id!r} is not the id of a game"}
        assert (store.ids(deleted=True), store.changes_since(0)[0]) == ([], {})
        assert restored(store, renamed(lines, "fine")).added == ["fine"]


def test_a_game_from_elsewhere_is_purged_alone(lines: Lines) -> None:
    """Purging a game whose rows claim that it had the id of another game leaves that one as it is."""
    with memory_store(clock) as store:
        store.create("mine", FRIDAY.setup)
        restored(store, lines)
        store.create("other", FRIDAY.setup)
        store.rename("other", "last")
        for was in ("mine", "last"):
            claim = EventRow(0, clock(), GameRenamed("game", was))
            version = store.changes_since(0)[0]["game"] + 1
            store._streams.save(place_rows("game", version, [claim]), stale_error("game"))  # pyright: ignore[reportPrivateUsage]
        store.purge("game")
        assert store.ids() == ["last", "mine"]
        store.purge("last")
        assert store.changes_since(0)[0].keys() == {"mine", "+purged"}


def test_what_is_not_a_backup() -> None:
    """A text that is something else is an error that names the line."""
    with memory_store(clock) as store:
        for text, line in (
            (b"", 1),
            (b"a text", 1),
            (b'{"calimala":"backup","version":1}\n[', 2),
            (b'{"stream":"a"}', 1),
        ):
            with pytest.raises(BackupError, match=f"line {line} "):
                store.restore_backup(text.splitlines())
