"""Whether the cards of the box can explain a whole record, and if not, from which decision on they cannot.

A record whose decisions are all legal may still be one that no shuffle can produce: a card is played that was shuffled
into the deck after the player's last draw, or two players have unknown cards that cannot all be what they were played
as. These findings do not make a decision illegal. If turns were missed, or if an observation differs from the record,
cards may have moved anywhere, and from there on only the cards in sight at one moment are counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from calimala_es.components import ACTION_WORDS, ACTIONS, INFLUENCE_CARDS, UNKNOWN
from calimala_es.events import CardDiscarded, CardDrafted, CardDrawn, CardPlayed, Event, InfluenceKept, PartObserved
from calimala_es.game import Game
from calimala_es.ids import EventId, event_ids
from calimala_es.messages import colour_of
from calimala_es.state import State
from replays.knowledge.ledger import Ledger, card_events, ledger_of
from replays.knowledge.possible import UndecidedError, find_explanation, is_possible
from replays.knowledge.sight import Influence, Sight, is_gap, is_whole

Batches = Sequence[Sequence[Event]]


class CardConflict(NamedTuple):
    """The place from which on the cards of the box cannot explain a record.

    ``number`` is the number of decisions before the first that they cannot explain, -1 for the position at the start;
    ``id`` is the place of its first event; ``message`` gives the reason in a sentence, with the rule.
    """

    number: int
    id: EventId
    message: str

    def __str__(self) -> str:
        """Return e.g. ``12.2.3: message``."""
        return f"{self.id}: {self.message}"


def find_card_conflict(game: Game) -> CardConflict | None:
    """Return why the cards of the box cannot explain a game; ``None`` if they can, or if too little is known.

    Variations are ignored. For cards drawn, played, discarded and seen the answer is exact as long as nothing is
    missing and the open pile was shuffled at most once; beyond that nothing is reported that has an explanation.
    Decisions that a hidden hand would have allowed or forbidden (R4.2, R8.4) are not checked.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> print(find_card_conflict(game))
    None
    """
    states, batches = game.states, batches_of(game)
    end = first_gap(states, batches)
    found = [
        _of_hidden_cards(states, batches[:end]),
        _of_cards_in_sight(states, batches, end),
        _of_influence(states, batches),
    ]
    number, message = min((each for each in found if each), default=(0, ""))
    return CardConflict(number, _id_of(states, batches, number), message) if message else None


def batches_of(game: Game) -> Batches:
    """Return the events of each move."""
    return [move.events for move in game.moves]


def first_gap(states: Sequence[State], batches: Batches) -> int:
    """Return how many decisions come before the first with an unknown effect on cards."""
    if not is_whole(states[0]):
        return 0
    numbers = (number for number, events in enumerate(batches) if any(is_gap(states[number], each) for each in events))
    return next(numbers, len(batches))


def _of_hidden_cards(states: Sequence[State], batches: Batches) -> tuple[int, str] | None:
    """Return the first decision that no assignment of the unknown cards explains."""
    if not is_whole(states[0]) or is_possible(ledger_of(states[0], card_events(batches))):
        return None
    if not is_possible(ledger_of(states[0], ())):
        return -1, overcount_text(states[0], Sight.of(states[0]))
    possible, impossible = 0, len(batches)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if is_possible(ledger_of(states[0], card_events(batches[:middle]))):
            possible = middle
        else:
            impossible = middle
    ledger = ledger_of(states[0], card_events(batches[:impossible]))
    return possible, impossible_text(states[possible], batches[possible], ledger)


def _of_cards_in_sight(states: Sequence[State], batches: Batches, end: int) -> tuple[int, str] | None:
    """Return the first decision from a gap on at which more copies of a card are in sight than the box has.

    Consecutive observations at the moment of a gap count as simultaneous.
    """
    start = states[0]
    sight = Sight() if end else Sight.of(start)
    if over := overcount_text(start, sight):
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
            if over := overcount_text(start, sight):
                return number, f"turn {states[number].turn}, {over}"
    return None


def _moment_of(batches: Batches, end: int) -> int:
    """Return where the observations directly before a decision begin."""
    while end and isinstance(batches[end - 1][0], PartObserved):
        end -= 1
    return end


def _of_influence(states: Sequence[State], batches: Batches) -> tuple[int, str] | None:
    """Return the first decision by which a seat had more influence cards than were dealt to it."""
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
    """Return what these decisions show about influence cards."""
    influence = Influence(start)
    for events in batches:
        for event in events:
            influence.add(event)
    return influence


def _id_of(states: Sequence[State], batches: Batches, number: int) -> EventId:
    """Return the place of a decision's first event; turn 0 for the start."""
    if number < 0:
        return EventId(states[0].turn, 0, 0)
    events = [event for batch in batches[: number + 1] for event in batch]
    ids = [*event_ids(events, states[0].turn)]
    return ids[-len(batches[number])]


# ----------------------------------------------------------------------------------------------------
# Why the cards of the box cannot explain something, in a sentence.


def overcount_text(state: State, sight: Sight) -> str:
    """Say which card is in sight more often than the box has it; empty if none is."""
    for card, copies in _copies(state).items():
        if sight.total(card) > copies:
            return f"{_cards(sight.total(card), card)} are in sight, and the box has {copies} (R2.3)"
    return ""


def _copies(state: State) -> dict[str, int]:
    return dict(zip(ACTIONS, state.setup.ruleset.deck, strict=True))


def _cards(count: int, card: str) -> str:
    return f"{count} {ACTION_WORDS[card]} card{'' if count == 1 else 's'}"


def impossible_text(before: State, events: Sequence[Event], ledger: Ledger) -> str:
    """Say why these events are impossible in this position; ``ledger`` includes them."""
    deed = f"turn {before.turn}, {_deed(before, events)}"
    alone = next((card for card in ACTIONS if not is_possible(ledger, card)), None)
    if alone is None:
        return f"{deed}, and no order of the deck gives everybody the cards told up to here (R5.11)"
    return f"{deed}, which no order of the deck explains: {_whereabouts(before, alone, ledger)} (R2.3)"


def _deed(before: State, events: Sequence[Event]) -> str:
    """Say what became known about cards in a decision."""
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
    """Say where the copies of a card were, as far as it is known."""
    hands = enumerate(before.mats[: before.setup.players])
    places = [
        (ledger.shuffled[card], "in the deck after the last shuffle"),
        (before.discard.count(card), "in the open pile"),
        *(((mat.open + mat.secret).count(card), f"in the hand of {colour_of(before, seat)}") for seat, mat in hands),
    ]
    known = "".join(f", {count} {where}" for count, where in places if count)
    return f"the box has {_cards(_copies(before)[card], card)}{known}"


# ----------------------------------------------------------------------------------------------------
# Unknown cards that can only be one card, given everything that happened before and after.


class Certainty(NamedTuple):
    """An unknown card that can be identified.

    ``number`` is the number of decisions before the one that drew or chose it, ``id`` the place of that decision,
    ``card`` the card.
    """

    number: int
    id: EventId
    card: str


def find_certain_cards(game: Game) -> list[Certainty]:
    """Return the unknown cards drawn and chosen that can only be one card, in order.

    Nothing is certain in a game that the cards of the box cannot explain; for cards drawn, nothing is used that comes
    after a gap in the record.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.edit.redact import redact
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> find_certain_cards(redact(game, None))[0]
    Certainty(number=5, id=EventId(turn=0, activation=0, step=6), card='SMN')
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
                cards = influence.possible_choices(event.seat)
                card = min(cards) if len(cards) == 1 else ""
            if card:
                found.append(Certainty(number, ids[time], card))
            time += 1
    return found


class _HiddenCards:
    """The unknown cards drawn, and what they may be.

    An explanation of the whole record is an example for each of its unknown cards, so that few of them must be tested
    one by one. ``examples`` has the cards found so far by the times at which they were drawn.
    """

    def __init__(self, start: State, batches: Batches) -> None:
        self.start = start
        self.events = card_events(batches)
        self.examples: dict[int, set[str]] = defaultdict(set)
        self.is_possible = self._explain({})

    def only_card(self, time: int) -> str:
        """Return the card drawn at a time; empty if it may be one of several."""
        cards = self.examples[time]
        for card in ACTIONS:
            if len(cards) > 1:
                return ""
            if card not in cards and self._explain({time: card}):
                cards.add(card)
        return "".join(cards) if len(cards) == 1 else ""

    def _explain(self, revealed: Mapping[int, str]) -> bool:
        """Return whether unknown cards can be these; also record the cards that the others are then."""
        ledger = ledger_of(self.start, self.events, revealed)
        try:
            explanation = find_explanation(ledger)
        except UndecidedError:
            return True
        if explanation:
            for drawn in ledger.unknown:
                self.examples[drawn.time] |= explanation.cards(drawn)
        return explanation is not None
