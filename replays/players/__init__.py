"""Players that need nobody: one that takes any legal decision, one that looks for points, and two that look ahead.

A player is a pure function of what its seat can see, of the decisions that may come, and of a ``random.Random``. Hands
and chosen influence cards of others are never looked at.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from calimala_es.commands import Command
from calimala_es.deck import chance_command, is_chance
from calimala_es.legal import legal
from calimala_es.state import State
from replays.players.greedy import Player, play_greedy, play_random

if TYPE_CHECKING:
    from replays.judge.hands import Past
    from replays.players.levels import TimeLimit

__all__ = ["PLAYERS", "Player", "next_command", "play_greedy", "play_quick", "play_random", "play_strong", "seated"]


def play_quick(state: State, options: Sequence[Command], random: Random) -> Command:
    """Return the decision that is best after a short look ahead, when placing a disc; the others come by its policy.

    >>> from calimala_es.initial import initial, shuffled_setup
    >>> state = initial(shuffled_setup("bry", Random(7)))
    >>> random, players = Random(7), [play_quick] * 3
    >>> from calimala_es.decide import step
    >>> for _ in range(4):
    ...     _, state = step(state, next_command(state, players, random))
    >>> next_command(state, players, random) in legal(state)
    True
    """
    from replays.players.levels import QUICK, play_level

    return play_level(QUICK, state, options, random)


def play_strong(state: State, options: Sequence[Command], random: Random) -> Command:
    """Return the decision that is best after a long look ahead, which takes a second or more a turn.

    >>> from calimala_es.decide import step
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> state = initial(shuffled_setup("bry", Random(7)))
    >>> random, players = Random(7), [play_strong] * 3
    >>> for _ in range(4):
    ...     _, state = step(state, next_command(state, players, random))
    >>> next_command(state, players, random) in legal(state)
    True
    """
    from replays.players.levels import STRONG, play_level

    return play_level(STRONG, state, options, random)


PLAYERS: Final[Mapping[str, Player]] = {
    "random": play_random,
    "greedy": play_greedy,
    "quick": play_quick,
    "strong": play_strong,
}
"""Every player by name, from weak to strong."""


def seated(name: str, past: "Past", limit: "TimeLimit | None" = None) -> Player:
    """Return a player who remembers the cards of a game, to which its caller adds what happens.

    Players who look ahead conclude from it what others may hold, and think as long as the limit allows.

    >>> from calimala_es.initial import initial, shuffled_setup
    >>> from replays.judge.hands import Past
    >>> state = initial(shuffled_setup("bry", Random(7)))
    >>> seated("greedy", Past(state)) is play_greedy
    True
    """
    from replays.players.levels import LEVELS, play_level

    level = LEVELS.get(name)
    if level is None:
        return PLAYERS[name]
    return lambda state, options, random: play_level(level, state, options, random, past, limit)


def next_command(state: State, players: Sequence[Player], random: Random) -> Command:
    """Return the next command of a game: a shuffled deck's, or that of the player who must act.

    >>> from calimala_es.initial import initial, shuffled_setup
    >>> state = initial(shuffled_setup("bry", Random(7)))
    >>> next_command(state, [play_greedy] * 3, Random(7))
    DealInfluence(cards=('LIS', 'LON', 'SCR'))
    """
    if is_chance(state):
        return chance_command(state, random)
    actor = state.actor
    return (players[actor] if actor is not None else play_random)(state, legal(state), random)
