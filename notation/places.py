"""Places in a record: the id of an event, and before it that of the variation in which it happens.

``7.2.3`` is the third event of the second activation of turn 7 on the main line, ``v1:7.2.3`` the one of the variation
``v1``. ``7.2`` and ``7`` are an activation and a turn; ``v1`` alone is the variation, and ``start`` the position before
all that happens. Of variations in each other only the innermost is named, as ids of variations are unique in a record.
``docs/notation.md``, section 8, says more.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.errors import UnknownIdError
from calimala_es.game import Move, Variation
from calimala_es.ids import EventId, parse_id
from calimala_es.messages import Message

NO_ID: Final = ""
"""The id of a variation until one is supplied."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")


START: Final = "start"
"""The place before the first decision; no variation has this id."""


def is_variation_id(text: str) -> bool:
    """Return whether a variation can have this id: a small letter, then small letters, digits, hyphens, at most 32.

    >>> is_variation_id("port"), is_variation_id("7th")
    (True, False)
    """
    return _ID.fullmatch(text) is not None and text != START


def with_ids(moves: tuple[Move, ...], ids: Iterator[str]) -> tuple[Move, ...]:
    """Return the same moves; every variation without an id gets the next one."""
    return tuple(
        replace(move, variations=tuple(_with_id(variation, ids) for variation in move.variations))
        if move.variations
        else move
        for move in moves
    )


def _with_id(variation: Variation, ids: Iterator[str]) -> Variation:
    id = variation.id or next(ids)
    return Variation(id, with_ids(variation.moves, ids), variation.name, variation.notes)


OF_VARIATION: Final = ":"
"""The sign between the id of a variation and a place in it."""

_NUMBERS: Final = re.compile(r"[0-9.]*")


MAIN: Final = ""
"""The id of the main line."""


class PlaceId(NamedTuple):
    """A place: the id of a variation, empty for the main line, and up to three numbers: turn, activation, step.

    Without numbers it is all of the variation. ``str`` gives what ``parse_place`` reads.
    """

    variation: str = MAIN
    numbers: tuple[int, ...] = ()

    @classmethod
    def of(cls, variation: str, id: EventId) -> "PlaceId":
        """Return the place of an event."""
        return cls(variation, tuple(id))

    def has(self, id: EventId) -> bool:
        """Return whether this place has an event of its line: the event itself, or its activation or turn."""
        return id[: len(self.numbers)] == self.numbers

    def __str__(self) -> str:
        """Return the place as it is written."""
        numbers = ".".join(map(str, self.numbers))
        return f"{self.variation}{OF_VARIATION}{numbers}" if self.variation and numbers else self.variation or numbers


def is_start(text: str) -> bool:
    """Return whether a text means the position before the first decision, ``start``.

    >>> is_start("Start"), is_start("1")
    (True, False)
    """
    return text.lower() == START


def parse_place(text: str) -> PlaceId:
    """Return the place that a text names, in any letter case; raises ``UnknownIdError``.

    The start of a game is not such a place: nothing has happened there.

    >>> parse_place("v1:7.2.3")
    PlaceId(variation='v1', numbers=(7, 2, 3))
    >>> str(parse_place("V1:7"))
    'v1:7'
    """
    if is_start(text):
        raise UnknownIdError(Message("nothing has happened at the start; name a moment, e.g. 7, 7.2 or 7.2.3"))
    variation, colon, numbers = text.lower().rpartition(OF_VARIATION)
    if not colon and not _NUMBERS.fullmatch(numbers):
        variation, numbers = numbers, ""
    if (variation or colon) and not is_variation_id(variation):
        raise UnknownIdError(
            Message(
                ("{word} is not a moment of a game; write e.g. 7, 7.2, 7.2.3, v1:7.2.3 or, for a whole variation, v1"),
                word=repr(text[:60]),
            )
        )
    return PlaceId(variation, parse_id(numbers) if numbers or not variation else ())
