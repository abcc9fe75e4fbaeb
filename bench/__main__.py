"""``python -m bench``: every measurement, or the chosen ones."""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from bench import files, library
from bench.harness import Figure, Line, machine, markdown
from bench.subjects import SUBJECTS, Sizes, measure

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
    parser.add_argument(
        "--library",
        metavar="FOLDER",
        type=Path,
        help="ask and search this library instead, which was made by calimala games simulate --mixed",
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures as JSON too")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write machine, date and table to a file too")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


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
        # In a process of its own, so that no figure depends on what was measured before.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            sizes = Sizes(asked.megabytes, asked.games, asked.library)
            lines[subject] = alone.submit(measure, subject, asked.rounds, sizes).result()
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
