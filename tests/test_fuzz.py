"""Everything that fuzzing saved holds what it once broke, or reached."""

import pytest

from fuzz.corpus import CORPUS, FINDINGS, saved
from fuzz.targets import TARGETS

_SHORTEST = 150
"""Inputs of each corpus that every run of the tests tries; all of them are tried by fuzzing."""


@pytest.mark.parametrize("target", [*TARGETS])
def test_what_was_found_is_mended(target: str) -> None:
    """No input that once broke a promise breaks it."""
    for found in saved(FINDINGS, target):
        TARGETS[target](found)


@pytest.mark.parametrize("target", [*TARGETS])
def test_corpus_keeps_every_promise(target: str) -> None:
    """The inputs that reach most of the code keep the promises of their target."""
    inputs = saved(CORPUS, target)
    assert inputs
    for reached in inputs[:_SHORTEST]:
        TARGETS[target](reached)
