"""Intrigue: its four actions, the faction track's bonuses, and the two areas at the end (R10).

``agenda`` puts the action into a turn; ``decide.activation`` and ``decide.offers`` decide about it.
"""

from collections.abc import Iterator
from typing import Final

from calimala_es.board import FREE_BIT
from calimala_es.components import (
    AREA_ROWS,
    CARDINAL,
    CHURCHES,
    EMPEROR,
    INTRIGUE_PAIRS,
    MATERIALS,
    PORTS,
    ROW_INDEX,
    TRADING_CITIES,
)
from calimala_es.options import BUILDING_CODES, SPEND, TRADING_CODES, ActionOption, option_needing, own, spend_cloth
from calimala_es.state import SEAT_OF, State

TILES: Final = INTRIGUE_PAIRS * 2
"""The twelve intrigue tiles (R10.2)."""

MORE_POINTS: Final = (5, 3, 1)
FEWER_POINTS: Final = (3, 2, 1)
"""The points of the area with more cubes, and of the other one (R10.9)."""

BONUSES: Final = ((), (1,), (2, 1), (3, 2, 1))
"""What the first, second and third of a scoring get more, by stage of the faction track (R10.8)."""


def _ways_of_cardinal() -> Iterator[tuple[str, ActionOption]]:
    row = ROW_INDEX[CARDINAL]
    yield "", option_needing(own("cloth") | FREE_BIT[row, 1], (row,), spend_cloth(1))


def _ways_of_artistry() -> Iterator[tuple[str, ActionOption]]:
    for code, building in BUILDING_CODES.items():
        row = ROW_INDEX[f"{building}.R"]
        yield code, option_needing(own("cloth") | FREE_BIT[row, 1], (row,), spend_cloth(1))


def _ways_of_emperor() -> Iterator[tuple[str, ActionOption]]:
    for material in MATERIALS:
        row = ROW_INDEX[f"{EMPEROR}.{material}"]
        yield material, option_needing(own(f"{material} stock") | FREE_BIT[row, 1], (row,), SPEND[material])


def _ways_of_banking() -> Iterator[tuple[str, ActionOption]]:
    for code, city in TRADING_CODES.items():
        for material in MATERIALS:
            row = ROW_INDEX[f"{city}.{material}"]
            yield code + material, option_needing(own(f"{material} stock") | FREE_BIT[row, 1], (row,), SPEND[material])


INTRIGUE_OPTIONS: Final = {
    "K": dict(_ways_of_cardinal()),
    "R": dict(_ways_of_artistry()),
    "E": dict(_ways_of_emperor()),
    "N": dict(_ways_of_banking()),
}
"""The options of the four intrigue actions (R10.3)."""

TOWARDS: Final = {"K": -1, "R": -1, "E": 1, "N": 1}
"""The step on the faction track that a card discarded after an intrigue action brings (R10.5)."""

SIDE_OF_TILE: Final = {
    **dict.fromkeys((*PORTS, *TRADING_CITIES, "PORT", "TRADE"), 1),
    **dict.fromkeys((*CHURCHES, "WOOD", "BRICK", "MARBLE"), -1),
}
"""The side of the faction track that counts for a scoring tile (R10.8)."""


def stage_of(state: State, seat: int, side: int) -> int:
    """Return the stage that a seat has reached on one side of the faction track, 0 to 3 (R10.6)."""
    steps = state.mats[seat].faction * side
    return sum(steps >= stage for stage in state.setup.ruleset.stages)


def bonus(state: State, tile: str, ranking: str) -> tuple[int, ...]:
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
    cubes = {name: sum(len(state.rows[row]) for row in rows) for name, rows in AREA_ROWS.items()}
    other = CARDINAL if area == EMPEROR else EMPEROR
    return MORE_POINTS if cubes[area] > cubes[other] else FEWER_POINTS


def can_step(state: State, seat: int, step: int) -> bool:
    """Check whether the faction track goes on from where a seat is on it (R10.5)."""
    return abs(state.mats[seat].faction + step) <= state.setup.ruleset.steps
