"""A browser with pages of games, for the tests of the viewer."""

import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Frame,
    Locator,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from calimala_es.game import Game
from replays.edit.tree import Tree
from replays.page import page_html, page_of, viewers_of
from replays.replay import Replay
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names
from tests.cli_runs import ROOT
from tests.profiles import is_long
from tests.requirements import BROWSERS

Screen = tuple[ViewportSize, Literal["dark", "light"]]
"""The size of a screen, and the scheme of its colours."""

SITE: Final = "https://calimala.test"
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SMALL: Final[ViewportSize] = {"width": 320, "height": 568}
LANDSCAPE: Final[ViewportSize] = {"width": 844, "height": 390}
WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
# Resolves when everything has moved that comes to an end.
AT_REST: Final = """Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < Infinity).map(each => each.finished))"""
VIOLATIONS: Final = """async part => (await axe.run(part ?? document, { resultTypes: ["violations"] })).violations
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])"""
# Pages that trust each other, as those of a test do, share a process that is running and quick.
FEW_PROCESSES: Final = ("--renderer-process-limit=1", "--disable-site-isolation-trials")
ELEMENT: Final = "document.querySelector('calimala-replay')"

# A busy machine takes longer than the five seconds after which Playwright no longer expects something.
expect.set_options(timeout=30_000)


@contextmanager
def chromium() -> Generator[Browser]:
    """Yield the installed Chromium."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *FEW_PROCESSES])
        yield browser
        browser.close()


def free_page(context: BrowserContext) -> Page:
    """Return a blank page: one that was used before, whose process is running and quick, or a new one."""
    return next((page for page in context.pages if page.url == "about:blank"), None) or context.new_page()


def forget(context: BrowserContext, viewport: ViewportSize) -> None:
    """Leave one blank page in a context, without anything that pages stored, were granted or had routed."""
    context.set_offline(False)
    context.unroute_all()
    context.clear_cookies()
    page, *others = context.pages or [context.new_page()]
    for other in others:
        other.close()
    page.unroute_all()
    page.goto("about:blank")
    session: Any = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    session.detach()
    page.emulate_media(media="null")
    page.set_viewport_size(viewport)


def html_of(record: Game, names: dict[int, str] | None = None, language: Language = ENGLISH) -> str:
    """Return the page of a record, with every view that it allows."""
    replay = Replay(record)
    page = page_of(Tree.of(record), replay, Names.of(record.setup, names, language), viewers=viewers_of(replay))
    return page_html(page)


def violations(page: Page | Frame, part: Locator | None = None) -> list[tuple[str, list[str]]]:
    """Return what axe finds in a page at rest, or in a part of it: rules, with the elements that break each.

    A second look at one page is much cheaper if it is only at the part that has changed.
    """
    page.evaluate(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = part.evaluate(VIOLATIONS) if part and not is_long() else page.evaluate(VIOLATIONS)
    return [(rule, elements) for rule, elements in found]


@cache
def _axe() -> str:
    return str(vars(Axe())["axe_script"])


class Visit:
    """An open page with its requests and its errors."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        """Open an address."""
        self.page: Page = free_page(context)
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.goto(address)

    def shown(self) -> Self:
        """Return the visit once the viewer is shown."""
        self.page.wait_for_selector("calimala-replay .player")
        return self

    def get(self, expression: str) -> Any:
        """Return a property of the element."""
        return self.page.evaluate(f"{ELEMENT}.{expression}")

    @property
    def place(self) -> str:
        """The place that is shown."""
        place: str = self.get("position.place")
        return place

    @property
    def address(self) -> str:
        """The address as the page has it at this moment; what the browser reports of it comes a moment later."""
        address: str = self.page.evaluate("location.href")
        return address

    @property
    def path(self) -> str:
        """The path of the address, without query and fragment."""
        return urlsplit(self.address).path


class Opened(Visit):
    """A page with a viewer, or with a frame that has one, once that is there."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        """Open an address."""
        super().__init__(context, address)
        self.page.wait_for_selector("calimala-replay .player, iframe")

    def press(self, *keys: str) -> str:
        """Press keys one after the other and return the place that is shown then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.place

    def text(self, selector: str) -> str:
        """Return the text of a part of the page."""
        return self.page.locator(selector).first.inner_text()


def on_disk(folder: Path, html: str, name: str = "game.html") -> str:
    """Return the address of a page in a file."""
    path = folder / name
    path.write_text(html, encoding="utf-8")
    return path.as_uri()


def serve(context: BrowserContext, files: dict[str, str]) -> None:
    """Let a site consist of these files."""
    kinds = {"html": "text/html; charset=utf-8", "js": "text/javascript"}

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{SITE}/").partition("#")[0]
        if name in files:
            route.fulfill(body=files[name], content_type=kinds[name.rpartition(".")[2]])
        else:
            route.fulfill(status=404)

    context.route(f"{SITE}/**", answer)


def documented(title: str) -> str:
    """Return the page that the document shows under a title."""
    text = (ROOT / "docs" / "sharing.md").read_text(encoding="utf-8")
    found = re.findall(r"^```html\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (block,) = (block for block in found if f"<title>{title}</title>" in block)
    return str(block)
