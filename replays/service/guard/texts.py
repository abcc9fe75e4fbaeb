"""How much a game may have that somebody sends: enough for any table, and read in seconds."""

from typing import Final

from notation.budget import Budget

BUDGET: Final = Budget(characters=2_000_000, words=100_000, notes=20_000, variations=2_000)
"""A game with a comment behind every decision has a tenth of that."""
