"""The players that look ahead, from quick to strong: the same search with more or less to do.

With a budget of decisions a player is as good as its numbers, and the same seed gives the same game; with a budget of
time it tries boards until that is over.
"""

from collections.abc import Callable, Mapping, Sequence
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
from replays.judge.hands import Past
from replays.judge.lookahead import Effort, Lookahead
from replays.judge.model import model_of
from replays.judge.worlds import sampled_board


class Strength(NamedTuple):
    """How much a player looks ahead, when placing a disc and otherwise."""

    placements: Effort
    others: Effort


QUICK: Final = Strength(Effort(decisions=6, boards=2, turns=1), Effort(decisions=1, boards=1, turns=0))
STRONG: Final = Strength(Effort(decisions=24, boards=16, turns=3), Effort(decisions=6, boards=4, turns=1))


LEVELS: Final[Mapping[str, Strength]] = {"quick": QUICK, "strong": STRONG}

MOST_BOARDS: Final = 2000
"""On how many boards a player looks ahead at most while there is time."""


class TimeLimit(NamedTuple):
    """How long a player may think about each decision; ``clock`` gives seconds that only grow."""

    milliseconds: int
    clock: Callable[[], float]

    def started(self) -> Callable[[], bool]:
        """Return a function that says whether the time is over, which begins now."""
        end = self.clock() + self.milliseconds / 1000
        return lambda: self.clock() >= end


@lru_cache(maxsize=64)
def _search(setup: Setup) -> Lookahead:
    return Lookahead(model_of(BoardRules(setup)))


def play_level(
    level: Strength,
    state: State,
    options: Sequence[Command],
    random: Random,
    past: Past | None = None,
    limit: TimeLimit | None = None,
    search: Lookahead | None = None,
) -> Command:
    """Return the best decision that a level finds; it sees only what the player who must act can see.

    From the ``past`` it concludes what the hands may be; without one, a card that it does not see may be any. The
    ``search`` is that of the learned model, unless there is another.

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
    stop = limit.started() if limit else _never
    seen = view_state(state, state.actor)
    search = search or _search(state.setup)
    budget = level.placements if type(state.now) is Placement else level.others
    hands = past.hands(state.actor) if past else None
    board = sampled_board(seen, random, hands)
    decisions = search.promising(board, budget.decisions)
    if len(decisions) > 1:
        most = MOST_BOARDS if limit else budget.boards
        boards = (board if not number else sampled_board(seen, random, hands) for number in range(most))
        decisions = [search.look(boards, decisions, budget.turns, random, stop)[0].decision]
    return to_command(decisions[0])


def _never() -> bool:
    return False
