"""What is known to lie somewhere at one moment, after something happened that the record does not tell.

Of what was before nothing is certain then. A card that was drawn, played or seen since lies in that hand or in the
open pile, until it may have gone on: what lies open is shuffled when the deck is empty, and how much the deck has is
known only once somebody counted it.
"""

from collections import Counter, defaultdict

from calimala_es.components import UNKNOWN
from calimala_es.events import CardDiscarded, CardDrafted, CardDrawn, CardPlayed, DeckShuffled, Event, PartObserved
from calimala_es.state import State


class Sight:
    """The cards in sight; they can be no more than those of the box."""

    def __init__(self) -> None:
        """Nothing is in sight."""
        self.hands: dict[int, Counter[str]] = defaultdict(Counter)
        self.pile: Counter[str] = Counter()
        self.is_deck_counted = False

    @classmethod
    def of(cls, state: State) -> "Sight":
        """What a position shows."""
        sight = cls()
        sight.pile = Counter(state.discard)
        sight.hands.update((seat, Counter(mat.open + mat.secret)) for seat, mat in enumerate(state.mats))
        return sight

    def add(self, event: Event) -> None:
        """Take note of an event."""
        if isinstance(event, CardDrawn):
            if not self.is_deck_counted:
                self.pile.clear()
            if event.card != UNKNOWN:
                self.hands[event.seat][event.card] += 1
        elif isinstance(event, CardDrafted):
            self.hands[event.seat][event.card] += 1
        elif isinstance(event, CardPlayed):
            self._leave(event.seat, event.action)
        elif isinstance(event, CardDiscarded):
            self._leave(event.seat, event.card)
        elif isinstance(event, DeckShuffled):
            self.pile.clear()
        elif isinstance(event, PartObserved):
            self._see(event.part, event.value)

    def _leave(self, seat: int, card: str) -> None:
        self.hands[seat][card] = max(0, self.hands[seat][card] - 1)
        self.pile[card] += 1

    def _see(self, part: str, value: str) -> None:
        if part.endswith(".hand"):
            self.hands[int(part[0])] = Counter(value.replace(UNKNOWN, ""))
        elif part == "discard":
            self.pile = Counter(value)
        elif part == "deck":
            self.is_deck_counted = True

    def total(self, card: str) -> int:
        """How many of a card are in sight."""
        return self.pile[card] + sum(hand[card] for hand in self.hands.values())
