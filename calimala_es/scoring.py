"""Scorings: counting, ranking, ties, points and bonuses, and who has won (R6, R7, R10)."""

import struct
from collections.abc import Callable, Iterable
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from calimala_es.components import (
    AREA_ROWS,
    CARDINAL,
    CHURCHES,
    EMPEROR,
    INFLUENCE_CARDS,
    INTRIGUE_TILE_ROWS,
    PALAZZO,
    PALAZZO_ROW,
    PORTS,
    SEATS,
    TILE_ROWS,
    TRADING_CITIES,
    UNKNOWN,
    InfluenceCard,
    SeatOrder,
    Tile,
)
from calimala_es.events import Deciding
from calimala_es.frames import InfluenceScoring
from calimala_es.options import Answers
from calimala_es.setup import Setup
from calimala_es.state import SEAT_OF, State


class Score(NamedTuple):
    """The outcome of one scoring; the fields are those of ``events.TileScored``."""

    counts: tuple[int, ...]
    ranking: SeatOrder
    decided: str
    points: tuple[int, ...]


SHARED: Final = "e"
BY_CUBES: Final = "."
"""The marks in ``decided`` where no clause had to decide, and where none could (R6.6 e)."""


def _more_seats_and_palazzo(state: State, seat: str) -> int:
    return -(state.seats + state.rows[PALAZZO_ROW]).count(seat)


def _more_seats(state: State, seat: str) -> int:
    return -state.seats.count(seat)


def _reached_seats_first(state: State, seat: str) -> int:
    """Return where the seat that made up the number is in the order of all seats; equal for parties without one."""
    return state.seats.rfind(seat)


def _artwork_in_palazzo_first(state: State, seat: str) -> int:
    return state.rows[PALAZZO_ROW].find(seat)


def _active(state: State) -> int:
    """Return the seat that counts as active in a scoring: the starting player's once the end has come (R9.4, R9.7)."""
    return 0 if any(type(frame) is InfluenceScoring for frame in state.frames) else state.active


TIE_BREAKERS: Final[dict[str, Callable[[State, str], int]]] = {
    "a": _more_seats_and_palazzo,
    "b": _more_seats,
    "c": _reached_seats_first,
    "d": _artwork_in_palazzo_first,
    "r": lambda state, seat: -state.seats.rfind(seat),
    "p": lambda state, seat: int(seat != SEATS[_active(state)]),
    "n": lambda state, seat: (SEAT_OF[seat] - _active(state)) % len(state.mats),
}
"""The tie-breakers of R6.6 and R9.4: of two tied players the one with the lower value goes first; equal values pass on.

In (c) and (d) the earlier ones have made sure that both tied players have a seat, or neither, or that both have an
artwork in PAL, or neither.
"""

CLAUSE_WORDS: Final = {
    BY_CUBES: "more cubes",
    "a": "more seats and Palazzo artwork combined",
    "b": "more seats in the council",
    "c": "first to reach the same number of seats",
    "d": "first artwork in the Palazzo",
    "r": "the most recent seat",
    "p": "the active player",
    "n": "next clockwise from the active player",
    SHARED: "no difference, so they share",
}


def tile_rows(setup: Setup, tile: str) -> tuple[int, ...]:
    """Return the rows that a scoring tile counts (R6.4, R9.7, R10.7)."""
    rows = (INTRIGUE_TILE_ROWS if setup.intrigue else TILE_ROWS)[tile]
    if tile == "ART" and not setup.ruleset.settings.art_counts_pal:
        return tuple(row for row in rows if row != PALAZZO_ROW)
    return rows


_COUNTS: Final = struct.Struct(f"<{len(SEATS)}H")
_COUNTED: Final = Answers[str, int](
    lambda cubes: int.from_bytes(_COUNTS.pack(*[cubes.count(seat) for seat in SEATS]), "little")
)
"""How many cubes (or seats) of each party there are, as one number, so that rows are counted by adding."""


def score_place(state: State, place: str, rows: tuple[int, ...], places: tuple[int, ...]) -> Score:
    """Score a tile, an area or an influence card by the cubes in ``rows``; the Palazzo counts seats too (R6.4, R7.3).

    ``places`` are the points of the first, the second, ... (R6.5, R6.6).
    """
    board = state.rows
    counted = _COUNTED[state.seats] if place == PALAZZO else 0
    for row in rows:
        counted += _COUNTED[board[row]]
    counts, groups, score = _ranked_by_cubes(counted, len(state.mats), places)
    if score is not None:
        return score
    ranking, decided = _ranked(state, groups, state.setup.edition.ties)
    return Score(counts, ranking, decided, points_of(ranking, decided, places, len(counts)))


@lru_cache(maxsize=1 << 14)
def _ranked_by_cubes(
    counted: int, parties: int, places: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[str, ...], Score | None]:
    """Return the counts, the seats that have equally many, most first, and the score unless tie-breakers decide it.

    Seats without cubes are in no group.
    """
    counts = _COUNTS.unpack(counted.to_bytes(_COUNTS.size, "little"))[:parties]
    seats: dict[int, str] = {}
    for seat, own in enumerate(counts):
        if own:
            seats[own] = seats.get(own, "") + SEATS[seat]
    groups = tuple([seats[cubes] for cubes in sorted(seats, reverse=True)])
    ranking, decided = "".join(groups), BY_CUBES * (len(groups) - 1)
    if len(ranking) > len(groups):
        return counts, groups, None
    return counts, groups, Score(counts, ranking, decided, points_of(ranking, decided, places, parties))


def _ranked(state: State, groups: Iterable[str], breakers: str) -> tuple[str, str]:
    """Return the seats of all groups in one order, each group untied, and what put each ahead of the next."""
    ranking, decided = "", ""
    for group in groups:
        order, by = _untied(state, group, breakers) if len(group) > 1 else (group, "")
        decided += BY_CUBES + by if ranking else by
        ranking += order
    return ranking, decided


def _untied(state: State, tied: str, breakers: str) -> tuple[str, str]:
    """Return tied seats as the tie-breakers order them, and the one that put each ahead of the next."""
    if len(tied) == 2:
        difference, by = _compared(state, tied[0], tied[1], breakers)
        return (tied if difference <= 0 else tied[::-1]), by

    def compare(one: str, other: str) -> int:
        return _compared(state, one, other, breakers)[0]

    order = sorted(tied, key=cmp_to_key(compare))
    return "".join(order), "".join([_compared(state, one, next, breakers)[1] for one, next in pairwise(order)])


def _compared(state: State, one: str, other: str, breakers: str) -> tuple[int, str]:
    """Return a number below zero if the first of two tied seats goes first, and the tie-breaker that decides it."""
    for breaker in breakers:
        value_of = TIE_BREAKERS[breaker]
        if difference := value_of(state, one) - value_of(state, other):
            return difference, breaker
    return 0, SHARED


@lru_cache(maxsize=1 << 14)
def points_of(ranking: SeatOrder, decided: str, places: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return the points per seat: players who share get equal parts of the places they fill, rounded down (R6.6 e)."""
    points = [0] * players
    if SHARED not in decided:
        for seat, won in zip(ranking, places, strict=False):
            points[SEAT_OF[seat]] = won
        return tuple(points)
    first = 0
    while first < len(ranking):
        last = first
        while last < len(decided) and decided[last] == SHARED:
            last += 1
        share = sum(places[first : last + 1]) // (last - first + 1)
        for seat in ranking[first : last + 1]:
            points[SEAT_OF[seat]] = share
        first = last + 1
    return tuple(points)


def free_tiles(state: State) -> list[Tile]:
    """Return the scoring tiles not yet scored, the next one first."""
    return [tile for tile, mark in zip(state.setup.council, state.council, strict=True) if mark == "."]


def next_tile(state: State) -> Tile | None:
    """Return the tile that the next seat will score; ``None`` once all fifteen have been scored."""
    place = state.council.find(".")
    return None if place < 0 else state.setup.council[place]


def final_cards(state: State) -> tuple[InfluenceCard, ...]:
    """Return the influence cards in the order in which they are scored: the board's, then by seat (R7.3).

    Those of one place come in the order of the box, unknown ones last.
    """
    return _in_order(state.by_board, *[mat.shown for mat in state.mats])


@lru_cache(maxsize=1 << 10)
def _in_order(*places: tuple[InfluenceCard, ...]) -> tuple[InfluenceCard, ...]:
    order = (*INFLUENCE_CARDS, UNKNOWN).index
    return tuple([card for cards in places for card in sorted(cards, key=order)])


def seats_and_palazzo(state: State, seat: str) -> int:
    """Return the seats in the council plus artwork in PAL: what decides ties first (R6.6 a, R7.4)."""
    return -_more_seats_and_palazzo(state, seat)


def result(state: State) -> tuple[str, Deciding]:
    """Return the winners as seats and what decided, as in ``events.GameEnded``; the third party cannot win (R7.4,
    R8.9).
    """
    if UNKNOWN in final_cards(state):
        return "", "open"
    seats = SEATS[: state.setup.players]
    most = max(state.mats[int(seat)].points for seat in seats)
    leaders = [seat for seat in seats if state.mats[int(seat)].points == most]
    if len(leaders) == 1:
        return leaders[0], "points"
    best = max(seats_and_palazzo(state, seat) for seat in leaders)
    winners = "".join(seat for seat in leaders if seats_and_palazzo(state, seat) == best)
    return winners, "council" if len(winners) == 1 else "shared"


# Intrigue: the faction track, and the two areas at the end (R10).

MORE_POINTS: Final = (5, 3, 1)
FEWER_POINTS: Final = (3, 2, 1)
"""The points of the area with more cubes, and of the other one (R10.9)."""

BONUSES: Final = ((), (1,), (2, 1), (3, 2, 1))
"""What the first, second and third of a scoring get more, by stage of the faction track (R10.8)."""

SIDE_OF_TILE: Final = {
    **dict.fromkeys((*PORTS, *TRADING_CITIES, "PORT", "TRADE"), 1),
    **dict.fromkeys((*CHURCHES, "WOOD", "BRICK", "MARBLE"), -1),
}
"""The side of the faction track that counts for a scoring tile (R10.8)."""


def stage_of(state: State, seat: int, side: int) -> int:
    """Return the stage that a seat has reached on one side of the faction track, 0 to 3 (R10.6)."""
    steps = state.mats[seat].faction * side
    return sum(steps >= stage for stage in state.setup.ruleset.stages)


def bonus(state: State, tile: str, ranking: SeatOrder) -> tuple[int, ...]:
    """Return the points of each seat for the faction track in the scoring of a tile; empty without Intrigue (R10.8)."""
    if not state.setup.intrigue:
        return ()
    points = [0] * len(state.mats)
    side = SIDE_OF_TILE.get(tile, 0)
    for place, seat in enumerate(ranking[:3] if side else ""):
        more = BONUSES[stage_of(state, SEAT_OF[seat], side)]
        points[SEAT_OF[seat]] = more[place] if place < len(more) else 0
    return tuple(points)


def area_points(state: State, area: str) -> tuple[int, ...]:
    """Return the points of the first, second and third in one of the two areas at the end (R10.9)."""
    cubes: dict[str, int] = {name: sum(len(state.rows[row]) for row in rows) for name, rows in AREA_ROWS.items()}
    other = CARDINAL if area == EMPEROR else EMPEROR
    return MORE_POINTS if cubes[area] > cubes[other] else FEWER_POINTS


def can_step(state: State, seat: int, step: int) -> bool:
    """Check whether the faction track goes on from where a seat is on it (R10.5)."""
    return abs(state.mats[seat].faction + step) <= state.setup.ruleset.steps
