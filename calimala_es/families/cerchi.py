"""Cerchi: the tile after the next one is scored first (R11.Cerchi, R11.5)."""

from typing import Final

from msgspec.structs import replace

from calimala_es.components import StartChoice
from calimala_es.families.family import Family
from calimala_es.frames import Frames, TileOffer
from calimala_es.scoring import free_tiles
from calimala_es.state import State, with_mat

_STEPS: Final[dict[StartChoice, int]] = {"K": -1, "E": 1}
"""The first step on the faction track: towards the cardinal or the emperor."""


def _choices(state: State, seat: int) -> tuple[StartChoice, ...]:
    return tuple(_STEPS)


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    mat = replace(state.mats[seat], faction=_STEPS[choice])
    return replace(state, mats=with_mat(state.mats, seat, mat))


def _before_seat(state: State, seat: int) -> Frames:
    free = free_tiles(state)
    return (TileOffer(seat, free[1]),) if len(free) > 1 else ()


CERCHI: Final = Family(
    name="Cerchi",
    ability="on their turn, the player may skip the next scoring tile and have the one after it scored; "
    "the skipped tile is then next",
    start="one step on the faction track, either way",
    example=">HAM",
    example_words="Cerchi: this tile is scored first",
    choices=_choices,
    begin=_begin,
    before_seat=_before_seat,
)
