"""What nobody decides on the board: how the game goes on until a player or chance has to decide.

The frames are those of the readable rules (``frames``), as numbers with the next one last, so that each is carried
out by taking it off.
"""

from collections.abc import Callable
from typing import Final

from calimala_es.playing.board import SPINI, Board, BoardMat
from calimala_es.playing.codes import (
    ACTING,
    ANSWERING,
    BY_BOARD,
    CHOOSING_INTRIGUE,
    DRAWING,
    FIRST_TURN,
    KIND,
    OFFERING_CARD,
    OVER,
    PLACING,
    PROMOTING,
    REST_AT,
    REVEALING,
    SCORING,
    SCORING_AREA,
    SCORING_INFLUENCE,
    SEAT_AT,
    STARTING,
    STREET_AT,
    TURN_ENDING,
    WHITE_DISC,
)
from calimala_es.playing.cubes import add_cube, has_free_cell
from calimala_es.playing.offers import draws_of, free_tiles, is_tile_free, offer_to_medici, offer_to_pulci
from calimala_es.playing.scoring import score_area, score_influence, score_tile
from calimala_es.playing.start import begin_family, start_choices
from calimala_es.playing.tables import acts, card_count

_UNKNOWN_CARD: Final = 11


def proceed(board: Board) -> None:
    """Take off the next frames, up to one in which somebody decides or the game is over."""
    later = board.later
    while True:
        now = later.pop()
        kind = now & KIND
        if kind == ACTING:
            board.now = now
            return
        if kind == TURN_ENDING:
            if _end_turn(board):
                return
        elif kind == DRAWING:
            if not board.deck and board.discard:
                shuffle(board)
            board.now = now
            return
        elif kind == SCORING_INFLUENCE:
            board.now = now
            score_influence(board)
            board.now = OVER
            return
        elif kind not in _BY_ITSELF or _BY_ITSELF[kind](board, now):
            board.now = now
            return


def shuffle(board: Board) -> None:
    """Make the open pile the new deck (R5.11)."""
    board.deck += card_count(board.discard)
    board.pool += board.discard
    board.discard = 0


def _end_turn(board: Board) -> bool:
    """Pass the turn, or put what the end of the game scores on the agenda; return whether somebody decides now."""
    rules, mats = board.rules, board.mats
    board.draws = 0
    board.has_moved = False
    if not _is_last_round_over(board):
        seat = board.active
        for _ in range(rules.players):
            seat = seat + 1 if seat + 1 < rules.players else 0
            mat = mats[seat]
            if mat.coloured or mat.white or mat.support:
                board.turn += 1
                board.active = seat
                board.now = PLACING | seat << SEAT_AT
                return True
    frames: list[int] = []
    for tile in free_tiles(board):
        frames += _scoring(board, tile)
    if rules.has_intrigue:
        frames += [SCORING_AREA, SCORING_AREA | 1 << REST_AT]
    cards = board.by_board
    while cards:
        if cards & 15 == _UNKNOWN_CARD:
            frames.append(REVEALING | BY_BOARD << SEAT_AT)
        cards >>= 4
    for seat in range(rules.players):
        cards = mats[seat].kept
        while cards:
            frames.append(REVEALING | seat << SEAT_AT)
            cards >>= 4
    frames.append(SCORING_INFLUENCE)
    add_frames(board, frames)
    return False


def _is_last_round_over(board: Board) -> bool:
    """Return whether the game is over at the end of a round (R7.2, R9.1)."""
    rules = board.rules
    if board.turn % rules.players:
        return False
    if not board.free_tiles:
        return True
    if rules.ends_by_any_player:
        for seat in range(rules.players):
            mat = board.mats[seat]
            if mat.coloured + mat.white + mat.support <= rules.unused[seat]:
                return True
    return False


def add_frames(board: Board, frames: list[int]) -> None:
    """Put frames on the agenda, before all others."""
    for place in range(len(frames) - 1, -1, -1):
        board.later.append(frames[place])


def _scoring(board: Board, tile: int) -> list[int]:
    """Return a tile's scoring, and what comes before it (R11.Medici)."""
    frame = SCORING | tile + 1 << REST_AT
    offer = offer_to_medici(board) if board.rules.has_families else 0
    return [offer, frame] if offer else [frame]


# What proceeds by itself: these functions return whether somebody has to decide after all.


def _answer(board: Board, now: int) -> bool:
    """Add a cube of the third colour wherever the player put one, if a cell is free (R8.7)."""
    rows = now >> REST_AT
    row = 0
    while rows:
        if rows & 1 and has_free_cell(board, row):
            add_cube(board, row, board.rules.players)
        rows >>= 1
        row += 1
    return False


def _choose_intrigue(board: Board, now: int) -> bool:
    """Bring a card if neither intrigue action is possible (R10.1)."""
    seat = now >> SEAT_AT & 7
    word = board.intrigue_room | board.mats[seat].word
    pending = now >> REST_AT
    while pending:
        action = (pending & 15) - 1
        if acts(action, word):
            return True
        pending >>= 4
    add_frames(board, draws_of(board, seat, 1))
    return False


def _promote(board: Board, now: int) -> bool:
    """Let the bottom disc of four take a seat, a coloured disc for a white one (R6.1 to R6.3, R7.2, R9.2)."""
    seat, street = now >> SEAT_AT & 7, now >> STREET_AT & 15
    disc = board.stacks[street] & 15
    tile = seat_tile(board, now)
    if tile < 0 and not board.rules.ends_by_any_player:
        board.stacks[street] >>= 4
        return False
    mat: BoardMat = board.mats[seat]
    if disc != WHITE_DISC:
        take_seat(board, disc - 1, street, tile)
    elif mat.coloured:
        mat.coloured -= 1
        mat.white += 1
        take_seat(board, seat, street, tile)
    elif _has_disc(board, seat):
        return True
    else:
        board.stacks[street] >>= 4
        if tile >= 0:
            add_frames(board, _scoring(board, tile))
    return False


def seat_tile(board: Board, now: int) -> int:
    """Return the tile of a promotion: the chosen one, else the next; -1 where none is free."""
    chosen = (now >> REST_AT) - 1
    if chosen >= 0 and is_tile_free(board, chosen):
        return chosen
    if not board.free_tiles:
        return -1
    place = 0
    while board.council >> 4 * place & 15:
        place += 1
    return board.rules.council[place]


def take_seat(board: Board, seat: int, street: int, tile: int) -> None:
    """Put a seat for the bottom disc of a street on a tile, which is scored next; on none after the last one (R9.2)."""
    board.stacks[street] >>= 4
    board.seats.append(seat)
    if tile >= 0:
        _mark_tile(board, tile, seat + 2)
        add_frames(board, _scoring(board, tile))


def _mark_tile(board: Board, tile: int, mark: int) -> None:
    """Mark a tile that is free in the council."""
    place = board.rules.council.index(tile)
    if not board.council >> 4 * place & 15:
        board.council |= mark << 4 * place
        board.free_tiles -= 1


def _has_disc(board: Board, seat: int) -> bool:
    """Return whether a seat has a disc on any street."""
    for stack in board.stacks:
        while stack:
            if stack & 15 == seat + 1:
                return True
            stack >>= 4
    return False


def _score_tile(board: Board, now: int) -> bool:
    """Score a tile, and offer what may follow (R6.4, R11.Pulci)."""
    tile = (now >> REST_AT) - 1
    score_tile(board, tile)
    _mark_tile(board, tile, 1)
    if board.rules.has_families:
        offer = offer_to_pulci(board, tile)
        if offer:
            board.later.append(offer)
    return False


def _score_area(board: Board, now: int) -> bool:
    """Score one of the two areas (R10.9)."""
    score_area(board, now >> REST_AT)
    return False


def _offer_card(board: Board, now: int) -> bool:
    """Drop an offer to play a card where there is none any more (R11.6)."""
    return board.mats[now >> SEAT_AT & 7].hand != 0


def _begin_turns(board: Board, now: int) -> bool:
    """Begin the first turn after the start effects."""
    board.turn = 1
    return False


def _start(board: Board, now: int) -> bool:
    """Carry out a start effect that leaves no choice (R11)."""
    seat = now >> SEAT_AT & 7
    choices = start_choices(board, seat)
    if len(choices) > 1:
        return True
    start_family(board, seat, choices[0] if choices else -1)
    return False


def start_family(board: Board, seat: int, choice: int) -> None:
    """Carry out the start effect of a family, and put the draws that come with it on the agenda (R11)."""
    begin_family(board, seat, choice)
    if board.mats[seat].family == SPINI:
        add_frames(board, draws_of(board, seat, 2))


_BY_ITSELF: Final[dict[int, Callable[[Board, int], bool]]] = {
    ANSWERING: _answer,
    CHOOSING_INTRIGUE: _choose_intrigue,
    PROMOTING: _promote,
    SCORING: _score_tile,
    SCORING_AREA: _score_area,
    OFFERING_CARD: _offer_card,
    FIRST_TURN: _begin_turns,
    STARTING: _start,
}
