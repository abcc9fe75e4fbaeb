"""In a real browser: pages of a hostile game run nothing that comes from it, and obey their own policy."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from replays.service.app import ENDPOINTS
from tests.page.browser import free_page
from tests.service.hostile import MARKUP, text_of, whole
from tests.service.serving import PATIENCE, Serving

pytestmark = pytest.mark.needs("chromium")

WATCH = """
window.broken = [];
document.addEventListener('securitypolicyviolation', (event) => window.broken.push(event.violatedDirective + ' ' +
    event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));
"""

OF_LIBRARIES = "/explore/{id}"
"""The page that only a service with a library has; ``test_explore`` has its hostile names."""
PAGES = [
    one.path
    for one in ENDPOINTS
    if str(one.gives).startswith("text/html") and not one.path.startswith("/api/") and one.path != OF_LIBRARIES
]
REPEATED = {"/g/{id}/{step}", "/embed/{id}", "/embed/{id}/{step}", "/p/{id}/{step}"}
"""Pages with the viewer that others have as well."""
WITHOUT_GAMES = {"/docs", "/import", "/new"}
"""Pages on which nothing of a game is."""
KEYS = {"/record/": "recorder", "/seat/": "seat", "/own/": "owner", "/post/": "owner"}


@pytest.fixture(scope="module")
def made(server: Serving) -> dict[str, Any]:
    """Return a public game that has every hostile text at once, with its names shown, and a puzzle of it."""
    made = server.made(whole(Random(1)), "public")
    owner, path = made["keys"]["owner"], f"/api/games/{made['id']}"
    server.send("PUT", f"{path}/names", {"shown": True}, owner)
    made["puzzle"] = server.send("POST", f"{path}/puzzles", {"step": "2"}, owner)["puzzle"]
    for number, text in enumerate(MARKUP):
        server.made(text_of(text, 0.05 + number / 100), "public")
    return made


def address_of(pattern: str, made: dict[str, Any]) -> str:
    """Return the address of a page for the game, with the key that it needs after a `#`."""
    path = pattern.replace("{id}", made["id"]).replace("{puzzle}", made["puzzle"]).replace("{step}", "3.1")
    role = next((role for start, role in KEYS.items() if path.startswith(start)), "")
    key = made["keys"]["seats"][0] if role == "seat" else made["keys"].get(role, "")
    return f"{path}#{key}" if key else path


def settled(page: Page) -> None:
    """Wait until a page has loaded everything except the stream that follows a game."""
    page.wait_for_load_state("load")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")


@pytest.mark.parametrize(
    "pattern",
    [pytest.param(page, marks=pytest.mark.long) if page in REPEATED | WITHOUT_GAMES else page for page in PAGES],
)
def test_pages_of_a_hostile_game(context: BrowserContext, server: Serving, made: dict[str, Any], pattern: str) -> None:
    """Every page of a game whose texts are all markup runs only its own scripts, contacts no other host, obeys its
    policy, and raises no error."""
    path = address_of(pattern, made)
    page = free_page(context)
    page.add_init_script(WATCH)
    elsewhere: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url) if not is_ours(request.url, server) else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.on("console", lambda message: wrong.append(message.text) if is_refusal(message.text) else None)
    page.goto(server.link(path))
    settled(page)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("window.broken") == []
    assert [*elsewhere, *wrong] == []
    assert page.locator("main").count() == 1


def is_ours(url: str, server: Serving) -> bool:
    return url.startswith((server.address, "data:", "blob:"))


def is_refusal(text: str) -> bool:
    """Return whether the browser reports that it blocked something."""
    return re.search(r"Content Security Policy|Refused to|MIME type|CORS", text) is not None


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Yield the address of another site."""

    class Blank(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html><title>Elsewhere</title>")

        def log_message(self, format: str, *args: object) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{site.server_address[1]}/"
    site.shutdown()
    site.server_close()
    thread.join(PATIENCE)


def test_a_frame_elsewhere(context: BrowserContext, server: Serving, made: dict[str, Any], elsewhere: str) -> None:
    """A page of another site can show the page for frames, and no other."""
    page = free_page(context)
    page.goto(elsewhere)
    shown = {}
    for path in (f"/embed/{made['id']}", f"/g/{made['id']}", f"/own/{made['id']}"):
        page.evaluate(
            "(src) => new Promise((done) => { const frame = document.createElement('iframe'); frame.onload = done;"
            " frame.src = src; document.body.replaceChildren(frame); })",
            server.link(path),
        )
        frame = page.frames[-1]
        shown[path.split("/")[1]] = frame.url.startswith(server.address) and frame.locator("main").count() == 1
    assert shown == {"embed": True, "g": False, "own": False}
