"""Turning points: the turns with the greatest lasting change.

A turn is judged by the end of the game. Every place has, for every player, the points that it would have paid at each
moment until it was scored. A turn *secures* the points that it reaches and that are never lost again, and it *ends*
those that were held before it and are never held again. So all points of the scorings are secured in exactly one turn
each, and temporary changes count nowhere. The *lasting* change of a player is the points secured minus the points
ended; the *swing* of a turn is the difference between the best and the worst of these.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.events import ActionDone, CardPlayed, DiscPromoted, DiscTakenBack, SeatTaken
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.scoring import BY_CUBES, SHARED
from replays.analysis.course import TurnScore
from replays.analysis.prospects import Worth
from replays.analysis.values import Checkpoint, Value
from replays.replay import Replay
from replays.scores import ScoredKind

MOST_TURNING_POINTS: Final = 5


class Cause(Struct, frozen=True):
    """The net change of a turn for one player in one place.

    ``before`` and ``after`` are what the place would have paid at the two ends of the turn, or did pay; ``secured``
    is what it pays from then on until its scoring, ``ended`` what it never pays again. ``counts`` are the cubes
    after it, ``scored`` is the id of the scoring, if it was in this turn. ``clause`` is the clause that ranked the
    player ahead of or after ``other`` after the turn; both are empty and -1 if no tie decided that.
    """

    kind: ScoredKind
    place: str
    seat: int
    before: int
    after: int
    secured: int
    ended: int
    counts: tuple[int, ...]
    scored: str
    clause: str
    other: int

    @property
    def lasting(self) -> int:
        """The net change: secured minus ended."""
        return self.secured - self.ended


class Done(Struct, frozen=True):
    """A deed of the turn that put cubes into rows of its causes, with the codes ``action`` and ``option``.

    ``is_card`` distinguishes a card from an action. A seat in the council, which may decide ties, has no action, and
    the tile as its option.
    """

    id: str
    seat: int
    action: str
    option: str
    is_card: bool = False


class Turning(Struct, frozen=True):
    """A turn that changed much.

    ``seat`` is whose turn it was, -1 for the end after the last turn. ``lasting`` is the change of each party,
    ``swing`` the difference between the players ``gainer`` and ``loser``. ``leaders_before`` and ``leaders_after`` are
    those of the projected points. ``causes`` are the places that changed, the most important first, ``deeds`` the
    actions that caused it.
    """

    turn: int
    seat: int
    id: str
    swing: int
    gainer: int
    loser: int
    lasting: tuple[int, ...]
    leaders_before: tuple[int, ...]
    leaders_after: tuple[int, ...]
    causes: tuple[Cause, ...]
    deeds: tuple[Done, ...]


class _Change(NamedTuple):
    """The points of one player in one place that a moment secured and ended."""

    value: Value
    seat: int
    secured: int
    ended: int


def secured(found: Sequence[Value], at_moments: Sequence[Checkpoint], parties: int) -> tuple[tuple[int, ...], ...]:
    """Return by moment and party the points that its turn secured; the first moment has those held from the start."""
    rows = [[0] * parties for _ in at_moments]
    for number, changes in enumerate(_changes(found, len(at_moments), parties)):
        for change in changes:
            rows[number][change.seat] += change.secured
    return tuple(map(tuple, rows))


def turning_points(
    replay: Replay, at_moments: Sequence[Checkpoint], found: Sequence[Value], standings: Sequence[TurnScore]
) -> tuple[Turning, ...]:
    """Return the turns with the greatest swings, the greatest first; equal ones in order, none without a swing."""
    players, parties = replay.start.setup.players, len(replay.start.mats)
    all_changes = _changes(found, len(at_moments), parties)
    swings = [
        (-_swing(_lasting(changes, parties)[:players]), number)
        for number, changes in enumerate(all_changes)
        if number and changes
    ]
    chosen = [number for swing, number in sorted(swings)[:MOST_TURNING_POINTS] if swing]
    return tuple(_turning(replay, number, all_changes[number], at_moments, standings) for number in chosen)


def _changes(found: Sequence[Value], count: int, parties: int) -> list[list[_Change]]:
    """Return what each moment secured and ended."""
    changes: list[list[_Change]] = [[] for _ in range(count)]
    for value in found:
        if not value.pays:
            continue
        paid = [worth.paid for worth in value.worths[: value.until + 1]]
        for seat in range(parties):
            own = [points[seat] for points in paid]
            if any(own):
                for number, more, less in _lasting_steps(own):
                    changes[number].append(_Change(value, seat, more, less))
    return changes


def _lasting_steps(own: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the moments that secured or ended points: the least and the most that was held from each moment on."""
    least = [*accumulate(reversed(own), min)][::-1]
    most = [*accumulate(reversed(own), max)][::-1]
    if least[0]:
        yield 0, least[0], 0
    for number in range(1, len(own)):
        more, less = least[number] - least[number - 1], most[number - 1] - most[number]
        if more or less:
            yield number, more, less


def _lasting(changes: Sequence[_Change], parties: int) -> tuple[int, ...]:
    lasting = [0] * parties
    for change in changes:
        lasting[change.seat] += change.secured - change.ended
    return tuple(lasting)


def _swing(lasting: Sequence[int]) -> int:
    return max(lasting) - min(lasting)


def _turning(
    replay: Replay,
    number: int,
    changes: Sequence[_Change],
    at_moments: Sequence[Checkpoint],
    standings: Sequence[TurnScore],
) -> Turning:
    moment, players = at_moments[number], replay.start.setup.players
    lasting = _lasting(changes, len(replay.start.mats))
    gainer = lasting.index(max(lasting[:players]))
    loser = lasting.index(min(lasting[:players]))
    weighty = sorted(changes, key=lambda change: (-change.secured - change.ended, change.seat not in (gainer, loser)))
    before, after = standings[number - 1], standings[number]
    return Turning(
        moment.turn,
        moment.seat,
        str(replay.ids[at_moments[number - 1].at + (at_moments[number - 1].seat >= 0)]),
        _swing(lasting[:players]),
        gainer,
        loser,
        lasting,
        before.projected_lead.leaders if before.projected_lead else (),
        after.projected_lead.leaders if after.projected_lead else (),
        tuple(_cause(replay, number, change) for change in weighty),
        tuple(_deeds(replay, at_moments[number - 1].at, moment.at, changes)),
    )


def _deeds(replay: Replay, start: int, end: int, changes: Sequence[_Change]) -> Iterator[Done]:
    """Yield what was done between two positions that put cubes into rows that count for these changes."""
    rows = {row for change in changes for row in change.value.place.rows}
    for at in range(start, end):
        event = replay.events[at]
        if isinstance(event, ActionDone | CardPlayed):
            if not rows.isdisjoint(ACTION_OPTIONS[event.action][event.option].rows):
                yield Done(str(replay.ids[at]), event.seat, event.action, event.option, isinstance(event, CardPlayed))
        elif isinstance(event, SeatTaken | DiscPromoted | DiscTakenBack):
            yield Done(str(replay.ids[at]), event.seat, "", event.tile)


def _cause(replay: Replay, number: int, change: _Change) -> Cause:
    value, seat = change.value, change.seat
    worth = value.worths[number]
    clause, other = _decisive(worth, seat)
    return Cause(
        value.place.kind,
        value.place.code,
        seat,
        value.worths[number - 1].paid[seat],
        worth.paid[seat],
        change.secured,
        change.ended,
        worth.counts,
        str(replay.ids[value.scored_at]) if value.scored_in == number else "",
        clause,
        other,
    )


def _decisive(worth: Worth, seat: int) -> tuple[str, int]:
    """Return the clause that separates a party from a neighbour with as many cubes, and that neighbour."""
    place = worth.ranking.find(str(seat))
    if place < 0:
        return "", -1
    for between in (place, place - 1):
        if 0 <= between < len(worth.decided) and worth.decided[between] not in BY_CUBES + SHARED:
            return worth.decided[between], int(worth.ranking[between + (between == place)])
    return "", -1
