"""The small changes that many events share: mats, hands and piles, and the frame that comes next."""

from bisect import bisect
from typing import Any

from msgspec.structs import replace

from calimala_es.agenda import is_void
from calimala_es.components import UNKNOWN
from calimala_es.state import Mat, State


def card_added(cards: str, card: str) -> str:
    """A pile of cards, kept in alphabetical order, with one more."""
    if card in cards:
        return cards.replace(card, card * 2, 1)
    place = bisect(cards, card)
    return cards[:place] + card + cards[place:]


def card_gained(mat: Mat, card: str) -> Mat:
    """A mat with one more card in the hand, known or not."""
    if card == UNKNOWN:
        return replace(mat, unknown=mat.unknown + 1)
    return replace(mat, secret=card_added(mat.secret, card))


def card_lost(mat: Mat, card: str) -> Mat:
    """A mat without a card that was shown: an open one first, then one that is known, else an unknown one (R5.12)."""
    if card in mat.open:
        return replace(mat, open=mat.open.replace(card, "", 1))
    if card in mat.secret:
        return replace(mat, secret=mat.secret.replace(card, "", 1))
    return replace(mat, unknown=mat.unknown - 1)


def proceed(state: State, **changes: Any) -> State:
    """Drop the frame that is done; the next one comes up, unless it has nothing to offer any more."""
    later = state.later
    while is_void(state, later[0]):
        later = later[1:]
    return replace(state, now=later[0], later=later[1:], **changes)
