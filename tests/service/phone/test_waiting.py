"""Decisions that wait on the recorder's phone, in a real browser: none is dropped without a tap that says so."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from calimala_es.components import MaybeStreet
from tests.service.phone.conftest import TWO_TURNS
from tests.service.recording import Phone
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def played() -> str:
    """Return two turns."""
    return TWO_TURNS


def _line(server: Serving, game: dict[str, Any]) -> str:
    """Return the game so far in notation, one line per turn."""
    return server.notation(game).split("\n\n", 1)[1]


def _forgotten(context: BrowserContext, phone: Phone) -> None:
    """Tap two turns offline, with an activation of the disc below the first forgotten."""
    context.set_offline(True)
    phone.place("BS", "12")
    phone.state("away")
    taps: list[tuple[str, MaybeStreet]] = [("B", ""), ("S-", ""), ("WM", "78"), ("W", ""), ("M", "")]
    for symbol, street in taps:
        phone.tap_unchecked(symbol, street)
    context.set_offline(False)
    phone.state("alarm")


@pytest.mark.long
def test_what_is_early_waits_for_what_was_forgotten(
    server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]
) -> None:
    """A decision that is early since something before it was not recorded is not called wrong: it waits, with all after
    it, also after a reload; Undo drops the last. What is tapped comes before it; then everything is recorded in its
    order."""
    phone.worker()
    _forgotten(context, phone)
    settle, act = phone.page.locator("[data-settle=refused]"), phone.part("act")
    waiting = phone.page.locator(".queue li")
    expect(phone.part("state")).to_contain_text("something is missing")
    expect(settle.locator("h2")).to_have_text("Something before this is missing")
    expect(settle).to_contain_text("is not lost")
    expect(settle.locator("button.primary, [data-key=anyway]")).to_have_count(0)
    phone.page.reload()
    phone.state("alarm")
    expect(waiting).to_have_count(3)
    phone.check()
    phone.undo()
    expect(waiting).to_have_count(2)
    act.locator('button[data-symbol="/"]').click()
    expect(phone.part("waiting")).to_have_text("Maria activates brick and ship")
    expect(waiting).to_have_count(2)
    phone.state("alarm")
    act.locator('button[data-symbol="B"]').click()
    phone.saved()
    assert _line(server, game).rstrip().endswith("3. BS B S-? / B S-?\n4. WM W")
    assert phone.wrong == []


@pytest.mark.long
def test_what_is_early_goes_by_its_own_button(
    server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]
) -> None:
    """Early decisions are dropped by their own button."""
    _forgotten(context, phone)
    expect(phone.page.locator(".queue li")).to_have_count(3)
    phone.page.locator("[data-key='drop all']").click()
    phone.saved()
    assert _line(server, game).rstrip().endswith("3. BS B S-?")
    assert phone.wrong == []


def test_another_way_takes_the_place_of_what_was_refused(server: Serving, phone: Phone, game: dict[str, Any]) -> None:
    """Another option of an illegal action replaces it, and another action comes before it. The remedy is a sentence. In
    a typed line a suggestion changes only the wrong word."""
    settle, act = phone.page.locator("[data-settle=refused]"), phone.part("act")
    phone.write("BA")
    phone.saved()
    phone.write("AC")
    phone.state("alarm")
    expect(settle.locator("h2")).to_have_text("This breaks the rules")
    expect(settle.locator("p.quiet")).to_have_text("Write A- to skip the action, drawing a card if the rules allow it")
    act.locator('button[data-symbol="B"]').click()
    expect(phone.part("line")).to_contain_text("3. BA B")
    phone.state("alarm")
    act.locator('button[data-symbol="A-"]').last.click()
    phone.saved()
    assert _line(server, game).rstrip().endswith("3. BA B A-?")
    phone.write("/ BX B")
    phone.state("alarm")
    suggestion = settle.locator("button.primary").first
    symbol = suggestion.get_attribute("data-symbol") or ""
    assert symbol.startswith("/ B")
    assert symbol.endswith(" B")
    phone.fits()


@pytest.mark.long
def test_a_disc_is_never_read_as_an_action_of_its_letters(
    server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]
) -> None:
    """A disc on a street whose name is an option of an action as well, e.g. between artwork and contribute, waits for
    its own turn while such an action is due, and is never taken for it."""
    phone.write("3. WM W M / 4. WM W M / W M / 5. BA B A-? / 6. BA B")
    phone.saved()
    context.set_offline(True)
    phone.part("act").locator('button[data-symbol="A-"]').click()
    phone.state("away")
    phone.undo()
    phone.tap_unchecked("AC", "45")
    context.set_offline(False)
    phone.state("alarm")
    settle = phone.page.locator("[data-settle=refused]")
    expect(settle.locator("h2")).to_have_text("Something before this is missing")
    assert _line(server, game).rstrip().endswith("6. BA B")
    for symbol in ("AF", "/", "B"):
        phone.part("act").locator(f'button[data-symbol="{symbol}"]').first.wait_for()
        phone.state("alarm")
        phone.tap(symbol)
    phone.saved()
    assert "6. BA B AF / B A-" in _line(server, game)
    assert _line(server, game).rstrip().endswith("7. AC")
    assert phone.wrong == []


@pytest.mark.long
def test_what_waits_is_listed_in_words_with_its_turn(context: BrowserContext, phone: Phone) -> None:
    """Waiting decisions are listed with their turns and words. If the activation of a disc below was not recorded, the
    map of the next turn says so and names its owner; if none is left, the end of a disc announces the next turn."""
    context.set_offline(True)
    phone.place("BS", "12")
    phone.state("away")
    phone.tap_unchecked("B")
    act, notice = phone.part("act"), phone.page.locator("[data-notice]")
    expect(notice).to_have_count(0)
    act.locator('[data-key="next turn"]').click()
    expect(phone.page.locator("[data-notice=below]")).to_contain_text("Maria")
    act.locator('[data-key="back"]').click()
    phone.tap_unchecked("/")
    expect(notice).to_have_count(0)
    phone.tap_unchecked("B")
    phone.tap_unchecked("/")
    expect(phone.page.locator("[data-notice=over]")).to_contain_text("continue with the next turn")
    act.locator('[data-key="next turn"]').click()
    expect(notice).to_have_count(0)
    phone.place("MU", "89")
    phone.tap_unchecked("/")
    expect(phone.page.locator("[data-notice=over]")).to_have_count(1)
    phone.page.locator("details.queue summary").click()
    rows = phone.page.locator(".queue li").all_inner_texts()
    assert rows[0].startswith("Turn 3 ")
    assert "BS" in rows[0]
    assert "rick" in rows[1]
    assert rows[5].startswith("Turn 4 ")
    phone.fits()
    assert phone.wrong == []
