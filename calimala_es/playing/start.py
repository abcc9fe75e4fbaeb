"""Turn 0 on the board: influence cards, starting cards and the families' starts (R3.4, R3.5, R8.2, R11)."""

from itertools import combinations
from typing import Final

from calimala_es.components import CARDINAL, INFLUENCE_CARDS, PALAZZO_ROW, ROW_INDEX
from calimala_es.playing.board import BARDI, CERCHI, MEDICI, MOZZI, PERUZZI, PULCI, SCALI, Board
from calimala_es.playing.codes import (
    BRICK_AT,
    DEAL,
    DRAFT,
    DRAFTING,
    KEEP,
    KIND,
    KIND_AT,
    OPEN,
    PLACE_MASK,
    PLACING,
    REVEAL,
    SEAT_AT,
    START_CHOICES,
    TURN_UP,
)
from calimala_es.playing.cubes import add_cube, has_free_cell
from calimala_es.playing.tables import CARD_UNITS, cards_in

_ALL_INFLUENCE: Final = (1 << len(INFLUENCE_CARDS)) - 1
_CAR: Final = ROW_INDEX[CARDINAL]
_PAL: Final = PALAZZO_ROW


def _as_mask(cards: int) -> int:
    """Return known influence cards, a number of four bits each, as a mask."""
    mask = 0
    while cards:
        mask |= 1 << (cards & 15) - 1
        cards >>= 4
    return mask & _ALL_INFLUENCE


def _add_card(cards: int, card: int) -> int:
    """Return influence cards with one more at the end."""
    at = 0
    while cards >> at:
        at += 4
    return cards | card + 1 << at


def _free_cards(board: Board) -> int:
    """Return the influence cards that are with no player and not open by the board, as a mask."""
    mask = _as_mask(board.by_board)
    for mat in board.mats:
        mask |= _as_mask(mat.dealt) | _as_mask(mat.kept) | _as_mask(mat.shown)
    return _ALL_INFLUENCE & ~mask


def _cards(mask: int, kind: int) -> list[int]:
    """Return the decisions of a kind for each of these influence cards."""
    return [kind << KIND_AT | card for card in range(len(INFLUENCE_CARDS)) if mask >> card & 1]


_DEALS: Final[list[list[int]]] = [
    [DEAL << KIND_AT | sum(1 << card for card in cards) for cards in combinations(range(len(INFLUENCE_CARDS)), count)]
    for count in range(len(INFLUENCE_CARDS) + 1)
]
"""All deals of so many influence cards."""


def list_deals(board: Board) -> list[int]:
    """List the deals of influence cards to a seat, all cards known (R3.4)."""
    taken = _ALL_INFLUENCE & ~_free_cards(board)
    return [deal for deal in _DEALS[board.rules.dealt] if not deal & taken]


def list_turn_ups(board: Board) -> list[int]:
    """List the influence cards that may be by the board (R3.4)."""
    return _cards(_free_cards(board), TURN_UP)


def list_keeps(board: Board) -> list[int]:
    """List the influence cards that a player may keep (R3.4)."""
    return _cards(_unchosen(board), KEEP)


def list_openings(board: Board) -> list[int]:
    """List the influence cards that one of two players may put by the board (R8.2)."""
    return _cards(_unchosen(board), OPEN)


def _unchosen(board: Board) -> int:
    """Return the cards that were dealt to the player who decides and are neither chosen nor by the board."""
    mat = board.mats[board.now >> SEAT_AT & 7]
    return _as_mask(mat.dealt) & ~(_as_mask(board.by_board) | _as_mask(mat.kept) | _as_mask(mat.shown))


def list_reveals(board: Board) -> list[int]:
    """List the card of a player, or those that may be face down by the board (R7.3, R8.2)."""
    seat = board.now >> SEAT_AT & 7
    if seat < board.rules.players:
        return [REVEAL << KIND_AT | (board.mats[seat].kept & 15) - 1]
    free = _free_cards(board)
    open_cards = _as_mask(board.by_board)
    for mat in board.mats[: board.rules.players]:
        dealt = _as_mask(mat.dealt)
        laid = dealt & open_cards
        count = 0
        while laid:
            laid &= laid - 1
            count += 1
        if count < board.rules.laid_open:
            free |= dealt & ~(open_cards | _as_mask(mat.kept) | _as_mask(mat.shown))
    return _cards(free, REVEAL)


def list_drafts(board: Board) -> list[int]:
    """List the starting cards that are left (R3.5)."""
    return [DRAFT << KIND_AT | card for card in cards_in(board.laid_out)]


def deal(board: Board, decision: int) -> None:
    """Deal influence cards to a seat (R3.4)."""
    mat = board.mats[board.now >> SEAT_AT & 7]
    for card in range(len(INFLUENCE_CARDS)):
        if decision >> card & 1:
            mat.dealt = _add_card(mat.dealt, card)


def turn_up(board: Board, decision: int) -> None:
    """Put an influence card by the board (R3.4, R8.2)."""
    board.by_board = _add_card(board.by_board, decision & PLACE_MASK)


def keep_influence(board: Board, decision: int) -> None:
    """Keep an influence card (R3.4)."""
    mat = board.mats[board.now >> SEAT_AT & 7]
    mat.kept = _add_card(mat.kept, decision & PLACE_MASK)


def reveal(board: Board, decision: int) -> None:
    """Reveal an influence card (R7.3)."""
    card = decision & PLACE_MASK
    seat = board.now >> SEAT_AT & 7
    if seat < board.rules.players:
        mat = board.mats[seat]
        mat.kept >>= 4
        mat.shown = _add_card(mat.shown, card)
        return
    at = 0
    while board.by_board >> at & 15 != len(INFLUENCE_CARDS) + 1:
        at += 4
    board.by_board += card - len(INFLUENCE_CARDS) << at


def draft(board: Board, decision: int) -> None:
    """Take a starting card; after the last player those left over join the deck (R3.5)."""
    card = decision & PLACE_MASK
    unit = CARD_UNITS[card]
    mat = board.mats[board.now >> SEAT_AT & 7]
    mat.add_card(card)
    mat.opened += unit
    board.pool -= unit
    board.laid_out -= unit
    following = board.later[len(board.later) - 1] & KIND
    if following != DRAFTING:
        board.laid_out = 0
        board.deck += board.rules.left_over
        board.turn = 1 if following == PLACING else 0


# Families.


_START_ROWS: Final[list[int]] = [
    ROW_INDEX.get(
        {"A": {"F": "SMF.A", "M": "SMN.A", "C": "SCR.A"}, "E": {"W": "EMP.W", "B": "EMP.B", "M": "EMP.M"}}.get(
            choice[:1], {}
        ).get(choice[1:], ""),
        -1,
    )
    for choice in START_CHOICES
]
"""The row that gets a cube by each choice of a start; -1 for none."""

_STEPS: Final[list[int]] = [{"K": -1, "E": 1}.get(choice, 0) for choice in START_CHOICES]
"""The step on the faction track by each choice."""

_CHOICES: Final[dict[int, list[int]]] = {
    BARDI: [START_CHOICES.index("AF"), START_CHOICES.index("AM"), START_CHOICES.index("AC")],
    PERUZZI: [START_CHOICES.index("EW"), START_CHOICES.index("EB"), START_CHOICES.index("EM")],
    CERCHI: [START_CHOICES.index("K"), START_CHOICES.index("E")],
}


def start_choices(board: Board, seat: int) -> list[int]:
    """Return the start effects that a seat's family has to choose from, a negative number for no choice (R11)."""
    family = board.mats[seat].family
    if family not in _CHOICES:
        return [-1]
    return [
        choice for choice in _CHOICES[family] if _START_ROWS[choice] < 0 or has_free_cell(board, _START_ROWS[choice])
    ]


def begin_family(board: Board, seat: int, choice: int) -> None:
    """Carry out the start effect of a family, apart from cards drawn (R11)."""
    mat = board.mats[seat]
    row = -1
    if mat.family == MEDICI:
        row = _PAL
    elif mat.family == MOZZI:
        row = _CAR
    elif mat.family == PULCI:
        mat.kept = mat.dealt
    elif mat.family == SCALI:
        mat.set_goods(mat.goods + 1 + (1 << BRICK_AT))
    elif choice >= 0:
        row = _START_ROWS[choice]
        if _STEPS[choice]:
            mat.faction = _STEPS[choice]
    if row >= 0 and has_free_cell(board, row):
        add_cube(board, row, seat)
