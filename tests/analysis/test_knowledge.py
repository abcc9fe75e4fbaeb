"""The basis of an analysis: viewpoints, missed turns, observations, records of less depth."""

from hypothesis import given

from calimala_es.commands import MarkMissed, ObservePart
from calimala_es.events import PartObserved, WentUnrecorded
from calimala_es.frames import Placement
from calimala_es.game import play
from calimala_es.known import Known
from replays.analysis import analyse
from replays.replay import Replay
from replays.text.analysis import analysis_lines
from replays.text.names import Names
from tests.analysis import SOME
from tests.replayed import EVERY_KIND, cut_off, replay_of
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games


@SOME
@given(any_games(KNOWN))
def test_a_view_leaves_out_the_cards_that_it_does_not_show(game: Playout) -> None:
    """Before the end, chosen influence cards of others are in no projection and no prospect, only counted."""
    replay = replay_of(game)
    ending = next(at for at, event in enumerate(replay.events) if type(event).__name__ == "EndReached")
    cut = cut_off(replay, ending).view(0) if ending else replay.view(0)
    analysis = analyse(cut)
    state = cut.end
    influence_cards = [card for mat in state.mats for card in mat.kept]
    assert analysis.basis.unknown_cards == (*influence_cards, *state.by_board).count("?")
    shown = {race.place for race in analysis.races if race.kind == "influence"}
    assert shown == {card for card in (*state.by_board, *state.mats[0].kept) if card != "?"}


@SOME
@given(any_games(*EVERY_KIND))
def test_what_was_missed_or_observed_is_reported(game: Playout) -> None:
    """Every missed decision and observation is in the basis, and in the races and activations that it affects."""
    replay = replay_of(game)
    analysis = analyse(replay)
    ids = [str(id) for id in replay.ids]
    missed = [id for id, event in zip(ids, replay.events, strict=True) if isinstance(event, WentUnrecorded)]
    observed = [id for id, event in zip(ids, replay.events, strict=True) if isinstance(event, PartObserved)]
    assert (analysis.basis.missed, analysis.basis.observed) == (tuple(missed), tuple(observed))
    for race in analysis.races:
        before = ids[: ids.index(race.id)] if race.id else ids
        assert {*race.rests_on} >= {id for id in missed if id in before}
        assert {*race.rests_on} <= {*missed, *observed}
    for one in analysis.activations:
        # The end of an activation has the id of the decision before it.
        assert one.rests_on == tuple(dict.fromkeys(id for id in ids[one.start : one.end] if id in {*missed, *observed}))


def test_a_missed_turn_and_a_row_seen_otherwise_are_reported_in_sentences() -> None:
    """Sentences say where nothing was recorded, and what an observation corrected."""
    playout = Playout(3, 5)
    commands = playout.game.commands
    cut = next(at for at, played in enumerate(playout.steps) if type(played.before.now) is Placement and at > 60)
    replay = Replay(play(playout.setup, [*commands[:cut], MarkMissed(), ObservePart("LIS", "0011")]))
    analysis = analyse(replay)
    lines = analysis_lines(analysis, Names.of(playout.setup))
    (missed,), (observed,) = analysis.basis.missed, analysis.basis.observed
    assert f"What happened at 1 moment was not recorded: {missed}. Everything later depends on it." in lines
    assert f"The position was corrected at 1 moment to match what was seen at the table: {observed}." in lines
    lisbon = next(race for race in analysis.races if race.place == "LIS" and race.kind == "tile")
    if not lisbon.id:
        assert lisbon.rests_on == (missed, observed)


@SOME
@given(any_games(AT_THE_TABLE))
def test_without_recorded_cubes_nothing_is_made_up(game: Playout) -> None:
    """A record of placements has no races, projection, turning points and prospects, and points only if recorded."""
    replay = replay_of(game)
    points_only = analyse(replay, Known(cubes=False, goods=False, cards=False))
    assert (points_only.races, points_only.turning, points_only.next) == ((), (), ())
    assert {score.projected for score in points_only.course} == {None}
    assert points_only.basis.missing == ("cubes", "goods", "cards")
    nothing = analyse(replay, Known(points=False, cubes=False, goods=False, cards=False))
    assert (nothing.points, nothing.course) == (None, ())
    assert analysis_lines(nothing, Names.of(game.setup))[:2] == [
        "Cubes were not recorded, so races, turning points and the scorings still to come are left out.",
        "Points were not recorded, so where they came from and who led are left out.",
    ]


def test_the_first_position_has_an_analysis() -> None:
    """At the first position fifteen tiles are to be scored, nobody leads, and nothing was given."""
    replay = Replay(play(Playout(4, 1).setup))
    analysis = analyse(replay)
    assert [prospect.kind for prospect in analysis.next] == ["tile"] * 15
    assert [score.turn for score in analysis.course] == [0]
    assert analysis.course[0].lead.leaders == (0, 1, 2, 3)
    assert (analysis.activations, analysis.gifts.cells, analysis.turning) == ((), (), ())
