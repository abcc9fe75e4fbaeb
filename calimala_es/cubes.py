"""Cubes on the board: adding them, moving them, and the cells that are free (R5.11)."""

from collections.abc import Collection

from msgspec.structs import replace

from calimala_es.board import MOST_ASKED, with_free_cells
from calimala_es.components import PLACE_OF_ROW, SEATS
from calimala_es.state import State


def with_cubes(state: State, seat: int, places: tuple[int, ...]) -> tuple[tuple[str, ...], int]:
    """The rows with a cube of ``seat`` more in each of ``places``, and what is free in them."""
    rows, free_cells = [*state.rows], state.free_cells
    cells = state.setup.ruleset.cells
    for row in places:
        rows[row] = cubes = rows[row] + SEATS[seat]
        free = cells[row] - len(cubes)
        if free < MOST_ASKED:
            free_cells = with_free_cells(free_cells, row, free)
    return tuple(rows), free_cells


def cubes_added(state: State, seat: int, places: tuple[int, ...]) -> State:
    """The state with a cube of ``seat`` more in each of ``places``."""
    rows, free_cells = with_cubes(state, seat, places)
    return replace(state, rows=rows, free_cells=free_cells)


def cube_moved(state: State, seat: int, source: int, target: int) -> State:
    """The state in which the last cube of ``seat`` in one row has gone to another."""
    cubes = state.rows[source]
    place = cubes.rindex(SEATS[seat])
    rows = [*state.rows]
    rows[source] = cubes[:place] + cubes[place + 1 :]
    free_cells = with_free_cells(state.free_cells, source, state.setup.ruleset.cells[source] - len(rows[source]))
    return cubes_added(replace(state, rows=tuple(rows), free_cells=free_cells), seat, (target,))


def has_room(state: State, row: int) -> bool:
    """Whether a cell of a row is free."""
    return len(state.rows[row]) < state.setup.ruleset.cells[row]


def cubes_by_place(state: State, seat: int) -> dict[str, int]:
    """How many cubes a seat has in each city, church, PAL and area."""
    counts: dict[str, int] = {}
    for place, cubes in zip(PLACE_OF_ROW, state.rows, strict=False):
        counts[place] = counts.get(place, 0) + cubes.count(SEATS[seat])
    return counts


def free_rows(state: State, places: Collection[str]) -> tuple[int, ...]:
    """The rows of these places with a free cell."""
    return tuple(row for row in range(len(state.rows)) if PLACE_OF_ROW[row] in places and has_room(state, row))
