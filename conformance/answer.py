"""Calimala's own answers: the program that ``conformance/check.py`` tries when no other is named."""

import json
import sys
from typing import Any, Final

from calimala_es.errors import NoPositionsError
from calimala_es.position import format_position
from notation import NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Reading, dumps, read_games
from notation.json.events import dumps_events

KINDS: Final[dict[type[NotationError], str]] = {
    NotWellFormedError: "not well formed",
    NotLegalError: "not legal",
    NotUniqueError: "not unique",
}
"""What an error is called."""


def answer(text: str, *, events: bool = False) -> list[dict[str, Any]]:
    """Return for each game of a text its canonical text, its last position, its errors, findings and events."""
    return [answer_game(reading, events=events) for reading in read_games(text)]


def answer_game(reading: Reading, *, events: bool = False) -> dict[str, Any]:
    """Return the answer about one game."""
    written = {
        "text": None if reading.game is None else dumps(reading.game),
        "position": None if reading.errors else _position(reading),
        "errors": [
            {"line": error.line, "column": error.column, "kind": KINDS[type(error)], "rule": error.rule}
            for error in sorted(reading.errors, key=lambda error: (error.line, error.column))
        ],
        "findings": [
            {"line": line, "column": column}
            for line, column in sorted((finding.place.line, finding.place.column) for finding in reading.findings)
        ],
    }
    return written | {"events": _events(reading)} if events else written


def _position(reading: Reading) -> str | None:
    try:
        return format_position(reading.state)
    except NoPositionsError:
        return None


def _events(reading: Reading) -> list[Any] | None:
    try:
        return None if reading.game is None else [*map(json.loads, dumps_events(reading.game))]
    except NoPositionsError:
        return None


def main() -> None:
    """Answer a line for every line that is asked."""
    for line in sys.stdin:
        asked = json.loads(line)
        games = answer(asked["text"], events=asked.get("events", False))
        print(json.dumps({"case": asked["case"], "games": games}), flush=True)


if __name__ == "__main__":
    main()
