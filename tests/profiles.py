"""How many examples generated tests try: few and always the same ones by default, many new ones in a long run.

A run is long if pytest is given ``--hypothesis-profile=long``, as ``python3 run.py test --long`` does.
"""

from typing import Final

from hypothesis import HealthCheck, settings

DEFAULT: Final = "default"
LONG: Final = "long"
FACTOR: Final = 10
"""How many times as many examples a long run tries."""


def register() -> None:
    """Register both profiles and load the default one."""
    common = settings(
        deadline=None,  # a shared machine pauses when it likes
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
    # A change is judged by the same examples each time; new ones are for a long run.
    settings.register_profile(DEFAULT, common, max_examples=100, derandomize=True)
    settings.register_profile(LONG, common, max_examples=100 * FACTOR, derandomize=False)
    settings.load_profile(DEFAULT)


def examples(count: int) -> settings:
    """Return settings with so many examples, or in a long run with ten times as many."""
    return settings(max_examples=count * settings().max_examples // 100)
