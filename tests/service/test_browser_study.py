"""Studying in the browser: who may write taps comments, glyphs, marks and variations, and loses nothing."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from notation import dumps
from tests.page.browser import PHONE, WIDE, Visit, violations
from tests.page.examples import before, text_of
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")


def made(server: Serving) -> dict[str, Any]:
    """Make a game of eight turns."""
    return server.made(dumps(before("game-of-four", 9)))


def opened(context: BrowserContext, server: Serving, game: dict[str, Any], key: str, step: str = "7") -> Visit:
    """Open a game at a step with a key, and the desk."""
    visit = Visit(context, server.link(f"/g/{game['id']}/{step}#{key}")).shown()
    visit.page.locator("#study").click()
    expect(visit.page.locator(".desk [name=about]")).to_be_visible()
    return visit


def notes(server: Serving, game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what was written with the keys of this game, as its owner reads it."""
    answer = json.loads(server.get(f"/api/games/{game['id']}/notes", game["keys"]["owner"]))
    return [one for one in answer["notes"] if one["layer"]]


def said(page: Page, text: str) -> None:
    """Wait until the desk says this."""
    expect(page.locator(".desk .message")).to_have_text(text)


@pytest.mark.parametrize("role", [pytest.param("", marks=pytest.mark.long), "viewer"])
def test_only_who_may_write_has_a_desk(server: Serving, context: BrowserContext, role: str) -> None:
    """Somebody with a viewer's key, or without one, sees no desk and loads nothing of it."""
    game = made(server)
    visit = Visit(context, server.link(f"/g/{game['id']}/7" + (f"?key={game['keys'][role]}" if role else ""))).shown()
    visit.page.wait_for_load_state("networkidle")
    expect(visit.page.locator("#study")).to_be_hidden()
    assert not [one for one in visit.asked if "/study/" in one or "/notes" in one]


def test_comments_glyphs_and_marks(server: Serving, context: BrowserContext) -> None:
    """A glyph, a comment and a mark are there at once, under the name of who gave them. Others' comments are answered;
    only the author changes one. If a note was changed meanwhile, what was typed stays beside what it says now; saving
    again replaces it."""
    game = server.made(text_of("second-edition"))
    path = f"/api/games/{game['id']}/notes"
    theirs = {"kind": "comment", "text": "Too early.", "at": "7"}
    server.send("POST", path, theirs, game["keys"]["seats"][1], If_Match="*")
    page = opened(context, server, game, game["keys"]["seats"][0]).page
    for glyph in ("!?", "!"):
        page.locator(f"[data-glyph='{glyph}']").click()
        expect(page.locator(f"[data-glyph='{glyph}']")).to_have_attribute("aria-pressed", "true")
    page.locator(".desk textarea").fill("<b>Why</b> not the port?")
    page.locator("[data-study=comment]").click()
    comments = page.locator(".desk li.is-comment")
    expect(comments.filter(has_text="<b>Why</b> not the port?")).to_be_visible()
    page.locator("[data-study=mark]").click()
    page.locator(".board [data-spot='street:69']").click()
    said(page, "Saved.")
    mine = {one["kind"]: one for one in notes(server, game) if one["author"] == "Maria"}
    assert (mine["glyph"]["text"], mine["comment"]["text"]) == ("!", "<b>Why</b> not the port?")
    assert len(mine) == len(notes(server, game)) - 1 == 3
    expect(page.locator(".log .given").first).to_be_attached()
    others = comments.filter(has_text="Too early.")
    expect(others.get_by_role("button", name="Edit")).to_have_count(0)
    others.locator("[data-study=answer]").click()
    page.locator(".desk textarea").press_sequentially("No.")
    page.locator("[data-study=comment]").click()
    said(page, "Saved.")
    assert notes(server, game)[-1]["text"] == "@Angelica No."
    id = mine["comment"]["id"]
    server.send("PUT", f"{path}/{id}", {"text": "second"}, game["keys"]["owner"], If_Match="*")
    item = page.locator(f"[data-note='{id}']")
    item.get_by_role("button", name="Edit").click()
    item.locator("textarea").fill("third")
    item.locator("[type=submit]").click()
    expect(page.locator(".desk .message")).to_contain_text("second")
    expect(item.locator("textarea")).to_have_value("third")
    item.locator("[type=submit]").click()
    said(page, "Saved.")
    assert [one["text"] for one in notes(server, game) if one["id"] == id] == ["third"]
    item.locator("[data-study=delete]").click()
    item.locator("[data-study=delete]").click()
    said(page, "Deleted.")
    assert id not in [one["id"] for one in notes(server, game)]


def test_what_was_begun_is_not_lost(server: Serving, context: BrowserContext) -> None:
    """A variation is played by tapping the board and the options, taken back, named and saved, and shown then. Without
    a connection what was written stays and is sent later; a closed page keeps a comment and a variation that were not
    saved."""
    game = made(server)
    visit = opened(context, server, game, game["keys"]["owner"])
    page = visit.page
    page.locator(".desk textarea").fill("not lost")
    context.set_offline(True)
    page.locator("[data-study=comment]").click()
    expect(page.locator(".desk .message")).to_contain_text("What you wrote stays here")
    context.set_offline(False)
    page.locator("[data-study=instead]").click()
    expect(page.locator(".board g[data-legal]").first).to_be_visible()
    page.locator(".board g[data-legal]").nth(2).click()
    page.locator(".options button").first.click()
    expect(page.locator(".desk .message")).to_have_text("")
    page.locator(".options:not(.streets) button").first.click()
    expect(page.locator("[data-study=undo]")).to_be_visible()
    line = page.locator(".desk .line").inner_text()
    page.goto("about:blank")
    visit = opened(context, server, game, "", "7")
    page = visit.page
    expect(page.locator(".desk textarea")).to_have_value("not lost")
    page.locator("[data-study=resume]").click()
    expect(page.locator(".desk .line")).to_have_text(line)
    page.locator(".options button").first.click()
    expect(page.locator(".desk .line")).not_to_have_text(line)
    page.locator("[data-study=undo]").click()
    expect(page.locator(".desk .line")).to_have_text(line)
    page.locator(".desk [name=name]").fill("The other way")
    assert notes(server, game) == [], "nothing is saved before it is asked for"
    page.locator("[data-study=save-variation]").click()
    said(page, "Saved.")
    (note,) = notes(server, game)
    assert (note["kind"], note["text"], " ".join(note["decisions"])) == ("variation", "The other way", line)
    assert visit.place.startswith(f"{note['label']}:")
    page.locator("[data-study=comment]").click()
    expect(page.locator(".desk li.is-comment").filter(has_text="not lost")).to_be_visible()
    page.locator("[data-study=onwards]").click()
    page.locator(".options button").first.click()
    page.locator("[data-study=discard]").click()
    expect(page.locator("[data-study=resume]")).to_have_count(0)
    assert "not lost" in [one["text"] for one in notes(server, game)]
    assert visit.wrong == []


@pytest.mark.parametrize(("size", "scheme"), [pytest.param(WIDE, "light", marks=pytest.mark.long), (PHONE, "dark")])
def test_the_desk_by_keyboard(server: Serving, browser: Browser, size: Any, scheme: Any) -> None:
    """The desk opens, plays and closes by keyboard alone; axe finds nothing on it, the page fits the screen, and Escape
    gives the focus back."""
    game = made(server)
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en")
    page = Visit(context, server.link(f"/g/{game['id']}/7#{game['keys']['owner']}")).shown().page
    expect(page.locator("#study")).to_be_visible()
    page.locator("#study").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".desk")).to_be_focused()
    assert violations(page, page.locator(".desk")) == []
    page.locator("[data-study=instead]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".options button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-study=undo]")).to_be_visible()
    assert violations(page, page.locator(".desk")) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator(".desk")).to_be_hidden()
    expect(page.locator("#study")).to_be_focused()
    context.close()


@pytest.mark.long
def test_the_end_offers_to_share(server: Serving, context: BrowserContext) -> None:
    """The card of the end copies the link to the game, and saves its page and its text as files, also for somebody
    whose key no address may have."""
    game = server.made(text_of("game-of-four"))
    visit = Visit(context, server.link(f"/g/{game['id']}#{game['keys']['owner']}")).shown()
    page = visit.page
    page.keyboard.press("End")
    card = page.locator(".end")
    expect(card.locator("[data-share=link]")).to_be_visible()
    assert violations(page, card) == []
    for kind, beginning in (("html", "<!DOCTYPE html>"), ("cgn", "[CGN")):
        with page.expect_download() as saved:
            card.locator(f"a[href*='export.{kind}']").click()
        assert saved.value.path().read_text(encoding="utf-8").startswith(beginning)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    card.locator("[data-share=link]").click()
    expect(card.locator("[data-share=link]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == server.link(f"/g/{game['id']}")
