"""Looking ahead: the same boards for every decision, the worse half left out, an answer at any time."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from random import Random

from calimala_es.frames import Placement
from calimala_es.playing import Board, legal_decisions
from calimala_es.playing.board import BoardRules
from calimala_es.state import State
from calimala_es.view import view_state
from replays.judge.lookahead import HALVINGS, Candidate, Lookahead, lead
from replays.judge.model import Estimate, model_of
from replays.judge.worlds import sampled_board
from tests.strategies import FIRST, Playout


@cache
def placement() -> State:
    """Return a placement in the middle of a game of three, as its player sees it."""
    states = Playout(3, 8, rules=FIRST).states
    state = next(state for state in states if state.turn > 15 and type(state.now) is Placement)
    return view_state(state, state.active)


def boards(count: int) -> list[Board]:
    """Return boards that may be the one on the table."""
    random = Random(2)
    return [sampled_board(placement(), random) for _ in range(count)]


def lookahead() -> Lookahead:
    """Return a look ahead with the learned weights."""
    return Lookahead(model_of(BoardRules(placement().setup)))


def test_most_work_goes_into_what_is_close() -> None:
    """After some boards the worse half is left out; one decision may be held to the end whatever it is worth."""
    decisions = legal_decisions(boards(1)[0])
    found = lookahead().look(boards(5), decisions, 1, Random(1))
    tried = [len(one.estimates) for one in found]
    assert tried == sorted(tried, reverse=True)
    assert (tried[0], tried[-1]) == (5, HALVINGS[0])
    worst = found[-1].decision
    again = lookahead().look(boards(5), decisions, 1, Random(1), always=worst)
    assert next(len(one.estimates) for one in again if one.decision == worst) == 5
    assert again[0].decision == found[0].decision


def test_a_look_ahead_stops_at_any_time() -> None:
    """When time is up there is an answer; decisions that are compared were tried on the same boards."""
    decisions = legal_decisions(boards(1)[0])[:5]
    for allowed in (1, 4, 7):
        asked = count(1)
        stop = partial(is_past, asked, allowed)
        found = lookahead().look(iter(boards(3)), decisions, 1, Random(1), stop=stop)
        assert {len(one.estimates) for one in found} == {1}
        assert {one.decision for one in found} == {*decisions[:allowed]}


def is_past(asked: Iterator[int], allowed: int) -> bool:
    """Return whether this was asked so many times."""
    return next(asked) >= allowed


def test_boards_are_left_as_they_were() -> None:
    """A look ahead takes back all that it tries."""
    board = boards(1)[0]
    parts = board.parts()
    lookahead().look([board], legal_decisions(board)[:4], 2, Random(1))
    assert board.parts() == parts


def test_a_lead_is_compared_board_by_board() -> None:
    """The lead of one decision over another is the mean of the differences, with its standard error."""
    one, other = Candidate(1), Candidate(2)
    one.estimates = [Estimate((0.5, 0.5), (9, 9)), Estimate((0.7, 0.3), (9, 9))]
    other.estimates = [Estimate((0.4, 0.6), (9, 9)), Estimate((0.4, 0.6), (9, 9))]
    average, error = lead(one, other, 0)
    assert round(average, 6) == 0.2
    assert round(error, 6) == 0.1
    other.estimates.pop()
    assert lead(one, other, 0)[1] == 1
