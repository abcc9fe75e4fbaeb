"""Positions are stored now and then, so that the end of a long game is known without folding all that came before."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from calimala_es.game import Game
from calimala_es.store import Access, StoredGame, open_store
from calimala_es.store.rows import seal
from replays.service.access import Principal, Right
from replays.service.api.snapshot import snapshot
from replays.service.visibility.game_views import CachedGame
from replays.service.visibility.moments import moment_at, position_at
from tests.stores.places import clock
from tests.strategies import AT_THE_TABLE, MIXED, WITH_MISTAKES, Playout

FRIDAY = Playout(4, 11)
RIGHTS = (Principal(Right.LOOK), Principal(Right.CLAIM, 1), Principal(Right.RECORD))


def begins_late(stored: StoredGame) -> bool:
    """Return whether a game was folded from a stored position."""
    return stored.last_moves.before > 0


def answer(stored: StoredGame, principal: Principal) -> object:
    """Return what somebody's phone shows of a game, and where its position is."""
    view = CachedGame(stored, Access("public", names_shown=True), [{}, {}, {}, {}]).view(principal)
    rights = stored if principal.may(Right.RECORD) else None
    return snapshot(view, view.names_in(), rights, has_table=True), position_at(view, "")


@pytest.mark.parametrize(("record", "part"), [(AT_THE_TABLE, 0.7), (MIXED, 1), (WITH_MISTAKES, 0.7)])
def test_a_game_from_the_store_is_the_same(record: str, part: float, tmp_path: Path) -> None:
    """A game that is folded from a stored position has the same positions and moves, and everybody is shown the same of
    it as of one that was folded from its start, after an undo as well.
    """
    game = Playout(4, 3, record).game
    count = int(len(game.moves) * part)
    played = Game(game.setup, game.start, game.moves[:count])
    with open_store(tmp_path / "games.db", clock) as store:
        whole = store.create("game", played)
        assert (begins_late(store.load("game")), begins_late(whole)) == (True, False)
        for principal in RIGHTS:
            assert answer(store.load("game"), principal) == answer(whole, principal)
            view = CachedGame(whole, Access("public", names_shown=True), [{}, {}, {}, {}]).view(principal)
            moment = moment_at(view, "")
            assert position_at(view, "") == (moment.place, moment.state)
        stored = store.load("game")
        last = stored.last_moves
        assert last.game.moves == played.moves[last.before :]
        assert last.total == stored.count == count
        assert [*last.earlier()] == [event for move in played.moves[: last.before] for event in move.events]
        assert stored.played == store.load("game").played == played
        assert [*stored.states] == [*played.states]
        undone = store.undo(stored, 20)
        assert (undone.state, undone.redoable) == (played.state_at(count - 20), 20)
        assert store.redo(undone, 20).state == played.state
        assert store.verify("game") == []


def test_a_game_goes_on_from_a_stored_position(tmp_path: Path) -> None:
    """Decisions that are appended to a game from the store make the game that they make of any other."""
    game = FRIDAY.game
    with open_store(tmp_path / "games.db", clock) as store:
        store.create("game", Game(game.setup, game.start, game.moves[:-9]))
        loaded = store.load("game")
        for move in game.moves[-9:]:
            loaded = store.append(loaded, move.command)
            assert begins_late(loaded)
            assert loaded.last_moves.game.moves[-1] == move
        assert (loaded.played, loaded.rows) == (game, store.load("game").rows)
        assert store.rename(loaded, "other").last_moves[:2] == loaded.last_moves[:2]


def test_events_are_believed_over_a_position(tmp_path: Path) -> None:
    """A stored position that the digest beside it does not prove changes nothing; `verify` reports it, and one with
    other hidden cards, which no digest proves.
    """
    path = tmp_path / "games.db"
    with open_store(path, clock) as store:
        whole = store.create("game", FRIDAY.game)
    assert 3 <= change_positions(path, "turn", 99) <= 5
    with open_store(path, clock) as store:
        loaded = store.load("game")
        assert (loaded.state, begins_late(loaded)) == (whole.state, False)
    change_positions(path, "frames", [])
    with open_store(path, clock) as store:
        assert store.load("game").state == whole.state
    change_positions(path, "pool", "?")
    with open_store(path, clock) as store:
        assert {difference.kind for difference in store.verify("game")} == {"position"}


def change_positions(path: Path, part: str, value: object) -> int:
    """Put another value into every stored position, or another count beside it, with the right checksums; return how
    many there are.
    """
    connection = sqlite3.connect(path)
    changed: list[tuple[bytes, int]] = []
    for key, data in connection.execute("SELECT key, state FROM stored_events ORDER BY key"):
        row = msgspec.msgpack.decode(data[:-4])
        if len(row) == 7:
            if part == "count":
                row[6] = value
            else:
                row[5][part] = value
            changed.append((seal(msgspec.msgpack.encode(row), "game", key & 0xFFFFF), key))
    with connection:
        connection.executemany("UPDATE stored_events SET state=? WHERE key=?", changed)
    connection.close()
    return len(changed)
