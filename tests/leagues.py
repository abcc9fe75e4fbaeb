"""A file of several games by different rules, with players' names and dates."""

from functools import cache
from typing import Final

from notation import Move, Record, dumps
from tests.strategies import INTRIGUE, Game, Rules

HEADERS: Final = (
    (("Date", "2026.11.20"), ("Blue", "Maria"), ("Red", "Angelica")),
    (("Date", "2025.01.02"), ("Blue", "Tania"), ("Red", "Maria")),
    (("Blue", "Paolo"), ("Wine", "red, of course")),
    (("Blue", "Ilka"), ("Date", "2026.02.03")),
)
GAMES: Final = (
    Game(3, seed=1),
    Game(2, seed=2),
    Game(4, seed=3, rules=INTRIGUE),
    Game(3, seed=4, rules=Rules("second", intrigue=True, families=("Bardi", "", "Medici"))),
)


@cache
def text_of(number: int) -> str:
    """Game ``number`` of the file, from 1, in canonical form."""
    game = GAMES[number - 1]
    moves = tuple(Move(step.command) for step in game.steps)
    return dumps(Record(game.setup, moves, headers=HEADERS[number - 1]))


def league() -> str:
    """A file of all the games."""
    return "\n".join(text_of(number) for number in (1, 2, 3, 4))
