"""The viewer in a real browser: ``replays/page/viewer``."""

from functools import cache
from pathlib import Path
from time import time
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from calimala_es.commands import PlaceDisc
from calimala_es.events import ActivationEnded, DiscActivated, TileScored
from calimala_es.game import JUDGE, Game, play
from calimala_es.notes import Evaluation
from calimala_es.view import PUBLIC
from notation import loads
from replays.drawing.city import draw_city
from replays.drawing.world import draw_world
from replays.edit.tree import Tree
from replays.page import viewer_module
from replays.page.frames import slots, values
from replays.replay import Level, Replay
from replays.stepping import markers_of
from replays.text.events import event_text
from replays.text.languages import language_of
from replays.text.names import Names
from tests.page.browser import (
    LANDSCAPE,
    PHONE,
    SITE,
    SMALL,
    WIDE,
    Opened,
    Screen,
    documented,
    free_page,
    html_of,
    on_disk,
    serve,
    violations,
)
from tests.page.examples import example
from tests.profiles import is_long

pytestmark = pytest.mark.needs("chromium")

LARGER: Final[tuple[ViewportSize, ...]] = (WIDE, {"width": 1024, "height": 768}, {"width": 820, "height": 1180})
SCREENS: Final[tuple[Screen, ...]] = ((PHONE, "dark"), (PHONE, "light"), (WIDE, "dark"), (WIDE, "light"))


@pytest.fixture
def visitor() -> dict[str, Any]:
    """Return the settings of a wide screen with touch, of somebody who wants no motion."""
    return {"viewport": WIDE, "has_touch": True, "reduced_motion": "reduce"}


@cache
def html(name: str) -> str:
    """Return the page of an example."""
    return html_of(example(name))


DRAWN_ANEW: Final = """async events => {
  const { player } = document.querySelector("calimala-replay");
  const size = (node) => 1 + [...node.childNodes].reduce((sum, child) => sum + size(child), 0);
  let drawn = 0;
  const same = new Set();
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, attributeName, oldValue, target } of changes) {
      for (const node of addedNodes) drawn += size(node);
      if (attributeName && !addedNodes.length && target.getAttribute(attributeName) === oldValue)
        same.add(`${attributeName} of ${target.getAttribute("class")}`);
    }
  });
  player.goTo(100);
  observer.observe(player.display.root, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
  for (let at = 101; at <= 100 + events; at += 1) {
    player.goTo(at);
    await 0;
  }
  return [drawn, [...same]];
}"""


def opened(context: BrowserContext, folder: Path, name: str, place: str = "") -> Opened:
    """Open an example from the disk, at a place."""
    return Opened(context, on_disk(folder, html(name)) + (f"#{place}" if place else ""))


def judged(game: Game) -> Game:
    """Return a game without people's notes, with chances as a judge notes them after each placement."""
    chance = Evaluation((10.0, 20.0, 30.0, 40.0), layer=JUDGE)
    moves = [replace(move, notes=(chance,) if isinstance(move.command, PlaceDisc) else ()) for move in game.moves]
    return replace(game, moves=tuple(moves), notes=())


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def shown_values(replay: Replay, position: int) -> dict[str, Any]:
    """Return the slots of a position except the number of a sentence."""
    names = slots(replay.start.setup, len(replay.start.rows))
    shown = dict(zip(names, plain(values(replay.states[position])), strict=True))
    del shown["waiting"]
    return shown


def test_a_page_opens_from_a_disk_and_asks_nobody(context: BrowserContext, tmp_path: Path) -> None:
    """A page is self-contained: it loads nothing else, its policy blocks nothing, and nothing goes wrong."""
    shown = opened(context, tmp_path, "game-of-four")
    shown.press("ArrowRight", "End", "v", "s")
    assert [address.partition("#")[0] for address in shown.asked] == [(tmp_path / "game.html").as_uri()]
    assert shown.wrong == []


@pytest.mark.parametrize(
    ("name", "every"), [pytest.param("study", 1, marks=pytest.mark.long), ("intrigue-with-five-families", 9)]
)
def test_the_viewer_has_every_position(context: BrowserContext, tmp_path: Path, name: str, every: int) -> None:
    """At every event of the main line that has a place the viewer has the values of that position and its sentence."""
    shown = opened(context, tmp_path, name)
    replay = Replay(example(name))
    names = Names.of(replay.start.setup)
    shown.press("e")
    positions = [at for at in range(1, replay.last + 1, every) if has_place(replay, at)]
    places = [str(replay.ids[position - 1]) for position in positions]
    answers = shown.page.evaluate(
        "places => places.map(place => { const it = document.querySelector('calimala-replay');"
        " return it.goTo(place) && it.position; })",
        places,
    )
    for position, place, answer in zip(positions, places, answers, strict=True):
        assert answer["place"] == place
        assert answer["position"] == position
        assert answer["words"] == [event_text(replay.events[position - 1], names)]
        del answer["slots"]["waiting"]
        assert answer["slots"] == shown_values(replay, position)


@pytest.mark.long
def test_the_viewer_has_every_position_of_variations(context: BrowserContext, tmp_path: Path) -> None:
    """At every event of a variation, a nested one included, the viewer has the values of that position."""
    shown = opened(context, tmp_path, "study")
    tree = Tree.of(example("study"))
    branches = [*tree.variations()]
    assert max(branch.nested for branch in branches) > 1
    for branch in branches:
        assert branch.last is not None
        replay = Replay(branch.last.game)
        for node in branch:
            place = str(node.places[-1])
            assert shown.page.evaluate(f"document.querySelector('calimala-replay').goTo('{place}')")
            answer = shown.get("position")
            position = sum(len(before.events) for before in node.path)
            del answer["slots"]["waiting"]
            assert (answer["place"], answer["slots"]) == (place, shown_values(replay, position))


def has_place(replay: Replay, position: int) -> bool:
    """Return whether the event before a position has a place of its own: the end of an activation has none."""
    return not isinstance(replay.events[position - 1], ActivationEnded)


@pytest.mark.parametrize("viewer", [pytest.param(PUBLIC, marks=pytest.mark.long), 1])
def test_a_viewpoint_shows_what_was_seen_and_hides_what_was_said(
    context: BrowserContext, tmp_path: Path, viewer: int | None
) -> None:
    """Under the viewpoint of a player or the public every position is their view, and comments are hidden."""
    shown = opened(context, tmp_path, "game-of-four")
    seen = Replay(example("game-of-four")).view(viewer)
    assert "Four of the program's own players" in shown.text(".here")
    shown.press("v" if viewer is PUBLIC else "V", *([] if viewer is PUBLIC else ["V", "V"]))
    assert shown.text(".here") == "Comments are hidden from this viewpoint."
    assert shown.page.locator(".remark").count() == 0
    places = {
        position: str(seen.ids[position - 1]) for position in range(1, seen.last + 1, 23) if has_place(seen, position)
    }
    answers = shown.page.evaluate(
        "places => places.map(place => { const it = document.querySelector('calimala-replay'); it.goTo(place);"
        " return it.position.slots; })",
        [*places.values()],
    )
    for position, answer in zip(places, answers, strict=True):
        del answer["waiting"]
        assert answer == shown_values(seen, position)


# Keys.


def test_keys_step_as_replays_do(context: BrowserContext, tmp_path: Path) -> None:
    """Arrow keys go one step of the chosen level, with Shift one of the next coarser level, as in `Replay`."""
    shown = opened(context, tmp_path, "game-of-four", "9.2")
    replay = Replay(example("game-of-four"))
    at = replay.find("9.2")
    levels = [*zip("rtace", [*Level][1:], strict=True)]
    for key, level in levels if is_long() else levels[1::2]:
        shown.press(key)
        coarser = [*Level][[*Level].index(level) - 1]
        for pressed, target in (
            ("ArrowRight", replay.next(level, at)),
            ("ArrowLeft", replay.previous(level, at)),
            ("Shift+ArrowRight", replay.next(coarser, at)),
            ("Shift+ArrowLeft", replay.previous(coarser, at)),
        ):
            assert shown.press(pressed) == (str(replay.ids[target - 1]) if target else "")
            shown.page.evaluate("document.querySelector('calimala-replay').goTo('9.2')")


@pytest.mark.long
def test_keys_jump(context: BrowserContext, tmp_path: Path) -> None:
    """Keys jump to the ends, scorings, a player's activations, comments, and a place that is typed in. Enter with a
    valid place and Escape leave the box for a place; an unknown place stays to be corrected."""
    record = example("game-of-four")
    shown = opened(context, tmp_path, "game-of-four")
    replay = Replay(record)
    ids = [str(id) for id in replay.ids]
    scored = [id for id, event in zip(ids, replay.events, strict=True) if isinstance(event, TileScored)]
    activated = [
        id for id, event in zip(ids, replay.events, strict=True) if isinstance(event, DiscActivated) and event.seat == 2
    ]
    assert [shown.press("s"), shown.press("s"), shown.press("S")] == [scored[0], scored[1], scored[0]]
    assert shown.press("G") == shown.press("End") == ids[-1]
    assert shown.press("g") == shown.press("Home") == ""
    assert [shown.press("3"), shown.press("3"), shown.press("Alt+3")] == [activated[0], activated[1], activated[0]]
    shown.press("Home", "m")
    assert shown.page.locator(".here .remark").count()
    assert shown.press(":", *"17.2", "Enter") == str(replay.ids[replay.find("17.2") - 1])
    assert shown.press("End") == ids[-1]
    assert shown.press(":", *"9.2", "Escape", "g") == ""
    found = shown.press(":", *"99", "Enter", ":", *"99", "Enter")
    assert found == ""
    box = shown.page.locator(".controls input[type=text]")
    assert box.input_value() == "99:99"
    assert shown.press("Escape", ":", *"1.1", "Enter", "End") == ids[-1]
    assert box.input_value() == "1.1"


def test_keys_lead_to_markers_and_into_variations(context: BrowserContext, tmp_path: Path) -> None:
    """`m` and `M` stop once at each marker of `markers_of`: a variation's is after the decision it replaces. Keys lead
    into the variation that begins in a step, into a nested one, and back to where each begins. A place before the
    beginning of a variation is shown in that variation if it is asked for there."""
    shown = opened(context, tmp_path, "study")
    record = example("study")
    replay = Replay(record)
    positions = sorted({marker.position for marker in markers_of(replay, record)} - {0})
    wanted = [str(replay.ids[position - 1]) for position in positions]
    assert wanted == ["1.1.1", "1.1.2", "1.1.3", "1.1.4", "2.1.4", "3.1.3", "4.3.3"]
    assert [shown.press("m") for _ in wanted] == wanted
    assert shown.press("m") == wanted[-1]
    assert [shown.press("M") for _ in wanted] == [*reversed(wanted[:-1]), ""]
    for at in ("1.1.3", "3.1.3"):
        shown.press(":", *at, "Enter", "e")
        assert shown.page.locator(".here .chip").count() == 1
    shown.press(":", *"3.1.2", "Enter", "a")
    assert shown.press("n").startswith("v4:3.")
    assert chosen_line(shown).endswith("v4")
    assert shown.press("p") == "3.1.2"
    assert shown.press(":", *"v5:3.1.2", "Enter") == "3.1.2"
    assert chosen_line(shown).endswith("v5")
    assert shown.press("e", "ArrowRight").startswith("v5:3.1")
    assert shown.press(":", *"v4:1.1", "Enter").startswith("1.1.")
    assert chosen_line(shown).endswith("v4")
    assert shown.wrong == []


def chosen_line(shown: Opened) -> str:
    """Return the line that is chosen, whether or not the choices are shown."""
    return shown.page.locator(".choices label:has-text('Line') select option:checked").text_content() or ""


@pytest.mark.long
def test_controls_are_reached_with_tab(context: BrowserContext, tmp_path: Path) -> None:
    """Every control can be reached by Tab alone and is used by Enter, Space and arrows."""
    shown = opened(context, tmp_path, "study")
    names: list[str] = []
    for _ in range(45):
        shown.page.keyboard.press("Tab")
        names.append(
            shown.page.evaluate(
                "(() => { const it = document.querySelector('calimala-replay').shadowRoot.activeElement;"
                " return it ? it.getAttribute('aria-label') || it.innerText || it.closest('label').innerText : ''; })()"
            )
        )
        if names[-1] in ("Forward", "More options"):
            shown.page.keyboard.press("Enter")
    assert shown.place != ""
    for name in (
        "Go to the start",
        "Back",
        "Play",
        "Forward",
        "Go to the end",
        "Position",
        "Game log",
        "Keyboard shortcuts",
    ):
        assert name in names


def test_it_plays_by_itself(browser: Browser, tmp_path: Path) -> None:
    """Space plays the game step by step and stops it again."""
    context = browser.new_context()
    context.clock.install()
    shown = opened(context, tmp_path, "study")
    shown.press("Space")
    context.clock.run_for(2_000)
    first = shown.place
    context.clock.run_for(2_000)
    second = shown.place
    assert "" != first != second
    shown.press("Space")
    context.clock.run_for(10_000)
    assert shown.place == second
    context.close()


def test_a_swipe_back_stays_on_the_page(context: BrowserContext, tmp_path: Path) -> None:
    """A swipe to the left goes on, to the right back; a short or vertical one does nothing. One to the right over the
    board does not lead to the previous page of the browser."""
    before = opened(context, tmp_path, "study")
    swipe = (
        "([across, down]) => { const it = document.querySelector('calimala-replay').shadowRoot.querySelector('.board');"
        " const at = (x, y) => [new Touch({identifier: 1, target: it, clientX: x, clientY: y})];"
        " it.dispatchEvent(new TouchEvent('touchstart', {touches: at(300, 300)}));"
        " it.dispatchEvent(new TouchEvent('touchend', {changedTouches: at(300 + across, 300 + down)})); }"
    )
    places: list[str] = []
    for way in ((-120, 10), (-120, 0), (-20, 0), (-120, 200), (120, 5)):
        before.page.evaluate(swipe, way)
        places.append(before.place)
    assert places[0] == places[4] != places[1] == places[2] == places[3]
    before.page.goto(on_disk(tmp_path, html("game-of-four"), "four.html") + "#17")
    before.page.wait_for_selector("calimala-replay .player")
    box = before.page.locator("calimala-replay .board svg").first.bounding_box()
    assert box
    # What it answers has no types.
    finger: Any = context.new_cdp_session(before.page)
    x, y = box["x"] + 40, box["y"] + box["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for moved in range(20, 260, 20):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + moved, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    before.page.wait_for_function("() => document.querySelector('calimala-replay')?.position.place.startsWith('16.')")
    assert "four.html#16." in before.address


def test_a_step_says_who_placed_and_the_end_who_won(context: BrowserContext, tmp_path: Path) -> None:
    """A screen reader hears the whole turn in order, the placement first; the caption is what was done in it.
    Every disc shows its sign once. At the end the caption is the result, and a card has the winner, the ranks, and the
    points of each scoring, which come to the totals."""
    shown = opened(context, tmp_path, "game-of-four", "18")
    pile = shown.page.locator(".city .piece")
    assert pile.count() == 17
    assert pile.evaluate_all("all => all.every(it => it.querySelectorAll('.on, .ring').length === 1)")
    said = shown.page.locator(".caption")
    expect(said.get_by_role("listitem").first).to_have_text("Red places a coloured disc on the wood-ship street")
    done = "Red brings wood to the warehouse, draws a card and brings wood to the warehouse with a card"
    expect(said.locator(".said")).to_have_text(done)
    expect(said.get_by_role("listitem").last).to_have_text("Red's turn is over")
    shown.press("End")
    expect(said.locator(".said")).to_contain_text("wins")
    card = shown.page.locator(".end")
    expect(card.get_by_role("heading")).to_contain_text("wins the tie")
    assert card.locator(".ranks li").first.inner_text().split() == ["1.", "Red", "33"]
    rows = [row.locator("td").all_inner_texts() for row in card.locator("tbody tr:has(td)").all()]
    earned = [[int(cell.split()[0].replace("–", "0")) for cell in row] for row in rows]
    totals = [int(cell) for cell in card.locator("tfoot td").all_inner_texts()]
    assert [sum(column) for column in zip(*earned, strict=True)] == totals
    shown.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.long
def test_names_from_right_to_left_leave_sentences_as_they_are(context: BrowserContext, tmp_path: Path) -> None:
    """A sentence begins on the left and ends on the right even if the names in it are written from right to left."""
    name = "\u05d0\u05e0\u05d2\u05dc\u05d9\u05e7\u05d4 123"
    shown = Opened(context, on_disk(tmp_path, html_of(example("game-of-four"), {1: name})) + "#18")
    first = shown.page.locator(".caption li span").first
    expect(first).to_have_text(f"{name} places a coloured disc on the wood-ship street")
    assert first.evaluate("it => getComputedStyle(it).direction") == "ltr"
    isolated = first.locator("bdi")
    expect(isolated).to_have_text(name)
    left = "it => it.getBoundingClientRect().left"
    assert abs(first.evaluate(left) - isolated.evaluate(left)) < 1


# What is heard and seen.


@pytest.mark.parametrize("name", [pytest.param("study", marks=pytest.mark.long), "intrigue-with-five-families"])
def test_axe_finds_nothing(context: BrowserContext, tmp_path: Path, name: str) -> None:
    """In the middle of a game axe finds no violation, of contrast or names either, and the page fits its width.

    It looks at a dark phone, in a long run also at a wide screen, and in both schemes.
    """
    shown = opened(context, tmp_path, name, "2")
    for size, scheme in SCREENS if is_long() else SCREENS[:1]:
        shown.page.set_viewport_size(size)
        shown.page.emulate_media(color_scheme=scheme)
        assert violations(shown.page) == []
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("code", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_small_screen_shows_controls_and_board(context: BrowserContext, tmp_path: Path, code: str) -> None:
    """Every control is on the screen at once, the choices on a tap, and the caption and the city are in sight. The page
    and its controls are in the language that it declares."""
    html = html_of(example("study"), language=language_of(code))
    shown = Opened(context, on_disk(tmp_path, html) + "#4.3")
    assert shown.page.evaluate("document.documentElement.lang") == code
    more = shown.page.get_by_role("button", name=language_of(code).text("More options"))
    for size in (SMALL, LANDSCAPE, *((PHONE,) if is_long() else ())):
        shown.page.set_viewport_size(size)
        caption, bar, city = (
            shown.page.locator(f"{part}").bounding_box() for part in (".caption", ".buttons", ".city svg")
        )
        assert caption
        assert bar
        assert city
        assert 0 <= caption["y"] < city["y"] + 30
        assert city["y"] + city["height"] / 3 < bar["y"]
        more.click()
        outside = shown.page.evaluate(
            "[...document.querySelector('calimala-replay').shadowRoot"
            ".querySelectorAll('.controls :is(button, select, input)')]"
            ".filter(it => it.checkVisibility() && !it.closest('.rest'))"
            ".map(it => [it.outerHTML, it.getBoundingClientRect()])"
            ".filter(([, { left, right, top, bottom }]) => left < 0 || right > innerWidth || top < 0"
            " || bottom > innerHeight + 1).map(([name]) => name)"
        )
        assert outside == []
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        more.click()


@pytest.mark.parametrize("size", [*(pytest.param(size, marks=pytest.mark.long) for size in LARGER), PHONE])
def test_a_scoring_is_read_whole(context: BrowserContext, tmp_path: Path, size: ViewportSize) -> None:
    """A scoring shows places, cubes, points and what decided a tie on a card of which nothing is cut."""
    free_page(context).set_viewport_size(size)
    shown = opened(context, tmp_path, "game-of-four", "35.4.2")
    card = shown.page.get_by_role("dialog", name="San Miniato is scored")
    ranks = [" ".join(words.split()) for words in card.get_by_role("listitem").all_inner_texts()]
    assert ranks == ["1. Blue ×5 +3", "2. Yellow ×2 +2", "3. Red ×2 +1", "– Green ×1 +0"]
    expect(card).to_contain_text("Yellow beats Red: more seats in the council")
    assert card.evaluate("it => it.scrollHeight <= it.clientHeight")
    assert card.get_by_role("button", name="Close").is_visible()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_the_future_is_hidden_until_asked_for(context: BrowserContext, tmp_path: Path) -> None:
    """Log, curves and marks end where somebody has come to, until the rest is asked for, whether the curves show points
    or the chances that a judge noted; these are shown of the whole record only, since they may say what is hidden.
    """
    shown = Opened(context, on_disk(tmp_path, html_of(judged(example("game-of-four")))) + "#20")
    turns = shown.page.locator(".scroller section:visible h2")
    assert turns.last.inner_text().split()[0] == "20"
    assert shown.page.locator(".pin.is-score:visible").count() == 1
    assert shown.page.locator(".pin.is-comment").count() == 0
    shown.page.get_by_role("button", name="More options").click()
    drawn = shown.page.locator("#reached rect").get_attribute("width")
    shown.page.get_by_label("Graph").select_option("chances of winning")
    ends = shown.page.locator(".end-of-curve")
    assert ends.all_inner_texts() == ["40%", "30%", "20%", "10%"]
    assert shown.page.locator("#reached rect").get_attribute("width") == drawn
    shown.page.get_by_label("Viewpoint").select_option("Red")
    assert "%" not in "".join(ends.all_inner_texts())
    shown.page.get_by_label("Viewpoint").select_option("everybody's cards")
    shown.page.get_by_role("button", name="Show the rest").click()
    assert turns.last.inner_text().split()[0] == "48"
    assert shown.page.locator(".pin.is-score:visible").count() == 20
    expect(shown.page.get_by_role("button", name="Show the rest")).to_have_count(0)


def test_whatever_is_touched_says_whose_it_is(context: BrowserContext, tmp_path: Path) -> None:
    """A cube says whose it is, since when, and what it still counts for; the moment leads there; so with discs."""
    shown = opened(context, tmp_path, "game-of-four", "43.2.2")
    facts = shown.page.locator(".facts")
    shown.page.locator("[data-spot='cube:SMF.B:1']").click()
    expect(facts.get_by_role("heading")).to_have_text("Santa Maria del Fiore (brick): Blue")
    expect(facts).to_contain_text("Counts for: contributions of brick (scored next)")
    since = facts.get_by_role("button", name="since")
    turn = since.inner_text().removeprefix("since turn ").partition(":")[0]
    since.click()
    assert shown.place.partition(".")[0] == turn
    expect(facts).to_be_hidden()
    shown.page.locator(".street[aria-label^='the weave-transport street'] .face").last.click()
    expect(facts.get_by_role("listitem").first).to_contain_text("Blue since")
    shown.press("Escape")
    expect(facts).to_be_hidden()


def test_the_city_is_walked_by_keys_and_drawn_like_a_picture(context: BrowserContext, tmp_path: Path) -> None:
    """Tab reaches the city once, arrows walk its streets, which name their discs, and Enter says more; so with the
    council. The picture of a moment has the same piles, frames and numbers in the same places, also while discs act."""
    shown = opened(context, tmp_path, "game-of-four", "43.2.2")
    focused = "document.querySelector('calimala-replay').shadowRoot.activeElement.getAttribute('aria-label')"
    shown.page.locator(".street").first.focus()
    place = shown.place
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.evaluate(focused) == "the weave-transport street: from the top: Blue, Blue, Blue"
    shown.page.keyboard.press("Enter")
    assert shown.page.locator(".facts li").count() == 3
    shown.page.keyboard.press("Escape")
    assert "weave-transport" in shown.page.evaluate(focused)
    shown.page.locator(".council button").first.focus()
    for _ in range(11):
        shown.page.keyboard.press("ArrowRight")
    assert shown.page.evaluate(focused) == "12, contributions of brick: scored next"
    assert shown.place == place
    shown.press(":", *"43.2.1", "Enter")
    replay = Replay(example("game-of-four"))
    picture = draw_city(replay.states[shown.get("position.position")], Names.of(replay.start.setup))
    drawn: dict[str, list[str]] = shown.page.evaluate(
        """() => {
          const city = document.querySelector("calimala-replay").shadowRoot.querySelector(".city");
          const all = (selector, name) => [...city.querySelectorAll(selector)].map((one) => one.getAttribute(name));
          const [paths, faces] = [all(".flank, .frame", "d"), all("ellipse.face", "cy")];
          return { paths, faces, shapes: all("polygon.on", "points") };
        }"""
    )
    assert len(drawn["paths"]) > 20
    assert [path for path in drawn["paths"] if f' d="{path}"' not in picture] == []
    assert [face for face in drawn["faces"] if f' cy="{face}"' not in picture] == []
    world = draw_world(replay.states[shown.get("position.position")], Names.of(replay.start.setup))
    cubes = shown.page.locator(".world .cube")
    assert cubes.count() > 60
    paths = shown.page.locator(".world path").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert [path for path in paths if f' d="{path}"' not in world and " 5.7l" not in path] == []
    found = cubes.evaluate_all("all => all.map(one => ['x', 'y'].map(name => Number(one.getAttribute(name))))")
    assert [(x, y) for x, y in found if f' x="{round(x, 2):g}" y="{round(y, 2):g}"' not in world] == []
    assert picture.count("<polygon") == len(drawn["shapes"])


def test_a_turn_says_what_it_changed(context: BrowserContext, tmp_path: Path) -> None:
    """At the end of a turn the caption says what was done and echoes what that changed; a scoring is still shown. After
    the last event of an activation its street is still shown, an action that was impossible crossed out. A card is
    drawn for a reason. The player in the caption is the one who acts, even in another's turn."""
    shown = opened(context, tmp_path, "game-of-four", "17")
    done = "Blue contributes brick to Santa Croce (×3) and brings brick to the warehouse (×3)"
    expect(shown.page.locator(".said")).to_have_text(done)
    expect(shown.page.locator(".score")).to_contain_text("contributions of wood")
    shown.press("ArrowRight")
    echoes = shown.page.locator(".echoed").all_inner_texts()
    assert [" ".join(words.split()) for words in echoes] == ["+2", ""]
    expect(shown.page.locator(".echoed").last).to_have_attribute("data-spot", "street:78")
    shown.press(":", *"18.1.5", "Enter", "e", "ArrowLeft", "ArrowRight")
    root = shown.page.locator("calimala-replay")
    expect(root.locator(".road.now")).to_have_count(1)
    assert root.locator(".tile.failed").get_attribute("data-spot") == "square:S"
    assert root.locator(".tile.done").get_attribute("data-spot") == "square:W"
    shown.press(":", *"18.1.2", "Enter", "c", "ArrowRight")
    expect(shown.page.locator(".said")).to_have_text("Red cannot do the ship action; draws the wood card")
    shown.press(":", *"16.3.2", "Enter", "ArrowRight")
    expect(root.locator(".strip.acting")).to_have_attribute("data-party", "2")


def test_a_step_draws_only_what_differs(context: BrowserContext, tmp_path: Path) -> None:
    """Over forty events nothing is written that was so before, and an event draws fewer than twenty nodes anew."""
    shown = opened(context, tmp_path, "game-of-four")
    shown.press("e")
    drawn, same = shown.page.evaluate(DRAWN_ANEW, 40)
    assert 0 < drawn / 40 < 20
    assert same == []


def test_sheets_and_cards_are_left_by_keys(context: BrowserContext, tmp_path: Path) -> None:
    """Arrows turn the sheets of a phone; tabbing out of a card closes it, and a closed one gives the focus back."""
    free_page(context).set_viewport_size(PHONE)
    shown = opened(context, tmp_path, "game-of-four", "17.4.2")
    root = shown.page.locator("calimala-replay")
    root.get_by_role("tab", name="City").focus()
    place = shown.place
    shown.page.keyboard.press("ArrowRight")
    expect(root.get_by_role("tab", name="World")).to_be_focused()
    expect(root.locator(".europe")).to_be_visible()
    shown.page.keyboard.press("ArrowLeft")
    assert shown.place == place
    root.locator(".score .close").press("Enter")
    expect(root.locator(".caption")).to_be_focused()
    root.locator(".street").first.press("Enter")
    shown.page.keyboard.press("Shift+Tab")
    expect(root.locator(".facts")).to_be_hidden()


def test_a_turn_is_shown_event_by_event(browser: Browser, tmp_path: Path) -> None:
    """A step plays its events one after another; a second press finishes it; things fly while it does.

    An event changes the board at once, and the rest of the page one part in each frame after that; a second press waits
    for none of them.
    """
    context = browser.new_context(viewport=WIDE)
    context.clock.install()
    shown = opened(context, tmp_path, "game-of-four", "42")
    said, latest = (shown.page.locator(part) for part in (".said", ".latest > a"))
    context.clock.pause_at(time() + 60)
    before = said.inner_text()
    shown.press("ArrowRight")
    assert shown.place == "43.0.1"
    assert shown.page.locator(".road.changed").count() == 1
    assert (said.inner_text(), latest.get_attribute("href")) == (before, "#42.4.3")
    context.clock.run_for(50)
    assert said.inner_text() != before
    context.clock.run_for(100)
    assert latest.get_attribute("href") == "#43.0.1"
    context.clock.run_for(1_400)
    assert shown.place.startswith("43.1.")
    assert shown.press("ArrowRight") == "43.4.3"
    assert latest.get_attribute("href") == "#43.4.3"
    shown.press("g", "e", ":", *"43.1.1", "Enter", "ArrowRight")
    context.clock.run_for(50)
    assert shown.page.locator(".flight").count() > 0
    context.close()


@pytest.mark.parametrize("size", [PHONE, pytest.param(WIDE, marks=pytest.mark.long)])
def test_print_has_all_words(context: BrowserContext, tmp_path: Path, size: ViewportSize) -> None:
    """Neither the step's words nor the comments are cut on paper, which has the board and no controls."""
    free_page(context).set_viewport_size(size)
    shown = opened(context, tmp_path, "study", "4.3")
    shown.page.emulate_media(media="print")
    for part in (".caption", ".here", ".scroller"):
        box = f"document.querySelector('calimala-replay').shadowRoot.querySelector('{part}')"
        assert shown.page.evaluate(f"{box}.scrollHeight <= {box}.clientHeight")
    assert not shown.page.locator(".controls").is_visible()
    assert shown.page.locator(".board").is_visible()


def test_remarks_are_shown_with_whose_they_are(context: BrowserContext, tmp_path: Path) -> None:
    """Comments and glyphs are beside the position, later in the log after their decision, with their authors. What
    a mark is on is framed on the board while its decision is shown, and not at other steps."""
    shown = opened(context, tmp_path, "study", "1")
    assert shown.page.locator(".city .tile.pointed").count() == 1
    shown.press("ArrowRight")
    assert shown.page.locator(".tile.pointed").count() == 0
    assert shown.place.startswith("2.")
    (entry,) = shown.page.locator(".log .entry[href='#2.1.4']").all()
    assert entry.inner_text().endswith("!?")
    said = ("Paolo: !? an interesting decision", "Red is ahead", "variation from here: v3")
    assert all(words in shown.text(".here") for words in said)
    assert not shown.page.locator(".log .current .remark:visible").count()
    shown.press("e", "ArrowLeft")
    assert all(words in shown.text(".scroller") for words in said)


def test_a_step_is_announced_and_help_opens(context: BrowserContext, tmp_path: Path) -> None:
    """After each step a live region announces all that happened; each street names its discs. The list of keys opens by
    its key and closes with Escape; meanwhile keys do not affect the game."""
    shown = opened(context, tmp_path, "study", "1.1.1")
    region = shown.page.locator("[aria-live=polite]")
    assert region.count() == 1
    shown.press("a", "ArrowRight")
    for words in shown.get("position.words"):
        assert words.lower() in (region.text_content() or "").lower()
    assert shown.page.locator(".street[aria-label='the marble-artwork street: from the top: Blue']").count() == 1
    dialog = shown.page.locator("dialog")
    before = shown.press("?")
    assert dialog.is_visible()
    assert shown.press("End") == before
    shown.press("Escape")
    assert not dialog.is_visible()


@pytest.mark.long
@pytest.mark.parametrize("code", ["ru", "zh_TW"])
def test_it_speaks_other_languages(context: BrowserContext, tmp_path: Path, code: str) -> None:
    """The document and the viewer declare their language, and no control stays English."""
    language = language_of(code)
    shown = Opened(context, on_disk(tmp_path, html_of(example("study"), language=language)))
    assert shown.page.evaluate("document.documentElement.lang") == code.replace("_", "-")
    assert not shown.page.locator(".controls").get_by_text("Viewpoint").count()
    assert shown.page.locator(".city svg").first.get_attribute("aria-label") == language.text("City")


def test_names_and_comments_are_text(context: BrowserContext, tmp_path: Path) -> None:
    """Markup, script ends and control characters in names, titles, comments and variations have no effect."""
    bad = "</script><img src=x onerror=window.hit=1><b>&amp;\u202ex"
    text = Path("examples/study.cgn").read_text(encoding="utf-8")
    text = text.replace("Artwork first", f"{bad} Artwork first").replace("marble first", bad)
    text = text.replace('"Maria"', f'"{bad}"').replace("Friday at Tania's", bad).replace("en Maria", f"en {bad}")
    record = loads(text)
    shown = Opened(context, on_disk(tmp_path, html_of(record, {0: bad})) + "#1.1.2")
    shown.press("m", "ArrowRight", "v", "V")
    assert shown.wrong == []
    assert shown.page.evaluate("window.hit") is None
    assert shown.page.locator("img").count() == 0
    assert "</script><img src=x onerror=window.hit=1><b>&amp;" in shown.text(".scroller")


# Addresses and other programs.


def test_the_address_leads_and_follows(context: BrowserContext, tmp_path: Path) -> None:
    """A fragment opens its place, also in a variation; a new one goes there, steps update it; nonsense is reported."""
    shown = opened(context, tmp_path, "study", "v4:3.1.3")
    assert shown.place == "v4:3.1.3"
    shown.page.evaluate("location.hash = '2.1'")
    shown.page.wait_for_function("() => document.querySelector('calimala-replay').position.place.startsWith('2.1')")
    place = shown.press("ArrowRight")
    assert shown.address.endswith(f"#{place}")
    shown.page.evaluate("location.hash = '<b>99'")
    shown.page.wait_for_function(
        "() => document.querySelector('calimala-replay').shadowRoot"
        ".querySelector('.caption').innerText.includes('<b>99')"
    )
    assert shown.place == place
    assert shown.address.endswith(f"#{place}")
    shown.press("ArrowLeft")
    assert "<b>99" not in shown.text(".caption")


def test_the_documented_frame(context: BrowserContext) -> None:
    """The documented example of a page with a frame works as printed: it moves the game and is notified of steps."""
    serve(context, {"game.html": html("game-of-four"), "frame.html": documented("A game in a frame")})
    shown = Opened(context, f"{SITE}/frame.html")
    place = str(Replay(example("game-of-four")).ids[Replay(example("game-of-four")).find("17.2") - 1])
    shown.page.wait_for_function("place => document.querySelector('output').textContent === place", arg=place)
    answer = shown.page.evaluate(
        "() => new Promise((done) => { addEventListener('message', (event) => {"
        " if (event.data.calimala === 'position') done(event.data); }); ask({calimala: 'position'}); })"
    )
    assert answer["place"] == place
    assert answer["slots"]["turn"] == 17
    missing = shown.page.evaluate(
        "() => new Promise((done) => { addEventListener('message', (event) => {"
        " if (event.data.calimala === 'missing') done(event.data.place); }); ask({calimala: 'goto', place: '99'}); })"
    )
    assert missing == "99"
    assert shown.wrong == []


def test_the_documented_tag(context: BrowserContext) -> None:
    """The documented example of a page with the element works as printed; keys elsewhere do not affect the element."""
    files = {"game.html": html("study"), "calimala-replay.js": viewer_module()}
    serve(context, {**files, "tag.html": documented("A game in an element").replace("17.2", "3.1.3")})
    shown = Opened(context, f"{SITE}/tag.html")
    shown.page.wait_for_function("() => document.querySelector('output').textContent === '3.1.3'")
    assert shown.press("End") == "3.1.3"
    shown.page.locator(".controls button").first.focus()
    assert shown.press("End") != "3.1.3"
    assert "#" not in shown.address


def test_a_tag_without_a_game_says_so(context: BrowserContext) -> None:
    """An element whose source is missing, or is not one of ours, says what is wrong."""
    tag = '<!DOCTYPE html><script type="module" src="calimala-replay.js"></script><calimala-replay src="{}">'
    serve(
        context,
        {"calimala-replay.js": viewer_module(), "no.html": tag.format("gone.html"), "it.html": tag.format("no.html")},
    )
    for name, words in (("no.html", "404"), ("it.html", "this page contains no game")):
        page = free_page(context)
        page.goto(f"{SITE}/{name}")
        assert words in page.get_by_role("alert").inner_text()


def test_a_record_without_notes_or_moves_opens(context: BrowserContext, tmp_path: Path) -> None:
    """A record without decisions is a page, too."""
    record = example("study")
    shown = Opened(context, on_disk(tmp_path, html_of(play(record.setup))))
    assert shown.press("ArrowRight", "End", "s", "m", "n", "p", "v", "Shift+ArrowLeft") == ""
    assert shown.wrong == []
