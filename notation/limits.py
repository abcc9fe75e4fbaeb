"""How much of a text is read before it is taken for an attack or an accident."""

from typing import Final

MOST_GAME_CHARS: Final = 4_000_000
MOST_HEADERS: Final = 1_000
MOST_DECISIONS: Final = 100_000
"""Decisions in one game; only observations can make up so many."""
MOST_ERRORS: Final = 50
"""Errors in one game after which reading it is given up."""
MOST_FINDINGS: Final = 1_000
"""Findings that are reported in one game."""
MOST_NESTED: Final = 50
"""Variations in each other."""
