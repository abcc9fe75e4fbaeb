"""Pazzi: white discs below the top act like own ones (R11.Pazzi, R11.7)."""

from typing import Final

from calimala_es.components import WHITE, Street
from calimala_es.families.family import Family, Frames
from calimala_es.frames import DiscOffer


def _below(seat: int, street: Street, depth: int, disc: str) -> Frames:
    return (DiscOffer(seat, street, depth),) if disc == WHITE else ()


PAZZI: Final = Family(
    name="Pazzi",
    ability="placing on a stack, he may activate white discs among the second and third as his own, each action once",
    start="one coloured and one white disc more; two discs stay unused",
    example="^",
    example_words="Pazzi: the white disc below is activated",
    discs=(1, 1),
    unused=2,
    below=_below,
)
