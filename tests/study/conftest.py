"""Settings for studies, which the command line opens."""

from collections.abc import Iterator

import pytest

from tests.study.driving import at_the_table


@pytest.fixture(autouse=True)
def settings() -> Iterator[None]:
    """Yield the settings of the command line, without a store."""
    with at_the_table():
        yield
