"""From a command to its first events: what players and the deck do in a turn (sections 4 to 6)."""

from calimala_es.actions import WAYS, able, possible_ways
from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.commands import Act, DrawCard, EndActivation, Place, PlayCard, Skip, TakeBack
from calimala_es.components import ACTION_WORDS, ACTIONS, COLOURED, UNKNOWN, WHITE
from calimala_es.council import next_tile
from calimala_es.duty import hand_of, placement_duty, play_keeps_duty, playable, skip_keeps_duty
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
from calimala_es.refusals import colour_of, frame_of, refuse_now, refuse_settled, refuse_way, waiting_for
from calimala_es.state import Activation, Bottom, Drawing, Mat, Placing, State, own_discs


def place(state: State, command: Place) -> list[Event]:
    """R4.1, R4.2: a disc of the supply on a street that offers something."""
    now = state.now
    if type(now) is not Placing:
        refuse_now(state, command)
    mat = state.mats[now.seat]
    if command.street not in STREET_INDEX:
        raise IllegalCommandError(command, "R2.1", f"there is no street {command.street}", " ".join(STREETS))
    if command.disc not in (COLOURED, WHITE):
        raise IllegalCommandError(
            command, "R4.1", f"there is no disc {command.disc!r}", f"{COLOURED} a coloured one, {WHITE} a white one"
        )
    if not (mat.white if command.disc == WHITE else mat.coloured):
        raise IllegalCommandError(
            command,
            "R4.1",
            f"{colour_of(state, now.seat)} has no {'white' if command.disc == WHITE else 'coloured'} disc left",
            f"{mat.coloured} coloured and {mat.white} white discs are in the supply",
        )
    duty = placement_duty(state, mat, command.street)
    if duty is None:
        words = " nor ".join(ACTION_WORDS[action] for action in street_actions(state.setup.city)[command.street])
        raise IllegalCommandError(
            command,
            "R4.2",
            f"neither {words} is possible for {colour_of(state, now.seat)}, with cards of the hand or without",
            "open: " + (" ".join(_open_streets(state, mat)) or "none"),
        )
    return [DiscPlaced(now.seat, command.street, command.disc, duty)]


def _open_streets(state: State, mat: Mat) -> list[str]:
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if placement_duty(state, mat, street) is not None]


def act(state: State, command: Act) -> list[Event]:
    """R4.3, section 5: a pending action in a way that is possible."""
    now, action = state.now, command.action
    if type(now) is not Activation or action not in now.pending or action not in WAYS:
        refuse_settled(state, command)
    way = WAYS[action].get(command.way)
    if way is None or way.needs & ~(state.room | able(state.mats[now.seat])):
        refuse_way(state, command, now)
    return [ActionDone(now.seat, action, command.way)]


def skip(state: State, command: Skip) -> list[Event]:
    """R5.9: a possible action is waived; an impossible one brings a card, unless the duty of R4.2 forbids it."""
    now, action = state.now, command.action
    if type(now) is not Activation or action not in now.pending or action not in WAYS:
        refuse_settled(state, command)
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    if now.duty and not skip_keeps_duty(state, now, mat, word, action):
        raise IllegalCommandError(
            command,
            "R4.2",
            f"{colour_of(state, now.seat)} has to do at least one action of the street just chosen",
            f"{ACTION_WORDS[action]} cannot be left out while nothing else would remain possible",
        )
    if possible_ways(action, word):
        return [ActionWaived(now.seat, action)]
    events: list[Event] = [ActionImpossible(now.seat, action)]
    if not state.deck and state.discard:
        events.append(DeckShuffled())
    return events


def play(state: State, command: PlayCard) -> list[Event]:
    """R5.10: a card of the hand whose action can be carried out."""
    now = state.now
    if type(now) is not Activation:
        refuse_now(state, command)
    mat = state.mats[now.seat]
    card = command.action
    if card not in ACTION_WORDS or not playable(state, mat, card):
        raise IllegalCommandError(
            command,
            "R5.10",
            f"{colour_of(state, now.seat)} holds no {ACTION_WORDS.get(card, card)} card",
            f"known in the hand: {' '.join(hand_of(mat)) or 'none'}, unknown: {mat.unknown}",
        )
    way = WAYS[card].get(command.way)
    word = state.room | able(mat)
    if way is None or way.needs & ~word:
        refuse_way(state, command, now)
    if now.duty and not play_keeps_duty(state, now, word, card, command.way):
        raise IllegalCommandError(
            command,
            "R4.2",
            "after this card no action of the street just chosen would be possible, and one has to be done",
            "do one of the street's actions first",
        )
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
            f"{waiting_for(state)[1]} first",
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
            f"no {ACTION_WORDS.get(card, card)} card can be drawn: all of them have been seen elsewhere",
            f"still to come: {' '.join(sorted({*state.pool}, key=ACTIONS.index))} or ?",
        )
    events: list[Event] = [CardDrawn(now.seat, card)]
    if state.deck == 1 and state.discard:
        events.append(DeckShuffled())
    return events


def take_back(state: State, command: TakeBack) -> list[Event]:
    """R6.3: one of the own discs on the streets."""
    now: Bottom = frame_of(state, command, Bottom)
    tile = next_tile(state)
    place = STREET_INDEX.get(command.street)
    if place is None or tile is None or command.depth not in own_discs(state.stacks[place], str(now.seat)):
        names = street_names(state.setup.city)
        own = [names[s] for s in STREETS if str(now.seat) in state.stacks[STREET_INDEX[s]]]
        raise IllegalCommandError(
            command,
            "R6.3",
            f"{colour_of(state, now.seat)} has no such disc to take back",
            f"discs lie on {' '.join(own) or 'no street'}",
        )
    return [DiscTakenBack(now.seat, now.street, command.street, command.depth, tile)]
