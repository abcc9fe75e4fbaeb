"""Influence cards: which are known to have been a player's, and which one somebody kept (R3.4, R7.3, R8.2)."""

from collections import defaultdict

from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN
from calimala_es.deck import dealt_to_each
from calimala_es.events import (
    Event,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceTurnedUp,
)
from calimala_es.state import State


class Influence:
    """The influence cards as far as a record tells.

    ``had`` are the cards known to have been dealt to each seat, ``board`` those known to lie by the board from the
    beginning; ``open`` those that a seat laid there.
    """

    def __init__(self, start: State) -> None:
        """Begin with what a position tells."""
        self.most = dealt_to_each(start)
        self.players = start.setup.players
        self.had: dict[int, set[str]] = defaultdict(set)
        self.kept: dict[int, set[str]] = defaultdict(set)
        self.opened: dict[int, set[str]] = defaultdict(set)
        self.board = {card for card in start.by_board if card != UNKNOWN}
        for seat, mat in enumerate(start.mats):
            self.had[seat] = {*mat.dealt, *mat.kept, *mat.shown} - {UNKNOWN}

    def add(self, event: Event) -> None:
        """Take note of an event."""
        if isinstance(event, InfluenceDealt):
            self.had[event.seat].update(event.cards)
        elif isinstance(event, InfluenceTurnedUp):
            self.board.update({event.card} - {UNKNOWN})
        elif isinstance(event, InfluenceOpened):
            self._had(event.seat, event.card, self.opened)
        elif isinstance(event, InfluenceKept) or (isinstance(event, InfluenceRevealed) and event.seat != GAME):
            self._had(event.seat, event.card, self.kept)
        elif isinstance(event, InfluenceRevealed):
            self.board.update({event.card} - {UNKNOWN})

    def _had(self, seat: int, card: str, where: dict[int, set[str]]) -> None:
        if card != UNKNOWN:
            self.had[seat].add(card)
            where[seat].add(card)

    def overfull(self) -> int | None:
        """A seat that had more cards than are dealt to each; ``None`` if there is none."""
        return next((seat for seat, cards in self.had.items() if len(cards) > self.most), None)

    def may_have_kept(self, seat: int) -> set[str]:
        """The cards one of which a seat keeps that keeps one."""
        if self.kept[seat]:
            return self.kept[seat]
        mine = self.had[seat] - self.opened[seat]
        if len(self.had[seat]) == self.most:
            return mine
        elsewhere = self.board.union(*(self.had[other] for other in range(self.players) if other != seat))
        return {card for card in INFLUENCE_CARDS if card not in elsewhere and card not in self.opened[seat]}
