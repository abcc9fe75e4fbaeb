"""The origins of points: the event that put each counted cube on the board.

Each scoring's points of a party are shared equally among the cubes of that party that it counted, as exact fractions,
so that the sum over all events equals the track. A cube that moves (R11.Bardi, R11.Pulci) retains its origin. The
influence card of the Palazzo counts seats as well (R7.3); a seat's origin is the event that took it. The points that
the faction track adds (R10.8) follow from no cube.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal, get_args

from msgspec import Struct

from calimala_es.components import INTRIGUE_ACTIONS, PALAZZO
from calimala_es.events import (
    ActionDone,
    AreaScored,
    Event,
    FamilyStarted,
    InfluenceScored,
    PartObserved,
    ThirdPartyActed,
    TileScored,
)
from calimala_es.ids import CLOSING
from calimala_es.state import SEAT_OF, State
from replays.replay import Replay
from replays.stepping.cubes import agreeing, cubes_of
from replays.stepping.lives import COUNTED

OriginKind = Literal[
    "activation", "third party", "intrigue", "instead", "offer", "seat", "start", "faction", "observed", "before"
]
"""A kind of origin, explained below."""

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
ORIGINS: Final[tuple[OriginKind, ...]] = get_args(OriginKind)
"""The kinds of origins: an action or a card in an activation, the third party's response to one (R8.7), an intrigue
action (R10.1), an action instead of the card drawn for it (R11.Spini), a card before a tile (R11.Medici), a seat in
the council, a family's start, the faction track, what was seen at the table, what was there before the record.
"""

BEFORE_THE_RECORD: Final = -1
"""The place of everything that was there when the record began."""

Scored = TileScored | AreaScored | InfluenceScored


class Share(Struct, frozen=True):
    """The points of one scoring that one party owes to one origin.

    ``scoring`` is the position of the scoring's event, ``at`` that of the origin (``BEFORE_THE_RECORD``: none),
    ``cubes`` how many of the counted cubes came from it.
    """

    scoring: int
    at: int
    seat: int
    kind: OriginKind
    giver: int
    cubes: int
    points: Fraction


def shares(replay: Replay) -> tuple[Share, ...]:
    """Return all points of the track by their origin, in the order of the scorings.

    ``giver`` is the seat whose turn it was when the cube was added; -1 if there was none.
    """
    return (*_before(replay.start), *_shares(replay))


def _before(start: State) -> Iterator[Share]:
    for seat, mat in enumerate(start.mats):
        if mat.points:
            yield Share(BEFORE_THE_RECORD, BEFORE_THE_RECORD, seat, BEFORE, -1, 0, Fraction(mat.points))


def _shares(replay: Replay) -> Iterator[Share]:
    counted = _counted(replay)
    for at, event in enumerate(replay.events):
        if isinstance(event, Scored):
            for (seat, origin), cubes in counted[at].items():
                kind, giver = origin_of(replay, origin)
                points = Fraction(event.points[seat] * cubes, event.counts[seat])
                yield Share(at, origin, seat, kind, giver, cubes, points)
        if isinstance(event, TileScored):
            for seat, more in enumerate(event.bonus):
                if more:
                    yield Share(at, at, seat, FACTION, seat, 0, Fraction(more))
        elif isinstance(event, PartObserved) and event.part.endswith(".points"):
            seat = int(event.part[0])
            seen = replay.states[at + 1].mats[seat].points - replay.states[at].mats[seat].points
            if seen:
                yield Share(at, at, seat, OBSERVED, -1, 0, Fraction(seen))


def _counted(replay: Replay) -> dict[int, Counter[tuple[int, int]]]:
    """Return for each scoring how many cubes of which party from which origin earned points; by position."""
    counted: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for cube in cubes_of(replay).lives:
        origin = cube.begins - 1
        for happening in cube.happenings:
            if happening.what == COUNTED and happening.number:
                counted[happening.position - 1][int(cube.mark), origin] += 1
    for at, event in enumerate(replay.events):
        if isinstance(event, InfluenceScored) and event.card == PALAZZO:
            for mark, origin in zip(replay.states[at].seats, _seats_until(replay, at), strict=True):
                if event.points[SEAT_OF[mark]]:
                    counted[at][SEAT_OF[mark], origin] += 1
    return counted


def _seats_until(replay: Replay, position: int) -> list[int]:
    """Return the origins of the council seats at a position; those that agree from the first on are unchanged."""
    origins = [BEFORE_THE_RECORD] * len(replay.start.seats)
    for at, (before, after) in enumerate(pairwise(replay.states[: position + 1])):
        if before.seats != after.seats:
            unchanged = agreeing(before.seats, after.seats)
            origins = origins[:unchanged] + [at] * (len(after.seats) - unchanged)
    return origins


def origin_of(replay: Replay, at: int) -> tuple[OriginKind, int]:
    """Return the kind of an origin, and the seat whose turn it was, -1 if it was nobody's."""
    if at < 0:
        return BEFORE, -1
    event = replay.events[at]
    kind = _KINDS.get(type(event))
    if kind is None:
        kind = _deed_kind(event) if replay.ids[at].activation == CLOSING else ACTIVATION
    return kind, replay.states[at].active if kind not in (START, OBSERVED) else -1


_KINDS: Final[dict[type[Event], OriginKind]] = {
    FamilyStarted: START,
    PartObserved: OBSERVED,
    ThirdPartyActed: THIRD,
}


def _deed_kind(event: Event) -> OriginKind:
    """Return the kind of event that added a cube or a seat after the activations."""
    if not hasattr(event, "action"):
        return SEAT
    if not isinstance(event, ActionDone):
        return OFFER
    return INTRIGUE if event.action in INTRIGUE_ACTIONS else INSTEAD
