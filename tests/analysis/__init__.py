"""Tests of what a game was about."""

from typing import Final

from tests.profiles import examples

SOME: Final = examples(8)
"""Whole games are played and analysed in each example."""
