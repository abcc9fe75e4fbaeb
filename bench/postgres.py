"""How fast a store in PostgreSQL is beside one in a file: reading whole games, and saving decisions one by one.

The server is one of its own on this machine (``tests.postgres``), which does not wait for the disk (``fsync=off``), as
a file does not with ``synchronous=NORMAL``. The two take turns in one run. No goal: PostgreSQL is for several
machines, and each of its answers is a round trip.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.harness import Contender, Figure, Lap, MissingContenderError, beside, race, timed
from bench.store import MOMENT, random_game
from calimala_es.game import play
from calimala_es.store import Store, open_store
from tests.postgres import Server, program_folder

GAMES: Final = 6


def _reading(store: Store, ids: list[str], events: int) -> Contender:
    return lambda: timed(lambda: [store.load(id) for id in ids], events, perf_counter)


def _saving(store: Store) -> Contender:
    turn = iter(range(1_000_000))
    setup, commands = random_game(1)

    def lap() -> Lap:
        game = store.create(f"saved-{next(turn)}", setup)

        def save() -> None:
            nonlocal game
            for command in commands:
                game = store.append(game, command)

        return timed(save, len(commands), perf_counter)

    return lap


def figures(rounds: int) -> Iterator[Figure]:
    """Measure reading and saving; raise ``MissingContenderError`` where no PostgreSQL server is installed."""
    if program_folder() is None:
        raise MissingContenderError("no PostgreSQL server is installed (Debian: apt install postgresql)")
    server = Server()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            open_store(Path(folder) / "games.db", lambda: MOMENT) as file,
            open_store(server.fresh_url(), lambda: MOMENT) as database,
        ):
            stores = (database, file)
            ids = [f"game-{seed}" for seed in range(GAMES)]
            events = 0
            for seed, id in enumerate(ids):
                setup, commands = random_game(seed)
                for store in stores:
                    store.create(id, play(setup, commands))
                events += file.load(id).version
            ours, theirs = race([_reading(store, ids, events) for store in stores], rounds)
            yield beside("store in PostgreSQL: rebuild", "events/s", "store in a file", ours, theirs)
            ours, theirs = race([_saving(store) for store in stores], rounds)
            yield beside("store in PostgreSQL: append", "commands/s", "store in a file", ours, theirs)
    finally:
        server.stop()
