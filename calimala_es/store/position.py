"""A position as the store keeps it: by the names of its parts.

A game may start in the middle, and the layout of ``State`` may change with the program while such a game must stay
readable. So what is kept has a layout of its own, with everything left out that follows from the rest.
"""

from msgspec import Struct

from calimala_es.board import free_cells_mask
from calimala_es.frames import Frame
from calimala_es.setup import Setup
from calimala_es.state import Mat, State


class StoredMat(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's mat; the fields are those of ``calimala_es.state.Mat``."""

    coloured: int
    white: int
    wood: int = 0
    brick: int = 0
    marble: int = 0
    cloth: tuple[int, ...] = (0,)
    ships: int = 0
    houses: str = ""
    points: int = 0
    open: str = ""
    secret: str = ""
    unknown: int = 0
    dealt: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    support: int = 0
    family: str = ""
    faction: int = 0


class StoredPosition(Struct, frozen=True, gc=False):
    """A position; the fields are those of ``calimala_es.state.State`` that do not follow from the others."""

    turn: int
    active: int
    mats: tuple[StoredMat, ...]
    rows: tuple[str, ...]
    stacks: tuple[str, ...]
    council: str
    seats: str
    deck: int
    discard: str
    pool: str
    laid_out: str
    by_board: tuple[str, ...]
    now: Frame
    later: tuple[Frame, ...]
    used: str = ""


def _parts(value: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def stored_position(state: State) -> StoredPosition:
    """Return the stored form of a state; its set-up is stored elsewhere."""
    parts = _parts(state, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(StoredMat(**_parts(mat, StoredMat.__struct_fields__)) for mat in state.mats)  # type: ignore[arg-type]
    return StoredPosition(**parts)  # type: ignore[arg-type]


def restored_state(setup: Setup, position: StoredPosition) -> State:
    """Return the state from which ``position`` was stored."""
    parts = _parts(position, StoredPosition.__struct_fields__)
    parts["mats"] = tuple(Mat(**_parts(mat, StoredMat.__struct_fields__)) for mat in position.mats)  # type: ignore[arg-type]
    return State(setup=setup, free_cells=free_cells_mask(position.rows, setup.ruleset.cells), **parts)  # type: ignore[arg-type]
