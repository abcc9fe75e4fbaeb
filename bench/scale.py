"""How a store grows: the size of a game, and commands on one game among many.

A game of four is saved again and again under other ids. Sizes are those of the whole store, tables and indexes; times
are the medians of several runs of the command line inside this process, in stores of different sizes in turn, so that a
busy machine slows all alike. The games that are imported all differ: dated ones have a day each, the others the same
one or none.

``python -m bench.scale`` prints the figures; ``--games 1 1000 10000`` says how many games the stores have,
``--imported 500`` how many are imported, ``--checked 25 100`` how many ``check --all`` checks.
"""

import argparse
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final

from click.testing import CliRunner
from msgspec.structs import replace

from bench.store import random_game
from calimala_es.game import play
from calimala_es.headers import DATE
from calimala_es.store import begin_game, open_store
from cli.main import calimala
from notation import dumps
from notation.files.index import source_of
from notation.files.scan import scan_games
from notation.reader.games import read_game
from tests.postgres import Server, program_folder

MOMENT: Final = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
ONE: Final = "one"
ROUNDS: Final = 7
DIFFERENT: Final = 8
"""How many different games a store is filled with."""

COMMANDS: Final[dict[str, tuple[list[str], str]]] = {
    "show ID": (["show", ONE], ""),
    "show, start of the id": (["show", "on"], ""),
    "show last": (["show", "last"], ""),
    "check ID": (["check", ONE], ""),
    "record ID": (["record", ONE], "\n"),
}
"""Commands about one game, and what they read."""


def _clock() -> datetime:
    return MOMENT


def _run(location: str, arguments: Sequence[str], given: str = "") -> float:
    """Return the seconds of one command line, which must succeed."""
    runner = CliRunner(env={"CALIMALA_STORE": location})
    started = perf_counter()
    result = runner.invoke(calimala, [*arguments], input=given)
    seconds = perf_counter() - started
    assert result.exit_code in (0, 1), result.output
    return seconds


def _fill(location: Path | str, games: int) -> None:
    """Save so many games, the last one with the id ``one``, and look at them once."""
    played = [play(*random_game(seed)) for seed in range(min(games, DIFFERENT))]
    with open_store(location, _clock) as store:
        for number in range(games - 1):
            store.create(f"g-{number:07}", played[number % len(played)])
        store.create(ONE, played[0])
        store.summaries()


def _size_of(path: Path, games: int) -> float:
    """Return the bytes of a game in a file whose log was emptied."""
    with open_store(path, _clock) as store:
        store.summaries()
    return path.stat().st_size / games


def print_sizes(folder: Path, games: int = 200) -> None:
    """Print the bytes of a game of four, in a file and in PostgreSQL."""
    path = folder / "size.sqlite"
    _fill(path, games)
    print(f"bytes a game of four, in a file: {_size_of(path, games):,.0f}")
    if program_folder() is None:
        return
    server = Server()
    try:
        url = server.fresh_url()
        schema = url.rpartition("%3D")[2]
        _fill(url, games)
        ((size,),) = server.run(
            "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
            f"WHERE nspname = '{schema}' AND relkind = 'r'"
        )
        print(f"bytes a game of four, in PostgreSQL: {int(size) / games:,.0f}")
    finally:
        server.stop()


def print_commands(folder: Path, sizes: Sequence[int]) -> None:
    """Print the time of commands about one game in stores of so many games, and beside the smallest."""
    paths = {games: folder / f"{games}.sqlite" for games in sizes}
    for games, path in paths.items():
        started = perf_counter()
        _fill(path, games)
        print(f"{games} games saved in {perf_counter() - started:.1f} s")
    for name, (arguments, given) in COMMANDS.items():
        times: dict[int, list[float]] = {games: [] for games in sizes}
        for turn in range(ROUNDS + 1):
            for games, path in paths.items():
                seconds = _run(str(path), arguments, given)
                if turn:
                    times[games].append(seconds)
        medians = {games: median(found) for games, found in times.items()}
        shown = ", ".join(
            f"{games}: {seconds * 1000:.0f} ms ({seconds / medians[sizes[0]]:.2f})"
            for games, seconds in medians.items()
        )
        print(f"{name:22} {shown}")


def print_imports(folder: Path, games: int) -> None:
    """Print the time of importing games that have a day each, one day, or none, and beside the first."""
    played = [play(*random_game(seed)) for seed in range(games)]
    first = date(1990, 1, 1)
    ways: dict[str, list[str]] = {
        "a day each": [f"{first + timedelta(number):%Y.%m.%d}" for number in range(games)],
        "one day": ["2026.11.20"] * games,
        "no date": [""] * games,
    }
    usual = 0.0
    for number, (way, days) in enumerate(ways.items()):
        texts = [
            dumps(replace(game, headers=((DATE, day),) if day else ())) for game, day in zip(played, days, strict=True)
        ]
        path = folder / f"import-{number}.cgn"
        path.write_text("\n".join(texts), encoding="utf-8")
        seconds = _run(str(path.with_suffix(".sqlite")), ["import", str(path)])
        usual = usual or seconds
        print(f"import of {games}, {way}: {seconds / games * 1000:.1f} ms a game ({seconds / usual:.2f})")
    again = _run(str(folder / "import-0.sqlite"), ["import", str(folder / "import-0.cgn")])
    print(f"import of {games}, all known: {again / games * 1000:.1f} ms a game ({again / usual:.2f})")


def print_parts(folder: Path, games: int) -> None:
    """Print the processor's time for the parts of importing a game: what any process can do, and saving."""
    texts = [dumps(play(*random_game(seed))) for seed in range(games)]
    passages = [*scan_games("\n".join(texts).encode())]
    with open_store(folder / "parts.sqlite", _clock) as store:
        times = [process_time()]
        readings = [read_game(source_of(passage, "games.cgn")) for passage in passages]
        times.append(process_time())
        prepared = [
            begin_game(f"g-{number}", reading.game, MOMENT).new
            for number, reading in enumerate(readings)
            if reading.game
        ]
        times.append(process_time())
        for new in prepared:
            store.add(new)
        times.append(process_time())
    for part, (begun, ended) in zip(("reading", "preparing", "saving"), pairwise(times), strict=True):
        print(f"import of {games}, {part}: {(ended - begun) / games * 1000:.1f} ms of the processor a game")
    rows = sum(len(new.rows) for new in prepared) / games
    print(f"import of {games}, rows a game: {rows:.0f}")


def print_checks(folder: Path, sizes: Sequence[int]) -> None:
    """Print the time of ``check --all`` in stores of so many games, and a game's beside the smallest."""
    usual = 0.0
    for games in sizes:
        path = folder / f"check-{games}.sqlite"
        _fill(path, games)
        each = _run(str(path), ["check", "--all"]) / games
        usual = usual or each
        print(f"check --all of {games}: {each * 1000:.1f} ms a game ({each / usual:.2f})")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=[1, 1000, 10_000])
    parser.add_argument("--imported", type=int, default=500)
    parser.add_argument("--checked", type=int, nargs="*", default=[25, 100])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print_sizes(folder)
        if asked.games:
            print_commands(folder, asked.games)
        if asked.imported:
            print_imports(folder, asked.imported)
            print_parts(folder, asked.imported)
        if asked.checked:
            print_checks(folder, asked.checked)


if __name__ == "__main__":
    main()
