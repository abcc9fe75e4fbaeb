"""The pages of owners, posts and puzzles, in a real browser on a real server."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.page.browser import PHONE, WIDE, Screen, Visit, violations
from tests.page.examples import text_of
from tests.profiles import is_long
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")

SCREENS: Final[tuple[Screen, ...]] = ((WIDE, "light"), (PHONE, "dark"))


@pytest.fixture(scope="module")
def game(server: Serving) -> dict[str, Any]:
    return server.made(text_of("game-of-four"))


@pytest.fixture
def visitor() -> dict[str, Any]:
    """Return the settings of a dark phone with access to the clipboard."""
    return {
        "viewport": PHONE,
        "locale": "en",
        "color_scheme": "dark",
        "permissions": ["clipboard-read", "clipboard-write"],
    }


def is_sound(visit: Visit, part: Locator | None = None) -> None:
    """Check that nothing went wrong, that the page fits a wide light screen and a dark phone, and that axe finds
    nothing on the phone, or in a part of it; in a long run on all of both."""
    assert visit.wrong == []
    for size, scheme in SCREENS:
        visit.page.set_viewport_size(size)
        visit.page.emulate_media(color_scheme=scheme)
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if size == PHONE or is_long():
            assert violations(visit.page, part) == []


def test_an_owner_settles(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """The owner's page lists the keys, adds one, revokes it, shows names and makes a puzzle. The key is in the address
    only until the page has read it."""
    visit = Visit(context, server.link(f"/own/{game['id']}#{game['keys']['owner']}"))
    page = visit.page
    expect(page.get_by_role("heading", name="Keys and links")).to_be_visible()
    assert page.url == server.link(f"/own/{game['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text("A complete game of four")
    assert all(box["height"] >= 44 for one in page.locator(".ways a").all() if (box := one.bounding_box()))
    keys = page.locator("#keys > li")
    before = keys.count()
    page.locator("#give").get_by_role("button", name="Viewer").click()
    expect(keys).to_have_count(before + 1)
    link = page.locator("#given input").input_value()
    assert re.fullmatch(re.escape(server.link(f"/g/{game['id']}")) + r"\?key=calv_[\w-]{22}", link)
    expect(page.locator("#given img.qr")).to_be_visible()
    keys.last.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("dialog")).to_contain_text("Viewer: can view the game (made")
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(keys.last).to_contain_text("revoked")
    page.get_by_label("Viewers see players' names instead of colours").check()
    expect(page.get_by_role("status").filter(has_text="Done.")).to_be_in_viewport()
    page.get_by_label("Viewers see players' names instead of colours").uncheck()
    page.get_by_role("button", name="Add them to the record").click()
    with page.expect_response("**/reveal?*") as answered:
        page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    assert answered.value.ok
    page.get_by_label("Turn", exact=True).fill("17")
    page.get_by_role("button", name="Make a puzzle").click()
    expect(page.locator("#puzzle-link input")).to_have_value(re.compile(r"/p/[a-z0-9]{12}$"))
    is_sound(visit)


def test_the_result_is_shown_beside_what_was_tapped(server: Serving, context: BrowserContext) -> None:
    """On a phone every answer is in sight without scrolling, and a new attempt removes the last answer."""
    game = server.made(text_of("game-of-four"))
    visit = Visit(context, server.link(f"/own/{game['id']}#{game['keys']['owner']}"))
    page = visit.page
    message = page.get_by_role("status").filter(has_text=re.compile("."))
    page.locator("#keys > li").nth(1).get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(message).to_have_text(["Done."])
    expect(message).to_be_in_viewport()
    page.get_by_label("Turn", exact=True).fill("17")
    page.get_by_role("button", name="Make a puzzle").click()
    expect(page.locator("#puzzle-link input")).to_be_visible()
    expect(message).to_have_text(["Done."])
    page.get_by_label("Turn", exact=True).fill("99")
    page.get_by_role("button", name="Make a puzzle").click()
    expect(message).to_contain_text("no placement here")
    expect(message).to_be_in_viewport()
    expect(page.locator("#puzzle-link input")).to_have_count(0)
    given = page.locator("#keys .quiet").first.inner_text()
    assert re.fullmatch(r"made \w+ \d+, \d{4}, \d+:\d\d\s[AP]M", given)


def test_a_device_without_the_key(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """Without an owner's key the page says what is missing, and shows nothing of the game."""
    visit = Visit(context, server.link(f"/own/{game['id']}"))
    expect(visit.page.get_by_role("status")).to_contain_text("has no owner's key for this game")
    expect(visit.page.locator("#panels")).to_be_hidden()
    is_sound(visit)


@pytest.mark.long
def test_a_post_is_written_and_copied(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """The post follows the choices, comes in parts if necessary, and is copied completely."""
    visit = Visit(context, server.link(f"/post/{game['id']}"))
    page = visit.page
    parts = page.locator("#parts textarea")
    expect(parts).to_have_count(1)
    assert "[o]" in parts.first.input_value()
    expect(page.locator("#message.notice")).to_contain_text("other computers cannot open this address")
    page.get_by_label("Discord").check()
    expect(parts).not_to_have_count(1)
    assert all(len(text) <= 2000 for text in parts.evaluate_all("all => all.map((one) => one.value)"))
    page.get_by_label("First scoring").fill("2")
    page.get_by_label("Last scoring (empty: all)").fill("2")
    page.get_by_label("Your own words").fill("Look at @everyone")
    expect(parts).to_have_count(1)
    expect(parts.first).to_have_value(re.compile("Look at @\u200beveryone"))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == parts.first.input_value()
    page.get_by_label("First scoring").fill("99")
    expect(page.locator("#message")).to_contain_text("cannot begin with scoring 99")
    visit.wrong.clear()
    is_sound(visit)


@pytest.mark.long
def test_a_code_and_a_link_are_copied(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """Buttons copy the share code, the link to the step and the HTML of a frame with it."""
    visit = Visit(context, server.link(f"/g/{game['id']}/3")).shown()
    page = visit.page
    page.get_by_text("Share and save").click()
    expect(page.locator("#code")).not_to_have_value("")
    for name, box in (("Copy the code", "#code"), ("Copy the link", "#link"), ("Copy the HTML", "#frame")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#message")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == page.locator(box).input_value()
    assert visit.wrong == []


def test_a_puzzle_is_answered(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """The page has the game until the placement and nothing later; a tap on a street reveals what was played."""
    visit = Visit(context, server.link(f"/p/{game['id']}/17"))
    page = visit.page
    expect(page.get_by_role("heading", name="Where would you place your disc?")).to_be_visible()
    message = page.evaluate("document.querySelector('calimala-replay').position.place")
    assert message.startswith("16.")
    assert page.content().count('"17.') == 0
    expect(page.locator("#revealed")).to_be_hidden()
    assert page.locator(".puzzle-city .tile .sign").count() == 9
    sizes = page.locator(".puzzle-city .tile").evaluate_all(
        "all => all.map(it => parseFloat(getComputedStyle(it).fontSize))"
    )
    assert min(sizes) >= 12
    free = page.locator(".puzzle-city button:enabled .free")
    assert free.count() > 0
    expect(free.first).to_be_visible()
    page.locator(".puzzle-city button:enabled").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#revealed")).to_contain_text("What was played")
    expect(page.locator("#revealed")).to_contain_text("Your placement")
    expect(page.locator("#revealed").get_by_role("link")).to_have_attribute("href", server.link(f"/g/{game['id']}/17"))
    # The replay beside it is judged where it is the subject.
    is_sound(visit, page.locator("#puzzle"))


def test_what_is_erased_is_named(server: Serving, context: BrowserContext) -> None:
    """The question before erasing a name contains that name."""
    game = server.made(text_of("game-of-four"))
    page = Visit(context, server.link(f"/own/{game['id']}#{game['keys']['owner']}")).page
    page.get_by_role("button", name="Erase the name of Blue").click()
    expect(page.get_by_role("dialog")).to_contain_text("Erase the name of Blue: Maria")
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(page.locator("#people")).to_contain_text("Blue: no name")
