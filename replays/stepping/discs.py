"""The lives of the discs on the streets: placed, activated, up the stack and into the council (R4.1 to R4.5, R6)."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from calimala_es.board import STREET_INDEX, STREETS, is_street, street_names
from calimala_es.components import PALAZZO, Street
from calimala_es.events import (
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    Event,
    InfluenceScored,
    PartObserved,
    SeatTaken,
)
from replays.replay import Replay
from replays.stepping.cubes import agreeing
from replays.stepping.lives import (
    ACTIVATED,
    COUNTED,
    GONE,
    LAY,
    PLACED,
    PROMOTED,
    REMOVED,
    SEATED,
    SEEN,
    SWAPPED,
    TAKEN_BACK,
    Growing,
    Happening,
    Life,
    Lying,
)

DISC: Final = "disc"
START: Final = "start"
"""What the name of a disc begins with; in place of a turn: it lay there where the record begins.

A disc placed in turn 7 is ``disc:7``; one that was seen by event 7.2.3 as the second from below on the street between
artwork and ship ``disc:7.2.3/AS.2``.
"""


class Discs(NamedTuple):
    """The lives of all discs that lay on streets, and by street which of them lay on it, the lowest first."""

    lives: tuple[Life, ...]
    streets: Lying[str]


def discs_of(replay: Replay) -> Discs:
    """Return the life of every disc of a game, whole or as somebody saw it."""
    city = _City(replay)
    for at, event in enumerate(replay.events):
        happening = _HAPPENINGS.get(type(event))
        if happening:
            happening(city, at, event)
    return Discs(tuple(disc.life() for disc in city.discs), city.streets)


class _City:
    """The discs while the events are gone through."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.streets: Lying[str] = Lying(STREETS)
        self.discs: list[Growing] = []
        self._seated: list[int] = []
        for street, stack in zip(STREETS, replay.start.stacks, strict=True):
            self.streets.put(street, 0, self._lie(street, stack, 0, -1, LAY))

    def _come(self, name: str, street: Street, mark: str, at: int, what: str, seat: int | None = None) -> int:
        """Add a disc by the event at a place, -1 before the first; return its number."""
        self.discs.append(Growing(f"{DISC}:{name}", "disc", mark))
        number = len(self.discs) - 1
        self._happen(number, at, what, street, seat=seat)
        return number

    def _lie(self, street: Street, marks: str, below: int, at: int, what: str) -> tuple[int, ...]:
        """Add discs without a recorded placement, above ``below`` others; return their numbers."""
        came = str(self._replay.ids[at]) if at >= 0 else START
        tiles = street_names(self._replay.start.setup.city)[street]
        names = (f"{came}/{tiles}.{height}" for height in range(below + 1, below + 1 + len(marks)))
        return tuple(self._come(name, street, mark, at, what) for name, mark in zip(names, marks, strict=True))

    def _happen(self, disc: int, at: int, what: str, place: str = "", **more: Any) -> None:
        id = str(self._replay.ids[at]) if at >= 0 else ""
        self.discs[disc].happenings.append(Happening(at + 1, id, what, place=place, **more))

    def place(self, at: int, event: DiscPlaced) -> None:
        """Place a disc on top; the mark is that of the stack, a support disc's the third party's."""
        mark = self._replay.states[at + 1].stacks[STREET_INDEX[event.street]][-1]
        turn = self._replay.ids[at].turn
        number = self._come(str(turn), event.street, mark, at, PLACED, event.seat)
        self.streets.put(event.street, at + 1, (*self.streets.last(event.street), number))

    def activate(self, at: int, event: DiscActivated) -> None:
        """Activate the disc at that depth, for the player whose turn it is."""
        stack = self.streets.last(event.street)
        if event.depth <= len(stack):
            by = self._replay.states[at].active
            self._happen(stack[-event.depth], at, ACTIVATED, event.street, seat=event.seat, number=event.depth, by=by)

    def _leave(self, at: int, street: Street, place: int = 0) -> int:
        """Remove the disc at that place of a stack, 0 the bottom, from the street; return its number."""
        stack = self.streets.last(street)
        self.streets.put(street, at + 1, (*stack[:place], *stack[place + 1 :]))
        return stack[place]

    def take_seat(self, at: int, event: SeatTaken) -> None:
        """Make the bottom disc a seat (R6.1)."""
        number = self._leave(at, event.street)
        self._seated.append(number)
        self._happen(number, at, SEATED, event.tile, seat=event.seat)

    def promote(self, at: int, event: DiscPromoted) -> None:
        """Return the white bottom disc to a supply; a coloured one that was on no street is the seat (R6.2)."""
        self._happen(self._leave(at, event.street), at, PROMOTED, event.tile, seat=event.seat)

    def take_back(self, at: int, event: DiscTakenBack) -> None:
        """Move a disc to the council, and the white bottom disc of a street to its place (R6.3, R9.6)."""
        white = self._leave(at, event.street)
        stack = self.streets.last(event.source)
        place = len(stack) - event.depth
        number = self._leave(at, event.source, place)
        above = stack[place + 1 :]
        swaps = self._replay.start.setup.edition.white_disc_swaps
        self.streets.put(event.source, at + 1, stack[:place] + ((white, *above) if swaps else (*above, white)))
        self._seated.append(number)
        self._happen(number, at, TAKEN_BACK, event.tile, seat=event.seat)
        self._happen(white, at, SWAPPED, event.source, seat=event.seat)

    def remove(self, at: int, event: DiscRemoved) -> None:
        """Remove the bottom disc from the game (R6.3, R7.2)."""
        self._happen(self._leave(at, event.street), at, REMOVED, event.street)

    def observe(self, at: int, event: PartObserved) -> None:
        """Correct a stack by an observation; the discs that agree from the bottom on are the ones that were there."""
        street = event.part
        if not is_street(street):
            return
        lying = self.streets.last(street)
        same = agreeing([self.discs[number].mark for number in lying], event.value)
        for number in lying[same:]:
            self._happen(number, at, GONE, street)
        come = self._lie(street, event.value[same:], same, at, SEEN)
        self.streets.put(street, at + 1, lying[:same] + come)

    def count(self, at: int, event: InfluenceScored) -> None:
        """Count seats for the Palazzo Vecchio (R7.3)."""
        if event.card == PALAZZO:
            for number in self._seated:
                seat = int(self.discs[number].mark)
                self._happen(number, at, COUNTED, PALAZZO, seat=seat, number=event.points[seat])


_HAPPENINGS: Final[dict[type[Event], Callable[[_City, int, Any], None]]] = {
    DiscPlaced: _City.place,
    DiscActivated: _City.activate,
    SeatTaken: _City.take_seat,
    DiscPromoted: _City.promote,
    DiscTakenBack: _City.take_back,
    DiscRemoved: _City.remove,
    PartObserved: _City.observe,
    InfluenceScored: _City.count,
}
