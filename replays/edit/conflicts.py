"""What distinguishes two records: conflicts, the orientation of the city, the set-up, parts of a position."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar

from calimala_es.commands import Command, ObservePart
from calimala_es.effects import part_value
from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from calimala_es.ids import EventId
from calimala_es.messages import Message, Player, Text
from calimala_es.observation import PARTS, part_exists
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.symmetry import SYMMETRIES, turn_game, turn_setup
from notation.grammar.symbols import NOTHING, SEEN, format_observed
from notation.headers.setup_headers import format_setup


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


class ClaimKey(NamedTuple):
    """By what a claim is found again: its origin, and its symbols in notation."""

    origin: Origin
    said: str


class Claim(NamedTuple):
    """What one record says: its source, its symbols in notation, and whose decision it is, if they do not show that;
    other details are in brackets. ``commands`` are the decisions.
    """

    origin: Origin
    said: str
    seat: Player | None = None
    commands: tuple[Command, ...] = ()

    @property
    def key(self) -> ClaimKey:
        """By what it is found again."""
        return ClaimKey(self.origin, self.said)

    def message(self) -> Message:
        """Return e.g. ``maria.cgn at 7.2.3 has AC``."""
        fields = {"name": self.origin.source, "id": self.origin.id, "word": self.said}
        if self.origin.id is None:
            return Message("{name} has {word}" if self.said else "{name} has nothing", **fields)
        if self.seat is not None:
            return Message("{name} at {id} has {word}, decided by {seat}", **fields, seat=self.seat)
        return Message("{name} at {id} has {word}" if self.said else "{name} at {id} has nothing", **fields)

    def __str__(self) -> str:
        """Return the message in English."""
        return str(self.message())


class MergeConflict(NamedTuple):
    """Two records that contradict each other at one place.

    ``kind`` is ``"decision"``, ``"observation"``, ``"variation"``, ``"note"``, ``"check"`` or ``"header"``; ``taken``
    is the reading in the merged record, ``other`` is the other reading, and ``outcome`` says what happened to it.
    ``is_question``: the other one can be preferred.
    """

    kind: str
    taken: Claim
    other: Claim
    outcome: Text
    is_question: bool = False

    def message(self) -> Message:
        """Return one line for a person to read."""
        fields = {"taken": self.taken.message(), "left": self.other.message(), "reason": self.outcome}
        return Message(_CONFLICTS[self.kind].text, **fields)

    def __str__(self) -> str:
        """Return the message in English."""
        return str(self.message())


_CONFLICTS: Final = {
    "decision": Message("decision: {taken}, {left}: {reason}"),
    "observation": Message("observation: {taken}, {left}: {reason}"),
    "variation": Message("variation: {taken}, {left}: {reason}"),
    "note": Message("note: {taken}, {left}: {reason}"),
    "check": Message("check: {taken}, {left}: {reason}"),
    "header": Message("header: {taken}, {left}: {reason}"),
}
"""The messages of conflicts by their kind."""


class Merged(NamedTuple):
    """The merged record, all conflicts, and one line for each other thing that differs from one of the records."""

    record: Game
    conflicts: tuple[MergeConflict, ...] = ()
    remarks: tuple[Message, ...] = ()


# ----------------------------------------------------------------------------------------------------
# What distinguishes two records of one table: the orientation of the city, the set-up, the parts of a position.


def parts_of(state: State) -> dict[str, str]:
    """Return all parts of a position by name, e.g. ``b.wood``, ``AS`` or ``SMF.W``, each with its value; ``-`` is an
    empty one.

    Influence cards are ``by_board`` and, e.g. for blue, ``b.dealt``, ``b.shown``, and those that blue has chosen.
    """
    setup = state.setup
    named = {"turn": str(state.turn)}
    for part in PARTS:
        if part_exists(part, setup):
            name, _, value = format_observed(state, ObservePart(part, part_value(state, part))).partition(SEEN)
            named[name] = value
    named["by_board"] = ".".join(state.by_board) or NOTHING
    for colour, mat in zip(setup.colours, state.mats, strict=False):
        for name, cards in (("dealt", mat.dealt), ("kept", mat.kept), ("shown", mat.shown)):
            named[f"{colour}.{name}"] = ".".join(cards) or NOTHING
    return named


class PartDifference(NamedTuple):
    """A part of a position, e.g. ``b.wood``, ``AS`` or ``SMF.W``, and its values; ``-`` is an empty one."""

    part: str
    one: str
    other: str

    def __str__(self) -> str:
        """Return e.g. ``b.wood 1 -> 2``."""
        return f"{self.part} {self.one} -> {self.other}"


def compare_positions(one: State, other: State) -> tuple[PartDifference, ...]:
    """Return the parts in which two positions of games from the same table differ."""
    parts, others = parts_of(one), parts_of(other)
    return tuple(
        PartDifference(part, value, others.get(part, "")) for part, value in parts.items() if value != others.get(part)
    )


def format_differences(parts: Iterable[PartDifference]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of parts with their values in each of two positions, e.g. ``b.wood 1`` and ``b.wood 2``."""
    several = [*parts]
    return tuple(f"{each.part} {each.one}" for each in several), tuple(f"{each.part} {each.other}" for each in several)


def compare_setups(one: Setup, other: Setup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of each set-up that the other one does not have."""
    lines, others = format_setup(one), format_setup(other)
    return tuple(line for line in lines if line not in others), tuple(line for line in others if line not in lines)


def turn_like(record: Game, setup: Setup) -> Game | None:
    """Return a record with the city in the orientation of a set-up; ``None`` if the tiles do not match."""
    if record.setup.city == setup.city:
        return record
    for symmetry in SYMMETRIES:
        if turn_setup(record.setup, symmetry).city == setup.city:
            return turn_game(record, symmetry)
    return None


_Item = TypeVar("_Item")


def find_surplus(items: Iterable[_Item], others: Iterable[_Item]) -> tuple[_Item, ...]:
    """Return the items that occur more often here than among the others, in their order."""
    left = Counter(others)
    found: list[_Item] = []
    for item in items:
        if left[item]:
            left[item] -= 1
        else:
            found.append(item)
    return tuple(found)
