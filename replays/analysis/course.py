"""Everybody's points over time, and who led by how much: on the track, and with everything that is still to be scored.

The *projected* points of a party are those on the track plus the points for every unscored place if it were scored at
that moment: tiles with the faction track's points, the areas of Intrigue, and the influence cards known by then. They
are not a forecast: they are the value of the board as it is.
"""

from collections.abc import Sequence

from msgspec import Struct

from calimala_es.state import State
from replays.analysis.prospects import left_to_score, unknown_cards, worth
from replays.analysis.values import Checkpoint, Value
from replays.chances import chances_in
from replays.replay import Replay


class Lead(Struct, frozen=True):
    """The lead: ``leaders`` have most points, and ``by`` is the margin over the next player.

    With several leaders ``by`` is 0. The third party never leads (R8.9).
    """

    leaders: tuple[int, ...]
    by: int


class TurnScore(Struct, frozen=True):
    """The state of the game at the end of a turn, or of the game.

    ``turn`` is the last that was played, ``seat`` its player (-1: nobody, at the start and at the end), ``id`` the
    event that led there, empty at the start. ``points`` are by party, ``lead`` is the lead on the track; ``projected``
    and ``projected_lead`` are ``None`` if cubes are not recorded. ``unknown_cards`` are the influence cards not known
    by then, which the projection omits. ``chances`` of winning are by player and in percent, as the judge noted them,
    or ``None``.
    """

    turn: int
    seat: int
    at: int
    id: str
    points: tuple[int, ...]
    lead: Lead
    projected: tuple[int, ...] | None
    projected_lead: Lead | None
    unknown_cards: int
    chances: tuple[float, ...] | None


def course(
    replay: Replay, at_moments: tuple[Checkpoint, ...], found: Sequence[Value], *, has_cubes: bool = True
) -> tuple[TurnScore, ...]:
    """Return everybody's points at each moment; ``found`` are the values of all places."""
    chances = _chances(replay, at_moments)
    return tuple(
        _score_at(replay, number, moment, found, chances, has_cubes=has_cubes)
        for number, moment in enumerate(at_moments)
    )


def _chances(replay: Replay, at_moments: Sequence[Checkpoint]) -> list[tuple[float, ...] | None]:
    """Return for each moment the chances that were noted last in its turn; a text has no place for a note after the
    end of an activation, so that they may stand before it.
    """
    first = at_moments[0].turn
    noted = {replay.ids[one.at - 1].turn if one.at else first: one.chances for one in chances_in(replay)}
    return [noted.get(moment.turn) for moment in at_moments]


def _score_at(
    replay: Replay,
    number: int,
    moment: Checkpoint,
    found: Sequence[Value],
    chances: Sequence[tuple[float, ...] | None],
    *,
    has_cubes: bool,
) -> TurnScore:
    state, players = moment.state(replay), replay.start.setup.players
    points = tuple(mat.points for mat in state.mats)
    projected = _projected(state, points, number, found) if has_cubes else None
    return TurnScore(
        moment.turn,
        moment.seat,
        moment.at,
        str(replay.ids[moment.at - 1]) if moment.at else "",
        points,
        lead(points[:players]),
        projected,
        lead(projected[:players]) if projected else None,
        0 if state.is_over else unknown_cards(state),
        chances[number],
    )


def _projected(state: State, points: tuple[int, ...], number: int, found: Sequence[Value]) -> tuple[int, ...]:
    projected = [*points]
    left = {*left_to_score(state)}
    for value in found:
        if value.place[:2] in left:
            # A tile that was observed free again after its scoring counts as the board shows it, not as it was paid.
            is_paid = value.scored_in == number
            current = worth(state, value.place) if is_paid else value.worths[number]
            for party, more in enumerate(current.paid):
                projected[party] += more
    return tuple(projected)


def lead(points: Sequence[int]) -> Lead:
    """Return who has most of these points, which are those of the players in seating order, and by how much."""
    most = max(points)
    leaders = tuple(seat for seat, own in enumerate(points) if own == most)
    return Lead(leaders, most - max((own for own in points if own < most), default=most) if len(leaders) == 1 else 0)
