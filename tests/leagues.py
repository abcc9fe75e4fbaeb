"""A file of several games by different rules, with players' names and dates."""

from functools import cache
from typing import Final

from msgspec.structs import replace

from notation import dumps
from tests.strategies import INTRIGUE, Playout, Rules

HEADERS: Final = (
    (("Date", "2026.11.20"), ("Blue", "Maria"), ("Red", "Angelica")),
    (("Date", "2025.01.02"), ("Blue", "Tania"), ("Red", "Maria")),
    (("Blue", "Paolo"), ("Wine", "red, of course")),
    (("Blue", "Ilka"), ("Date", "2026.02.03")),
)
GAMES: Final = (
    Playout(3, seed=1),
    Playout(2, seed=2),
    Playout(4, seed=3, rules=INTRIGUE),
    Playout(3, seed=4, rules=Rules("second", intrigue=True, families=("Bardi", "", "Medici"))),
)


@cache
def text_of(number: int) -> str:
    """Return playout ``number`` of the file, counted from 1, in canonical form."""
    return dumps(replace(GAMES[number - 1].game, headers=HEADERS[number - 1]))


def league() -> str:
    """Return a file of all the games."""
    return "\n".join(text_of(number) for number in (1, 2, 3, 4))
