"""Tests of what a game was about."""

from typing import Final

from hypothesis import settings

SOME: Final = settings(max_examples=8)
"""Whole games are played and analysed in each example."""
