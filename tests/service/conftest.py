"""Services that tests ask: one in the same process for each test, and a real server for all."""

from collections.abc import Iterator

import pytest

from tests.service.asking import Instance, instance
from tests.service.serving import Serving, serving


@pytest.fixture
def service() -> Iterator[Instance]:
    """Yield a service with nothing in its store."""
    yield from instance()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a real server with the games of all tests that ask it; a module that counts them has one of its own.

    All that they ask comes from one address; how much one may ask depends on how busy this machine is.
    """
    with serving(tmp_path_factory.mktemp("served") / "games.db", "--rate", 0) as running:
        yield running
