"""Where points come from in the end: the event that put each counted cube on the board.

Each scoring's points of a party are shared equally among the cubes of that party that it counted, as exact fractions,
so that what followed from all events comes to the track. A cube that moves (R11.Bardi, R11.Pulci) keeps its origin. The
influence card of the Palazzo counts seats as well (R7.3); a seat's origin is the event that took it. What the faction
track adds (R10.8) follows from no cube.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from calimala_es.components import AREA_ROWS, INTRIGUE_ACTIONS, PALAZZO, ROW_INDEX, SEATS, TILE_ROWS
from calimala_es.council import tile_rows
from calimala_es.events import (
    ActionDone,
    AreaScored,
    CubeMoved,
    Event,
    FamilyStarted,
    InfluenceScored,
    PartObserved,
    ThirdPartyActed,
    TileScored,
)
from calimala_es.ids import CLOSING
from calimala_es.state import State
from replays.replay import Replay

ACTIVATION: Final = "activation"
THIRD: Final = "third party"
INTRIGUE: Final = "intrigue"
INSTEAD: Final = "instead"
OFFER: Final = "offer"
SEAT: Final = "seat"
START: Final = "start"
FACTION: Final = "faction"
OBSERVED: Final = "observed"
BEFORE: Final = "before"
ORIGINS: Final = (ACTIVATION, THIRD, INTRIGUE, INSTEAD, OFFER, SEAT, START, FACTION, OBSERVED, BEFORE)
"""The kinds of origins: an action or a card in an activation, the third party's answer to one (R8.7), an intrigue
action (R10.1), an action instead of a card that it would have brought (R11.Spini), a card before a tile (R11.Medici), a
seat in the council, a family's start, the faction track, what was seen at the table, what lay there before the record.
"""

BEFORE_THE_RECORD: Final = -1
"""The place of whatever was there when the record began."""

Scored = TileScored | AreaScored | InfluenceScored


class Share(Struct, frozen=True):
    """The points of one scoring that one party owes to one origin.

    ``scoring`` is the position of the scoring's event, ``at`` that of the origin (``BEFORE_THE_RECORD``: none),
    ``cubes`` how many of the counted cubes came from it.
    """

    scoring: int
    at: int
    seat: int
    kind: str
    giver: int
    cubes: int
    points: Fraction


def shares(replay: Replay) -> tuple[Share, ...]:
    """All points of the track by their origin, in the order of the scorings.

    ``giver`` is the seat whose turn it was when the cube came; -1 where there was none.
    """
    return tuple(_shares(replay))


def _shares(replay: Replay) -> Iterator[Share]:
    ledger = _Ledger(replay.start)
    states = replay.states
    for seat, mat in enumerate(replay.start.mats):
        if mat.points:
            yield Share(BEFORE_THE_RECORD, BEFORE_THE_RECORD, seat, BEFORE, -1, 0, Fraction(mat.points))
    for at, event in enumerate(replay.events):
        before, after = states[at], states[at + 1]
        if before.rows is not after.rows or before.seats != after.seats:
            ledger.follow(at, event, before, after)
        if isinstance(event, Scored):
            yield from _scored(replay, ledger, at, event)
        elif type(event) is PartObserved and event.part.endswith(".points"):
            seat = int(event.part[0])
            seen = after.mats[seat].points - before.mats[seat].points
            if seen:
                yield Share(at, at, seat, OBSERVED, -1, 0, Fraction(seen))


def _scored(replay: Replay, ledger: "_Ledger", at: int, event: Scored) -> Iterator[Share]:
    for seat, points in enumerate(event.points):
        if not points:
            continue
        origins = ledger.counted(seat, replay.start, event)
        for origin, cubes in origins.items():
            kind, giver = origin_of(replay, origin)
            yield Share(at, origin, seat, kind, giver, cubes, Fraction(points * cubes, event.counts[seat]))
    if isinstance(event, TileScored):
        for seat, points in enumerate(event.bonus):
            if points:
                yield Share(at, at, seat, FACTION, seat, 0, Fraction(points))


def origin_of(replay: Replay, at: int) -> tuple[str, int]:
    """The kind of an origin, and the seat whose turn it was, -1 where it was nobody's."""
    if at < 0:
        return BEFORE, -1
    event = replay.events[at]
    kind = _KINDS.get(type(event))
    if kind is None:
        kind = _deed_kind(event) if replay.ids[at].activation == CLOSING else ACTIVATION
    return kind, replay.states[at].active if kind not in (START, OBSERVED) else -1


_KINDS: Final[dict[type[Event], str]] = {
    FamilyStarted: START,
    PartObserved: OBSERVED,
    ThirdPartyActed: THIRD,
}


def _deed_kind(event: Event) -> str:
    """What put a cube or a seat there when the activations were over."""
    if not hasattr(event, "action"):
        return SEAT
    if not isinstance(event, ActionDone):
        return OFFER
    return INTRIGUE if event.action in INTRIGUE_ACTIONS else INSTEAD


class _Ledger:
    """The origin of every cube on the board and of every seat in the council, as the game goes on."""

    def __init__(self, start: State) -> None:
        self.rows = [[BEFORE_THE_RECORD] * len(row) for row in start.rows]
        self.cubes = [*start.rows]
        self.seats = [BEFORE_THE_RECORD] * len(start.seats)
        self.seated = start.seats

    def follow(self, at: int, event: Event, before: State, after: State) -> None:
        """Note what one event put on the board, moved or took from it."""
        if isinstance(event, CubeMoved):
            self._move(event)
        elif before.rows is not after.rows:
            for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
                if old != new:
                    self.rows[row] = _continued(self.rows[row], old, new, at)
        self.cubes = [*after.rows]
        if before.seats != after.seats:
            self.seats = _continued(self.seats, before.seats, after.seats, at)
            self.seated = after.seats

    def _move(self, event: CubeMoved) -> None:
        """The last cube of the party goes, as the rules have it (``cubes.cube_moved``)."""
        source, target = ROW_INDEX[event.source], ROW_INDEX[event.target]
        place = self.cubes[source].rindex(SEATS[event.seat])
        self.rows[target].append(self.rows[source].pop(place))

    def counted(self, seat: int, start: State, event: Scored) -> dict[int, int]:
        """The origins of what a scoring counts for a party, with how many cubes came from each."""
        found: dict[int, int] = {}
        mark = SEATS[seat]
        for row in rows_of(start, event):
            for cube, origin in zip(self.cubes[row], self.rows[row], strict=True):
                if cube == mark:
                    found[origin] = found.get(origin, 0) + 1
        if isinstance(event, InfluenceScored) and event.card == PALAZZO:
            for taken, origin in zip(self.seated, self.seats, strict=True):
                if taken == mark:
                    found[origin] = found.get(origin, 0) + 1
        return found


def rows_of(start: State, event: Scored) -> tuple[int, ...]:
    """The rows that a scoring counts."""
    if isinstance(event, TileScored):
        return tile_rows(start.setup, event.tile)
    return AREA_ROWS[event.area] if isinstance(event, AreaScored) else TILE_ROWS[event.card]


def _continued(origins: list[int], old: str, new: str, at: int) -> list[int]:
    """The origins of a row that has changed: of each party the cubes that came first stay, others come from ``at``."""
    if new.startswith(old):
        return origins + [at] * (len(new) - len(old))
    left: dict[str, list[int]] = {}
    for cube, origin in zip(old, origins, strict=True):
        left.setdefault(cube, []).append(origin)
    return [left[cube].pop(0) if left.get(cube) else at for cube in new]
