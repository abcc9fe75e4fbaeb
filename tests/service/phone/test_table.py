"""The scribe's table: all of it on one screen, whatever the screen and the game, and as few files as it takes."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from calimala_es.frames import Activation, Placement
from notation import dumps
from tests.page.browser import PHONE, WIDE, violations
from tests.page.examples import before
from tests.service.recording import Phone
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")

TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
LAPTOP: Final[ViewportSize] = {"width": 1024, "height": 768}
SIZES: Final = {"wide": WIDE, "laptop": LAPTOP, "tablet": TABLET, "phone": PHONE}
MOMENTS: Final = {
    "two-players": (9, Placement),
    "second-edition": (12, Activation),
    "game-of-four": (33, Activation),
    "intrigue-with-five-families": (24, Placement),
}
BUSIEST: Final = "intrigue-with-five-families"

_OUT_OF_SIGHT: Final = """
sheets => {
  const main = document.querySelector("main");
  const root = main.shadowRoot;
  const parts = [".caption", ".city svg", ".council", ".scribe .tools", ".doing", ...[".strip"]];
  const isInside = (one) => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    return width && height && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  const seen = [...parts, ...(sheets ? [] : [".europe", ".florence", ".story"])];
  const missing = seen.filter((part) => ![...root.querySelectorAll(part)].every(isInside));
  const high = [document.documentElement, main].map((one) => one.scrollHeight - one.clientHeight);
  const wide = [document.documentElement, main].map((one) => one.scrollWidth - one.clientWidth);
  return { missing, high, wide };
}
"""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name != BUSIEST else name for name in MOMENTS]
)
def test_all_of_the_table_is_on_one_screen(server: Serving, browser: Browser, name: str) -> None:
    """City, world, council, everybody's strips, what may be done, the decisions and the tools are in sight without
    scrolling, at four sizes and for every number of players; on a phone the world and the decisions are sheets."""
    game = server.made(dumps(before(name, *MOMENTS[name])))
    context = browser.new_context(viewport=WIDE, has_touch=True, reduced_motion="reduce")
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    for size, viewport in SIZES.items():
        phone.page.set_viewport_size(viewport)
        found: dict[str, Any] = phone.page.evaluate(_OUT_OF_SIGHT, size == "phone")
        assert found == {"missing": [], "high": [0, 0], "wide": [0, 0]}, size
    assert phone.wrong == []
    context.close()


_READ_WHOLE = """names => names.map(name => name.clientHeight > 0 && name.scrollWidth <= name.clientWidth
  && name.scrollHeight <= name.clientHeight + 1)"""
"""Whether each name is shown, and not cut off."""


def test_a_tap_in_the_city_places_a_disc_and_facts_say_the_rest(server: Serving, browser: Browser) -> None:
    """A street takes a disc where one is placed, and the sentence of what is next is read whole; a cube, a tile or a
    player is described where it is touched. Every scoring tile has its name, and says whose cubes count for it.
    """
    game = server.made(dumps(before("game-of-four", 32, Placement)))
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    page, facts = phone.page, phone.page.get_by_role("dialog")
    page.locator(".strip").first.tap()
    expect(facts).to_contain_text("Maria")
    page.locator(".city .tile").first.tap()
    expect(facts).to_contain_text("artwork")
    names = page.locator(".council .tile-name")
    assert names.evaluate_all(_READ_WHOLE) == [True] * 15
    names.last.tap()
    expect(facts).to_contain_text("Council tile 15 of 15")
    expect(facts.get_by_role("listitem").last).to_have_text(re.compile("×|cubes: none"))
    phone.tap_button(phone.street("89"))
    assert server.notation(game).rstrip().endswith("32. WM")
    expect(page.locator(".city .frame")).to_have_count(2)
    assert "wood and marble" in phone.part("waiting").inner_text()
    assert phone.part("waiting").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    page.locator("[role=tab]", has_text="World").tap()
    expect(page.locator(".europe")).to_be_visible()
    page.locator(".row").first.tap()
    expect(facts).to_contain_text("Counts for")
    page.keyboard.press("Escape")
    expect(facts).to_be_hidden()
    assert phone.wrong == []
    context.close()


@pytest.mark.long
def test_other_ways_of_seeing(server: Serving, browser: Browser) -> None:
    """In forced colours axe finds nothing; in letters of twice the size the page fits; with less motion none is
    left."""
    game = server.made(dumps(before("game-of-four", 33, Activation)))
    context = browser.new_context(viewport=WIDE, forced_colors="active", reduced_motion="reduce")
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    assert violations(phone.page) == []
    phone.page.set_viewport_size({"width": 720, "height": 450})
    phone.fits()
    phone.tap("UT M")
    phone.saved()
    assert phone.page.evaluate("document.querySelector('main').shadowRoot.getAnimations().length") == 0
    assert phone.wrong == []
    context.close()


def test_the_first_controls_need_few_files(server: Serving, browser: Browser) -> None:
    """A page asks for two style sheets and one module at once, and then for the game; nothing else is waited for."""
    game = server.made(dumps(before("game-of-four", 33, Activation)))
    context = browser.new_context(viewport=PHONE, service_workers="block")
    phone = Phone(context, game["links"]["record"])
    phone.part("act").locator("button").first.wait_for()
    loaded = phone.page.evaluate("performance.getEntriesByType('resource').map(one => one.name.split(/[/?]/).at(-1))")
    files = [name for name in loaded if "." in name and not name.endswith("svg")]
    assert sorted(files) == ["recorder.css", "recorder.js", "service.css"]
    context.close()
