"""A game as it is written down: headers, decisions, what is said about them, and variations. No rules in it."""

from typing import Literal

from msgspec import Struct

from calimala_es.commands import Command
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.notes import Check, Comment, Notes

Depth = Literal["result", "placements", "full"]
"""How much was written down: only who won, only where discs were placed and what was scored, or everything."""


class Move(Struct, frozen=True, gc=False):
    """One decision of a player or of chance, what is said about it, and what might have been instead of it."""

    command: Command
    notes: Notes = ()
    variations: tuple["Variation", ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments."""
        return comments_in(self.notes)

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks."""
        return checks_in(self.notes)


class Variation(Struct, frozen=True, gc=False):
    """Decisions that might have come instead of the one they stand behind; the first takes that one's place.

    ``id`` is unique in the record and stays the same whatever is renamed or put in elsewhere; ``name`` is free text;
    ``notes`` stand before the first decision.
    """

    id: str
    moves: tuple[Move, ...]
    name: str = ""
    notes: Notes = ()


class Layer(Struct, frozen=True):
    """Whose notes those of a layer are: its short name, the language as a BCP 47 tag (empty: not told), the author."""

    id: str
    language: str = ""
    author: str = ""


class Record(Struct, frozen=True):
    """A written game.

    ``headers`` are those that say nothing about the rules or the set-up, in the order in which they are written;
    ``notes`` stand before the first decision; ``start`` is the position of a record that does not begin at turn 0.
    """

    setup: Setup
    moves: tuple[Move, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    notes: Notes = ()
    start: State | None = None
    depth: Depth = "full"

    def header(self, name: str) -> str | None:
        """The value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The decisions alone."""
        return tuple(move.command for move in self.moves)

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments before the first decision."""
        return comments_in(self.notes)

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks before the first decision."""
        return checks_in(self.notes)


def comments_in(notes: Notes) -> tuple[str, ...]:
    """The text of the comments among notes."""
    return tuple(note.text for note in notes if type(note) is Comment)


def checks_in(notes: Notes) -> tuple[str, ...]:
    """The checks among notes."""
    return tuple(note.word for note in notes if type(note) is Check)
