"""Calimala's own answers: the program that ``conformance/check.py`` talks to when no other is named."""

import json
import sys
from typing import Any, Final

from notation import NotationError, NotLegalError, NotUniqueError, NotWellFormedError, Reading, dumps, read_games
from notation.json.events import dumps_events

KINDS: Final[dict[type[NotationError], str]] = {
    NotWellFormedError: "not well formed",
    NotLegalError: "not legal",
    NotUniqueError: "not unique",
}
"""What an error is called."""


def answer(text: str) -> list[dict[str, Any]]:
    """What is in a text: for each game its canonical text, its events, its errors and its findings."""
    return [_game(reading) for reading in read_games(text)]


def _game(reading: Reading) -> dict[str, Any]:
    record = reading.game
    return {
        "text": None if record is None else dumps(record),
        "events": None if record is None or record.depth != "full" else [*map(json.loads, dumps_events(record))],
        "errors": [
            {"kind": KINDS[type(error)], "line": error.line, "column": error.column, "rule": error.rule}
            for error in sorted(reading.errors, key=lambda error: (error.line, error.column))
        ],
        "findings": [
            {"line": line, "column": column}
            for line, column in sorted((finding.place.line, finding.place.column) for finding in reading.findings)
        ],
    }


def main() -> None:
    """Answer a line for every line that is asked."""
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"case": asked["case"], "games": answer(asked["text"])}), flush=True)


if __name__ == "__main__":
    main()
