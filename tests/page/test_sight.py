"""What a step changes is in sight: each place of whole games, at six sizes of screen, without scrolling."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, ViewportSize

from tests.page.browser import LANDSCAPE, PHONE, WIDE, Opened, html_of, on_disk
from tests.page.examples import example
from tests.profiles import is_long

pytestmark = pytest.mark.needs("chromium")

TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
LAPTOP: Final[ViewportSize] = {"width": 1024, "height": 768}
BESIDE: Final[ViewportSize] = {"width": 812, "height": 582}
SIZES: Final = (WIDE, LAPTOP, TABLET, BESIDE, PHONE, LANDSCAPE)
SEEN_AT: Final = {"intrigue-with-five-families": (PHONE,), "study": (WIDE, LAPTOP, TABLET, BESIDE, LANDSCAPE)}
OTHERS: Final = ("game-of-four", "second-edition", "two-players")

OUT_OF_SIGHT: Final = """
everyChange => {
  const player = document.querySelector("calimala-replay").player;
  const root = document.querySelector("calimala-replay").shadowRoot;
  const inside = (element) => {
    if (!element?.checkVisibility()) return false;
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    if (!width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false;
    // An echo without room in its line is not shown.
    if (element.matches(".echoed") && top > element.parentElement.getBoundingClientRect().bottom - 4) return false;
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
  window.changes ??= line.frames.map((frame, number) => {
    const [before, after] = [line.states[number], line.states[number + 1]];
    const changed = player.page.slots.flatMap((slot, at) => {
      const differs = before[at] !== after[at] && JSON.stringify(before[at]) !== JSON.stringify(after[at]);
      const name = differs ? wanted(slot, before[at], after[at]) : null;
      return name ? [{ slot, name }] : [];
    });
    return { at: number + 1, place: frame[0], changed };
  }).sort((one, other) => other.changed.length - one.changed.length);
  const missing = [];
  const seen = new Set();
  for (const { at, place, changed } of window.changes) {
    if (!everyChange && changed.every(({ slot }) => seen.has(slot))) continue;
    player.goTo(at);
    if (root.querySelector(".end:not([hidden])")) continue;
    for (const { slot, name } of changed) {
      seen.add(slot);
      if (!spot(name) && !spot(slot)) missing.push(`${place} ${slot}`);
    }
  }
  return { changes: seen.size, missing, high: document.documentElement.scrollHeight - innerHeight };
}
"""


@pytest.mark.parametrize("name", [*SEEN_AT, *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def test_what_changes_is_in_sight(context: BrowserContext, tmp_path: Path, name: str) -> None:
    """A drawn change is on the screen, or echoed beside the sentence; no page scrolls.

    This holds for a change of each place of the board at each size, and in a long run for every change of five games at
    each.
    """
    shown = Opened(context, on_disk(tmp_path, html_of(example(name))))
    shown.press("e")
    for size in SIZES if is_long() else SEEN_AT[name]:
        shown.page.set_viewport_size(size)
        found: dict[str, Any] = shown.page.evaluate(OUT_OF_SIGHT, is_long())
        assert found["changes"] > 10
        assert (size, found["missing"]) == (size, [])
        assert (size, found["high"] <= 0) == (size, True)
