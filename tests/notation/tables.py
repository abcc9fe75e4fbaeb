"""Positions for tests of single words: a small set-up, a finished turn 0, and resources by observations."""

from typing import Final

from calimala_es.game import Game
from notation import Reading, loads, read_games

SETUP: Final = """\
[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "LIS LON BAR TRO BRU HAM SMF SMN SCR ART PORT TRADE WOOD BRICK MARBLE"]
"""
"""Streets: WB BM UC AC VT TS down the rows and WU BC MA UV CT AS across them, by their names."""

NAMED_SETUP: Final = """\
[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]
[Blue "Maria"]
[Red "Angelica Rossi"]

"""
"""Another one in the same city, with two names."""

DEALS: Final = "0. ? ? ? / ? / ? ? ? / W B M\n"
"""Nothing is known of the influence cards; yellow takes wood, red brick, blue marble."""


def game(body: str) -> str:
    """Return a text with the small set-up, turn 0, and a body."""
    return f"{SETUP}\n{DEALS}{body}\n"


def read(body: str) -> Reading:
    """Return the game with that body."""
    (reading,) = read_games(game(body), "game.cgn")
    return reading


def record(body: str) -> Game:
    """Return the sound game with that body."""
    return loads(game(body))
