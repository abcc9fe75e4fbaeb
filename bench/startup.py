"""How long a person waits for the help: the whole process, beside one that only imports python-chess's reader."""

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from bench.harness import Contender, Figure, beside, contender, race, timed

HELP: Final = ("-c", "import sys; from cli.main import main; sys.exit(main())", "--help")
"""What the installed ``calimala`` does."""

IMPORT: Final = ("-c", "import chess.pgn")


def _process(*arguments: str) -> Contender:
    def run() -> object:
        return subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    return lambda: timed(run, 1, perf_counter)


def figures(rounds: int) -> Iterator[Figure]:
    """Measure processes a second, so that more is better as everywhere."""
    contender("chess.pgn")
    ours, theirs = race([_process(*HELP), _process(*IMPORT)], rounds)
    yield beside("calimala --help", "runs/s", "import chess.pgn", ours, theirs, goal=1.6)
