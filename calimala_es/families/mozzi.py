"""Mozzi: cloth is contributed as any material (R11.Mozzi)."""

from collections.abc import Iterator
from typing import Final

from calimala_es.board import FREE_BIT
from calimala_es.components import CARDINAL, MATERIALS, ROW_INDEX, StartChoice
from calimala_es.families.family import Family
from calimala_es.options import CHURCH_CODES, ActionOption, option_needing, own, spend_cloth
from calimala_es.state import State, cubes_added, has_free_cell

CLOTH: Final = "V"
"""What follows church and material where cloth is given for it."""


def _ways_of_contribute() -> Iterator[tuple[str, ActionOption]]:
    for code, church in CHURCH_CODES.items():
        for material in MATERIALS:
            row = ROW_INDEX[f"{church}.{material}"]
            yield code + material + CLOTH, option_needing(own("cloth") | FREE_BIT[row, 1], (row,), built=spend_cloth(1))


def _offerings(mask: int) -> Iterator[str]:
    """Yield a cube of a material that a church has a free cell for, or cloth while there is any free cell."""
    rooms = {
        material: any(mask & FREE_BIT[ROW_INDEX[f"{church}.{material}"], 1] for church in CHURCH_CODES.values())
        for material in MATERIALS
    }
    yield from (material for material, room in rooms.items() if room)
    if any(rooms.values()):
        yield "" if mask & own("cloth") else "V"


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    row = ROW_INDEX[CARDINAL]
    return cubes_added(state, seat, (row,)) if has_free_cell(state, row) else state


MOZZI: Final = Family(
    name="Mozzi",
    ability="when contributing, the player may use cloth as any material",
    start="a cube in the cardinal's area",
    example="CFWV",
    example_words="Mozzi: cloth contributed as wood",
    options={"C": dict(_ways_of_contribute())},
    offerings=_offerings,
    begin=_begin,
)
