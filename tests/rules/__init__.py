"""Tests of the rules, section by section: each docstring is the requirement, with the id of its rule."""
