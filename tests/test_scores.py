"""Points by source."""

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import ObservePart
from calimala_es.components import PLACE_WORDS
from calimala_es.events import TileScored
from calimala_es.game import play
from calimala_es.scoring import CLAUSE_WORDS, final_cards
from replays.replay import Replay
from replays.scores import AREA, BEFORE, FACTION, INFLUENCE, OBSERVED, TILE, scores
from replays.text.languages import ENGLISH
from replays.text.names import Names
from replays.text.scores import scores_lines, source_text
from replays.text.terminal import width_of
from tests.profiles import examples
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import INTRIGUE, KNOWN, Playout, any_games


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_the_sources_add_up_to_the_track_at_every_position(game: Playout, random: Random) -> None:
    """The points of the sources add up to the players' points at every position."""
    replay = replay_of(game)
    for position in (0, random.randrange(replay.last), replay.last):
        found = scores(replay, position)
        assert found.totals == tuple(mat.points for mat in replay.states[position].mats)
        for seat, total in enumerate(found.totals):
            assert total == sum(source.points[seat] for source in found.sources)


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
