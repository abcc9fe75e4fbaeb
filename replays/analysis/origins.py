"""Where points come from in the end: the event that put each counted cube on the board.

Each scoring's points of a party are shared equally among the cubes of that party that it counted, as exact fractions,
so that what followed from all events comes to the track. A cube that moves (R11.Bardi, R11.Pulci) keeps its origin. The
influence card of the Palazzo counts seats as well (R7.3); a seat's origin is the event that took it. What the faction
track adds (R10.8) follows from no cube.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

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
    """By the position of each scoring, how many cubes of which party from which origin brought points in it."""
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
    """The origins of the seats in the council at a position; those that agree from the first on stay the same."""
    origins = [BEFORE_THE_RECORD] * len(replay.start.seats)
    for at, (before, after) in enumerate(pairwise(replay.states[: position + 1])):
        if before.seats != after.seats:
            kept = agreeing(before.seats, after.seats)
            origins = origins[:kept] + [at] * (len(after.seats) - kept)
    return origins


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
