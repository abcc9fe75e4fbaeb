"""Scali: the player keeps one of two cards drawn (R11.Scali, R11.7)."""

from typing import Final

from msgspec.structs import replace

from calimala_es.components import StartChoice
from calimala_es.families.family import Family
from calimala_es.state import State, with_mat


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    mat = state.mats[seat]
    stock = replace(mat.stock, brick=mat.stock.brick + 1, wood=mat.stock.wood + 1)
    return replace(state, mats=with_mat(state.mats, seat, replace(mat, stock=stock)))


SCALI: Final = Family(
    name="Scali",
    ability="whenever the player gains a card, they draw two and keep one",
    start="one brick and one wood",
    example=":W",
    example_words="Scali: this one of the two cards is discarded",
    draws=2,
    begin=_begin,
)
