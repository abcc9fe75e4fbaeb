"""Patterns of events: ``tile_scored tile=LIS points>=9`` fits an event of this kind of which every condition holds.

The kinds and their fields are those of ``calimala_es.events``, with ``actor``, who did it. Seats are written as
colours, streets by their tiles. Of a field with several values each counts, and all of them joined by ``-``.
"""

from difflib import get_close_matches
from typing import Any, Final, cast

from msgspec import Struct

from calimala_es.board import STREET_INDEX, street_names
from calimala_es.components import ACTIONS, SEATS
from calimala_es.events import EVENTS, DiscPlaced, Event
from calimala_es.setup import Setup
from replays.patterns.conditions import NUMBER_OPERATORS, Condition, Facts, PatternError, parse_conditions

ANY_KIND: Final = "*"

_KINDS: Final[dict[str, type[Event]]] = {kind.__name__.lower(): kind for kind in EVENTS}
_ACTOR: Final = "actor"
_ONE_SEAT: Final = ("seat", "party", _ACTOR)
_SEATS: Final = ("ranking", "winners")
_STREETS: Final = ("street", "source")


class EventPattern(Struct, frozen=True):
    """A kind of event, ``None`` for any, and conditions on its fields, all of which have to hold."""

    kind: type[Event] | None
    conditions: tuple[Condition, ...] = ()

    def holds(self, event: Event, setup: Setup) -> bool:
        """Return whether an event of a game with this set-up matches."""
        if self.kind is not None and type(event) is not self.kind:
            return False
        return all(condition.holds(_facts(event, condition, setup)) for condition in self.conditions)

    @property
    def tells_by_placements(self) -> bool:
        """Whether a record of placements is enough; it has only where discs were placed."""
        return self.kind is DiscPlaced


def parse_event_pattern(text: str) -> EventPattern:
    """Read the pattern of an event; raises ``PatternError`` with the column."""
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    start = text.index(word)
    kind = None if word == ANY_KIND else _KINDS.get(word.replace("_", "").replace("-", "").lower())
    if kind is None and word != ANY_KIND:
        raise PatternError(start + 1, _unknown_kind(word))
    conditions = tuple(
        Condition(condition.name.lower(), condition.operator, _street_sorted(condition), condition.column)
        for condition in parse_conditions(text[start + len(word) :], start + len(word) + 1)
    )
    known = _fields(kind)
    for condition in conditions:
        if condition.name not in known:
            raise PatternError(
                condition.column, f"{word} has no field {condition.name[:40]!r}; it has {' '.join(known)}"
            )
    return EventPattern(kind, conditions)


def _street_sorted(condition: Condition) -> str:
    """Return the value of a condition; the two tiles of a street in the order of its name."""
    value = condition.value.upper()
    is_street = condition.name.lower() in _STREETS and len(value) == 2 and set(value) <= set(ACTIONS)
    return "".join(sorted(value, key=ACTIONS.index)) if is_street else condition.value


def kind_name(kind: type[Event]) -> str:
    """Return a kind of event as people type it, e.g. ``tile_scored``."""
    return "".join("_" + char.lower() if char.isupper() else char for char in kind.__name__).strip("_")


def _unknown_kind(word: str) -> str:
    names = [kind_name(kind) for kind in EVENTS]
    close = get_close_matches(word.lower(), names, 3, 0.5)
    known = f"did you mean {' or '.join(close)}?" if close else f"there are {' '.join(names)}"
    return f"{word[:40]!r} is no kind of event; {known}" if word else f"a kind of event; {known}"


def _fields(kind: type[Event] | None) -> tuple[str, ...]:
    """Return the fields of a kind; for any kind all that there are."""
    kinds = EVENTS if kind is None else (kind,)
    return tuple(dict.fromkeys([field for one in kinds for field in (*one.__struct_fields__, _ACTOR)]))


def _facts(event: Event, condition: Condition, setup: Setup) -> Facts:
    field = condition.name
    value: Any = getattr(event, field, None)
    if value is None:
        return ()
    if field in _ONE_SEAT:
        return (setup.parties[value] if value >= 0 else {-1: "chance", -2: "game"}[value],)
    if isinstance(value, tuple):
        several = cast("tuple[str | int, ...]", value)
        return several if condition.operator in NUMBER_OPERATORS else (*several, "-".join(map(str, several)))
    return (_written(field, value, setup),)


def _written(field: str, value: Any, setup: Setup) -> str | int:
    """Return the value of a field as people write it."""
    if field in _STREETS and value in STREET_INDEX:
        return street_names(setup.city)[value]
    if field in _SEATS:
        return "".join(setup.parties[int(mark)] if mark in SEATS else mark for mark in value)
    return value if isinstance(value, int) else str(value)
