"""Unknown cards that can only be one thing, by all that happened before and after."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.events import CardDrawn, InfluenceKept
from calimala_es.game import Game
from calimala_es.ids import EventId, event_ids
from calimala_es.state import State
from notation.knowledge.explain import Batches, batches_of, first_gap, influence_of
from notation.knowledge.ledger import card_events, ledger_of
from notation.knowledge.possible import UndecidedError, find_explanation


class Certainty(NamedTuple):
    """An unknown card that is known all the same.

    ``number`` is the number of decisions before the one that drew or kept it, ``id`` the place of that, ``card`` what
    the card is.
    """

    number: int
    id: EventId
    card: str


def certain(game: Game) -> list[Certainty]:
    """Return the unknown cards drawn and kept that can only be one thing, in the order in which they came.

    Nothing is certain in a game that the cards of the box cannot explain, and of cards drawn nothing that depends on
    what comes after something that went unrecorded.
    """
    states, batches = game.states, batches_of(game)
    ids = [*event_ids(chain.from_iterable(batches), states[0].turn)]
    known = batches[: first_gap(states, batches)]
    influence = influence_of(states[0], batches)
    hidden = _HiddenCards(states[0], known)
    if not hidden.is_possible or influence.overfull() is not None:
        return []
    found: list[Certainty] = []
    time = 0
    for number, events in enumerate(batches):
        for event in events:
            card = ""
            if isinstance(event, CardDrawn) and event.card == UNKNOWN and number < len(known):
                card = hidden.only_card(time)
            elif isinstance(event, InfluenceKept) and event.card == UNKNOWN:
                cards = influence.may_have_kept(event.seat)
                card = min(cards) if len(cards) == 1 else ""
            if card:
                found.append(Certainty(number, ids[time], card))
            time += 1
    return found


class _HiddenCards:
    """What unknown cards drawn may be.

    An explanation of the whole record is an example for each of its unknown cards, so that few have to be asked about
    one by one. ``examples`` has the cards found so far by the times at which they were drawn.
    """

    def __init__(self, start: State, batches: Batches) -> None:
        self.start = start
        self.events = card_events(batches)
        self.examples: dict[int, set[str]] = defaultdict(set)
        self.is_possible = self._explain({})

    def only_card(self, time: int) -> str:
        """Return what the card drawn at a time is; empty if it may be one or another."""
        cards = self.examples[time]
        for card in ACTIONS:
            if len(cards) > 1:
                return ""
            if card not in cards and self._explain({time: card}):
                cards.add(card)
        return "".join(cards) if len(cards) == 1 else ""

    def _explain(self, revealed: Mapping[int, str]) -> bool:
        """Whether unknown cards can be these; notes what the others are then."""
        ledger = ledger_of(self.start, self.events, revealed)
        try:
            explanation = find_explanation(ledger)
        except UndecidedError:
            return True
        if explanation:
            for drawn in ledger.unknown:
                self.examples[drawn.time] |= explanation.cards(drawn)
        return explanation is not None
