"""How few taps a turn takes: all actions of a disc in one, and the next disc ends the one before it."""

import json
from time import time
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, Locator, Route, expect

from calimala_es.frames import Activation, Placement
from notation import dumps, loads
from tests.cli_runs import ROOT
from tests.page.examples import before
from tests.profiles import is_long
from tests.service.recording import Phone, decided
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")

_FULL_STACK = 32
"""The turn of the example in which Nicole places a fourth disc on a street, above two of her own."""


@pytest.fixture
def game(server: Serving) -> dict[str, Any]:
    """Return the example up to the placement on the full stack."""
    whole = loads((ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8"))
    states = [whole.state_at(number) for number in range(len(whole.moves))]
    count = next(
        number for number, state in enumerate(states) if state.turn == _FULL_STACK and isinstance(state.now, Placement)
    )
    return server.made(dumps(replace(whole, moves=whole.moves[:count])))


@pytest.fixture
def phone(context: BrowserContext, game: dict[str, Any]) -> Phone:
    """Return the recorder's phone."""
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    return phone


def primary(phone: Phone) -> Locator:
    """Return the largest buttons."""
    return phone.part("act").locator("button.primary")


def test_a_full_stack_takes_four_taps(server: Serving, game: dict[str, Any], phone: Phone) -> None:
    """A street, and one tap a disc where its actions leave no choice; the next street ends the last disc. A card
    that can do one thing is one tap as well. Each tap is undone, and redone, by one: the last three, in a long run all.
    What a tap does is read and seen action by action, without notation; also that a card is drawn. The phone is sent
    only what changed, and stores the whole answer.
    """
    states, asked = [len(decided(server.notation(game)))], list[str]()
    phone.page.on("request", lambda request: asked.append(request.url))

    def tapped(button: Locator) -> None:
        phone.tap_button(button)
        states.append(len(decided(server.notation(game))))

    tapped(phone.street("89"))
    assert phone.part("waiting").inner_text() == "Nicole activates wood and marble"
    for marble in ("Marble", "Marble is impossible: draw a card", "Marble is impossible: draw a card"):
        assert primary(phone).locator(".step:has(svg)").all_inner_texts() == ["Wood", marble]
        assert phone.part("act").locator("button code").count() == 0
        tapped(primary(phone))
    assert "disc 3" in phone.part("head").inner_text()
    assert "Marble is impossible" in phone.part("log").locator("li").nth(1).inner_text()
    expect(phone.part("act").locator("button[data-symbol='+B']")).to_be_in_viewport()
    assert phone.part("act").locator("[data-notice=scored]").inner_text().startswith("Hamburg")
    tapped(phone.streets(legal=True).first)
    card = phone.page.locator(".score")
    expect(card.locator("h2")).to_have_text("Hamburg")
    assert card.locator("li").inner_text().split() == ["1.", "Maria", "×2", "+3"]
    assert "seat: Tania" in card.inner_text()
    after = decided(server.notation(game))
    states = states if is_long() else states[-4:]
    assert server.notation(game).replace("\n", " ").count("32. WM W M / W M-? / W M-?") == 1
    for count in reversed(states[:-1]):
        phone.undo()
        phone.saved()
        assert len(decided(server.notation(game))) == count
    for count in states[1:]:
        phone.part("redo").click()
        phone.saved()
        assert len(decided(server.notation(game))) == count
    assert decided(server.notation(game)) == after
    assert all("since=" in url for url in asked if "/api/" in url)
    now = server.get(f"/api/games/{game['id']}/now?table=1&lang=en", game["keys"]["recorder"])
    stored = phone.page.evaluate("name => localStorage.getItem(name)", f"calimala.now.{game['id']}")
    assert json.loads(stored) == {**json.loads(now), "lang": "en"}
    assert phone.wrong == []


def test_a_scoring_and_the_end_are_shown(server: Serving, context: BrowserContext, phone: Phone) -> None:
    """A scoring is shown until it is put away or something else is tapped; the end names the winner and what decided.
    A phone that opens the page then sees the end as well."""
    phone.write("WM W M / W M-? / W M-? /")
    phone.saved()
    card = phone.page.locator(".score")
    expect(card.locator("h2")).to_have_text("Hamburg")
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()
    whole = (ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
    over = Phone(context, server.made(whole)["links"]["record"])
    over.saved()
    result = over.page.locator(".end")
    assert "Angelica wins the tie with more seats and Palazzo artwork combined" in result.inner_text()
    assert result.locator(".ranks li:not([class])").last.inner_text().split() == ["4.", "Tania", "24"]
    expect(result.locator(".sources tbody tr:has(td)")).to_have_count(20)
    assert result.get_by_role("rowheader", name="Influence cards").count() == 1
    expect(result.locator(".graph .curve")).to_have_count(4)
    assert f"/g/{over.page.url.rpartition('/')[2]}" in result.locator(".share input").input_value()
    assert phone.wrong == over.wrong == []


def hold_next(context: BrowserContext) -> list[Route]:
    """Hold the next decision back; it is in the returned list once it has been sent."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    context.route("**/decisions*", hold, times=1)
    return held


def stop_clock(phone: Phone) -> None:
    """Stop the page's clock: however slow this computer is, the page has not waited for long."""
    phone.page.clock.install()
    phone.page.clock.pause_at(time() + 60)
    phone.saved()


_PLACES = """[...document.querySelectorAll('main *, [data-part] button, [data-part=waiting]')]
  .filter(one => one.checkVisibility() && !one.closest('[data-part=state]'))
  .map(one => [one.tagName, one.dataset.key, one.getBoundingClientRect().top])"""


def test_nothing_moves_while_a_decision_is_on_its_way(own_context: BrowserContext, game: dict[str, Any]) -> None:
    """From a tap to the answer everything stays in its place, also the chosen kind of disc; what follows by itself is
    shown together with what it follows."""
    phone = Phone(own_context, game["links"]["record"])
    phone.saved()
    held = hold_next(own_context)
    stop_clock(phone)
    phone.page.locator("[data-key='kind w']").click()
    before = phone.page.evaluate(_PLACES)
    phone.street("89").click()
    phone.state("busy")
    assert phone.page.locator("[data-key='kind w']").get_attribute("aria-pressed") == "true"
    assert phone.page.evaluate(_PLACES) == before
    phone.page.clock.resume()
    phone.let_go(held)
    phone.saved()
    assert primary(phone).count() == 1
    assert phone.wrong == []


@pytest.mark.long
def test_a_suggestion_for_a_refused_street_is_a_street(
    server: Serving, context: BrowserContext, game: dict[str, Any], phone: Phone
) -> None:
    """The rules refuse weave and transport; a suggested street is recorded in its place as a disc there. Its words name
    it, also where a tap on it ends the disc before."""
    phone.street("23").click()
    phone.state("alarm")
    suggestions = phone.page.locator("[data-settle=refused] button.primary")
    symbols = [one.get_attribute("data-symbol") for one in suggestions.all()]
    assert symbols == ["AT", "TC"]
    phone.tap_button(suggestions.first)
    assert server.notation(game).rstrip().endswith("32. AT")
    early = Phone(context, server.made(dumps(before("game-of-four", 2, Placement)))["links"]["record"])
    early.saved()
    early.write("UV V +M U-?")
    early.saved()
    early.street("56").click()
    early.state("alarm")
    found = early.page.locator("[data-settle=refused] button.primary")
    assert [one.get_attribute("data-symbol") for one in found.all()] == ["/ BC", "/ UV", "/ WC"]
    assert found.first.locator(".words").inner_text() == "Place a coloured disc on the brick-contribute street"
    assert early.wrong == []
    assert phone.wrong == []


def test_a_quick_tap_is_recorded_or_refused_in_words(server: Serving, own_context: BrowserContext) -> None:
    """A tap while a decision is on its way is marked, and recorded after it if it is legal then, also where the answer
    comes while the finger is down, or a street ends the turn; otherwise, and where a button is tapped twice, a sentence
    names what was not recorded. Undo removes what is not sent yet. Without a connection what was chosen stays."""
    game = server.made(dumps(before("game-of-four", 33, Activation)))
    phone = Phone(own_context, game["links"]["record"])
    phone.saved()
    refusal, marked = phone.part("refusal"), phone.part("act").locator(".held")
    stop_clock(phone)

    def tapped_quickly(*symbols: str) -> list[Route]:
        held = hold_next(own_context)
        for symbol in symbols:
            phone.part("act").locator(f'[data-symbol="{symbol}"]').tap()
        phone.state("busy")
        return held

    held = tapped_quickly("M", "M", "UB")
    expect(refusal).to_have_text("Tapped twice, recorded once: Marble to the warehouse")
    expect(marked).to_have_count(2)
    phone.undo()
    expect(marked).to_have_count(1)
    phone.tap("UT")
    phone.let_go(held)
    phone.saved()
    assert server.notation(game).rstrip().endswith("33. MU M UT /")
    phone.undo()
    phone.saved()
    held = tapped_quickly("UB", "UT")
    phone.let_go(held)
    expect(refusal).to_contain_text("No longer legal, not recorded: ")
    phone.saved()
    assert server.notation(game).rstrip().endswith("33. MU M UB /")
    phone.write("M U-? / US")
    phone.saved()
    held = tapped_quickly("M")
    phone.street("89").tap()
    phone.let_go(held)
    expect(phone.part("line")).to_contain_text("34. WM")
    phone.saved()
    assert "/ US M 34. WM" in server.notation(game).replace("\n", " ")
    own_context.set_offline(True)
    phone.part("act").locator("[data-symbol='M']").tap()
    phone.page.locator("[data-key='next turn']").tap()
    phone.page.clock.run_for(1_000)
    expect(phone.page.locator("[data-key=back]")).to_be_visible()
    assert phone.wrong == []


def test_what_a_finger_is_on_stays_under_it(server: Serving, context: BrowserContext) -> None:
    """A button on which a finger is when an answer comes is the one that is tapped when it is lifted."""
    game = server.made(dumps(before("game-of-four", 33, Activation)))
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    button = phone.part("act").locator('[data-symbol="UT"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    held = hold_next(context)
    phone.part("act").locator('[data-symbol="M"]').dispatch_event("click")
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    phone.let_go(held)
    phone.saved()
    phone.page.mouse.up()
    expect(phone.part("line")).to_contain_text("M UT")
    phone.saved()
    assert server.notation(game).rstrip().endswith("33. MU M UT /")
    assert phone.wrong == []
