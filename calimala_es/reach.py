"""Whether cards can make an action possible (R4.2).

Playing hand cards, one after another, may make an action possible that is not. What it takes is a *recipe*: the cards
to play first. Every shortage is mended by at most two recipes that do not get in each other's way, so no search is
needed. A recipe may also count on unknown cards of the hand, as long as copies of the missing cards are unseen.
"""

from collections.abc import Callable, Iterator
from typing import Final

from calimala_es.actions import HOUSE_CODES, TRADING_CODES, able, possible_ways
from calimala_es.board import ROOM_BIT
from calimala_es.components import (
    ACTIONS,
    CHURCHES,
    MATERIALS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    PALAZZO_ROW,
    PORTS,
    ROW_INDEX,
)
from calimala_es.state import Mat


def _rows_mask(*rows: int) -> int:
    return sum(ROOM_BIT[row, 1] for row in rows)


_CHURCH_ROOM: Final = {
    material: _rows_mask(*(ROW_INDEX[f"{church}.{material}"] for church in CHURCHES)) for material in MATERIALS
}
_ARTWORK_ROOM: Final = _rows_mask(*(ROW_INDEX[f"{church}.A"] for church in CHURCHES), PALAZZO_ROW)
_PORT_ROOM: Final = _rows_mask(*(ROW_INDEX[port] for port in PORTS))
_CITY_ROOM: Final = {code: _rows_mask(ROW_INDEX[city]) for code, city in TRADING_CODES.items()}


def _short(card: str, needed: int, there: int) -> str:
    """The material cards that bring ``there`` cubes to ``needed``."""
    return card * max(0, needed - there)


def _ship(mat: Mat) -> Iterator[str]:
    """What it takes to build a ship with a card or an action still to come."""
    if mat.ships < MOST_SHIPS:
        yield _short("W", 2, mat.wood)


def _house(mat: Mat, cities: str) -> Iterator[str]:
    if any(city not in mat.houses for city in cities):
        yield _short("B", 2, mat.brick)


def _workshop(mat: Mat) -> Iterator[str]:
    if len(mat.cloth) < MOST_WORKSHOPS:
        yield _short("W", 1, mat.wood) + _short("B", 1, mat.brick)


def _cloth(mat: Mat) -> str:
    return "" if any(mat.cloth) else "V"


def _wood(mat: Mat, room: int) -> Iterator[str]:
    """A full wood warehouse is relieved by contributing or by building."""
    if room & _CHURCH_ROOM["W"]:
        yield "C"
    for cards in (*_ship(mat), *_workshop(mat)):
        yield "U" + cards


def _brick(mat: Mat, room: int) -> Iterator[str]:
    if room & _CHURCH_ROOM["B"]:
        yield "C"
    for cards in (*_house(mat, HOUSE_CODES), *_workshop(mat)):
        yield "U" + cards


def _marble(mat: Mat, room: int) -> Iterator[str]:
    if room & _ARTWORK_ROOM:
        yield "A"
    if room & _CHURCH_ROOM["M"]:
        yield "C"


def _build(mat: Mat, room: int) -> Iterator[str]:
    yield from _ship(mat)
    yield from _house(mat, HOUSE_CODES)
    yield from _workshop(mat)


def _artwork(mat: Mat, room: int) -> Iterator[str]:
    if room & _ARTWORK_ROOM:
        yield "M"


def _weave(mat: Mat, room: int) -> Iterator[str]:
    """Full workshops are relieved by a further workshop, by shipping or by transport."""
    for cards in _workshop(mat):
        yield "U" + cards
    for cards in _shipping(mat, room):
        yield "S" + cards
    for cards in _transport(mat, room):
        yield "T" + cards


def _shipping(mat: Mat, room: int) -> Iterator[str]:
    if room & _PORT_ROOM:
        for cards in [""] if mat.ships else ["U" + ship for ship in _ship(mat)]:
            yield cards + _cloth(mat)


def _transport(mat: Mat, room: int) -> Iterator[str]:
    cities = "".join(code for code in HOUSE_CODES if room & _CITY_ROOM[code])
    if any(city in mat.houses for city in cities):
        yield _cloth(mat)
    else:
        for house in _house(mat, cities):
            yield "U" + house + _cloth(mat)


def _contribute(mat: Mat, room: int) -> Iterator[str]:
    for material in MATERIALS:
        if room & _CHURCH_ROOM[material]:
            yield material


RECIPES: Final[dict[str, Callable[[Mat, int], Iterator[str]]]] = {
    "W": _wood,
    "B": _brick,
    "M": _marble,
    "U": _build,
    "A": _artwork,
    "V": _weave,
    "S": _shipping,
    "T": _transport,
    "C": _contribute,
}
"""For an action that is not possible now: the hands of cards that would make it so."""


def _holds(recipe: str, hand: str, unknown: int, pool: str) -> bool:
    for card in set(recipe):
        short = recipe.count(card) - hand.count(card)
        if short > 0:
            unknown -= short
            if unknown < 0 or pool.count(card) < short:
                return False
    return True


def can_reach(action: str, mat: Mat, room: int, hand: str, unknown: int = 0, pool: str = "") -> bool:
    """Whether an action is possible now or after playing cards of ``hand`` and ``unknown`` cards out of ``pool``."""
    if possible_ways(action, room | able(mat)):
        return True
    if not hand and not unknown:
        return False
    return any(_holds(recipe, hand, unknown, pool) for recipe in RECIPES[action](mat, room))


def reachable(mat: Mat, room: int, hand: str, unknown: int = 0, pool: str = "") -> str:
    """The actions that ``can_reach`` affirms, in the order of ``ACTIONS``."""
    return "".join(action for action in ACTIONS if can_reach(action, mat, room, hand, unknown, pool))
