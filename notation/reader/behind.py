"""The notes and variations after one decision, as a separate piece of text."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.game import Move, Variation
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.errors import NotationError
from notation.grammar.tokens import Source
from notation.reader.body import Body


class Behind(NamedTuple):
    """The notes after a decision, or at the start of a record, and the variations of the decision."""

    notes: Notes = ()
    variations: tuple[Variation, ...] = ()

    def and_(self, more: "Behind") -> "Behind":
        """Return this and what follows it."""
        return Behind(self.notes + more.notes, self.variations + more.variations)

    def on(self, move: Move) -> Move:
        """Return a move with these after its own."""
        return replace(move, notes=move.notes + self.notes, variations=move.variations + self.variations)


def read_behind(text: str, start: State, moves: Sequence[Move]) -> Behind:
    """Return what a text says after the last of these moves, or at the start if there is none.

    Raises the first ``NotationError``.
    """
    errors: list[NotationError] = []
    body = Body.going_on(Source("<note>", (), text, 1), start, moves, errors, may_vary=True)
    body.read()
    if errors:
        raise errors[0]
    line = body.main
    return Behind(line.notes_at(len(moves)), line.moves[-1].variations if moves else ())
