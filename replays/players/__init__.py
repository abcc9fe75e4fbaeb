"""Players that need nobody: one that takes any legal decision, and one that looks for points.

A player is a pure function of what its seat can see, of the decisions that may come, and of a ``random.Random``. Hands
and chosen influence cards of others are never looked at.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from calimala_es.commands import Command
from calimala_es.deck import chance_command, is_chance
from calimala_es.legal import legal
from calimala_es.state import State
from replays.players.greedy import Player, play_greedy, play_random

__all__ = ["PLAYERS", "Player", "next_command", "play_greedy", "play_random"]

PLAYERS: Final[Mapping[str, Player]] = {"random": play_random, "greedy": play_greedy}
"""Every player by name."""


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
