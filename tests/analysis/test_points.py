"""Points by source, and the origin of each point."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.events import ActionDone, AreaScored, CardPlayed, CubeMoved, InfluenceScored, TileScored
from calimala_es.game import play
from calimala_es.scoring import SHARED
from calimala_es.state import SEAT_OF
from replays.analysis import activations, analyse
from replays.analysis.origins import ACTIVATION, THIRD, shares
from replays.replay import Replay
from replays.scores import FACTION, OBSERVED, TILE
from tests.analysis import SOME
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import KNOWN, RECORDS, TWO_PLAYERS, WITH_FAMILIES, Playout, any_games


@SOME
@given(any_games(*EVERY_KIND))
def test_points_by_source_add_up_to_the_track(game: Playout) -> None:
    """The points of all sources add up to everybody's points."""
    replay = replay_of(game)
    points = analyse(replay).points
    assert points is not None
    track = tuple(mat.points for mat in replay.end.mats)
    assert points.totals == track
    assert tuple(sum(column) for column in zip(*points.by_kind.values(), strict=True)) in (track, ())


@SOME
@given(any_games(*EVERY_KIND))
def test_points_that_followed_add_up_to_the_track(game: Playout) -> None:
    """Every point follows from one event or from the start, and all together are exactly the points on the track."""
    replay = replay_of(game)
    followed = shares(replay)
    for seat, mat in enumerate(replay.end.mats):
        assert sum(share.points for share in followed if share.seat == seat) == mat.points
    given_out = sum((one.points + one.third_points for one in activations(replay)), Fraction(0))
    assert given_out == sum(share.points for share in followed if share.kind in (ACTIVATION, THIRD))


@SOME
@given(any_games(KNOWN))
def test_each_scoring_is_shared_among_the_cubes_that_it_counted(game: Playout) -> None:
    """A party's points of a scoring are shared equally among its counted cubes."""
    replay = replay_of(game)
    followed = [share for share in shares(replay) if share.kind != FACTION]
    for at in {share.scoring for share in followed}:
        event = replay.events[at]
        assert isinstance(event, TileScored | AreaScored | InfluenceScored)
        counts, points = event.counts, event.points
        for seat, cubes in enumerate(counts):
            own = [share for share in followed if (share.scoring, share.seat) == (at, seat)]
            assert sum(share.cubes for share in own) == (cubes if points[seat] else 0)
            assert {share.points / share.cubes for share in own} <= {Fraction(points[seat], cubes or 1)}


@SOME
@given(any_games(KNOWN, kinds=(TWO_PLAYERS,)))
def test_the_points_of_the_third_party_follow_from_its_answers_and_seats(game: Playout) -> None:
    """R8.7, R8.8: the third party's points follow from its answers to activations and from its seats."""
    replay = replay_of(game)
    own = {share.kind for share in shares(replay) if share.seat == game.setup.players}
    assert own <= {THIRD, "seat"}


@SOME
@given(any_games(*EVERY_KIND))
def test_without_a_clause_those_whom_it_parted_share(game: Playout) -> None:
    """R6.6 e: a tie names two neighbours with equally many cubes; without its rule the first would have lost points."""
    replay = replay_of(game)
    points = analyse(replay).points
    assert points is not None
    sources = {(source.kind, source.place, source.id): source for source in points.sources}
    for tie in points.ties:
        source = sources[tie.kind, tie.place, tie.id]
        assert tuple(map(sum, zip(tie.shared, tie.gained, strict=True))) == source.points
        assert tie.clause in source.decided
        assert tie.clause not in f".{SHARED}"
        for one, other in tie.seats:
            assert source.counts[one] == source.counts[other] > 0
            assert source.ranking.index(str(one)) + 1 == source.ranking.index(str(other))
            assert tie.gained[one] >= 0 or SHARED in source.decided or len(tie.seats) > 1
    for clause, gained in points.by_clause.items():
        own = [tie.gained for tie in points.ties if tie.clause == clause]
        assert gained == tuple(map(sum, zip(*own, strict=True)))


def test_points_of_the_faction_track_and_of_observations_are_kinds_of_their_own() -> None:
    """R10.8: the sources are those of ``scores``, and a game without one of them does not name it."""
    points = analyse(replay_of(Playout(3, 1))).points
    assert points is not None
    assert TILE in points.by_kind
    assert FACTION not in points.by_kind
    assert OBSERVED not in points.by_kind
    assert points.victory is not None
    assert {SEAT_OF[str(seat)] for seat in points.victory.winners} <= {0, 1, 2}


@SOME
@given(any_games(*RECORDS), st.integers(1, 1 << 16))
def test_a_record_that_begins_later_has_all_points_too(playout: Playout, where: int) -> None:
    """Points from before a record have an origin of their own, even if it begins within a turn."""
    commands = playout.game.commands
    first = where % len(commands)
    replay = Replay(play(playout.states[first], commands[first:]))
    followed = shares(replay)
    for seat, mat in enumerate(replay.end.mats):
        assert sum(share.points for share in followed if share.seat == seat) == mat.points
    analysis = analyse(replay)
    given_out = sum((cell.points for cell in analysis.gifts.cells), Fraction(0))
    others = sum((other.points for other in analysis.gifts.others), Fraction(0))
    assert given_out + others == sum(mat.points for mat in replay.end.mats)


@SOME
@given(any_games(KNOWN, kinds=(WITH_FAMILIES,)))
def test_a_cube_that_moves_keeps_its_origin(game: Playout) -> None:
    """R11.Bardi, R11.Pulci: a moved cube's points follow from the event that put it on the board."""
    replay = replay_of(game)
    origins = [replay.events[share.at] for share in shares(replay) if share.kind != FACTION]
    assert not any(isinstance(event, CubeMoved) for event in origins)
    for share in shares(replay):
        event = replay.events[share.at]
        if isinstance(event, ActionDone | CardPlayed):
            assert (share.seat, share.giver) == (event.seat, replay.states[share.at].active)
