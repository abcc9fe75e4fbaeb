"""What a merge could not settle, and what it did that nobody asked for."""

from typing import NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from calimala_es.ids import EventId


class MergeError(CalimalaError):
    """Two records that are not of one game: another set-up, or a position at the start that the other does not have."""


class Origin(NamedTuple):
    """Where something stands: the name of the record, and the id of the decision's first event.

    Without an id it stands before the first decision, in the headers, or nowhere.
    """

    source: str
    id: EventId | None = None

    def __str__(self) -> str:
        """``maria.cgn at 7.2.3``."""
        return self.source if self.id is None else f"{self.source} at {self.id}"


class Claim(NamedTuple):
    """What one record says: where, and in the symbols of the notation; in brackets what these symbols do not show."""

    origin: Origin
    said: str

    def __str__(self) -> str:
        """``maria.cgn at 7.2.3 has AC``."""
        return f"{self.origin} has {self.said or 'nothing'}"


class MergeConflict(NamedTuple):
    """Two records that contradict each other at one place.

    ``kind`` is ``"decision"``, ``"observation"``, ``"variation"``, ``"note"`` or ``"header"``; ``taken`` is the reading
    that the merged record has, ``other`` the one beside it, and ``outcome`` says what became of that.
    """

    kind: str
    taken: Claim
    other: Claim
    outcome: str

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.kind}: {self.taken}, {self.other}: {self.outcome}"


class Merged(NamedTuple):
    """The merged record, all conflicts, and, a line each, what else is not in it as it was in one of the records."""

    record: Game
    conflicts: tuple[MergeConflict, ...] = ()
    remarks: tuple[str, ...] = ()
