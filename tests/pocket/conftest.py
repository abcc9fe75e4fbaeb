"""The folder, built once, where it is served, and a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.page.browser import PHONE
from tests.pocket.folder import built, served


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("pocket") / "some" / "path")


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a phone of its own, since what it stores outlives pages."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en", accept_downloads=True)
    yield context
    context.close()
