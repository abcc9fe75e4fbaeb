"""The nine actions: what each way of doing one needs and what it changes (R5.1 to R5.7).

A *way* is a choice within an action, written with the letters of the notation: artwork to ``P F M C``, a ship's cloth
to ``B L N``, a house or a transport to ``T B H``, and so on. All that a way needs is a set of bits, so a question
about what can be done is one operation on words: ``able`` says what a player's mat allows, ``State.room`` what the
board does.
This module knows nothing of turns, discs or cards.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import ROOM_BIT, ROOM_WIDTH
from calimala_es.components import (
    ACTIONS,
    MATERIALS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    ROW_INDEX,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.state import Mat

PORT_CODES: Final = {"B": "BAR", "L": "LIS", "N": "LON"}
TRADING_CODES: Final = {"T": "TRO", "B": "BRU", "H": "HAM"}
CHURCH_CODES: Final = {"F": "SMF", "M": "SMN", "C": "SCR"}
BUILDING_CODES: Final = {"P": "PAL", **CHURCH_CODES}
"""One letter for each place, unambiguous within its action."""

HOUSE_CODES: Final = "".join(TRADING_CODES)
BUILD_CODES: Final = "SW" + HOUSE_CODES
"""What can be built: a ship, a workshop, a trading house in Troyes, Bruges or Hamburg."""

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
_OWN_BIT: Final = {question: 1 << (ROOM_WIDTH + place) for place, question in enumerate(_OWN_QUESTIONS)}


def own(question: str, n: int = 1) -> int:
    """The bit that is set while a mat answers a question with yes: ``own("W stock", 2)``, two wood in the warehouse."""
    return _OWN_BIT[question, n]


def _own_upto(question: str, count: int) -> int:
    return sum(bit for (what, n), bit in _OWN_BIT.items() if what == question and n <= count)


_STOCK: Final = tuple(
    tuple(
        (own(f"{material} room") if stock < WAREHOUSE_CELLS else 0) | _own_upto(f"{material} stock", stock)
        for stock in range(100)
    )
    for material in MATERIALS
)
_WOOD, _BRICK, _MARBLE = _STOCK
_SHIPS: Final = tuple(
    (own("berth") if ships < MOST_SHIPS else 0) | _own_upto("ships", ships) for ships in range(MOST_SHIPS + 1)
)
_HOUSES: Final = {
    "".join(houses): sum(own(f"{city} {'house' if city in houses else 'empty'}") for city in HOUSE_CODES)
    for count in range(len(HOUSE_CODES) + 1)
    for houses in combinations(HOUSE_CODES, count)
}


_BUILT: Final = {houses: tuple(bits | ships for ships in _SHIPS) for houses, bits in _HOUSES.items()}
"""The bits of houses and ships together: ``able`` is asked several times a decision."""


class _Cloth(dict[tuple[int, ...], int]):
    """The bits that the workshops set, worked out when first asked for."""

    def __missing__(self, cloth: tuple[int, ...]) -> int:
        self[cloth] = bits = (
            (own("lot") if len(cloth) < MOST_WORKSHOPS else 0)
            | (own("loom") if min(cloth) < WORKSHOP_CELLS else 0)
            | _own_upto("cloth", sum(cloth))
        )
        return bits


_CLOTH: Final = _Cloth()


def able(mat: Mat) -> int:
    """The word of bits that says what a player's goods, ships, houses and workshops allow."""
    return _WOOD[mat.wood] | _BRICK[mat.brick] | _MARBLE[mat.marble] | _BUILT[mat.houses][mat.ships] | _CLOTH[mat.cloth]


@cache
def woven(cloth: tuple[int, ...]) -> tuple[int, ...]:
    """The workshops after weaving: one cloth more in each that has room (R5.4)."""
    return tuple(min(count + 1, WORKSHOP_CELLS) for count in cloth)


@cache
def unloaded(cloth: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The workshops after ``count`` cloths have left, each from the fullest, the leftmost of equals (R5.8)."""
    left = list(cloth)
    for _ in range(count):
        left[left.index(max(left))] -= 1
    return tuple(left)


class Way(Struct, frozen=True, gc=False):
    """One way of doing an action: the bits it needs, the rows that get a cube, and what becomes of the mat.

    ``spends`` are all bits that doing it can clear: a way uses up nothing but what it needs, though maybe all of it.
    """

    needs: int
    rows: tuple[int, ...]
    change: Callable[[Mat], Mat]
    spends: int


def _subjects(bits: Mapping[tuple[Any, int], int]) -> Iterator[int]:
    """The bits that ask about the same thing, together: the free cells of a row, the stock of a material."""
    for subject in dict.fromkeys(subject for subject, _ in bits):
        yield sum(bit for (about, _), bit in bits.items() if about == subject)


_SUBJECTS: Final = (*_subjects(ROOM_BIT), *_subjects(_OWN_BIT))


def _way(needs: int, rows: tuple[int, ...], change: Callable[[Mat], Mat]) -> Way:
    return Way(needs, rows, change, sum(bits for bits in _SUBJECTS if bits & needs))


_SPEND: Final[dict[str, Callable[[Mat], Mat]]] = {
    "W": lambda mat: replace(mat, wood=mat.wood - 1),
    "B": lambda mat: replace(mat, brick=mat.brick - 1),
    "M": lambda mat: replace(mat, marble=mat.marble - 1),
}
"""One cube of a material leaves its warehouse."""


def _ship_cloth(count: int) -> Callable[[Mat], Mat]:
    return lambda mat: replace(mat, cloth=unloaded(mat.cloth, count))


def _add_house(city: str) -> Callable[[Mat], Mat]:
    def change(mat: Mat) -> Mat:
        houses = "".join(code for code in HOUSE_CODES if code in mat.houses + city)
        return replace(mat, brick=mat.brick - 2, houses=houses)

    return change


def _ways_of_wood() -> Iterator[tuple[str, Way]]:
    yield "", _way(own("W room"), (), lambda mat: replace(mat, wood=mat.wood + 1))


def _ways_of_brick() -> Iterator[tuple[str, Way]]:
    yield "", _way(own("B room"), (), lambda mat: replace(mat, brick=mat.brick + 1))


def _ways_of_marble() -> Iterator[tuple[str, Way]]:
    yield "", _way(own("M room"), (), lambda mat: replace(mat, marble=mat.marble + 1))


def _ways_of_build() -> Iterator[tuple[str, Way]]:
    yield (
        "S",
        _way(own("W stock", 2) | own("berth"), (), lambda mat: replace(mat, wood=mat.wood - 2, ships=mat.ships + 1)),
    )
    yield (
        "W",
        _way(
            own("W stock") | own("B stock") | own("lot"),
            (),
            lambda mat: replace(mat, wood=mat.wood - 1, brick=mat.brick - 1, cloth=(*mat.cloth, 0)),
        ),
    )
    for city in HOUSE_CODES:
        yield city, _way(own("B stock", 2) | own(f"{city} empty"), (), _add_house(city))


def _ways_of_artwork() -> Iterator[tuple[str, Way]]:
    for code, building in BUILDING_CODES.items():
        row = ROW_INDEX[f"{building}.A"]
        yield code, _way(own("M stock") | ROOM_BIT[row, 1], (row,), _SPEND["M"])


def _ways_of_weave() -> Iterator[tuple[str, Way]]:
    yield "", _way(own("loom"), (), lambda mat: replace(mat, cloth=woven(mat.cloth)))


def _ways_of_ship() -> Iterator[tuple[str, Way]]:
    for count in range(1, MOST_SHIPS + 1):
        for cargo in combinations_with_replacement(PORT_CODES, count):
            rows = tuple(ROW_INDEX[PORT_CODES[code]] for code in cargo)
            needs = own("ships", count) | own("cloth", count)
            for row in set(rows):
                needs |= ROOM_BIT[row, rows.count(row)]
            yield "".join(cargo), _way(needs, rows, _ship_cloth(count))


def _ways_of_transport() -> Iterator[tuple[str, Way]]:
    for count in range(1, len(TRADING_CODES) + 1):
        for cities in combinations(TRADING_CODES, count):
            rows = tuple(ROW_INDEX[TRADING_CODES[code]] for code in cities)
            needs = own("cloth", count)
            for code, row in zip(cities, rows, strict=True):
                needs |= own(f"{code} house") | ROOM_BIT[row, 1]
            yield "".join(cities), _way(needs, rows, _ship_cloth(count))


def _ways_of_contribute() -> Iterator[tuple[str, Way]]:
    for code, church in CHURCH_CODES.items():
        for material in MATERIALS:
            row = ROW_INDEX[f"{church}.{material}"]
            yield code + material, _way(own(f"{material} stock") | ROOM_BIT[row, 1], (row,), _SPEND[material])


WAYS: Final[dict[str, dict[str, Way]]] = {
    "W": dict(_ways_of_wood()),
    "B": dict(_ways_of_brick()),
    "M": dict(_ways_of_marble()),
    "U": dict(_ways_of_build()),
    "A": dict(_ways_of_artwork()),
    "V": dict(_ways_of_weave()),
    "S": dict(_ways_of_ship()),
    "T": dict(_ways_of_transport()),
    "C": dict(_ways_of_contribute()),
}
"""Every way of every action, in the order in which ``legal`` lists them."""


def _relevant(action: str) -> int:
    bits = 0
    for way in WAYS[action].values():
        bits |= way.needs
    return bits


RELEVANT: Final = {action: _relevant(action) for action in ACTIONS}
"""The bits that an action's ways ask for."""


class _Possible(dict[int, tuple[str, ...]]):
    """The ways that a masked word allows, worked out when first asked for."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._ways = WAYS[action]

    def __missing__(self, word: int) -> tuple[str, ...]:
        ways = tuple(code for code, way in self._ways.items() if word & way.needs == way.needs)
        self[word] = ways
        return ways


_POSSIBLE: Final = {action: (RELEVANT[action], _Possible(action)) for action in ACTIONS}


def possible_ways(action: str, word: int) -> tuple[str, ...]:
    """The ways in which an action can be done now, where ``word`` is ``State.room | able(mat)``; empty: impossible."""
    relevant, ways = _POSSIBLE[action]
    return ways[word & relevant]
