"""Peruzzi: anything is built with any two of wood and brick (R11.Peruzzi, R11.7)."""

from collections.abc import Iterator
from typing import Final

from calimala_es.components import EMPEROR, MATERIALS, ROW_INDEX
from calimala_es.families.family import Family
from calimala_es.options import BUILDINGS, ActionOption, building_option, own
from calimala_es.state import State, cubes_added, has_free_cell

PRICES: Final = {"WW": (2, 0), "WB": (1, 1), "BB": (0, 2)}
"""Wood and brick paid, by the letters that follow what is built."""


def _ways_of_build() -> Iterator[tuple[str, ActionOption]]:
    for code in BUILDINGS:
        for paid, price in PRICES.items():
            yield code + paid, building_option(code, price)


def _prices(building: str, mask: int) -> Iterator[str]:
    """Yield the wood and brick cards that bring the stock to two, in every mixture."""
    held = sum(bool(mask & own(f"{material} stock", n)) for material in "WB" for n in (1, 2))
    yield from {0: ("WW", "WB", "BB"), 1: ("W", "B")}.get(held, ("",))


def _choices(state: State, seat: int) -> tuple[str, ...]:
    rows = (material for material in MATERIALS if has_free_cell(state, ROW_INDEX[f"{EMPEROR}.{material}"]))
    return tuple("E" + material for material in rows)


def _begin(state: State, seat: int, choice: str) -> State:
    return cubes_added(state, seat, (ROW_INDEX[f"{EMPEROR}.{choice[1:]}"],)) if choice else state


PERUZZI: Final = Family(
    name="Peruzzi",
    ability="he builds anything with any two of wood and brick",
    start="a cube in any row of the emperor's area",
    example="USWB",
    example_words="Peruzzi: built for these two cubes",
    options={"U": dict(_ways_of_build())},
    replaced="U",
    prices=_prices,
    choices=_choices,
    begin=_begin,
)
