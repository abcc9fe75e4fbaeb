"""The page on which a game begins, in a real browser on a real server."""

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from calimala_es.components import SCORING_TILES
from tests.page.browser import free_page, violations
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.long
def test_an_answer_that_comes_late_changes_nothing(server: Serving, context: BrowserContext) -> None:
    """The tile in the middle, which is always the same, is there before the first tap, with an explanation. If the last
    tile is taken back before the service has answered, the late answer does not lay the tiles out. Meanwhile no tile
    can be tapped twice."""
    page = free_page(context)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto(server.link("/new"))
    page.locator("[name=name0]").fill("Maria")
    page.route("**/api/deal*", hold)
    page.locator("[data-part=tapping]").click()
    squares = page.locator(".squares li")
    expect(squares).to_have_count(9)
    expect(squares.nth(4)).to_have_text("contribute")
    expect(page.locator("[data-part=laid]")).to_contain_text("The tile in the middle is always the same: contribute.")
    expect(page.locator("[data-tile=C]")).to_have_count(0)
    page.locator("[data-tile=S]").click()
    assert [text.strip() for text in squares.all_inner_texts()] == ["ship", *"234", "contribute", *"6789"]
    for tile in (*"VTAWMB", *SCORING_TILES[:-1]):
        page.locator(f"[data-tile={tile}]").click()
    expect(page.locator("[data-tile]")).to_have_count(0)
    page.locator("[data-new=undo]").click()
    while not held:
        page.wait_for_timeout(10)
    with page.expect_response("**/api/deal*"):
        held[0].continue_()
    page.unroute("**/api/deal*")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.locator(f"[data-tile={SCORING_TILES[-2]}]").click()
    page.locator("[data-new=begin]").click()
    page.locator("[data-new=record]").click()
    page.locator("[data-part=state][data-kind=saved]").wait_for()


def test_the_owner_is_offered_the_key(server: Serving, context: BrowserContext) -> None:
    """Before the first turn the owner's key is offered as a link, a QR code and a file with all links, with the warning
    that the service cannot show it again; the recorder, which stores it, can."""
    page = free_page(context)
    page.goto(server.link("/new"))
    page.locator("[name=name0]").fill("Maria")
    page.locator("[data-part=form] [type=submit]").click()
    page.locator("[data-new=begin]").click()
    keep = page.locator("[data-keep=owner]")
    expect(keep.locator("img.qr")).to_be_visible()
    expect(page.get_by_text("cannot show it again")).to_be_visible()
    link = keep.locator("input").input_value()
    assert violations(page) == []
    with page.expect_download() as saved:
        page.locator("[data-keep=file]").click()
    links = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert f"Link for the owner: {link}" in links
    assert len({one.partition("#")[2] or one.partition("=")[2] for one in links}) == len(links) == 6
    page.locator("[data-new=record]").click()
    page.locator("[data-part=state][data-kind=saved]").wait_for()
    page.locator("[data-part=phones]").click()
    page.locator("[data-more=owner] summary").click()
    expect(page.locator("[data-more=owner] input")).to_have_value(link)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#keys li").first).to_be_visible()


@pytest.mark.long
def test_a_name_fills_an_empty_seat(server: Serving, context: BrowserContext) -> None:
    """A name at an empty seat takes the first free colour and, deleted, frees it; an empty seat has no name."""
    page = free_page(context)
    page.goto(server.link("/new"))
    name, colour = page.locator("[name=name3]"), page.locator("[name=colour3]")
    page.locator("[name=colour2]").select_option("green")
    name.fill("Lia")
    expect(colour).to_have_value("yellow")
    name.fill("")
    expect(colour).to_have_value("")
    colour.select_option("purple")
    name.fill("Lia")
    expect(colour).to_have_value("purple")
    colour.select_option("")
    expect(name).to_have_value("")
    name.fill("Lia")
    page.locator("[data-part=form] [type=submit]").click()
    page.locator("[data-new=begin]").click()
    page.locator("[data-new=record]").click()
    page.locator("[data-part=state][data-kind=saved]").wait_for()
    expect(page.locator(".strip")).to_have_count(4)
    expect(page.locator(".strip bdi").last).to_have_text("Lia")


def test_two_players_who_look_alike_are_reported_at_the_field(server: Serving, context: BrowserContext) -> None:
    """Two players of one name or colour are reported beside the field while typing, and nothing is sent until that is
    corrected."""
    page = free_page(context)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    page.goto(server.link("/new"))
    page.locator("[name=name0]").fill("Maria")
    page.locator("[name=name1]").fill(" maria ")
    page.locator("[name=colour2]").select_option("blue")
    name, colour = page.locator("[name=name1]"), page.locator("[name=colour2]")
    expect(name).to_have_accessible_description("Somebody else has this name: add something to tell them apart.")
    expect(colour).to_have_accessible_description("Somebody else has this colour.")
    assert violations(page) == []
    for button in ("[type=submit]", "[data-part=tapping]"):
        page.locator(f"[data-part=form] {button}").click()
        expect(name).to_be_focused()
    name.fill("Maria B.")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    page.locator("[data-part=form] [type=submit]").click()
    expect(colour).to_be_focused()
    assert asked == []
    colour.select_option("yellow")
    expect(page.locator(".seat-row .bad", has_text="colour")).to_have_count(0)
    page.locator("[data-part=form] [type=submit]").click()
    page.locator("[data-new=begin]").wait_for()
