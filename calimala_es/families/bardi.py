"""Bardi: once a turn a cube goes to a place where there is one of his already (R11.Bardi, R11.4)."""

from typing import Final

from calimala_es.components import CARDINAL, EMPEROR, PLACE_OF_ROW, ROW_INDEX, StartChoice
from calimala_es.families.family import Family
from calimala_es.frames import Frames, MoveOffer
from calimala_es.state import State, cubes_added, cubes_by_place, free_rows, has_free_cell

USED: Final = "B"
"""The mark of a turn in which a cube was moved."""


_STARTS: Final[dict[StartChoice, int]] = {
    "AF": ROW_INDEX["SMF.A"],
    "AM": ROW_INDEX["SMN.A"],
    "AC": ROW_INDEX["SCR.A"],
}
"""The row that gets a cube by each choice."""


def _choices(state: State, seat: int) -> tuple[StartChoice, ...]:
    return tuple(choice for choice, row in _STARTS.items() if has_free_cell(state, row))


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    return cubes_added(state, seat, (_STARTS[choice],)) if choice else state


def _after_cubes(state: State, seat: int, rows: tuple[int, ...]) -> Frames:
    """Offer to move one of the cubes just placed to a free cell of a place where the player had one before."""
    if USED in state.used:
        return ()
    cubes = cubes_by_place(state, seat)
    for row in rows:
        cubes[PLACE_OF_ROW[row]] -= 1
    places = {place for place, count in cubes.items() if count > 0 and place not in (CARDINAL, EMPEROR)}
    sources, targets = tuple(dict.fromkeys(rows)), free_rows(state, places)
    can_move = any(source != target for source in sources for target in targets)
    return (MoveOffer(seat, sources, targets, USED),) if can_move else ()


BARDI: Final = Family(
    name="Bardi",
    ability=(
        "once per turn, one cube that an action puts on the board may go to any place where the "
        "player already has a cube"
    ),
    start="a cube in the leftmost artwork cell of a church",
    example="SMF.A>SCR.W",
    example_words="Bardi: the cube just placed is moved",
    choices=_choices,
    begin=_begin,
    after_cubes=_after_cubes,
)
