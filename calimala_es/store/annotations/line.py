"""The positions of a line of commands."""

from collections.abc import Callable, Iterable, Sequence

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.state import State

StatesOf = Callable[[], Sequence[State]]
"""Returns the start of a game and the state after each of its commands, computed on request."""


def decided(state: State, commands: Iterable[Command]) -> tuple[State, ...]:
    """Return a state and the states after each command that follows; raises ``IllegalCommandError``."""
    states = [state]
    for command in commands:
        states.append(step(states[-1], command)[1])
    return tuple(states)
