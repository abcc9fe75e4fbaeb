"""What R4.2 asks: which streets are open, and what may not be left out before one of their actions is done."""

from calimala_es.actions import ACTION_OPTIONS, mat_mask, possible_options
from calimala_es.board import street_actions
from calimala_es.events import FULL_DUTY, HIDDEN_DUTY, NO_DUTY, CardPlayed, Event
from calimala_es.evolve import evolve
from calimala_es.reach import held, reaches, within_reach
from calimala_es.state import Activation, Mat, State, activation_of


def placement_duty(state: State, mat: Mat, street: str) -> int | None:
    """The duty that a coloured or white disc on this street brings, or ``None`` where R4.2 forbids it."""
    if state.setup.ruleset.settings.placement_may_draw:
        return NO_DUTY
    actions = street_actions(state.setup.city)[street]
    mask = state.free_cells | mat_mask(mat)
    for action in actions:
        if possible_options(action, mask):
            return FULL_DUTY
    hand = held(mat.open + mat.secret)
    if not any(reaches(action, mask, hand) for action in actions):
        if not within_reach(mask, hand):
            return NO_DUTY
        if not any(reaches(action, mask, hand, mat.unknown, state.pool) for action in actions):
            return None
    return FULL_DUTY if not mat.secret or within_reach(mask, held(mat.open)) else HIDDEN_DUTY


def leaves_duty_open(state: State, mat: Mat, mask: int, pending: str) -> bool:
    """Whether one of ``pending`` can still be done as the duty of R4.2 asks, if need be after playing cards."""
    for action in pending:
        if possible_options(action, mask):
            return True
    hand = held(mat.open + mat.secret)
    return any(reaches(action, mask, hand, mat.unknown, state.pool) for action in pending)


def skip_keeps_duty(state: State, now: Activation, mat: Mat, mask: int, action: str) -> bool:
    """Whether leaving ``action`` undone still lets the duty of R4.2 be fulfilled."""
    return leaves_duty_open(state, mat, mask, now.pending.replace(action, "", 1))


def play_keeps_duty(state: State, now: Activation, mask: int, card: str, option: str) -> bool:
    """Whether playing a card with this option still lets the duty of R4.2 be fulfilled."""
    left = mask & ~ACTION_OPTIONS[card][option].spends
    for action in now.pending:
        if possible_options(action, left):
            return True
    return _keeps_duty(state, now, CardPlayed(now.seat, card, option))


def _keeps_duty(state: State, activation: Activation, event: Event) -> bool:
    """Whether what an event changes still lets the duty of an activation be fulfilled."""
    after = evolve(state, event)
    mat = after.mats[activation.seat]
    return leaves_duty_open(after, mat, after.free_cells | mat_mask(mat), activation.pending)


def keeps_duty_below(state: State, event: Event) -> bool:
    """Whether an event that comes on top of an activation still lets the duty of R4.2 be fulfilled there."""
    below = activation_of(state)
    return below is None or not below.duty or _keeps_duty(state, below, event)
