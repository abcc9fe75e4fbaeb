"""``python -m conformance.accept``: write down what Calimala answers to cases that have no answer yet.

An answer is part of the standard once it is written: read it before it is committed. With ``--all`` every answer is
written anew, and the difference shows what changed.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from conformance.answer import answer
from conformance.check import PARTS, cases, text_of


def main() -> None:
    """Write the answers that are not there, or all."""
    for case in cases():
        path = case.with_suffix(".json")
        if path.exists() and "--all" not in sys.argv:
            continue
        told = laid_out(answer(text_of(case)))
        if not path.exists() or path.read_text(encoding="utf-8") != told:
            path.write_text(told, encoding="utf-8")
            print(path.name)


def laid_out(games: Sequence[Mapping[str, Any]]) -> str:
    """JSON with a line for every line of text, event, error and finding, so that a difference can be read."""
    return '{"games": [\n' + ",\n".join(_game(game) for game in games) + "\n]}\n"


def _game(game: Mapping[str, Any]) -> str:
    lines = {**game, "text": None if game["text"] is None else game["text"].splitlines(keepends=True)}
    parts = (f'"{part}": {_list(lines[part])}' for part in PARTS)
    return "{" + ",\n".join(parts) + "}"


def _list(values: Sequence[Any] | None) -> str:
    if not values:
        return json.dumps(values)
    return "[\n" + ",\n".join(" " + json.dumps(value, separators=(",", ":")) for value in values) + "]"


if __name__ == "__main__":
    main()
