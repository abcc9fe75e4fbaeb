"""Turning points: the turns that changed most for good.

What a turn is worth is told from the end. For every place and player there is the number of points that the place would
have paid at each moment until it was scored. A turn *secures* the points that it reaches and that are never lost again,
and it *ends* those that were held before it and are never held again. So all points of the scorings are secured in some
turn, each in one, and what comes and goes counts nowhere. The *lasting* change of a player is what was secured less
what was ended; the *swing* of a turn is how far the best and the worst of these lie apart.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.actions.possible import ACTION_OPTIONS
from calimala_es.events import ActionDone, CardPlayed, DiscPromoted, DiscTakenBack, SeatTaken
from calimala_es.scoring import BY_CUBES, SHARED
from replays.analysis.course import Standing
from replays.analysis.moments import Moment
from replays.analysis.prospects import Worth
from replays.analysis.values import Value
from replays.replay import Replay

MOST_TURNING_POINTS: Final = 5


class Cause(Struct, frozen=True):
    """What a turn changed for good for one player in one place.

    ``before`` and ``after`` are what the place would have paid at the two ends of the turn, or did pay; ``secured`` and
    ``ended`` as told above. ``counts`` are the cubes after it, ``scored`` is the id of the scoring, if it was in this
    turn. ``clause`` is the clause that put the player before or behind ``other`` after the turn; both are empty and -1
    where no tie decided that.
    """

    kind: str
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
        """What stayed of the change: secured less ended."""
        return self.secured - self.ended


class Done(Struct, frozen=True):
    """A deed of the turn that put cubes into rows of its causes: ``action`` and ``option`` by their codes.

    ``is_card`` tells a card from an action. A seat in the council, which ties may hang on, has no action, and the tile
    as its option.
    """

    id: str
    seat: int
    action: str
    option: str
    is_card: bool = False


class Turning(Struct, frozen=True):
    """A turn that changed much.

    ``seat`` is whose turn it was, -1 for what came after the last. ``lasting`` is the change of each party, ``swing``
    how far ``gainer`` and ``loser`` lie apart, two players. ``leaders_before`` and ``leaders_after`` are those of the
    projected points. ``causes`` are the places behind it, the weightiest first, ``deeds`` what brought it about.
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


def secured(found: Sequence[Value], at_moments: Sequence[Moment], parties: int) -> tuple[tuple[int, ...], ...]:
    """By moment and party the points that its turn secured, the first moment's those held from the start on."""
    rows = [[0] * parties for _ in at_moments]
    for number, changes in enumerate(_changes(found, len(at_moments), parties)):
        for change in changes:
            rows[number][change.seat] += change.secured
    return tuple(map(tuple, rows))


def turning_points(
    replay: Replay, at_moments: Sequence[Moment], found: Sequence[Value], standings: Sequence[Standing]
) -> tuple[Turning, ...]:
    """The turns with the greatest swings, the greatest first; of equals the earlier, none without a swing."""
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
    """What each moment secured and ended."""
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
    """The moments that secured or ended points: the least and the most that was held from each moment on."""
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
    at_moments: Sequence[Moment],
    standings: Sequence[Standing],
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
    """What was done between two positions that put cubes into rows that count for these changes."""
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
    """The clause that stands between a party and a neighbour of the ranking with as many cubes, and who that is."""
    place = worth.ranking.find(str(seat))
    if place < 0:
        return "", -1
    for between in (place, place - 1):
        if 0 <= between < len(worth.decided) and worth.decided[between] not in BY_CUBES + SHARED:
            return worth.decided[between], int(worth.ranking[between + (between == place)])
    return "", -1
