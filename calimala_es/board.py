"""The city and the cells: streets between tiles (R2.1), rows of cubes and the cells that are free in them (R2.5).

A row of the board is a string of seats in order of arrival, leftmost cell first (R5.11). Which cells are free is one
*mask* as well, a bit for each question "are n cells of this row free?": so a question about many rows is one operation.
"""

from functools import lru_cache
from typing import Final, TypeGuard, get_args

from calimala_es.components import ACTIONS, ALL_ROWS, PORTS, ROW_INDEX, Street

STREETS: Final[tuple[Street, ...]] = get_args(Street)
"""The twelve streets, named by their two squares, lower first (R2.1)."""

STREET_INDEX: Final[dict[str, int]] = {street: index for index, street in enumerate(STREETS)}

_CITIES: Final = 1 << 10
"""The cities of which the streets are remembered: there are 362,880, and many games have as many different ones."""

_STREET_BETWEEN: Final[dict[tuple[int, int], Street]] = {(int(street[0]), int(street[1])): street for street in STREETS}


def street_between(square: int, higher: int) -> Street:
    """Return the street between two neighbouring squares, the lower one first.

    >>> street_between(3, 6)
    '36'
    """
    return _STREET_BETWEEN[square, higher]


def is_street(text: str) -> TypeGuard[Street]:
    """Return whether a text is the code of a street."""
    return text in STREET_INDEX


PORT_ROWS: Final = tuple(ROW_INDEX[port] for port in PORTS)


@lru_cache(maxsize=_CITIES)
def street_actions(city: str) -> dict[Street, str]:
    """Return the two actions of every street of a city, the lower square's first.

    >>> street_actions("WBMUCAVTS")["36"]
    'MA'
    """
    return {street: city[square - 1] + city[higher - 1] for (square, higher), street in _STREET_BETWEEN.items()}


@lru_cache(maxsize=_CITIES)
def street_names(city: str) -> dict[Street, str]:
    """Return the two tiles of every street, in the order of ``ACTIONS``: how people name a street.

    >>> street_names("WBMUCAVTS")["69"]
    'AS'
    """
    return {street: "".join(sorted(pair, key=ACTIONS.index)) for street, pair in street_actions(city).items()}


def _free_bits() -> dict[tuple[int, int], int]:
    """Return a bit for every question of the form "are n cells of this row free?".

    Several cubes may go to one port in one action (R5.5), so a port has a bit for each of 1, 2 and 3 free cells.
    """
    bits: dict[tuple[int, int], int] = {}
    for row in range(len(ALL_ROWS)):
        for cells in (1, 2, 3) if row in PORT_ROWS else (1,):
            bits[row, cells] = 1 << len(bits)
    return bits


FREE_BIT: Final = _free_bits()
"""The bit that is set while at least n cells of a row are free, by (row, n)."""

FREE_WIDTH: Final = len(FREE_BIT)
"""The number of these bits, which are the first; few enough for a machine's integer."""

MOST_ASKED: Final = max(cells for _, cells in FREE_BIT)
"""How many free cells of a row are asked for at most; how many more there are changes no bit."""

_ROW_MASKS: Final = tuple(
    tuple(
        sum(bit for (of, cells), bit in FREE_BIT.items() if of == row and cells <= free)
        for free in range(MOST_ASKED + 1)
    )
    for row in range(len(ALL_ROWS))
)
BITS_AFTER_CUBE: Final = tuple(
    tuple(~FREE_BIT.get((row, free + 1), 0) for free in range(MOST_ASKED)) for row in range(len(ALL_ROWS))
)
"""The bits that stay set when one more cube leaves so many cells of a row free, by row and cells."""

_OTHER_ROWS: Final = tuple(~free_cells[MOST_ASKED] for free_cells in _ROW_MASKS)


def with_free_cells(free_cells: int, row: int, free: int) -> int:
    """Return the mask after one row has changed to ``free`` free cells; fewer than none in an overfull row."""
    return (
        free_cells & _OTHER_ROWS[row]
        | _ROW_MASKS[row][free if 0 <= free < MOST_ASKED else MOST_ASKED if free > 0 else 0]
    )


def free_cells_mask(rows: tuple[str, ...], cells: tuple[int, ...]) -> int:
    """Return the mask of the free cells in all rows of the game."""
    free_cells = 0
    for row, cubes in enumerate(rows):
        free_cells = with_free_cells(free_cells, row, cells[row] - len(cubes))
    return free_cells
