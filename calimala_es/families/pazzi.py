"""Pazzi: white discs below the top act like own ones (R11.Pazzi, R11.7)."""

from typing import Final

from calimala_es.components import WHITE, Street
from calimala_es.families.family import Family
from calimala_es.frames import DiscOffer, Frames


def _below(seat: int, street: Street, depth: int, disc: str) -> Frames:
    return (DiscOffer(seat, street, depth),) if disc == WHITE else ()


PAZZI: Final = Family(
    name="Pazzi",
    ability=(
        "when placing on a stack, the player may activate any white disc that is second or third "
        "from the top as their own, doing each action once"
    ),
    start="one extra coloured disc and one extra white disc; two discs stay unused",
    example="^",
    example_words="Pazzi: the white disc below is activated",
    discs=(1, 1),
    unused=2,
    below=_below,
)
