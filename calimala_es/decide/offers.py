"""From a command to its first events: discards, and what families offer (R10.5, R11)."""

from collections.abc import Sequence

from calimala_es.commands import ActivateWhiteDisc, ChooseTile, DeclineOffer, DiscardCard, MoveCube
from calimala_es.components import ACTION_WORDS, ALL_ROWS, UNKNOWN
from calimala_es.decide.illegal import comes_at_another_time, leaves_nothing, not_in_hand
from calimala_es.duty import can_meet_duty_below
from calimala_es.errors import IllegalCommandError
from calimala_es.events import CardDiscarded, CubeMoved, OfferDeclined, TileChosen, WhiteDiscUsed
from calimala_es.evolve import Outcome, outcome
from calimala_es.frames import OFFERS, CardDiscard, DiscOffer, KeepOneCard, MoveOffer, TileOffer
from calimala_es.legal import cube_moves, discardable
from calimala_es.messages import Message, player
from calimala_es.state import State, holds


def decline(state: State, command: DeclineOffer) -> Outcome:
    """Decline what is offered (R10.5, R11)."""
    now = state.now
    if not isinstance(now, OFFERS):
        raise comes_at_another_time(state, command)
    return outcome(state, OfferDeclined(now.seat))


def discard(state: State, command: DiscardCard) -> Outcome:
    """Discard a card of the hand for a step on the track (R10.5), or one of the two cards drawn (R11.Scali)."""
    now = state.now
    if type(now) is KeepOneCard:
        return outcome(state, _sorted_out(state, command, now))
    if type(now) is not CardDiscard:
        raise comes_at_another_time(state, command)
    if command.card not in ACTION_WORDS or not holds(state, state.mats[now.seat], command.card):
        raise not_in_hand(state, command, now.seat, command.card)
    return outcome(state, CardDiscarded(now.seat, command.card, now.step))


def _sorted_out(state: State, command: DiscardCard, now: KeepOneCard) -> CardDiscarded:
    card = command.card
    if not (len(card) == 1 and card != UNKNOWN and card in discardable(state, now)):
        raise IllegalCommandError(
            command,
            "R11.Scali",
            Message("{card} is not one of the cards that {seat} has drawn", card=card, seat=player(state, now.seat)),
            Message("possible cards: {cards}", cards=" ".join(discardable(state, now))),
        )
    return CardDiscarded(now.seat, card, 0)


def move(state: State, command: MoveCube) -> Outcome:
    """Move a cube from one of the rows offered to a free cell of another (R11.Bardi, R11.Pulci)."""
    now = state.now
    if type(now) is not MoveOffer:
        raise comes_at_another_time(state, command)
    if (command.source, command.target) not in cube_moves(state, now):
        raise IllegalCommandError(
            command,
            f"R11.{state.mats[now.seat].family}",
            Message("no cube can go from {source} to {target}", source=command.source, target=command.target),
            Message(
                "cubes can go from {sources} to {targets}", sources=_names(now.sources), targets=_names(now.targets)
            ),
        )
    event = CubeMoved(now.seat, command.source, command.target)
    if not can_meet_duty_below(state, event):
        raise leaves_nothing(command)
    return outcome(state, event)


def _names(rows: Sequence[int]) -> str:
    return " ".join(ALL_ROWS[row] for row in rows)


def choose_tile(state: State, command: ChooseTile) -> Outcome:
    """Choose the tile after the next one (R11.Cerchi)."""
    now = state.now
    if type(now) is not TileOffer:
        raise comes_at_another_time(state, command)
    if command.tile != now.tile:
        message = Message("{word} is not the tile after the next one", word=command.tile)
        raise IllegalCommandError(command, "R11.Cerchi", message, Message("choose {meant}", meant=now.tile))
    return outcome(state, TileChosen(now.seat, now.tile))


def activate_white(state: State, command: ActivateWhiteDisc) -> Outcome:
    """Activate the white disc that is offered (R11.Pazzi)."""
    now = state.now
    if type(now) is not DiscOffer:
        raise comes_at_another_time(state, command)
    return outcome(state, WhiteDiscUsed(now.seat, now.street, now.depth))
