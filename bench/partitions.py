"""PostgreSQL with very many rows, in one table and in partitions: whether a game still costs the same.

Two stores get synthetic games, as many rows of the usual size as a game has, one in the table that the program makes,
the other in one that PostgreSQL divides by stream. Then the program saves and loads real games in these and in an
empty one, in turn, by the clock on the wall.

``python -m bench.partitions`` prints the figures; ``--games 10000`` says how many synthetic games there are, and
``--partitions 16`` into how many parts the table is divided.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final

from bench.store import random_game
from calimala_es.game import play
from calimala_es.store import begin_game, open_store
from tests.postgres import Server

MOMENT: Final = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
ROWS: Final = 628
BYTES: Final = 45
"""The rows of a game of four, and the bytes of each."""

TRIES: Final = 100


def _synthetic(schema: str, games: int) -> tuple[str, str]:
    """Return statements that add games until there are so many."""
    return (
        (
            f"INSERT INTO {schema}.streams (name, version, place) SELECT 'synthetic-' || number, {ROWS}, number "
            f"FROM generate_series((SELECT count(*) FROM {schema}.streams), {games}) number"
        ),
        (
            f"INSERT INTO {schema}.stored_events SELECT id, place, decode(repeat('ab', {BYTES}), 'hex') "
            f"FROM (SELECT id, name FROM {schema}.streams) streams, generate_series(1, {ROWS}) place "
            "WHERE name LIKE 'synthetic-%' "
            f"AND id > (SELECT coalesce(max(stream), 0) FROM {schema}.stored_events)"
        ),
    )


def _divided(schema: str, partitions: int) -> list[str]:
    """Return statements that replace the empty table of rows by one with partitions, which are in another schema."""
    return [
        f"CREATE SCHEMA {schema}_parts",
        f"ALTER TABLE {schema}.stored_events RENAME TO whole",
        (
            f"CREATE TABLE {schema}.stored_events (stream integer, version integer, state bytea NOT NULL, "
            "PRIMARY KEY (stream, version)) PARTITION BY HASH (stream)"
        ),
        *(
            f"CREATE TABLE {schema}_parts.part_{number} PARTITION OF {schema}.stored_events "
            f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})"
            for number in range(partitions)
        ),
        f"DROP TABLE {schema}.whole",
    ]


def _filled(server: Server, games: int, partitions: int = 0) -> str:
    """Return the URL of a store with so many synthetic games, in parts if that is asked for."""
    schema = server.fresh_schema()
    url = server.url(schema)
    open_store(url, _clock).close()
    if partitions:
        server.run(*_divided(schema, partitions))
    server.run(*_synthetic(schema, games), "VACUUM ANALYZE", "CHECKPOINT")
    return url


def _clock() -> datetime:
    return MOMENT


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return (perf_counter() - started) * 1000


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.partitions", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--partitions", type=int, default=16)
    asked = parser.parse_args()
    games = [play(*random_game(seed)) for seed in range(8)]
    server = Server()
    try:
        stores = {
            "no other games": open_store(_filled(server, 0), _clock),
            f"{asked.games} other games": open_store(_filled(server, asked.games), _clock),
            f"the same in {asked.partitions} partitions": open_store(
                _filled(server, asked.games, asked.partitions), _clock
            ),
        }
        saving, loading = ({name: list[float]() for name in stores} for _ in range(2))
        for number in range(TRIES):
            new = begin_game(f"game-{number}", games[number % len(games)], MOMENT).new
            for name, store in stores.items():
                saving[name].append(_timed(partial(store.add, new)))
                loading[name].append(_timed(partial(store.load, new.id)))
        for store in stores.values():
            store.close()
    finally:
        server.stop()
    for name in stores:
        print(f"{name}: saving {_beside(saving, name)}, loading {_beside(loading, name)}")


def _beside(found: Mapping[str, Sequence[float]], name: str) -> str:
    """Return the median of the milliseconds, and beside that of the first."""
    first, own = median(next(iter(found.values()))), median(found[name])
    return f"{own:.1f} ms ({own / first:.2f})"


if __name__ == "__main__":
    main()
