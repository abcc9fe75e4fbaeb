"""Judging a whole game: what every decision of the example game of four cost, beside the time that it may take.

What mypyc compiled is used where it is there (``python -m bench.compiled``), and a shorter time is the goal then.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from bench.harness import Figure, timed
from bench.playouts import IS_COMPILED
from notation import loads
from replays.judge.costs import judge
from replays.replay import Replay

ROUNDS_A_GAME: Final = 8
"""How many rounds of other measurements one game counts for, since it takes so long."""

PLAIN_SECONDS: Final = 60.0
COMPILED_SECONDS: Final = 10.0
GAME: Final = Path("examples/game-of-four.cgn")


def figures(rounds: int) -> Iterator[Figure]:
    """Measure how long it takes on one core to judge a game as ``calimala judge`` does."""
    replay = Replay(loads(GAME.read_text(encoding="utf-8")))
    laps = [timed(lambda: judge(replay), 1) for _ in range(max(1, rounds // ROUNDS_A_GAME))]
    seconds = median(lap.seconds for lap in laps)
    limit = COMPILED_SECONDS if IS_COMPILED else PLAIN_SECONDS
    yield Figure(
        f"a game of four judged, {'compiled' if IS_COMPILED else 'plain Python'}",
        "seconds",
        seconds,
        "the time it may take",
        limit,
        limit / seconds,
        goal=1,
    )
