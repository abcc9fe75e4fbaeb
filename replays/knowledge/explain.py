"""Whether the cards of the box can explain a whole record, and if not, from which decision on they cannot.

A record whose decisions are all legal may still be one that no shuffle can produce: a card is played that was shuffled
into the deck after the player's last draw, or two players have unknown cards that cannot all be what they were played
as. These findings do not make a decision illegal. If turns were missed, or if an observation differs from the record,
cards may have moved anywhere, and from there on only the cards in sight at one moment are counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from calimala_es.components import ACTION_WORDS, ACTIONS, INFLUENCE_CARDS, UNKNOWN
from calimala_es.events import CardDiscarded, CardDrafted, CardDrawn, CardPlayed, Event, InfluenceKept, PartObserved
from calimala_es.game import Game
from calimala_es.ids import EventId, event_ids
from calimala_es.messages import Message, player
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
    message: Message

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
    first = min((each for each in found if each), key=itemgetter(0), default=None)
    return first and CardConflict(first[0], _id_of(states, batches, first[0]), first[1])


def batches_of(game: Game) -> Batches:
    """Return the events of each move."""
    return [move.events for move in game.moves]


def first_gap(states: Sequence[State], batches: Batches) -> int:
    """Return how many decisions come before the first with an unknown effect on cards."""
    if not is_whole(states[0]):
        return 0
    numbers = (number for number, events in enumerate(batches) if any(is_gap(states[number], each) for each in events))
    return next(numbers, len(batches))


def _of_hidden_cards(states: Sequence[State], batches: Batches) -> tuple[int, Message] | None:
    """Return the first decision that no assignment of the unknown cards explains."""
    if not is_whole(states[0]) or is_possible(ledger_of(states[0], card_events(batches))):
        return None
    if not is_possible(ledger_of(states[0], ())):
        return -1, _overcount(states[0], Sight.of(states[0])) or _NO_ORDER
    possible, impossible = 0, len(batches)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if is_possible(ledger_of(states[0], card_events(batches[:middle]))):
            possible = middle
        else:
            impossible = middle
    ledger = ledger_of(states[0], card_events(batches[:impossible]))
    return possible, impossible_message(states[possible], batches[possible], ledger)


def _of_cards_in_sight(states: Sequence[State], batches: Batches, end: int) -> tuple[int, Message] | None:
    """Return the first decision from a gap on at which more copies of a card are in sight than the box has.

    Consecutive observations at the moment of a gap count as simultaneous.
    """
    start = states[0]
    sight = Sight() if end else Sight.of(start)
    if over := _overcount(start, sight):
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
            if over := _overcount(start, sight):
                return number, _in_turn(states[number], over)
    return None


def _moment_of(batches: Batches, end: int) -> int:
    """Return where the observations directly before a decision begin."""
    while end and isinstance(batches[end - 1][0], PartObserved):
        end -= 1
    return end


def _of_influence(states: Sequence[State], batches: Batches) -> tuple[int, Message] | None:
    """Return the first decision by which a seat had more influence cards than were dealt to it."""
    influence = influence_of(states[0], ())
    for number, events in enumerate([(), *batches], -1):
        for event in events:
            influence.add(event)
        seat = influence.overfull()
        if seat is not None:
            cards = [card for card in INFLUENCE_CARDS if card in influence.had[seat]]
            message = Message(
                "{seat} had {cards}, but each player is dealt only {limit} influence cards (R3.4)",
                seat=player(states[0], seat),
                cards=", ".join(cards),
                limit=influence.most,
            )
            return number, message
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

_NO_ORDER: Final = Message("no order of the deck gives every player the cards recorded up to here (R5.11)")


def _in_turn(state: State, reason: Message) -> Message:
    return Message("turn {turn}: {reason}", turn=state.turn, reason=reason)


def _overcount(state: State, sight: Sight) -> Message | None:
    """Return which card is in sight more often than the box has it; ``None`` if none is."""
    for card, copies in _copies(state).items():
        if sight.total(card) > copies:
            fields = {"action": card, "number": sight.total(card), "limit": copies}
            return Message("{number} {action} cards are in sight, but the box has only {limit} (R2.3)", **fields)
    return None


def _copies(state: State) -> dict[str, int]:
    return dict(zip(ACTIONS, state.setup.ruleset.deck, strict=True))


def impossible_message(before: State, events: Sequence[Event], ledger: Ledger) -> Message:
    """Return why these events are impossible in this position; ``ledger`` includes them."""
    deed = _in_turn(before, _deed(before, events))
    alone = next((card for card in ACTIONS if not is_possible(ledger, card)), None)
    if alone is None:
        return Message("{reason}, but {expected}", reason=deed, expected=_NO_ORDER)
    return Message(
        "{reason}, which no order of the deck explains: {parts} (R2.3)",
        reason=deed,
        parts=(*_whereabouts(before, alone, ledger),),
    )


def _deed(before: State, events: Sequence[Event]) -> Message:
    """Return what became known about cards in a decision."""
    for event in events:
        if isinstance(event, PartObserved):
            seat = player(before, int(event.part[0]))
            return Message("{seat} is seen holding {cards}", seat=seat, cards=event.value)
        if isinstance(event, CardPlayed | CardDiscarded | CardDrawn | CardDrafted):
            card = event.action if isinstance(event, CardPlayed) else event.card
            shown, hidden = _DEEDS[type(event)]
            seat = player(before, event.seat)
            if card in ACTION_WORDS:
                return Message(shown.text, seat=seat, action=card)
            return Message(hidden.text, seat=seat)
    return Message("a card is seen")


_DEEDS: Final[dict[type[Event], tuple[Message, Message]]] = {
    CardPlayed: (Message("{seat} plays the {action} card"), Message("{seat} plays a card")),
    CardDiscarded: (Message("{seat} discards the {action} card"), Message("{seat} discards a card")),
    CardDrawn: (Message("{seat} draws the {action} card"), Message("{seat} draws a card")),
    CardDrafted: (Message("{seat} takes the {action} card"), Message("{seat} takes a card")),
}
"""What a player does with a card that is known, and with one that is not."""


def _whereabouts(before: State, card: str, ledger: Ledger) -> Iterator[Message]:
    """Yield how many copies of a card the box has, and where they were, as far as it is known."""
    yield Message("the box has {number} {action} cards", number=_copies(before)[card], action=card)
    if shuffled := ledger.shuffled[card]:
        yield Message("{number} in the deck after the last shuffle", number=shuffled)
    if discarded := before.discard.count(card):
        yield Message("{number} in the discard pile", number=discarded)
    for seat, mat in enumerate(before.mats[: before.setup.players]):
        if held := (mat.open + mat.secret).count(card):
            yield Message("{number} in {seat}'s hand", number=held, seat=player(before, seat))


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
