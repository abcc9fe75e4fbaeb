"""How fast the store is beside plain SQLite: rebuilding games and appending commands.

The floor of rebuilding selects the same rows with ``sqlite3``, decodes them in one go and folds the same events; one
game is read after the other, and each is gone before the next. The floor of appending writes the same rows, ready made,
into the same tables with the same settings, one transaction a command, while the store also decides each command; the
clock is the processor's there too, since both wait for the disk equally long.
``python -m bench.store`` prints the figures.
"""

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Final, cast

import msgspec

from bench.harness import Figure, Lap, beside, cells, race, timed
from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.events import Event
from calimala_es.evolve import fold
from calimala_es.game import play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store import Store, memory_store, open_store
from calimala_es.store.row_events import GameCreated
from calimala_es.store.rows import CHECKSUM, EventRow, RowMapper
from calimala_es.store.sqlite import VERSION_BITS

COLOURS: Final = "bryg"
MOMENT: Final = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
GAMES: Final = 12
ROUNDS: Final = 9
RIVAL: Final = "plain sqlite3"

_STREAM: Final = "SELECT id FROM streams WHERE name=?"
_SELECT: Final = "SELECT state FROM stored_events WHERE key BETWEEN ? AND ? ORDER BY key"
_BEGIN_STREAM: Final = "INSERT INTO streams VALUES (?, ?, 0, 0)"
_EXTEND: Final = "UPDATE streams SET version=?, place=(SELECT MAX(place) + 1 FROM streams) WHERE name=?"
_INSERT: Final = "INSERT INTO stored_events VALUES (?,?)"
_DECODER: Final = msgspec.msgpack.Decoder(list[EventRow])

Row = tuple[int, bytes]


def random_game(seed: int) -> tuple[Setup, list[Command]]:
    """Return a whole legal game: every decision at random, every card known."""
    chance = random.Random(seed)
    setup = shuffled_setup(COLOURS, chance)
    state = initial(setup)
    commands: list[Command] = []
    while not state.is_over:
        command = chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))
        _, state = step(state, command)
        commands.append(command)
    return setup, commands


def _clock() -> datetime:
    return MOMENT


def _plain_rebuild(connection: sqlite3.Connection, id: str) -> State:
    ((stream,),) = connection.execute(_STREAM, (id,))
    rows = connection.execute(_SELECT, (stream << VERSION_BITS, (stream + 1) << VERSION_BITS)).fetchall()
    bodies = [data[:-CHECKSUM] for (data,) in rows]
    decoded = _DECODER.decode(b"".join((b"\xdd", len(rows).to_bytes(4, "big"), *bodies)))
    events = [row.event for row in decoded]
    created = cast("GameCreated", events[0])
    return fold(initial(created.setup), cast("list[Event]", events[1:]))


def rebuild(folder: Path, games: int, rounds: int) -> Figure:
    """Measure games read from the file and folded from the start, per event."""
    path = folder / "rebuild.db"
    ids = [f"game-{seed}" for seed in range(games)]
    with open_store(path, _clock) as store:
        events = 0
        for seed, id in enumerate(ids):
            setup, commands = random_game(seed)
            events += store.create(id, play(setup, commands)).version
        plain = sqlite3.connect(path)
        assert all(_plain_rebuild(plain, id) == store.load(id).state for id in ids)

        def each(read: Callable[[str], object]) -> Lap:
            def lap() -> None:
                for id in ids:
                    read(id)

            return timed(lap, events)

        ours, floor = race(
            [lambda: each(lambda id: store.load(id).states), lambda: each(lambda id: _plain_rebuild(plain, id))], rounds
        )
        plain.close()
    return beside("store: rebuild", "events/s", RIVAL, ours, floor, goal=0.70)


def _batches(seed: int) -> tuple[Setup, list[Command], list[list[Row]]]:
    """Return a game and its rows, those of each command in one list."""
    setup, commands = random_game(seed)
    mapper = RowMapper()
    batches: list[list[Row]] = []
    with memory_store(_clock) as store:
        game = store.create("game", setup)
        for command in commands:
            before = game.version
            game = store.append(game, command)
            rows = [mapper.to_stored_event(row) for row in game.rows[before:]]
            batches.append([(row.originator_version, row.state) for row in rows])
    return setup, commands, batches


def _append_all(store: Store, id: str, setup: Setup, commands: list[Command]) -> float:
    game = store.create(id, setup)
    started = process_time()
    for command in commands:
        game = store.append(game, command)
    return process_time() - started


def _plain_append(connection: sqlite3.Connection, stream: int, batches: list[list[Row]]) -> float:
    first, name = stream << VERSION_BITS, f"g-{stream}"
    batches = [[(first + version, state) for version, state in batch] for batch in batches]
    connection.execute(_BEGIN_STREAM, (stream, name))
    started = process_time()
    for batch in batches:
        connection.execute("BEGIN")
        connection.execute(_EXTEND, (batch[-1][0] - first, name))
        connection.executemany(_INSERT, batch)
        connection.execute("COMMIT")
    return process_time() - started


def append(folder: Path, games: int, rounds: int) -> Figure:
    """Measure commands saved one by one, per command."""
    played = [_batches(seed) for seed in range(games)]
    commands = sum(len(game[1]) for game in played)
    open_store(folder / "plain.db", _clock).close()
    plain = sqlite3.connect(folder / "plain.db", isolation_level=None)
    plain.execute("PRAGMA journal_mode=WAL")
    plain.execute("PRAGMA synchronous=NORMAL")
    turn = iter(range(1_000_000))
    with open_store(folder / "append.db", _clock) as store:

        def ours() -> Lap:
            return Lap(commands, sum(_append_all(store, f"g-{next(turn)}", *game[:2]) for game in played))

        def floor() -> Lap:
            return Lap(commands, sum(_plain_append(plain, next(turn), batches) for _, _, batches in played))

        speeds = race([ours, floor], rounds)
    plain.close()
    return beside("store: append", "commands/s", RIVAL, *speeds, goal=0.45)


def figures(rounds: int, games: int = GAMES) -> Iterator[Figure]:
    """Measure both comparisons, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        yield rebuild(Path(name), games, rounds)
        yield append(Path(name), games, rounds)


if __name__ == "__main__":
    for figure in figures(ROUNDS):
        print(*cells(figure))
