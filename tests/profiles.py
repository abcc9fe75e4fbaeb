"""How many examples generated tests try: few and always the same ones by default, many new ones in a long run.

A run is long if pytest is given ``--hypothesis-profile=long``, as ``python3 run.py test --long`` does. Tests marked
as ``long`` run only then.
"""

from collections.abc import Iterable
from typing import Final, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

DEFAULT: Final = "default"
LONG: Final = "long"
SHARES: Final = {DEFAULT: 0.125, LONG: 10}
"""How many examples a run tries for each one that a test names."""

T = TypeVar("T")

LEAST: Final = 2
"""The fewest examples of a test."""


def register() -> None:
    """Register both profiles and load the default one."""
    common = settings(
        deadline=None,  # a shared machine pauses when it likes
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
    # A change is judged by the same examples each time; new ones are for a long run.
    settings.register_profile(DEFAULT, common, max_examples=int(100 * SHARES[DEFAULT]), derandomize=True)
    settings.register_profile(LONG, common, max_examples=int(100 * SHARES[LONG]), derandomize=False)
    settings.load_profile(DEFAULT)


def ignore_constants() -> None:
    """Let examples not depend on constants in the sources, which are gathered from hundreds of modules for seconds.

    Which ones there are would depend on what a process has imported, so that the examples were not always the same.
    """
    providers._get_local_constants = Constants


def examples(count: int) -> settings:
    """Return settings with an eighth as many examples, or in a long run with ten times as many."""
    return settings(max_examples=max(LEAST, count * settings().max_examples // 100))


def is_long() -> bool:
    """Return whether the run is long."""
    return settings().max_examples > 100


def few(values: Iterable[T], count: int = 1) -> list[T]:
    """Return the first of some values, which show what the others repeat; in a long run all of them."""
    return [*values][: None if is_long() else count]
