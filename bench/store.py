"""How fast the store is beside plain SQLite: rebuilding games and appending commands.

Contenders take turns in one run and medians are compared. The floor of rebuilding selects the same rows with
``sqlite3``, decodes them in one go and folds the same events; that of appending writes the same rows, ready made, into
the same tables with the same settings, one transaction a command, while the store also decides each command.
``python -m bench.store`` prints the figures.
"""

import random
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple, cast

import msgspec

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

_STREAM: Final = "SELECT id FROM streams WHERE name=?"
_SELECT: Final = "SELECT state FROM stored_events WHERE key BETWEEN ? AND ? ORDER BY key"
_BEGIN_STREAM: Final = "INSERT INTO streams VALUES (?, ?, 0, 0)"
_EXTEND: Final = "UPDATE streams SET version=?, place=(SELECT MAX(place) + 1 FROM streams) WHERE name=?"
_INSERT: Final = "INSERT INTO stored_events VALUES (?,?)"
_DECODER: Final = msgspec.msgpack.Decoder(list[EventRow])

Row = tuple[int, bytes]


class Figure(NamedTuple):
    """One comparison: seconds a unit of ours and of the floor, and which part of the floor's speed is reached."""

    name: str
    unit: str
    ours: float
    floor: float
    goal: float

    @property
    def ratio(self) -> float:
        """Return our speed as a fraction of the floor's."""
        return self.floor / self.ours

    def __str__(self) -> str:
        """Return one line of the report."""
        speeds = f"{1 / self.ours:12,.0f} {self.unit}/s of {1 / self.floor:12,.0f}"
        return f"{self.name:10} {speeds}: {self.ratio:5.0%} (goal {self.goal:.0%})"


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


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def _in_turn(contenders: list[Callable[[], float]], rounds: int) -> list[float]:
    """Return the median seconds of each contender, which take turns."""
    times: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for found, contender in zip(times, contenders, strict=True):
            found.append(contender())
    return [median(found) for found in times]


def _plain_rebuild(connection: sqlite3.Connection, id: str) -> State:
    ((stream,),) = connection.execute(_STREAM, (id,))
    rows = connection.execute(_SELECT, (stream << VERSION_BITS, (stream + 1) << VERSION_BITS)).fetchall()
    bodies = [data[:-CHECKSUM] for (data,) in rows]
    decoded = _DECODER.decode(b"".join((b"\xdd", len(rows).to_bytes(4, "big"), *bodies)))
    events = [row.event for row in decoded]
    created = cast("GameCreated", events[0])
    return fold(initial(created.setup), cast("list[Event]", events[1:]))


def rebuild(folder: Path, games: int = GAMES, rounds: int = ROUNDS) -> Figure:
    """Measure whole games read from the file and folded, per event."""
    path = folder / "rebuild.db"
    ids = [f"game-{seed}" for seed in range(games)]
    with open_store(path, _clock) as store:
        events = 0
        for seed, id in enumerate(ids):
            setup, commands = random_game(seed)
            events += store.create(id, play(setup, commands)).version
        plain = sqlite3.connect(path)
        assert all(_plain_rebuild(plain, id) == store.load(id).state for id in ids)
        ours, floor = _in_turn(
            [
                lambda: _timed(lambda: [store.load(id) for id in ids]),
                lambda: _timed(lambda: [_plain_rebuild(plain, id) for id in ids]),
            ],
            rounds,
        )
        plain.close()
    return Figure("rebuild", "events", ours / events, floor / events, 0.70)


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
    started = perf_counter()
    for command in commands:
        game = store.append(game, command)
    return perf_counter() - started


def _plain_append(connection: sqlite3.Connection, stream: int, batches: list[list[Row]]) -> float:
    first, name = stream << VERSION_BITS, f"g-{stream}"
    batches = [[(first + version, state) for version, state in batch] for batch in batches]
    connection.execute(_BEGIN_STREAM, (stream, name))
    started = perf_counter()
    for batch in batches:
        connection.execute("BEGIN")
        connection.execute(_EXTEND, (batch[-1][0] - first, name))
        connection.executemany(_INSERT, batch)
        connection.execute("COMMIT")
    return perf_counter() - started


def append(folder: Path, games: int = GAMES, rounds: int = ROUNDS) -> Figure:
    """Measure commands saved one by one, per command."""
    played = [_batches(seed) for seed in range(games)]
    commands = sum(len(game[1]) for game in played)
    open_store(folder / "plain.db", _clock).close()
    plain = sqlite3.connect(folder / "plain.db", isolation_level=None)
    plain.execute("PRAGMA journal_mode=WAL")
    plain.execute("PRAGMA synchronous=NORMAL")
    turn = iter(range(1_000_000))
    with open_store(folder / "append.db", _clock) as store:

        def ours() -> float:
            return sum(_append_all(store, f"g-{next(turn)}", setup, given) for setup, given, _ in played)

        def floor() -> float:
            return sum(_plain_append(plain, next(turn), batches) for _, _, batches in played)

        seconds = _in_turn([ours, floor], rounds)
    plain.close()
    return Figure("append", "commands", seconds[0] / commands, seconds[1] / commands, 0.45)


def figures(games: int = GAMES, rounds: int = ROUNDS) -> list[Figure]:
    """Measure both comparisons, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [rebuild(folder, games, rounds), append(folder, games, rounds)]


if __name__ == "__main__":
    for figure in figures():
        print(figure)
