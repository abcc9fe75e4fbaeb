"""What a step changes is in sight: each place of whole games, at five sizes of screen, without scrolling."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.page.browser import LANDSCAPE, PHONE, WIDE, Opened, html_of, on_disk
from tests.page.examples import example
from tests.profiles import is_long

pytestmark = pytest.mark.needs("chromium")

TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
LAPTOP: Final[ViewportSize] = {"width": 1024, "height": 768}
SIZES: Final = {"wide": WIDE, "laptop": LAPTOP, "tablet": TABLET, "phone": PHONE, "landscape": LANDSCAPE}
GAMES: Final = ("game-of-four", "second-edition", "two-players", "intrigue-with-five-families", "study")

OUT_OF_SIGHT: Final = """
everyChange => {
  const player = document.querySelector("calimala-replay").player;
  const root = document.querySelector("calimala-replay").shadowRoot;
  const inside = (element) => {
    if (!element?.checkVisibility()) return false;
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    if (!width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false;
    const above = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !above?.closest(".score, .end, .facts");
  };
  const spot = (name) => [...root.querySelectorAll(`[data-spot="${name}"]`)].some(inside);
  const wanted = (slot, before, after) => {
    const hasMore = after.length > before.length;
    if (slot.startsWith("row:")) return hasMore ? `cell:${slot.slice(4)}:${after.length - 1}` : slot;
    if (slot === "council") return `seat:${[...after].findIndex((mark, at) => mark !== before[at])}`;
    if (slot.startsWith("street:") || /^m\\d\\.(?!faction)/.test(slot)) return slot;
    return null;
  };
  const line = player.line;
  const missing = [];
  const seen = new Set();
  for (let at = 1; at <= line.frames.length; at += 1) {
    const changed = player.page.slots.flatMap((slot, number) => {
      const [before, after] = [line.states[at - 1][number], line.states[at][number]];
      const name = JSON.stringify(before) === JSON.stringify(after) ? null : wanted(slot, before, after);
      return name ? [{ slot, name }] : [];
    });
    if (!everyChange && changed.every(({ slot }) => seen.has(slot))) continue;
    player.goTo(at);
    if (root.querySelector(".end:not([hidden])")) continue;
    for (const { slot, name } of changed) {
      seen.add(slot);
      if (!spot(name) && !spot(slot)) missing.push(`${line.frames[at - 1][0]} ${slot}`);
    }
  }
  return { changes: seen.size, missing, high: document.documentElement.scrollHeight - innerHeight };
}
"""


@cache
def html(name: str) -> str:
    """Return the page of an example."""
    return html_of(example(name))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_what_changes_is_in_sight(browser: Browser, tmp_path: Path, name: str, size: ViewportSize) -> None:
    """A drawn change is on the screen, or echoed beside the sentence; no page scrolls.

    This holds for the first change of each place of the board, and in a long run for every change of a game.
    """
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    shown = Opened(context, on_disk(tmp_path, html(name)))
    shown.press("e")
    found: dict[str, Any] = shown.page.evaluate(OUT_OF_SIGHT, is_long())
    context.close()
    assert found["changes"] > 10
    assert found["missing"] == []
    assert found["high"] <= 0
