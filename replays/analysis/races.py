"""The race for each scoring: who had how many cubes when, how close it was, and what it would have paid otherwise."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from calimala_es.components import ALL_ROWS, PALAZZO_ROW
from calimala_es.events import WentUnrecorded
from replays.analysis.prospects import ScoringPlace, Worth, missing_cubes, tie_ranks
from replays.analysis.values import Checkpoint, Value
from replays.replay import Replay
from replays.scores import ScoredKind


class Outcome(Struct, frozen=True):
    """The points that a place paid, or would have paid: fields as in ``events.TileScored``."""

    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]
    bonus: tuple[int, ...]

    @property
    def paid(self) -> tuple[int, ...]:
        """The points of each party, including those for the faction track."""
        return Worth(self.counts, self.ranking, self.decided, self.points, self.bonus).paid


class Race(Struct, frozen=True):
    """The race for a scoring tile, an area of Intrigue or an influence card.

    ``kind`` and ``place`` are as in ``scores``, ``rows`` those that count. ``id`` is the scoring's event and ``turn``
    its turn; if it was not scored they are empty and -1, and ``is_due`` says whether it still will be. ``counts`` has
    the cubes of each party, and ``paid`` the points that the place would have paid, including those for the faction
    track, at each moment of ``Analysis.course``: ``counts`` up to the scoring and ``paid`` to the end. The entry at
    the scoring's own moment, number ``scored_in`` (-1: none), is the actual one. ``outcome`` is the actual outcome, or
    the one at the end of the record.

    ``to_next`` and ``to_first`` are the missing cubes of each party at that time, as in ``prospects.Prospect``.
    ``earlier`` is what the place would have paid at the end of the turn before, ``later`` at that of the turn after;
    ``None`` if there was no such turn. ``rests_on`` are the ids of missed or observed events that affect it.
    """

    kind: ScoredKind
    place: str
    rows: tuple[str, ...]
    id: str
    turn: int
    is_due: bool
    scored_in: int
    counts: tuple[tuple[int, ...], ...]
    paid: tuple[tuple[int, ...], ...]
    outcome: Outcome
    to_next: tuple[int, ...]
    to_first: tuple[int, ...]
    earlier: Outcome | None
    later: Outcome | None
    rests_on: tuple[str, ...] = ()


def races(replay: Replay, at_moments: tuple[Checkpoint, ...], found: Sequence[Value]) -> tuple[Race, ...]:
    """Return all races: tiles in their order, areas, influence cards."""
    return tuple(_race(replay, at_moments, value) for value in found)


def _race(replay: Replay, at_moments: tuple[Checkpoint, ...], value: Value) -> Race:
    place, worths = value.place, value.worths
    is_scored = value.scored_at >= 0
    end = value.scored_at if is_scored else at_moments[-1].at
    id = replay.ids[value.scored_at] if is_scored else None
    turn = id.turn if id is not None else -1
    nearest, first = missing_cubes(worths[value.until].counts, tie_ranks(replay.states[end]))
    earlier, later = _neighbours(at_moments, value, turn) if is_scored else (None, None)
    return Race(
        kind=place.kind,
        place=place.code,
        rows=tuple(ALL_ROWS[row] for row in place.rows),
        id=str(id) if id is not None else "",
        turn=turn,
        is_due=value.pays and not is_scored,
        scored_in=value.scored_in,
        counts=tuple([worth.counts for worth in worths[: value.until + 1]]),
        paid=tuple([worth.paid for worth in worths]),
        outcome=Outcome(*worths[value.until]),
        to_next=nearest,
        to_first=first,
        earlier=earlier,
        later=later,
        rests_on=tuple(_bears_on(replay, place, end)),
    )


def _neighbours(at_moments: tuple[Checkpoint, ...], value: Value, turn: int) -> tuple[Outcome | None, Outcome | None]:
    """Return what the place would have paid at the end of the turn before its scoring's, and of the turn after."""
    by_turn = {moment.turn: worth for moment, worth in zip(at_moments, value.worths, strict=True) if moment.seat >= 0}
    before, after = by_turn.get(turn - 1), by_turn.get(turn + 1)
    return Outcome(*before) if before else None, Outcome(*after) if after else None


def _bears_on(replay: Replay, place: ScoringPlace, end: int) -> Iterator[str]:
    """Yield what was missed before a position, and what was observed that counts for a place or decides its ties."""
    rows = {ALL_ROWS[row] for row in place.rows} | {ALL_ROWS[PALAZZO_ROW], "council"}
    for gap in replay.gaps_until(end):
        event = gap.event
        if isinstance(event, WentUnrecorded) or event.part in rows:
            yield str(gap.id)
