"""The folder as a browser opens it: built once, and sent by a plain server for static files."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Page

from bench import pocket
from tests.cli_runs import ROOT

PATIENCE = 40_000
"""Milliseconds: a first start compiles all of Python, on a machine that may be busy."""


def built(folder: Path) -> Path:
    """Return the folder after it was built."""
    result = subprocess.run(
        [sys.executable, "-m", "pocket", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return folder


@contextmanager
def served(folder: Path) -> Generator[str]:
    """Yield the address of a folder that is served, which is not at the root."""
    with pocket.served(folder.parent) as root:
        yield f"{root}{folder.name}/"


class Pocket:
    """A phone with the folder open."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    @property
    def shown(self) -> FrameLocator:
        """The page of the service that is open."""
        return self.page.frame_locator("#pages")

    def open(self, path: str = "/") -> None:
        """Open a page of the service, as a link from elsewhere does; its path may be a share code."""
        self.page.goto("about:blank")
        self.page.goto(self.address + (f"#{path}" if path != "/" else ""))
        self.shown.locator("h1").first.wait_for(state="attached")

    def go(self, path: str) -> None:
        """Follow a link to a page of the service."""
        self.page.evaluate("path => { location.hash = path; }", path)

    def ready(self) -> None:
        """Wait until Python answers."""
        self.fetch("GET", "/api/games")

    def fetch(self, method: str, path: str, value: object = None, version: int | None = None) -> Any:
        """Send a request as a page of the service does; return the status and the answer."""
        return self.page.evaluate(
            """async ([root, method, path, value, version]) => {
                const headers = value === null ? {} : { "Content-Type": "application/json" };
                if (version !== null) headers["If-Match"] = `"${version}"`;
                const body = value === null ? undefined : JSON.stringify(value);
                const answer = await fetch(root + path, { method, headers, body });
                return [answer.status, await answer.json().catch(() => null)];
            }""",
            [f"{self.address}app", method, path, value, version],
        )

    def saved(self) -> None:
        """Wait until the recorder has everything saved."""
        self.shown.locator("[data-part=state][data-kind=saved]").wait_for()

    def write(self, symbols: str) -> None:
        """Record decisions in notation."""
        line = self.shown.locator("[data-part=typed] input")
        if not line.is_visible():
            self.shown.locator("body").press("n")
        line.fill(symbols)
        line.press("Enter")
