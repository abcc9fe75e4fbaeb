"""The players that look ahead, from quick to strong: the same search with more or less to do."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from calimala_es.commands import Command
from calimala_es.frames import Placement
from calimala_es.playing import to_command
from calimala_es.playing.board import BoardRules
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.view import view_state
from replays.judge.lookahead import Effort, Lookahead
from replays.judge.model import model_of
from replays.judge.worlds import sampled_board


class Strength(NamedTuple):
    """How much a player looks ahead, when placing a disc and otherwise."""

    placements: Effort
    others: Effort


QUICK: Final = Strength(Effort(decisions=6, boards=2, turns=1), Effort(decisions=1, boards=1, turns=0))
STRONG: Final = Strength(Effort(decisions=24, boards=16, turns=3), Effort(decisions=6, boards=4, turns=1))


@lru_cache(maxsize=64)
def _search(setup: Setup) -> Lookahead:
    return Lookahead(model_of(BoardRules(setup)))


def play_level(level: Strength, state: State, options: Sequence[Command], random: Random) -> Command:
    """Return the best decision that a level finds; it sees only what the player who must act can see.

    >>> from calimala_es.deck import chance_command, is_chance
    >>> from calimala_es.game import play
    >>> from calimala_es.initial import shuffled_setup
    >>> from calimala_es.legal import legal
    >>> random = Random(7)
    >>> game = play(shuffled_setup("bry", random))
    >>> while is_chance(game.state):
    ...     game = game.added(play(game.state, [chance_command(game.state, random)]).moves)
    >>> play_level(QUICK, game.state, legal(game.state), random) in legal(game.state)
    True
    """
    if len(options) == 1:
        return options[0]
    seen = view_state(state, state.actor)
    search = _search(state.setup)
    budget = level.placements if type(state.now) is Placement else level.others
    board = sampled_board(seen, random)
    decisions = search.promising(board, budget.decisions)
    if len(decisions) > 1:
        boards = (board if not number else sampled_board(seen, random) for number in range(budget.boards))
        decisions = [search.look(boards, decisions, budget.turns, random)[0].decision]
    return to_command(decisions[0])
