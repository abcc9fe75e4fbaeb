"""The rules core against a second, plain implementation of the same rules (`plain`)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import State, evolve
from calimala_es.components import ACTIONS, AREA_ROWS, INFLUENCE_CARDS, SCORING_TILES, TILE_ROWS, Tile, to_action
from calimala_es.events import ActionDone
from calimala_es.frames import NOTHING, Activation, InfluenceScoring, TurnEnd
from calimala_es.reach import can_reach, mat_mask, possible_options
from calimala_es.scoring import Score, area_points, bonus, score_place, tile_rows
from tests.profiles import examples
from tests.rules import plain
from tests.strategies import (
    FIRST,
    INTRIGUE,
    MIXED,
    SECOND,
    Playout,
    Rules,
    any_games,
    hands_and_boards,
    scored_boards,
)


def assert_same_ways(state: State, seat: int) -> None:
    """Check what is possible, and what each option changes, against the plain rules."""
    mat = state.mats[seat]
    have = plain.means(state, mat)
    for action in ACTIONS:
        options = plain.options(have, action)
        assert possible_options(action, state.free_cells | mat_mask(mat)) == tuple(options)
        for option, expected in options.items():
            active = replace(state, now=Activation(seat, "12", 1, action + "C"), later=(TurnEnd(), NOTHING))
            after = evolve(active, ActionDone(seat, to_action(action), option))
            assert plain.means(after, after.mats[seat]) == expected, (action, option)


def assert_same_reach(state: State, seat: int) -> None:
    """Check what cards of the hand make possible against the plain rules."""
    mat = state.mats[seat]
    have = plain.means(state, mat)
    hand = mat.open + mat.secret
    for action in ACTIONS:
        expected = plain.can_reach(have, action, hand, mat.unknown, state.pool)
        assert can_reach(action, mat, state.free_cells, hand, mat.unknown, state.pool) == expected, action
    plain.can_reach.cache_clear()
    plain.options.cache_clear()


FAMILIES = ("", "Peruzzi", "Mozzi")


def any_rules() -> st.SearchStrategy[Rules]:
    """Return rule sets in which the nine actions differ: the editions, and the families that change some actions."""
    return st.sampled_from([FIRST, *(seated(name) for name in FAMILIES)])


def seated(name: str) -> Rules:
    """Return Intrigue rules with this family for the first player."""
    return Rules("second", intrigue=True, families=(name, "", ""))


@given(any_rules().flatmap(hands_and_boards))
@examples(350)
def test_ways(state: State) -> None:
    """R5.1 to R5.7: each action has exactly the options that the rules allow, with exactly their effects."""
    assert_same_ways(state, 0)


@given(hands_and_boards())
@examples(500)
def test_reach(state: State) -> None:
    """R4.2: an action counts as possible exactly if some play of cards, known and unknown, leads to it."""
    assert_same_reach(state, 0)


@pytest.mark.parametrize("family", ["Peruzzi", "Mozzi"])
@given(st.data())
@examples(150)
def test_reach_of_families(family: str, data: st.DataObject) -> None:
    """R4.2, R11.Peruzzi, R11.Mozzi: families' actions, too, count as possible exactly if cards lead to them."""
    assert_same_reach(data.draw(hands_and_boards(seated(family))), 0)


@given(any_games(MIXED))
@examples(8)
def test_reach_in_games(game: Playout) -> None:
    """R4.2: in positions of games an action counts as possible exactly if cards lead to it."""
    for state in game.states[::23]:
        for seat, mat in enumerate(state.mats[: game.players]):
            assert_same_ways(state, seat)
            if mat.hand_size <= 4:
                assert_same_reach(state, seat)


@given(scored_boards())
@examples(200)
def test_scoring(state: State) -> None:
    """R6.4 to R6.6: every tile and influence card brings the points of the plain implementation."""
    assert_same_scoring(state)


@given(scored_boards(FIRST, (2,)))
@examples(100)
def test_scoring_with_a_third_party(state: State) -> None:
    """R8.8: with a third party scorings bring the points of the plain implementation."""
    assert_same_scoring(state)


@given(scored_boards(SECOND))
@examples(120)
def test_scoring_of_the_second_edition(state: State) -> None:
    """R9.4: with the second edition's tie rules scorings bring the points of the plain implementation."""
    assert_same_scoring(state)
    assert_same_scoring(replace(state, now=InfluenceScoring(0)))
    assert "e" not in "".join(score_of(state, tile).decided for tile in SCORING_TILES)


@given(scored_boards(INTRIGUE))
@examples(120)
def test_scoring_with_intrigue(state: State) -> None:
    """R10.7 to R10.9: tiles, areas and the faction track bring the points of the plain implementation."""
    assert_same_scoring(state)
    for tile in SCORING_TILES:
        assert [*bonus(state, tile, score_of(state, tile).ranking)] == plain.bonus(state, tile), tile
    for area, rows in AREA_ROWS.items():
        prizes = plain.area_prizes(state, area)
        assert area_points(state, area) == prizes
        assert [*score_place(state, area, rows, prizes).points] == plain.points(state, area, prizes, is_tile=False)


def score_of(state: State, tile: Tile) -> Score:
    """Return a tile's scoring."""
    return score_place(state, tile, tile_rows(state.setup, tile), (3, 2, 1))


def assert_same_scoring(state: State) -> None:
    """Check the points of every tile and every influence card against the plain rules."""
    for tile in SCORING_TILES:
        score = score_of(state, tile)
        assert [*score.points] == plain.points(state, tile, (3, 2, 1)), tile
        assert {*score.ranking} == {str(seat) for seat, cubes in enumerate(score.counts) if cubes}
    for card in INFLUENCE_CARDS:
        score = score_place(state, card, TILE_ROWS[card], (5, 3, 1))
        assert [*score.points] == plain.points(state, card, (5, 3, 1), is_tile=False), card
