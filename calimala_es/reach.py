"""What a player can do: the options of every action that a mat and the board allow, for each family (R5, R10.3, R11).

A question about what can be done is one operation on masks: ``mat_mask`` has the bits of a player's mat and family,
``State.free_cells`` those of the board.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from msgspec import structs

from calimala_es.board import FREE_BIT
from calimala_es.components import (
    ACTIONS,
    CHURCHES,
    INTRIGUE_ACTIONS,
    MATERIALS,
    PALAZZO_ROW,
    PORTS,
    ROW_INDEX,
    ActionCards,
    Actions,
)
from calimala_es.families import FAMILIES
from calimala_es.families.family import Family
from calimala_es.options import (
    BASE_OPTIONS,
    BUILD_CODES,
    BUILDINGS,
    BUILT_BITS,
    FIRST_FREE_BIT,
    HOUSE_CODES,
    INTRIGUE_OPTIONS,
    STOCK_BITS,
    TRADING_CODES,
    ActionOption,
    Answers,
    own,
)
from calimala_es.state import Built, Mat

_REPLACED: Final = "".join(
    action for action in ACTIONS if any(action in family.replaced for family in FAMILIES.values())
)
"""The actions that some family does not do with the usual options."""

USUAL_BITS: Final = {action: 1 << (FIRST_FREE_BIT + place) for place, action in enumerate(_REPLACED)}
"""The bit of those who do such an action with the usual options."""

OWN_BITS: Final = {
    name: 1 << (FIRST_FREE_BIT + len(_REPLACED) + place)
    for place, name in enumerate(name for name, family in FAMILIES.items() if family.options)
}
"""The bit of a family that has options of its own."""

TRAITS: Final = {
    name: OWN_BITS.get(name, 0)
    | sum(bit for action, bit in USUAL_BITS.items() if not family or action not in family.replaced)
    for name, family in {"": None, **FAMILIES}.items()
}
"""The bits that say which options a family's player has, by name of the family; empty for who has none."""

OWN_TRAITS: Final = sum(OWN_BITS.values())
"""The bits of all families that have options of their own."""

TRAIT_BITS: Final = sum(USUAL_BITS.values()) | OWN_TRAITS

FAMILY_OF_TRAITS: Final = {bits: FAMILIES[name] for name, bits in TRAITS.items() if name in OWN_BITS}
"""The family with options of its own, by its bits."""


def _mat_bits(traits: int, built: Built) -> int:
    return traits | BUILT_BITS[built]


MAT_BITS: Final = {family: Answers[Built, int](partial(_mat_bits, traits)) for family, traits in TRAITS.items()}
"""The bits of a family and of what is built; what is asked in every decision reads ``mat_mask`` from here and from
``STOCK_BITS``, without a call.
"""


def mat_mask(mat: Mat) -> int:
    """Return the bits of what a player's stock, buildings and family allow."""
    return STOCK_BITS[mat.stock] | MAT_BITS[mat.family][mat.built]


def _needing(option: ActionOption, bit: int) -> ActionOption:
    """Return the option with one more bit that it needs."""
    return structs.replace(option, needs=option.needs | bit) if bit else option


def _options_of(action: str) -> dict[str, ActionOption]:
    """Return the usual options, then those that families add."""
    options = {code: _needing(option, USUAL_BITS.get(action, 0)) for code, option in BASE_OPTIONS[action].items()}
    for name, bit in OWN_BITS.items():
        options |= {code: _needing(option, bit) for code, option in FAMILIES[name].options.get(action, {}).items()}
    return options


ACTION_OPTIONS: Final[dict[str, dict[str, ActionOption]]] = {
    **{action: _options_of(action) for action in ACTIONS},
    **INTRIGUE_OPTIONS,
}
"""Every option of every action, in the order in which ``legal`` lists them."""


def _relevant(action: str) -> int:
    bits = 0
    for option in ACTION_OPTIONS[action].values():
        bits |= option.needs
    return bits


RELEVANT: Final = {action: _relevant(action) for action in ACTION_OPTIONS}
"""The bits that an action's options ask for."""


def _possible(action: str, mask: int) -> tuple[str, ...]:
    return tuple(code for code, option in ACTION_OPTIONS[action].items() if mask & option.needs == option.needs)


POSSIBLE: Final = {action: Answers[int, tuple[str, ...]](partial(_possible, action)) for action in ACTION_OPTIONS}
"""The possible options of an action by its ``RELEVANT`` bits: every decision asks, so it reads them without a call."""


def possible_options(action: str, mask: int) -> tuple[str, ...]:
    """Return the options of an action that are possible now; none if the action is impossible.

    ``mask`` is ``State.free_cells | mat_mask(mat)``.
    """
    return POSSIBLE[action][mask & RELEVANT[action]]


def possible_intrigue(pending: Actions, mask: int) -> str:
    """Return those of the intrigue actions that are possible now (R10.3)."""
    return "".join(action for action in INTRIGUE_ACTIONS if action in pending and possible_options(action, mask))


# ----------------------------------------------------------------------------------------------------
# Whether cards can make an action possible (R4.2).
#
# Playing hand cards, one after another, may make an action possible that is not. What it takes is a *recipe*: the cards
# to play first. Every shortage is mended by at most two recipes that do not get in each other's way, so no search is
# needed. A recipe may also count on unknown cards of the hand, as long as copies of the missing cards are unseen.
#
# Hands are masks as well (``held``): one for each action of which there is a card, one more where there are two.


def _rows_mask(*rows: int) -> int:
    return sum(FREE_BIT[row, 1] for row in rows)


_CHURCHES_FREE: Final = {
    material: _rows_mask(*(ROW_INDEX[f"{church}.{material}"] for church in CHURCHES)) for material in MATERIALS
}
_ARTWORK_FREE: Final = _rows_mask(*(ROW_INDEX[f"{church}.A"] for church in CHURCHES), PALAZZO_ROW)
_PORT_ROOM: Final = _rows_mask(*(ROW_INDEX[port] for port in PORTS))
_CITY_FREE: Final = {code: _rows_mask(ROW_INDEX[city]) for code, city in TRADING_CODES.items()}


def _short(card: str, needed: int, mask: int) -> str:
    """Return the material cards that bring the stock to ``needed``."""
    return "".join(card for n in range(1, needed + 1) if not mask & own(f"{card} stock", n))


def _usual_prices(building: str, mask: int) -> Iterator[str]:
    """Yield the cards that bring the wood and brick that a building costs."""
    wood, brick = BUILDINGS[building].price
    yield _short("W", wood, mask) + _short("B", brick, mask)


def _usual_offerings(mask: int) -> Iterator[str]:
    """Yield the cards that bring a material for which a church has a free cell."""
    for material in MATERIALS:
        if mask & _CHURCHES_FREE[material]:
            yield material


_USES: Final = {
    "W": "".join(code for code, building in BUILDINGS.items() if building.price[0]),
    "B": "".join(code for code, building in BUILDINGS.items() if building.price[1]),
}
"""What wood, and what brick, is usually paid for."""


def _family(mask: int) -> Family | None:
    """Return the family with options of its own to whose player this mask belongs."""
    return FAMILY_OF_TRAITS.get(mask & TRAIT_BITS)


def _built(mask: int, buildings: str) -> Iterator[str]:
    """Yield what it takes to build one of these with a card or an action still to come."""
    family = _family(mask)
    prices = family.prices if family and family.prices else _usual_prices
    for building in buildings:
        if mask & BUILDINGS[building].space:
            yield from prices(building, mask)


def _relieved(mask: int, material: str) -> Iterator[str]:
    """Yield what takes a cube out of a full warehouse: contributing, or building something."""
    if mask & _CHURCHES_FREE[material]:
        yield "C"
    family = _family(mask)
    for cards in _built(mask, BUILD_CODES if family and family.prices else _USES[material]):
        yield "U" + cards


def _wood(mask: int) -> Iterator[str]:
    yield from _relieved(mask, "W")


def _brick(mask: int) -> Iterator[str]:
    yield from _relieved(mask, "B")


def _marble(mask: int) -> Iterator[str]:
    if mask & _ARTWORK_FREE:
        yield "A"
    if mask & _CHURCHES_FREE["M"]:
        yield "C"


def _build(mask: int) -> Iterator[str]:
    yield from _built(mask, BUILD_CODES)


def _artwork(mask: int) -> Iterator[str]:
    if mask & _ARTWORK_FREE:
        yield "M"


def _weave(mask: int) -> Iterator[str]:
    """Yield what relieves full workshops: one more workshop, shipping, transport, or contributing cloth."""
    for cards in _built(mask, "W"):
        yield "U" + cards
    for cards in _shipping(mask):
        yield "S" + cards
    for cards in _transport(mask):
        yield "T" + cards
    if "" in _contribute(mask):
        yield "C"


def _cloth(mask: int) -> str:
    return "" if mask & own("cloth") else "V"


def _shipping(mask: int) -> Iterator[str]:
    if mask & _PORT_ROOM:
        for cards in [""] if mask & own("ships") else ["U" + ship for ship in _built(mask, "S")]:
            yield cards + _cloth(mask)


def _transport(mask: int) -> Iterator[str]:
    cities = "".join(code for code in HOUSE_CODES if mask & _CITY_FREE[code])
    if any(mask & own(f"{city} house") for city in cities):
        yield _cloth(mask)
    else:
        for house in _built(mask, cities):
            yield "U" + house + _cloth(mask)


def _contribute(mask: int) -> Iterator[str]:
    family = _family(mask)
    yield from (family.offerings if family and family.offerings else _usual_offerings)(mask)


class Recipes(NamedTuple):
    """For an action that is not possible now: the hands of cards that would make it so, and the bits that say which."""

    asks: int
    hands: Callable[[int], Iterator[str]]


def _asks(buildings: str) -> int:
    """Return the bits that say whether one of these can be built."""
    bits = 0
    for building in buildings:
        free_cells, (wood, brick), _ = BUILDINGS[building]
        bits |= free_cells
        bits |= sum(own("W stock", n) for n in range(1, wood + 1)) | sum(own("B stock", n) for n in range(1, brick + 1))
    return bits


_ALL_CHURCH_ROOM: Final = sum(_CHURCHES_FREE.values())
_SHIPPING_ASKS: Final = _PORT_ROOM | own("ships") | own("cloth") | _asks("S")
_TRANSPORT_ASKS: Final = (
    sum(_CITY_FREE.values()) | sum(own(f"{city} house") for city in HOUSE_CODES) | own("cloth") | _asks(HOUSE_CODES)
)

RECIPES: Final[dict[str, Recipes]] = {
    "W": Recipes(_CHURCHES_FREE["W"] | _asks(_USES["W"]), _wood),
    "B": Recipes(_CHURCHES_FREE["B"] | _asks(_USES["B"]), _brick),
    "M": Recipes(_CHURCHES_FREE["M"] | _ARTWORK_FREE, _marble),
    "U": Recipes(_asks(BUILD_CODES), _build),
    "A": Recipes(_ARTWORK_FREE, _artwork),
    "V": Recipes(_asks("W") | _SHIPPING_ASKS | _TRANSPORT_ASKS, _weave),
    "S": Recipes(_SHIPPING_ASKS, _shipping),
    "T": Recipes(_TRANSPORT_ASKS, _transport),
    "C": Recipes(_ALL_CHURCH_ROOM, _contribute),
}

_FAMILY_ASKS: Final = _ALL_CHURCH_ROOM | _asks(BUILD_CODES) | own("cloth")
"""What a family with options of its own may ask beside."""

MOST_COPIES: Final = 2
"""No recipe asks for more cards of an action."""

_COPIES: Final = {
    card: tuple(1 << (MOST_COPIES * place + copy) for copy in range(MOST_COPIES)) for place, card in enumerate(ACTIONS)
}


def held(cards: ActionCards) -> int:
    """Return the mask that says of which actions ``cards`` has a first and a second copy."""
    mask = 0
    for card in cards:
        first, second = _COPIES[card]
        mask |= second if mask & first else first
    return mask


def _opening_hands(action: str, mask: int) -> tuple[int, ...]:
    """Return the hands, as masks, that make an action possible; the empty hand if it is possible already."""
    return (0,) if possible_options(action, mask) else tuple(held(cards) for cards in RECIPES[action].hands(mask))


_Openings = Answers[int, tuple[int, ...]]
OPENINGS: Final = {
    action: (RELEVANT[action] | RECIPES[action].asks, _Openings(partial(_opening_hands, action))) for action in ACTIONS
}
"""For each action the bits that say which hands make it possible, and these hands by the bits that are set."""

FAMILY_OPENINGS: Final = {
    action: (asked | _FAMILY_ASKS | TRAIT_BITS, openings) for action, (asked, openings) in OPENINGS.items()
}
"""The same for the player of a family with options of its own."""


def _all_unseen(missing: int, pool: ActionCards) -> bool:
    """Check whether the cards of a mask may all be among those of ``pool``."""
    return all(
        pool.count(card) >= (missing & (first | second)).bit_count() for card, (first, second) in _COPIES.items()
    )


def reaches(action: str, mask: int, hand: int, unknown: int = 0, pool: ActionCards = "") -> bool:
    """Check whether an action is possible now, or after playing cards of a hand and of the unknown ones.

    ``mask`` is ``State.free_cells | mat_mask(mat)``, ``hand`` is ``held(cards)``; ``unknown`` cards are out of
    ``pool``.
    """
    return _is_opened((FAMILY_OPENINGS if mask & OWN_TRAITS else OPENINGS)[action], mask, hand, unknown, pool)


def _is_opened(opening: tuple[int, _Openings], mask: int, hand: int, unknown: int, pool: ActionCards) -> bool:
    asked, openings = opening
    for cards in openings[mask & asked]:
        missing = cards & ~hand
        if not missing or (missing.bit_count() <= unknown and _all_unseen(missing, pool)):
            return True
    return False


def within_reach(mask: int, hand: int, unknown: int = 0, pool: ActionCards = "") -> str:
    """Return the actions that can be reached (see ``reaches``), in the order of ``ACTIONS``."""
    openings = FAMILY_OPENINGS if mask & OWN_TRAITS else OPENINGS
    return "".join([action for action in ACTIONS if _is_opened(openings[action], mask, hand, unknown, pool)])


def can_reach(
    action: str, mat: Mat, free_cells: int, hand: ActionCards, unknown: int = 0, pool: ActionCards = ""
) -> bool:
    """Check whether an action is possible now or after playing ``hand`` and ``unknown`` cards out of ``pool``."""
    return reaches(action, free_cells | mat_mask(mat), held(hand), unknown, pool)
