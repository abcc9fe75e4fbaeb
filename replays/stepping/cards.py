"""The lives of the action cards in the hands: drafted, drawn, played, discarded (R3.5, R5.9 to R5.12, R10.5).

Copies of a card look the same, and so do cards that nobody saw. Where one of several such cards leaves a hand, it may
have been any of them, and each of their lives says so.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN, InfluenceCard
from calimala_es.events import (
    CardDiscarded,
    CardDrafted,
    CardPlayed,
    Event,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
    PartObserved,
    WentUnrecorded,
)
from calimala_es.state import Mat
from replays.replay import Replay
from replays.stepping.lives import (
    DEALT,
    DISCARDED,
    DRAFTED,
    DRAWN,
    GONE,
    KEEPING,
    LAY,
    OPENED,
    PLAYED,
    REVEALED,
    SCORED,
    SEEN,
    TURNED_UP,
    UNRECORDED,
    Growing,
    Happening,
    Life,
)

CARD: Final = "card"
"""What the name of a card begins with: ``card:7.2.3`` was drawn by that event."""

_CAME: Final[dict[type[Event], str]] = {CardDrafted: DRAFTED, PartObserved: SEEN}
_LEFT: Final[dict[type[Event], str]] = {
    CardPlayed: PLAYED,
    CardDiscarded: DISCARDED,
    PartObserved: GONE,
    WentUnrecorded: UNRECORDED,
}


def cards_of(replay: Replay) -> tuple[Life, ...]:
    """Return the life of every card that came into a hand, in order."""
    hands = _Hands(replay)
    before = replay.start.mats
    for at, event in enumerate(replay.events):
        after = replay.states[at + 1].mats
        if before is not after:
            for seat, (old, new) in enumerate(zip(before, after, strict=True)):
                if old is not new and old != new:
                    hands.change(at, event, seat, old, new)
        before = after
    return tuple(card.life() for card in hands.cards)


class _Alike:
    """The cards of one hand that look the same: those that may still be there, and how many of them are."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.count = 0


class _Hands:
    """The cards while the events are gone through."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.cards: list[Growing] = []
        self._held: dict[tuple[int, str], _Alike] = {}
        for seat, mat in enumerate(replay.start.mats):
            for card in _cards(mat):
                self._come(seat, card, -1, LAY)

    def _come(self, seat: int, mark: str, at: int, what: str) -> None:
        id = str(self._replay.ids[at]) if at >= 0 else ""
        name = f"{CARD}:{id or 'start'}"
        same = sum(card.name.partition("/")[0] == name for card in self.cards[-_MOST_AT_ONCE:])
        card = Growing(f"{name}/{same + 1}" if same else name, "card", mark)
        card.happenings.append(Happening(at + 1, id, what, seat))
        held = self._held.setdefault((seat, mark), _Alike())
        held.numbers.append(len(self.cards))
        held.count += 1
        self.cards.append(card)

    def change(self, at: int, event: Event, seat: int, old: Mat, new: Mat) -> None:
        """Remove some cards from a hand, and add others."""
        had, has = _cards(old), _cards(new)
        if had == has:
            return
        shown = getattr(event, "action", getattr(event, "card", ""))
        for mark in {*had}:
            leaving = had.count(mark) - has.count(mark)
            if leaving > 0:
                self._leave(at, seat, mark, leaving, _LEFT.get(type(event), GONE), shown)
        for mark in sorted({*has}):
            for _ in range(has.count(mark) - had.count(mark)):
                self._come(seat, mark, at, _CAME.get(type(event), DRAWN))

    def _leave(self, at: int, seat: int, mark: str, count: int, what: str, shown: str) -> None:
        """Remove ``count`` cards that look like ``mark`` from a hand; ``shown`` is the card that was seen."""
        held = self._held[seat, mark]
        alike = len(held.numbers) if len(held.numbers) > count else 0
        place = shown if what in (PLAYED, DISCARDED) else ""
        happening = Happening(at + 1, str(self._replay.ids[at]), what, seat, place, alike=alike)
        for number in held.numbers:
            self.cards[number].happenings.append(happening)
        held.count -= count
        if not held.count:
            held.numbers.clear()


_MOST_AT_ONCE: Final = 99
"""More cards than any event brings."""


def _cards(mat: Mat) -> str:
    """Return the cards of a hand, those that are known first."""
    return mat.open + mat.secret + UNKNOWN * mat.unknown


# ----------------------------------------------------------------------------------------------------
# The lives of the influence cards: dealt, chosen to keep, by the board, turned over, scored (R3.4, R7.3, R8.2).

INFLUENCE: Final = "influence"
"""What the name of an influence card begins with: ``influence:LIS``."""

_Cards = Iterable[tuple[InfluenceCard, int | None]]

_CARDS_OF: Final[dict[type[Event], tuple[str, Callable[[Any], _Cards]]]] = {
    InfluenceDealt: (DEALT, lambda event: [(card, event.seat) for card in event.cards]),
    InfluenceTurnedUp: (TURNED_UP, lambda event: [(event.card, None)]),
    InfluenceKept: (KEEPING, lambda event: [(event.card, event.seat)]),
    InfluenceOpened: (OPENED, lambda event: [(event.card, event.seat)]),
    InfluenceRevealed: (REVEALED, lambda event: [(event.card, None if event.seat == GAME else event.seat)]),
    InfluenceScored: (SCORED, lambda event: [(event.card, None)]),
}
"""What each event says of which cards, and of whom."""


def influence_of(replay: Replay) -> tuple[Life, ...]:
    """Return what happened to each influence card that was seen, in the order of the box."""
    found: dict[str, list[Happening]] = {}
    for owner, mat in enumerate(replay.start.mats):
        for card in (*mat.kept, *mat.shown):
            found.setdefault(card, []).append(Happening(0, "", KEEPING, owner))
    for card in replay.start.by_board:
        found.setdefault(card, []).append(Happening(0, "", TURNED_UP))
    for at, event in enumerate(replay.events):
        what, cards_of = _CARDS_OF.get(type(event), ("", _nothing))
        for card, seat in cards_of(event):
            found.setdefault(card, []).append(Happening(at + 1, str(replay.ids[at]), what, seat))
    found.pop(UNKNOWN, None)
    return tuple(
        Life(f"{INFLUENCE}:{card}", "influence", card, tuple(found[card])) for card in INFLUENCE_CARDS if card in found
    )


def _nothing(event: Any) -> _Cards:
    return ()
