"""Playing a board out at random, and the card that comes next."""

from collections.abc import Callable
from typing import Final

from calimala_es.playing.board import Board
from calimala_es.playing.codes import CARD_MASK, CARD_WIDTH, DRAW, DRAWING, KIND, KIND_AT, OVER
from calimala_es.playing.listing import legal_decisions
from calimala_es.playing.turns import carry_out

_MODULUS: Final = 2147483647
_FACTOR: Final = 48271


def drawn_decision(board: Board) -> int:
    """Return the draw that comes next; each card of the deck is as likely.

    Which card it is follows from ``Board.chance`` and the cards left, so that the same decisions find the same deck.
    """
    pool = board.pool
    chance = board.chance * _FACTOR % _MODULUS
    board.chance = chance
    place = chance * board.deck // _MODULUS
    card = 0
    while pool:
        place -= pool & CARD_MASK
        if place < 0:
            return DRAW << KIND_AT | card
        pool >>= CARD_WIDTH
        card += 1
    raise AssertionError("no card is left to draw")


def play_out(board: Board, random: Callable[[], float]) -> int:
    """Play to the end, every decision as likely as any other; return how many there were with an alternative.

    ``random`` gives numbers from 0 to below 1, e.g. ``Random(7).random``.
    """
    decisions = 0
    while board.now != OVER:
        if board.now & KIND == DRAWING:
            carry_out(board, drawn_decision(board))
            continue
        possible = legal_decisions(board)
        count = len(possible)
        if count > 1:
            decisions += 1
            carry_out(board, possible[int(random() * count)])
        else:
            carry_out(board, possible[0])
    return decisions
