"""A budget: the size of a stranger's text is limited before any of it is decided."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import Game
from notation import Budget, BudgetError, NotationError, dumps, loads, read_games
from replays.edit.tree import Tree
from tests.edit.test_tree import START
from tests.notation.records import records
from tests.profiles import examples
from tests.strategies import KNOWN, MIXED

GAME: Final = START + "1. MA A-B (v1={the port} -W {so} (v2: -M)) M!? =0-0-0 &maria{no} 2. MA %b+"

TOO_MUCH: Final = [
    (Budget(characters=100), "1:1", "the game is too long; expected at most 100 characters"),
    (Budget(headers=2), "3:1", "there are too many headers; expected at most 2"),
    (Budget(words=17), "6:11", "there are too many words; expected at most 17"),
    (Budget(notes=1), "6:29", "there are too many notes; expected at most 1"),
    (Budget(variations=1), "6:34", "there are too many variations; expected at most 1"),
    (Budget(variations=0), "6:11", "there are too many variations; expected at most 0"),
    (Budget(nested=1), "6:34", "there are too many variations in each other; expected at most 1"),
]


@pytest.mark.parametrize(("budget", "place", "message"), TOO_MUCH)
def test_what_is_too_much_has_a_place_and_a_limit(budget: Budget, place: str, message: str) -> None:
    """Exceeding the budget is an error of its own with line and column, and the next game is read."""
    (reading, following) = read_games(f'{GAME}\n\n[Seats "bry"]\n', "games.cgn", budget=budget)
    (error,) = reading.errors
    assert isinstance(error, BudgetError)
    assert str(error) == f"games.cgn:{place}: {message}"
    assert reading.game is None
    assert following.line == 8
    with pytest.raises(BudgetError):
        loads(GAME, budget=budget)
    with pytest.raises(BudgetError):
        Tree.read(GAME, budget=budget)


@given(records(KNOWN, MIXED), st.integers(0, 1 << 20))
@examples(6)
def test_a_game_within_its_budget_is_read_as_ever(record: Game, less: int) -> None:
    """The usual budget changes nothing; any other one rejects a game or changes nothing."""
    text = dumps(record)
    assert loads(text, budget=Budget()) == record
    size = len(text)
    for budget in (Budget(words=less % size), Budget(notes=less % 40), Budget(variations=less % 9, nested=less % 4)):
        (reading,) = read_games(text, budget=budget)
        assert reading.game == record or [type(error) for error in reading.errors] == [BudgetError]


def test_a_budget_is_no_licence() -> None:
    """The limits of every reader apply whatever the budget is."""
    with pytest.raises(NotationError, match="at most 4000000 characters"):
        loads(START + "{" + "x" * 4_000_000 + "}", budget=Budget(characters=1 << 40))
    assert loads(GAME, budget=Budget()) == loads(GAME)
