"""What stands behind one decision, as a piece of text of its own: its notes and its variations."""

from collections.abc import Sequence
from typing import NamedTuple

from calimala_es.commands import Command
from calimala_es.events import Event
from calimala_es.state import State
from notation.errors import NotationError
from notation.notes import Notes
from notation.reading.body import Body
from notation.record import Variation
from notation.words.tokens import Source


class Behind(NamedTuple):
    """The notes behind a decision, or at the start of a record, and the variations of the decision."""

    notes: Notes = ()
    variations: tuple[Variation, ...] = ()

    def and_(self, more: "Behind") -> "Behind":
        """This and what stands behind it."""
        return Behind(self.notes + more.notes, self.variations + more.variations)


def read_behind(
    text: str, commands: Sequence[Command], states: Sequence[State], events: Sequence[tuple[Event, ...]]
) -> Behind:
    """What a text says behind the last of these decisions, or at the start if there is none.

    ``states`` are the start and the state after each decision, ``events`` those of each. Raises the first
    ``NotationError``.
    """
    errors: list[NotationError] = []
    body = Body.going_on(Source("<note>", (), text, 1), commands, states, events, errors, may_vary=True)
    body.read()
    if errors:
        raise errors[0]
    line = body.main
    return Behind(line.notes_at(len(commands)), line.moves[-1].variations if commands else ())
