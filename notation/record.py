"""A game as it is written down: headers, decisions, comments and checks. No rules in it."""

from msgspec import Struct

from calimala_es.commands import Command
from calimala_es.setup import Setup
from calimala_es.state import State


class Move(Struct, frozen=True, gc=False):
    """One decision of a player or of chance, with the checks and the comments that stand behind it.

    A comment belongs to the decision before it. A check (``=bry``, ``=12-9-7``, ``=#...``) is kept as it was written.
    """

    command: Command
    comments: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()


class Record(Struct, frozen=True):
    """A written game.

    ``headers`` are those that say nothing about the rules or the set-up, in the order in which they are written;
    ``comments`` stand before the first decision; ``start`` is the position of a record that does not begin at turn 0.
    """

    setup: Setup
    moves: tuple[Move, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    start: State | None = None

    def header(self, name: str) -> str | None:
        """The value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The decisions alone."""
        return tuple(move.command for move in self.moves)
