"""``python -m bench``: every measurement, or the chosen ones."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import (
    analysis,
    annotated,
    files,
    judged,
    library,
    playouts,
    postgres,
    replay,
    service,
    service_page,
    share,
    startup,
    store,
    stranger,
    text,
)
from bench.harness import Figure, Line, Missing, MissingContenderError, machine, markdown


class Subject(NamedTuple):
    """One subject of measurement."""

    about: str
    figures: Callable[[int], Iterable[Line]]


def _store(rounds: int) -> Iterator[Figure]:
    """Yield the figures of the store, compared with a floor, in units per second."""
    for figure in store.figures(rounds=rounds):
        ours, floor = 1 / figure.ours, 1 / figure.floor
        yield Figure(
            f"store: {figure.name}", f"{figure.unit}/s", ours, "plain sqlite3", floor, figure.ratio, figure.goal
        )


SUBJECTS: Final = {
    "playouts": Subject("whole random games, beside catanatron's random players", playouts.figures),
    "judge": Subject("every decision of a game judged, beside the time it may take", judged.figures),
    "replay": Subject("checked replay and trusted fold, beside python-chess", replay.figures),
    "analysis": Subject("a full analysis of a game, beside its replay", analysis.figures),
    "text": Subject("reading and writing games, beside python-chess and pgn-read; their length", text.figures),
    "annotated": Subject("reading games with notes and variations, beside python-chess", annotated.figures),
    "share": Subject("share codes: their length beside what is in a game; making and reading them", share.figures),
    "files": Subject("large files: headers, tokens, damaged text, memory", files.figures),
    "library": Subject("importing, building and asking, beside reading alone and plain SQLite", library.figures),
    "store": Subject("rebuilding games and appending commands, beside plain sqlite3", _store),
    "postgres": Subject("a store in PostgreSQL, beside one in a file", postgres.figures),
    "service": Subject("the service beside a starlette hello-world; followers", service.figures),
    "page": Subject(
        "the page of a game in Chromium: its size, its first board, and how it plays", service_page.figures
    ),
    "stranger": Subject("a table that records while another address does its worst", stranger.figures),
    "startup": Subject("calimala --help, beside python -c 'import chess.pgn'", startup.figures),
}
"""What can be measured, in the order of the report."""

ROUNDS: Final = 15

DESCRIPTION: Final = """\
Measure Calimala beside other programs.

Contenders take turns in one run (ours, theirs, ours, theirs, ...) and the
median of the rounds' ratios counts, so a busy machine slows all alike. A ratio
above 1 says that ours is better. Only decisions with more than one
option count as ours, unless a line says otherwise.
"""

EPILOG: Final = """\
examples:
  python -m bench
  python -m bench --only replay --only text --rounds 15
  python -m bench --only files --megabytes 1000
  python -m bench --json figures.json
  python -m bench --markdown bench/results.md     how that file is made

The other programs come with `pip install '.[bench]'`; a subject whose rivals
are not installed says so, and the others are measured all the same.

exit codes: 0 measured, whatever the figures; 2 asked for something unknown.
"""


def _arguments(arguments: list[str]) -> argparse.Namespace:
    subjects = "\n".join(f"  {name:<10}{subject.about}" for name, subject in SUBJECTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=f"{DESCRIPTION}\nsubjects:\n{subjects}",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", metavar="NAME", action="append", choices=[*SUBJECTS], help="one subject; may be given several times"
    )
    parser.add_argument(
        "--rounds", metavar="N", type=_positive, default=ROUNDS, help=f"how many turns each takes (default {ROUNDS})"
    )
    parser.add_argument(
        "--megabytes",
        metavar="N",
        type=_positive,
        default=files.MEGABYTES,
        help=f"how large the largest file is that files makes (default {files.MEGABYTES})",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=_positive,
        default=library.GAMES,
        help=f"how many games the library has (default {library.GAMES})",
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures as JSON too")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write machine, date and table to a file too")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def measure(subject: str, rounds: int, megabytes: int = files.MEGABYTES, games: int = library.GAMES) -> Iterator[Line]:
    """Yield the lines of one subject as they are ready; a failure becomes a line with its reason."""
    figures = {"files": partial(files.figures, megabytes=megabytes), "library": partial(library.figures, games=games)}
    try:
        yield from figures.get(subject, SUBJECTS[subject].figures)(rounds)
    except MissingContenderError as error:
        yield Missing(subject, str(error))


def _as_data(line: Line) -> dict[str, Any]:
    data: dict[str, Any] = line._asdict()
    if isinstance(line, Figure):
        data["met"] = None if line.goal is None else line.ratio >= line.goal
    return data


def main(arguments: list[str]) -> int:
    """Measure the subjects, print the report, and write it to a file if asked."""
    asked = _arguments(arguments)
    lines: dict[str, list[Line]] = {}
    for subject in asked.only or SUBJECTS:
        print(f"measuring {subject} ...", file=sys.stderr, flush=True)
        lines[subject] = [*measure(subject, asked.rounds, asked.megabytes, asked.games)]
    table = markdown([line for found in lines.values() for line in found])
    print(table)
    moment = datetime.now(UTC)
    if asked.json:
        report = {
            "machine": machine(),
            "date": moment.isoformat(timespec="seconds"),
            "rounds": asked.rounds,
            "figures": {subject: [_as_data(line) for line in found] for subject, found in lines.items()},
        }
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if asked.markdown:
        asked.markdown.write_text(_page(table, arguments, moment), encoding="utf-8")
    return 0


def _page(table: str, arguments: list[str], moment: datetime) -> str:
    command = " ".join(["python -m bench", *arguments])
    return f"""# Results

`{command}` on {moment:%Y-%m-%d}: {machine()}.

Contenders take turns; speeds and ratios are medians of the rounds. A ratio above 1 says that ours is better. What a
line measures and how it counts is at the top of the module of its subject.

{table}
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
