"""What may be decided in a position and what comes of it, for everything that an answer says of it.

What a player decides was often tried for the answer before, so what was found of it is found again.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from calimala_es.commands import Command, DoAction
from calimala_es.components import Action
from calimala_es.decide import step
from calimala_es.game import Game, Move
from calimala_es.legal import Commands, legal
from calimala_es.state import State
from replays.text.names import Names

_Made = TypeVar("_Made")


class PossibleDecisions:
    """The legal decisions of a position, and what each leads to: found when somebody asks for it, and once.

    May be asked from several threads.
    """

    def __init__(self, state: State) -> None:
        """Look at a position."""
        self.state = state
        self._commands: Commands | None = None
        self._moves: dict[Command, Move] = {}
        self._after: dict[Command, PossibleDecisions] = {}
        self._made: dict[tuple[Callable[..., Any], Names], Any] = {}

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

    def made(self, make: Callable[["PossibleDecisions", Names], _Made], names: Names) -> _Made:
        """Return what a function makes of these decisions for people with these names, made once."""
        key = make, names
        if key not in self._made:
            self._made[key] = make(self, names)
        made: _Made = self._made[key]
        return made

    def known_after(self, command: Command, state: State) -> "PossibleDecisions | None":
        """Return what was found of a position where a decision leads; ``None`` for one where it was not tried."""
        found = self._after.get(command)
        return found if found is not None and found.state == state else None


class NextDecisions:
    """What may be decided in a game as it goes on: what was found of the last position, and of those tried after it.

    May be asked from several threads.
    """

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._last: PossibleDecisions | None = None

    def of(self, game: Game) -> PossibleDecisions:
        """Return what may be decided at the end of a game."""
        state, last = game.state, self._last
        known = last.known_after(game.moves[-1].command, state) if last and game.moves else None
        self._last = found = known or PossibleDecisions(state)
        return found
