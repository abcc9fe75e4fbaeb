"""Where the points came from: every scoring with what each seat got for it, and the sums.

The sums are those of the points track. Where somebody saw other points at the table than the record has, the
difference is a source of its own.
"""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from calimala_es.events import AreaScored, InfluenceScored, PartObserved, TileScored
from replays.replay import Replay

ScoredKind = Literal["tile", "influence", "area"]
"""A kind of what is scored: a scoring tile, an influence card, an area of Intrigue."""

SourceKind = Literal[ScoredKind, "faction", "observed", "before"]
"""A kind of source, explained below."""

TILE: Final = "tile"
INFLUENCE: Final = "influence"
FACTION: Final = "faction"
AREA: Final = "area"
OBSERVED: Final = "observed"
BEFORE: Final = "before"
"""The kinds of sources: a scoring tile, an influence card, what the faction track added to a tile, an area of Intrigue,
points seen at the table, points before the record."""


class PointSource(Struct, frozen=True):
    """One source of points.

    ``kind`` is one of the constants above, ``place`` the tile, card or area (for other kinds empty), ``id`` the event's
    place in the game; ``counts`` and ``points`` are per seat, the third party's last; ``ranking`` and ``decided`` as in
    ``events.TileScored``. Where no cubes were counted ``counts``, ``ranking`` and ``decided`` are empty.
    """

    kind: SourceKind
    place: str
    id: str
    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]


class Scores(Struct, frozen=True):
    """All sources until a position in their order, and the points that they come to per party."""

    sources: tuple[PointSource, ...]
    totals: tuple[int, ...]


def scores(replay: Replay, position: int | None = None) -> Scores:
    """Return the sources of all points at a position, by default the last."""
    last = replay.last if position is None else position
    sources = tuple(_sources(replay, last))
    seats = range(len(replay.start.mats))
    return Scores(sources, tuple(sum(source.points[seat] for source in sources) for seat in seats))


def _sources(replay: Replay, last: int) -> Iterator[PointSource]:
    start = tuple(mat.points for mat in replay.start.mats)
    if any(start):
        yield PointSource(BEFORE, "", "", (), "", "", start)
    for place in _scorings(replay, last):
        event, id = replay.events[place], str(replay.ids[place])
        if isinstance(event, TileScored | InfluenceScored | AreaScored):
            kind, scored, bonus = scored_of(event)
            yield PointSource(kind, scored, id, event.counts, event.ranking, event.decided, event.points)
            if any(bonus):
                yield PointSource(FACTION, scored, id, (), "", "", bonus)
        else:
            mats = zip(replay.states[place].mats, replay.states[place + 1].mats, strict=True)
            yield PointSource(OBSERVED, "", id, (), "", "", tuple(new.points - old.points for old, new in mats))


def scored_of(event: TileScored | InfluenceScored | AreaScored) -> tuple[ScoredKind, str, tuple[int, ...]]:
    """Return what was scored: its kind, its code, and what the faction track added, by party."""
    if isinstance(event, TileScored):
        return TILE, event.tile, event.bonus
    return (INFLUENCE, event.card, ()) if isinstance(event, InfluenceScored) else (AREA, event.area, ())


def _scorings(replay: Replay, last: int) -> Iterator[int]:
    for place, event in enumerate(replay.events[:last]):
        if isinstance(event, TileScored | InfluenceScored | AreaScored) or _is_points(event):
            yield place


def _is_points(event: object) -> bool:
    return isinstance(event, PartObserved) and event.part.endswith(".points")
