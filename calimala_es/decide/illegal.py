"""Why a command is illegal: the errors that several commands share, made to be raised."""

from functools import partial
from typing import Any, Final

from calimala_es.commands import Command, DiscardCard, DoAction, PlayCard, SkipAction
from calimala_es.components import DEED_WORDS, RULE_OF_ACTION
from calimala_es.errors import IllegalCommandError, NotDueError
from calimala_es.frames import ActionOffer, Activation, GameOver, IntrigueChoice
from calimala_es.messages import Message, Text, player, waiting_message, waiting_rule
from calimala_es.missing import missing_in_option, missing_message, missing_throughout
from calimala_es.reach import mat_mask, possible_options
from calimala_es.state import Mat, State


def comes_at_another_time(state: State, command: Command) -> IllegalCommandError:
    """Return the error of a command that comes at another moment than its own; when the game is over there is none."""
    kind = IllegalCommandError if type(state.now) is GameOver else NotDueError
    return kind(command, waiting_rule(state), partial(_cannot_come_now, state))


def _cannot_come_now(state: State) -> Message:
    return Message("not possible now: {waiting}", waiting=waiting_message(state))


_ACTING_FRAMES: Final = (Activation, IntrigueChoice, ActionOffer)
"""The frames in which actions are pending."""


def not_pending(state: State, command: DoAction | SkipAction) -> IllegalCommandError:
    """Return the error of an action that is not pending (R4.3, R10.1, R11.Spini)."""
    if type(state.now) not in _ACTING_FRAMES:
        return comes_at_another_time(state, command)
    message = Message("{action} is not one of the remaining actions", action=command.action)
    return NotDueError(command, waiting_rule(state), message, partial(waiting_message, state))


_VERBS: Final = ("build", "weave", "ship", "transport", "contribute")

CANNOT: Final = {
    ("so", True): "{seat} cannot {action} that way",
    ("so", False): "{seat} cannot do the {action} action that way",
    ("as", True): "{seat} cannot {action} that way ({word})",
    ("as", False): "{seat} cannot do the {action} action that way ({word})",
    ("missing", True): "{seat} cannot {action} that way ({word}): {reason}",
    ("missing", False): "{seat} cannot do the {action} action that way ({word}): {reason}",
}
"""What is wrong with an option that does not exist, or that is missing something; by whether the action is a verb."""


def impossible_option(state: State, command: DoAction | PlayCard, seat: int) -> IllegalCommandError:
    """Return the error of an option of an action that mat and board do not allow a seat, or that does not exist."""
    words = (state, command, seat)
    rule = RULE_OF_ACTION[command.action]
    return IllegalCommandError(command, rule, partial(_why_impossible, *words), partial(_instead, *words))


def _why_impossible(state: State, command: DoAction | PlayCard, seat: int) -> Message:
    """Return what is missing for the option, or for every option of the action."""
    action, option, who = command.action, command.option, player(state, seat)
    mask = state.free_cells | mat_mask(state.mats[seat])
    if not possible_options(action, mask):
        why = missing_message(state, missing_throughout(action, mask), seat)
        return Message("{seat} cannot do the {action} action: {reason}", seat=who, action=action, reason=why)
    fields: dict[str, Any] = {"seat": who, "action": action, "word": action + option}
    missing = missing_in_option(action, option, mask)
    if missing:
        fields["reason"] = missing_message(state, missing[0], seat)
    kind = "missing" if missing else "as" if option else "so"
    return Message(CANNOT[kind, DEED_WORDS[action] in _VERBS], **fields)


def _instead(state: State, command: DoAction | PlayCard, seat: int) -> Text:
    """Return the options that are possible."""
    action = command.action
    options = possible_options(action, state.free_cells | mat_mask(state.mats[seat]))
    if options:
        return Message("possible: {words}", words=" ".join(action + option for option in options))
    if isinstance(command, PlayCard):
        return Message("play another card, or none")
    return Message("write {word} to skip the action, drawing a card if the rules allow it", word=f"{action}-")


def not_in_hand(state: State, command: PlayCard | DiscardCard, seat: int, card: str) -> IllegalCommandError:
    """Return the error of a card that a player cannot have in the hand (R5.10)."""
    return IllegalCommandError(
        command, "R5.10", partial(_holds_none, state, seat, card), partial(_known_in_hand, state.mats[seat])
    )


def _holds_none(state: State, seat: int, card: str) -> Message:
    return Message("{seat} has no {action} card in hand", seat=player(state, seat), action=card)


def _known_in_hand(mat: Mat) -> Message:
    known = " ".join(mat.open + mat.secret)
    if not mat.unknown:
        return Message("in hand: {cards}", cards=known) if known else Message("the hand is empty")
    return Message("in hand: {cards}", cards=f"{known} {'? ' * mat.unknown}".strip())


def leaves_nothing(command: Command) -> IllegalCommandError:
    """Return the error of what would leave no pending action possible while one of them has to be done (R4.2)."""
    message = Message("after this, neither action of the chosen street would be possible, and at least one is required")
    return IllegalCommandError(command, "R4.2", message, Message("do one of the street's actions first"))
