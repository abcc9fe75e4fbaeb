"""From a command to its first events: turn 0 (R3.4, R3.5, R8.2, R11)."""

from calimala_es.commands import (
    ChooseStart,
    DealInfluence,
    DraftCard,
    KeepInfluence,
    OpenInfluence,
    TurnUpInfluence,
)
from calimala_es.components import UNKNOWN
from calimala_es.consequences import start_choices
from calimala_es.decide.illegal import comes_at_another_time
from calimala_es.deck import dealt_to_each, may_be_dealt, possible_influence
from calimala_es.errors import IllegalCommandError
from calimala_es.events import (
    CardDrafted,
    FamilyStarted,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceTurnedUp,
)
from calimala_es.evolve import Outcome, outcome
from calimala_es.frames import (
    CardDraft,
    FamilyStart,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceTurnUp,
)
from calimala_es.messages import Message, player
from calimala_es.state import State


def deal(state: State, command: DealInfluence) -> Outcome:
    """Deal influence cards that may be anywhere, at most as many as each player is dealt (R3.4)."""
    now = state.now
    if type(now) is not InfluenceDeal:
        raise comes_at_another_time(state, command)
    most = dealt_to_each(state)
    if not may_be_dealt(state, command.cards, most):
        raise IllegalCommandError(
            command,
            "R3.4",
            Message("{cards} cannot be dealt to {seat}", cards=", ".join(command.cards), seat=player(state, now.seat)),
            Message("choose up to {number} different influence cards that are not known to be elsewhere", number=most),
        )
    return outcome(state, InfluenceDealt(now.seat, command.cards))


def turn_up(state: State, command: TurnUpInfluence) -> Outcome:
    """Put an influence card by the board that was not dealt (R3.4)."""
    if type(state.now) is not InfluenceTurnUp:
        raise comes_at_another_time(state, command)
    if command.card != UNKNOWN and not may_be_dealt(state, (command.card,), 1):
        raise IllegalCommandError(
            command,
            "R3.4",
            Message("{card} cannot lie beside the board", card=command.card),
            Message("choose an influence card that is not known to have been dealt"),
        )
    return outcome(state, InfluenceTurnedUp(command.card))


def keep(state: State, command: KeepInfluence) -> Outcome:
    """Keep one of the influence cards dealt (R3.4)."""
    now = state.now
    if type(now) is not InfluenceChoice:
        raise comes_at_another_time(state, command)
    cards = possible_influence(state, now.seat)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R3.4",
            Message("{seat} cannot keep {card}", seat=player(state, now.seat), card=command.card),
            Message("choose one of the cards dealt: {cards}", cards=" ".join(cards)),
        )
    return outcome(state, InfluenceKept(now.seat, command.card))


def open_influence(state: State, command: OpenInfluence) -> Outcome:
    """Put another one of the influence cards dealt by the board (R8.2)."""
    now = state.now
    if type(now) is not InfluenceOpening:
        raise comes_at_another_time(state, command)
    cards = possible_influence(state, now.seat)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R8.2",
            Message("{seat} cannot lay {card} face up", seat=player(state, now.seat), card=command.card),
            Message("choose one of the cards dealt and not kept: {cards}", cards=" ".join(cards)),
        )
    return outcome(state, InfluenceOpened(now.seat, command.card))


def choose_start(state: State, command: ChooseStart) -> Outcome:
    """Choose one of the start effects of the family (R11)."""
    now = state.now
    if type(now) is not FamilyStart:
        raise comes_at_another_time(state, command)
    choices = start_choices(state, now.seat)
    if command.choice not in choices:
        family = state.mats[now.seat].family
        raise IllegalCommandError(
            command,
            f"R11.{family}",
            Message(
                "{choice} is not a valid start for the {family} family", choice=repr(command.choice), family=family
            ),
            Message("possible choices: {choices}", choices=" ".join(choices)),
        )
    return outcome(state, FamilyStarted(now.seat, command.choice))


def draft(state: State, command: DraftCard) -> Outcome:
    """Take one of the starting cards that are still laid out (R3.5)."""
    now = state.now
    if type(now) is not CardDraft:
        raise comes_at_another_time(state, command)
    if len(command.card) != 1 or command.card not in state.laid_out:
        raise IllegalCommandError(
            command,
            "R3.5",
            _not_open(state, command.card, now.seat),
            Message("choose one of {cards}; starting cards are always face up", cards=" ".join(state.laid_out)),
        )
    return outcome(state, CardDrafted(now.seat, command.card))


def _not_open(state: State, card: str, seat: int) -> Message:
    if not card:
        return Message("no face-up card is named for {seat}", seat=player(state, seat))
    return Message("{card} is not one of the face-up cards {seat} can take", card=card, seat=player(state, seat))
