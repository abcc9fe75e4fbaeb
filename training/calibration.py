"""``python -m training.calibration``: how well the chances of the judge fit games that it has not learned from.

Players of several strengths are at each table: ``greedy``, ``random`` and the policy with several amounts of noise.
Beside the judge are two logistic models that get the best factor for these very games, which changes with the time
left: one on today's projection (the points now and what every place would pay if it were scored now), one on the points
alone.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from math import log
from random import Random
from typing import Final, NamedTuple

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.playing import Board, carry_out, to_command, to_decision
from calimala_es.state import State
from calimala_es.view import PUBLIC, view_state
from replays.analysis.prospects import unscored, worth
from replays.judge.model import RULE_SETS, TWO, model_of, softmax
from replays.judge.policy import Policy
from replays.judge.worlds import sampled_board
from replays.players import play_greedy, play_random
from training.games import NOISES, shuffled_table

GREEDY: Final = -1.0
RANDOM: Final = -2.0
STRENGTHS: Final = (*[GREEDY] * 4, *NOISES, RANDOM)
"""The players at the tables: these two, and amounts of noise."""

SHARE: Final = 0.03
WORLDS: Final = 4
BINS: Final = 10


class Position(NamedTuple):
    """A position of a held-out game, its time left and how the game ended; then what is said of it."""

    time: float
    won: tuple[float, ...]
    chances: tuple[float, ...]
    public: tuple[float, ...]
    projection: tuple[float, ...]
    points: tuple[float, ...]


def play(rule_set: str, players: int, random: Random) -> list[Position]:
    """Play a game and return positions of it."""
    state = initial(shuffled_table(rule_set, players, random))
    board = Board.from_game(state)
    model = model_of(board.rules)
    policy = Policy(model.reader)
    strengths = [STRENGTHS[int(random.random() * len(STRENGTHS))] for _ in range(board.rules.players)]
    found: list[Position] = []
    while not state.is_over:
        if is_chance(state):
            command = chance_command(state, random)
        else:
            command = _chosen(state, board, policy, strengths, random)
        _, state = step(state, command)
        carry_out(board, to_decision(command))
        if random.random() < SHARE and not state.is_over:
            found.append(_position(state, board, random))
    won = model.estimate(board).chances
    return [position._replace(won=won) for position in found]


def _chosen(state: State, board: Board, policy: Policy, strengths: Sequence[float], random: Random) -> Command:
    actor = state.actor
    strength = RANDOM if actor is None else strengths[actor]
    if strength == GREEDY:
        return play_greedy(state, legal(state), random)
    if strength == RANDOM:
        return play_random(state, legal(state), random)
    return to_command(policy.choose(board, random.random, strength))


def _position(state: State, board: Board, random: Random) -> Position:
    model = model_of(board.rules)
    players = range(board.rules.players)
    points = tuple(float(state.mats[seat].points) for seat in players)
    paid = [worth(state, place).paid for place in unscored(state)]
    seen = view_state(state, PUBLIC)
    found = [model.estimate(sampled_board(seen, random)).chances for _ in range(WORLDS)]
    return Position(
        model.reader.read(board).time,
        (),
        model.estimate(board).chances,
        tuple(sum(one[seat] for one in found) / WORLDS for seat in players),
        tuple(points[seat] + sum(one[seat] for one in paid) for seat in players),
        points,
    )


# How good chances are.


def log_loss(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
    """Return the average log loss of chances, each with the shares in the victory."""
    losses = [
        -sum(share * log(max(chance, 1e-9)) for chance, share in zip(chances, won, strict=True))
        for chances, won in pairs
    ]
    return sum(losses) / len(losses)


class Bin(NamedTuple):
    """Chances of about the same size: how many, their mean, and how often they came true."""

    number: int
    chance: float
    won: float


def bins(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> list[Bin]:
    """Return the chances of all players in tenths, none that is empty."""
    rows: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chances, won in pairs:
        for chance, share in zip(chances, won, strict=True):
            rows[min(BINS - 1, int(chance * BINS))].append((chance, share))
    return [
        Bin(len(row), sum(chance for chance, _ in row) / len(row), sum(share for _, share in row) / len(row))
        for row in rows
        if row
    ]


def calibration_error(found: Sequence[Bin]) -> float:
    """Return the expected calibration error: how far the bins are off, by their size."""
    return sum(one.number * abs(one.chance - one.won) for one in found) / sum(one.number for one in found)


def logistic(positions: Sequence[Position], values: Sequence[Sequence[float]]) -> float:
    """Return the log loss of the logistic model on these values with the best factor, which changes with the time."""
    factors = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8)
    return min(
        log_loss(
            [
                (softmax([(late + (early - late) * position.time) * value for value in row]), position.won)
                for position, row in zip(positions, values, strict=True)
            ]
        )
        for late, early in product(factors, factors)
    )


def main(arguments: list[str]) -> int:
    """Print a table of all rule sets as Markdown, and the bins of all together."""
    parser = argparse.ArgumentParser(prog="python -m training.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=120, help="games of each rule set (default: 120)")
    parser.add_argument("--seed", default="held out", help="same seed, same games (default: held out)")
    asked = parser.parse_args(arguments)
    print("| rule set | positions | error, open | error, public | log loss | public | projection | points |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    everything: list[Position] = []
    for rule_set in RULE_SETS:
        counts = (2,) if rule_set == TWO else (3, 4, 5)
        found = [
            position
            for game in range(asked.games)
            for position in play(rule_set, counts[game % len(counts)], Random(f"{asked.seed}/{rule_set}/{game}"))
        ]
        everything += found
        seen = [(position.chances, position.won) for position in found]
        public = [(position.public, position.won) for position in found]
        figures = (
            calibration_error(bins(seen)),
            calibration_error(bins(public)),
            log_loss(seen),
            log_loss(public),
            logistic(found, [position.projection for position in found]),
            logistic(found, [position.points for position in found]),
        )
        print(f"| {rule_set} | {len(found)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |", flush=True)
    print("\n| chances | mean | came true |\n| --: | --: | --: |")
    for one in bins([(position.chances, position.won) for position in everything]):
        print(f"| {one.number} | {one.chance:.2f} | {one.won:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
