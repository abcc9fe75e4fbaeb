"""Medici: a card before any tile is scored (R11.Medici, R11.6)."""

from typing import Final

from calimala_es.components import PALAZZO_ROW, StartChoice
from calimala_es.families.family import Family
from calimala_es.frames import CardOffer, Frames
from calimala_es.state import State, cubes_added, has_free_cell


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    return cubes_added(state, seat, (PALAZZO_ROW,)) if has_free_cell(state, PALAZZO_ROW) else state


def _before_tile(state: State, seat: int) -> Frames:
    return (CardOffer(seat),)


MEDICI: Final = Family(
    name="Medici",
    ability="before any tile is scored, the player may play one action card",
    start="a cube in the leftmost artwork cell of the Palazzo",
    example="+AP",
    example_words="Medici: a card played before a tile is scored",
    begin=_begin,
    before_tile=_before_tile,
)
