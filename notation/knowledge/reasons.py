"""Why the cards of the box cannot explain something, in a sentence."""

from collections.abc import Sequence
from typing import Final

from calimala_es.clauses import colour_of
from calimala_es.components import ACTION_WORDS, ACTIONS
from calimala_es.events import CardDiscarded, CardDrafted, CardDrawn, CardPlayed, Event, PartObserved
from calimala_es.state import State
from notation.knowledge.ledger import Ledger
from notation.knowledge.possible import is_possible
from notation.knowledge.sight import Sight


def over_words(state: State, sight: Sight) -> str:
    """Which card is in sight more often than the box has it; empty if none is."""
    for card, copies in _copies(state).items():
        if sight.total(card) > copies:
            return f"{_cards(sight.total(card), card)} are in sight, and the box has {copies} (R2.3)"
    return ""


def _copies(state: State) -> dict[str, int]:
    return dict(zip(ACTIONS, state.setup.ruleset.deck, strict=True))


def _cards(count: int, card: str) -> str:
    return f"{count} {ACTION_WORDS[card]} card{'' if count == 1 else 's'}"


def impossible_words(before: State, events: Sequence[Event], ledger: Ledger) -> str:
    """Why these events cannot come in this position; ``ledger`` has the sums with them."""
    deed = f"turn {before.turn}, {_deed(before, events)}"
    alone = next((card for card in ACTIONS if not is_possible(ledger, card)), None)
    if alone is None:
        return f"{deed}, and no order of the deck gives everybody the cards told up to here (R5.11)"
    return f"{deed}, which no order of the deck explains: {_whereabouts(before, alone, ledger)} (R2.3)"


def _deed(before: State, events: Sequence[Event]) -> str:
    """What became known of cards in a decision."""
    for event in events:
        if isinstance(event, PartObserved):
            return f"{colour_of(before, int(event.part[0]))} is seen to hold {event.value}"
        if isinstance(event, CardPlayed | CardDiscarded | CardDrawn | CardDrafted):
            card = event.action if isinstance(event, CardPlayed) else event.card
            return f"{colour_of(before, event.seat)} {_VERBS[type(event)]} {ACTION_WORDS.get(card, 'a card')}"
    return "a card is seen"


_VERBS: Final[dict[type[Event], str]] = {
    CardPlayed: "plays",
    CardDiscarded: "discards",
    CardDrawn: "draws",
    CardDrafted: "takes",
}


def _whereabouts(before: State, card: str, ledger: Ledger) -> str:
    """Where the copies of a card lay, as far as it is known."""
    hands = enumerate(before.mats[: before.setup.players])
    places = [
        (ledger.shuffled[card], "in the deck after the last shuffle"),
        (before.discard.count(card), "in the open pile"),
        *(((mat.open + mat.secret).count(card), f"in the hand of {colour_of(before, seat)}") for seat, mat in hands),
    ]
    told = "".join(f", {count} {where}" for count, where in places if count)
    return f"the box has {_cards(_copies(before)[card], card)}{told}"
