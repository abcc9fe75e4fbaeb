"""Tests of the analysis of a game."""

from typing import Final

from tests.profiles import examples

SOME: Final = examples(8)
"""Settings for laws that play and analyse whole games."""
