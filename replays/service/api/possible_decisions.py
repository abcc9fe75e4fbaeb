"""What may be decided in a position and what comes of it, for everything that an answer says of it."""

from functools import cached_property

from calimala_es.commands import Command
from calimala_es.game import Move, moves_from
from calimala_es.legal import Commands, legal
from calimala_es.state import State


class PossibleDecisions:
    """The legal decisions of a position, and what each leads to: found when somebody asks for it, and once."""

    def __init__(self, state: State) -> None:
        """Look at a position."""
        self.state = state
        self._moves: dict[Command, Move] = {}
        self._after: dict[Command, PossibleDecisions] = {}

    @cached_property
    def commands(self) -> Commands:
        """The legal decisions, in the order of the rules."""
        return legal(self.state)

    def move(self, command: Command) -> Move:
        """Return the move of a decision; raises ``IllegalCommandError``."""
        found = self._moves.get(command)
        if found is None:
            (found,) = moves_from(self.state, (command,))
            self._moves[command] = found
        return found

    def after(self, command: Command) -> "PossibleDecisions":
        """Return what may be decided after a decision; raises ``IllegalCommandError``."""
        found = self._after.get(command)
        if found is None:
            found = self._after[command] = PossibleDecisions(self.move(command).state)
        return found
