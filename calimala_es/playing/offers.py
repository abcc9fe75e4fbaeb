"""What families are offered on the board, and the cards that somebody draws (R5.9, R9.3, R11)."""

from typing import Final

from calimala_es.components import ACTIONS, CHURCHES, PALAZZO, PORTS, SCORING_TILES, TRADING_CITIES
from calimala_es.playing.board import (
    BARDI,
    CERCHI,
    MEDICI,
    PAZZI,
    PULCI,
    SCALI,
    SPINI,
    Board,
)
from calimala_es.playing.codes import (
    DEPTH_AT,
    DRAWING,
    KEEPING_ONE,
    OFFERING_ACTION,
    OFFERING_CARD,
    OFFERING_DISC,
    OFFERING_MOVE,
    OFFERING_TILE,
    REST_AT,
    SEAT_AT,
    STREET_AT,
    WHITE_DISC,
)
from calimala_es.playing.cubes import PLACE_ROWS, PLACES, cubes_in, free_rows_in, own_rows_in
from calimala_es.playing.tables import NINE, acts, card_count

_CENTRE: Final = ACTIONS.index("C")
"""The middle of the city is no tile (R11.3)."""

_PLACE_OF_TILE: Final[list[int]] = [
    PLACES.index(tile) if tile in PORTS + TRADING_CITIES + CHURCHES else -1 for tile in SCORING_TILES
]
"""The place that has a tile of its own, by tile; -1 for a tile of several places (R11.2)."""

_TILE_OF_PLACE: Final[list[int]] = [SCORING_TILES.index(place) if place in SCORING_TILES else -1 for place in PLACES]
_PAL_PLACE: Final = PLACES.index(PALAZZO)


# Cards to draw.


def draws_of(board: Board, seat: int, cards: int) -> list[int]:
    """Return the frames in which a seat draws so many cards, as far as there are any (R5.9, R11.Scali, R11.Spini)."""
    left = board.deck + (card_count(board.discard) if board.discard else 0)
    family = board.mats[seat].family
    draw = DRAWING | seat << SEAT_AT
    frames: list[int] = []
    for _ in range(cards):
        if not left:
            break
        left -= 1
        if family == SPINI:
            actions = _actions_beside(board, seat)
            if actions:
                frames.append(OFFERING_ACTION | seat << SEAT_AT | actions << REST_AT)
        frames.append(draw)
        if family == SCALI and left:
            left -= 1
            frames.append(draw)
            frames.append(KEEPING_ONE | seat << SEAT_AT)
    return frames


def _actions_beside(board: Board, seat: int) -> int:
    """Return the possible actions of the tiles beside the streets with the seat's disc on top (R11.Spini)."""
    if board.active != seat:
        return 0
    actions = 0
    for street in range(12):
        stack = board.stacks[street]
        while stack > 15:
            stack >>= 4
        if stack == seat + 1:
            actions |= board.rules.street_actions[street]
    word = board.room | board.mats[seat].word
    possible = 0
    for action in range(NINE):
        if actions >> action & 1 and action != _CENTRE and acts(action, word):
            possible |= 1 << action
    return possible


# Offers to move a cube.


def offer_to_bardi(board: Board, seat: int, rows: list[int]) -> int:
    """Return the frame in which one of the cubes just placed may move; 0 if none can (R11.Bardi, R11.4)."""
    if board.mats[seat].family != BARDI or board.has_moved:
        return 0
    sources = 0
    for row in rows:
        sources |= 1 << row
    targets = 0
    for place in range(len(PLACES)):
        placed = 0
        for row in rows:
            if row in PLACE_ROWS[place]:
                placed += 1
        if cubes_in(board, place, seat) > placed:
            targets |= free_rows_in(board, place)
    if not _can_move(sources, targets):
        return 0
    board.sources, board.targets = sources, targets
    return OFFERING_MOVE | seat << SEAT_AT | 1 << REST_AT


def _can_move(sources: int, targets: int) -> bool:
    """Return whether some source is not the only target."""
    return sources != 0 and targets != 0 and (sources != targets or sources & sources - 1 != 0)


def offer_to_pulci(board: Board, tile: int) -> int:
    """Return the frame in which a cube of the area just scored may move; 0 if none can (R11.Pulci, R11.2)."""
    scored = _PLACE_OF_TILE[tile]
    if scored < 0:
        return 0
    for seat in range(board.rules.players):
        if board.mats[seat].family == PULCI:
            sources = own_rows_in(board, scored, seat)
            targets = 0
            for place in range(len(PLACES)):
                is_open = place == _PAL_PLACE or (place != scored and is_tile_free(board, _TILE_OF_PLACE[place]))
                if is_open and cubes_in(board, place, seat):
                    targets |= free_rows_in(board, place)
            if sources and targets:
                board.sources, board.targets = sources, targets
                return OFFERING_MOVE | seat << SEAT_AT
    return 0


# Scoring tiles.


def is_tile_free(board: Board, tile: int) -> bool:
    """Return whether a tile has not been scored."""
    council = board.rules.council
    for place in range(len(council)):
        if council[place] == tile:
            return not board.council >> 4 * place & 15
    return False


def free_tiles(board: Board) -> list[int]:
    """Return the tiles that have not been scored, the next one first."""
    council = board.rules.council
    return [council[place] for place in range(len(council)) if not board.council >> 4 * place & 15]


def offer_to_medici(board: Board) -> int:
    """Return the frame in which a card may be played before a tile is scored; 0 if none can (R11.Medici, R11.6)."""
    for seat in range(board.rules.players):
        if board.mats[seat].family == MEDICI:
            return OFFERING_CARD | seat << SEAT_AT if board.mats[seat].hand else 0
    return 0


def offer_to_cerchi(board: Board, seat: int) -> int:
    """Return the frame in which the tile after the next one may be chosen; 0 if it cannot (R11.Cerchi, R11.5)."""
    if board.mats[seat].family != CERCHI:
        return 0
    free = free_tiles(board)
    return OFFERING_TILE | seat << SEAT_AT | free[1] + 1 << REST_AT if len(free) > 1 else 0


def offer_to_pazzi(board: Board, seat: int, street: int, depth: int, disc: int) -> int:
    """Return the frame in which a white disc may be activated; 0 if it cannot (R11.Pazzi, R11.7)."""
    if disc != WHITE_DISC or board.mats[seat].family != PAZZI:
        return 0
    return OFFERING_DISC | seat << SEAT_AT | street << STREET_AT | depth << DEPTH_AT
