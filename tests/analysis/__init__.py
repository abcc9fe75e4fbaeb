"""Tests of what a game was about."""
