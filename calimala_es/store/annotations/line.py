"""The positions of a line of commands."""

from collections.abc import Callable, Iterable, Sequence

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.state import State

StatesOf = Callable[[], Sequence[State]]
"""The start of a game and the state after each of its commands, worked out when they are asked for."""


def decided(state: State, commands: Iterable[Command]) -> tuple[State, ...]:
    """A state and those after each command that follows; raises ``IllegalCommandError``."""
    states = [state]
    for command in commands:
        states.append(step(states[-1], command)[1])
    return tuple(states)
