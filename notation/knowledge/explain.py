"""Whether the cards of the box can explain a whole record, and if not, from which decision on they cannot.

A record that the rules accept decision by decision may still be one that no shuffle gives: a card is played that was
shuffled into the deck after the player's last draw, or two players have unknown cards that cannot all be what they were
played as. What is said here is no refusal. Where turns were missed, or something was seen that is not as the record has
it, anything may have happened to cards, and only what is in sight at one moment is counted from there on.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calimala_es.clauses import colour_of
from calimala_es.components import INFLUENCE_CARDS
from calimala_es.events import Event, PartObserved
from calimala_es.game import Game
from calimala_es.ids import EventId, event_ids
from calimala_es.state import State
from notation.knowledge.gaps import is_gap, is_whole
from notation.knowledge.influence import Influence
from notation.knowledge.ledger import card_events, ledger_of
from notation.knowledge.possible import is_possible
from notation.knowledge.reasons import impossible_words, over_words
from notation.knowledge.sight import Sight

Batches = Sequence[Sequence[Event]]


class Conflict(NamedTuple):
    """From where on the cards of the box cannot explain a record.

    ``number`` is the number of decisions before the one from which on they cannot, -1 where the position at the start
    cannot be; ``id`` the place of its first event; ``message`` says why in a sentence, which names the rule.
    """

    number: int
    id: EventId
    message: str

    def __str__(self) -> str:
        """``12.2.3: message``."""
        return f"{self.id}: {self.message}"


def conflict(game: Game) -> Conflict | None:
    """Return why the cards of the box cannot explain a game; ``None`` if they can, or where too little is known.

    Variations are not looked at. Of cards drawn, played, discarded and seen the answer is exact as long as nothing
    went unrecorded and the open pile was shuffled no more than once; beyond that nothing is reported that has an
    explanation. What a hidden hand would have allowed or forbidden (R4.2, R8.4) is not asked.
    """
    states, batches = game.states, batches_of(game)
    end = first_gap(states, batches)
    found = [
        _of_hidden_cards(states, batches[:end]),
        _of_cards_in_sight(states, batches, end),
        _of_influence(states, batches),
    ]
    number, message = min((each for each in found if each), default=(0, ""))
    return Conflict(number, _id_of(states, batches, number), message) if message else None


def batches_of(game: Game) -> Batches:
    """Return the events of each move."""
    return [move.events for move in game.moves]


def first_gap(states: Sequence[State], batches: Batches) -> int:
    """How many decisions come before the first of which nobody knows what it did to cards."""
    if not is_whole(states[0]):
        return 0
    numbers = (number for number, events in enumerate(batches) if any(is_gap(states[number], each) for each in events))
    return next(numbers, len(batches))


def _of_hidden_cards(states: Sequence[State], batches: Batches) -> tuple[int, str] | None:
    """The first decision that no assignment of the unknown cards explains."""
    if not is_whole(states[0]) or is_possible(ledger_of(states[0], card_events(batches))):
        return None
    if not is_possible(ledger_of(states[0], ())):
        return -1, over_words(states[0], Sight.of(states[0]))
    possible, impossible = 0, len(batches)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if is_possible(ledger_of(states[0], card_events(batches[:middle]))):
            possible = middle
        else:
            impossible = middle
    ledger = ledger_of(states[0], card_events(batches[:impossible]))
    return possible, impossible_words(states[possible], batches[possible], ledger)


def _of_cards_in_sight(states: Sequence[State], batches: Batches, end: int) -> tuple[int, str] | None:
    """The first decision from a gap on at which more of a card is in sight than the box has.

    What was seen at the moment of a gap, by several observations in a row, was there together.
    """
    start = states[0]
    sight = Sight() if end else Sight.of(start)
    if over := over_words(start, sight):
        return -1, over
    moment = Sight()
    for number in range(_moment_of(batches, end), len(batches)):
        if not isinstance(batches[number][0], PartObserved):
            moment = Sight()
        if any(is_gap(states[number], event) for event in batches[number]):
            sight = moment
        for event in batches[number]:
            if isinstance(event, PartObserved):
                moment.add(event)
            sight.add(event)
            if over := over_words(start, sight):
                return number, f"turn {states[number].turn}, {over}"
    return None


def _moment_of(batches: Batches, end: int) -> int:
    """Where the observations begin that come right before a decision."""
    while end and isinstance(batches[end - 1][0], PartObserved):
        end -= 1
    return end


def _of_influence(states: Sequence[State], batches: Batches) -> tuple[int, str] | None:
    """The first decision by which a seat had more influence cards than were dealt to it."""
    influence = influence_of(states[0], ())
    for number, events in enumerate([(), *batches], -1):
        for event in events:
            influence.add(event)
        seat = influence.overfull()
        if seat is not None:
            cards = [card for card in INFLUENCE_CARDS if card in influence.had[seat]]
            who = colour_of(states[0], seat)
            return (
                number,
                f"{who} had {', '.join(cards)}, and {influence.most} influence cards are dealt to each (R3.4)",
            )
    return None


def influence_of(start: State, batches: Iterable[Sequence[Event]]) -> Influence:
    """What these decisions tell of influence cards."""
    influence = Influence(start)
    for events in batches:
        for event in events:
            influence.add(event)
    return influence


def _id_of(states: Sequence[State], batches: Batches, number: int) -> EventId:
    """The place of a decision's first event; of the start, turn 0."""
    if number < 0:
        return EventId(states[0].turn, 0, 0)
    events = [event for batch in batches[: number + 1] for event in batch]
    ids = [*event_ids(events, states[0].turn)]
    return ids[-len(batches[number])]
