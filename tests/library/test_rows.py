"""From games to the rows of a library."""

from collections import Counter
from hashlib import blake2b

import msgspec
from hypothesis import given
from msgspec.structs import replace

from calimala_es.checks import format_points
from calimala_es.components import COLOURS
from calimala_es.events import ActionDone, CardPlayed
from calimala_es.game import Game
from calimala_es.headers import RESULT
from calimala_es.symmetry import SYMMETRIES, canonical_position, turn_game
from calimala_es.view import view_state
from replays.edit.reduce import reduce_to_placements, reduce_to_result
from replays.library.keys import position_key
from replays.library.rows import rows_of
from replays.library.tables import TABLES, ActivationRow, PositionRow, ScoringRow, SeatRow
from tests.profiles import examples
from tests.strategies import KNOWN, Playout, any_games


@given(any_games(KNOWN))
def test_points_of_scorings_are_those_of_the_players(playout: Playout) -> None:
    """The points and bonuses of a seat's scorings add up to its points at the end, in every rule set."""
    rows = rows_of(playout.game)
    sums: Counter[int] = Counter()
    for row in rows["scorings"]:
        assert isinstance(row, ScoringRow)
        sums[row.seat] += row.points + row.bonus
    assert [row.points for row in rows["seats"] if isinstance(row, SeatRow)] == [
        sums[seat] for seat in range(playout.game.setup.players)
    ]


@given(any_games(KNOWN))
def test_activations_have_the_actions_of_the_game(playout: Playout) -> None:
    """Activations have no action and no card that the game does not have, and none twice."""
    events = [event for move in playout.game.moves for event in move.events]
    rows = [row for row in rows_of(playout.game)["activations"] if isinstance(row, ActivationRow)]
    played = Counter(event.action for event in events if isinstance(event, CardPlayed))
    done = Counter(event.action for event in events if isinstance(event, ActionDone))
    assert Counter("".join(row.played for row in rows)) <= played
    assert Counter("".join(row.done for row in rows)) <= done


@given(any_games(KNOWN))
@examples(30)
def test_positions_are_the_same_from_every_side(playout: Playout) -> None:
    """The keys and columns of positions do not depend on the side from which the city was seen."""
    game = playout.game
    expected = _positions(playout.game)
    assert {row.key for row in expected} <= {position_key(state) for state in playout.states}
    for symmetry in SYMMETRIES[1:3]:
        turned = [replace(row, game=expected[0].game) for row in _positions(turn_game(game, symmetry))]
        assert turned == expected


@given(any_games(KNOWN))
@examples(5)
def test_a_key_is_the_hash_of_a_whole_position(playout: Playout) -> None:
    """The key hashes what everybody sees on the canonical city in the usual colours, and nothing else."""
    for state in playout.states[::5]:
        seen = canonical_position(view_state(state))
        number = seen.setup.players
        third = COLOURS[number] if seen.setup.third else ""
        usual = replace(seen, setup=replace(seen.setup, colours=COLOURS[:number], third=third))
        expected = blake2b(msgspec.msgpack.encode(usual), digest_size=8).hexdigest()
        assert position_key(state) == position_key(view_state(state)) == expected


def _positions(game: Game) -> list[PositionRow]:
    return [row for row in rows_of(game)["positions"] if isinstance(row, PositionRow)]


def test_what_is_not_recorded_has_no_rows() -> None:
    """A record of placements has decisions but neither positions nor points; one of a result has only players."""
    game = Playout(4, seed=3).game
    complete = replace(game, headers=((RESULT, format_points(game.state)),))
    placements, result = rows_of(reduce_to_placements(complete)), rows_of(reduce_to_result(complete))
    assert {table for table in TABLES if placements[table]} == {"games", "seats", "decisions"}
    assert {table for table in TABLES if result[table]} == {"games", "seats"}
    assert [row.points for row in result["seats"] if isinstance(row, SeatRow)] == [
        mat.points for mat in game.state.mats[:4]
    ]
