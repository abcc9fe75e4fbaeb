"""Unknown cards that can only be one thing, by all that happened before and after."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.events import CardDrawn, InfluenceKept
from calimala_es.ids import EventId, event_ids
from calimala_es.state import State
from notation.knowledge.explain import Batches, first_gap, influence_of, ledger_of
from notation.knowledge.possible import is_possible


class Certainty(NamedTuple):
    """An unknown card that is known all the same.

    ``number`` is the number of decisions before the one that drew or kept it, ``id`` the place of that, ``card`` what
    the card is.
    """

    number: int
    id: EventId
    card: str


def certain(states: Sequence[State], batches: Batches) -> list[Certainty]:
    """The unknown cards drawn and kept that can only be one thing, in the order in which they came.

    ``states`` has the start and the state after each decision, ``batches`` the events of each. Nothing is certain of a
    record that the cards of the box cannot explain, and of cards drawn nothing that depends on what comes after
    something that went unrecorded.
    """
    ids = [*event_ids(chain.from_iterable(batches), states[0].turn)]
    known = batches[: first_gap(states, batches)]
    influence = influence_of(states[0], batches)
    if not is_possible(ledger_of(states[0], known)) or influence.overfull() is not None:
        return []
    found: list[Certainty] = []
    time = 0
    for number, events in enumerate(batches):
        for event in events:
            card = ""
            if isinstance(event, CardDrawn) and event.card == UNKNOWN and number < len(known):
                card = _drawn(states[0], known, time)
            elif isinstance(event, InfluenceKept) and event.card == UNKNOWN:
                cards = influence.may_have_kept(event.seat)
                card = min(cards) if len(cards) == 1 else ""
            if card:
                found.append(Certainty(number, ids[time], card))
            time += 1
    return found


def _drawn(start: State, batches: Batches, time: int) -> str:
    """What the card drawn at a time is; empty if it may be one or another."""
    found = ""
    for card in ACTIONS:
        if is_possible(ledger_of(start, batches, {time: card})):
            if found:
                return ""
            found = card
    return found
