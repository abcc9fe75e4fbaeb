"""From a command to its first events: what comes after a placement, up to the end (sections 4 to 7, R10.1)."""

from typing import Final

from msgspec import Struct

from calimala_es.board import STREET_INDEX, STREETS, street_names
from calimala_es.commands import DoAction, DrawCard, EndActivation, PlayCard, RevealInfluence, SkipAction, TakeDiscBack
from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    GAME,
    INTRIGUE,
    SEATS,
    UNKNOWN,
    to_action,
    to_card,
)
from calimala_es.consequences import seat_tile
from calimala_es.decide.illegal import (
    comes_at_another_time,
    impossible_option,
    leaves_nothing,
    not_in_hand,
    not_pending,
)
from calimala_es.deck import possible_reveals
from calimala_es.duty import can_meet_duty_after_play, can_meet_duty_after_skip, can_meet_duty_below
from calimala_es.errors import IllegalCommandError, NotDueError
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscTakenBack,
    InfluenceRevealed,
)
from calimala_es.evolve import Outcome, fold, outcome
from calimala_es.evolve.activation import (
    LEFT,
    activation_ended,
    after_action,
    after_card,
    after_impossible,
    card_drawn,
    settled,
)
from calimala_es.frames import ActionOffer, Activation, CardDraw, CardOffer, InfluenceReveal, IntrigueChoice, Promotion
from calimala_es.legal import possible_plays
from calimala_es.messages import Message, player, waiting_message
from calimala_es.options import STOCK_BITS, ActionOption
from calimala_es.reach import ACTION_OPTIONS, MAT_BITS, POSSIBLE, RELEVANT, possible_options
from calimala_es.state import Mat, State, holds, own_discs


class _Option(Struct, frozen=True, gc=False):
    """An option of an action: what it means, and by seat the events of doing it and of playing it as a card.

    These events have nothing else in them, so they are made once and shared by all games.
    """

    means: ActionOption
    done: tuple[tuple[ActionDone], ...]
    played: tuple[tuple[CardPlayed], ...]


_OPTIONS: Final = {
    action: {
        code: _Option(
            option,
            tuple([(ActionDone(seat, to_action(action), code),) for seat in range(len(SEATS))]),
            tuple([(CardPlayed(seat, to_action(action), code),) for seat in range(len(SEATS))]),
        )
        for code, option in options.items()
    }
    for action, options in ACTION_OPTIONS.items()
}
"""Every option by action and code, as in ``ACTION_OPTIONS``."""

_WAIVED: Final = [
    {action: (ActionWaived(seat, to_action(action)),) for action in (*ACTIONS, INTRIGUE)} for seat in range(len(SEATS))
]
_IMPOSSIBLE: Final = [
    {action: (ActionImpossible(seat, to_action(action)),) for action in ACTIONS} for seat in range(len(SEATS))
]
_DRAWN: Final[list[dict[str, tuple[CardDrawn]]]] = [
    {card: (CardDrawn(seat, to_card(card)),) for card in ACTIONS + UNKNOWN} for seat in range(len(SEATS))
]
_ENDED: Final = [(ActivationEnded(seat),) for seat in range(len(SEATS))]
"""The events of other commands by seat, and by action or card: what was left undone or drawn, and what has ended."""


def act(state: State, command: DoAction) -> Outcome:
    """Do a pending action with a possible option (R4.3, section 5, R10.1), or one that is offered (R11.3)."""
    now, action = state.now, command.action
    is_offered = False
    if type(now) is Activation or type(now) is IntrigueChoice:
        pending = now.pending
    elif type(now) is ActionOffer:
        pending, is_offered = now.actions, True
    else:
        raise not_pending(state, command)
    if action not in LEFT[pending]:
        raise not_pending(state, command)
    seat = now.seat
    mat = state.mats[seat]
    option = _OPTIONS[action].get(command.option)
    mask = state.free_cells | STOCK_BITS[mat.stock] | MAT_BITS[mat.family][mat.built]
    if option is None or option.means.needs & ~mask:
        raise impossible_option(state, command, seat)
    events = option.done[seat]
    if is_offered and not can_meet_duty_below(state, events[0]):
        raise leaves_nothing(command)
    return events, after_action(state, seat, action, option.means)


def skip(state: State, command: SkipAction) -> Outcome:
    """Leave an action undone: possible, it is waived; impossible, it may bring a card (R5.9).

    The duty of R4.2 may forbid it. A duty that nothing can meet any more, since a card turned out to be another one,
    forbids nothing.
    """
    now, action = state.now, command.action
    if type(now) is not Activation:
        return _intrigue_waived(state, command)
    seat = now.seat
    left = LEFT[now.pending].get(action)
    if left is None:
        raise not_pending(state, command)
    mat = state.mats[seat]
    mask = state.free_cells | STOCK_BITS[mat.stock] | MAT_BITS[mat.family][mat.built]
    if (
        now.duty
        and not can_meet_duty_after_skip(state, now, mat, mask, action)
        and _is_duty_open(state, now, mat, mask)
    ):
        raise IllegalCommandError(
            command,
            "R4.2",
            Message("{seat} must do at least one action of the chosen street", seat=player(state, seat)),
            Message("the {action} action cannot be skipped: nothing else would be possible", action=command.action),
        )
    if POSSIBLE[action][mask & RELEVANT[action]]:
        return _WAIVED[seat][action], settled(state, now, left, 0)
    return _IMPOSSIBLE[seat][action], after_impossible(state, now, left)


def _is_duty_open(state: State, now: Activation, mat: Mat, mask: int) -> bool:
    """Check whether something is left that meets the duty; most often an action of the street does."""
    return (
        any(possible_options(action, mask) for action in now.pending)
        or any(can_meet_duty_after_skip(state, now, mat, mask, action) for action in now.pending)
        or any(
            can_meet_duty_after_play(state, now, mask, play.action, play.option)
            for play in possible_plays(state, mat, mask)
        )
    )


def _intrigue_waived(state: State, command: SkipAction) -> Outcome:
    """Leave the intrigue action undone (R10.1)."""
    now = state.now
    if type(now) is not IntrigueChoice or command.action != INTRIGUE:
        raise not_pending(state, command)
    waived = _WAIVED[now.seat][INTRIGUE]
    return waived, fold(state, waived)


def play(state: State, command: PlayCard) -> Outcome:
    """Play a card of the hand whose action is possible (R5.10); or before a tile is scored (R11.Medici)."""
    now = state.now
    if type(now) is not Activation and type(now) is not CardOffer:
        raise comes_at_another_time(state, command)
    card, mat = command.action, state.mats[now.seat]
    if card not in ACTION_WORDS or not holds(state, mat, card):
        raise not_in_hand(state, command, now.seat, card)
    option = _OPTIONS[card].get(command.option)
    mask = state.free_cells | STOCK_BITS[mat.stock] | MAT_BITS[mat.family][mat.built]
    if option is None or option.means.needs & ~mask:
        raise impossible_option(state, command, now.seat)
    if type(now) is Activation and now.duty and not can_meet_duty_after_play(state, now, mask, card, command.option):
        raise leaves_nothing(command)
    return option.played[now.seat], after_card(state, now.seat, card, option.means)


def end_activation(state: State, command: EndActivation) -> Outcome:
    """End an activation of which every action is settled (R4.3)."""
    now = state.now
    if type(now) is not Activation:
        raise comes_at_another_time(state, command)
    if now.pending:
        message = Message("{waiting} first", waiting=waiting_message(state))
        raise NotDueError(command, "R4.3", message, Message("do or skip each of them"))
    events = _ENDED[now.seat]
    return events, activation_ended(state, events[0])


def draw(state: State, command: DrawCard) -> Outcome:
    """Draw the card that comes next; with the last one the open pile becomes the new deck (R5.9, R5.11)."""
    now = state.now
    if type(now) is not CardDraw:
        raise comes_at_another_time(state, command)
    card = command.card
    drawn = _DRAWN[now.seat].get(card)
    if drawn is None or (card not in state.pool and card != UNKNOWN):
        known = " ".join(sorted({*state.pool}, key=ACTIONS.index))
        message = Message("no {action} card can be drawn: all of them have been seen elsewhere", action=card)
        remedy = Message("cards not yet seen: {cards}; ? for an unknown one", cards=known)
        raise IllegalCommandError(command, "R2.3", message, remedy)
    if state.deck == 1 and state.discard:
        events = (*drawn, DeckShuffled())
        return events, fold(state, events)
    return drawn, card_drawn(state, drawn[0])


# The council, and the end.


def take_back(state: State, command: TakeDiscBack) -> Outcome:
    """Take back one of the player's own discs on the streets (R6.3)."""
    now = state.now
    if type(now) is not Promotion:
        raise comes_at_another_time(state, command)
    tile = seat_tile(state, now)
    place = STREET_INDEX.get(command.street)
    if place is None or tile is None or command.depth not in own_discs(state.stacks[place], str(now.seat)):
        raise IllegalCommandError(
            command,
            "R6.3",
            Message("{seat} has no such disc to take back", seat=player(state, now.seat)),
            _own_discs(state, now.seat),
        )
    return outcome(state, DiscTakenBack(now.seat, now.street, command.street, command.depth, tile))


def _own_discs(state: State, seat: int) -> Message:
    """Return the streets on which a player has discs."""
    names, who = street_names(state.setup.city), player(state, seat)
    streets = [names[street] for street in STREETS if str(seat) in state.stacks[STREET_INDEX[street]]]
    if not streets:
        return Message("{seat} has no disc on any street", seat=who)
    return Message("{seat} has discs on {streets}", seat=who, streets=" ".join(streets))


def reveal(state: State, command: RevealInfluence) -> Outcome:
    """Reveal an influence card; one that is known as that card (R7.3)."""
    now = state.now
    if type(now) is not InfluenceReveal:
        raise comes_at_another_time(state, command)
    cards = possible_reveals(state)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R7.3",
            _cannot_be(state, now, command.card),
            Message("possible cards: {cards}", cards=" ".join(cards)),
        )
    return outcome(state, InfluenceRevealed(now.seat, command.card))


def _cannot_be(state: State, now: InfluenceReveal, card: str) -> Message:
    if now.seat == GAME:
        return Message("the influence card beside the board cannot be {card}", card=card)
    return Message("{seat}'s influence card cannot be {card}", seat=player(state, now.seat), card=card)
