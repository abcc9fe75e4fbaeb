"""The rules core against a plain second reading of the same rules (`plain`)."""

from hypothesis import given, settings
from msgspec.structs import replace

from calimala_es import State, evolve
from calimala_es.actions import able, possible_ways
from calimala_es.components import ACTIONS, INFLUENCE_CARDS, SCORING_TILES, TILE_ROWS
from calimala_es.council import score_place
from calimala_es.events import ActionDone
from calimala_es.reach import can_reach
from calimala_es.state import Activation
from tests.rules import plain
from tests.strategies import MIXED, Game, games, hands_and_boards, scored_boards


def assert_same_ways(state: State, seat: int) -> None:
    """What is possible, and what each way of doing it changes."""
    mat = state.mats[seat]
    have = plain.means(state, mat)
    for action in ACTIONS:
        ways = plain.ways(have, action)
        assert possible_ways(action, state.room | able(mat)) == tuple(ways)
        for way, expected in ways.items():
            active = replace(state, now=Activation(seat, "12", 1, action + "C"))
            after = evolve(active, ActionDone(seat, action, way))
            assert plain.means(after, after.mats[seat]) == expected, (action, way)


def assert_same_reach(state: State, seat: int) -> None:
    """What cards of the hand make possible."""
    mat = state.mats[seat]
    have = plain.means(state, mat)
    hand = mat.open + mat.secret
    for action in ACTIONS:
        expected = plain.can_reach(have, action, hand, mat.unknown, state.pool)
        assert can_reach(action, mat, state.room, hand, mat.unknown, state.pool) == expected, action
    plain.can_reach.cache_clear()
    plain.ways.cache_clear()


@given(hands_and_boards())
@settings(max_examples=300)
def test_ways(state: State) -> None:
    """R5.1 to R5.7: each action has exactly the ways that the rules allow, and each changes what the rules say."""
    assert_same_ways(state, 0)


@given(hands_and_boards())
@settings(max_examples=2500)
def test_reach(state: State) -> None:
    """R4.2: an action counts as possible exactly if some play of cards, known and unknown ones, leads to it."""
    assert_same_reach(state, 0)


@given(games(MIXED))
@settings(max_examples=15)
def test_reach_in_games(game: Game) -> None:
    """R4.2: the same in positions of play, where hands are large and goods many."""
    for state in game.states[::23]:
        for seat, mat in enumerate(state.mats):
            assert_same_ways(state, seat)
            if mat.hand_size <= 4:
                assert_same_reach(state, seat)


@given(scored_boards())
@settings(max_examples=400)
def test_scoring(state: State) -> None:
    """R6.4 to R6.6: every tile and influence card brings the points that a slow reading of the rules gives."""
    for places, prizes in ((SCORING_TILES, (3, 2, 1)), (INFLUENCE_CARDS, (5, 3, 1))):
        for place in places:
            score = score_place(state, place, TILE_ROWS[place], prizes)
            assert [*score.points] == plain.points(state, place, prizes), place
            assert {*score.ranking} == {str(seat) for seat, cubes in enumerate(score.counts) if cubes}
