"""What a player is, and the one that leaves everything to chance."""

from collections.abc import Callable, Sequence
from random import Random

from calimala_es.commands import Command
from calimala_es.components import UNKNOWN
from calimala_es.state import State

Player = Callable[[State, Sequence[Command], Random], Command]
"""Chooses one of the decisions that may come in a state in which it has to act."""


def play_random(state: State, options: Sequence[Command], random: Random) -> Command:
    """Any decision, all equally likely; of cards that are known none stays untold."""
    known = options[:-1] if len(options) > 1 and getattr(options[-1], "card", "") == UNKNOWN else options
    return known[int(random.random() * len(known))]
