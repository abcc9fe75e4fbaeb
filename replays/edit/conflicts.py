"""The conflicts that a merge could not resolve, and the changes that it made on its own."""

from typing import NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from calimala_es.ids import EventId


class MergeError(CalimalaError):
    """Two records that are not of one game: another set-up, or a position at the start that the other does not have."""


class Origin(NamedTuple):
    """The source of a reading: the name of the record, and the id of the decision's first event.

    Without an id the source is before the first decision, in the headers, or missing.
    """

    source: str
    id: EventId | None = None

    def __str__(self) -> str:
        """Return e.g. ``maria.cgn at 7.2.3``."""
        return self.source if self.id is None else f"{self.source} at {self.id}"


class Claim(NamedTuple):
    """What one record says: its source, and its symbols in notation; details that the symbols do not show are in
    brackets.
    """

    origin: Origin
    said: str

    def __str__(self) -> str:
        """Return e.g. ``maria.cgn at 7.2.3 has AC``."""
        return f"{self.origin} has {self.said or 'nothing'}"


class MergeConflict(NamedTuple):
    """Two records that contradict each other at one place.

    ``kind`` is ``"decision"``, ``"observation"``, ``"variation"``, ``"note"`` or ``"header"``; ``taken`` is the
    reading in the merged record, ``other`` is the other reading, and ``outcome`` says what happened to it.
    """

    kind: str
    taken: Claim
    other: Claim
    outcome: str

    def __str__(self) -> str:
        """Return one line for a person to read."""
        return f"{self.kind}: {self.taken}, {self.other}: {self.outcome}"


class Merged(NamedTuple):
    """The merged record, all conflicts, and one line for each other thing that differs from one of the records."""

    record: Game
    conflicts: tuple[MergeConflict, ...] = ()
    remarks: tuple[str, ...] = ()
