"""From a command to its first events: unrecorded turns, and what was seen to be other than the rules say."""

from typing import Final

from calimala_es.board import is_street
from calimala_es.commands import MarkMissed, ObservePart
from calimala_es.components import WHITE, Street
from calimala_es.decide.illegal import comes_at_another_time
from calimala_es.errors import IllegalCommandError
from calimala_es.events import DiscRemoved, PartObserved, WentUnrecorded
from calimala_es.evolve import Outcome, fold, outcome
from calimala_es.frames import (
    OFFERS,
    Activation,
    CardDraft,
    CardDraw,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    Placement,
    Promotion,
)
from calimala_es.messages import Message, waiting_for
from calimala_es.observation import PARTS, part_exists, value_fits
from calimala_es.state import State

MOST_AT_REST: Final = 3
"""Discs on a street whose stack is not being activated (R4.5)."""

_MISSABLE: Final = (CardDraft, Placement, Activation, Promotion, IntrigueChoice, KeepOneCard, *OFFERS)

_UNKNOWN_CARD_FRAMES: Final = (
    InfluenceDeal,
    InfluenceTurnUp,
    InfluenceChoice,
    InfluenceOpening,
    CardDraw,
    InfluenceReveal,
)
"""The frames that an unknown card answers."""


def can_be_missed(state: State) -> bool:
    """Check whether what comes now may have gone unrecorded: a starting card, a turn, something in a turn."""
    return type(state.now) in _MISSABLE


def mark_missed(state: State, command: MarkMissed) -> Outcome:
    """Record that what came next was not recorded; a white disc that was to come back leaves the game."""
    now = state.now
    if not isinstance(now, _MISSABLE):
        rule, waiting = waiting_for(state)
        remedy = Message("write ? for an unknown card") if isinstance(now, _UNKNOWN_CARD_FRAMES) else ""
        raise IllegalCommandError(
            command, rule, Message("this cannot have gone unrecorded: {waiting}", waiting=waiting), remedy
        )
    if type(now) is Promotion:
        events = (WentUnrecorded(now.seat), DiscRemoved(now.street, WHITE))
        return events, fold(state, events)
    return outcome(state, WentUnrecorded(now.seat))


def observe_part(state: State, command: ObservePart) -> Outcome:
    """Record a part of the position that was seen; only the form of what was seen is checked."""
    if type(state.now) is GameOver:
        raise comes_at_another_time(state, command)
    if not part_exists(command.part, state.setup):
        message = Message("{part} is not a part of the position", part=repr(command.part))
        raise IllegalCommandError(command, "R2", message)
    if not value_fits(command.part, command.value, state.setup):
        raise IllegalCommandError(
            command,
            "R2",
            Message("{value} is not a valid value for {part}", value=repr(command.value), part=command.part),
            PARTS[command.part].form,
        )
    if is_street(command.part) and len(command.value) > MOST_AT_REST and not is_being_activated(state, command.part):
        raise IllegalCommandError(
            command,
            "R4.5",
            Message("{number} discs cannot stay on a street", number=len(command.value)),
            Message("between turns there can be up to {number}", number=MOST_AT_REST),
        )
    return outcome(state, PartObserved(command.part, command.value))


def is_being_activated(state: State, street: Street) -> bool:
    """Check whether a street's discs are being activated, so that it may still have a fourth."""
    return any(getattr(frame, "street", "") == street for frame in state.frames)
