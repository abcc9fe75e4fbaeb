"""The decisions that may come now on the board: those of ``legal`` in its order, of which all cards are known."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import COLOURED, DISC_KINDS, WHITE
from calimala_es.playing.board import CUBE_WIDTH, Board
from calimala_es.playing.codes import (
    ACTING,
    ACTIVATE_WHITE,
    CARD_MASK,
    CARD_WIDTH,
    CHOOSE_TILE,
    CHOOSING_INFLUENCE,
    CHOOSING_INTRIGUE,
    DEALING,
    DECLINE,
    DISCARD,
    DISCARDING,
    DO,
    DRAFTING,
    DRAW,
    DRAWING,
    DUTY,
    END,
    KEEPING_ONE,
    KIND,
    KIND_AT,
    MOVE,
    OFFERING_ACTION,
    OFFERING_CARD,
    OFFERING_DISC,
    OFFERING_MOVE,
    OFFERING_TILE,
    OPENING,
    PLACE,
    PLACE_MASK,
    PLACING,
    PROMOTING,
    REST_AT,
    REVEALING,
    SEAT_AT,
    SKIP_INTRIGUE,
    START,
    STARTING,
    TAKE_BACK,
    TURNING_UP,
)
from calimala_es.playing.cubes import CUBE_MASK, has_free_cell
from calimala_es.playing.duty import (
    can_meet_duty,
    can_meet_duty_after_act,
    can_meet_duty_after_move,
    can_meet_duty_after_play,
    support_placements,
    within_reach,
)
from calimala_es.playing.start import (
    list_deals,
    list_drafts,
    list_keeps,
    list_openings,
    list_reveals,
    list_turn_ups,
    start_choices,
)
from calimala_es.playing.tables import (
    ACTION_OF,
    ALL_NINE,
    NEEDS,
    NINE,
    acts,
    acts_by_card,
    cards_in,
    skips,
    without,
)

_END: Final[list[int]] = [END << KIND_AT]
_DECLINE: Final = DECLINE << KIND_AT
_COLOURED: Final = DISC_KINDS.index(COLOURED)
_WHITE: Final = DISC_KINDS.index(WHITE)
_DRAWS: Final[list[int]] = [DRAW << KIND_AT | card for card in range(NINE)]


def legal_decisions(board: Board) -> list[int]:
    """Return the decisions that may come now, in the order of ``legal``; the list is not to be changed.

    None if the game is over. Decisions with an unknown card are not among them.
    """
    now = board.now
    kind = now & KIND
    if kind == ACTING:
        return _list_activation(board, now)
    if kind == PLACING:
        return _list_placements(board, now)
    if kind == DRAWING:
        return [_DRAWS[card] for card in cards_in(board.pool)]
    return _LISTS[kind](board) if kind in _LISTS else []


def is_legal(board: Board, decision: int) -> bool:
    """Return whether a decision may come now, most often without listing all."""
    now = board.now
    kind = decision >> KIND_AT
    if now & KIND == ACTING and kind == DO:
        option = decision & PLACE_MASK
        action = ACTION_OF[option]
        if without(now >> REST_AT, action) == now >> REST_AT:
            return False
        return not NEEDS[option] & ~(board.room | board.mats[now >> SEAT_AT & 7].word)
    if now & KIND == DRAWING:
        return kind == DRAW and (board.pool >> CARD_WIDTH * (decision & PLACE_MASK) & CARD_MASK) > 0
    return decision in legal_decisions(board)


def _list_activation(board: Board, now: int) -> list[int]:
    """List what an activation allows: actions, leaving them undone, cards, ending (R4.3, R5.10)."""
    mat = board.mats[now >> SEAT_AT & 7]
    word = board.room | mat.word
    pending = now >> REST_AT
    plays: list[int] = []
    for card in mat.cards:
        plays += acts_by_card(card, word)
    if now & DUTY and plays:
        plays = [play for play in plays if can_meet_duty_after_play(board, mat, word, play, pending)]
    if not pending:
        return plays + _END
    found: list[int] = []
    undone = skips(pending)
    possible = 0
    for skip in undone:
        options = acts(skip & PLACE_MASK, word)
        if options:
            found += options
            possible += 1
    if not now & DUTY or possible > 1:
        found += undone
    else:
        for skip in undone:
            if can_meet_duty(word, mat.held, without(pending, skip & PLACE_MASK)):
                found.append(skip)
    found += plays
    return found or undone


def _list_placements(board: Board, now: int) -> list[int]:
    """List the placements on open streets, then those of support discs (R4.1, R4.2, R8.3)."""
    mat = board.mats[now >> SEAT_AT & 7]
    rules = board.rules
    actions = ALL_NINE
    if not rules.placement_may_draw:
        actions = within_reach(board.room | mat.word, mat.held)
        if not actions:
            actions = ALL_NINE
    key = actions | (512 if mat.coloured else 0) | (1024 if mat.white else 0)
    if key not in rules.placements:
        rules.placements[key] = _placements(rules.street_actions, key)
    placements = rules.placements[key]
    return placements + support_placements(board, mat) if mat.support else placements


def _placements(street_actions: list[int], key: int) -> list[int]:
    """Return the placements on every street with one of the actions in a mask; two more bits say which discs."""
    found: list[int] = []
    for street in range(12):
        if street_actions[street] & key & ALL_NINE:
            if key & 512:
                found.append(PLACE << KIND_AT | street << 2 | _COLOURED)
            if key & 1024:
                found.append(PLACE << KIND_AT | street << 2 | _WHITE)
    return found


# Frames that come now and then.


def _list_discs(board: Board) -> list[int]:
    """List the own discs that may be taken back (R6.3)."""
    disc = (board.now >> SEAT_AT & 7) + 1
    found: list[int] = []
    for street in range(12):
        stack = board.stacks[street]
        height = stack_height(stack)
        found += [
            TAKE_BACK << KIND_AT | street << 3 | depth
            for depth in range(1, height + 1)
            if stack >> 4 * (height - depth) & 15 == disc
        ]
    return found


def stack_height(stack: int) -> int:
    """Return the number of discs on a street."""
    height = 0
    while stack:
        stack >>= 4
        height += 1
    return height


def _list_intrigue(board: Board) -> list[int]:
    """List the intrigue actions, and leaving them (R10.1)."""
    word = board.intrigue_room | board.mats[board.now >> SEAT_AT & 7].word
    pending = board.now >> REST_AT
    found: list[int] = []
    while pending:
        action = (pending & 15) - 1
        found += acts(action, word)
        pending >>= 4
    found.append(SKIP_INTRIGUE)
    return found


def _discards(cards: list[int]) -> list[int]:
    """Return the decisions to discard each of these cards."""
    return [DISCARD << KIND_AT | card for card in cards]


def _list_discards(board: Board) -> list[int]:
    """List the cards that may be discarded for a step (R10.5)."""
    return [*_discards(board.mats[board.now >> SEAT_AT & 7].cards), _DECLINE]


def _list_drawn(board: Board) -> list[int]:
    """List the cards just drawn, of which one is discarded (R11.Scali)."""
    drawn = board.now >> REST_AT
    cards: list[int] = []
    while drawn:
        card = (drawn & 15) - 1
        if card not in cards:
            cards.append(card)
        drawn >>= 4
    cards.sort()
    return _discards(cards)


def _list_cards(board: Board) -> list[int]:
    """List the cards that may be played before a tile is scored (R11.Medici)."""
    mat = board.mats[board.now >> SEAT_AT & 7]
    word = board.room | mat.word
    found: list[int] = []
    for card in mat.cards:
        found += acts_by_card(card, word)
    found.append(_DECLINE)
    return found


def _list_acts(board: Board) -> list[int]:
    """List the actions that are offered instead of a card (R11.Spini)."""
    word = board.room | board.mats[board.now >> SEAT_AT & 7].word
    actions = board.now >> REST_AT
    found: list[int] = []
    for action in range(NINE):
        if actions >> action & 1:
            found += [act for act in acts(action, word) if can_meet_duty_after_act(board, act)]
    found.append(_DECLINE)
    return found


def _list_moves(board: Board) -> list[int]:
    """List the moves of a cube that are offered (R11.Bardi, R11.Pulci)."""
    seat = board.now >> SEAT_AT & 7
    rows = range(len(board.cubes))
    found: list[int] = []
    for source in rows:
        if board.sources >> source & 1 and board.cubes[source] >> CUBE_WIDTH * seat & CUBE_MASK:
            found += [
                MOVE << KIND_AT | source << 6 | target
                for target in rows
                if board.targets >> target & 1
                and source != target
                and has_free_cell(board, target)
                and can_meet_duty_after_move(board, source, target)
            ]
    found.append(_DECLINE)
    return found


def _list_tile(board: Board) -> list[int]:
    """List the tile that may be chosen (R11.Cerchi)."""
    return [CHOOSE_TILE << KIND_AT | (board.now >> REST_AT) - 1, _DECLINE]


def _list_white_disc(board: Board) -> list[int]:
    """List activating a white disc (R11.Pazzi)."""
    return [ACTIVATE_WHITE << KIND_AT, _DECLINE]


def _list_starts(board: Board) -> list[int]:
    """List the start effects of a family (R11)."""
    return [START << KIND_AT | choice for choice in start_choices(board, board.now >> SEAT_AT & 7)]


_LISTS: Final[dict[int, Callable[[Board], list[int]]]] = {
    PROMOTING: _list_discs,
    CHOOSING_INTRIGUE: _list_intrigue,
    DISCARDING: _list_discards,
    KEEPING_ONE: _list_drawn,
    OFFERING_CARD: _list_cards,
    OFFERING_ACTION: _list_acts,
    OFFERING_MOVE: _list_moves,
    OFFERING_TILE: _list_tile,
    OFFERING_DISC: _list_white_disc,
    REVEALING: list_reveals,
    DEALING: list_deals,
    TURNING_UP: list_turn_ups,
    CHOOSING_INFLUENCE: list_keeps,
    OPENING: list_openings,
    DRAFTING: list_drafts,
    STARTING: _list_starts,
}
