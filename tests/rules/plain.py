"""The nine actions and the ranking once more, plainly and slowly: what the rules say, word by word.

A second reading of sections 5 and 6, of the ties of R9.4, of what Intrigue counts, and of the families that do
actions in other ways, to hold against the tables and conditions of the rules core. Nothing of the core's way of
deciding is used here, only its states.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    CHURCHES,
    PALAZZO_ROW,
    PORTS,
    ROWS,
    SEATS,
    TRADING_CITIES,
    Tile,
)
from calimala_es.frames import InfluenceScoring
from calimala_es.state import Mat, State


class Means(NamedTuple):
    """All that actions depend on: what a player has, and the free cells of every row.

    `family` is the player's, `pooled` whether cloth is moved about at any time, as in the second edition.
    """

    wood: int
    brick: int
    marble: int
    cloth: tuple[int, ...]
    ships: int
    houses: frozenset[str]
    free: tuple[int, ...]
    family: str
    pooled: bool


MATERIALS = {"W": "wood", "B": "brick", "M": "marble"}
PORT_LETTERS = dict(zip("BLN", PORTS, strict=True))
TRADING_LETTERS = dict(zip("TBH", TRADING_CITIES, strict=True))
CHURCH_LETTERS = dict(zip("FMC", CHURCHES, strict=True))


def means(state: State, mat: Mat) -> Means:
    """Return what a player can act with in this position."""
    cells = state.setup.ruleset.cells
    free = tuple(max(0, n - len(row)) for n, row in zip(cells, state.rows, strict=True))
    pooled = state.setup.ruleset.edition == "second"
    houses = frozenset(mat.built.houses)
    return Means(
        mat.stock.wood,
        mat.stock.brick,
        mat.stock.marble,
        mat.built.cloth,
        mat.built.ships,
        houses,
        free,
        mat.family,
        pooled,
    )


def with_cloth(have: Means, cloth: tuple[int, ...]) -> Means:
    """Return the means with this cloth; where cloth is moved about, each goes to the emptiest workshop (R5.8)."""
    if have.pooled:
        spread = [0] * len(cloth)
        for _ in range(sum(cloth)):
            spread[spread.index(min(spread))] += 1
        cloth = tuple(spread)
    return have._replace(cloth=cloth)


def cube_put(have: Means, row: str) -> Means | None:
    """Return the means with one more cube in a row, if a cell is free (R5.11)."""
    place = ROWS.index(row)
    if not have.free[place]:
        return None
    return have._replace(free=(*have.free[:place], have.free[place] - 1, *have.free[place + 1 :]))


def stock(have: Means, thing: str) -> int:
    """Return the number of cubes in a warehouse."""
    return {"wood": have.wood, "brick": have.brick, "marble": have.marble}[thing]


def with_stock(have: Means, thing: str, count: int) -> Means:
    """Return the means with this many cubes in a warehouse."""
    if thing == "wood":
        return have._replace(wood=count)
    return have._replace(brick=count) if thing == "brick" else have._replace(marble=count)


def spent(have: Means, thing: str, count: int = 1) -> Means | None:
    """Return the means with fewer cubes in a warehouse, if they are there."""
    left = stock(have, thing) - count
    return with_stock(have, thing, left) if left >= 0 else None


def cloth_taken(have: Means) -> Means | None:
    """Return the means without a cloth from the fullest workshop, the leftmost of equals (R5.8)."""
    if not sum(have.cloth):
        return None
    workshop = have.cloth.index(max(have.cloth))
    return with_cloth(have, tuple(count - (at == workshop) for at, count in enumerate(have.cloth)))


def delivered(have: Means, rows: list[str]) -> Means | None:
    """Return the means with one cloth moved from the workshops to each of the rows."""
    after: Means | None = have
    for row in rows:
        after = after and cloth_taken(after)
        after = after and cube_put(after, row)
    return after


def took(have: Means, action: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with one more cube of wood, brick or marble in its warehouse of four cells (R5.1)."""
    thing = MATERIALS[action]
    there = stock(have, thing)
    yield "", with_stock(have, thing, there + 1) if there < 4 else None


USUAL_PRICES = {"S": "WW", "W": "WB", "T": "BB", "B": "BB", "H": "BB"}


def building_added(have: Means, building: str) -> Means | None:
    """Return the means with one more ship, workshop or house, if there is room for it (R2.6, R5.2)."""
    if building == "S":
        return have._replace(ships=have.ships + 1) if have.ships < 3 else None
    if building == "W":
        return with_cloth(have, (*have.cloth, 0)) if len(have.cloth) < 3 else None
    return have._replace(houses=have.houses | {building}) if building not in have.houses else None


def built(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with a ship for two wood, a workshop for one wood and one brick, or a house for two brick (R5.2).

    Peruzzi pays for each with any two of them, and says with which (R11.Peruzzi).
    """
    for building, usual in USUAL_PRICES.items():
        for price in ("WW", "WB", "BB") if have.family == "Peruzzi" else (usual,):
            paid: Means | None = have
            for material in price:
                paid = paid and spent(paid, MATERIALS[material])
            letters = building + price if have.family == "Peruzzi" else building
            yield letters, paid and building_added(paid, building)


def adorned(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with one marble on a free artwork cell of PAL or a church (R5.3)."""
    for letter, building in {"P": "PAL", **CHURCH_LETTERS}.items():
        paid = spent(have, "marble")
        yield letter, paid and cube_put(paid, f"{building}.A")


def wove(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with one cloth in each workshop with a free cell (R5.4)."""
    full = all(count == 4 for count in have.cloth)
    yield "", None if full else with_cloth(have, tuple(count + (count < 4) for count in have.cloth))


def shipped(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means after each ship brought at most one cloth to any port, at least one in all (R5.5)."""
    for count in (1, 2, 3):
        for letters in product("BLN", repeat=count):
            if [*letters] == sorted(letters, key="BLN".index):
                possible = count <= have.ships
                yield "".join(letters), delivered(have, [PORT_LETTERS[port] for port in letters]) if possible else None


def transported(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with at most one cloth in each trading city with an own house, at least one in all (R5.6)."""
    for letters in ("T", "B", "H", "TB", "TH", "BH", "TBH"):
        possible = have.houses >= {*letters}
        yield letters, delivered(have, [TRADING_LETTERS[city] for city in letters]) if possible else None


def contributed(have: Means, _: str) -> Iterator[tuple[str, Means | None]]:
    """Yield the means with a cube from a warehouse in a church cell of its material (R5.7), or cloth (R11.Mozzi)."""
    for letter, material in product(CHURCH_LETTERS, MATERIALS):
        paid = spent(have, MATERIALS[material])
        yield letter + material, paid and cube_put(paid, f"{CHURCH_LETTERS[letter]}.{material}")
    for letter, material in product(CHURCH_LETTERS, MATERIALS):
        paid = cloth_taken(have) if have.family == "Mozzi" else None
        yield letter + material + "V", paid and cube_put(paid, f"{CHURCH_LETTERS[letter]}.{material}")


DEEDS = dict(zip(ACTIONS, (took, took, took, built, adorned, wove, shipped, transported, contributed), strict=True))


@cache
def options(have: Means, action: str) -> dict[str, Means]:
    """Return what an action can lead to, by the letters of each option; empty where it is impossible."""
    return {letters: after for letters, after in DEEDS[action](have, action) if after is not None}


@cache
def can_reach(have: Means, action: str, hand: str, unknown: int, pool: str) -> bool:
    """Return whether the action is possible, now or after playing cards; try all cards in every order (R4.2).

    `unknown` cards of the hand may each be any card of the `pool`.
    """
    if options(have, action):
        return True
    for card in {*hand, *(pool if unknown else "")}:
        if card in hand:
            rest = hand.replace(card, "", 1), unknown, pool
        else:
            rest = hand, unknown - 1, pool.replace(card, "", 1)
        if any(can_reach(after, action, *rest) for after in options(have, card).values()):
            return True
    return False


def goes_first(state: State, one: str, other: str, cubes: dict[str, int]) -> bool:
    """Return whether one player is ahead of another in a scoring (R6.5, R6.6, R9.4)."""
    if cubes[one] != cubes[other]:
        return cubes[one] > cubes[other]
    palazzo = state.rows[PALAZZO_ROW]
    seats = {seat: state.seats.count(seat) for seat in (one, other)}
    both = {seat: seats[seat] + palazzo.count(seat) for seat in (one, other)}
    if both[one] != both[other]:
        return both[one] > both[other]
    if seats[one] != seats[other]:
        return seats[one] > seats[other]
    if state.setup.ruleset.edition == "second":
        return _goes_first_in_the_second(state, one, other)
    if seats[one]:
        return _reached(state.seats, one, seats[one]) < _reached(state.seats, other, seats[other])
    if one in palazzo:
        return palazzo.index(one) < palazzo.index(other)
    return False


def _goes_first_in_the_second(state: State, one: str, other: str) -> bool:
    """Return whether one is ahead by R9.4 (c) to (f): last seat, artwork furthest left, active player, the next."""
    for seat in reversed(state.seats):
        if seat in {one, other}:
            return seat == one
    for cube in state.rows[PALAZZO_ROW]:
        if cube in {one, other}:
            return cube == one
    players = [*SEATS[: len(state.mats)]] * 2
    active = 0 if isinstance(state.now, InfluenceScoring) else state.active
    clockwise = players[active:]
    return clockwise.index(one) < clockwise.index(other)


def _reached(seats: str, seat: str, number: int) -> int:
    """Return after how many seats of all players a player had this number."""
    return next(length for length in range(len(seats) + 1) if seats[:length].count(seat) == number)


MATERIAL_TILES = {"WOOD": "W", "BRICK": "B", "MARBLE": "M"}


def counted_rows(state: State, place: str, *, is_tile: bool) -> list[str]:
    """Return the rows that a tile, an influence card or an area counts (R6.4, R7.3, R9.7, R10.7, R10.9)."""
    intrigue = bool(state.setup.intrigue) and is_tile
    if place in CHURCHES:
        return [f"{place}.{kind}" for kind in "WBMA"] + ([f"{place}.R"] if intrigue else [])
    if place == "ART":
        pal = ["PAL.A"] if state.setup.ruleset.settings.art_counts_pal else []
        return [f"{church}.A" for church in CHURCHES] + pal
    if place == "PAL":
        return ["PAL.A"]
    if place in MATERIAL_TILES:
        return [f"{church}.{MATERIAL_TILES[place]}" for church in CHURCHES]
    if place == "EMP":
        return [f"EMP.{material}" for material in "WBM"]
    cities = [*PORTS] if place == "PORT" else [*TRADING_CITIES] if place == "TRADE" else [place]
    banking = [f"{city}.{material}" for city in cities if city in TRADING_CITIES for material in "WBM"]
    return cities + (banking if intrigue else [])


def _places(state: State, place: str, *, is_tile: bool) -> dict[str, tuple[int, int]]:
    """Return for each party with a cube how many are ahead of it and how many are equal to it, itself included."""
    seats = SEATS[: len(state.mats)]
    rows = [state.rows[ALL_ROWS.index(row)] for row in counted_rows(state, place, is_tile=is_tile)]
    counted = "".join(rows) + (state.seats if place == "PAL" else "")
    cubes = {seat: counted.count(seat) for seat in seats}
    there = [seat for seat in seats if cubes[seat]]
    places: dict[str, tuple[int, int]] = {}
    for seat in there:
        others = [other for other in there if other != seat]
        before = sum(goes_first(state, other, seat, cubes) for other in others)
        ahead_of_seat = sum(goes_first(state, seat, other, cubes) for other in others)
        places[seat] = before, len(there) - before - ahead_of_seat
    return places


def points(state: State, place: str, prizes: tuple[int, ...], *, is_tile: bool = True) -> list[int]:
    """Return what a scoring brings each party (R6.5, R6.6, R7.3)."""
    places = _places(state, place, is_tile=is_tile)
    won: list[int] = []
    for seat in SEATS[: len(state.mats)]:
        before, equal = places.get(seat, (0, 0))
        won.append(sum(prizes[before : before + equal]) // equal if equal else 0)
    return won


def bonus(state: State, tile: Tile) -> list[int]:
    """Return what the faction track brings each player at a tile (R10.8)."""
    cities = {*PORTS, *TRADING_CITIES, "PORT", "TRADE"}
    won: list[int] = []
    places = _places(state, tile, is_tile=True)
    for seat, mat in enumerate(state.mats):
        if str(seat) not in places or tile == "ART":
            won.append(0)
            continue
        steps = mat.faction if tile in cities else -mat.faction
        stage = len([begin for begin in state.setup.ruleset.stages if steps >= begin])
        place = places[str(seat)][0]
        extra = {1: {0: 1}, 2: {0: 2, 1: 1}, 3: {0: 3, 1: 2, 2: 1}}.get(stage, {})
        won.append(extra.get(place, 0))
    return won


def area_prizes(state: State, area: str) -> tuple[int, ...]:
    """Return the points of an area: more where it has more cubes than the other (R10.9)."""
    there = {"CAR": 0, "EMP": 0}
    for name in there:
        rows = counted_rows(state, name, is_tile=False)
        there[name] = sum(len(state.rows[ALL_ROWS.index(row)]) for row in rows)
    other = "EMP" if area == "CAR" else "CAR"
    return (5, 3, 1) if there[area] > there[other] else (3, 2, 1)
