"""``python -m training``: play games, learn the weights of every rule set, and write them into the package.

The same seed and number of games give the same file.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from msgspec.json import encode
from msgspec.json import format as formatted

from replays.judge import model
from replays.judge.features import NAMES
from replays.judge.model import RULE_SETS, TWO, Weights
from training.fit import Table, fit, fit_spreads, usual_spreads
from training.games import Sample, play

WEIGHTS: Final = Path(model.__file__).parent / "weights.json"


def _numbers_of_players(rule_set: str) -> tuple[int, ...]:
    return (2,) if rule_set == TWO else (3, 4, 5)


def _played(rule_set: str, weights: Weights, games: int, seed: str) -> dict[int, list[list[Sample]]]:
    """Return the positions of so many games, by number of players."""
    counts = _numbers_of_players(rule_set)
    return {
        players: [
            play(rule_set, players, weights, Random(f"{seed}/{rule_set}/{players}/{game}"))
            for game in range(games // len(counts))
        ]
        for players in counts
    }


def learn(rule_set: str, games: int, seed: str) -> Weights:
    """Return the weights of a rule set: spreads from a third of the games, the rest from all."""
    nothing = [0.0] * len(NAMES)
    weights = Weights((nothing, nothing), (nothing, nothing), usual_spreads())
    first = _played(rule_set, weights, max(3, games // 3), f"{seed}/spreads")
    spreads = fit_spreads([game for played in first.values() for game in played])
    weights = Weights((nothing, nothing), (nothing, nothing), spreads)
    played = _played(rule_set, weights, games, seed)
    return fit([Table(found) for found in played.values()], spreads)


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--games", type=int, default=750, help="games of each rule set (default: 750)")
    parser.add_argument("--seed", default="1", help="same seed, same weights (default: 1)")
    parser.add_argument("--only", action="append", choices=RULE_SETS, help="one rule set; may be repeated")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS, help="the file (default: that of the package)")
    return parser.parse_args(arguments)


def _learned(asked: argparse.Namespace) -> Iterator[tuple[str, Weights]]:
    for rule_set in asked.only or RULE_SETS:
        print(f"learning {rule_set} ...", file=sys.stderr, flush=True)
        yield rule_set, learn(rule_set, asked.games, asked.seed)


def main(arguments: list[str]) -> int:
    """Learn what is asked for and write it beside what the file has of other rule sets."""
    asked = _arguments(arguments)
    known = model.learned_weights() if asked.output.exists() and asked.output == WEIGHTS else {}
    for rule_set, weights in _learned(asked):
        known = {**known, rule_set: weights}
        asked.output.write_bytes(formatted(encode(known), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
