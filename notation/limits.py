"""How much of a text is read before it is taken for an attack or an accident."""

from typing import Final

MOST_GAME_CHARS: Final = 4_000_000
MOST_HEADERS: Final = 1_000
MOST_ERRORS: Final = 50
"""Errors in one game after which reading it is given up."""
