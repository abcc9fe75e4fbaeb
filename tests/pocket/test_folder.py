"""The folder of static files in Chromium: an evening on a phone without a network, kills, versions, and its bytes."""

import json
import random
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from notation import loads
from notation.grammar.symbols import format_command
from notation.share import decode
from tests.page.browser import violations
from tests.pocket.folder import Pocket, served

GAME = Path("examples/game-of-four.cgn").read_text(encoding="utf-8")
KILLS = 100
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.timeout(1800)]


def test_decisions_without_a_network(context: BrowserContext, address: str) -> None:
    """After the first visit a game is set up, recorded and corrected without a network, and is on the phone."""
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    context.set_offline(True)
    id = _begun(pocket)
    _, now = pocket.fetch("GET", f"/api/games/{id}/now")
    context.set_offline(False)
    pocket.page.close()
    assert pocket.wrong == []
    plain = context.new_page()
    plain.goto(f"{address}LICENSES.txt")
    assert plain.evaluate(_ROWS, id) >= now["version"]


_ROWS = """async (id) => {
    let rows = 0;
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve) => {
            indexedDB.open(name).onsuccess = (event) => resolve(event.target.result);
        });
        for (const store of database.objectStoreNames) {
            const keys = await new Promise((resolve) => {
                database.transaction(store).objectStore(store).getAllKeys().onsuccess = (event) =>
                    resolve(event.target.result);
            });
            rows += keys.filter((key) => String(key).startsWith(id)).length;
        }
    }
    return rows;
}"""
"""Counts what IndexedDB has of a game."""


def _begun(pocket: Pocket) -> str:
    """Set up a game, record its first decisions, one of which is refused, and undo one; return its id."""
    shown = pocket.shown
    shown.get_by_role("link", name="Record a game").first.click()
    shown.locator("input[name=name0]").fill("Maria")
    shown.get_by_role("button", name="Place the tiles at random").click()
    shown.locator("[data-new=begin]").click()
    pocket.saved()
    pocket.write("? ? ? ? W U V")
    pocket.saved()
    pocket.write("XX")
    shown.locator("[data-settle=refused] .why").first.wait_for()
    shown.locator('[data-key="drop"]').click()
    pocket.saved()
    shown.locator("[data-part=undo]").click()
    shown.locator("[data-part=redo]:enabled").click()
    pocket.saved()
    return pocket.page.url.rpartition("/")[2]


@pytest.mark.long
def test_an_evening_without_a_network(context: BrowserContext, address: str) -> None:
    """After the first visit a game is set up, recorded, corrected, saved, shown and shared without a network.

    Nothing is asked of any other host, and a page that is killed and opened again has everything.
    """
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    context.set_offline(True)
    id = _begun(pocket)
    assert violations(pocket.page) == []
    known = killed(pocket, id, random.Random(11))

    again = Pocket(context, address)
    again.open(f"/record/{id}")
    again.saved()
    _, after = again.fetch("GET", f"/api/games/{id}/now")
    assert after["version"] >= known
    assert after["players"][0]["name"] == "Maria"
    again.shown.locator("[data-part=phones]").click()
    link = again.shown.locator("[data-link=share] input").input_value()
    again.go(f"/g/{id}")
    again.shown.locator("calimala-replay svg").first.wait_for()
    again.shown.locator(".exports summary").click()
    with again.page.expect_download() as saved:
        again.shown.get_by_role("link", name="Web page (one file)").click()
    page = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "<calimala-replay" in page
    assert "customElements.define" in page
    again.go(link.partition("#")[2])
    again.shown.get_by_role("button", name="Add it").click()
    again.shown.get_by_role("link", name="Continue recording").wait_for()
    again.go("/")
    again.shown.locator("[data-delete]").nth(1).wait_for()
    with again.page.expect_download() as copy:
        again.shown.locator("#backup").click()
    assert json.loads(Path(copy.value.path()).read_text(encoding="utf-8").splitlines()[0])["calimala"] == "backup"
    assert pocket.wrong + again.wrong == []
    assert {url for url in pocket.asked + again.asked if not url.startswith((address, "blob:", "data:"))} <= {
        "about:blank"
    }


@pytest.mark.long
def test_nothing_is_lost_by_many_kills(context: BrowserContext, address: str) -> None:
    """A whole game is that of its text; nothing that was acknowledged is lost when a page is killed at any moment."""
    pocket, chance = Pocket(context, address), random.Random(11)
    pocket.open()
    whole_game(pocket)
    _, made = pocket.fetch("POST", "/api/games", {"notation": GAME.split("\n\n")[0], "visibility": "private"})
    now = made
    for _ in range(KILLS):
        known = killed(pocket, made["id"], chance)
        pocket = Pocket(context, address)
        pocket.open()
        _, now = pocket.fetch("GET", f"/api/games/{made['id']}/now")
        assert now["version"] >= known
    assert now["version"] > made["version"]


@pytest.mark.long
def test_a_busy_page_is_waited_for(context: BrowserContext, address: str) -> None:
    """A page that does not hear for seconds answers afterwards what was asked of it; no other one is put into it."""
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    assert pocket.page.evaluate(_BUSY, ["app/api/games", "app/import"]) == [200, "app/import"]
    pocket.shown.locator("#text").wait_for()
    assert pocket.wrong == []


_BUSY = """async ([path, page]) => {
    const busy = () => { for (const end = performance.now() + 2500; performance.now() < end;); };
    const asked = fetch(path);
    busy();
    const { status } = await asked;
    const pages = document.getElementById("pages");
    const opened = new Promise((resolve) => pages.addEventListener("load", resolve, { once: true }));
    pages.contentWindow.location.replace(new URL(page, location.href));
    await new Promise((resolve) => setTimeout(resolve, 0));
    busy();
    await opened;
    return [status, pages.contentWindow.location.href.replace(new URL("./", location.href).href, "")];
}"""
"""Asks for a path, and opens a page, both while nothing else can run in the page around it."""


@pytest.mark.long
def test_a_newer_version_is_offered_and_never_forced(context: BrowserContext, folder: Path, tmp_path: Path) -> None:
    """A newer folder at the same address is loaded beside, offered on the first page and not while recording, and not
    used unasked in the evening of a game, even if the browser closes the page; games of the version before are read.
    """
    copied = tmp_path / "some" / "path"
    shutil.copytree(folder, copied)
    with served(copied) as address:
        pocket = Pocket(context, address)
        pocket.open()
        _, made = pocket.fetch("POST", "/api/games", {"notation": GAME.split("\n\n")[0], "visibility": "private"})
        version = json.loads((folder / "files.json").read_text(encoding="utf-8"))["version"]
        _rename(copied, version, "a-newer-one")
        pocket.open(f"/record/{made['id']}")
        pocket.saved()
        pocket.page.locator("#update button").wait_for(state="attached")
        assert not pocket.page.locator("#update").is_visible()
        assert pocket.fetch("GET", f"/api/games/{made['id']}/now")[0] == 200
        # The browser closes the page in the middle of the game, and lets the newer service worker take over.
        pocket = _reopened(pocket, f"/record/{made['id']}", "a-newer-one")
        pocket.saved()
        pocket.page.locator("#update button").wait_for(state="attached")
        assert _version(pocket) == version
        assert not pocket.page.locator("#update").is_visible()
        pocket.page.evaluate("location.hash = '#/'")
        pocket.shown.locator("#backup").wait_for()
        with pocket.page.expect_navigation():
            pocket.page.locator("#update button").click()
        pocket.shown.locator(f'[data-delete="{made["id"]}"]').wait_for()
        assert _version(pocket) == "a-newer-one"
        pocket.page.close()
        # The evening is over: the next version is used once no page is open.
        _rename(copied, "a-newer-one", "the-newest")
        pocket = Pocket(context, address)
        pocket.page.add_init_script(_LATE)
        pocket.open()
        pocket.page.locator("#update button").wait_for(state="attached")
        pocket.page.evaluate(
            "async () => (await caches.open('calimala state')).put(new URL('recorded', location), new Response('0'))"
        )
        assert _version(_reopened(pocket, "/", "the-newest")) == "the-newest"


_LATE = """const { register } = ServiceWorkerContainer.prototype;
ServiceWorkerContainer.prototype.register = async function (...given) {
    const registration = await register.apply(this, given);
    for (let tries = 0; tries < 1000 && !registration.installing && !registration.waiting; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
    return registration;
};"""
"""Lets a page know of its service workers only once a newer one was found."""


def _reopened(pocket: Pocket, path: str, version: str) -> Pocket:
    """Leave the only page, wait until the service worker of a version has taken over by itself, and open a page."""
    # A page of the same host that is none of the folder's.
    pocket.page.goto(pocket.address.rstrip("/").rpartition("/")[0])
    assert pocket.page.evaluate(_TAKEN_OVER, pocket.address) == version
    pocket.open(path)
    return pocket


_TAKEN_OVER = """async (address) => {
    const registration = await navigator.serviceWorker.getRegistration(address);
    for (let tries = 0; tries < 400 && (registration.installing || registration.waiting); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
    registration.active.postMessage("which version", [port2]);
    return answered;
}"""
"""Returns the version of the service worker that answers for an address once none waits for its pages to be closed."""


def _version(pocket: Pocket) -> object:
    """Return the version whose files are sent."""
    return pocket.page.evaluate("fetch('files.json').then((answer) => answer.json())")["version"]


def _rename(folder: Path, version: str, other: str) -> None:
    """Make a folder that of another version."""
    for name in ("sw.js", "files.json"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(version, other), encoding="utf-8")


def whole_game(pocket: Pocket) -> None:
    """Record a whole game decision by decision, and check that it is that of the text in the end."""
    game = loads(GAME)
    status, made = pocket.fetch("POST", "/api/games", {"notation": GAME.split("\n\n")[0], "visibility": "private"})
    assert status == 201
    version, state, now = made["version"], game.start, made
    for move in game.moves:
        symbol = format_command(state, move.command)
        status, now = pocket.fetch("POST", f"/api/games/{made['id']}/decisions", {"notation": symbol}, version)
        assert status == 201, (symbol, now)
        version, state = now["version"], move.state
    assert now["over"]
    status, shared = pocket.fetch("GET", f"/api/games/{made['id']}/share")
    shared_game = decode(shared["code"])
    assert (shared_game.setup, shared_game.commands) == (game.setup, game.commands)


def killed(pocket: Pocket, id: str, chance: random.Random) -> int:
    """Record decision after decision and close the page at any moment; return the last version acknowledged."""
    _, now = pocket.fetch("GET", f"/api/games/{id}/now")
    acknowledged: list[int] = [now["version"]]

    def acknowledge(version: int) -> None:
        acknowledged.append(version)

    pocket.page.expose_function("acknowledge", acknowledge)
    pocket.page.evaluate(
        """([path, now]) => {
            (async () => {
                while (now.options.length) {
                    const headers = { "Content-Type": "application/json", "If-Match": `"${now.version}"` };
                    const body = JSON.stringify({ notation: now.options[0].symbol });
                    const answer = await fetch(path, { method: "POST", headers, body });
                    if (!answer.ok) return;
                    now = await answer.json();
                    window.acknowledge(now.version);
                }
            })();
        }""",
        [f"{pocket.address}app/api/games/{id}/decisions", now],
    )
    pocket.page.wait_for_timeout(chance.uniform(0, 400))
    pocket.page.close()
    return max(acknowledged)
