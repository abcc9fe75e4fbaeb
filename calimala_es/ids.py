"""The id of an event is its place in the game: turn, activation, step.

``7.2.3`` is the third event of the second activation of turn 7. Activation 0 holds what precedes the first (the
placement; all of turn 0), 1 to 3 are the activated discs by depth, 4 holds what closes the turn (the council, the
scoring, the end). Events of the final scoring belong to the last turn. An id never changes when later events are added.

The end of an activation is a stroke in the notation and has no place of its own: it has the id of the event before it.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from calimala_es.components import INTRIGUE, INTRIGUE_ACTIONS
from calimala_es.errors import UnknownIdError
from calimala_es.events import (
    ActionWaived,
    ActivationEnded,
    CardDrafted,
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
from calimala_es.frames import DiscOffer, InfluenceScoring, IntrigueChoice, Placement
from calimala_es.messages import Message
from calimala_es.state import State, activation_of


class EventId(NamedTuple):
    """A place in a game; ``str`` gives ``7.2.3``."""

    turn: int
    activation: int
    step: int

    def __str__(self) -> str:
        """Return the id as it is written."""
        return _WRITTEN % self


_WRITTEN: Final = "%d.%d.%d"


def format_ids(ids: Iterable[EventId]) -> list[str]:
    """Return ids as they are written.

    >>> format_ids([EventId(7, 2, 3)])
    ['7.2.3']
    """
    return [*map(_WRITTEN.__mod__, ids)]


_ID: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,2}")


_TOO_LONG: Final = re.compile(r"(?=.*[0-9]{10})[0-9]+(?:\.[0-9]+){0,2}")
"""Numbers that are longer than any in an id."""


def parse_id(text: str) -> tuple[int, ...]:
    """Return the numbers of a turn ``7``, an activation ``7.2`` or an event ``7.2.3``; raise ``UnknownIdError``.

    >>> parse_id("7.2.3")
    (7, 2, 3)
    """
    if _TOO_LONG.fullmatch(text):
        raise UnknownIdError(Message("there is no moment {place}: no game is that long", place=text[:60]))
    if not _ID.fullmatch(text):
        raise UnknownIdError(
            Message("{word} is not a moment of a game; write e.g. 7, 7.2 or 7.2.3", word=repr(text[:60]))
        )
    return tuple(int(part) for part in text.split("."))


CLOSING: Final = 4
"""The activation number of what closes a turn."""

_WHOLE_TURNS: Final = (WentUnrecorded, TurnEnded)
"""What a turn without a placement begins with: it was missed, or the player had no disc left."""

_DRAFTING: Final = (CardDrafted, WentUnrecorded)
"""The events of the draft: a card was taken, or nobody recorded which."""

_CLOSING_EVENTS: Final = (SeatTaken, DiscPromoted, DiscTakenBack, DiscRemoved, TileChosen, TurnEnded, EndReached)
_INTRIGUE: Final = tuple(INTRIGUE_ACTIONS + INTRIGUE)


class Numbering(NamedTuple):
    """Where the ids of a game have got to: the last id, and whether a turn may begin there."""

    id: EventId
    between: bool = True

    def after(self, events: Iterable[Event]) -> "Numbering":
        """Return the numbering once these events have their ids."""
        return self.number(events)[1]

    def number(self, events: Iterable[Event]) -> tuple[list[EventId], "Numbering"]:
        """Return the ids of the events that come next, and the numbering after them."""
        id, between = self
        turn, activation, step = id
        ids: list[EventId] = []
        for event in events:
            kind = type(event)
            if kind is DiscPlaced or (between and kind in _WHOLE_TURNS):
                turn, activation, step, between = turn + 1, 0, 0, False
            elif isinstance(event, DiscActivated | WhiteDiscUsed):
                if event.depth != activation:
                    activation, step = event.depth, 0
            elif activation != CLOSING and (kind in _CLOSING_EVENTS or getattr(event, "action", "") in _INTRIGUE):
                # The turn closes; an intrigue action is the first thing to close it (R10.1).
                activation, step = CLOSING, 0
            if kind in (TurnEnded, EndReached):
                between = kind is TurnEnded
            elif not turn and kind in _DRAFTING:
                # The starting player drafts last (R3.5); what is missed after that is a turn.
                between = getattr(event, "seat", -1) == 0
            if kind is not ActivationEnded:
                step += 1
            id = EventId(turn, activation, step)
            ids.append(id)
        return ids, Numbering(id, between)


def numbering_in(state: State) -> Numbering:
    """Return where the ids have got to in a position from which a game starts: they count on from its turn."""
    began = _events_before(state)
    turn = state.turn - 1 if began or type(state.now) is Placement else state.turn
    return Numbering(EventId(turn, 0, 0), not state.laid_out).after(began)


def event_ids(events: Iterable[Event], turn: int = 0) -> list[EventId]:
    """Return the ids of a game's events; ``turn`` is that of the state they start from."""
    return Numbering(EventId(turn, 0, 0)).number(events)[0]


def ids_from(start: State, events: Iterable[Event]) -> list[EventId]:
    """Return the ids of the events of a game that starts from a position.

    >>> from calimala_es import Setup, initial
    >>> from calimala_es.events import InfluenceDealt
    >>> [str(id) for id in ids_from(initial(Setup("bry", "WBMUCAVTS")), [InfluenceDealt(0, ())])]
    ['0.0.1']
    """
    return numbering_in(start).number(events)[0]


def _events_before(start: State) -> list[Event]:
    """Return events that lead to a position within a turn or in the final scoring, so that ids go on there."""
    if not start.turn or type(start.now) is Placement:
        return []
    placed = DiscPlaced(start.active, "12", "c")
    frames = start.frames
    if any(type(frame) is InfluenceScoring for frame in frames):
        return [placed, TurnEnded(start.active)]
    activation = activation_of(start)
    if activation:
        return [placed, DiscActivated(activation.seat, activation.street, activation.depth, "")]
    if type(start.now) is DiscOffer:
        return [placed, DiscActivated(start.now.seat, start.now.street, start.now.depth - 1, "")]
    if start.setup.intrigue and not any(type(frame) is IntrigueChoice for frame in frames):
        return [placed, ActionWaived(start.active, INTRIGUE)]
    return [placed]
