"""What all tests share: the `needs` marker, the settings of generated tests, a PostgreSQL server and a browser."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests import profiles, requirements

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.cli_runs import Table
    from tests.postgres import Server

NOT_RUN = "not run: "

profiles.register()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and keep the language of the machine out of the tests."""
    os.environ.pop("CALIMALA_LANG", None)
    config.stash[OPEN_BROWSER] = OpenBrowser()
    config.addinivalue_line("markers", "needs(*programs): is not run where one of these programs is not there")
    config.addinivalue_line("markers", "long: is run with --long only; costs much and repeats what another shows")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to a long run what is marked as long, and examples made of constants."""
    if profiles.is_long():
        return
    profiles.ignore_constants()
    left = [item for item in items if item.get_closest_marker("long")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, or in CI fail, a test whose program is not installed."""
    names = [name for marker in item.iter_markers("needs") for name in marker.args]
    reasons = "; ".join(requirements.missing(names))
    if not reasons:
        return
    if requirements.is_ci():
        pytest.fail(f"{reasons}; with CI=true every test has to run", pytrace=False)
    pytest.skip(NOT_RUN + reasons)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests that were not run, by reason."""
    not_run: dict[str, list[str]] = {}
    for report in terminalreporter.stats.get("skipped", []):
        _, is_ours, reason = str(report.longrepr[-1]).partition(NOT_RUN)
        if is_ours:
            not_run.setdefault(reason, []).append(report.nodeid)
    if not not_run:
        return
    terminalreporter.section("tests that were not run", yellow=True)
    for reason, tests in sorted(not_run.items()):
        terminalreporter.line(f"{reason}:")
        for test in tests:
            terminalreporter.line(f"    {test}")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Table":
    """Return the command line in an empty folder, with a store of its own."""
    from tests.cli_runs import Table

    monkeypatch.chdir(tmp_path)
    return Table(tmp_path)


@pytest.fixture
def game(table: "Table") -> Path:
    """Return a file with a complete game of four, in the folder of the table."""
    from tests.cli_runs import game_text

    return table.file("game.cgn", game_text())


class OpenBrowser:
    """Chromium with its contexts, open from the first test that asks for it until one comes that does not.

    Its event loop runs as long as it is open, and no other can in that thread.
    """

    def __init__(self) -> None:
        self.contexts: dict[str, BrowserContext] = {}
        self._browser: Browser | None = None
        self._closing = ExitStack()

    def get(self) -> "Browser":
        """Return the browser, opened if it is not."""
        if self._browser is None:
            from tests.page.browser import chromium

            self._browser = self._closing.enter_context(chromium())
        return self._browser

    def close(self) -> None:
        """Close the browser if it is open."""
        self._browser = None
        self.contexts.clear()
        self._closing.close()


OPEN_BROWSER: Final = pytest.StashKey[OpenBrowser]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser after the last of a row of tests that use it."""
    try:
        yield
    finally:
        if "browser" not in getattr(nextitem, "fixturenames", ()):
            item.config.stash[OPEN_BROWSER].close()


@pytest.fixture
def browser(pytestconfig: pytest.Config) -> "Browser":
    """Return Chromium, for a test that `needs("chromium")`."""
    return pytestconfig.stash[OPEN_BROWSER].get()


@pytest.fixture
def visitor() -> dict[str, Any]:
    """Return the settings of `context`, as arguments of `Browser.new_context`; a module overrides this fixture.

    Nothing moves, so that a step is over at once; what moves is tested where it is the subject.
    """
    return {"viewport": {"width": 1440, "height": 900}, "locale": "en", "reduced_motion": "reduce"}


@pytest.fixture
def context(browser: "Browser", visitor: dict[str, Any], pytestconfig: pytest.Config) -> Iterator["BrowserContext"]:
    """Yield the context of a visitor who has not been there before; clearing one is quicker than making a new one."""
    from tests.page.browser import forget

    contexts, kind = pytestconfig.stash[OPEN_BROWSER].contexts, repr(visitor)
    if kind not in contexts:
        contexts[kind] = browser.new_context(**visitor)
    yield contexts[kind]
    forget(contexts[kind], visitor["viewport"])


@pytest.fixture
def own_context(browser: "Browser", visitor: dict[str, Any]) -> Iterator["BrowserContext"]:
    """Yield a context like `context` for one test alone: pages with another clock never get their own back."""
    context = browser.new_context(**visitor)
    yield context
    context.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator["Server"]:
    """Yield a PostgreSQL server, for a test that `needs("postgresql")`."""
    from tests.postgres import Server

    server = Server()
    yield server
    server.stop()
