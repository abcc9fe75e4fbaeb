"""``python -m training.ladder``: how often a player wins against others, each in every seat, with 95 % intervals.

With ``--log`` each game is written to a file as it ends, and a game that the file has is not played again: a run that
was stopped goes on where it was. Another seed, or other weights, need another file.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.json import decode, encode

from calimala_es.decide import step
from calimala_es.frames import GameOver
from calimala_es.initial import initial
from replays.judge.hands import Past
from replays.judge.model import FIRST, RULE_SETS, TWO, Weights, learned_weights
from replays.players import PLAYERS, next_command
from replays.players.levels import LEVELS
from training.ablations import ABLATIONS, BESIDE, player_of
from training.games import shuffled_table

SURE: Final = 1.96
"""Standard deviations on either side of an interval that holds 95 %."""


class Result(Struct, frozen=True):
    """A game of one player against others of one kind.

    ``won`` is the player's share in the victory, ``own`` and ``others`` the points of the player and the average of the
    others.
    """

    match: str
    rules: str
    game: int
    won: float
    own: float
    others: float


def interval(won: float, games: int) -> tuple[float, float]:
    """Return the interval that holds the true share with 95 % (Wilson).

    >>> [round(limit, 2) for limit in interval(60, 100)]
    [0.5, 0.69]
    """
    share = won / games
    middle = (share + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    width = SURE / (1 + SURE**2 / games) * sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
    return middle - width, middle + width


def play(
    names: Sequence[str], rule_set: str, random: Random, beside: Mapping[str, Weights]
) -> tuple[list[float], list[int]]:
    """Play a game; return the shares in the victory and the points."""
    state = initial(shuffled_table(rule_set, len(names), random))
    past = Past(state)
    players = [player_of(name, past, beside) for name in names]
    while not state.is_over:
        before = state
        events, state = step(state, next_command(state, players, random))
        past.add(before, events)
    assert isinstance(state.now, GameOver)
    winners = state.now.winners
    shares = [1 / len(winners) if str(seat) in winners else 0.0 for seat in range(len(names))]
    return shares, [mat.points for mat in state.mats[: len(names)]]


def play_match(match: str, game: int, seed: str, rules: str, beside: Mapping[str, Weights]) -> Result:
    """Play a game of a match, e.g. strong/greedy/4; the player changes seats from game to game.

    ``beside`` are the weights of players whose names end so.
    """
    player, other, count = match.split("/")
    players = int(count)
    names = [other] * players
    seat = game % players
    names[seat] = player
    rule_set = TWO if players == 2 else rules
    shares, points = play(names, rule_set, Random(f"{seed}/{game}"), beside)
    return Result(match, rule_set, game, shares[seat], points[seat], (sum(points) - points[seat]) / (players - 1))


def row(found: Sequence[Result]) -> str:
    """Return a row of a Markdown table for the games of a match."""
    player, other, players = found[0].match.split("/")
    games = len(found)
    won = sum(result.won for result in found)
    low, high = interval(won, games)
    own, others = (sum(column) / games for column in zip(*((one.own, one.others) for one in found), strict=True))
    return (
        f"| {player} | {int(players) - 1} {other} | {found[0].rules} | {games} | {won / games:.1%} |"
        f" {low:.1%} to {high:.1%} | {own:.1f} | {others:.1f} |"
    )


NAMES: Final = (*PLAYERS, *ABLATIONS, *(name + BESIDE for name in LEVELS))
"""The players of the ladder."""


def _is_match(word: str) -> str:
    names = word.split("/")
    if len(names) != 3 or not {*names[:2]} <= {*NAMES} or names[2] not in {"2", "3", "4", "5"}:
        raise argparse.ArgumentTypeError(f"{word!r} is not a match; e.g. strong/greedy/4")
    return word


def main(arguments: list[str]) -> int:
    """Print a row of a Markdown table for each match."""
    parser = argparse.ArgumentParser(prog="python -m training.ladder", description=__doc__)
    parser.add_argument(
        "match",
        nargs="+",
        type=_is_match,
        help=f"e.g. strong/greedy/4: strong against three greedy players; players: {', '.join(NAMES)}",
    )
    parser.add_argument("--games", type=int, default=100, help="games of each match (default: 100)")
    parser.add_argument("--seed", default="ladder", help="same seed, same games (default: ladder)")
    parser.add_argument("--rules", default=FIRST, choices=[*RULE_SETS[1:]], help="for three to five (default: first)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write each game here, and go on with what is there")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="weights of players whose names end in -beside")
    asked = parser.parse_args(arguments)
    beside = decode(asked.beside.read_bytes(), type=dict[str, Weights]) if asked.beside else learned_weights()
    log: Path | None = asked.log
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    known = {(one.match, one.rules, one.game): one for one in (decode(line, type=Result) for line in lines)}
    print("| player | against | rules | games | won | 95 % | points | theirs |")
    print("| --- | --- | --- | --: | --: | --- | --: | --: |")
    for match in asked.match:
        rules = TWO if match.endswith("/2") else asked.rules
        found: list[Result] = []
        for game in range(asked.games):
            result = known.get((match, rules, game)) or play_match(match, game, asked.seed, rules, beside)
            found.append(result)
            if log and (match, rules, game) not in known:
                with log.open("a", encoding="utf-8") as file:
                    file.write(encode(result).decode() + "\n")
        print(row(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
