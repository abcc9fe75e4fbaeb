"""Prospects: what a place would bring if it were scored at once, and who needs how many cubes there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import State
from calimala_es.components import PALAZZO_ROW
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.frames import AreaScoring, InfluenceScoring, TileScoring
from replays.analysis.prospects import (
    ScoringPlace,
    Worth,
    missing_cubes,
    prospects,
    tie_ranks,
    tile_place,
    unscored,
    worth,
)
from tests.analysis import SOME
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import INTRIGUE, SECOND, Playout, any_games, scored_boards


@SOME
@given(any_games(*EVERY_KIND))
def test_right_before_a_scoring_the_prospect_is_what_it_paid(game: Playout) -> None:
    """Right before a tile, an area or a card is scored, the first prospect is that scoring."""
    replay = replay_of(game)
    for at, event in enumerate(replay.events):
        if isinstance(event, TileScored | AreaScored | InfluenceScored):
            assert isinstance(replay.states[at].now, TileScoring | AreaScoring | InfluenceScoring)
            first = prospects(replay.states[at])[0]
            shown = (first.counts, first.ranking, first.decided, first.points)
            assert shown == (event.counts, event.ranking, event.decided, event.points)
            if isinstance(event, TileScored):
                assert (first.place, first.bonus, first.ahead) == (event.tile, event.bonus, 0)


@SOME
@given(any_games(*EVERY_KIND))
def test_the_prospects_become_fewer_by_one_at_each_scoring(game: Playout) -> None:
    """Each scoring removes its prospect, and at the end none is left."""
    replay = replay_of(game)
    for at, event in enumerate(replay.events):
        if isinstance(event, TileScored | AreaScored | InfluenceScored):
            before, after = (
                [place[:2] for place in unscored(state)] for state in (replay.states[at], replay.states[at + 1])
            )
            assert before[0][1] in (getattr(event, name, "") for name in ("tile", "area", "card"))
            assert sorted(after) == sorted(before[1:])
    assert not prospects(replay.end)


@pytest.mark.parametrize("boards", [scored_boards(players=(3, 4, 5)), scored_boards(SECOND), scored_boards(INTRIGUE)])
@examples(40)
@given(data=st.data())
def test_a_party_misses_as_many_cubes_as_it_needs(boards: st.SearchStrategy[State], data: st.DataObject) -> None:
    """R6.6, R9.4, R10.7: with ``to_first`` more cubes a party is alone in the first place, with one fewer it is not."""
    state = data.draw(boards)
    for place in (tile_place(state.setup, tile) for tile in state.setup.council):
        now = worth(state, place)
        nearest, first = missing_cubes(now.counts, tie_ranks(state))
        for seat in range(len(state.mats)):
            assert _rank(now, seat) == 0 if not first[seat] else not _is_alone(state, place, seat, first[seat] - 1)
            assert _is_alone(state, place, seat, first[seat])
            if not now.counts[seat]:
                assert nearest[seat] == 1
            elif nearest[seat]:
                assert _rank(_with_cubes(state, place, seat, nearest[seat]), seat) < _rank(now, seat)
                assert _rank(_with_cubes(state, place, seat, nearest[seat] - 1), seat) == _rank(now, seat)
            else:
                assert _rank(now, seat) == 0


def _with_cubes(state: State, place: ScoringPlace, seat: int, cubes: int) -> Worth:
    """Return what a place is worth with more cubes of a party in one of its rows, full rows included."""
    row = next(row for row in place.rows if row != PALAZZO_ROW)
    rows = (*state.rows[:row], state.rows[row] + str(seat) * cubes, *state.rows[row + 1 :])
    return worth(replace(state, rows=rows), place)


def _is_alone(state: State, place: ScoringPlace, seat: int, cubes: int) -> bool:
    found = _with_cubes(state, place, seat, cubes)
    return bool(found.counts[seat]) and _rank(found, seat) == 0


def _rank(found: Worth, seat: int) -> int:
    """Return how many others are ahead of a party or tied with it."""
    if not found.counts[seat]:
        return len(found.ranking)
    place = found.ranking.index(str(seat))
    first = place
    last = place
    while first and found.decided[first - 1] == "e":
        first -= 1
    while last < len(found.decided) and found.decided[last] == "e":
        last += 1
    return first + (last - first)
