"""What a player is, and the one that leaves everything to chance."""

from collections.abc import Callable, Sequence
from random import Random

from calimala_es.commands import Command
from calimala_es.components import UNKNOWN
from calimala_es.state import State

Player = Callable[[State, Sequence[Command], Random], Command]
"""A function that chooses one of the legal decisions in a state in which the player must act."""


def play_random(state: State, options: Sequence[Command], random: Random) -> Command:
    """Return any decision, all equally likely; known cards are never left unnamed."""
    known = options[:-1] if len(options) > 1 and getattr(options[-1], "card", "") == UNKNOWN else options
    return known[int(random.random() * len(known))]
