"""Whether cards can make an action possible (R4.2).

Playing hand cards, one after another, may make an action possible that is not. What it takes is a *recipe*: the cards
to play first. Every shortage is mended by at most two recipes that do not get in each other's way, so no search is
needed. A recipe may also count on unknown cards of the hand, as long as copies of the missing cards are unseen.

Hands are words of bits as well (``held``): one for each action of which there is a card, one more where there are two.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from calimala_es.actions import HOUSE_CODES, RELEVANT, TRADING_CODES, able, own, possible_ways
from calimala_es.board import ROOM_BIT
from calimala_es.components import ACTIONS, CHURCHES, MATERIALS, PALAZZO_ROW, PORTS, ROW_INDEX
from calimala_es.state import Mat


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


def _ship(word: int) -> Iterator[str]:
    """What it takes to build a ship with a card or an action still to come."""
    if word & own("berth"):
        yield _short("W", 2, word)


_SHIP_ASKS: Final = own("berth") | own("W stock", 1) | own("W stock", 2)


def _house(word: int, cities: str) -> Iterator[str]:
    if any(word & own(f"{city} empty") for city in cities):
        yield _short("B", 2, word)


_HOUSE_ASKS: Final = sum(own(f"{city} empty") for city in HOUSE_CODES) | own("B stock", 1) | own("B stock", 2)


def _workshop(word: int) -> Iterator[str]:
    if word & own("lot"):
        yield _short("W", 1, word) + _short("B", 1, word)


_WORKSHOP_ASKS: Final = own("lot") | own("W stock", 1) | own("B stock", 1)


def _cloth(word: int) -> str:
    return "" if word & own("cloth") else "V"


def _wood(word: int) -> Iterator[str]:
    """A full wood warehouse is relieved by contributing or by building."""
    if word & _CHURCH_ROOM["W"]:
        yield "C"
    for cards in (*_ship(word), *_workshop(word)):
        yield "U" + cards


def _brick(word: int) -> Iterator[str]:
    if word & _CHURCH_ROOM["B"]:
        yield "C"
    for cards in (*_house(word, HOUSE_CODES), *_workshop(word)):
        yield "U" + cards


def _marble(word: int) -> Iterator[str]:
    if word & _ARTWORK_ROOM:
        yield "A"
    if word & _CHURCH_ROOM["M"]:
        yield "C"


def _build(word: int) -> Iterator[str]:
    yield from _ship(word)
    yield from _house(word, HOUSE_CODES)
    yield from _workshop(word)


def _artwork(word: int) -> Iterator[str]:
    if word & _ARTWORK_ROOM:
        yield "M"


def _weave(word: int) -> Iterator[str]:
    """Full workshops are relieved by a further workshop, by shipping or by transport."""
    for cards in _workshop(word):
        yield "U" + cards
    for cards in _shipping(word):
        yield "S" + cards
    for cards in _transport(word):
        yield "T" + cards


def _shipping(word: int) -> Iterator[str]:
    if word & _PORT_ROOM:
        for cards in [""] if word & own("ships") else ["U" + ship for ship in _ship(word)]:
            yield cards + _cloth(word)


_SHIPPING_ASKS: Final = _PORT_ROOM | own("ships") | own("cloth") | _SHIP_ASKS


def _transport(word: int) -> Iterator[str]:
    cities = "".join(code for code in HOUSE_CODES if word & _CITY_ROOM[code])
    if any(word & own(f"{city} house") for city in cities):
        yield _cloth(word)
    else:
        for house in _house(word, cities):
            yield "U" + house + _cloth(word)


_TRANSPORT_ASKS: Final = (
    sum(_CITY_ROOM.values()) | sum(own(f"{city} house") for city in HOUSE_CODES) | own("cloth") | _HOUSE_ASKS
)


def _contribute(word: int) -> Iterator[str]:
    for material in MATERIALS:
        if word & _CHURCH_ROOM[material]:
            yield material


class Recipes(NamedTuple):
    """For an action that is not possible now: the hands of cards that would make it so, and the bits that say which."""

    asks: int
    hands: Callable[[int], Iterator[str]]


RECIPES: Final[dict[str, Recipes]] = {
    "W": Recipes(_CHURCH_ROOM["W"] | _SHIP_ASKS | _WORKSHOP_ASKS, _wood),
    "B": Recipes(_CHURCH_ROOM["B"] | _HOUSE_ASKS | _WORKSHOP_ASKS, _brick),
    "M": Recipes(_CHURCH_ROOM["M"] | _ARTWORK_ROOM, _marble),
    "U": Recipes(_SHIP_ASKS | _HOUSE_ASKS | _WORKSHOP_ASKS, _build),
    "A": Recipes(_ARTWORK_ROOM, _artwork),
    "V": Recipes(_WORKSHOP_ASKS | _SHIPPING_ASKS | _TRANSPORT_ASKS, _weave),
    "S": Recipes(_SHIPPING_ASKS, _shipping),
    "T": Recipes(_TRANSPORT_ASKS, _transport),
    "C": Recipes(sum(_CHURCH_ROOM.values()), _contribute),
}

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


def _all_unseen(missing: int, pool: str) -> bool:
    """Whether the cards of a word of bits may all be among those of ``pool``."""
    return all(
        pool.count(card) >= (missing & (first | second)).bit_count() for card, (first, second) in _COPIES.items()
    )


def reaches(action: str, word: int, hand: int, unknown: int = 0, pool: str = "") -> bool:
    """``can_reach`` for ``word``, which is ``State.room | able(mat)``, and ``hand``, which is ``held(cards)``."""
    asked, openings = _OPENINGS[action]
    for cards in openings[word & asked]:
        missing = cards & ~hand
        if not missing or (missing.bit_count() <= unknown and _all_unseen(missing, pool)):
            return True
    return False


def within_reach(word: int, hand: int, unknown: int = 0, pool: str = "") -> str:
    """The actions that ``reaches`` affirms, in the order of ``ACTIONS``."""
    return "".join([action for action in ACTIONS if reaches(action, word, hand, unknown, pool)])


def can_reach(action: str, mat: Mat, room: int, hand: str, unknown: int = 0, pool: str = "") -> bool:
    """Whether an action is possible now or after playing cards of ``hand`` and ``unknown`` cards out of ``pool``."""
    return reaches(action, room | able(mat), held(hand), unknown, pool)


def reachable(mat: Mat, room: int, hand: str, unknown: int = 0, pool: str = "") -> str:
    """The actions that ``can_reach`` affirms, in the order of ``ACTIONS``."""
    return within_reach(room | able(mat), held(hand), unknown, pool)
