"""A store whose rows were changed by somebody who knows their checksums."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from calimala_es.deck import chance_command, is_chance
from calimala_es.errors import CalimalaError
from calimala_es.game import Game, moves_from, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.notes import Comment
from calimala_es.store import Draft, Store, StoredGame, memory_store
from calimala_es.store.recorder import NAMES_ARGUMENT
from calimala_es.store.rows import CHECKSUM, seal
from calimala_es.store.store import SharedGame
from fuzz.bodies import store_clock

GAME: Final = "game"
_VALUES: Final[tuple[Any, ...]] = (
    *(0, 1, -1, 2, 9, 99, 2**31, 2**63 - 1, -(2**63), 1.5),
    *("", "?", "zz", "b", "W", "1-1", GAME, "x" * 300, b"", b"12345678"),
    *(None, True, [], {}, [[[]]], ["a"]),
)
_READ: Final = (
    *("state", "headers", "count", "changed", "next_number", "redoable", "rows", "numbers", "anchors", "times", "ids"),
    *("start", "states", "played", "game", "requests", "undo_stops", "redo_stops", "redoable_moves", "undone"),
    *("undone_moves", "was_rewritten", "last_moves", "annotations"),
)
"""What is asked of a game that was read."""

Part = list["Part"] | dict[str, "Part"] | str | bytes | float | None
Rows = dict[str, list[Any]]


@cache
def _written(*, corrected: bool) -> tuple[bytes, list[tuple[str, int, str]]]:
    """Return the rows of every stream of a game, and the names beside them: of one whose last rows are enough to show
    it, or one with all that can happen to a game.
    """
    chance = Random(11)
    game = play(shuffled_setup("bryg", chance))
    while len(game.moves) < 150:
        command = chance_command(game.state, chance) if is_chance(game.state) else chance.choice(legal(game.state))
        game = game.added(moves_from(game.state, [command]))
    with memory_store(store_clock) as store:
        stored = store.create(GAME, Game(game.setup, game.start, game.moves[:140], (("Blue", "Maria"), ("Event", "x"))))
        stored = store.append(store.undo(stored, 3), game.commands[137:])
        if corrected:
            stored = store.return_to(store.rewrite(stored, 145, game.commands[145:150], {150: 150}), 60)
        store.redo(store.undo(stored, 2), 1)
        store.annotations.add(GAME, "Anna", [Draft(3, Comment("Why not?"))])
        recorder, streams = store._streams.recorder, store.changes_since(0)[0]  # pyright: ignore[reportPrivateUsage]
        rows = {
            name: [msgspec.msgpack.decode(row[:-CHECKSUM]) for _, row in recorder.select_rows(name)] for name in streams
        }
        return msgspec.msgpack.encode(rows), recorder.select_names()


def _copied(value: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))


def _places(value: Part) -> Iterator[tuple[Any, Any]]:
    """Yield every part of a row, each as what has it and its place there."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list):
        parts = enumerate(value)
    elif isinstance(value, dict):
        parts = value.items()
    for place, part in parts:
        yield value, place
        yield from _places(part)


def changed(data: bytes) -> Rows:
    """Return the rows of a game, which the first byte chooses, with changes: six bytes each say what is done to which
    part of which row.
    """
    rows: Rows = msgspec.msgpack.decode(_written(corrected=data[:1] >= b"\x80")[0])
    for start in range(1, len(data) - 5, 6):
        what, stream, high, low, part, value = data[start : start + 6]
        every = rows[[*rows][stream % len(rows)] if stream >= 128 else GAME]
        if not every:
            continue
        place = (high << 8 | low) % len(every)
        if what < 200:
            places = [*_places(every[place])]
            if places:
                inside, at = places[part % len(places)]
                inside[at] = _copied(_VALUES[value % len(_VALUES)]) if what < 150 else value
        elif what < 220:
            del every[place]
        elif what < 240:
            every.insert(place, _copied(every[(part << 8 | value) % len(every)]))
        else:
            del every[place:]
    return rows


def stored(rows: Mapping[str, list[Any]]) -> Store:
    """Return a store with these rows, each with the right checksum."""
    store = memory_store(store_clock)
    streams = store._streams  # pyright: ignore[reportPrivateUsage]
    encoded = [
        (stream, version, seal(msgspec.msgpack.encode(row), stream, version))
        for stream, every in rows.items()
        for version, row in enumerate(every, 1)
    ]
    streams.recorder.insert_events(streams.stored_events(encoded), **{NAMES_ARGUMENT: _written(corrected=False)[1]})
    return store


def game_or_error(store: Store) -> None:
    """Check that whatever is read of a game is read, or an error of the store; that the list of games is read in any
    case; and that a game that `verify` finds sound is the same from its last rows.
    """
    assert [line.id for line in store.summaries()] in ([GAME], [])
    for ask in (store.changes, store.verify):
        try:
            ask(GAME)
        except CalimalaError:
            continue
    games: list[StoredGame] = []
    for load in (store.load, store.load_shared):
        try:
            found = load(GAME)
        except CalimalaError:
            continue
        game = found.game if isinstance(found, SharedGame) else found
        games.append(game)
        for name in _READ:
            try:
                getattr(game, name)
            except CalimalaError:
                continue
    if len(games) == 2 and not store.verify(GAME):
        assert games[0].state == games[1].state
