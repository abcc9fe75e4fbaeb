"""``python -m training.continuations``: play a game on to its end from several decisions of one moment; count who wins.

What the judge says of a decision rests on a few turns and on what it has learned; this rests on neither, only on how
the players play. Hidden cards are drawn at random from all that fit what the player who decides had seen.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final

from calimala_es.game import start_of
from calimala_es.legal import legal
from calimala_es.playing import carry_out, to_decision
from calimala_es.playing.board import BoardRules
from calimala_es.view import view_state
from notation import loads
from notation.grammar.symbols import format_command
from replays.judge.hands import Past
from replays.judge.lookahead import Lookahead
from replays.judge.model import model_of
from replays.judge.worlds import sampled_board
from replays.replay import Replay
from training.games import Chooser, decisions, looking_ahead, noisy

_NOISE: Final = 0.05
_WHITE_DISC: Final = 4.0
"""How many points those would pay who keep a white disc."""

PLAYERS: Final[dict[str, Callable[[Lookahead, Random], Chooser]]] = {
    "simple": lambda lookahead, random: noisy(lookahead.policy, _NOISE, 0.0, random),
    "thrifty": lambda lookahead, random: noisy(lookahead.policy, _NOISE, _WHITE_DISC, random),
    "looking-ahead": looking_ahead,
}
"""Who plays on: the simple player of the judge, one who keeps white discs, and one who tries placements first."""


def shares(
    replay: Replay, place: str, symbols: Sequence[str], players: str, games: int, seed: str
) -> list[list[float]]:
    """Return for each of these decisions, at an event, the player's shares in the victory.

    Every decision is played on from the same boards. Raises ``ValueError`` if there is no such moment or decision.
    """
    ids = {str(replay.ids[first]): number for number, first in reversed([*enumerate(replay.firsts)])}
    if place not in ids:
        raise ValueError(f"no decision of the game is at {place}")
    number, game = ids[place], replay.game
    states = [start_of(game), *(move.state for move in game.moves)]
    state = states[number]
    commands = {format_command(state, command): command for command in legal(state)}
    if state.actor is None or not {*symbols} <= {*commands}:
        raise ValueError(f"the legal decisions at {place} are {' '.join(commands)}")
    past = Past(states[0])
    for before, move in zip(states, game.moves[:number], strict=False):
        past.add(before, move.events)
    seen, hands, random = view_state(state, state.actor), past.hands(state.actor), Random(seed)
    lookahead = Lookahead(model_of(BoardRules(game.setup)))
    found: list[list[float]] = [[] for _ in symbols]
    for _ in range(games):
        board, chance = sampled_board(seen, random, hands), random.random()
        before_all = board.mark()
        for row, symbol in zip(found, symbols, strict=True):
            carry_out(board, to_decision(commands[symbol]))
            own = Random(chance)
            choosers = [PLAYERS[players](lookahead, own) for _ in range(game.setup.players)]
            for _ in decisions(board, choosers, own):
                pass
            row.append(lookahead.model.estimate(board).chances[state.actor])
            board.take_back(before_all)
    return found


def main(arguments: list[str]) -> int:
    """Print a line for each decision: how often its player won, and how much more often than after the first."""
    parser = argparse.ArgumentParser(prog="python -m training.continuations", description=__doc__)
    parser.add_argument("game", type=Path, help="a game in notation")
    parser.add_argument("place", help="the event of the decision, e.g. 12.0.1")
    parser.add_argument("symbol", nargs="+", help="decisions to compare, e.g. WM WM2")
    parser.add_argument("--players", choices=PLAYERS, default="simple", help="who plays on (default: simple)")
    parser.add_argument("--games", type=int, default=100, help="games after each decision (default: 100)")
    parser.add_argument("--seed", default="1", help="same seed, same games (default: 1)")
    asked = parser.parse_args(arguments)
    replay = Replay(loads(asked.game.read_text(encoding="utf-8")))
    try:
        found = shares(replay, asked.place, asked.symbol, asked.players, max(2, asked.games), asked.seed)
    except ValueError as error:
        parser.error(str(error))
    for symbol, row in zip(asked.symbol, found, strict=True):
        more = [one - other for one, other in zip(row, found[0], strict=True)]
        print(f"{symbol}: won {fmean(row):.0%} ({fmean(more):+.0%} ± {stdev(more) / sqrt(len(more)):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
