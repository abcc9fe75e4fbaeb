"""Points by their source, and how much depended on the criteria that decided ties (R6.6, R9.4)."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from calimala_es.events import Deciding, GameEnded
from calimala_es.scoring import BY_CUBES, SHARED, points_of
from replays.analysis.origins import Scored
from replays.analysis.prospects import place_points
from replays.analysis.values import scored_place
from replays.replay import Replay
from replays.scores import AREA, BEFORE, FACTION, INFLUENCE, OBSERVED, TILE, PointSource, SourceKind, scores

SOURCES: Final = (BEFORE, TILE, FACTION, AREA, INFLUENCE, OBSERVED)
"""The kinds of sources, in the order in which they are shown."""


class Tie(Struct, frozen=True):
    """The effect of one clause in one scoring.

    ``kind``, ``place`` and ``id`` are those of the source, ``clause`` the letter of ``scoring.TIE_BREAKERS``. ``seats``
    are pairs of neighbours in the ranking, the one that the clause ranked first before the other. ``shared`` is what
    each party would have got had they shared instead (R6.6 e), ``gained`` how much more than that it got, or less if
    negative. Points for the faction track are ignored.
    """

    kind: SourceKind
    place: str
    id: str
    clause: str
    seats: tuple[tuple[int, int], ...]
    shared: tuple[int, ...]
    gained: tuple[int, ...]


class Victory(Struct, frozen=True):
    """The winner, and what decided it, as in ``events.GameEnded`` (R7.4)."""

    winners: tuple[int, ...]
    by: Deciding


class Points(Struct, frozen=True):
    """All points: by source, by kind of source, and the effect of ties.

    ``totals`` are those of the track by party; ``by_kind`` has a sum for each kind of source that occurred, and
    ``by_clause`` one of ``Tie.gained`` for each clause that decided. ``victory`` is ``None`` until the game has ended.
    """

    totals: tuple[int, ...]
    sources: tuple[PointSource, ...]
    by_kind: dict[str, tuple[int, ...]]
    ties: tuple[Tie, ...]
    by_clause: dict[str, tuple[int, ...]]
    victory: Victory | None


def points(replay: Replay) -> Points:
    """Return the points of a game as far as it goes, by source and by party (R6, R7, R10)."""
    known = scores(replay)
    ties = tuple(_ties(replay))
    parties = len(replay.start.mats)
    kinds = [kind for kind in SOURCES if any(source.kind == kind for source in known.sources)]
    return Points(
        known.totals,
        known.sources,
        {
            kind: sum_points((source.points for source in known.sources if source.kind == kind), parties)
            for kind in kinds
        },
        ties,
        {
            clause: sum_points((tie.gained for tie in ties if tie.clause == clause), parties)
            for clause in dict.fromkeys(tie.clause for tie in ties)
        },
        next((_victory(event) for event in reversed(replay.events) if isinstance(event, GameEnded)), None),
    )


def sum_points(rows: Iterator[tuple[int, ...]], parties: int) -> tuple[int, ...]:
    """Return the column sums of ``rows``, each of which has one number per party, or none."""
    totals = [0] * parties
    for row in rows:
        for party, number in enumerate(row):
            totals[party] += number
    return tuple(totals)


def _victory(event: GameEnded) -> Victory:
    return Victory(tuple(map(int, event.winners)), event.by)


def _ties(replay: Replay) -> Iterator[Tie]:
    for at, event in enumerate(replay.events):
        if isinstance(event, Scored) and event.decided.strip(BY_CUBES + SHARED):
            yield from _ties_of(replay, at, event)


def _ties_of(replay: Replay, at: int, event: Scored) -> Iterator[Tie]:
    kind, place = scored_place(event)
    paid = place_points(replay.states[at], kind, place)
    for clause in dict.fromkeys(event.decided.replace(BY_CUBES, "").replace(SHARED, "")):
        pairs = zip(event.ranking, event.ranking[1:], event.decided, strict=False)
        shared = points_of(event.ranking, event.decided.replace(clause, SHARED), paid, len(event.points))
        yield Tie(
            kind,
            place,
            str(replay.ids[at]),
            clause,
            tuple((int(one), int(other)) for one, other, by in pairs if by == clause),
            shared,
            tuple(got - less for got, less in zip(event.points, shared, strict=True)),
        )
