"""How much a share code may hold; what is more is taken for an attack or an accident before anything is made of it."""

from typing import Final

MOST_SIGNS: Final = 400_000
"""Characters of a code."""
MOST_NUMBER: Final = 16_384
"""Bytes of the number in which set-up, decisions and variations are; a game of five with everything has under 300."""
MOST_TEXT: Final = 1_000_000
"""Bytes of headers and notes, once inflated."""
MOST_COUNT: Final = 20_000
"""Decisions, those of variations included."""
