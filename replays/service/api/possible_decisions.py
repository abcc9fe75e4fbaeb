"""What may be decided in a position and what comes of it, for everything that an answer says of it."""

from calimala_es.commands import Command, DoAction
from calimala_es.components import Action
from calimala_es.decide import step
from calimala_es.game import Move
from calimala_es.legal import Commands, legal
from calimala_es.state import State


class PossibleDecisions:
    """The legal decisions of a position, and what each leads to: found when somebody asks for it, and once."""

    def __init__(self, state: State) -> None:
        """Look at a position."""
        self.state = state
        self._commands: Commands | None = None
        self._moves: dict[Command, Move] = {}
        self._after: dict[Command, PossibleDecisions] = {}

    @property
    def commands(self) -> Commands:
        """The legal decisions, in the order of the rules."""
        if self._commands is None:
            self._commands = legal(self.state)
        return self._commands

    @property
    def acts(self) -> list[DoAction]:
        """Those of them that do an action."""
        return [command for command in self.commands if type(command) is DoAction]

    @property
    def doable(self) -> set[Action]:
        """The actions that can be done."""
        return {act.action for act in self.acts}

    def move(self, command: Command) -> Move:
        """Return the move of a decision; raises ``IllegalCommandError``."""
        found = self._moves.get(command)
        if found is None:
            events, state = step(self.state, command)
            found = self._moves[command] = Move(command, events, state)
        return found

    def after(self, command: Command) -> "PossibleDecisions":
        """Return what may be decided after a decision; raises ``IllegalCommandError``."""
        found = self._after.get(command)
        if found is None:
            found = self._after[command] = PossibleDecisions(self.move(command).state)
        return found
