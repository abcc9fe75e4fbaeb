"""From a command to its first events: turn 0 (R3.4, R3.5), and the influence cards turned over at the end (R7.3)."""

from calimala_es.clauses import Clause, clause
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
from calimala_es.deck import dealt_to_each, keepable, may_be_dealt
from calimala_es.errors import IllegalCommandError
from calimala_es.events import (
    CardDrafted,
    Event,
    FamilyStarted,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceTurnedUp,
)
from calimala_es.frames import (
    CardDraft,
    FamilyStart,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceTurnUp,
)
from calimala_es.refusals import frame_of
from calimala_es.state import State


def deal(state: State, command: DealInfluence) -> list[Event]:
    """R3.4: influence cards that may be anywhere, at most as many as each is dealt."""
    now: InfluenceDeal = frame_of(state, command, InfluenceDeal)
    most = dealt_to_each(state)
    if not may_be_dealt(state, command.cards, most):
        raise IllegalCommandError(
            command,
            "R3.4",
            lambda: clause("{cards} cannot be dealt to {seat}", state, cards=", ".join(command.cards), seat=now.seat),
            f"at most {most} different influence cards that are not known to lie elsewhere",
        )
    return [InfluenceDealt(now.seat, command.cards)]


def turn_up(state: State, command: TurnUpInfluence) -> list[Event]:
    """R3.4: the influence card by the board is none that was dealt."""
    frame_of(state, command, InfluenceTurnUp)
    if command.card != UNKNOWN and not may_be_dealt(state, (command.card,), 1):
        raise IllegalCommandError(
            command,
            "R3.4",
            lambda: clause("{card} cannot lie by the board", state, card=command.card),
            "an influence card that is not known to have been dealt",
        )
    return [InfluenceTurnedUp(command.card)]


def keep(state: State, command: KeepInfluence) -> list[Event]:
    """R3.4: the card kept is one of those dealt."""
    now: InfluenceChoice = frame_of(state, command, InfluenceChoice)
    cards = keepable(state, now.seat)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R3.4",
            lambda: clause("{seat} cannot keep {card}", state, seat=now.seat, card=command.card),
            lambda: f"one of the cards dealt: {', '.join(cards)}",
        )
    return [InfluenceKept(now.seat, command.card)]


def lay_open(state: State, command: OpenInfluence) -> list[Event]:
    """R8.2: the card laid open is another one of those dealt."""
    now: InfluenceOpening = frame_of(state, command, InfluenceOpening)
    cards = keepable(state, now.seat)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R8.2",
            lambda: clause("{seat} cannot lay {card} open", state, seat=now.seat, card=command.card),
            lambda: f"one of the cards dealt and not kept: {', '.join(cards)}",
        )
    return [InfluenceOpened(now.seat, command.card)]


def choose_start(state: State, command: ChooseStart) -> list[Event]:
    """R11: one of the start effects that the family leaves to choose."""
    now: FamilyStart = frame_of(state, command, FamilyStart)
    choices = start_choices(state, now.seat)
    if command.choice not in choices:
        family = state.mats[now.seat].family
        raise IllegalCommandError(
            command,
            f"R11.{family}",
            lambda: clause("{choice} is no start of {family}", state, choice=repr(command.choice), family=family),
            lambda: f"one of {', '.join(choices)}",
        )
    return [FamilyStarted(now.seat, command.choice)]


def draft(state: State, command: DraftCard) -> list[Event]:
    """R3.5: the starting card taken is one that still lies open."""
    now: CardDraft = frame_of(state, command, CardDraft)
    if len(command.card) != 1 or command.card not in state.laid_out:
        raise IllegalCommandError(
            command,
            "R3.5",
            lambda: _not_open(state, command.card, now.seat),
            lambda: f"one of {', '.join(state.laid_out)}; the draft is open, so it is always known",
        )
    return [CardDrafted(now.seat, command.card)]


def _not_open(state: State, card: str, seat: int) -> Clause:
    if not card:
        return clause("no card that lies open is named for {seat}", state, seat=seat)
    return clause("{card} does not lie open for {seat}", state, card=card, seat=seat)
