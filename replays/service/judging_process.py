"""The process that judges one game: it reads what to do, writes a line for each move, then the judgement and the
puzzles as JSON.

It yields the processor to others, and has a limit of processor time; where nobody reads any more it ends.
"""

import os
import sys
from math import ceil

import msgspec

from notation import loads
from replays.judge.costs import effort_with, judge
from replays.judge.puzzles import careful, find_puzzles
from replays.replay import Replay
from replays.service.judging import Assignment

_NICENESS = 15
"""How far the process yields the processor to others."""

_MOST_PUZZLES = 5
"""How many puzzles are looked for in a game."""


def run() -> None:
    """Judge the game on the standard input."""
    assignment = msgspec.json.decode(sys.stdin.buffer.read(), type=Assignment)
    _limit(assignment.seconds)
    output = sys.stdout.buffer

    def note(_: int) -> None:
        output.write(b".\n")
        output.flush()

    replay = Replay(loads(assignment.text))
    judgement = judge(replay, effort_with(assignment.boards), progress=note)
    output.write(msgspec.json.encode(judgement) + b"\n")
    output.flush()
    puzzles = find_puzzles(replay, judgement, _MOST_PUZZLES, careful(assignment.boards))
    output.write(msgspec.json.encode(puzzles) + b"\n")
    output.flush()


def _limit(seconds: float) -> None:
    """Yield to other processes, and let no more be computed than so many seconds; Windows knows neither."""
    if sys.platform == "win32":
        return
    from resource import RLIMIT_CPU, setrlimit

    os.nice(_NICENESS)
    setrlimit(RLIMIT_CPU, (ceil(seconds), ceil(seconds)))


if __name__ == "__main__":
    run()
