"""Cubes on the board: which cells are free when one comes or goes, and where a seat has any."""

from typing import Final

from calimala_es.components import CARDINAL, EMPEROR, PALAZZO_ROW, PLACE_OF_ROW, ROWS
from calimala_es.playing.board import CUBE_WIDTH, Board
from calimala_es.playing.tables import MOST_FREE, OTHER_ROOM, ROOM_BITS

OWN_ROWS: Final = len(ROWS)
"""The rows that every game has come first."""

CUBE_MASK: Final = (1 << CUBE_WIDTH) - 1
_PAL: Final = PALAZZO_ROW


def bits_with_free(room: int, row: int, free: int) -> int:
    """Return the bits of rows after one row has changed to so many free cells."""
    return room & OTHER_ROOM[row] | ROOM_BITS[row][MOST_FREE if free > MOST_FREE else max(0, free)]


def _mark_free(board: Board, row: int) -> None:
    """Write down how many cells of a row are free."""
    free = board.rules.cells[row] - board.totals[row]
    if row < OWN_ROWS:
        board.room = bits_with_free(board.room, row, free)
    else:
        board.intrigue_room = bits_with_free(board.intrigue_room, row, free)


def add_cube(board: Board, row: int, seat: int) -> None:
    """Put a cube into the next cell of a row (R5.11)."""
    board.cubes[row] += 1 << CUBE_WIDTH * seat
    total = board.totals[row] + 1
    board.totals[row] = total
    if board.rules.cells[row] - total < MOST_FREE:
        _mark_free(board, row)
    if row == _PAL:
        board.palazzo.append(seat)


def move_cube(board: Board, source: int, target: int, seat: int) -> None:
    """Move the last cube of a seat in one row to another (R11.2, R11.4)."""
    board.cubes[source] -= 1 << CUBE_WIDTH * seat
    board.totals[source] -= 1
    _mark_free(board, source)
    if source == _PAL:
        place = len(board.palazzo) - 1
        while board.palazzo[place] != seat:
            place -= 1
        del board.palazzo[place]
    add_cube(board, target, seat)


def room_after_cubes(board: Board, rows: list[int]) -> int:
    """Return ``room`` as it would be with a cube more in each of these rows, equal ones next to each other."""
    room = board.room
    last = -1
    more = 0
    for row in rows:
        more = more + 1 if row == last else 1
        last = row
        room = bits_with_free(room, row, board.rules.cells[row] - board.totals[row] - more)
    return room


def room_after_move(board: Board, source: int, target: int) -> int:
    """Return ``room`` as it would be when a cube has gone from one row to another."""
    room = board.room
    cells, totals = board.rules.cells, board.totals
    if source < OWN_ROWS:
        room = bits_with_free(room, source, cells[source] - totals[source] + 1)
    if target < OWN_ROWS:
        room = bits_with_free(room, target, cells[target] - totals[target] - 1)
    return room


def has_free_cell(board: Board, row: int) -> bool:
    """Return whether a cell of a row is free."""
    return board.totals[row] < board.rules.cells[row]


# Places: whole cities, churches, PAL.


def _places() -> list[tuple[str, list[int]]]:
    """Return the cities, churches and PAL, each with its rows, those of Intrigue included."""
    places: dict[str, list[int]] = {}
    for row, place in enumerate(PLACE_OF_ROW):
        if place not in (CARDINAL, EMPEROR):
            places.setdefault(place, []).append(row)
    return [*places.items()]


PLACES: Final[list[str]] = [place for place, _ in _places()]
PLACE_ROWS: Final[list[list[int]]] = [rows for _, rows in _places()]
"""The places that a cube may be moved to or from, and the rows of each."""


def cubes_in(board: Board, place: int, seat: int) -> int:
    """Return how many cubes a seat has in one of ``PLACES``."""
    count = 0
    for row in PLACE_ROWS[place]:
        if row < len(board.cubes):
            count += board.cubes[row] >> CUBE_WIDTH * seat & CUBE_MASK
    return count


def free_rows_in(board: Board, place: int) -> int:
    """Return the rows of one of ``PLACES`` that have a free cell, as a mask."""
    mask = 0
    for row in PLACE_ROWS[place]:
        if row < len(board.cubes) and has_free_cell(board, row):
            mask |= 1 << row
    return mask


def own_rows_in(board: Board, place: int, seat: int) -> int:
    """Return the rows of one of ``PLACES`` in which a seat has a cube, as a mask."""
    mask = 0
    for row in PLACE_ROWS[place]:
        if row < len(board.cubes) and board.cubes[row] >> CUBE_WIDTH * seat & CUBE_MASK:
            mask |= 1 << row
    return mask
