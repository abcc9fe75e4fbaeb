"""What each decision changes on the board: placements, activations, cards, offers (R4, R5, R8, R10, R11)."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import COLOURED, DISC_KINDS, IDLE_SUPPORT, IDLE_SUPPORT_CARDS, WHITE
from calimala_es.options import TOWARDS
from calimala_es.playing.board import BARDI, CERCHI, PAZZI, Board, BoardMat
from calimala_es.playing.codes import (
    ACTING,
    ACTIVATE_WHITE,
    ALL_ACTIONS,
    ALL_IMPOSSIBLE,
    ANSWERING,
    CARD_MASK,
    CARD_WIDTH,
    CHOOSE_TILE,
    CHOOSING_INTRIGUE,
    DEAL,
    DECLINE,
    DEPTH_AT,
    DISCARD,
    DISCARDING,
    DO,
    DRAFT,
    DRAW,
    DUTY,
    DUTY_AT,
    KEEP,
    KEEPING_ONE,
    KIND,
    KIND_AT,
    MOVE,
    OFFERING_ACTION,
    OPEN,
    PLACE,
    PLACE_MASK,
    PLAY,
    PROMOTING,
    REST_AT,
    REVEAL,
    SEAT_AT,
    SKIP,
    START,
    STREET_AT,
    TAKE_BACK,
    TURN_ENDING,
    TURN_UP,
    WHITE_DISC,
)
from calimala_es.playing.course import add_frames, proceed, seat_tile, shuffle, start_family, take_seat
from calimala_es.playing.cubes import add_cube, move_cube
from calimala_es.playing.duty import duty_on, support_duty
from calimala_es.playing.listing import stack_height
from calimala_es.playing.offers import draws_of, offer_to_bardi, offer_to_cerchi, offer_to_pazzi
from calimala_es.playing.start import deal, draft, keep_influence, reveal, turn_up
from calimala_es.playing.tables import ACTION_OF, CARD_UNITS, ROWS_OF, acts, goods_after, without

_HEAD: Final = (1 << DUTY_AT) - 1
"""Kind, seat, street and depth of an activation."""

_COLOURED: Final = DISC_KINDS.index(COLOURED)
_WHITE: Final = DISC_KINDS.index(WHITE)
_IDLE: Final = DISC_KINDS.index(IDLE_SUPPORT)
_IDLE_CARDS: Final = IDLE_SUPPORT_CARDS
_STEP_OF: Final[list[int]] = [TOWARDS.get(action, 0) for action in ALL_ACTIONS]
"""The step on the faction track that a card discarded after an action brings (R10.5)."""


def carry_out(board: Board, decision: int) -> None:
    """Change the board by a legal decision, and go on until the next one; nothing is checked.

    >>> from random import Random
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> from calimala_es.playing.codes import to_command
    >>> from calimala_es.playing.listing import legal_decisions
    >>> board = Board.from_game(initial(shuffled_setup("bry", Random(7))))
    >>> start = board.mark()
    >>> carry_out(board, legal_decisions(board)[0])
    >>> to_command(legal_decisions(board)[0])
    DealInfluence(cards=('TRO', 'BRU', 'HAM'))
    >>> board.take_back(start)
    >>> to_command(legal_decisions(board)[0])
    DealInfluence(cards=('BAR', 'LIS', 'LON'))
    """
    kind = decision >> KIND_AT
    if kind == DO:
        _do(board, decision & PLACE_MASK)
    elif kind == SKIP:
        _skip(board, decision & PLACE_MASK)
    elif kind == DRAW:
        _draw(board, decision & PLACE_MASK)
    elif kind == PLACE:
        _place(board, decision >> 2 & 15, decision & 3)
    elif kind == PLAY:
        _play(board, decision & PLACE_MASK)
    else:
        if kind in _OTHERS:
            _OTHERS[kind](board, decision)
        proceed(board)


# Actions and cards.


def _do(board: Board, option: int) -> None:
    """Do an action (R4.3, R5); the duty of R4.2 is met."""
    now = board.now
    seat = now >> SEAT_AT & 7
    rules = board.rules
    mat = board.mats[seat]
    mat.set_goods(goods_after(rules.cloth_after, option, mat.goods))
    rows = ROWS_OF[option]
    for row in rows:
        add_cube(board, row, seat)
    if now & KIND != ACTING:
        _go_on_elsewhere(board, mat, ACTION_OF[option])
        return
    pending = without(now >> REST_AT, ACTION_OF[option])
    left = now & _HEAD | pending << REST_AT if pending or mat.hand else 0
    if rows and (rules.has_third or mat.family == BARDI):
        _follow_cubes(board, seat, rows, left)
    elif left:
        board.now = left
    else:
        proceed(board)


def _follow_cubes(board: Board, seat: int, rows: list[int], left: int) -> None:
    """Note rows for the third party's answer (R8.7), or offer to move a cube (R11.Bardi); then go on.

    ``left`` is what is left of the activation, 0 for nothing.
    """
    last = len(board.later) - 1
    if board.later[last] & KIND == ANSWERING:
        for row in rows:
            board.later[last] |= 1 << REST_AT + row
    offer = offer_to_bardi(board, seat, rows)
    if offer:
        if left:
            board.later.append(left)
        board.now = offer
    elif left:
        board.now = left
    else:
        proceed(board)


def _go_on_elsewhere(board: Board, mat: BoardMat, action: int) -> None:
    """Go on after an intrigue action, or an action instead of a card (R10.5, R11.Spini)."""
    now, later = board.now, board.later
    if now & KIND == OFFERING_ACTION:
        later.pop()
        left = later[len(later) - 1]
        if left & KIND == ACTING and not left >> REST_AT and not mat.hand:
            later.pop()
    else:
        step = _STEP_OF[action]
        if mat.hand and _can_step(board, mat, step):
            board.now = DISCARDING | now & 7 << SEAT_AT | (1 << REST_AT if step > 0 else 0)
            return
    proceed(board)


def _can_step(board: Board, mat: BoardMat, step: int) -> bool:
    """Return whether the faction track goes on (R10.5)."""
    steps = mat.faction + step
    return -board.rules.steps <= steps <= board.rules.steps


def _lose_card(mat: BoardMat, card: int) -> None:
    """Take a card out of a hand: an open one, else one that only some know (R5.12)."""
    mat.lose_card(card)
    if mat.opened >> CARD_WIDTH * card & CARD_MASK:
        mat.opened -= CARD_UNITS[card]


def _play(board: Board, option: int) -> None:
    """Play a card and do its action (R5.10, R11.Medici)."""
    now = board.now
    seat = now >> SEAT_AT & 7
    rules = board.rules
    mat = board.mats[seat]
    card = ACTION_OF[option]
    _lose_card(mat, card)
    board.discard += CARD_UNITS[card]
    mat.set_goods(goods_after(rules.cloth_after, option, mat.goods))
    rows = ROWS_OF[option]
    for row in rows:
        add_cube(board, row, seat)
    if now & KIND != ACTING:
        proceed(board)
        return
    left = now if now >> REST_AT or mat.hand else 0
    if rows and (rules.has_third or mat.family == BARDI):
        _follow_cubes(board, seat, rows, left)
    elif not left:
        proceed(board)


def _skip(board: Board, action: int) -> None:
    """Leave an action undone: waived where it is possible, else impossible, which may bring a card (R5.9, R9.3)."""
    now = board.now
    if now & KIND == CHOOSING_INTRIGUE:
        proceed(board)
        return
    seat = now >> SEAT_AT & 7
    rules = board.rules
    mat = board.mats[seat]
    pending = without(now >> REST_AT, action)
    left = now & (_HEAD | DUTY) | pending << REST_AT
    if acts(action, board.room | mat.word):
        _settle(board, mat, left)
        return
    if rules.by_activation and (pending or not now & ALL_IMPOSSIBLE):
        _settle(board, mat, left | now & ALL_IMPOSSIBLE)
        return
    is_limited = rules.has_settings and seat == board.active
    frames = draws_of(board, seat, 1) if not is_limited or _may_draw(board) else []
    if not frames:
        _settle(board, mat, left | now & ALL_IMPOSSIBLE)
        return
    if is_limited and rules.active_draw_limit < _UNLIMITED:
        board.draws += 1
    board.later.append(left)
    add_frames(board, frames)
    proceed(board)


_UNLIMITED: Final = 99


def _may_draw(board: Board) -> bool:
    """Return whether the active player may draw one more compensation card in this turn (R9.3)."""
    limit = board.rules.active_draw_limit
    return limit >= _UNLIMITED or board.draws < limit


def _settle(board: Board, mat: BoardMat, left: int) -> None:
    """Go on with what is left of an activation, if anything is."""
    if left >> REST_AT or mat.hand:
        board.now = left
    else:
        proceed(board)


def _draw(board: Board, card: int) -> None:
    """Put a card into the hand; the open pile becomes the deck after the last one (R5.9, R5.11)."""
    seat = board.now >> SEAT_AT & 7
    board.mats[seat].add_card(card)
    board.pool -= CARD_UNITS[card]
    if board.deck:
        board.deck -= 1
    later = board.later
    if board.rules.has_families:
        _note_drawn(later, card)
    if not board.deck and board.discard:
        shuffle(board)
    proceed(board)


def _note_drawn(later: list[int], card: int) -> None:
    """Note a card where a player keeps one of those drawn (R11.Scali)."""
    for place in range(len(later) - 1, max(len(later) - 3, -1), -1):
        frame = later[place]
        if frame & KIND == KEEPING_ONE:
            at = REST_AT if not frame >> REST_AT else REST_AT + 4
            later[place] = frame | card + 1 << at


# Placements.


def _place(board: Board, street: int, disc: int) -> None:
    """Place a disc and put the rest of the turn on the agenda (R4.1 to R4.5, R8.5, R8.6)."""
    seat = board.now >> SEAT_AT & 7
    rules = board.rules
    mat = board.mats[seat]
    pair = rules.pairs[street]
    stack = board.stacks[street]
    height = stack_height(stack)
    pending = pair
    if disc == _COLOURED:
        duty = duty_on(board, mat, street)
        mat.coloured -= 1
        mark = seat + 1
    elif disc == _WHITE:
        duty = duty_on(board, mat, street)
        mat.white -= 1
        mark = WHITE_DISC
        first, second = pair & 15, pair >> 4
        pending = first | first << 4 | second << 8 | second << 12
    else:
        duty = support_duty(board, mat) if disc != _IDLE else 0
        mat.support -= 1
        mark = rules.players + 1
    board.stacks[street] = stack | mark << 4 * height
    later = board.later
    later.append(TURN_ENDING)
    if height > 2:
        later.append(PROMOTING | seat << SEAT_AT | street << STREET_AT)
        if mat.family == CERCHI:
            offer = offer_to_cerchi(board, seat)
            if offer:
                later.append(offer)
    if rules.has_intrigue:
        later.append(CHOOSING_INTRIGUE | seat << SEAT_AT | rules.intrigue_pairs[street] << REST_AT)
    _add_activations_below(board, mat, seat, street, stack, height, mark)
    begins = ALL_IMPOSSIBLE if rules.by_activation else 0
    activation = ACTING | seat << SEAT_AT | street << STREET_AT | 1 << DEPTH_AT | duty << DUTY_AT | begins
    if disc != _IDLE:
        board.now = activation | pending << REST_AT
        return
    frames = draws_of(board, seat, _IDLE_CARDS)
    if frames or mat.hand:
        later.append(activation)
    add_frames(board, frames)
    proceed(board)


def _add_activations_below(
    board: Board, mat: BoardMat, seat: int, street: int, stack: int, height: int, mark: int
) -> None:
    """Put the activations of the second and the third disc on the agenda, with the third party's answers (R4.4, R8.6).

    ``stack`` is the street before the disc ``mark`` came.
    """
    rules = board.rules
    later = board.later
    third = rules.players + 1 if rules.has_third else -1
    answers = mark == third
    rest = stack
    while rest and third > 0:
        answers = answers or rest & 15 == third
        rest >>= 4
    if mark != third:
        rest = rules.pairs[street] << REST_AT | street << STREET_AT
        if rules.by_activation:
            rest |= ALL_IMPOSSIBLE
        for depth in range(3, 1, -1):
            if height + 1 < depth:
                continue
            disc = stack >> 4 * (height + 1 - depth) & 15
            if disc == WHITE_DISC:
                if mat.family == PAZZI:
                    later.append(offer_to_pazzi(board, seat, street, depth, disc))
            elif disc != third:
                if answers:
                    later.append(ANSWERING | depth << DEPTH_AT)
                later.append(ACTING | disc - 1 << SEAT_AT | depth << DEPTH_AT | rest)
    if answers:
        later.append(ANSWERING | 1 << DEPTH_AT)


# Decisions that come now and then; afterwards the next frame is taken off.


def _discard(board: Board, decision: int) -> None:
    """Discard a card for a step on the faction track (R10.5), or one of two drawn (R11.Scali)."""
    now = board.now
    mat = board.mats[now >> SEAT_AT & 7]
    card = decision & PLACE_MASK
    board.discard += CARD_UNITS[card]
    if now & KIND == KEEPING_ONE:
        mat.lose_card(card)
        return
    _lose_card(mat, card)
    step = 1 if now >> REST_AT else -1
    mat.faction += step
    if mat.hand and _can_step(board, mat, step):
        board.later.append(now)


def _move(board: Board, decision: int) -> None:
    """Move a cube; Bardi once in a turn (R11.Bardi, R11.Pulci)."""
    now = board.now
    move_cube(board, decision >> 6 & 63, decision & 63, now >> SEAT_AT & 7)
    if now >> REST_AT:
        board.has_moved = True
    _forget_move(board, decision)


def _forget_move(board: Board, decision: int) -> None:
    """Forget the rows of an offer that has been answered."""
    board.sources = 0
    board.targets = 0


def _choose_tile(board: Board, decision: int) -> None:
    """Let the seat to come go to the tile after the next one (R11.Cerchi)."""
    later = board.later
    for place in range(len(later)):
        if later[place] & KIND == PROMOTING:
            later[place] = later[place] & (1 << REST_AT) - 1 | (decision & PLACE_MASK) + 1 << REST_AT


def _activate_white(board: Board, decision: int) -> None:
    """Activate a white disc next, each action once (R11.Pazzi)."""
    rules = board.rules
    begins = ALL_IMPOSSIBLE if rules.by_activation else 0
    head = board.now & _HEAD & ~KIND
    board.later.append(ACTING | head | begins | rules.pairs[board.now >> STREET_AT & 15] << REST_AT)


def _take_back(board: Board, decision: int) -> None:
    """Take an own disc off a street for the council; the white one goes on top or into its place (R6.3, R9.6)."""
    now = board.now
    source, depth = decision >> 3 & 15, decision & 7
    tile = seat_tile(board, now)
    take_seat(board, now >> SEAT_AT & 7, now >> STREET_AT & 15, tile)
    stack = board.stacks[source]
    height = stack_height(stack)
    at = 4 * (height - depth)
    if board.rules.white_disc_swaps:
        board.stacks[source] = stack & ~(15 << at) | WHITE_DISC << at
    else:
        above = stack >> at + 4
        board.stacks[source] = stack & (1 << at) - 1 | above << at | WHITE_DISC << 4 * (height - 1)


def _start(board: Board, decision: int) -> None:
    """Carry out the chosen start effect (R11)."""
    start_family(board, board.now >> SEAT_AT & 7, decision & PLACE_MASK)


_OTHERS: Final[dict[int, Callable[[Board, int], None]]] = {
    DECLINE: _forget_move,
    DISCARD: _discard,
    MOVE: _move,
    CHOOSE_TILE: _choose_tile,
    ACTIVATE_WHITE: _activate_white,
    TAKE_BACK: _take_back,
    REVEAL: reveal,
    DEAL: deal,
    TURN_UP: turn_up,
    KEEP: keep_influence,
    OPEN: turn_up,
    DRAFT: draft,
    START: _start,
}
"""What decisions of these kinds change; END changes nothing but what comes next."""
