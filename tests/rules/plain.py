"""The nine actions and the ranking once more, plainly and slowly: what the rules say, word by word.

A second reading of sections 5 and 6, to hold against the tables and conditions of the rules core. Nothing of the core's
way of deciding is used here, only its states.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from calimala_es.components import ACTIONS, CHURCHES, PALAZZO_ROW, PORTS, ROWS, SEATS, TILE_ROWS, TRADING_CITIES
from calimala_es.state import Mat, State


class Means(NamedTuple):
    """All that actions depend on: what a player has, and the free cells of every row."""

    wood: int
    brick: int
    marble: int
    cloth: tuple[int, ...]
    ships: int
    houses: frozenset[str]
    free: tuple[int, ...]


MATERIALS = {"W": "wood", "B": "brick", "M": "marble"}
PORT_LETTERS = dict(zip("BLN", PORTS, strict=True))
TRADING_LETTERS = dict(zip("TBH", TRADING_CITIES, strict=True))
CHURCH_LETTERS = dict(zip("FMC", CHURCHES, strict=True))


def means(state: State, mat: Mat) -> Means:
    """What a player could act with in this position."""
    cells = state.setup.ruleset.cells
    free = tuple(max(0, n - len(row)) for n, row in zip(cells, state.rows, strict=True))
    return Means(mat.wood, mat.brick, mat.marble, mat.cloth, mat.ships, frozenset(mat.houses), free)


def cube_put(have: Means, row: str) -> Means | None:
    """With a cube more in a row, if a cell is free (R5.11)."""
    place = ROWS.index(row)
    if not have.free[place]:
        return None
    return have._replace(free=(*have.free[:place], have.free[place] - 1, *have.free[place + 1 :]))


def stock(have: Means, thing: str) -> int:
    """What lies in a warehouse."""
    return {"wood": have.wood, "brick": have.brick, "marble": have.marble}[thing]


def with_stock(have: Means, thing: str, count: int) -> Means:
    """With so many cubes in a warehouse."""
    if thing == "wood":
        return have._replace(wood=count)
    return have._replace(brick=count) if thing == "brick" else have._replace(marble=count)


def spent(have: Means, thing: str, count: int = 1) -> Means | None:
    """Without so many cubes out of a warehouse, if they are there."""
    left = stock(have, thing) - count
    return with_stock(have, thing, left) if left >= 0 else None


def cloth_taken(have: Means) -> Means | None:
    """Without a cloth out of the fullest workshop, the leftmost of equals (R5.8)."""
    if not sum(have.cloth):
        return None
    workshop = have.cloth.index(max(have.cloth))
    return have._replace(cloth=tuple(count - (at == workshop) for at, count in enumerate(have.cloth)))


def delivered(have: Means, rows: list[str]) -> Means | None:
    """With one cloth out of the workshops in each of the rows."""
    after: Means | None = have
    for row in rows:
        after = after and cloth_taken(after)
        after = after and cube_put(after, row)
    return after


def took(have: Means, action: str) -> Iterator[tuple[str, Means | None]]:
    """Wood, brick or marble: a cube into its warehouse of four cells (R5.1)."""
    thing = MATERIALS[action]
    there = stock(have, thing)
    yield "", with_stock(have, thing, there + 1) if there < 4 else None


def built(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """A ship for two wood, a workshop for one wood and one brick, a house for two brick (R5.2)."""
    paid = spent(have, "wood", 2)
    yield "S", paid._replace(ships=paid.ships + 1) if paid and have.ships < 3 else None
    paid = spent(have, "wood")
    paid = paid and spent(paid, "brick")
    yield "W", paid._replace(cloth=(*paid.cloth, 0)) if paid and len(have.cloth) < 3 else None
    for letter in TRADING_LETTERS:
        paid = spent(have, "brick", 2)
        yield letter, paid._replace(houses=paid.houses | {letter}) if paid and letter not in have.houses else None


def adorned(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """One marble to a free artwork cell of PAL or a church (R5.3)."""
    for letter, building in {"P": "PAL", **CHURCH_LETTERS}.items():
        paid = spent(have, "marble")
        yield letter, paid and cube_put(paid, f"{building}.A")


def wove(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """One cloth into each workshop with a free cell (R5.4)."""
    full = all(count == 4 for count in have.cloth)
    yield "", None if full else have._replace(cloth=tuple(count + (count < 4) for count in have.cloth))


def shipped(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """For each ship at most one cloth to any port, at least one (R5.5)."""
    for count in (1, 2, 3):
        for letters in product("BLN", repeat=count):
            if [*letters] == sorted(letters, key="BLN".index):
                possible = count <= have.ships
                yield "".join(letters), delivered(have, [PORT_LETTERS[port] for port in letters]) if possible else None


def transported(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """At most one cloth to each trading city with a house of the player, at least one (R5.6)."""
    for letters in ("T", "B", "H", "TB", "TH", "BH", "TBH"):
        possible = have.houses >= {*letters}
        yield letters, delivered(have, [TRADING_LETTERS[city] for city in letters]) if possible else None


def contributed(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """One cube from a warehouse to a free cell of its material in a church (R5.7)."""
    for letter, material in product(CHURCH_LETTERS, MATERIALS):
        paid = spent(have, MATERIALS[material])
        yield letter + material, paid and cube_put(paid, f"{CHURCH_LETTERS[letter]}.{material}")


DEEDS = dict(zip(ACTIONS, (took, took, took, built, adorned, wove, shipped, transported, contributed), strict=True))


@cache
def ways(have: Means, action: str) -> dict[str, Means]:
    """What an action can lead to, by the letters of each way; empty where it is impossible."""
    return {letters: after for letters, after in DEEDS[action](have, action) if after is not None}


@cache
def can_reach(have: Means, action: str, hand: str, unknown: int, pool: str) -> bool:
    """Whether the action is possible, now or after playing cards one after another: tries them all (R4.2).

    `unknown` cards of the hand may each be any card of the `pool`.
    """
    if ways(have, action):
        return True
    for card in {*hand, *(pool if unknown else "")}:
        if card in hand:
            rest = hand.replace(card, "", 1), unknown, pool
        else:
            rest = hand, unknown - 1, pool.replace(card, "", 1)
        if any(can_reach(after, action, *rest) for after in ways(have, card).values()):
            return True
    return False


def goes_first(state: State, one: str, other: str, cubes: dict[str, int]) -> bool:
    """Whether one player stands before another in a scoring (R6.5, R6.6)."""
    if cubes[one] != cubes[other]:
        return cubes[one] > cubes[other]
    palazzo = state.rows[PALAZZO_ROW]
    seats = {seat: state.seats.count(seat) for seat in (one, other)}
    both = {seat: seats[seat] + palazzo.count(seat) for seat in (one, other)}
    if both[one] != both[other]:
        return both[one] > both[other]
    if seats[one] != seats[other]:
        return seats[one] > seats[other]
    if seats[one]:
        return _reached(state.seats, one, seats[one]) < _reached(state.seats, other, seats[other])
    if one in palazzo:
        return palazzo.index(one) < palazzo.index(other)
    return False


def _reached(seats: str, seat: str, number: int) -> int:
    """After how many seats of all a player had this number."""
    return next(length for length in range(len(seats) + 1) if seats[:length].count(seat) == number)


def points(state: State, place: str, prizes: tuple[int, ...]) -> list[int]:
    """What a scoring brings each seat (R6.5, R6.6, R7.3)."""
    seats = SEATS[: len(state.mats)]
    counted = "".join(state.rows[row] for row in TILE_ROWS[place]) + (state.seats if place == "PAL" else "")
    cubes = {seat: counted.count(seat) for seat in seats}
    won: list[int] = []
    for seat in seats:
        others = [other for other in seats if other != seat and cubes[other]]
        before = sum(goes_first(state, other, seat, cubes) for other in others)
        behind = sum(goes_first(state, seat, other, cubes) for other in others)
        equal = 1 + len(others) - before - behind
        won.append(sum(prizes[before : before + equal]) // equal if cubes[seat] else 0)
    return won
