"""Whether cards can make an action possible (R4.2).

Playing hand cards, one after another, may make an action possible that is not. What it takes is a *recipe*: the cards
to play first. Every shortage is mended by at most two recipes that do not get in each other's way, so no search is
needed. A recipe may also count on unknown cards of the hand, as long as copies of the missing cards are unseen.

Hands are words of bits as well (``held``): one for each action of which there is a card, one more where there are two.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from calimala_es.actions import FAMILY_OF_TRAITS, OWN_TRAITS, RELEVANT, TRAIT_BITS, able, possible_ways
from calimala_es.board import ROOM_BIT
from calimala_es.components import ACTIONS, CHURCHES, MATERIALS, PALAZZO_ROW, PORTS, ROW_INDEX
from calimala_es.families.family import Family
from calimala_es.goods import HOUSE_CODES, own
from calimala_es.state import Mat
from calimala_es.ways import BUILD_CODES, BUILDINGS, TRADING_CODES


def _rows_mask(*rows: int) -> int:
    return sum(ROOM_BIT[row, 1] for row in rows)


_CHURCH_ROOM: Final = {
    material: _rows_mask(*(ROW_INDEX[f"{church}.{material}"] for church in CHURCHES)) for material in MATERIALS
}
_ARTWORK_ROOM: Final = _rows_mask(*(ROW_INDEX[f"{church}.A"] for church in CHURCHES), PALAZZO_ROW)
_PORT_ROOM: Final = _rows_mask(*(ROW_INDEX[port] for port in PORTS))
_CITY_ROOM: Final = {code: _rows_mask(ROW_INDEX[city]) for code, city in TRADING_CODES.items()}


def _short(card: str, needed: int, word: int) -> str:
    """The material cards that bring the stock to ``needed``."""
    return "".join(card for n in range(1, needed + 1) if not word & own(f"{card} stock", n))


def _usual_prices(building: str, word: int) -> Iterator[str]:
    """The cards that bring the wood and brick that a building costs."""
    wood, brick = BUILDINGS[building].price
    yield _short("W", wood, word) + _short("B", brick, word)


def _usual_offerings(word: int) -> Iterator[str]:
    """The cards that bring a material for which a church has room."""
    for material in MATERIALS:
        if word & _CHURCH_ROOM[material]:
            yield material


_USES: Final = {
    "W": "".join(code for code, building in BUILDINGS.items() if building.price[0]),
    "B": "".join(code for code, building in BUILDINGS.items() if building.price[1]),
}
"""What wood, and what brick, is usually paid for."""


def _family(word: int) -> Family | None:
    """The family with ways of its own whose player's word this is."""
    return FAMILY_OF_TRAITS.get(word & TRAIT_BITS)


def _built(word: int, buildings: str) -> Iterator[str]:
    """What it takes to build one of these with a card or an action still to come."""
    family = _family(word)
    prices = family.prices if family and family.prices else _usual_prices
    for building in buildings:
        if word & BUILDINGS[building].room:
            yield from prices(building, word)


def _relieved(word: int, material: str) -> Iterator[str]:
    """What it takes to get rid of a cube out of a full warehouse: contributing, or building something."""
    if word & _CHURCH_ROOM[material]:
        yield "C"
    family = _family(word)
    for cards in _built(word, BUILD_CODES if family and family.prices else _USES[material]):
        yield "U" + cards


def _wood(word: int) -> Iterator[str]:
    yield from _relieved(word, "W")


def _brick(word: int) -> Iterator[str]:
    yield from _relieved(word, "B")


def _marble(word: int) -> Iterator[str]:
    if word & _ARTWORK_ROOM:
        yield "A"
    if word & _CHURCH_ROOM["M"]:
        yield "C"


def _build(word: int) -> Iterator[str]:
    yield from _built(word, BUILD_CODES)


def _artwork(word: int) -> Iterator[str]:
    if word & _ARTWORK_ROOM:
        yield "M"


def _weave(word: int) -> Iterator[str]:
    """Full workshops are relieved by a further workshop, by shipping, by transport, or where cloth is contributed."""
    for cards in _built(word, "W"):
        yield "U" + cards
    for cards in _shipping(word):
        yield "S" + cards
    for cards in _transport(word):
        yield "T" + cards
    if "" in _contribute(word):
        yield "C"


def _cloth(word: int) -> str:
    return "" if word & own("cloth") else "V"


def _shipping(word: int) -> Iterator[str]:
    if word & _PORT_ROOM:
        for cards in [""] if word & own("ships") else ["U" + ship for ship in _built(word, "S")]:
            yield cards + _cloth(word)


def _transport(word: int) -> Iterator[str]:
    cities = "".join(code for code in HOUSE_CODES if word & _CITY_ROOM[code])
    if any(word & own(f"{city} house") for city in cities):
        yield _cloth(word)
    else:
        for house in _built(word, cities):
            yield "U" + house + _cloth(word)


def _contribute(word: int) -> Iterator[str]:
    family = _family(word)
    yield from (family.offerings if family and family.offerings else _usual_offerings)(word)


class Recipes(NamedTuple):
    """For an action that is not possible now: the hands of cards that would make it so, and the bits that say which."""

    asks: int
    hands: Callable[[int], Iterator[str]]


def _asks(buildings: str) -> int:
    """The bits that say whether one of these can be built."""
    bits = 0
    for building in buildings:
        room, (wood, brick), _ = BUILDINGS[building]
        bits |= room
        bits |= sum(own("W stock", n) for n in range(1, wood + 1)) | sum(own("B stock", n) for n in range(1, brick + 1))
    return bits


_ALL_CHURCH_ROOM: Final = sum(_CHURCH_ROOM.values())
_SHIPPING_ASKS: Final = _PORT_ROOM | own("ships") | own("cloth") | _asks("S")
_TRANSPORT_ASKS: Final = (
    sum(_CITY_ROOM.values()) | sum(own(f"{city} house") for city in HOUSE_CODES) | own("cloth") | _asks(HOUSE_CODES)
)

RECIPES: Final[dict[str, Recipes]] = {
    "W": Recipes(_CHURCH_ROOM["W"] | _asks(_USES["W"]), _wood),
    "B": Recipes(_CHURCH_ROOM["B"] | _asks(_USES["B"]), _brick),
    "M": Recipes(_CHURCH_ROOM["M"] | _ARTWORK_ROOM, _marble),
    "U": Recipes(_asks(BUILD_CODES), _build),
    "A": Recipes(_ARTWORK_ROOM, _artwork),
    "V": Recipes(_asks("W") | _SHIPPING_ASKS | _TRANSPORT_ASKS, _weave),
    "S": Recipes(_SHIPPING_ASKS, _shipping),
    "T": Recipes(_TRANSPORT_ASKS, _transport),
    "C": Recipes(_ALL_CHURCH_ROOM, _contribute),
}

_FAMILY_ASKS: Final = _ALL_CHURCH_ROOM | _asks(BUILD_CODES) | own("cloth")
"""What a family with ways of its own may ask beside."""

MOST_COPIES: Final = 2
"""No recipe asks for more cards of an action."""

_COPIES: Final = {
    card: tuple(1 << (MOST_COPIES * place + copy) for copy in range(MOST_COPIES)) for place, card in enumerate(ACTIONS)
}


def held(cards: str) -> int:
    """The word of bits that says of which actions ``cards`` has a first and a second copy."""
    word = 0
    for card in cards:
        first, second = _COPIES[card]
        word |= second if word & first else first
    return word


class _Openings(dict[int, tuple[int, ...]]):
    """The hands, as words, that make an action possible, by masked word; the empty hand if it is possible already."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._action = action

    def __missing__(self, word: int) -> tuple[int, ...]:
        possible = possible_ways(self._action, word)
        self[word] = hands = (0,) if possible else tuple(held(cards) for cards in RECIPES[self._action].hands(word))
        return hands


_OPENINGS: Final = {action: (RELEVANT[action] | RECIPES[action].asks, _Openings(action)) for action in ACTIONS}
_FAMILY_OPENINGS: Final = {
    action: (asked | _FAMILY_ASKS | TRAIT_BITS, openings) for action, (asked, openings) in _OPENINGS.items()
}


def _all_unseen(missing: int, pool: str) -> bool:
    """Whether the cards of a word of bits may all be among those of ``pool``."""
    return all(
        pool.count(card) >= (missing & (first | second)).bit_count() for card, (first, second) in _COPIES.items()
    )


def reaches(action: str, word: int, hand: int, unknown: int = 0, pool: str = "") -> bool:
    """``can_reach`` for ``word``, which is ``State.room | able(mat)``, and ``hand``, which is ``held(cards)``."""
    return _is_opened((_FAMILY_OPENINGS if word & OWN_TRAITS else _OPENINGS)[action], word, hand, unknown, pool)


def _is_opened(opening: tuple[int, _Openings], word: int, hand: int, unknown: int, pool: str) -> bool:
    asked, openings = opening
    for cards in openings[word & asked]:
        missing = cards & ~hand
        if not missing or (missing.bit_count() <= unknown and _all_unseen(missing, pool)):
            return True
    return False


def within_reach(word: int, hand: int, unknown: int = 0, pool: str = "") -> str:
    """The actions that ``reaches`` affirms, in the order of ``ACTIONS``."""
    openings = _FAMILY_OPENINGS if word & OWN_TRAITS else _OPENINGS
    return "".join([action for action in ACTIONS if _is_opened(openings[action], word, hand, unknown, pool)])


def can_reach(action: str, mat: Mat, room: int, hand: str, unknown: int = 0, pool: str = "") -> bool:
    """Whether an action is possible now or after playing cards of ``hand`` and ``unknown`` cards out of ``pool``."""
    return reaches(action, room | able(mat), held(hand), unknown, pool)
