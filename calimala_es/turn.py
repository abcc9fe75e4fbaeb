"""From a command to its first events: what players and the deck do in a turn (sections 4 to 6, R8.3, R10.1)."""

from typing import Final

from calimala_es.actions import WAYS, able, possible_ways
from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.clauses import Clause, clause
from calimala_es.commands import Act, DrawCard, EndActivation, Place, PlayCard, Skip, TakeBack
from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    COLOURED,
    IDLE_SUPPORT,
    INTRIGUE,
    SUPPORT,
    UNKNOWN,
    WHITE,
)
from calimala_es.consequences import seat_tile
from calimala_es.duty import keeps_duty_below, placement_duty, play_keeps_duty, skip_keeps_duty
from calimala_es.errors import IllegalCommandError
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscPlaced,
    DiscTakenBack,
    Event,
)
from calimala_es.legal import legal
from calimala_es.refusals import (
    frame_of,
    refuse_card_not_held,
    refuse_leaving_nothing,
    refuse_now,
    refuse_settled,
    refuse_way,
    waiting_for,
)
from calimala_es.state import (
    ActionOffer,
    Activation,
    Bottom,
    CardOffer,
    Drawing,
    Mat,
    Placing,
    Scheming,
    State,
    own_discs,
)
from calimala_es.two_players import support_placements


def place(state: State, command: Place) -> list[Event]:
    """R4.1, R4.2: a disc of the supply on a street that offers something."""
    now = state.now
    if type(now) is not Placing:
        refuse_now(state, command)
    mat = state.mats[now.seat]
    if command.street not in STREET_INDEX:
        reason = clause("there is no street {street}", state, street=command.street)
        raise IllegalCommandError(command, "R2.1", reason, " ".join(STREETS))
    if command.disc not in _SUPPLIES:
        known = ", ".join(f"{disc} a {words} one" for disc, (_, words) in _SUPPLIES.items())
        reason = clause("there is no disc {disc}", state, disc=repr(command.disc))
        raise IllegalCommandError(command, "R4.1", reason, known)
    supply, _ = _SUPPLIES[command.disc]
    if not getattr(mat, supply):
        raise IllegalCommandError(
            command,
            "R4.1",
            lambda: _none_left(state, now.seat, supply),
            lambda: f"{_supply_words(mat)} discs are in the supply",
        )
    if supply == "support":
        return [_support_placed(state, command, now)]
    duty = placement_duty(state, mat, command.street)
    if duty is None:
        raise IllegalCommandError(
            command,
            "R4.2",
            lambda: clause(
                "neither {neither} is possible for {seat}, with cards of the hand or without",
                state,
                neither=street_actions(state.setup.city)[command.street],
                seat=now.seat,
            ),
            lambda: "open: " + (" ".join(_open_streets(state, mat)) or "none"),
        )
    return [DiscPlaced(now.seat, command.street, command.disc, duty)]


_SUPPLIES: Final = {
    COLOURED: ("coloured", "coloured"),
    WHITE: ("white", "white"),
    SUPPORT: ("support", "support"),
    IDLE_SUPPORT: ("support", "support"),
}
"""The part of the supply that each kind of disc comes from, and what it is called."""


def _supply_words(mat: Mat) -> str:
    counts = f"{mat.coloured} coloured and {mat.white} white"
    return f"{counts} and {mat.support} support" if mat.support else counts


def _none_left(state: State, seat: int, supply: str) -> Clause:
    if supply == "coloured":
        return clause("{seat} has no coloured disc left", state, seat=seat)
    if supply == "white":
        return clause("{seat} has no white disc left", state, seat=seat)
    return clause("{seat} has no support disc left", state, seat=seat)


def _support_placed(state: State, command: Place, now: Placing) -> DiscPlaced:
    """R8.3, R8.4: a support disc on a street that has none."""
    placements = support_placements(state, state.mats[now.seat])
    duty = placements.get((command.street, command.disc))
    if duty is not None:
        return DiscPlaced(now.seat, command.street, command.disc, duty)
    seat = now.seat
    names = street_names(state.setup.city)
    remedy = "open: " + (" ".join(names[street] for street, disc in placements if disc == command.disc) or "none")
    if state.setup.third_mark in state.stacks[STREET_INDEX[command.street]]:
        raise IllegalCommandError(command, "R8.3", clause("a support disc lies on this street already", state), remedy)
    idle = [names[street] for street, disc in placements if disc == IDLE_SUPPORT]
    if command.disc == SUPPORT and len(idle) == len(placements) > 0:
        reason = clause(
            "no street without a support disc offers anything to {seat}, so two cards are drawn for this disc",
            state,
            seat=seat,
        )
        raise IllegalCommandError(command, "R8.4", reason, "so, on " + " ".join(idle))
    if command.disc == SUPPORT:
        actions = street_actions(state.setup.city)[command.street]
        reason = clause("neither {neither} is possible for {seat}", state, neither=actions, seat=seat)
        raise IllegalCommandError(command, "R4.2", reason, remedy)
    reason = clause(
        "{seat} draws for a support disc only when nothing else is left to place and no street offers anything",
        state,
        seat=seat,
    )
    raise IllegalCommandError(command, "R8.4", reason, "a support disc on a street that offers something")


def _open_streets(state: State, mat: Mat) -> list[str]:
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if placement_duty(state, mat, street) is not None]


def act(state: State, command: Act) -> list[Event]:
    """A pending action in a way that is possible (R4.3, section 5, R10.1), or one that is offered (R11.3)."""
    now, action = state.now, command.action
    if type(now) is Activation or type(now) is Scheming:
        pending = now.pending
    elif type(now) is ActionOffer:
        pending = now.actions
    else:
        refuse_settled(state, command)
    if action not in pending or action not in WAYS:
        refuse_settled(state, command)
    way = WAYS[action].get(command.way)
    if way is None or way.needs & ~(state.room | able(state.mats[now.seat])):
        refuse_way(state, command, now.seat)
    event = ActionDone(now.seat, action, command.way)
    if type(now) is ActionOffer and not keeps_duty_below(state, event):
        refuse_leaving_nothing(state, command)
    return [event]


def skip(state: State, command: Skip) -> list[Event]:
    """R5.9: a possible action is waived; an impossible one may bring a card, unless the duty of R4.2 forbids it.

    A duty that nothing can meet any more, since a card turned out to be another one, forbids nothing.
    """
    now, action = state.now, command.action
    if type(now) is not Activation:
        return _intrigue_waived(state, command)
    if action not in now.pending or action not in WAYS:
        refuse_settled(state, command)
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    if now.duty and not skip_keeps_duty(state, now, mat, word, action) and _is_duty_open(state, now, word, command):
        raise IllegalCommandError(
            command,
            "R4.2",
            lambda: clause("{seat} has to do at least one action of the street just chosen", state, seat=now.seat),
            lambda: f"{ACTION_WORDS[action]} cannot be left out while nothing else would remain possible",
        )
    return [ActionWaived(now.seat, action) if possible_ways(action, word) else ActionImpossible(now.seat, action)]


def _is_duty_open(state: State, now: Activation, word: int, command: Skip) -> bool:
    """Whether something is left that meets the duty; most often an action of the street does."""
    return any(possible_ways(action, word) for action in now.pending) or command not in legal(state)


def _intrigue_waived(state: State, command: Skip) -> list[Event]:
    """R10.1: the intrigue action is left undone."""
    now = state.now
    if type(now) is not Scheming or command.action != INTRIGUE:
        refuse_settled(state, command)
    return [ActionWaived(now.seat, command.action)]


def play(state: State, command: PlayCard) -> list[Event]:
    """R5.10: a card of the hand whose action can be carried out; R11.Medici: before a tile is scored."""
    now = state.now
    if type(now) is not Activation and type(now) is not CardOffer:
        refuse_now(state, command)
    mat = state.mats[now.seat]
    card = command.action
    refuse_card_not_held(state, command, now.seat, card)
    way = WAYS[card].get(command.way)
    word = state.room | able(mat)
    if way is None or way.needs & ~word:
        refuse_way(state, command, now.seat)
    if type(now) is Activation and now.duty and not play_keeps_duty(state, now, word, card, command.way):
        refuse_leaving_nothing(state, command)
    return [CardPlayed(now.seat, card, command.way)]


def end_activation(state: State, command: EndActivation) -> list[Event]:
    """R4.3: only when every action is settled."""
    now = state.now
    if type(now) is not Activation:
        refuse_now(state, command)
    if now.pending:
        raise IllegalCommandError(
            command,
            "R4.3",
            lambda: clause("{waiting} first", state, waiting=waiting_for(state)[1]),
            "carry each out, or say that it is not done",
        )
    return [ActivationEnded(now.seat)]


def draw(state: State, command: DrawCard) -> list[Event]:
    """R5.9, R5.11: the card that is due; with the last one the open pile becomes the new deck."""
    now = state.now
    if type(now) is not Drawing:
        refuse_now(state, command)
    card = command.card
    if len(card) != 1 or (card not in state.pool and card != UNKNOWN):
        raise IllegalCommandError(
            command,
            "R2.3",
            lambda: clause("no {action} card can be drawn: all of them have been seen elsewhere", state, action=card),
            lambda: f"still to come: {' '.join(sorted({*state.pool}, key=ACTIONS.index))} or ?",
        )
    events: list[Event] = [CardDrawn(now.seat, card)]
    if state.deck == 1 and state.discard:
        events.append(DeckShuffled())
    return events


def take_back(state: State, command: TakeBack) -> list[Event]:
    """R6.3: one of the own discs on the streets."""
    now: Bottom = frame_of(state, command, Bottom)
    tile = seat_tile(state, now)
    place = STREET_INDEX.get(command.street)
    if place is None or tile is None or command.depth not in own_discs(state.stacks[place], str(now.seat)):
        raise IllegalCommandError(
            command,
            "R6.3",
            lambda: clause("{seat} has no such disc to take back", state, seat=now.seat),
            lambda: f"discs lie on {' '.join(_streets_of(state, now.seat)) or 'no street'}",
        )
    return [DiscTakenBack(now.seat, now.street, command.street, command.depth, tile)]


def _streets_of(state: State, seat: int) -> list[str]:
    """The streets on which a player has discs."""
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if str(seat) in state.stacks[STREET_INDEX[street]]]
