"""Who drew which cards from which deck, as far as recorded: the counts that unknown cards must satisfy.

Every played card is face up, so when the open pile becomes the deck (R5.11) everybody knows its contents, and knows
that all cards of the previous deck are in hands or were in that pile. A *generation* is a deck between two such
shuffles; the first holds the whole box. Cards of one action are identical, so only numbers count: an unknown card that
a seat drew from a generation is some card of that generation, and a card that a seat played or showed, and was not
seen to draw, is one of its unknown cards that it had drawn before.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.events import (
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    Event,
    PartObserved,
)
from calimala_es.frames import KeepOneCard
from calimala_es.state import State


class Demand(NamedTuple):
    """A requirement that a seat drew this card unseen before ``time``, from generation ``latest`` or an earlier one."""

    seat: int
    card: str
    time: int
    latest: int


class Unknown(NamedTuple):
    """A card that a seat drew unseen."""

    seat: int
    generation: int
    time: int


class Pair(NamedTuple):
    """A pair of unknown cards, drawn from different generations, one of which was this card (R11.Scali)."""

    card: str
    drawn: tuple[Unknown, Unknown]


class Ledger:
    """The counts up to some event.

    ``left`` has the cards of each generation that are not known to have been drawn, negative if more were seen than it
    holds, ``shuffled`` what the last shuffle put into the deck; ``unknown`` the unknown draws in the order in which
    they happened; ``demands`` the cards that they must include. ``revealed`` gives the assumed card of draws, by their
    time.
    """

    def __init__(self, start: State, revealed: Mapping[int, str] | None = None) -> None:
        """Begin with the cards of the box at their locations in ``start``."""
        self.revealed = revealed or {}
        self.pile: Counter[str] = Counter(start.discard)
        hands = [Counter(mat.open + mat.secret) for mat in start.mats]
        box: Counter[str] = Counter(dict(zip(ACTIONS, start.setup.ruleset.deck, strict=True)))
        box.subtract(self.pile)
        for hand in hands:
            box.subtract(hand)
        self.left = [box]
        self.shuffled: Counter[str] = Counter()
        self.unknown = [Unknown(seat, 0, -1) for seat, mat in enumerate(start.mats) for _ in range(mat.unknown)]
        self.demands: list[Demand] = []
        self.pairs: list[Pair] = []
        self._gained: dict[int, Counter[str]] = defaultdict(Counter, enumerate(hands))
        self._gone: dict[int, Counter[str]] = defaultdict(Counter)
        self._wanted: dict[int, Counter[str]] = defaultdict(Counter)
        self._drawn: dict[int, list[str | Unknown]] = defaultdict(list)
        for frame in start.frames:
            if type(frame) is KeepOneCard:
                self._drawn[frame.seat] = [
                    Unknown(frame.seat, 0, -1) if card == UNKNOWN else card for card in frame.drawn
                ]

    def add(self, event: Event, time: int) -> None:
        """Update the counts for an event; ``time`` is its number."""
        kind = type(event)
        if isinstance(event, CardDrawn):
            self._draw(event.seat, self.revealed.get(time, event.card), time)
        elif isinstance(event, CardPlayed):
            self._leave(event.seat, event.action, time)
        elif isinstance(event, CardDiscarded):
            if not event.step:
                self._sort_out(event.seat, event.card)
            self._leave(event.seat, event.card, time)
        elif isinstance(event, CardDrafted):
            self._gain(event.seat, event.card, 0)
        elif kind is DeckShuffled:
            self.left.append(self.pile)
            self.shuffled = Counter(self.pile)
            self.pile = Counter()
        elif isinstance(event, PartObserved) and event.part.endswith(".hand"):
            seat = int(event.part[0])
            for card, count in Counter(event.value.replace(UNKNOWN, "")).items():
                self._want(seat, card, count, time)

    def _gain(self, seat: int, card: str, generation: int) -> None:
        self.left[generation][card] -= 1
        self._gained[seat][card] += 1

    def _draw(self, seat: int, card: str, time: int) -> None:
        generation = len(self.left) - 1
        drawn: str | Unknown = card
        if card == UNKNOWN:
            drawn = Unknown(seat, generation, time)
            self.unknown.append(drawn)
        else:
            self._gain(seat, card, generation)
        self._drawn[seat] = [*self._drawn[seat][-1:], drawn]

    def _leave(self, seat: int, card: str, time: int) -> None:
        """Move a card from a hand to the open pile."""
        self._want(seat, card, 1, time)
        self._gone[seat][card] += 1
        self.pile[card] += 1

    def _want(self, seat: int, card: str, count: int, time: int) -> None:
        """Record that a seat holds ``count`` copies of a card; those without a recorded draw are among its unknown
        ones.
        """
        missing = self._gone[seat][card] + count - self._gained[seat][card]
        for _ in range(missing - self._wanted[seat][card]):
            self._wanted[seat][card] += 1
            self.demands.append(Demand(seat, card, time, len(self.left) - 1))

    def _sort_out(self, seat: int, card: str) -> None:
        """Record that one of the two cards just drawn was this one; if it was not seen, an unknown one has become
        known.
        """
        drawn = self._drawn[seat]
        unknown = [each for each in drawn if isinstance(each, Unknown)]
        if card in drawn or not unknown:
            return
        one, *others = unknown
        self._gained[seat][card] += 1
        if others and others[0].generation != one.generation:
            self.pairs.append(Pair(card, (one, others[0])))
        else:
            self._become(one, card)

    def _become(self, unknown: Unknown, card: str) -> None:
        self.unknown.remove(unknown)
        self.left[unknown.generation][card] -= 1


CARD_EVENTS: Final = (CardDrawn, CardPlayed, CardDiscarded, CardDrafted, DeckShuffled, PartObserved)
"""The events that change a ledger."""

TimedEvents = Sequence[tuple[int, Event]]


def card_events(batches: Iterable[Sequence[Event]]) -> TimedEvents:
    """Return the events of these decisions that concern cards; the time of an event is its number among all."""
    events = enumerate(chain.from_iterable(batches))
    return [(time, event) for time, event in events if isinstance(event, CARD_EVENTS)]


def ledger_of(start: State, events: TimedEvents, revealed: Mapping[int, str] | None = None) -> Ledger:
    """Return the sums of these events."""
    ledger = Ledger(start, revealed)
    for time, event in events:
        ledger.add(event, time)
    return ledger
