"""``strong`` without one of its parts, which says what the part is worth: players for ``python -m training.ladder``."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.playing import Board
from calimala_es.playing.board import BoardRules
from calimala_es.setup import Setup
from calimala_es.state import State
from replays.judge.hands import Past
from replays.judge.lookahead import Effort, Lookahead
from replays.judge.model import Estimate, Model, Weights, learned_weights, rule_set_of, softmax
from replays.players import Player, seated
from replays.players.levels import LEVELS, STRONG, Strength, play_level

POINTS_FACTOR: Final = 0.2
"""How much a point counts where nothing was learned."""


class PointsModel(Model):
    """Estimates positions without what was learned: by the points now and what every place would pay now."""

    def estimate(self, board: Board) -> Estimate:
        """Return the chances and points of a position; when the game is over those that it ended with."""
        if board.is_over:
            return super().estimate(board)
        points = self.reader.expected(board)
        return Estimate(softmax([POINTS_FACTOR * each for each in points]), tuple(points))


@lru_cache(maxsize=64)
def _by_points(setup: Setup) -> Lookahead:
    rules = BoardRules(setup)
    weights = learned_weights()[rule_set_of(rules)]
    return Lookahead(PointsModel(replace(weights, spreads=[[0] * len(row) for row in weights.spreads]), rules))


ONE_BOARD: Final = Strength(STRONG.placements._replace(boards=1), STRONG.others._replace(boards=1))
NO_SEARCH: Final = Strength(Effort(1, 1, 0), Effort(1, 1, 0))


def _level(level: Strength) -> Callable[[Past], Player]:
    return lambda past: lambda state, options, random: play_level(level, state, options, random, past)


def _without_evaluator(past: Past) -> Player:
    def player(state: State, options: Sequence[Command], random: Random) -> Command:
        return play_level(STRONG, state, options, random, past, search=_by_points(state.setup))

    return player


def _without_hands(past: Past) -> Player:
    return lambda state, options, random: play_level(STRONG, state, options, random)


ABLATIONS: Final[Mapping[str, Callable[[Past], Player]]] = {
    "strong-without-search": _level(NO_SEARCH),
    "strong-without-evaluator": _without_evaluator,
    "strong-without-sampling": _level(ONE_BOARD),
    "strong-without-hands": _without_hands,
}
"""Without looking ahead; without what was learned; on one board only; without conclusions about the hands."""


BESIDE: Final = "-beside"
"""The end of the name of a player who looks ahead with other weights."""


def player_of(name: str, past: Past, beside: Mapping[str, Weights]) -> Player:
    """Return a player of the ladder by name; ``beside`` are the other weights."""
    if not name.endswith(BESIDE):
        return ABLATIONS[name](past) if name in ABLATIONS else seated(name, past)
    rules = BoardRules(past.start.setup)
    search = Lookahead(Model(beside[rule_set_of(rules)], rules))
    level = LEVELS[name.removesuffix(BESIDE)]
    return lambda state, options, random: play_level(level, state, options, random, past, search=search)
