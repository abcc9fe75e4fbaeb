"""Contenders take turns; the medians of their speeds and ratios stand beside a goal.

The ratio of a round compares laps that ran one after the other, and the median of these ratios is reported: it stays
put where the speeds themselves rise and fall with whatever else the machine does. For the same reason the clock of what
only computes is that of the processor, which stops while other programs run. Knows nothing of what is measured.
"""

import platform
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple


class Lap(NamedTuple):
    """The work of one contender in one turn: so many units in so many seconds."""

    units: float
    seconds: float


Contender = Callable[[], Lap]


class Figure(NamedTuple):
    """One line of the report: our figure beside a rival's.

    ``ratio`` says how much better ours is (faster, or smaller); ``goal`` is what it should at least be, ``None`` where
    the line only explains another one. Where only some of our units count, ``forced`` is our speed if all of them did:
    with the decisions that have no alternative.
    """

    name: str
    unit: str
    ours: float
    rival: str
    theirs: float
    ratio: float
    goal: float | None = None
    forced: float | None = None

    @property
    def verdict(self) -> str:
        """Return ``met``, ``missed``, or nothing if there is no goal."""
        if self.goal is None:
            return ""
        return "met" if self.ratio >= self.goal else "missed"


class Missing(NamedTuple):
    """A line that could not be measured, and why."""

    name: str
    reason: str


Line = Figure | Missing


class MissingContenderError(Exception):
    """A program to be measured against is not installed."""


def contender(module: str) -> Any:
    """Return the module of another program; raise ``MissingContenderError`` with what to do."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingContenderError(f"{module} is not installed (pip install '.[bench]'): {error}") from error


def timed(work: Callable[[], object], units: float, clock: Callable[[], float] = process_time) -> Lap:
    """Run one lap of work that is known to have so many units; ``perf_counter`` is the clock of what waits."""
    started = clock()
    work()
    return Lap(units, clock() - started)


Speeds = Sequence[float]
"""The speed of one contender in each round, in units a second."""


def race(contenders: Sequence[Contender], rounds: int) -> list[Speeds]:
    """Return the speeds of each contender; all take turns, after a round that does not count."""
    speeds: list[list[float]] = [[] for _ in contenders]
    for turn in range(rounds + 1):
        for found, run in zip(speeds, contenders, strict=True):
            lap = run()
            if turn:
                found.append(lap.units / lap.seconds)
    return [*speeds]


def beside(
    name: str,
    unit: str,
    rival: str,
    ours: Speeds,
    theirs: Speeds,
    *,
    goal: float | None = None,
    share: float = 1,
    all_units: float | None = None,
) -> Figure:
    """Return the figure of a race between us and one rival.

    ``share`` is the part of our units that counts, ``all_units`` how many there are for each of them, forced ones too.
    """
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    forced = None if all_units is None else median(ours) * all_units
    return Figure(name, unit, median(ours) * share, rival, median(theirs), ratio * share, goal, forced)


HEAD: Final = ("what", "ours", "forced too", "rival", "theirs", "unit", "ratio", "goal", "")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def cells(line: Line) -> tuple[str, ...]:
    """Return a line of the report, cell by cell."""
    if isinstance(line, Missing):
        return (line.name, *[""] * (len(HEAD) - 2), f"not run: {line.reason}")
    return (
        line.name,
        _number(line.ours),
        "" if line.forced is None else _number(line.forced),
        line.rival,
        _number(line.theirs),
        line.unit,
        f"{line.ratio:.2f}",
        "" if line.goal is None else f"{line.goal:.2f}",
        line.verdict,
    )


def markdown(lines: Iterable[Line]) -> str:
    """Return the report as a table."""
    rows = [HEAD, *map(cells, lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    rule = tuple("-" * max(width, 3) for width in widths)
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (rows[0], rule, *rows[1:])
    )


def machine() -> str:
    """Return the processor, system and Python of this run."""
    return f"{_processor()}, {platform.system()} {platform.machine()}, {platform.python_implementation()} " + (
        platform.python_version()
    )


def _processor() -> str:
    """Return the processor's name; Linux has it in a file, others in ``platform``."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"
