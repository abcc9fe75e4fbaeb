"""Races: counts until a scoring, what it would have brought at other moments, and who led."""

from hypothesis import given

from calimala_es.components import ALL_ROWS, SEATS
from calimala_es.events import TileScored
from calimala_es.game import play
from replays.analysis import analyse, prospects, until
from replays.analysis.prospects import worth
from replays.analysis.turning import secured
from replays.analysis.values import checkpoints, values
from replays.replay import Replay
from replays.scores import BEFORE, OBSERVED
from tests.analysis import SOME
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import KNOWN, RECORDS, Playout, any_games


@SOME
@given(any_games(*RECORDS))
def test_every_scoring_has_its_race_and_the_race_ends_with_it(game: Playout) -> None:
    """Every tile, area and card has a race, whose last counts and points are those of the scoring's event."""
    replay = replay_of(game)
    analysis = analyse(replay)
    assert analysis.points is not None
    sources = {(source.kind, source.place): source for source in analysis.points.sources if source.counts}
    scored = {(race.kind, race.place): race for race in analysis.races if race.id}
    assert scored.keys() == sources.keys()
    for key, race in scored.items():
        source = sources[key]
        assert (race.id, race.counts[-1], race.outcome.points) == (source.id, source.counts, source.points)
        assert race.paid[race.scored_in] == race.outcome.paid
        assert len(race.counts) == race.scored_in + 1
        assert analysis.course[race.scored_in].turn == race.turn


@SOME
@given(any_games(KNOWN))
def test_the_counts_of_a_race_are_the_cubes_on_the_board(game: Playout) -> None:
    """At the end of every turn a race counts the cubes of each party in its rows, and seats for PAL."""
    replay = replay_of(game)
    analysis = analyse(replay)
    for race in analysis.races:
        for counts, score in zip(race.counts[:-1], analysis.course, strict=False):
            state = replay.states[score.at]
            cubes = "".join(state.rows[ALL_ROWS.index(row)] for row in race.rows)
            cubes += state.seats if race.place == "PAL" else ""
            assert counts == tuple(cubes.count(seat) for seat in SEATS[: len(state.mats)])


@SOME
@given(any_games(*EVERY_KIND))
def test_what_a_race_would_have_paid_is_what_the_rules_pay_then(game: Playout) -> None:
    """At every moment the points of a race are those of a scoring at that moment."""
    replay = replay_of(game)
    at_moments = checkpoints(replay)
    for value in values(replay, at_moments):
        for number, moment in enumerate(at_moments):
            if number != value.scored_in:
                assert value.worths[number] == worth(replay.states[moment.at], value.place)


@SOME
@given(any_games(*RECORDS))
def test_a_turn_earlier_and_a_turn_later_are_the_ends_of_the_turns_beside_the_scoring(game: Playout) -> None:
    """A race has the points of a scoring one turn earlier and later, ``None`` if there is no such turn."""
    replay = replay_of(game)
    analysis = analyse(replay)
    states = {score.turn: replay.states[score.at] for score in analysis.course if score.seat >= 0}
    places = {value.place[:2]: value.place for value in values(replay, checkpoints(replay))}
    for race in analysis.races:
        for shown, turn in ((race.earlier, race.turn - 1), (race.later, race.turn + 1)):
            if not race.id or turn not in states:
                assert shown is None
            else:
                assert shown is not None
                there = worth(states[turn], places[race.kind, race.place])
                assert (shown.counts, shown.ranking, shown.points, shown.bonus) == (
                    there.counts,
                    there.ranking,
                    there.points,
                    there.bonus,
                )


@SOME
@given(any_games(*EVERY_KIND))
def test_the_course_is_the_track_and_what_would_be_scored(game: Playout) -> None:
    """At the end of every turn the course has the points, and those with all prospects included."""
    replay = replay_of(game)
    course = analyse(replay).course
    turns = [id.turn for id in replay.ids]
    assert [score.turn for score in course] == [*range(turns[-1] + 1), turns[-1]]
    assert course[-1].at == replay.last
    for score in course:
        state = replay.states[score.at]
        assert score.points == tuple(mat.points for mat in state.mats)
        projected = [*score.points]
        for prospect in prospects(state):
            for seat, points in enumerate(prospect.points):
                projected[seat] += points + (prospect.bonus[seat] if prospect.bonus else 0)
        assert score.projected == tuple(projected)
        best = max(score.points[: game.setup.players])
        assert all(score.points[seat] == best for seat in score.lead.leaders)
        assert all(seat < game.setup.players for seat in score.lead.leaders)
        others = [points for points in score.points[: game.setup.players] if points < best]
        assert score.lead.by == (best - max(others) if len(score.lead.leaders) == 1 and others else 0)


@SOME
@given(any_games(*RECORDS))
def test_every_point_of_the_scorings_is_secured_in_one_turn(game: Playout) -> None:
    """The points that turns secured add up to the points of the scorings, for everybody."""
    replay = replay_of(game)
    at_moments = checkpoints(replay)
    turns = secured(values(replay, at_moments), at_moments, len(replay.end.mats))
    assert tuple(map(sum, zip(*turns, strict=True))) == tuple(mat.points for mat in replay.end.mats)


@SOME
@given(any_games(*EVERY_KIND))
def test_turning_points_are_the_turns_with_the_greatest_lasting_swings(game: Playout) -> None:
    """Turning points are ordered by size; their causes, a scoring being one, add up to the net change."""
    replay = replay_of(game)
    analysis = analyse(replay)
    assert [-turning.swing for turning in analysis.turning] == sorted(-turning.swing for turning in analysis.turning)
    for turning in analysis.turning:
        lasting = [0] * len(replay.end.mats)
        for cause in turning.causes:
            lasting[cause.seat] += cause.secured - cause.ended
            assert min(cause.secured, cause.ended) >= 0
        assert turning.lasting == tuple(lasting)
        players = turning.lasting[: game.setup.players]
        assert turning.swing == max(players) - min(players) > 0
        assert (turning.lasting[turning.gainer], turning.lasting[turning.loser]) == (max(players), min(players))
        for id in (cause.scored for cause in turning.causes if cause.scored):
            assert int(id.split(".")[0]) == turning.turn


@SOME
@given(any_games(KNOWN))
def test_before_its_end_a_game_knows_nothing_of_what_comes(game: Playout) -> None:
    """The analysis at any turn equals that of a game that ended there."""
    replay = replay_of(game)
    middle = replay.find(str(replay.end.turn // 2))
    cut = until(replay, middle)
    analysis = analyse(cut)
    assert cut.end == replay.states[middle] == Replay(play(cut.start, cut.commands)).end
    assert analysis.course == tuple(score for score in analyse(replay).course[: len(analysis.course)])
    scored = [event.tile for event in cut.events if isinstance(event, TileScored)]
    assert [race.place for race in analysis.races if race.id] == [tile for tile in game.setup.council if tile in scored]
    assert [prospect.place for prospect in analysis.next if prospect.kind == "tile"] == [
        tile for tile in game.setup.council if tile not in scored
    ]
    assert analysis.points is not None
    assert not {source.kind for source in analysis.points.sources} & {BEFORE, OBSERVED}
