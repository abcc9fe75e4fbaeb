"""The golden analyses, and the format of their files: one line of JSON per fact."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import json

from notation import loads
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
"""Parts that are left out because laws test them: long series of numbers, and positions."""

WITH_PARTS: Final = {
    "points": ("sources", "ties"),
    "gifts": ("cells", "others"),
    "discs": ("placed", "by_seat"),
}
"""The parts with parts of their own, and which of these are lists."""


def path_of(name: str) -> Path:
    """Return the file of a golden analysis."""
    return FOLDER / f"{name}.jsonl"


def lines(name: str) -> list[str]:
    """Return the analysis of an example, one line per fact."""
    record = loads((EXAMPLES / f"{name}.cgn").read_text(encoding="utf-8"))
    shown = analysis_json(analyse(Replay(record)))
    return [json.encode({part: thing}).decode() for part, thing in _things(shown)]


def _things(shown: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for part, value in shown.items():
        if part == "course":
            yield part, [[score["turn"], score["points"], score["projected"]] for score in value]
        elif part == "basis":
            yield part, value
        elif part in WITH_PARTS:
            for key, things in value.items():
                yield from ((f"{part}.{key}", thing) for thing in (things if key in WITH_PARTS[part] else [things]))
        else:
            for thing in value:
                yield part, {key: thing[key] for key in thing if key not in SERIES.get(part, ())}
