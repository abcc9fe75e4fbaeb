"""Inputs saved by fuzzing keep the promises that they once broke, or reach much of the code."""

import pytest

from fuzz.corpus import CORPUS, FINDINGS, saved
from fuzz.targets import TARGETS

_SHORTEST = 150
"""The number of inputs of each corpus that every test run tries; fuzzing tries all of them."""

_COSTLY = {"rows": 4}
"""The number where each input is a whole store."""


@pytest.mark.parametrize("target", [*TARGETS])
def test_what_was_found_is_mended(target: str) -> None:
    """An input that once broke a promise does not break it."""
    for found in saved(FINDINGS, target):
        TARGETS[target](found)


@pytest.mark.parametrize("target", [*TARGETS])
def test_corpus_keeps_every_promise(target: str) -> None:
    """The inputs that reach most of the code keep the promises of their target."""
    inputs = saved(CORPUS, target)
    assert inputs
    for reached in inputs[: _COSTLY.get(target, _SHORTEST)]:
        TARGETS[target](reached)
