"""The duty of R4.2 on the board: what is in reach, which streets are open, what has to remain possible.

What playing a card or moving a cube would leave is worked out from the bits it changes; nothing is tried on the board.
"""

from typing import Final

from calimala_es.components import DISC_KINDS, IDLE_SUPPORT, SUPPORT
from calimala_es.events import FULL_DUTY, HIDDEN_DUTY, NO_DUTY
from calimala_es.playing.board import Board, BoardMat
from calimala_es.playing.codes import ACTING, DUTY, KIND, KIND_AT, OFFERING_ACTION, PLACE, PLACE_MASK, REST_AT, SEAT_AT
from calimala_es.playing.cubes import room_after_cubes, room_after_move
from calimala_es.playing.tables import (
    ACTION_OF,
    ALL_NINE,
    BOARD_ACTIONS,
    FAMILY_OPENING_ASKS,
    OPENING_ASKS,
    OWN_TRAIT_WORD,
    ROWS_OF,
    SPENDS,
    acts,
    goods_after,
    goods_word,
    held_in,
    opening_hands,
    possible_on_mat,
)

_FULL: Final = FULL_DUTY
_HIDDEN: Final = HIDDEN_DUTY
_NONE: Final = NO_DUTY
_SUPPORT: Final = DISC_KINDS.index(SUPPORT)
_IDLE: Final = DISC_KINDS.index(IDLE_SUPPORT)


def within_reach(word: int, held: int) -> int:
    """Return the actions that are possible now or after playing cards of a hand, as a mask."""
    found = possible_on_mat(word)
    for action in BOARD_ACTIONS:
        if acts(action, word):
            found |= 1 << action
    if not held or found == ALL_NINE:
        return found
    asks = FAMILY_OPENING_ASKS if word & OWN_TRAIT_WORD else OPENING_ASKS
    for action in range(9):
        if not found >> action & 1:
            for cards in opening_hands(action, word & asks[action]):
                if not cards & ~held:
                    found |= 1 << action
                    break
    return found


def _is_possible(word: int, pending: int) -> bool:
    """Return whether one of the pending actions is possible."""
    while pending:
        action = (pending & 15) - 1
        if acts(action, word):
            return True
        pending >>= 4
    return False


def can_meet_duty(word: int, held: int, pending: int) -> bool:
    """Return whether one of the pending actions is possible now or after playing cards of a hand (R4.2)."""
    if _is_possible(word, pending):
        return True
    if not held:
        return False
    asks = FAMILY_OPENING_ASKS if word & OWN_TRAIT_WORD else OPENING_ASKS
    while pending:
        action = (pending & 15) - 1
        for cards in opening_hands(action, word & asks[action]):
            if not cards & ~held:
                return True
        pending >>= 4
    return False


def _can_meet_duty_after(board: Board, mat: BoardMat, option: int, held: int, pending: int) -> bool:
    """Return whether the duty can still be met when an option has been done and this hand is left."""
    word = (
        goods_word(goods_after(board.rules.cloth_after, option, mat.goods))
        | mat.traits
        | room_after_cubes(board, ROWS_OF[option])
    )
    return can_meet_duty(word, held, pending)


def can_meet_duty_after_play(board: Board, mat: BoardMat, word: int, play: int, pending: int) -> bool:
    """Return whether the duty can still be met when a card is played (R4.2)."""
    option = play & PLACE_MASK
    if _is_possible(word & ~SPENDS[option], pending):
        return True
    return _can_meet_duty_after(board, mat, option, mat.held_without(ACTION_OF[option]), pending)


def _activation_below(board: Board) -> int:
    """Return the frame of the activation that an offer interrupts, if it has a duty; else 0."""
    place = len(board.later) - 1
    if board.now & KIND == OFFERING_ACTION:
        place -= 1  # The draw that the offer may replace.
    below = board.later[place]
    return below if below & KIND == ACTING and below & DUTY else 0


def can_meet_duty_after_act(board: Board, act: int) -> bool:
    """Return whether the duty of the activation below an offered action can still be met after it (R11.3)."""
    below = _activation_below(board)
    mat = board.mats[board.now >> SEAT_AT & 7]
    return not below or _can_meet_duty_after(board, mat, act & PLACE_MASK, mat.held, below >> REST_AT)


def can_meet_duty_after_move(board: Board, source: int, target: int) -> bool:
    """Return whether the duty of the activation below can still be met after moving a cube (R11.4)."""
    below = _activation_below(board)
    if not below:
        return True
    mat = board.mats[below >> SEAT_AT & 7]
    return can_meet_duty(room_after_move(board, source, target) | mat.word, mat.held, below >> REST_AT)


# Placements.


def duty_on(board: Board, mat: BoardMat, street: int) -> int:
    """Return the duty of a coloured or white disc on an open street (R4.2)."""
    if board.rules.placement_may_draw:
        return _NONE
    word = board.room | mat.word
    if _is_possible(word, board.rules.pairs[street]):
        return _FULL
    if not within_reach(word, mat.held):
        return _NONE
    return _FULL if mat.hand == mat.opened or within_reach(word, held_in(mat.opened)) else _HIDDEN


def _has_support(board: Board, street: int) -> bool:
    """Return whether a street has a support disc, at any depth."""
    stack = board.stacks[street]
    third = board.rules.players + 1
    while stack:
        if stack & 15 == third:
            return True
        stack >>= 4
    return False


def streets_without_support(board: Board) -> list[int]:
    """Return the streets where a support disc may be placed; all where each has one (R8.3, R8.4)."""
    free = [street for street in range(12) if not _has_support(board, street)]
    return free or [*range(12)]


def _offers(board: Board, streets: list[int], actions: int) -> bool:
    """Return whether one of the streets has one of the actions."""
    return any(actions & board.rules.street_actions[street] for street in streets)


def support_placements(board: Board, mat: BoardMat) -> list[int]:
    """Return the decisions to place a support disc (R4.2, R8.3, R8.4)."""
    streets = streets_without_support(board)
    actions = within_reach(board.room | mat.word, mat.held)
    if _offers(board, streets, actions):
        return [
            PLACE << KIND_AT | street << 2 | _SUPPORT
            for street in streets
            if actions & board.rules.street_actions[street]
        ]
    if mat.coloured or mat.white:
        return []
    return [PLACE << KIND_AT | street << 2 | _IDLE for street in streets]


def support_duty(board: Board, mat: BoardMat) -> int:
    """Return the duty of a support disc where the streets offer something (R4.2, R8.4)."""
    if mat.hand == mat.opened:
        return _FULL
    streets = streets_without_support(board)
    return _FULL if _offers(board, streets, within_reach(board.room | mat.word, held_in(mat.opened))) else _HIDDEN
