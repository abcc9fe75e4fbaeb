"""What a player's mat allows, as bits: stock and room in the warehouses, ships, houses, workshops and cloth (R2.6).

With ``State.free_cells``, which says the same of the board, a question about what can be done is one operation on
masks.
"""

from itertools import combinations
from typing import Final

from calimala_es.board import FREE_WIDTH
from calimala_es.components import MATERIALS, MOST_SHIPS, MOST_WORKSHOPS, WAREHOUSE_CELLS, WORKSHOP_CELLS

HOUSE_CODES: Final = "TBH"
"""The trading cities in which houses stand: Troyes, Bruges, Hamburg."""

_OWN_QUESTIONS: Final = (
    *((f"{material} room", 1) for material in MATERIALS),
    *((f"{material} stock", n) for material in "WB" for n in (1, 2)),
    ("M stock", 1),
    ("berth", 1),
    ("lot", 1),
    *((f"{city} empty", 1) for city in HOUSE_CODES),
    *((f"{city} house", 1) for city in HOUSE_CODES),
    ("loom", 1),
    *((thing, n) for thing in ("ships", "cloth") for n in (1, 2, 3)),
)
OWN_BIT: Final = {question: 1 << (FREE_WIDTH + place) for place, question in enumerate(_OWN_QUESTIONS)}
FIRST_FREE_BIT: Final = FREE_WIDTH + len(OWN_BIT)
"""The place of the first bit that says nothing of rows or mats."""


def own(question: str, n: int = 1) -> int:
    """The bit that is set while a mat answers a question with yes: ``own("W stock", 2)``, two wood in the warehouse."""
    return OWN_BIT[question, n]


def _own_upto(question: str, count: int) -> int:
    return sum(bit for (what, n), bit in OWN_BIT.items() if what == question and n <= count)


_STOCK: Final = tuple(
    tuple(
        (own(f"{material} room") if stock < WAREHOUSE_CELLS else 0) | _own_upto(f"{material} stock", stock)
        for stock in range(100)
    )
    for material in MATERIALS
)
WOOD, BRICK, MARBLE = _STOCK
"""The bits of a warehouse by the number of cubes in it; more than it holds may be there by an observation."""

_SHIPS: Final = tuple(
    (own("berth") if ships < MOST_SHIPS else 0) | _own_upto("ships", ships) for ships in range(MOST_SHIPS + 1)
)
_HOUSES: Final = {
    "".join(houses): sum(own(f"{city} {'house' if city in houses else 'empty'}") for city in HOUSE_CODES)
    for count in range(len(HOUSE_CODES) + 1)
    for houses in combinations(HOUSE_CODES, count)
}


BUILT: Final = {houses: tuple(bits | ships for ships in _SHIPS) for houses, bits in _HOUSES.items()}
"""The bits of houses and ships together, by houses, then by the number of ships."""


class _Cloth(dict[tuple[int, ...], int]):
    """The bits that the workshops set, worked out when first asked for."""

    def __missing__(self, cloth: tuple[int, ...]) -> int:
        self[cloth] = bits = (
            (own("lot") if len(cloth) < MOST_WORKSHOPS else 0)
            | (own("loom") if min(cloth) < WORKSHOP_CELLS else 0)
            | _own_upto("cloth", sum(cloth))
        )
        return bits


CLOTH: Final = _Cloth()
"""The bits of the workshops, by the cloth in each."""
