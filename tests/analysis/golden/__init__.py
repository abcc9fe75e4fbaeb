"""Which analyses are golden, and how a file tells one: a line of JSON for each thing in it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

from msgspec import json

from notation import loads, start_of
from replays.analysis import analyse, analysis_json
from replays.replay import Replay

FOLDER: Final = Path(__file__).resolve().parent
EXAMPLES: Final = FOLDER.parents[2] / "examples"

GAMES: Final = (
    "rulebook-extended-turn",
    "two-players-extended-turns",
    "game-of-four",
    "second-edition",
    "intrigue-with-five-families",
)
"""The examples whose analyses are golden."""

SERIES: Final = {"races": ("rows", "counts", "paid"), "activations": ("start", "end"), "course": ("at",)}
"""What is left out because laws are told of it: long rows of numbers, and positions."""


def path_of(name: str) -> Path:
    """The file of a golden analysis."""
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[str]:
    """The analysis of an example, a line for each thing in it."""
    record = loads((EXAMPLES / f"{name}.cgn").read_text(encoding="utf-8"))
    told = analysis_json(analyse(Replay.of(start_of(record), record.commands)))
    return [json.encode({part: thing}).decode() for part, thing in _things(told)]


def _things(told: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for part, value in told.items():
        if part == "course":
            yield part, [[standing["turn"], standing["points"], standing["projected"]] for standing in value]
        elif part in ("points", "gifts", "discs"):
            for key, things in value.items():
                yield from ((f"{part}.{key}", thing) for thing in _apart(things))
        else:
            for thing in _apart(value):
                yield part, _without(thing, SERIES.get(part, ()))


def _apart(things: Any) -> Sequence[Any]:
    """Each of several things by itself; a row of numbers is one."""
    several = cast("tuple[Any, ...]", things) if isinstance(things, tuple) else (things,)
    return several if not several or isinstance(several[0], dict) else [things]


def _without(thing: Any, left_out: tuple[str, ...]) -> Any:
    return {key: thing[key] for key in thing if key not in left_out}
