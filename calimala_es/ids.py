"""The id of an event is its place in the game: turn, activation, step.

``7.2.3`` is the third event of the second activation of turn 7. Activation 0 holds what precedes the first (the
placement; all of turn 0), 1 to 3 are the activated discs by depth, 4 holds what closes the turn (the council, the
scoring, the end). Events of the final scoring belong to the last turn. An id never changes when later events are added.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from calimala_es.components import INTRIGUE, INTRIGUE_ACTIONS
from calimala_es.events import (
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
