"""What the families' abilities and discards change (R10.5, R11)."""

from msgspec.structs import replace

from calimala_es.agenda import ALL_IMPOSSIBLE, proceed
from calimala_es.board import street_actions
from calimala_es.components import ROW_INDEX
from calimala_es.events import CardDiscarded, CubeMoved, OfferDeclined, TileChosen, WhiteDiscUsed
from calimala_es.frames import ActivationDue, CardDiscard, KeepOneCard, MoveOffer, Promotion
from calimala_es.scoring import can_step
from calimala_es.state import Mat, State, agenda_of, card_added, cube_moved, frames_of, hand_without, with_mat


def offer_declined(state: State, event: OfferDeclined) -> State:
    """Go on without what was offered."""
    return proceed(state)


def card_discarded(state: State, event: CardDiscarded) -> State:
    """Put the card on the open pile: for a step on the faction track, or as one of two cards drawn."""
    held = state.mats[event.seat]
    now = state.now
    if type(now) is KeepOneCard:
        mat = _without_drawn(held, now, event.card)
    else:
        shown, secret, unknown = hand_without(held, event.card)
        mat = replace(held, open=shown, secret=secret, unknown=unknown, faction=held.faction + event.step)
    after = replace(
        state,
        mats=with_mat(state.mats, event.seat, mat),
        discard=card_added(state.discard, event.card),
        pool=state.pool if mat.unknown == held.unknown else state.pool.replace(event.card, "", 1),
    )
    goes_on = type(now) is CardDiscard and mat.hand_size and can_step(after, event.seat, event.step)
    return after if goes_on else proceed(after)


def _without_drawn(mat: Mat, now: KeepOneCard, card: str) -> Mat:
    """Return the hand without one of the cards just drawn, never without an open one, which was there before."""
    if card in now.drawn:
        return replace(mat, secret=mat.secret.replace(card, "", 1))
    return replace(mat, unknown=mat.unknown - 1)


def cube_went(state: State, event: CubeMoved) -> State:
    """Move a cube to another row; once in a turn where the offer says so."""
    now = state.now
    mark = now.mark if type(now) is MoveOffer else ""
    moved = cube_moved(state, event.seat, ROW_INDEX[event.source], ROW_INDEX[event.target])
    return proceed(replace(moved, used=state.used + mark))


def tile_chosen(state: State, event: TileChosen) -> State:
    """Let the seat to come go to the chosen tile."""
    frames = frames_of(state.later)
    later = [replace(frame, tile=event.tile) if type(frame) is Promotion else frame for frame in frames]
    return proceed(replace(state, later=agenda_of(later)))


def white_disc_used(state: State, event: WhiteDiscUsed) -> State:
    """Activate a white disc next, each action once."""
    actions = street_actions(state.setup.city)[event.street]
    return replace(
        state,
        now=ActivationDue(
            event.seat,
            event.street,
            event.depth,
            actions,
            0,
            ALL_IMPOSSIBLE[state.setup.ruleset.settings.compensation_scope],
        ),
    )
