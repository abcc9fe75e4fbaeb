"""Actions that were not done: waived, or impossible, and the cards that came for these (R5.9, R9.3, R10.1)."""

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

    ``kind`` is ``waived`` or ``impossible``, ``action`` its code (``I`` the intrigue action), ``seat`` who did not do
    it, ``giver`` whose turn it was. ``drawn`` are the cards that came for it at once.
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
        """Whether it was the intrigue action of a turn, not one of a disc."""
        return self.action == INTRIGUE


def omissions(replay: Replay) -> tuple[Omission, ...]:
    """All actions that were not done, in their order."""
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
    """The cards drawn behind an event, before anything else is done; one of two may be given up (R11.Scali)."""
    drawn = 0
    for event in islice(replay.events, at + 1, None):
        if isinstance(event, CardDrawn):
            drawn += 1
        elif not isinstance(event, DeckShuffled) and not (isinstance(event, CardDiscarded) and not event.step):
            break
    return drawn
