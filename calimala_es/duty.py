"""What R4.2 asks: which streets are open, and what may not be left out before one of their actions is done."""

from calimala_es.actions import WAYS, able, possible_ways
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
    word = state.room | able(mat)
    for action in actions:
        if possible_ways(action, word):
            return FULL_DUTY
    hand = held(mat.open + mat.secret)
    if not any(reaches(action, word, hand) for action in actions):
        if not within_reach(word, hand):
            return NO_DUTY
        if not any(reaches(action, word, hand, mat.unknown, state.pool) for action in actions):
            return None
    return FULL_DUTY if not mat.secret or within_reach(word, held(mat.open)) else HIDDEN_DUTY


def leaves_duty_open(state: State, mat: Mat, word: int, pending: str) -> bool:
    """Whether one of ``pending`` can still be done as the duty of R4.2 asks, if need be after playing cards."""
    for action in pending:
        if possible_ways(action, word):
            return True
    hand = held(mat.open + mat.secret)
    return any(reaches(action, word, hand, mat.unknown, state.pool) for action in pending)


def skip_keeps_duty(state: State, now: Activation, mat: Mat, word: int, action: str) -> bool:
    """Whether leaving ``action`` undone still lets the duty of R4.2 be fulfilled."""
    return leaves_duty_open(state, mat, word, now.pending.replace(action, "", 1))


def play_keeps_duty(state: State, now: Activation, word: int, card: str, way: str) -> bool:
    """Whether playing a card in this way still lets the duty of R4.2 be fulfilled."""
    left = word & ~WAYS[card][way].spends
    for action in now.pending:
        if possible_ways(action, left):
            return True
    return _keeps_duty(state, now, CardPlayed(now.seat, card, way))


def _keeps_duty(state: State, activation: Activation, event: Event) -> bool:
    """Whether what an event changes still lets the duty of an activation be fulfilled."""
    after = evolve(state, event)
    mat = after.mats[activation.seat]
    return leaves_duty_open(after, mat, after.room | able(mat), activation.pending)


def keeps_duty_below(state: State, event: Event) -> bool:
    """Whether an event that comes on top of an activation still lets the duty of R4.2 be fulfilled there."""
    below = activation_of(state)
    return below is None or not below.duty or _keeps_duty(state, below, event)
