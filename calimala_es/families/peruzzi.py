"""Peruzzi: anything is built with any two of wood and brick (R11.Peruzzi, R11.7)."""

from collections.abc import Iterator
from typing import Final

from calimala_es.components import ROW_INDEX, StartChoice
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


_STARTS: Final[dict[StartChoice, int]] = {
    "EW": ROW_INDEX["EMP.W"],
    "EB": ROW_INDEX["EMP.B"],
    "EM": ROW_INDEX["EMP.M"],
}
"""The row that gets a cube by each choice."""


def _choices(state: State, seat: int) -> tuple[StartChoice, ...]:
    return tuple(choice for choice, row in _STARTS.items() if has_free_cell(state, row))


def _begin(state: State, seat: int, choice: StartChoice) -> State:
    return cubes_added(state, seat, (_STARTS[choice],)) if choice else state


PERUZZI: Final = Family(
    name="Peruzzi",
    ability="the player may build anything with any two cubes of wood or brick",
    start="a cube in any row of the emperor's area",
    example="USWB",
    example_words="Peruzzi: built for these two cubes",
    options={"U": dict(_ways_of_build())},
    replaced="U",
    prices=_prices,
    choices=_choices,
    begin=_begin,
)
