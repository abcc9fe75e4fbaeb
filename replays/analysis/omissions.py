"""Actions that were not done: skipped or impossible, and the cards drawn for them (R5.9, R9.3, R10.1)."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from calimala_es.components import INTRIGUE
from calimala_es.events import ActionImpossible, ActionWaived, CardDiscarded, CardDrawn, DeckShuffled
from replays.replay import Replay

WAIVED = "waived"
IMPOSSIBLE = "impossible"


class Omission(Struct, frozen=True):
    """An action that was not done.

    ``kind`` is ``waived`` or ``impossible``, ``action`` its code (``I`` the intrigue action), ``seat`` the player who
    did not do it, ``giver`` the player whose turn it was. ``drawn`` are the cards drawn for it immediately.
    """

    id: str
    turn: int
    kind: str
    seat: int
    giver: int
    action: str
    drawn: int

    @property
    def is_intrigue(self) -> bool:
        """Whether it was the intrigue action of a turn, not an action of a disc."""
        return self.action == INTRIGUE


def omissions(replay: Replay) -> tuple[Omission, ...]:
    """Return all actions that were not done, in their order."""
    return tuple(_omissions(replay))


def _omissions(replay: Replay) -> Iterator[Omission]:
    for at, event in enumerate(replay.events):
        if isinstance(event, ActionWaived | ActionImpossible):
            id, giver = replay.ids[at], replay.states[at].active
            is_waived = isinstance(event, ActionWaived)
            drawn = 0 if is_waived else _drawn_behind(replay, at)
            kind = WAIVED if is_waived else IMPOSSIBLE
            yield Omission(str(id), id.turn, kind, event.seat, giver, event.action, drawn)


def _drawn_behind(replay: Replay, at: int) -> int:
    """Return the cards drawn directly after an event; one of two may be discarded (R11.Scali)."""
    drawn = 0
    for event in islice(replay.events, at + 1, None):
        if isinstance(event, CardDrawn):
            drawn += 1
        elif not isinstance(event, DeckShuffled) and not (isinstance(event, CardDiscarded) and not event.step):
            break
    return drawn
