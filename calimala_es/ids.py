"""The id of an event is its place in the game: turn, activation, step.

``7.2.3`` is the third event of the second activation of turn 7. Activation 0 holds what precedes the first (the
placement; all of turn 0), 1 to 3 are the activated discs by depth, 4 holds what closes the turn (the council, the
scoring, the end). Events of the final scoring belong to the last turn. An id never changes when later events are added.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

from calimala_es.components import INTRIGUE, INTRIGUE_ACTIONS
from calimala_es.events import (
    ActionWaived,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    SeatTaken,
    TileChosen,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.state import DiscOffer, Finale, Placing, Scheming, State, activation_of


class EventId(NamedTuple):
    """A place in a game; ``str`` gives ``7.2.3``."""

    turn: int
    activation: int
    step: int

    def __str__(self) -> str:
        """The id as it is written."""
        return f"{self.turn}.{self.activation}.{self.step}"


CLOSING: Final = 4
"""The activation number of what closes a turn."""

_WHOLE_TURNS: Final = (WentUnrecorded, TurnEnded)
"""What a turn without a placement begins with: it was missed, or the player had no disc left."""

_CLOSING_EVENTS: Final = (SeatTaken, DiscPromoted, DiscTakenBack, DiscRemoved, TileChosen, TurnEnded, EndReached)
_INTRIGUE: Final = tuple(INTRIGUE_ACTIONS + INTRIGUE)


def _closes(event: Event) -> bool:
    """Whether an event is one of those that close a turn; an intrigue action is the first of them (R10.1)."""
    return isinstance(event, _CLOSING_EVENTS) or getattr(event, "action", "") in _INTRIGUE


def event_ids(events: Iterable[Event], turn: int = 0) -> Iterator[EventId]:
    """The ids of a game's events; ``turn`` is that of the state they start from."""
    activation = step = 0
    between = True
    for event in events:
        kind = type(event)
        if kind is DiscPlaced or (between and kind in _WHOLE_TURNS):
            turn, activation, step, between = turn + 1, 0, 0, False
        elif isinstance(event, DiscActivated | WhiteDiscUsed):
            if event.depth != activation:
                activation, step = event.depth, 0
        elif activation != CLOSING and _closes(event):
            activation, step = CLOSING, 0
        step += 1
        yield EventId(turn, activation, step)
        if kind in (TurnEnded, EndReached):
            between = kind is TurnEnded


def ids_from(start: State, events: Iterable[Event]) -> Iterator[EventId]:
    """The ids of the events of a game that starts from a position: they count on from its turn."""
    began = _events_before(start)
    turn = start.turn - 1 if began or type(start.now) is Placing else start.turn
    return islice(event_ids(chain(began, events), turn), len(began), None)


def _events_before(start: State) -> list[Event]:
    """Events as they must have been for a position within a turn or in the final scoring, so that ids go on there."""
    if not start.turn or type(start.now) is Placing:
        return []
    placed = DiscPlaced(start.active, "12", "c")
    frames = (start.now, *start.later)
    if any(type(frame) is Finale for frame in frames):
        return [placed, TurnEnded(start.active)]
    activation = activation_of(start)
    if activation:
        return [placed, DiscActivated(activation.seat, activation.street, activation.depth, "")]
    if type(start.now) is DiscOffer:
        return [placed, DiscActivated(start.now.seat, start.now.street, start.now.depth - 1, "")]
    if start.setup.intrigue and not any(type(frame) is Scheming for frame in frames):
        return [placed, ActionWaived(start.active, INTRIGUE)]
    return [placed]
