"""Where the points came from."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from calimala_es import initial
from calimala_es.commands import Observed
from calimala_es.components import PLACE_WORDS
from calimala_es.council import CLAUSE_WORDS
from replays.names import table_of
from replays.replay import Replay
from replays.scores import BEFORE, INFLUENCE, OBSERVED, TILE, scores, scores_lines, source_words
from replays.style import width_of
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import KNOWN, Game, games


@FEW
@given(games(*EVERY_KIND), st.randoms())
def test_the_sources_add_up_to_the_track_at_every_position(game: Game, random: Random) -> None:
    """Conservation: no point comes from nowhere and none is lost."""
    replay = replay_of(game)
    for position in (0, random.randrange(replay.last), replay.last):
        found = scores(replay, position)
        assert found.totals == tuple(mat.points for mat in replay.states[position].mats)
        for seat, total in enumerate(found.totals):
            assert total == sum(source.points[seat] for source in found.sources)


@FEW
@given(games(KNOWN))
def test_a_whole_game_has_each_tile_once_and_then_the_influence_cards(game: Game) -> None:
    """R2.2, R7.3: fifteen tiles, then the card by the board and those kept."""
    replay = replay_of(game)
    sources = scores(replay).sources
    tiles = [source.place for source in sources if source.kind == TILE]
    cards = [source.place for source in sources if source.kind == INFLUENCE]
    assert sorted(tiles) == sorted(game.setup.council)
    assert cards == [*replay.end.by_board, *(card for mat in replay.end.mats for card in mat.shown)]
    assert [source.kind for source in sources] == [TILE] * len(tiles) + [INFLUENCE] * len(cards)


def test_points_seen_at_the_table_are_a_source_of_their_own() -> None:
    """An observation of points is the difference to what the record had; points before a record are one too."""
    game = Game(3, 5)
    half = [played.command for played in game.steps][: len(game.steps) // 2]
    replay = Replay.of(initial(game.setup), [*half, Observed("1.points", "40")])
    seen = scores(replay).sources[-1]
    assert (seen.kind, seen.points[1]) == (OBSERVED, 40 - replay.states[-2].mats[1].points)
    again = Replay.of(replay.end, [])
    assert [(source.kind, source.points[1]) for source in scores(again).sources] == [(BEFORE, 40)]


@settings(max_examples=30)
@given(games(KNOWN))
def test_the_table_names_each_source_and_what_decided_a_tie(game: Game) -> None:
    """A person sees the tile, the points with the cubes behind them, and the tie rule in words."""
    replay = replay_of(game)
    found = scores(replay)
    table = table_of(game.setup, {0: "Maria"})
    lines = scores_lines(found, table)
    text = "\n".join(lines)
    for source in found.sources:
        assert source_words(source) in text
        assert PLACE_WORDS[source.place] in source_words(source)
        for clause in source.decided.replace(".", ""):
            assert CLAUSE_WORDS[clause] in text
    assert lines[-1].split()[1:] == [str(total) for total in found.totals]
    assert max(width_of(line) for line in lines if not line.startswith("  ")) <= 84
