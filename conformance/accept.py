"""``python -m conformance.accept``: write down what Calimala answers to cases that have no answer yet.

An answer is part of the standard once it is written: read it before it is committed. With ``--all`` every answer is
written anew, and the difference shows what changed.
"""

import json
import sys

from conformance.answer import answer
from conformance.check import cases, text_of


def main() -> None:
    """Write the answers that are not there, or all."""
    for case in cases():
        path = case.with_suffix(".json")
        if path.exists() and "--all" not in sys.argv:
            continue
        games = [
            {**game, "text": game["text"].splitlines(keepends=True) if game["text"] else None}
            for game in answer(text_of(case))
        ]
        path.write_text(laid_out(games), encoding="utf-8")
        print(path.name)


def laid_out(games: list[dict[str, object]]) -> str:
    """JSON with a line for every line of text, event, error and finding, so that a difference can be read."""
    return json.dumps({"games": games}, indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    main()
