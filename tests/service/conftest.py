"""Services that tests ask: one in the same process for each test, and a real server for each module."""

from collections.abc import Iterator

import pytest

from tests.service.asking import Instance, instance
from tests.service.serving import Serving, serving


@pytest.fixture
def service() -> Iterator[Instance]:
    """Yield a service with nothing in its store."""
    yield from instance()


@pytest.fixture(scope="module")
def serve_options() -> tuple[object, ...]:
    """Return the options with which `server` is started; a module overrides this fixture.

    All that a module asks comes from one address; how much one may ask depends on how busy this machine is.
    """
    return ("--rate", 0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, serve_options: tuple[object, ...]) -> Iterator[Serving]:
    """Yield a real server with a store of its own."""
    with serving(tmp_path_factory.mktemp("served") / "games.db", *serve_options) as running:
        yield running
