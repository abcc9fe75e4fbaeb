"""Tests of what can be concluded about cards that nobody saw."""
