"""Points by source, and the origin of each point."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import ObservePart
from calimala_es.components import PLACE_WORDS
from calimala_es.events import ActionDone, AreaScored, CardPlayed, CubeMoved, InfluenceScored, TileScored
from calimala_es.game import play
from calimala_es.scoring import CLAUSE_WORDS, SHARED, final_cards
from calimala_es.state import SEAT_OF
from replays.analysis import activations, analyse
from replays.analysis.origins import ACTIVATION, THIRD, shares
from replays.replay import Replay
from replays.scores import AREA, BEFORE, FACTION, INFLUENCE, OBSERVED, TILE, scores
from replays.text.languages import ENGLISH
from replays.text.names import Names
from replays.text.scores import scores_lines, source_text
from replays.text.terminal import width_of
from tests.analysis import SOME
from tests.profiles import examples
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import INTRIGUE, KNOWN, RECORDS, TWO_PLAYERS, WITH_FAMILIES, Playout, any_games


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
def test_without_its_rule_a_tie_is_shared(game: Playout) -> None:
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


# Points by source.


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_the_sources_add_up_to_the_track_at_every_position(game: Playout, random: Random) -> None:
    """The points of the sources, one by one or by kind, add up to the players' points at every position."""
    replay = replay_of(game)
    for position in (0, random.randrange(replay.last), replay.last):
        found = scores(replay, position)
        assert found.totals == tuple(mat.points for mat in replay.states[position].mats)
        for seat, total in enumerate(found.totals):
            assert total == sum(source.points[seat] for source in found.sources)
    points = analyse(replay).points
    assert points is not None
    assert points.totals == tuple(mat.points for mat in replay.end.mats)
    assert tuple(sum(column) for column in zip(*points.by_kind.values(), strict=True)) in (points.totals, ())


@FEW
@given(any_games(KNOWN))
def test_a_whole_game_has_each_tile_once_and_then_the_influence_cards(game: Playout) -> None:
    """R2.2, R7.3, R10.9: the sources are fifteen tiles, with Intrigue the two areas, then the influence cards."""
    replay = replay_of(game)
    sources = scores(replay).sources
    tiles = [source.place for source in sources if source.kind == TILE]
    cards = [source.place for source in sources if source.kind == INFLUENCE]
    assert sorted(tiles) == sorted(game.setup.council)
    assert cards == [*final_cards(replay.end)]
    areas = [AREA] * 2 if game.setup.intrigue else []
    kinds = [source.kind for source in sources if source.kind != FACTION]
    assert kinds == [TILE] * len(tiles) + areas + [INFLUENCE] * len(cards)


def test_the_faction_track_is_a_source_of_its_own() -> None:
    """R10.8: the points of the track are below those of the tile with which they came."""
    for game in (Playout(3, seed, rules=INTRIGUE) for seed in range(50)):
        replay = replay_of(game)
        bonuses = [event for event in replay.events if isinstance(event, TileScored) and any(event.bonus)]
        found = scores(replay).sources
        pairs = [(one, two) for one, two in pairwise(found) if two.kind == FACTION]
        assert [two.points for _, two in pairs] == [event.bonus for event in bonuses]
        assert all((one.kind, one.place, one.id) == (TILE, two.place, two.id) for one, two in pairs)
        if pairs:
            return
    raise AssertionError("no such game")


def test_the_third_party_has_a_column() -> None:
    """R8.9: the third party's points are shown under its colour."""
    game = Playout(2, 5)
    replay = replay_of(game)
    lines = scores_lines(scores(replay), Names.of(game.setup, {0: "Maria"}))
    assert lines[0].split() == ["Maria", "Red", "Yellow"]
    assert lines[-1].split()[1:] == [str(mat.points) for mat in replay.end.mats]


def test_points_seen_at_the_table_are_a_source_of_their_own() -> None:
    """Observed points, and points from before a record, are sources of their own."""
    playout = Playout(3, 5)
    half = playout.game.commands[: len(playout.steps) // 2]
    replay = Replay(play(playout.setup, [*half, ObservePart("1.points", "40")]))
    seen = scores(replay).sources[-1]
    assert (seen.kind, seen.points[1]) == (OBSERVED, 40 - replay.states[-2].mats[1].points)
    again = Replay(play(replay.end))
    assert [(source.kind, source.points[1]) for source in scores(again).sources] == [(BEFORE, 40)]


@examples(30)
@given(any_games(KNOWN))
def test_the_table_names_each_source_and_what_decided_a_tie(game: Playout) -> None:
    """The table has the tile, the points with their cubes, and the tie rule in words."""
    replay = replay_of(game)
    found = scores(replay)
    names = Names.of(game.setup, {0: "Maria"})
    lines = scores_lines(found, names)
    text = "\n".join(lines)
    for source in found.sources:
        assert source_text(source, ENGLISH) in text
        assert PLACE_WORDS[source.place] in source_text(source, ENGLISH)
        for clause in source.decided.replace(".", ""):
            assert CLAUSE_WORDS[clause] in text
    assert lines[-1].split()[1:] == [str(total) for total in found.totals]
    assert max(width_of(line) for line in lines if not line.startswith("  ")) <= 84
