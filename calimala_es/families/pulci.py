"""Pulci: a cube moves on from an area that was scored; the player keeps all influence cards (R11.Pulci, R11.2)."""

from typing import Final

from msgspec.structs import replace

from calimala_es.components import CHURCHES, PALAZZO, PORTS, SEATS, TRADING_CITIES, UNKNOWN, StartChoice, Tile
from calimala_es.components import PLACE_OF_ROW as PLACES
from calimala_es.deck import dealt_to_each
from calimala_es.families.family import Family
from calimala_es.frames import Frames, MoveOffer
from calimala_es.scoring import free_tiles
from calimala_es.state import State, cubes_by_place, free_rows, with_mat

_AREAS: Final = (*PORTS, *TRADING_CITIES, *CHURCHES)
"""The areas with a tile of their own."""


def _after_tile(state: State, seat: int, tile: Tile) -> Frames:
    """Offer to move a cube of the area just scored to another where the player has one and whose tile is free."""
    if tile not in _AREAS:
        return ()
    sources = tuple(row for row, cubes in enumerate(state.rows) if PLACES[row] == tile and SEATS[seat] in cubes)
    free = free_tiles(state)
    cubes = cubes_by_place(state, seat)
    others = (place for place in _AREAS if place in free and place != tile)
    targets = free_rows(state, {place for place in (*others, PALAZZO) if cubes[place]})
    return (MoveOffer(seat, sources, targets),) if sources and targets else ()


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    mat = state.mats[seat]
    unknown = dealt_to_each(state) - len(mat.dealt)
    return replace(state, mats=with_mat(state.mats, seat, replace(mat, kept=(*mat.dealt, *(UNKNOWN,) * unknown))))


PULCI: Final = Family(
    name="Pulci",
    ability=(
        "after an area has been scored, the player may move one of their cubes from there to an area "
        "that has not been scored yet"
    ),
    start="all the influence cards dealt",
    example="LIS>SCR.W",
    example_words="Pulci: a cube from the scored area is moved",
    keeps_all_influence=True,
    begin=_begin,
    after_tile=_after_tile,
)
