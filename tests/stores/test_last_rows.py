"""A game of which only the last rows were read is the game that all rows make."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from calimala_es.errors import GameNotFoundError, NothingToUndoError, StoreError
from calimala_es.game import Game
from calimala_es.notes import Comment
from calimala_es.store import Draft, Store, StoredGame, memory_store, open_store, seen_version
from calimala_es.store.rows import COUNTED
from calimala_es.view import PUBLIC
from tests import profiles
from tests.stores.places import ALL, Clock, clock, fresh_store
from tests.stores.test_positions import FRIDAY, RIGHTS, answer, change_positions
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, WITH_MISTAKES, Playout

KINDS: Final = [(3, KNOWN), (4, MIXED), (2, AT_THE_TABLE), (4, WITH_MISTAKES), (5, KNOWN)]
"""How many players games have, and how much is known of their cards."""

SEEDS: Final = 10

EASY: Final = ("id", "version", "state", "headers", "count", "changed", "next_number", "is_deleted", "is_renamed",
               "was_corrected", "was_observed", "redoable")  # fmt: skip
"""What the last rows say, or a few words about those before."""

REST: Final = ("rows", "numbers", "anchors", "times", "ids", "created", "start", "states", "played", "game", "requests",
               "undo_stops", "redo_stops", "redoable_moves", "undone", "undone_moves", "was_rewritten")  # fmt: skip
"""What needs all rows."""


def is_late(game: StoredGame) -> bool:
    """Return whether a game was made of its last rows."""
    return game._ending.unread is not None  # pyright: ignore[reportPrivateUsage]


def is_unread(game: StoredGame) -> bool:
    """Return whether the first rows of a game have not been read yet."""
    unread = game._ending.unread  # pyright: ignore[reportPrivateUsage]
    return unread is not None and unread._rows is None  # pyright: ignore[reportPrivateUsage]


def late(store: Store, id: str = "game") -> StoredGame:
    """Return a game as the service reads it."""
    return store.load_shared(id).game


def check_same(store: Store, random: Random, *, answers: bool) -> bool:
    """Check that a game from its last rows says what the whole game says, whatever is asked first; return whether it
    was one.
    """
    whole, game = store.load("game"), late(store)
    was_unread = is_unread(game)
    assert [getattr(game, name) for name in EASY] == [getattr(whole, name) for name in EASY]
    assert [seen_version(game, viewer) for viewer in (PUBLIC, 0)] == [
        seen_version(whole, viewer) for viewer in (PUBLIC, 0)
    ]
    assert game.plain_count() == whole.plain_count()
    last = game.last_moves
    assert last.game.moves == whole.played.moves[last.before :]
    assert is_unread(game) is was_unread or game.redoable
    if answers:
        for principal in RIGHTS:
            assert answer(late(store), principal) == answer(StoredGame.of(whole.rows, whole.states), principal)
    for name in random.sample(REST, len(REST)):
        assert getattr(game, name) == getattr(whole, name), name
    events = [event for move in whole.played.moves[: last.before] for event in move.events]
    assert [*last.earlier()] == events
    assert (game.history.changes, [*game.annotations]) == (whole.history.changes, [*whole.annotations])
    return is_late(game)


def change(store: Store, game: StoredGame, played: Game, random: Random) -> None:
    """Do something to a game that goes as ``played``: mostly, more of it is recorded."""
    count = game.count
    kind = random.choice(("append", "append", "append", "undo", "redo", "rewrite", "return", "headers", "note"))
    if kind == "append":
        moves = played.moves[count : count + random.choice((2, 20, 60))]
        store.append(game, [move.command for move in moves])
    elif kind == "undo":
        store.undo(game, random.randint(1, random.choice((4, 60))))
    elif kind == "redo":
        store.redo(game)
    elif kind == "rewrite" and random.random() < 0.1:
        since = random.randint(0, count)
        store.rewrite(game, since, [move.command for move in played.moves[since:count]], {count: count})
    elif kind == "return" and random.random() < 0.1:
        store.return_to(game, random.randint(1, game.version))
    elif kind == "headers":
        store.correct_headers(game, {"Place": f"{random.random()}"})
    elif kind == "note":
        store.annotations.add(game, "Anna", [Draft(random.randint(0, count), Comment("Hm."))])


@pytest.mark.parametrize("kind", profiles.few(KINDS, 2))
@pytest.mark.parametrize("seed", range(SEEDS) if profiles.is_long() else [3])
def test_the_last_rows_make_the_same_game(kind: tuple[int, str], seed: int) -> None:
    """Whatever was done to a game, its last rows make the game that all rows make, and everybody is shown the same."""
    players, record = kind
    played, random = Playout(players, seed, record).game, Random(seed)
    checked: list[bool] = []
    with memory_store(Clock()) as store:
        store.create("game", Game(played.setup, played.start, played.moves[: random.choice((140, 200))]))
        for number in range(60 if profiles.is_long() else 12):
            game = late(store) if random.random() < 0.5 else store.load("game")
            with suppress(NothingToUndoError):
                change(store, game, played, random)
            if profiles.is_long() or number % 4 == 3:
                checked.append(check_same(store, random, answers=profiles.is_long() or number == 11))
        assert store.verify("game") == []
    assert any(checked) or record == WITH_MISTAKES


@pytest.mark.parametrize("place", ALL)
def test_the_last_rows_are_found(place: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Every kind of store returns the first row and those from the last one with a count on, or only the first."""
    with fresh_store(request, place, tmp_path, clock) as store:
        game = store.create("game", FRIDAY.game)
        store.create("other", FRIDAY.game)
        store.create("short", FRIDAY.setup)
        recorder = store._streams.recorder  # pyright: ignore[reportPrivateUsage]
        counted = [row.originator_version for row in game.rows if row.count is not None]
        assert len(counted) >= 3
        for least in (0, 48, game.version - counted[-1], game.version - counted[-1] + 1, game.version - counted[0] + 1):
            since = max((version for version in counted if version <= game.version - least), default=game.version + 1)
            versions = [version for version, _ in recorder.select_last("game", COUNTED, least)]
            assert versions == [1, *range(since, game.version + 1)]
        assert recorder.select_last("short", COUNTED, 48) == recorder.select_rows("short")
        assert recorder.select_last("nobody", COUNTED, 48) == []
        assert (late(store).rows, is_late(late(store)), is_late(late(store, "short"))) == (game.rows, True, False)


def test_every_way_into_a_store_counts(tmp_path: Path) -> None:
    """The rows of a game that was recorded decision by decision, renamed, copied or restored are counted as well."""
    with open_store(tmp_path / "games.db", clock) as store, memory_store(clock) as copy, memory_store(clock) as other:
        game = store.create("game", FRIDAY.setup)
        for first in range(0, len(FRIDAY.game.moves), 30):
            game = store.append(game, FRIDAY.game.commands[first : first + 30])
        assert is_late(late(store))
        store.rename("game", "club-game")
        store.copy_to(copy)
        other.restore_backup(store.backup())
        for place in (store, copy, other):
            assert is_late(late(place, "club-game"))
            assert late(place, "club-game").played.commands == FRIDAY.game.commands
            assert place.verify("club-game") == []


def damage(path: Path, version: int) -> None:
    """Change a byte of a row of the only game of a file."""
    with closing(sqlite3.connect(path)) as connection, connection:
        key, state = connection.execute(
            "SELECT key, state FROM stored_events WHERE key & 0xFFFFF = ?", (version,)
        ).fetchone()
        connection.execute("UPDATE stored_events SET state = ? WHERE key = ?", (state[:-6] + b"??" + state[-4:], key))


def test_damage_is_found_wherever_it_is(tmp_path: Path) -> None:
    """A damaged row is named when it is read, early or late, and by `verify`; a game with one is never another game."""
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        whole = store.create("game", FRIDAY.game)
    damage(path, 9)
    with open_store(path, clock) as store:
        game = late(store)
        assert (game.state, is_late(game)) == (whole.state, True)
        for ask in (lambda: game.played, lambda: game.rows, lambda: store.append(game, ()).numbers):
            with pytest.raises(StoreError, match=r"game: row 9 is damaged"):
                ask()
        assert (9, "row") in {(difference.version, difference.kind) for difference in store.verify("game")}
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE stored_events SET state = 'text' WHERE key & 0xFFFFF = ?", (whole.version - 2,))
    with open_store(path, clock) as store, pytest.raises(StoreError, match=r"game: row 9 is damaged"):
        late(store)


@pytest.mark.parametrize(("part", "value"), [("count", 70), ("pool", "?")])
def test_a_wrong_position_is_damage(part: str, value: object, tmp_path: Path) -> None:
    """A count, or hidden cards, that earlier rows do not come to are reported by `verify`, and are an error as soon as
    these rows are read.
    """
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        store.create("game", FRIDAY.game)
    assert change_positions(path, part, value) >= 3
    with open_store(path, clock) as store:
        game = late(store)
        assert is_unread(game)
        assert {difference.kind for difference in store.verify("game")} == {"position"}
        with pytest.raises(StoreError, match=r"game: row \d+ has a position that the rows before it do not lead to"):
            _ = game.played


def test_a_game_that_was_purged_meanwhile() -> None:
    """Where a game was erased since its last rows were read, the others are not found."""
    with memory_store(clock) as store:
        store.create("game", FRIDAY.game)
        game = late(store)
        store.purge("game")
        with pytest.raises(GameNotFoundError):
            _ = game.played
