"""Scorings on the board: counting, ties, points and bonuses, and who has won (R6, R7, R10).

The counts of all parties are one number. Where no two of them are equal the order follows from it alone; else a key is
made for each party, of its cubes and whatever breaks ties, and the keys are sorted.
"""

from typing import Final

from calimala_es.components import INFLUENCE_CARDS, PALAZZO, PALAZZO_ROW
from calimala_es.playing.board import CUBE_WIDTH, Board
from calimala_es.playing.codes import KIND, SCORING_INFLUENCE
from calimala_es.playing.cubes import CUBE_MASK
from calimala_es.playing.tables import remembered
from calimala_es.scoring import FEWER_POINTS, MORE_POINTS

_MOST: Final = 1023
"""More than there is of anything that breaks ties."""

_PAL: Final = PALAZZO_ROW
_PAL_CARD: Final = INFLUENCE_CARDS.index(PALAZZO)
_MORE: Final[list[int]] = [*MORE_POINTS]
_FEWER: Final[list[int]] = [*FEWER_POINTS]
_NOBODY_DECIDES: Final[list[int]] = [-1]
"""The order where tie-breakers have to decide."""


def _untied(counts: int) -> list[int]:
    """Return the parties with cubes, most cubes first; ``_NOBODY_DECIDES`` if two have equally many."""
    keys: list[int] = []
    seat = 0
    while counts:
        if counts & CUBE_MASK:
            keys.append((CUBE_MASK - (counts & CUBE_MASK)) << 3 | seat)
        counts >>= CUBE_WIDTH
        seat += 1
    if len({key >> 3 for key in keys}) < len(keys):
        return _NOBODY_DECIDES
    return [key & 7 for key in sorted(keys)]


_UNTIED: Final[dict[int, list[int]]] = {}


def _last_seat(board: Board, seat: int) -> int:
    """Return the place of a party's last seat in the order of all seats, from 1; 0 without a seat."""
    place = len(board.seats)
    while place and board.seats[place - 1] != seat:
        place -= 1
    return place


def _first_artwork(board: Board, seat: int) -> int:
    """Return the place of a party's first artwork in PAL, from 1; 0 without any."""
    for place in range(len(board.palazzo)):
        if board.palazzo[place] == seat:
            return place + 1
    return 0


def seats_and_palazzo(board: Board, seat: int) -> int:
    """Return a party's seats and artwork in PAL (R6.6 a, R7.4)."""
    return board.seats.count(seat) + (board.cubes[_PAL] >> CUBE_WIDTH * seat & CUBE_MASK)


def _tie_key(board: Board, seat: int, active: int) -> int:
    """Return a number that is lower for the party that goes first in a tie (R6.6, R9.4)."""
    key = _MOST - seats_and_palazzo(board, seat) << 10 | _MOST - board.seats.count(seat)
    last = _last_seat(board, seat)
    if not board.rules.most_recent_seat:
        return key << 20 | last << 10 | _first_artwork(board, seat)
    key = key << 20 | _MOST - last << 10 | _first_artwork(board, seat)
    return key << 3 | (seat - active) % board.rules.parties


def _sorted_keys(board: Board, counts: int) -> list[int]:
    """Return a key for every party with cubes, in their order; the lowest three bits are the party."""
    final = (board.later[0] if board.later else board.now) & KIND == SCORING_INFLUENCE
    active = 0 if final else board.active
    keys: list[int] = []
    for seat in range(board.rules.parties):
        cubes = counts >> CUBE_WIDTH * seat & CUBE_MASK
        if cubes:
            keys.append((CUBE_MASK - cubes << 43 | _tie_key(board, seat, active)) << 3 | seat)
    keys.sort()
    return keys


def _order(board: Board, counts: int, places: list[int]) -> list[int]:
    """Pay the points of the places and return the order; parties that nothing separates share (R6.5, R6.6 e)."""
    mats = board.mats
    try:
        order = _UNTIED[counts]
    except KeyError:
        order = remembered(_UNTIED, counts, _untied(counts))
    if order is not _NOBODY_DECIDES:
        for place in range(min(len(order), len(places))):
            mats[order[place]].points += places[place]
        return order
    keys = _sorted_keys(board, counts)
    first = 0
    while first < len(keys) and first < len(places):
        end = first + 1
        total = places[first]
        while end < len(keys) and keys[end] >> 3 == keys[first] >> 3:
            if end < len(places):
                total += places[end]
            end += 1
        share = total // (end - first)
        for place in range(first, end):
            mats[keys[place] & 7].points += share
        first = end
    return [key & 7 for key in keys]


def _stage(board: Board, seat: int, side: int) -> int:
    """Return the stage that a party has reached on one side of the faction track (R10.6)."""
    steps = board.mats[seat].faction * side
    stage = 0
    for begins in board.rules.stages:
        if steps >= begins:
            stage += 1
    return stage


def score_tile(board: Board, tile: int) -> None:
    """Pay for a scoring tile, with what the faction track brings (R6.4, R10.8)."""
    rules = board.rules
    cubes = board.cubes
    counts = 0
    for row in rules.tile_rows[tile]:
        counts += cubes[row]
    order = _order(board, counts, rules.tile_points)
    side = rules.tile_sides[tile]
    if side:
        for place in range(min(len(order), 3)):
            more = rules.bonuses[_stage(board, order[place], side)]
            if place < len(more):
                board.mats[order[place]].points += more[place]


def score_area(board: Board, area: int) -> None:
    """Pay for the cardinal's or the emperor's area: more where there are more cubes (R10.9)."""
    counts = 0
    totals = [0, 0]
    for one in (0, 1):
        for row in board.rules.area_rows[one]:
            totals[one] += board.totals[row]
            if one == area:
                counts += board.cubes[row]
    _order(board, counts, _MORE if totals[area] > totals[1 - area] else _FEWER)


def score_influence(board: Board) -> None:
    """Pay for all influence cards: the board's, then the players', those of one place in the order of R1 (R7.3)."""
    _score_cards(board, board.by_board)
    for mat in board.mats:
        _score_cards(board, mat.shown)


def _score_cards(board: Board, cards: int) -> None:
    numbers: list[int] = []
    while cards:
        numbers.append((cards & 15) - 1)
        cards >>= 4
    numbers.sort()
    for card in numbers:
        counts = 0
        for row in board.rules.influence_rows[card]:
            counts += board.cubes[row]
        if card == _PAL_CARD:
            for seat in board.seats:
                counts += 1 << CUBE_WIDTH * seat
        _order(board, counts, board.rules.influence_points)


def winners(board: Board) -> list[int]:
    """Return the seats that have won, or would if the game ended now; the third party cannot (R7.4, R8.9)."""
    seats = range(board.rules.players)
    most = max([board.mats[seat].points for seat in seats])
    leaders = [seat for seat in seats if board.mats[seat].points == most]
    best = max([seats_and_palazzo(board, seat) for seat in leaders])
    return [seat for seat in leaders if seats_and_palazzo(board, seat) == best]
