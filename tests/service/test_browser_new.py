"""The page on which a game begins, in a real browser on a real server."""

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from calimala_es.components import SCORING_TILES
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")


def test_an_answer_that_comes_late_changes_nothing(server: Serving, context: BrowserContext) -> None:
    """Who takes the last tile back before the service has answered goes on tapping: the answer, when it comes, does not
    lay the tiles out as they do not lie. Meanwhile there is no tile to tap twice."""
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto(server.link("/new"))
    page.locator("[name=name0]").fill("Maria")
    page.route("**/api/deal*", hold)
    page.locator("[data-part=tapping]").click()
    for tile in (*"SVTAWMBU", *SCORING_TILES):
        page.locator(f"[data-tile={tile}]").click()
    expect(page.locator("[data-tile]")).to_have_count(0)
    page.locator("[data-new=undo]").click()
    (late,) = held
    with page.expect_response("**/api/deal*"):
        late.continue_()
    page.unroute("**/api/deal*")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.locator(f"[data-tile={SCORING_TILES[-1]}]").click()
    page.locator("[data-new=begin]").click()
    page.locator("[data-part=state][data-kind=kept]").wait_for()
