"""Pages for spectators, in a real browser on a real server."""

import json
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from notation import dumps
from replays.edit.tree import Tree
from tests.cli_runs import ROOT
from tests.page.browser import ELEMENT, PHONE, SMALL, WIDE, Screen, Visit, free_page, violations
from tests.page.examples import before, text_of
from tests.profiles import is_long
from tests.service.serving import Serving, answered

pytestmark = pytest.mark.needs("chromium")

TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
SCREENS: Final[tuple[Screen, ...]] = (
    (PHONE, "dark"),
    (TABLET, "light"),
    (WIDE, "light"),
    (SMALL, "dark"),
)


@pytest.mark.long
def test_the_address_follows_the_steps(server: Serving, context: BrowserContext) -> None:
    """A link opens at its step, steps update the path of the address, and such an address opens there."""
    game = server.made(dumps(before("game-of-four", 18)))
    visit = Visit(context, server.link(f"/g/{game['id']}/17.2")).shown()
    assert visit.place == "17.2.3"
    visit.page.keyboard.press("ArrowRight")
    place = visit.place
    assert visit.path == f"/g/{game['id']}/{place}"
    again = Visit(context, visit.address).shown()
    assert again.place == place
    again.page.keyboard.press("Home")
    assert (again.place, again.path) == ("", f"/g/{game['id']}")
    assert visit.wrong == again.wrong == []


@pytest.mark.long
def test_a_variation_has_an_address(server: Serving, context: BrowserContext) -> None:
    """A link into a variation opens in it, and back on the main line the address is that of the main line."""
    tree = Tree.read(text_of("game-of-four"))
    node = next(node for node in tree.main if len(legal(node.parent.state)) > 1 and node.event_ids[0].turn == 17)
    other = next(command for command in legal(node.parent.state) if command != node.command)
    node.add_variation([other])
    game = server.made(tree.text())
    page = json.loads(server.get(f"/api/games/{game['id']}/page"))
    line = page["lines"][1]
    place = f"{line['id']}:{line['frames'][-1][0]}"
    visit = Visit(context, server.link(f"/g/{game['id']}/{place}")).shown()
    assert visit.place == place
    visit.page.keyboard.press("p")
    assert ":" not in visit.place
    assert visit.path == f"/g/{game['id']}/{visit.place}"
    assert visit.wrong == []


@pytest.mark.long
def test_a_place_that_is_not_there_is_reported(server: Serving, context: BrowserContext) -> None:
    """A link to an unknown place opens the game with a message until the viewer steps on."""
    game = server.made(text_of("game-of-four"))
    visit = Visit(context, server.link(f"/g/{game['id']}/99.9"))
    notice = visit.page.locator(".caption .notice")
    expect(notice).to_have_text("This game has no moment 99.9.")
    visit.page.keyboard.press("ArrowRight")
    expect(notice).to_have_count(0)
    assert visit.path == f"/g/{game['id']}/{visit.place}"


def test_somebody_follows_a_game(server: Serving, context: BrowserContext) -> None:
    """New decisions are shown live; a viewer at an earlier step stays there and gets a message. An undone decision
    disappears. The notice that a game is shown as the public saw it is not in the colour of errors."""
    game = server.made(text_of("study"))
    visit = Visit(context, server.link(f"/g/{game['id']}")).shown()
    live = visit.page.get_by_role("button", name="Follow live")
    expect(live).to_have_attribute("aria-pressed", "true")
    before = visit.place
    options = json.loads(server.get(f"/api/games/{game['id']}/legal"))["options"]
    server.write(game, notation=options[0]["symbol"])
    visit.page.wait_for_function(f"place => {ELEMENT}.position.place !== place", arg=before)
    at_end = visit.place
    visit.page.keyboard.press("Home")
    options = json.loads(server.get(f"/api/games/{game['id']}/legal"))["options"]
    server.write(game, notation=options[0]["symbol"])
    expect(visit.page.locator("#message")).to_contain_text("The game has moved on")
    assert visit.place == ""
    live.click()
    expect(live).to_have_attribute("aria-pressed", "false")
    live.click()
    visit.page.wait_for_function(f"() => {ELEMENT}.atEnd")
    last = visit.place
    assert last != at_end
    server.send("POST", f"/api/games/{game['id']}/undo", {}, game["keys"]["recorder"], If_Match="*")
    visit.page.wait_for_function(f"place => {ELEMENT}.position.place !== place", arg=last)
    assert visit.get("atEnd")
    notice = visit.page.locator(".notices .notice").first
    expect(notice).to_contain_text("the public")
    colours = notice.evaluate(
        "one => { const was = getComputedStyle(one).borderLeftColor; one.style.borderLeftColor = 'var(--alarm)';"
        " return [was, getComputedStyle(one).borderLeftColor]; }"
    )
    assert colours[0] != colours[1]
    assert visit.wrong == []


@pytest.mark.long
def test_names_are_followed(server: Serving, context: BrowserContext) -> None:
    """The page shows names or colours as soon as the owner chooses them, without a message that the game went on. With
    the owner's key the page has the names at once."""
    names = '[Blue "Maria"]\n[Red "Angelica <b>"]\n[Yellow "Tania"]\n'
    game = server.made(names + dumps(play(shuffled_setup("bry", Random(4)))))
    owner = game["keys"]["owner"]
    visit = Visit(context, server.link(f"/g/{game['id']}")).shown()
    page = visit.page
    head, players = page.get_by_role("heading", level=1), page.locator(".strip .who bdi")
    expect(head).to_have_text("Blue, Red, Yellow")
    page.keyboard.press("Home")

    def says(*names: str) -> None:
        expect(head).to_have_text(", ".join(names))
        expect(players).to_have_text([*names])
        expect(page).to_have_title(re.compile(re.escape(", ".join(names))))

    server.send("PUT", f"/api/games/{game['id']}/names", {"shown": True}, owner)
    says("Maria", "Angelica <b>", "Tania")
    answered(server.link(f"/api/games/{game['id']}/names/blue"), "DELETE", key=owner)
    says("Blue", "Angelica <b>", "Tania")
    expect(page.locator("#message")).to_be_empty()
    server.send("PUT", f"/api/games/{game['id']}/names", {"shown": False}, owner)
    says("Blue", "Red", "Yellow")
    page.goto(server.link(f"/g/{game['id']}#{owner}"))
    page.reload()
    says("Blue", "Angelica <b>", "Tania")
    assert visit.wrong == []


@pytest.mark.long
def test_a_lost_connection_is_found_again(server: Serving, context: BrowserContext) -> None:
    """A page that loses its connection says so, and shows what it missed when it has one again."""
    game = server.made(text_of("study"))
    context.route("**/follow?*", lambda route: route.abort())
    visit = Visit(context, server.link(f"/g/{game['id']}")).shown()
    expect(visit.page.locator("#message")).to_contain_text("Connection lost")
    before = visit.place
    options = json.loads(server.get(f"/api/games/{game['id']}/legal"))["options"]
    server.write(game, notation=options[0]["symbol"])
    context.unroute("**/follow?*")
    visit.page.wait_for_function(f"place => {ELEMENT}.position.place !== place", arg=before)
    expect(visit.page.locator("#message")).to_be_empty()


def test_a_private_game_opens_for_who_holds_a_key(server: Serving, context: BrowserContext) -> None:
    """The address alone reveals nothing; a key in the fragment is removed from it and opens the game, later as well.
    What the key shows can be saved; the key is in no address that is asked for."""
    game = server.made(text_of("study"), "private")
    seen: list[str] = []
    context.on("request", lambda request: seen.append(request.url))
    address = server.link(f"/g/{game['id']}/3.1")
    stranger = Visit(context, address)
    expect(stranger.page.get_by_role("heading", level=1)).to_contain_text("nothing here")
    holder = Visit(context, f"{address}#{game['keys']['owner']}").shown()
    assert "#" not in holder.page.url
    assert holder.place.startswith("3.1")
    again = Visit(context, address).shown()
    assert again.place.startswith("3.1")
    stored = again.page.evaluate("JSON.parse(localStorage.getItem('calimala.keys'))")
    assert stored == {game["id"]: {"owner": game["keys"]["owner"]}}
    again.page.get_by_text("Share and save").click()
    again.page.wait_for_function("() => document.querySelector('img.qr').naturalWidth > 0")
    with again.page.expect_download() as download:
        again.page.get_by_role("link", name="Text", exact=True).click()
    assert "Angelica" in download.value.path().read_text(encoding="utf-8")
    assert not any("calo_" in address for address in seen)
    assert holder.wrong[1:] == again.wrong[1:] == []


@pytest.mark.long
def test_links_lead_to_the_step_that_is_shown(server: Serving, context: BrowserContext) -> None:
    """Link, QR code, pictures and HTML in the menu are those of the step; the share code is that of the game."""
    game = server.made(text_of("game-of-four"))
    visit = Visit(context, server.link(f"/g/{game['id']}/3")).shown()
    visit.page.get_by_text("Share and save").click()
    visit.page.locator("calimala-replay").evaluate("element => element.goTo('4.2')")
    place = visit.place
    expect(visit.page.locator("#link")).to_have_value(server.link(f"/g/{game['id']}/{place}"))
    framed = server.link(f"/embed/{game['id']}/{place}")
    assert visit.page.locator("#frame").input_value().startswith(f'<iframe src="{framed}" width="')
    picture = visit.page.get_by_role("link", name="PNG").get_attribute("href")
    assert picture is not None
    assert picture.endswith(f"at={place}")
    expect(visit.page.locator("#code")).not_to_have_value("")
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("#link")).not_to_be_visible()


@pytest.mark.long
def test_a_frame_in_another_page(
    server: Serving, context: BrowserContext, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The page for a frame answers the messages of the page around it, as the one in a single file does."""
    game = server.made(text_of("game-of-four"))
    source = server.link(f"/embed/{game['id']}")
    page = free_page(context)
    (tmp_path / "index.html").write_text(f"<!DOCTYPE html><title>x</title><iframe src='{source}'></iframe>")
    around = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path)))
    Thread(target=around.serve_forever, daemon=True).start()
    request.addfinalizer(around.server_close)
    request.addfinalizer(around.shutdown)
    page.goto(f"http://127.0.0.1:{around.server_port}/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("calimala-replay .player")).to_be_visible()
    answer = page.evaluate(
        "() => new Promise(done => { const frame = document.querySelector('iframe').contentWindow;"
        " addEventListener('message', event => { if (event.data.calimala === 'position') done(event.data); });"
        " frame.postMessage({calimala: 'goto', place: '17.2'}, '*'); frame.postMessage({calimala: 'position'}, '*'); })"
    )
    assert answer["place"] == "17.2.3"


def test_a_game_is_added(server: Serving, context: BrowserContext) -> None:
    """An error in a text is shown with its line, above the text; a sound text becomes a game whose keys stay in the
    browser."""
    visit = Visit(context, server.link("/import"))
    text = visit.page.get_by_label("The game")
    text.fill(text_of("study").replace("AS", "XX", 1).replace("\n1. ", "\n1. ZZ ", 1))
    visit.page.get_by_role("button", name="Add it").click()
    alert = visit.page.get_by_role("alert")
    expect(alert).to_contain_text("Line")
    assert alert.locator("> p strong").count() == 1
    assert alert.locator("details:not([open]) strong").count() > 0
    assert alert.evaluate("(alert, box) => alert.compareDocumentPosition(box)", text.element_handle()) == 4
    text.fill(text_of("study"))
    visit.page.get_by_role("button", name="Add it").click()
    expect(visit.page.get_by_role("link", name="Continue recording")).to_be_visible()
    visit.page.get_by_role("link", name="View it").click()
    visit.shown()
    keys = visit.page.evaluate("Object.values(JSON.parse(localStorage.getItem('calimala.keys')))[0]")
    assert sorted(keys) == ["owner", "recorder", "seat0", "seat1", "seat2", "viewer"]
    visit.page.goto(server.link("/"))
    expect(visit.page.locator("#mine").get_by_role("link", name="record", exact=True)).to_be_visible()


def test_nothing_is_in_the_way(server: Serving, context: BrowserContext) -> None:
    """Every page fits its screen, a game on one; its policy blocks nothing on it, and axe finds nothing on it.

    Axe looks at each page once, at a phone or at a wide screen, in a long run at every size. It judges the replay in
    the tests of the viewer, and here in a long run.
    """
    running = server.made(dumps(before("game-of-four", 18)), "public")["id"]
    wrong: list[str] = []
    page = free_page(context)
    page.on("console", lambda message: wrong.append(message.text))
    judged_at = {"/": PHONE, "/import": WIDE, f"/g/{running}/17.2": PHONE, f"/embed/{running}": None}
    if is_long():
        judged_at[f"/g/{server.made(text_of('game-of-four'), 'public')['id']}"] = WIDE
    for path, judged in judged_at.items():
        page.goto(server.link(path))
        if "/g/" in path:
            page.get_by_text("Share and save").click()
        for size, scheme in SCREENS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, size)
            if "/g/" in path:
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (path, size)
            if size == judged or is_long():
                around = page.locator("header") if "/g/" in path else None
                assert violations(page, around) == [], (path, size)
    assert wrong == []


def test_everything_by_keys(server: Serving, context: BrowserContext) -> None:
    """The keyboard alone is enough to follow a game, to step through it, and to use the menu."""
    game = server.made(text_of("study"))
    visit = Visit(context, server.link(f"/g/{game['id']}/1")).shown()
    visit.page.keyboard.press("Tab")
    expect(visit.page.get_by_text("Skip to content")).to_be_focused()
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Tab")
    live = visit.page.get_by_role("button", name="Follow live")
    expect(live).to_be_focused()
    visit.page.keyboard.press("Space")
    expect(live).to_have_attribute("aria-pressed", "true")
    visit.page.wait_for_function(f"() => {ELEMENT}.atEnd")
    end = visit.place
    visit.page.keyboard.press("Tab")
    expect(visit.page.locator(".judged > summary")).to_be_focused()
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#link")).to_be_visible()
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("ArrowLeft")
    assert visit.place != end
    assert visit.path == f"/g/{game['id']}/{visit.place}"
    assert visit.wrong == []


def test_a_share_code_is_added(server: Serving, context: BrowserContext) -> None:
    """The address of a share code opens the import page with it, and it becomes a game; a broken code is reported. A
    finished game offers neither to be continued nor to be followed."""
    game = server.made(text_of("game-of-four"))
    code = json.loads(server.get(f"/api/games/{game['id']}/share"))["code"]
    visit = Visit(context, server.link(f"/import#g={code}"))
    expect(visit.page.get_by_label("The game")).to_have_value(code)
    visit.page.get_by_label("The game").fill(f"{code[:30]}{code[31:]}")
    visit.page.get_by_role("button", name="Add it").click()
    expect(visit.page.get_by_role("alert")).not_to_be_empty()
    visit.page.get_by_label("The game").fill(f"Look: https://example.org/#g={code}")
    visit.page.get_by_role("button", name="Add it").click()
    look = visit.page.get_by_role("link", name="View it")
    expect(look).to_be_visible()
    expect(visit.page.get_by_role("link", name="Continue recording")).to_have_count(0)
    look.click()
    assert visit.shown().get("lastPlace") != ""
    expect(visit.page.get_by_role("button", name="Follow live")).to_be_hidden()


@pytest.mark.long
def test_what_is_wrong_with_a_text_is_in_sight(server: Serving, context: BrowserContext) -> None:
    """A text that is neither a game nor like a share code is reported as neither; a part of a code as damaged. The box
    scrolls to the line with the mistake and selects it, whatever the lines before it are."""
    visit = Visit(context, server.link("/import"))
    text, alert = visit.page.get_by_label("The game"), visit.page.get_by_role("alert")
    for said, answer in (("hello there", "neither a game nor a share code"), ("EAK59T-OdS", "damaged")):
        text.fill(said)
        visit.page.get_by_role("button", name="Add it").click()
        expect(alert).to_contain_text(answer)
    long = " ".join(["a remark that is broken into lines"] * 40)
    head, _, body = text_of("study").partition("\n1. ")
    wrong = f"{{{long}}}\n" * 10 + "1. ZZ " + body + "\n" * 60
    text.fill(f"{head}\n{wrong}")
    text.evaluate("box => { box.scrollTop = box.scrollHeight; }")
    visit.page.get_by_role("button", name="Add it").click()
    expect(alert).to_contain_text("Line")
    assert text.evaluate("box => box.value.slice(box.selectionStart, box.selectionStart + 2)") == "ZZ"
    before = text.evaluate("box => box.scrollTop")
    text.evaluate("box => { box.setRangeText('', box.selectionStart, box.value.length); }")
    there = text.evaluate("box => [box.scrollHeight, box.clientHeight]")
    assert before < there[0] < before + there[1], (before, there)


def test_a_file_is_added(server: Serving, context: BrowserContext) -> None:
    """A file that is chosen or dropped is added like a text; JSON is read as well."""
    game = server.made(text_of("study"))
    exported = server.get(f"/api/games/{game['id']}/export.json")
    visit = Visit(context, server.link("/import"))
    visit.page.locator("#file").set_input_files({"name": "x.json", "mimeType": "", "buffer": exported.encode()})
    expect(visit.page.get_by_label("The game")).to_have_value(exported)
    visit.page.get_by_role("button", name="Add it").click()
    expect(visit.page.get_by_role("link", name="View it")).to_be_visible()
    visit.page.get_by_label("The game").fill("")
    dropped = visit.page.evaluate_handle(
        "text => { const what = new DataTransfer(); what.items.add(new File([text], 'x.cgn')); return what; }", "[x"
    )
    visit.page.dispatch_event("#drop", "drop", {"dataTransfer": dropped})
    expect(visit.page.get_by_label("The game")).to_have_value("[x")


def _with_photo(server: Serving, visibility: str) -> dict[str, Any]:
    game = server.made(text_of("study"), visibility)
    photo = (ROOT / "docs" / "pictures" / "page.jpg").read_bytes()
    path = f"/api/games/{game['id']}/photos"
    game["photo"] = server.send("POST", path, photo, game["keys"]["recorder"], Content_Type="image/jpeg")["id"]
    return game


@pytest.mark.long
@pytest.mark.parametrize("role", ["owner", *(pytest.param(role, marks=pytest.mark.long) for role in ("", "viewer"))])
def test_photos_are_shown(server: Serving, context: BrowserContext, role: str) -> None:
    """Spectators see the photos of the table, also in a private game whose key only the browser has."""
    game = _with_photo(server, "private" if role else "unlisted")
    key = f"#{game['keys'][role]}" if role else ""
    visit = Visit(context, server.link(f"/g/{game['id']}{key}")).shown()
    photo = visit.page.get_by_role("link", name="a photo").locator("img")
    expect(photo).to_have_count(1)
    # A policy that is strict lets a function be asked again and again, and a bare expression only once.
    visit.page.wait_for_function(f"() => {ELEMENT}.shadowRoot.querySelector('.photo img').naturalWidth > 100")
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert game["photo"] not in visit.page.locator(".here").inner_text()
    assert [line for line in visit.wrong if not line.startswith("Failed to load")] == []


def test_a_file_says_that_there_was_a_photo(server: Serving, context: BrowserContext, tmp_path: Path) -> None:
    """Web page (one file) has a sentence in the place of each photo."""
    game = _with_photo(server, "unlisted")
    (tmp_path / "game.html").write_bytes(server.get(f"/api/games/{game['id']}/export.html").encode())
    visit = Visit(context, (tmp_path / "game.html").as_uri()).shown()
    visit.page.keyboard.press("End")
    expect(visit.page.locator(".here")).to_contain_text("table: a photo")
    assert game["photo"] not in visit.page.locator(".player").inner_text()
    assert visit.wrong == []


@pytest.mark.long
def test_following_outlasts_a_reload(server: Serving, context: BrowserContext) -> None:
    """A page that follows a game still follows it after a reload; one that did not stays at its step."""
    game = server.made(text_of("study"))
    visit = Visit(context, server.link(f"/g/{game['id']}")).shown()
    live = visit.page.get_by_role("button", name="Follow live")
    expect(live).to_have_attribute("aria-pressed", "true")
    visit.page.keyboard.press("Home")
    visit.page.keyboard.press("End")
    before = visit.place
    assert visit.path == f"/g/{game['id']}/{before}"
    visit.page.goto("about:blank")
    options = json.loads(server.get(f"/api/games/{game['id']}/legal"))["options"]
    server.write(game, notation=options[0]["symbol"])
    visit.page.go_back()
    visit.shown()
    expect(live).to_have_attribute("aria-pressed", "true")
    visit.page.wait_for_function(f"() => {ELEMENT}.atEnd")
    assert visit.place != before
    live.click()
    visit.page.reload()
    visit.shown()
    expect(live).to_be_visible()
    expect(live).to_have_attribute("aria-pressed", "false")
