"""Later settlements, in a real browser on a phone: an old placement, an observed hand, the language."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from calimala_es.commands import MarkMissed
from notation import loads
from tests.page.browser import SMALL
from tests.service.phone.conftest import BEGUN
from tests.service.recording import Phone
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")


def _after_turns(server: Serving, game: dict[str, Any], count: int) -> Any:
    """Return the game after some turns in which everything possible was done."""
    now = server.write(game, auto=True, notation=BEGUN)
    while now["turn"] <= count:
        symbols = [one["symbol"] for one in now["options"] if one["group"] in ("street", "action")]
        now = server.write(game, auto=True, notation=(symbols or [one["symbol"] for one in now["options"]])[0])
    return now


def test_an_old_placement_is_corrected_step_by_step(
    server: Serving, game: dict[str, Any], context: BrowserContext
) -> None:
    """After the correction of a placement, unrecorded actions of the other street are asked for in their own turn. Each
    answer can be undone by a step, and the head has the id and the words of the list."""
    _after_turns(server, game, 4)
    before = server.notation(game)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.sheet("Game log")
    phone.part("log").locator("[data-key=recall]").click()
    entry = phone.part("log").locator("li button", has=phone.page.get_by_text("Turn 3", exact=True))
    words = entry.locator(".who > span").last.inner_text()
    entry.click()
    dialog = phone.page.locator("dialog")
    streets = dialog.locator(".street[data-may=true]")
    streets.first.wait_for()
    assert dialog.locator(".street").count() == 12
    assert "empty" not in (streets.first.get_attribute("aria-label") or "")
    phone.check()
    assert "Turn 3" in dialog.inner_text()
    step, question = dialog.locator("[data-correct=step]"), dialog.locator("[data-broken]")
    missing = dialog.locator("[data-broken^='+3.']")
    dialog.locator("[data-key^='kind ']").nth(1).click()
    streets.first.click()
    step.wait_for()
    assert words in dialog.locator(".body > p").first.inner_text()
    labels = [one.inner_text() for one in question.get_by_role("button").all()]
    assert all(label[0] == label[0].upper() for label in labels)
    assert missing.locator("[data-symbol$='-']").count()
    assert missing.locator("[data-choice=missed]").count() == 1
    assert "still fits" not in dialog.inner_text()
    first = question.get_attribute("data-broken") or ""
    write = dialog.locator("[data-correct=do]")

    def answer() -> None:
        here = question.get_attribute("data-broken")
        question.get_by_role("button").first.click()
        write.or_(dialog.locator(f"[data-broken]:not([data-broken='{here}'])")).first.wait_for()

    answer()
    step.click()
    dialog.locator(f"[data-broken='{first}']").wait_for()
    phone.fits()
    for _ in range(20):
        if write.count():
            break
        answer()
    assert server.notation(game) == before
    write.click()
    dialog.wait_for(state="detached")
    phone.saved()
    after = loads(server.notation(game)).commands
    assert after != loads(before).commands
    assert MarkMissed() not in after
    assert phone.wrong == []


@pytest.mark.long
def test_a_correction_is_undone_at_once(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """One undo on the phone that made a correction reverts all of it as long as nothing else came after it, also after
    a reload; the page says so and shows its head. Another phone, and a later undo, undo one decision."""
    now = server.write(game, auto=True, notation="? ? ? HAM ? ? ?")
    other = next(one["symbol"] for one in now["options"] if one["symbol"] not in ("W", "U", "V"))
    server.write(game, auto=True, notation="W U V")
    before = server.notation(game)
    phone = Phone(context, game["links"]["record"])
    phone.saved()

    def corrected() -> str:
        phone.correct(8, other)
        phone.saved()
        assert server.notation(game) != before
        return server.notation(game)

    notice = phone.part("act").locator(".notice")
    corrected()
    expect(notice).to_contain_text("Undo reverts the whole correction")
    assert phone.page.evaluate("scrollY") == 0
    phone.page.reload()
    phone.saved()
    expect(notice).to_have_count(1)
    phone.undo()
    expect(notice).to_have_count(0)
    phone.saved()
    assert loads(server.notation(game)).commands == loads(before).commands
    after = loads(corrected()).commands
    server.write(game, auto=True, notation="_")
    phone.page.reload()
    phone.saved()
    expect(notice).to_have_count(0)
    phone.undo()
    phone.sees(len(after))
    phone.saved()
    assert loads(server.notation(game)).commands == after
    assert phone.wrong == []


@pytest.mark.long
def test_an_observed_hand_is_not_asked_for(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """A seat's page asks for the cards that it was dealt, chose and drew, not for an observed hand, nor for a replaced
    card. Cards that it entered stay in the hand."""
    now = server.write(game, auto=True, notation=BEGUN)
    while not (now["last"][-1]["symbol"] == "-?" and now["last"][-1]["seat"] == 0):
        symbols = [one["symbol"] for one in now["options"]]
        left_out = [symbol for symbol in symbols if symbol.endswith("-")]
        now = server.write(game, auto=True, notation=(left_out or symbols)[0])
    seat = Phone(context, game["links"]["seat0"])
    seat.saved()
    act = seat.part("act")
    drawn = act.locator(".own-card[data-card='?']").last
    drawn.click()
    seat.page.locator("dialog [data-symbol$=S]").click()
    seat.saved()
    hand = act.locator(".in-hand")
    expect(hand).to_have_count(2)
    assert "unknown" not in act.locator(".hand-line").inner_text()
    server.write(game, auto=True, notation="b.hand:=??")
    cards = act.locator(".own-card")
    before = cards.count()
    seat.page.reload()
    seat.saved()
    cards.first.wait_for()
    expect(hand).to_have_count(2)
    assert "unknown" not in act.locator(".hand-line").inner_text()
    assert cards.count() == before
    assert ":=" not in act.inner_text()
    seat.check()
    assert seat.wrong == []


@pytest.mark.long
def test_the_language_of_the_page_is_that_of_everything_on_it(
    server: Serving, game: dict[str, Any], context: BrowserContext
) -> None:
    """Texts that the phone stored in another language are replaced by the service's, although nothing was decided
    meanwhile; without a connection they are still shown."""
    server.write(game, auto=True, notation=BEGUN)
    link, _, key = game["links"]["record"].partition("#")
    phone = Phone(context, f"{link}?lang=ru#{key}")
    phone.saved()
    waiting, buttons = phone.part("waiting"), phone.part("act").locator("button").first
    russian = waiting.inner_text()
    phone.page.goto(f"{link}?lang=zh_TW")
    phone.saved()
    expect(waiting).not_to_have_text(russian)
    phone.page.goto(f"{link}?lang=en")
    phone.saved()
    expect(waiting).to_have_text("Maria must place a disc")
    expect(phone.page.locator(".city svg")).to_be_visible()
    assert buttons.count() <= 1
    assert phone.wrong == []


@pytest.mark.parametrize("language", ["ru", *(pytest.param(code, marks=pytest.mark.long) for code in ("en", "zh_TW"))])
def test_the_words_of_the_city_are_whole(
    server: Serving, game: dict[str, Any], context: BrowserContext, language: str
) -> None:
    """On a small phone the names of the tiles are readable to their ends, in every language."""
    server.write(game, auto=True, notation=BEGUN)
    link, _, key = game["links"]["record"].partition("#")
    phone = Phone(context, f"{link}?lang={language}#{key}")
    phone.page.set_viewport_size(SMALL)
    phone.saved()
    phone.page.locator(".city .tile").first.wait_for()
    cut = phone.page.evaluate(
        "() => [...document.querySelector('main').shadowRoot.querySelectorAll('.tile text')]"
        ".map((one) => one.textContent).filter((words) => words.includes('…'))"
    )
    assert cut == []


@pytest.mark.long
def test_a_link_for_another_phone_is_copied(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """A button beside the link of the QR code copies it."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.part("phones").click()
    phone.page.locator("[data-link=record]").click()
    phone.page.locator(".qr").wait_for()
    phone.page.get_by_role("button", name="Copy", exact=True).click()
    phone.page.get_by_role("button", name="Copied", exact=True).wait_for()
    assert phone.page.evaluate("navigator.clipboard.readText()") == game["links"]["record"]
    phone.fits()
    assert phone.wrong == []


def test_what_was_laid_out_is_corrected(server: Serving, game: dict[str, Any], context: BrowserContext) -> None:
    """Two scoring tiles change places, a player is renamed, occasion and date are added; the recorder shows what that
    does before it is written, and undo restores the old game."""
    server.write(game, auto=True, notation=BEGUN)
    before = loads(server.notation(game))
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.part("more").click()
    phone.page.locator("[data-more=setup]").click()
    dialog = phone.page.locator("dialog")
    dialog.locator("[data-swap=council0]").click()
    dialog.locator("[data-swap=council14]").click()
    dialog.locator("[name=name0]").fill("Zenobia")
    dialog.locator("[name=event]").fill("Friday")
    dialog.locator("[name=date]").fill("2026-11-20")
    phone.check()
    dialog.locator("[data-setup=try]").click()
    while dialog.locator("[data-choice=rest]").count():
        dialog.locator("[data-choice=rest]").click()
    dialog.locator("[data-correct=do]").click()
    expect(dialog).to_have_count(0)
    phone.saved()
    after = loads(server.notation(game))
    council = before.setup.council
    assert after.setup.council == (council[14], *council[1:14], council[0])
    assert {"Zenobia", "Friday", "2026.11.20"} <= {*dict(after.headers).values()}
    assert after.commands == before.commands
    phone.undo()
    phone.saved()
    again = loads(server.notation(game))
    assert (again.setup, again.headers) == (before.setup, before.headers)
