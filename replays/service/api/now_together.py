"""Which decisions are taken back, and brought back, together: those of one request in which something was observed.

What was played anyway is such a request, on every phone of the game. A request is one append to the store, whose rows
have one time.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from calimala_es.commands import Command, ObservePart
from calimala_es.store import StoredGame


class Together(NamedTuple):
    """For the number of a decision that of the first one that came with it, and how many the next redo brings back."""

    firsts: Mapping[int, int]
    redo: int = 1


ALONE: Final = Together({})
"""Each for itself."""


def together(game: StoredGame, commands: Sequence[Command], most: int) -> Together:
    """What belongs together among the last decisions of a game, and among those that a redo would bring back."""
    undone = game.redoable_steps if game.redoable else ()
    every = [*commands, *(step.command for step in undone)]
    if not any(isinstance(command, ObservePart) for command in every[max(0, len(commands) - most) :]):
        return ALONE
    numbers = (*game.numbers, *(step.number for step in undone))
    times = {entry.number: entry.time for entry in game.entries if entry.time}
    # When the game was made, or set right: what came then had come one by one before.
    otherwise = {None, *(entry.time for entry in game.entries if not entry.number)}
    firsts: dict[int, int] = {}
    for time, found in groupby(range(len(numbers)), lambda place: times.get(numbers[place])):
        places = [*found]
        if time not in otherwise and any(isinstance(every[place], ObservePart) for place in places):
            firsts |= {place + 1: places[0] + 1 for place in places}
    following = firsts.get(len(commands) + 1)
    return Together(firsts, sum(first == following for first in firsts.values()) if following else 1)
