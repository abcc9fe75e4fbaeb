"""Actions as data: what each option of an action needs and changes, intrigue actions included (R5, R10.3).

An *option* is a choice within an action, written with the letters of the notation: artwork to ``P F M C``, a ship's
cloth to ``B L N``, a house or a transport to ``T B H``, and so on. Whatever an option needs is a set of bits: those of
a player's mat come from here (stock and space in the warehouses, ships, houses, workshops, cloth; R2.6), those of the
board's free cells from ``board``. So whether an option is possible is one operation on masks. Nothing here knows of
turns, discs, cards and families.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from calimala_es.board import FREE_BIT, FREE_WIDTH
from calimala_es.components import (
    CARDINAL,
    EMPEROR,
    MATERIALS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    ROW_INDEX,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.state import Built, Stock

HOUSE_CODES: Final = "TBH"
"""The trading cities that may have a house: Troyes, Bruges, Hamburg."""

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
    """Return the bit that is set while a mat answers a question with yes.

    ``own("W stock", 2)``: there are two wood in the warehouse.
    """
    return OWN_BIT[question, n]


@cache
def _own_upto(question: str, count: int) -> int:
    return sum(bit for (what, n), bit in OWN_BIT.items() if what == question and n <= count)


_Question = TypeVar("_Question")
_Answer = TypeVar("_Answer")


MOST_ANSWERS: Final = 1 << 14
"""How many answers are remembered before all are forgotten, so that no text fills the memory."""


class Answers(dict[_Question, _Answer]):
    """Answers to a question that is asked over and over, each worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[_Question], _Answer]) -> None:
        """Start without an answer."""
        super().__init__()
        self._work_out = work_out

    def __missing__(self, question: _Question) -> _Answer:
        """Return the answer to a new question, and remember it."""
        if len(self) >= MOST_ANSWERS:
            self.clear()
        self[question] = answer = self._work_out(question)
        return answer


def _stock_bits(stock: Stock) -> int:
    bits = 0
    for material, count in zip(MATERIALS, astuple(stock), strict=True):
        bits |= own(f"{material} room") * (count < WAREHOUSE_CELLS) | _own_upto(f"{material} stock", count)
    return bits


def _built_bits(built: Built) -> int:
    cloth, ships = built.cloth, built.ships
    return (
        own("berth") * (ships < MOST_SHIPS)
        | _own_upto("ships", ships)
        | sum(own(f"{city} {'house' if city in built.houses else 'empty'}") for city in HOUSE_CODES)
        | own("lot") * (len(cloth) < MOST_WORKSHOPS)
        | own("loom") * (min(cloth) < WORKSHOP_CELLS)
        | _own_upto("cloth", sum(cloth))
    )


STOCK_BITS: Final = Answers[Stock, int](_stock_bits)
BUILT_BITS: Final = Answers[Built, int](_built_bits)
"""The bits that a stock, and what is built, set."""

_SAME_STOCK: Final = Answers[Stock, Stock](lambda stock: stock)
_SAME_BUILT: Final = Answers[Built, Built](lambda built: built)
"""Stocks, and what is built, by ones that are equal: there is one value of each, which tables find faster than its
equals.
"""

# Options.

PORT_CODES: Final = {"B": "BAR", "L": "LIS", "N": "LON"}
TRADING_CODES: Final = {"T": "TRO", "B": "BRU", "H": "HAM"}
CHURCH_CODES: Final = {"F": "SMF", "M": "SMN", "C": "SCR"}
BUILDING_CODES: Final = {"P": "PAL", **CHURCH_CODES}
"""One letter for each place, unambiguous within its action."""


def pooled(built: Built) -> Built:
    """Return the cloth spread evenly over the workshops, the left ones fuller: it is pooled (R5.8)."""
    each, over = divmod(sum(built.cloth), len(built.cloth))
    return replace(built, cloth=tuple(each + (place < over) for place in range(len(built.cloth))))


StockAfter = Answers[Stock, Stock]
BuiltAfter = Answers[Built, Built]
"""The stock, and what is built, after a change by what it was before: every change has one table."""


@cache
def change_stock(wood: int = 0, brick: int = 0, marble: int = 0) -> StockAfter:
    """Return the table of a stock that has so many cubes of each material more."""
    return Answers(lambda stock: _SAME_STOCK[Stock(stock.wood + wood, stock.brick + brick, stock.marble + marble)])


def change_built(change: Callable[[Built], Built]) -> BuiltAfter:
    """Return the table of a change of what is built."""
    return Answers(lambda built: _SAME_BUILT[change(built)])


class ActionOption(Struct, frozen=True, gc=False):
    """One option of an action: the bits it needs, the rows that get a cube, and what stock and buildings are after it.

    ``spends`` are all bits that doing it can clear: an option uses up nothing but what it needs, though maybe all of
    it. ``moves_cloth`` says whether workshops or their cloth change.
    """

    needs: int
    rows: tuple[int, ...]
    stock: StockAfter
    built: BuiltAfter
    spends: int
    moves_cloth: bool = False


def _subjects(bits: Mapping[tuple[Any, int], int]) -> Iterator[int]:
    """Yield the bits that ask about one thing, together: the free cells of a row, the stock of a material."""
    for subject in dict.fromkeys(subject for subject, _ in bits):
        yield sum(bit for (about, _), bit in bits.items() if about == subject)


_SUBJECTS: Final = (*_subjects(FREE_BIT), *_subjects(OWN_BIT))


def option_needing(
    needs: int, rows: tuple[int, ...], *, stock: StockAfter = _SAME_STOCK, built: BuiltAfter = _SAME_BUILT
) -> ActionOption:
    """Return an option that needs these bits and changes the stock or what is built; what it can clear follows."""
    spends = sum(bits for bits in _SUBJECTS if bits & needs)
    return ActionOption(needs, rows, stock, built, spends, bool(needs & _OF_CLOTH))


_OF_CLOTH: Final = own("loom") | own("lot") | sum(own("cloth", n) for n in (1, 2, 3))
"""The bits that workshops and cloth set."""


SPEND: Final = {"W": change_stock(wood=-1), "B": change_stock(brick=-1), "M": change_stock(marble=-1)}
"""One cube of a material leaves its warehouse."""


@cache
def spend_cloth(count: int) -> BuiltAfter:
    """Return the change in which so much cloth leaves the workshops, each from the fullest, the leftmost of equals
    (R5.8).
    """

    def spent(built: Built) -> Built:
        left = [*built.cloth]
        for _ in range(count):
            left[left.index(max(left))] -= 1
        return replace(built, cloth=tuple(left))

    return change_built(spent)


def _wood_options() -> Iterator[tuple[str, ActionOption]]:
    yield "", option_needing(own("W room"), (), stock=change_stock(wood=1))


def _brick_options() -> Iterator[tuple[str, ActionOption]]:
    yield "", option_needing(own("B room"), (), stock=change_stock(brick=1))


def _marble_options() -> Iterator[tuple[str, ActionOption]]:
    yield "", option_needing(own("M room"), (), stock=change_stock(marble=1))


def _with_ship(built: Built) -> Built:
    return replace(built, ships=built.ships + 1)


def _with_workshop(built: Built) -> Built:
    return replace(built, cloth=(*built.cloth, 0))


def _with_house(city: str) -> Callable[[Built], Built]:
    return lambda built: replace(built, houses="".join(code for code in HOUSE_CODES if code in built.houses + city))


class Building(NamedTuple):
    """Something to build: the bit that says that there is space for it, its price in wood and brick, and its effect."""

    space: int
    price: tuple[int, int]
    build: BuiltAfter


BUILDINGS: Final = {
    "S": Building(own("berth"), (2, 0), change_built(_with_ship)),
    "W": Building(own("lot"), (1, 1), change_built(_with_workshop)),
    **{city: Building(own(f"{city} empty"), (0, 2), change_built(_with_house(city))) for city in HOUSE_CODES},
}
"""A ship, a workshop, a trading house in Troyes, Bruges or Hamburg (R5.2)."""

BUILD_CODES: Final = "".join(BUILDINGS)
"""The letters of what can be built."""


def building_option(code: str, price: tuple[int, int]) -> ActionOption:
    """Return the option to build something for so much wood and brick."""
    building = BUILDINGS[code]
    wood, brick = price
    needs = building.space | (own("W stock", wood) if wood else 0) | (own("B stock", brick) if brick else 0)
    return option_needing(needs, (), stock=change_stock(-wood, -brick), built=building.build)


def _build_options() -> Iterator[tuple[str, ActionOption]]:
    for code, building in BUILDINGS.items():
        yield code, building_option(code, building.price)


def _artwork_options() -> Iterator[tuple[str, ActionOption]]:
    for code, building in BUILDING_CODES.items():
        row = ROW_INDEX[f"{building}.A"]
        yield code, option_needing(own("M stock") | FREE_BIT[row, 1], (row,), stock=SPEND["M"])


def _weave_options() -> Iterator[tuple[str, ActionOption]]:
    """Yield weaving: one cloth more in each workshop that is not full (R5.4)."""

    def weave(built: Built) -> Built:
        return replace(built, cloth=tuple(min(count + 1, WORKSHOP_CELLS) for count in built.cloth))

    yield "", option_needing(own("loom"), (), built=change_built(weave))


def _ship_options() -> Iterator[tuple[str, ActionOption]]:
    for count in range(1, MOST_SHIPS + 1):
        for cargo in combinations_with_replacement(PORT_CODES, count):
            rows = tuple(ROW_INDEX[PORT_CODES[code]] for code in cargo)
            needs = own("ships", count) | own("cloth", count)
            for row in set(rows):
                needs |= FREE_BIT[row, rows.count(row)]
            yield "".join(cargo), option_needing(needs, rows, built=spend_cloth(count))


def _transport_options() -> Iterator[tuple[str, ActionOption]]:
    for count in range(1, len(TRADING_CODES) + 1):
        for cities in combinations(TRADING_CODES, count):
            rows = tuple(ROW_INDEX[TRADING_CODES[code]] for code in cities)
            needs = own("cloth", count)
            for code, row in zip(cities, rows, strict=True):
                needs |= own(f"{code} house") | FREE_BIT[row, 1]
            yield "".join(cities), option_needing(needs, rows, built=spend_cloth(count))


def _contribute_options() -> Iterator[tuple[str, ActionOption]]:
    for code, church in CHURCH_CODES.items():
        for material in MATERIALS:
            row = ROW_INDEX[f"{church}.{material}"]
            yield (
                code + material,
                option_needing(own(f"{material} stock") | FREE_BIT[row, 1], (row,), stock=SPEND[material]),
            )


BASE_OPTIONS: Final[dict[str, dict[str, ActionOption]]] = {
    "W": dict(_wood_options()),
    "B": dict(_brick_options()),
    "M": dict(_marble_options()),
    "U": dict(_build_options()),
    "A": dict(_artwork_options()),
    "V": dict(_weave_options()),
    "S": dict(_ship_options()),
    "T": dict(_transport_options()),
    "C": dict(_contribute_options()),
}
"""The options that everybody has, in the order in which ``legal`` lists them."""


# The four intrigue actions (R10.3).


def _options_of_cardinal() -> Iterator[tuple[str, ActionOption]]:
    row = ROW_INDEX[CARDINAL]
    yield "", option_needing(own("cloth") | FREE_BIT[row, 1], (row,), built=spend_cloth(1))


def _options_of_artistry() -> Iterator[tuple[str, ActionOption]]:
    for code, building in BUILDING_CODES.items():
        row = ROW_INDEX[f"{building}.R"]
        yield code, option_needing(own("cloth") | FREE_BIT[row, 1], (row,), built=spend_cloth(1))


def _options_of_emperor() -> Iterator[tuple[str, ActionOption]]:
    for material in MATERIALS:
        row = ROW_INDEX[f"{EMPEROR}.{material}"]
        yield material, option_needing(own(f"{material} stock") | FREE_BIT[row, 1], (row,), stock=SPEND[material])


def _options_of_banking() -> Iterator[tuple[str, ActionOption]]:
    for code, city in TRADING_CODES.items():
        for material in MATERIALS:
            row = ROW_INDEX[f"{city}.{material}"]
            yield (
                code + material,
                option_needing(own(f"{material} stock") | FREE_BIT[row, 1], (row,), stock=SPEND[material]),
            )


INTRIGUE_OPTIONS: Final = {
    "K": dict(_options_of_cardinal()),
    "R": dict(_options_of_artistry()),
    "E": dict(_options_of_emperor()),
    "N": dict(_options_of_banking()),
}
"""The options of the four intrigue actions (R10.3)."""

TOWARDS: Final = {"K": -1, "R": -1, "E": 1, "N": 1}
"""The step on the faction track that a card discarded after an intrigue action brings (R10.5)."""
