"""``python -m training.ladder``: how often a player wins against others, each in every seat, with 95 % intervals."""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from calimala_es.decide import step
from calimala_es.frames import GameOver
from calimala_es.initial import initial
from replays.judge.hands import Past
from replays.judge.model import FIRST, RULE_SETS, TWO
from replays.players import next_command, seated
from training.games import shuffled_table

SURE: Final = 1.96
"""Standard deviations on either side of an interval that holds 95 %."""


class Result(NamedTuple):
    """Shares in the victory of one player, and the average points of that player and of the others."""

    games: int
    won: float
    own: float
    others: float

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share with 95 % (Wilson)."""
        share, games = self.won / self.games, self.games
        middle = (share + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
        width = SURE / (1 + SURE**2 / games) * sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
        return middle - width, middle + width


def play(names: Sequence[str], rule_set: str, random: Random) -> tuple[list[float], list[int]]:
    """Play a game; return the shares in the victory and the points."""
    state = initial(shuffled_table(rule_set, len(names), random))
    past = Past(state)
    players = [seated(name, past) for name in names]
    while not state.is_over:
        before = state
        events, state = step(state, next_command(state, players, random))
        past.add(before, events)
    assert isinstance(state.now, GameOver)
    winners = state.now.winners
    shares = [1 / len(winners) if str(seat) in winners else 0.0 for seat in range(len(names))]
    return shares, [mat.points for mat in state.mats[: len(names)]]


def match(player: str, other: str, players: int, games: int, seed: str, rule_set: str = FIRST) -> Result:
    """Let one player play against others of one kind, in each seat equally often."""
    won = own = others = 0.0
    for game in range(games):
        names = [other] * players
        seat = game % players
        names[seat] = player
        shares, points = play(names, TWO if players == 2 else rule_set, Random(f"{seed}/{game}"))
        won += shares[seat]
        own += points[seat]
        others += (sum(points) - points[seat]) / (players - 1)
    return Result(games, won, own / games, others / games)


def main(arguments: list[str]) -> int:
    """Print a row of a Markdown table for each match."""
    parser = argparse.ArgumentParser(prog="python -m training.ladder", description=__doc__)
    parser.add_argument("match", nargs="+", help="e.g. strong/greedy/4: strong against three greedy players")
    parser.add_argument("--games", type=int, default=100, help="games of each match (default: 100)")
    parser.add_argument("--seed", default="ladder", help="same seed, same games (default: ladder)")
    parser.add_argument("--rules", default=FIRST, choices=[*RULE_SETS[1:]], help="for three to five (default: first)")
    asked = parser.parse_args(arguments)
    print("| player | against | games | won | 95 % | points | theirs |\n| --- | --- | --: | --: | --- | --: | --: |")
    for word in asked.match:
        player, other, players = word.split("/")
        found = match(player, other, int(players), asked.games, asked.seed, asked.rules)
        low, high = found.interval
        print(
            f"| {player} | {int(players) - 1} {other} | {found.games} | {found.won / found.games:.1%} |"
            f" {low:.1%} to {high:.1%} | {found.own:.1f} | {found.others:.1f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
