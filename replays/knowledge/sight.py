"""The cards whose location is known at one moment, after something happened that was not recorded.

From then on nothing is certain about earlier locations. A card that was drawn, played or seen since is in that hand or
in the open pile, until it may have moved: the open pile is shuffled when the deck is empty, and the size of the deck
is known only once somebody counted it.
"""

from collections import Counter, defaultdict
from typing import Final

from msgspec.structs import replace

from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN, InfluenceCard
from calimala_es.deck import dealt_to_each
from calimala_es.events import (
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    Event,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceTurnedUp,
    PartObserved,
    WentUnrecorded,
)
from calimala_es.frames import KeepOneCard, MoveOffer, Promotion, TileOffer
from calimala_es.observation import apply_observation
from calimala_es.state import State


class Sight:
    """The cards in sight; there cannot be more of them than in the box."""

    def __init__(self) -> None:
        """Begin with nothing in sight."""
        self.hands: dict[int, Counter[str]] = defaultdict(Counter)
        self.pile: Counter[str] = Counter()
        self.is_deck_counted = False

    @classmethod
    def of(cls, state: State) -> "Sight":
        """Return the cards that a position shows."""
        sight = cls()
        sight.pile = Counter(state.discard)
        sight.hands.update((seat, Counter(mat.open + mat.secret)) for seat, mat in enumerate(state.mats))
        return sight

    def add(self, event: Event) -> None:
        """Update the cards in sight for an event."""
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
        """Return how many copies of a card are in sight."""
        return self.pile[card] + sum(hand[card] for hand in self.hands.values())


# ----------------------------------------------------------------------------------------------------
# Influence cards: which are known to have been a player's, and which one a player chose (R3.4, R7.3, R8.2).


class Influence:
    """The influence cards as far as they are recorded.

    ``had`` are the cards known to have been dealt to each seat, ``board`` those known to be by the board from the
    beginning; ``open`` those that a seat put there.
    """

    def __init__(self, start: State) -> None:
        """Begin with the cards that a position shows."""
        self.most = dealt_to_each(start)
        self.players = start.setup.players
        self.had: dict[int, set[InfluenceCard]] = defaultdict(set)
        self.chosen: dict[int, set[InfluenceCard]] = defaultdict(set)
        self.opened: dict[int, set[InfluenceCard]] = defaultdict(set)
        self.board: set[InfluenceCard] = {card for card in start.by_board if card != UNKNOWN}
        for seat, mat in enumerate(start.mats):
            self.had[seat].update(card for card in (*mat.dealt, *mat.kept, *mat.shown) if card != UNKNOWN)

    def add(self, event: Event) -> None:
        """Update the cards for an event."""
        if isinstance(event, InfluenceDealt):
            self.had[event.seat].update(event.cards)
        elif isinstance(event, InfluenceOpened):
            self._had(event.seat, event.card, self.opened)
        elif isinstance(event, InfluenceKept) or (isinstance(event, InfluenceRevealed) and event.seat != GAME):
            self._had(event.seat, event.card, self.chosen)
        elif isinstance(event, InfluenceTurnedUp | InfluenceRevealed) and event.card != UNKNOWN:
            self.board.add(event.card)

    def _had(self, seat: int, card: InfluenceCard, where: dict[int, set[InfluenceCard]]) -> None:
        if card != UNKNOWN:
            self.had[seat].add(card)
            where[seat].add(card)

    def overfull(self) -> int | None:
        """Return a seat that had more cards than are dealt to each; ``None`` if there is none."""
        return next((seat for seat, cards in self.had.items() if len(cards) > self.most), None)

    def possible_choices(self, seat: int) -> set[InfluenceCard]:
        """Return the cards from which a seat that chooses one has chosen."""
        if self.chosen[seat]:
            return self.chosen[seat]
        mine = self.had[seat] - self.opened[seat]
        if len(self.had[seat]) == self.most:
            return mine
        elsewhere = self.board.union(*(self.had[other] for other in range(self.players) if other != seat))
        return {card for card in INFLUENCE_CARDS if card not in elsewhere and card not in self.opened[seat]}


# ----------------------------------------------------------------------------------------------------
# Events by which a record itself shows that something was not recorded.

_WITHOUT_CARDS: Final = (Promotion, MoveOffer, TileOffer)
"""The frames that neither add a card to a hand nor remove one, whatever is missing about them."""


def is_gap(before: State, event: Event) -> bool:
    """Return whether cards may have moved anywhere by this event, which comes in the position ``before``.

    This is so if a turn or an activation was missed, or if an observation differs from the record.
    """
    if isinstance(event, WentUnrecorded):
        return not isinstance(before.now, _WITHOUT_CARDS)
    if not isinstance(event, PartObserved):
        return False
    if event.part.endswith(".hand"):
        return not _is_look(before, int(event.part[0]), event.value)
    seen = apply_observation(before, event.part, event.value)
    return replace(seen, pool=before.pool) != before


def _is_look(before: State, seat: int, value: str) -> bool:
    """Return whether an observed hand may be the one that the record has there."""
    mat = before.mats[seat]
    is_sorting = any(type(frame) is KeepOneCard and frame.seat == seat for frame in before.frames)
    held, seen = Counter(mat.open + mat.secret), Counter(value.replace(UNKNOWN, ""))
    return (
        not is_sorting
        and len(value) == mat.hand_size
        and (seen - held).total() <= mat.unknown
        and (held - seen).total() <= value.count(UNKNOWN)
    )


def is_whole(start: State) -> bool:
    """Return whether a position has as many cards as the box, so that nothing is missing before it."""
    hands = sum(mat.hand_size for mat in start.mats)
    return start.deck + len(start.discard) + len(start.laid_out) + hands == sum(start.setup.ruleset.deck)
