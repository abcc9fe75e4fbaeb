"""What R4.2 asks: which streets are open, and what may not be left out before one of their actions is done."""

from typing import Final

from calimala_es.actions import WAYS, able, possible_ways
from calimala_es.board import street_actions
from calimala_es.events import CardPlayed
from calimala_es.evolve import evolve
from calimala_es.reach import held, reaches, within_reach
from calimala_es.state import Activation, Mat, State

FULL_DUTY: Final = 2


HIDDEN_DUTY: Final = 1


NO_DUTY: Final = 0
"""The values of ``events.DiscPlaced.duty``."""


def hand_of(mat: Mat) -> str:
    """The cards of a hand that are known."""
    return mat.open + mat.secret


def playable(state: State, mat: Mat, card: str) -> bool:
    """Whether the hand holds this card, or an unknown one that may be it."""
    return card in mat.open or card in mat.secret or (mat.unknown > 0 and card in state.pool)


def placement_duty(state: State, mat: Mat, street: str) -> int | None:
    """The duty that a disc on this street brings, or ``None`` where R4.2 forbids it."""
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
    after = evolve(state, CardPlayed(now.seat, card, way))
    mat = after.mats[now.seat]
    return leaves_duty_open(after, mat, after.room | able(mat), now.pending)
