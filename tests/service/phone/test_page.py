"""The recorder's page in a real browser: turns without a connection, its signs, and links that leave it."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Route, expect

from calimala_es.frames import Placement
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from tests.page.browser import WIDE
from tests.service.phone.conftest import OPENING
from tests.service.recording import HESITATION, Intended, Phone
from tests.service.serving import Serving

pytestmark = pytest.mark.needs("chromium")

_SMALLEST = 13

_PARTS = """strips => strips.map(strip => [
  [...strip.querySelectorAll(".goods .part, .of-ships, .of-houses, .of-hand")].map(one => one.getBoundingClientRect())
    .map(({ left, right }) => [left, right]),
  [...strip.querySelectorAll(".number")].map(one => parseFloat(getComputedStyle(one).fontSize))])"""
"""The left and right of each part of a player's strip, and the sizes of the letters of its numbers."""


def now(server: Serving, game: dict[str, Any]) -> dict[str, Any]:
    """Return the service's answer to the recorder."""
    answer: dict[str, Any] = json.loads(server.get(f"/api/games/{game['id']}/now", game["keys"]["recorder"]))
    return answer


def out(phone: Phone, text: str) -> Locator:
    """Return a link that leads out of the recorder."""
    phone.part("more").click()
    return phone.page.locator("dialog nav a", has_text=text)


def withheld(context: BrowserContext) -> list[Route]:
    """Return the page's first request for the game, which is not answered until a test answers it."""
    held: list[Route] = []
    context.route("**/now*", lambda route: held.append(route) if not held else route.continue_())
    return held


@pytest.mark.long
def test_nothing_is_saved_before_the_game_is_there(context: BrowserContext, game: dict[str, Any]) -> None:
    """Until the service has sent the game nothing is reported as saved, and typed text stays in its box."""
    held = withheld(context)
    phone = Phone(context, game["links"]["record"])
    phone.state("busy")
    box = phone.page.locator("[name=notation]")
    phone.page.set_viewport_size(WIDE)
    box.fill(OPENING)
    box.press("Enter")
    expect(box).to_have_value(OPENING)
    phone.let_go(held)
    phone.saved()
    box.press("Enter")
    phone.streets(legal=True).first.wait_for()
    assert phone.wrong == []


@pytest.mark.long
def test_a_seat_knows_nothing_before_the_game_is_there(context: BrowserContext, game: dict[str, Any]) -> None:
    """Until then a seat's page reports nothing as saved either; links leave it, but not to the owner's keys."""
    held = withheld(context)
    seat = Phone(context, game["links"]["seat1"])
    seat.state("busy")
    seat.let_go(held)
    seat.saved()
    ways = seat.page.locator(".other-pages")
    expect(ways.get_by_role("link", name="View the game")).to_have_attribute("href", f"/g/{game['id']}")
    expect(ways.get_by_role("link", name="Keys")).to_have_count(0)
    ways.get_by_role("link", name="русский").click()
    seat.saved()
    expect(seat.page.locator("html")).to_have_attribute("lang", "ru")
    assert seat.wrong == []


@pytest.mark.long
def test_turns_without_a_connection_are_distinguished(
    server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]
) -> None:
    """Without a connection the head shows the next turn and its player, who is highlighted. The list has a line for
    each turn, a missed one included. Taps of the current disc are marked, those of the previous one are not. After
    undoing a turn that the service has, it is that turn again."""
    head, act, acting = phone.part("head"), phone.part("act"), phone.page.locator(".strip.turn bdi")
    unsent = phone.part("line").locator(".unsent")
    phone.place("BS", "12")
    phone.saved()
    context.set_offline(True)
    phone.tap_unchecked("B")
    phone.state("away")
    expect(head).to_have_text("Turn 1: Maria")
    expect(act.locator("button[data-symbol=B] .ticked")).to_have_text("✓ already tapped")
    expect(act.locator(".was-tapped")).to_have_count(1)
    phone.tap_unchecked("/")
    expect(act.locator(".was-tapped")).to_have_count(0)
    act.locator('[data-key="next turn"]').click()
    expect(head).to_have_text("Turn 2: Angelica")
    expect(acting).to_have_text("Angelica")
    waiting = phone.page.locator(".city .waits .face")
    phone.place("WM", "78")
    expect(waiting.last).to_have_class("face c-r")
    expect(unsent).to_have_text("B /\n2. WM", use_inner_text=True)
    act.locator('[data-key="next turn"]').click()
    expect(head).to_have_text("Turn 3: Tania")
    phone.part("more").click()
    phone.page.locator("dialog [data-symbol=_]").click()
    expect(unsent).to_have_text("B /\n2. WM\n3. _", use_inner_text=True)
    act.locator('[data-key="next turn"]').click()
    expect(head).to_have_text("Turn 4: Maria")
    phone.page.wait_for_timeout(HESITATION)
    phone.write("mu M / BA")
    expect(head).to_have_text("Turn 5: Angelica")
    expect(unsent).to_have_text("B /\n2. WM\n3. _\n4. mu M /\n5. BA", use_inner_text=True)
    for _ in range(5):
        phone.undo()
    expect(head).to_have_text("Turn 1: Maria")
    expect(unsent).to_have_count(0)
    phone.undo()
    expect(unsent).to_have_text("↶")
    phone.place("VS", "23")
    expect(head).to_have_text("Turn 1: Maria")
    expect(acting).to_have_text("Maria")
    expect(unsent).to_have_text("↶ VS")
    context.set_offline(False)
    phone.saved()
    assert now(server, game)["line"] == "1. VS"
    assert phone.wrong == []


@pytest.mark.long
def test_what_the_service_has_of_a_disc_is_marked(context: BrowserContext, phone: Phone) -> None:
    """An action saved before the connection was lost is marked as tapped, the other one of the disc is not."""
    phone.place("BS", "12")
    phone.saved()
    phone.tap("B")
    phone.saved()
    context.set_offline(True)
    phone.tap_unchecked("S-")
    phone.state("away")
    sections = phone.part("act").locator("section.deed")
    expect(sections.nth(0).locator("h2 .ticked")).to_have_count(1)
    expect(sections.nth(1).locator("h2 .ticked")).to_have_count(0)
    expect(sections.nth(1).locator(".was-tapped")).to_have_count(1)
    assert phone.wrong == []


def test_there_are_ways_out_that_keep_what_waits(
    server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]
) -> None:
    """Links lead from the recorder to the list of games, to the game, to its keys if this phone has them, and to the
    page in every language, also without a connection. Waiting decisions are stored and sent afterwards."""
    page, id = phone.page, game["id"]
    phone.worker()
    page.route("**/decisions*", lambda route: route.abort())
    phone.place("BS", "12")
    phone.state("away")
    expect(out(phone, "Keys")).to_have_count(0)
    phone.check()
    expect(page.locator("dialog .notice")).to_contain_text("Not sent yet: 1.")
    keys = {id: game["keys"] | {"seats": None}}
    page.evaluate("keys => localStorage.setItem('calimala.keys', JSON.stringify(keys))", keys)
    page.locator("dialog nav a", has_text="View the game").click()
    page.locator("calimala-replay").wait_for()
    page.go_back()
    expect(phone.part("line").locator(".unsent")).to_have_text("BS")
    expect(out(phone, "Keys")).to_have_attribute("href", f"/own/{id}")
    expect(page.locator("dialog nav a", has_text="Games")).to_have_attribute("href", "/")
    context.set_offline(True)
    page.unroute("**/decisions*")
    page.locator("dialog nav a", has_text="русский").click()
    phone.state("away")
    expect(phone.part("line").locator(".unsent")).to_have_text("BS")
    context.set_offline(False)
    phone.saved()
    assert now(server, game)["line"] == "1. BS"
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(out(phone, "русский")).to_have_attribute("aria-current", "true")
    assert phone.wrong == []


@pytest.mark.long
def test_a_meaningless_word_is_not_against_the_rules(phone: Phone) -> None:
    """A meaningless word is reported as such and cannot be played anyway; a placement against the rules can."""
    settle = phone.page.locator("[data-settle=refused]")
    for word in ("SZ", "QQ"):
        phone.write(word)
        phone.state("alarm")
        expect(settle.locator("h2")).to_have_text("This is not valid notation")
        expect(settle.locator("[data-key=anyway]")).to_have_count(0)
        settle.locator("[data-key=drop]").click()
        phone.saved()
    phone.write("BA B- A-? / BA B- A-? / BA B- A-? / BA B- A-? /")
    phone.state("alarm")
    settle.locator("[data-key=drop]").click()
    phone.saved()
    phone.streets(legal=False).first.click()
    phone.state("alarm")
    expect(settle.locator("h2")).to_have_text("This breaks the rules")
    expect(settle.locator("[data-key=anyway]")).to_have_count(1)


@pytest.mark.long
def test_a_street_has_one_name(server: Serving, context: BrowserContext, phone: Phone, game: dict[str, Any]) -> None:
    """A street is named by its tiles in the same order on the map, beside its disc and in sentences."""
    answer = now(server, game)
    named = {one["street"]: one["words"] for one in answer["options"] if one["disc"] == "c"}
    assert len(named) > 5
    for street, words in named.items():
        label = phone.page.locator(f".city [data-spot='street:{street}']").get_attribute("aria-label") or ""
        assert label.partition(":")[0] in words
    for street in list(named)[:2]:
        context.set_offline(True)
        phone.place("", street)
        phone.state("away")
        name = phone.part("act").locator("h2.street-now").inner_text()
        assert name in named[street]
        phone.undo()
        context.set_offline(False)
        phone.saved()


def test_what_players_have_can_be_read(phone: Phone) -> None:
    """The numbers of the players are large and beside each other; Tab and arrows lead to what each has, in words."""
    for width in (390, 360):
        phone.page.set_viewport_size({"width": width, "height": 640})
        strips = phone.page.locator(".strip").evaluate_all(_PARTS)
        assert [len(boxes) for boxes, _ in strips] == [7, 7, 7]
        for boxes, sizes in strips:
            assert all(other[0] >= one[1] for one, other in pairwise(boxes))
            assert min(sizes) >= _SMALLEST
    strips = phone.page.locator(".strip button")
    strips.first.focus()
    phone.page.keyboard.press("ArrowDown")
    phone.page.keyboard.press("Enter")
    facts = phone.page.get_by_role("dialog")
    expect(facts).to_contain_text("Tania")
    expect(facts).to_contain_text("wood: 0")
    expect(facts).to_contain_text("cloth in workshops: 0 / 4")
    phone.check()
    phone.page.keyboard.press("Escape")
    expect(facts).to_be_hidden()


@pytest.mark.long
def test_a_correction_changes_nothing_of_how_far_back_was_looked(server: Serving, context: BrowserContext) -> None:
    """A reader who scrolled back through the decisions sees the same range after a correction and after new ones; the
    button for more does not move."""
    record = play(shuffled_setup("br", Random(2)))
    intended = Intended(record, 5)
    phone = Phone(context, server.made(dumps(record))["links"]["record"])
    phone.saved()
    while intended.state.turn < 6 or not isinstance(intended.state.now, Placement):
        is_placing = isinstance(intended.state.now, Placement)
        symbol = intended.choose()
        phone.write(" ".join(intended.turn()) if is_placing else symbol)
        if not is_placing:
            intended.play(symbol)
        phone.saved()
    phone.sheet("Game log")
    entries, recall = phone.part("log").locator("li"), phone.part("log").locator("[data-key=recall]")
    expect(entries).to_have_count(12)
    last, button = entries.last.bounding_box(), recall.bounding_box()
    assert last
    assert button
    assert button["y"] - last["y"] - last["height"] >= 6
    number, symbol = intended.corrigible()
    phone.correct(number, symbol)
    phone.saved()
    expect(phone.page.locator(f"[data-number='{number}'] code")).to_have_text(symbol)
    expect(phone.page.locator("[data-number='1']")).to_have_count(1)
    expect(recall).to_have_count(0)
    intended.correct(number, symbol)
    expect(entries).to_have_count(len(intended.commands))
    phone.write(" ".join(intended.turn()))
    phone.saved()
    expect(phone.page.locator("[data-number='1']")).to_have_count(1)
    expect(entries).to_have_count(len(intended.commands))
    assert phone.wrong == []


@pytest.mark.long
def test_a_photo_is_chosen_by_a_button_of_the_page(phone: Phone) -> None:
    """The choice of photos is opened by a labelled button, by a tap and by the keyboard."""
    page = phone.page
    phone.part("say").click()
    label, file = page.locator("dialog .photo label"), page.locator("dialog [type=file]")
    expect(label).to_have_text("Take or choose a photo")
    expect(page.get_by_label("Take or choose a photo")).to_have_attribute("type", "file")
    assert file.evaluate("element => getComputedStyle(element).opacity") == "0"
    assert file.get_attribute("capture") is None, "a phone would open nothing but its camera"
    # Somebody listens all the time, so that the browser never opens a window of its own between the two.
    page.on("filechooser", lambda _: None)
    with page.expect_file_chooser():
        label.click()
    page.locator("dialog textarea").focus()
    page.keyboard.press("Tab")
    expect(file).to_be_focused()
    assert label.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    with page.expect_file_chooser():
        page.keyboard.press("Enter")
    phone.check()
