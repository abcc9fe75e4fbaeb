"""What unrecorded turns and observations change."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from calimala_es.agenda import ALL_IMPOSSIBLE, proceed, rest_of_turn
from calimala_es.board import STREET_INDEX, street_actions
from calimala_es.components import Street
from calimala_es.deck import with_pool
from calimala_es.events import PartObserved, WentUnrecorded
from calimala_es.evolve.turn_zero import next_draft
from calimala_es.frames import (
    NOTHING,
    Activation,
    ActivationDue,
    CardDraft,
    DiscOffer,
    Frame,
    IntrigueChoice,
    KeepOneCard,
    Placement,
    Promotion,
    ThirdPartyAnswer,
    TileOffer,
    TurnEnd,
)
from calimala_es.observation import apply_observation
from calimala_es.state import MISSED, State, agenda_of, frames_of, with_mat

_TURN_END: Final = TurnEnd()


def went_unrecorded(state: State, event: WentUnrecorded) -> State:
    """Go on after what was not recorded: a missed turn used up a disc, coloured if there is one.

    Where a disc was to be taken back (R6.3) the event that follows has what became of the white one. Of two cards drawn
    one stays in the hand, nobody knows which; nor is it known which starting card was taken.
    """
    now = state.now
    if not state.has_gap:
        state = replace(state, used=state.used + MISSED)
    if type(now) is CardDraft:
        mat = state.mats[now.seat]
        return next_draft(replace(state, mats=with_mat(state.mats, now.seat, replace(mat, unknown=mat.unknown + 1))))
    if type(now) is Placement:
        mat = state.mats[now.seat]
        if mat.coloured:
            mat = replace(mat, coloured=mat.coloured - 1)
        elif mat.white:
            mat = replace(mat, white=mat.white - 1)
        elif mat.support:
            mat = replace(mat, support=mat.support - 1)
        return replace(state, mats=with_mat(state.mats, now.seat, mat), now=_TURN_END, later=NOTHING)
    if type(now) is KeepOneCard:
        mat = state.mats[now.seat]
        secret = mat.secret
        for card in now.drawn:
            secret = secret.replace(card, "", 1)
        unknown = mat.hand_size - len(mat.open) - len(secret) - 1
        mat = replace(mat, secret=secret, unknown=unknown)
        sorted_out = replace(state, mats=with_mat(state.mats, now.seat, mat))
        return proceed(with_pool(sorted_out))
    return state if type(now) is Promotion else proceed(state)


def part_observed(state: State, event: PartObserved) -> State:
    """Apply what was seen, and go on in the turn from the stack as it is now.

    A duty of R4.2 is dropped, since nothing that could fulfil it may be left. Of a hand that was seen no card drawn
    before has still to be discarded (R11.Scali). The turn of a player who was to place a disc and has none is over.
    """
    state = apply_observation(state, event.part, event.value)
    hand = event.part.removesuffix(".hand")
    frames = tuple(
        frame for frame in state.frames if not (type(frame) is KeepOneCard and frame.drawn and str(frame.seat) == hand)
    )
    now, later = agenda_of(frames)
    state = replace(state, now=now, later=later)
    street: Street | None = next(
        (frame.street for frame in frames if isinstance(frame, Activation | ActivationDue | DiscOffer | Promotion)),
        None,
    )
    if type(state.now) is Placement and not state.mats[state.active].supply:
        return replace(state, now=_TURN_END)
    if street is None:
        return state
    stack = state.stacks[STREET_INDEX[street]]
    actions = street_actions(state.setup.city)[street]
    all_impossible = ALL_IMPOSSIBLE[state.setup.ruleset.settings.compensation_scope]
    rest = frames_of(rest_of_turn(state, state.active, street, stack, actions, all_impossible))
    now, later = agenda_of((*_under_way(frames), *_still_to_come(frames, rest)))
    return replace(state, now=now, later=later)


_CLOSING: Final[dict[type[Frame], int]] = {IntrigueChoice: 4, TileOffer: 6, Promotion: 7, TurnEnd: 8}
"""The places in a turn of the frames that close it; those of discs have their depth, 1 to 3."""


def _place_of(frame: Frame) -> int:
    """Return where in a turn a frame is, 0 for one that comes on top of another."""
    return _CLOSING.get(type(frame), getattr(frame, "depth", 0))


def _reached(frames: tuple[Frame, ...]) -> int:
    """Return the place in the turn of what is in progress."""
    return next((place for place in map(_place_of, frames) if place), _CLOSING[TurnEnd])


def _under_way(frames: tuple[Frame, ...]) -> Iterator[Frame]:
    """Yield what has begun: the frames up to the first that has a place in the turn, and the third party's answer to
    it.
    """
    reached = _reached(frames)
    for frame in frames:
        place = _place_of(frame)
        if place > reached or type(frame) in (TileOffer, Promotion, TurnEnd):
            return
        if place == 0 or type(frame) in (Activation, ThirdPartyAnswer, DiscOffer, IntrigueChoice):
            yield replace(frame, duty=0) if type(frame) is Activation else frame


def _still_to_come(frames: tuple[Frame, ...], rest: tuple[Frame, ...]) -> Iterator[Frame]:
    """Yield those of a turn's frames, made anew, that come after what is in progress."""
    reached = _reached(frames)
    first = next(frame for frame in frames if _place_of(frame) == reached)
    for frame in rest:
        if _place_of(frame) > reached or type(frame) is type(first) is TileOffer:
            yield frame
        elif type(frame) is type(first) is Promotion:
            yield first
