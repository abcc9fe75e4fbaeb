"""What a place that is still to be scored is likely to pay: majorities, and how far they can still move.

A lead of some cubes is safe if few more will come before the scoring, and worth little if many will. So the difference
of two parties at the scoring is taken as spread around the difference at the moment; the spread grows with the turns
until then, and ends where no cell is free.
"""

from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final

from calimala_es.components import (
    CHURCHES,
    INFLUENCE_CARDS,
    PALAZZO,
    PORTS,
    SCORING_TILES,
    TRADING_CITIES,
)
from calimala_es.playing.board import CUBE_WIDTH, Board

CUBE_MASK: Final = (1 << CUBE_WIDTH) - 1

CITY: Final = 0
CHURCH: Final = 1
ARTWORK: Final = 2
CITIES: Final = 3
MATERIAL: Final = 4
COUNCIL: Final = 5
AREA: Final = 6
KINDS: Final = 7


def _kind(place: str) -> int:
    """Return the kind of a scoring tile or an influence card."""
    if place in PORTS or place in TRADING_CITIES:
        return CITY
    if place in CHURCHES:
        return CHURCH
    return {"ART": ARTWORK, "PORT": CITIES, "TRADE": CITIES, PALAZZO: COUNCIL}.get(place, MATERIAL)


TILE_KINDS: Final[list[int]] = [_kind(tile) for tile in SCORING_TILES]
CARD_KINDS: Final[list[int]] = [_kind(card) for card in INFLUENCE_CARDS]

# Spreads are counted in quarters of a cube.

SPREADS: Final = 32
_QUARTER: Final = 0.25
_TIE_EDGE: Final = 0.45
"""How many cubes it is worth to be ahead in a tie."""

_FREE_SHARE: Final = 0.5
"""How many cubes of spread each free cell allows."""

MOST_LEAD: Final = 24


def _ahead(lead: float, spread: int) -> float:
    """Return the chance to be ahead after this lead, in cubes, and this spread, in quarters of a cube."""
    if not spread:
        return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    return 0.5 + 0.5 * erf(lead / (spread * _QUARTER * sqrt(2)))


AHEAD: Final[list[list[list[float]]]] = [
    [[_ahead(lead + edge, spread) for lead in range(-MOST_LEAD, MOST_LEAD + 1)] for spread in range(SPREADS)]
    for edge in (-_TIE_EDGE, 0.0, _TIE_EDGE)
]
"""The chance to be ahead by tie (lost, shared, won), spread and lead."""

COMES: Final[list[float]] = [1 - exp(-spread * _QUARTER) for spread in range(SPREADS)]
"""The chance that a party without a cube has one at the scoring, by spread."""


@lru_cache(maxsize=1 << 16)
def ranks(counts: int, spread: int, ties: int, parties: int) -> tuple[tuple[float, float, float], ...]:
    """Return for each party the chances to be first, second and third.

    ``counts`` are its cubes as in ``Board.cubes``, ``spread`` is in quarters of a cube; ``ties`` has three bits a
    party, lower for a party that is ahead in a tie.

    >>> ranks(3 | 1 << CUBE_WIDTH, 0, 0, 3)
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
    """
    found: list[tuple[float, float, float]] = []
    cubes = [counts >> CUBE_WIDTH * seat & CUBE_MASK for seat in range(parties)]
    order = [ties >> 3 * seat & 7 for seat in range(parties)]
    comes = COMES[spread]
    for seat in range(parties):
        own = cubes[seat]
        first, second, third = 1.0 if own else comes, 0.0, 0.0
        if not first:
            found.append((0.0, 0.0, 0.0))
            continue
        for other in range(parties):
            if other == seat:
                continue
            theirs = cubes[other]
            edge = 1 + (order[seat] < order[other]) - (order[seat] > order[other])
            lead = max(-MOST_LEAD, min(MOST_LEAD, own - theirs))
            ahead = AHEAD[edge][spread][lead + MOST_LEAD]
            if not theirs and not spread:
                ahead = 1.0
            later = 1 - ahead
            third = third * ahead + second * later
            second = second * ahead + first * later
            first *= ahead
        found.append((first, second, third))
    return tuple(found)


@lru_cache(maxsize=1 << 17)
def payments(counts: int, spread: int, ties: int, points: tuple[tuple[int, ...], ...]) -> list[float]:
    """Return the points that each party can expect; ``points`` are those of the three ranks by party."""
    chances = ranks(counts, spread, ties, len(points))
    return [
        one * first + two * second + three * third
        for (one, two, three), (first, second, third) in zip(chances, points, strict=True)
    ]


# When tiles are scored.

MOST_TURNS: Final = 60
STREETS: Final = 12


@lru_cache(maxsize=1 << 14)
def turns_until(heights: int, left: int) -> list[int]:
    """Return the turns until the first, second, ... fifteenth tile from here is scored.

    ``heights`` has four bits for each height from 0 to 3: how many streets have such a stack; ``left`` is how many
    discs are still to be placed, after which all tiles are scored. Discs are taken to go to any street.

    >>> turns_until(12 << 12, 30)[:3], turns_until(12, 30)[:3]
    ([1, 2, 3], [16, 21, 25])
    """
    streets = [float(heights >> 4 * height & 15) for height in range(4)]
    found: list[int] = []
    scored = 0.0
    for turn in range(1, left + 1):
        going = [count / STREETS for count in streets[:3]]
        scored += streets[3] / STREETS
        for height, count in enumerate(going):
            streets[height] -= count
            streets[height + 1] += count
        while len(found) + 0.5 < scored:
            found.append(turn)
    return (found + [left] * 15)[:15]


def heights_of(board: Board) -> int:
    """Return how many streets have a stack of each height, as ``turns_until`` takes it."""
    heights = 0
    for stack in board.stacks:
        heights += 1 if not stack else 16 if stack < 16 else 256 if stack < 256 else 4096
    return heights


def free_spread(free: int) -> int:
    """Return the greatest spread that so many free cells allow."""
    return min(SPREADS - 1, int(free * _FREE_SHARE / _QUARTER))
