"""The evaluator: chances and points of positions of every rule set, from what somebody can see."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from calimala_es import State
from calimala_es.components import UNKNOWN
from calimala_es.frames import GameOver
from calimala_es.playing import Board
from calimala_es.playing.board import BoardRules
from calimala_es.playing.codes import card_codes
from calimala_es.scoring import BY_CUBES
from calimala_es.view import PUBLIC, view_state
from replays.analysis.prospects import tile_place, worth
from replays.judge import model
from replays.judge.features import NAMES
from replays.judge.model import RULE_SETS, TIMES, learned_weights, model_of, rule_set_of
from replays.judge.places import KINDS, MOST_TURNS, payments
from replays.judge.worlds import sampled_board
from tests.strategies import AT_THE_TABLE, FIRST, INTRIGUE, MIXED, SECOND, Playout, Rules

FAMILIES = Rules("second", intrigue=True, families=("Pulci", "Scali", "Spini", "Bardi"))
TABLES = {
    "two": (2, FIRST),
    "first": (5, FIRST),
    "second": (3, SECOND),
    "intrigue": (4, INTRIGUE),
    "families": (4, FAMILIES),
}


@cache
def states(table: str, record: str = "known") -> Sequence[State]:
    """Return some positions of a game of this rule set, the last included."""
    players, rules = TABLES[table]
    found = Playout(players, 4, record, rules=rules).states
    return [*found[::29], found[-1]]


def test_weights_are_complete_and_small() -> None:
    """The package has weights of every rule set, in less than three hundred kilobytes."""
    assert [*learned_weights()] == [*RULE_SETS]
    assert (Path(model.__file__).parent / "weights.json").stat().st_size < 300_000
    for weights in learned_weights().values():
        assert {len(row) for row in (*weights.points, *weights.chances)} == {len(NAMES)}
        assert [len(row) for row in weights.spreads] == [MOST_TURNS] * KINDS


@pytest.mark.parametrize("table", TABLES)
def test_chances_are_those_of_one_winner(table: str) -> None:
    """Chances are from 0 to 1 and sum to 1, in every position; at the end they are who won, and the points."""
    for state in states(table):
        board = Board.from_game(state)
        assert rule_set_of(board.rules) == table
        chances, points = model_of(board.rules).estimate(board)
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
        assert len(chances) == len(points) == state.setup.players
    state = states(table)[-1]
    chances, points = model_of(BoardRules(state.setup)).estimate(Board.from_game(state))
    assert isinstance(state.now, GameOver)
    assert {str(seat) for seat, chance in enumerate(chances) if chance} == {*state.now.winners}
    assert points == tuple(mat.points for mat in state.mats[: state.setup.players])


@pytest.mark.parametrize("table", TABLES)
def test_without_time_a_place_pays_what_it_pays_now(table: str) -> None:
    """Where nothing can move any more, a tile is expected to pay what the rules would pay, if no tie decides."""
    compared = 0
    for state in states(table):
        board = Board.from_game(state)
        reader = model_of(board.rules).reader
        for tile in state.setup.council:
            found = worth(state, tile_place(state.setup, tile))
            place = next((one for one in reader.places(board, 30) if one.tile == tile), None)
            if place and found.decided.strip(BY_CUBES) == "":
                assert payments(place.counts, 0, reader.ties(board), place.points) == list(found.paid)
                compared += any(found.counts)
    assert compared > 10


def test_a_lead_is_worth_more_when_less_can_move() -> None:
    """The expected points of the leader grow as the spread shrinks; all points together stay between none and all."""
    points = ((3, 2, 1),) * 3
    counts = 4 | 2 << 12 | 1 << 24
    found = [payments(counts, spread, 0, points)[0] for spread in range(24, -1, -4)]
    assert found == sorted(found)
    assert found[-1] == 3
    assert sum(payments(counts, 12, 0, points)) <= 6 + 1e-9


@pytest.mark.parametrize("record", [AT_THE_TABLE, MIXED])
@pytest.mark.parametrize("table", TABLES)
def test_sampled_boards_have_what_is_known(table: str, record: str) -> None:
    """A sampled board has all that a viewer sees, and cards of the box for the rest; it can be played on."""
    random = Random(5)
    for state in states(table, record):
        for viewer in (PUBLIC, 0):
            seen = view_state(state, viewer)
            board = sampled_board(seen, random)
            assert board.stacks == sampled_board(seen, random).stacks
            assert [mat.points for mat in board.mats] == [mat.points for mat in state.mats]
            for mat, own in zip(board.mats, seen.mats, strict=True):
                assert hand_size(mat.hand) == own.hand_size
                if UNKNOWN not in own.kept:
                    assert mat.kept == card_codes(own.kept)
            chances = model_of(board.rules).estimate(board).chances
            assert sum(chances) == pytest.approx(1)


def hand_size(hand: int) -> int:
    """Return how many cards a hand has."""
    return sum(hand >> 6 * card & 63 for card in range(9))


def test_what_is_hidden_changes_no_estimate() -> None:
    """Two positions that differ only in hidden cards give a viewer the same boards, and so the same estimates."""
    for state in states("first")[3:]:
        seen = view_state(state, 1)
        first, second = (sampled_board(view_state(one, 1), Random(3)) for one in (state, seen))
        assert first.parts() == second.parts()


def test_time_steps_cover_the_game() -> None:
    """Weights are worked out from the end of the game to its beginning."""
    weights = learned_weights()["first"]
    board = Board.from_game(states("first")[0])
    found = model_of(board.rules)
    assert found.chances[0] == weights.chances[0]
    assert found.chances[TIMES] == [start + slope for start, slope in zip(*weights.chances, strict=True)]
