"""The life of one cube, card or disc: when it came, what it did, when it left.

Knows nothing of how lives are found; see ``cubes``, ``cards`` and ``discs``.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable
from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

Kind = Literal["cube", "card", "influence", "disc"]

LAY: Final = "lay"
SEEN: Final = "seen"
GONE: Final = "gone"
"""It lay there where the record begins; it was seen at the table and nobody knows how it came; or it was not there any
more. All that follows from the rules has one of the words below."""

ADDED: Final = "added"
MOVED: Final = "moved"
CLOSED_UP: Final = "closed up"
COUNTED: Final = "counted"
"""Of a cube: put into a row, moved into another one, a cell further to the front since one before it was moved away,
counted in a scoring."""

DRAFTED: Final = "drafted"
DRAWN: Final = "drawn"
PLAYED: Final = "played"
DISCARDED: Final = "discarded"
UNRECORDED: Final = "unrecorded"
"""Of an action card; ``UNRECORDED``: nobody wrote down what became of it."""

DEALT: Final = "dealt"
KEEPING: Final = "kept"
OPENED: Final = "opened"
TURNED_UP: Final = "turned up"
REVEALED: Final = "revealed"
SCORED: Final = "scored"
"""Of an influence card: dealt, chosen to keep, laid open by its player, turned up by the board, turned over, scored."""

PLACED: Final = "placed"
ACTIVATED: Final = "activated"
SEATED: Final = "seated"
PROMOTED: Final = "promoted"
TAKEN_BACK: Final = "taken back"
SWAPPED: Final = "swapped"
REMOVED: Final = "removed"
"""Of a disc: placed, activated, moved from the bottom to the council, a white one exchanged for a coloured one that
took the seat (``PROMOTED``), moved from anywhere on a street to the council (``TAKEN_BACK``) with a white one in its
place or on top (``SWAPPED``), out of the game."""


class Happening(Struct, frozen=True, omit_defaults=True):
    """Something that happened to a cube, a card or a disc.

    ``position`` is the one after the event and ``id`` the event's place, both empty where the record begins with it.
    ``what`` is one of the words above. ``seat`` is who did it, got it, or whose activation it was; ``by`` the active
    player who brought it about. ``place`` is a row, a street, a tile or a card; ``number`` the cell of a cube (1 comes
    first), the depth of a disc (1 the top), or the points that its owner got in the scoring. ``alike`` says of how many
    cards of that player that look the same it was one, and nobody knows which.
    """

    position: int
    id: str
    what: str
    seat: int | None = None
    place: str = ""
    number: int = 0
    by: int | None = None
    alike: int = 0


class Life(Struct, frozen=True):
    """One cube, card or disc, and all that happened to it in order.

    ``name`` is what it can be asked for by, a cube at the position of the history: ``LIS/4`` is in the fourth cell
    then, and ``LIS/-`` was seen not to be there any more. ``mark`` the seat of a cube's or a disc's owner, ``w`` of a
    white disc, or the code of a card, ``?`` of one that was not seen when it came.
    """

    name: str
    kind: Kind
    mark: str
    happenings: tuple[Happening, ...]

    @property
    def begins(self) -> int:
        """The position from which on it is there."""
        return self.happenings[0].position

    def until(self, position: int) -> "Life":
        """Return what had happened at a position."""
        end = bisect_right(self.happenings, position, key=lambda happening: happening.position)
        return self if end == len(self.happenings) else Life(self.name, self.kind, self.mark, self.happenings[:end])


class History(Struct, frozen=True):
    """What became of something until a position: its cubes, cards or discs in the order in which they came.

    ``subject`` is what was asked for, ``at`` the id of the last event, empty at the start. ``missed`` are the events
    for which nobody wrote down what happened, so that something may be missing.
    """

    subject: str
    at: str
    lives: tuple[Life, ...]
    missed: tuple[str, ...]


class Growing:
    """A life while the events are gone through."""

    __slots__ = ("happenings", "kind", "mark", "name")

    def __init__(self, name: str, kind: Kind, mark: str) -> None:
        """Create a life in which nothing has happened yet."""
        self.name = name
        self.kind: Kind = kind
        self.mark = mark
        self.happenings: list[Happening] = []

    def life(self) -> Life:
        """Return the life so far."""
        return Life(self.name, self.kind, self.mark, tuple(self.happenings))


# ----------------------------------------------------------------------------------------------------
# The contents of places over time: for each of several places the numbers of the lives in it, at any position.

Where = TypeVar("Where", bound=Hashable)


class Lying(Generic[Where]):
    """Contents that change now and then; stored in full at each change, so that a look back is a bisection."""

    def __init__(self, places: Iterable[Where]) -> None:
        """Begin with all places empty."""
        self._positions: dict[Where, list[int]] = {place: [0] for place in places}
        self._rows: dict[Where, list[tuple[int, ...]]] = {place: [()] for place in self._positions}

    def put(self, place: Where, position: int, row: tuple[int, ...]) -> None:
        """Set the contents of a place from a position on; positions never decrease."""
        positions, rows = self._positions[place], self._rows[place]
        if positions[-1] == position:
            rows[-1] = row
        else:
            positions.append(position)
            rows.append(row)

    def last(self, place: Where) -> tuple[int, ...]:
        """Return what is there at the end."""
        return self._rows[place][-1]

    def at(self, place: Where, position: int) -> tuple[int, ...]:
        """Return what was there at a position."""
        return self._rows[place][bisect_right(self._positions[place], position) - 1]

    def until(self, place: Where, position: int) -> tuple[int, ...]:
        """Return everything that was there at any time up to a position, in the order in which it came."""
        rows = self._rows[place][: bisect_right(self._positions[place], position)]
        return tuple(dict.fromkeys(thing for row in rows for thing in row))
