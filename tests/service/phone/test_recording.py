"""The recorder in a real browser, on a phone, against a real server."""

import json
import zlib
from collections.abc import Callable
from random import Random
from typing import Any, Final
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Locator

from calimala_es.components import SCORING_TILES, MaybeStreet, Street
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from notation import dumps, loads
from notation.grammar.symbols import format_command
from tests.page.browser import PHONE, Screen, free_page, violations
from tests.profiles import few, is_long
from tests.service.phone.conftest import BEGUN, OPENING
from tests.service.recording import HESITATION, Intended, Phone, decided, street_of
from tests.service.serving import Serving, answered

pytestmark = pytest.mark.needs("chromium")


SCREENS: Final[tuple[Screen, ...]] = (
    ({"width": 360, "height": 640}, "light"),
    (PHONE, "dark"),
    ({"width": 1280, "height": 800}, "light"),
)

LAST_TAPPED: Final = 44
"""The last turn of a game of two, which is tapped again."""

_FOCUSED = "document.activeElement.shadowRoot?.activeElement"


def made(server: Serving, record: Game) -> dict[str, Any]:
    """Make a game on that server."""
    return server.made('[Blue "Maria"]\n[Red "Angelica"]\n[Yellow "Tania"]\n' + dumps(record))


def answer(server: Serving, game: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the service's answer about a game as JSON."""
    answer: dict[str, Any] = json.loads(server.get(f"/api/games/{game['id']}{path}", game["keys"]["owner"]))
    return answer


def test_a_game_is_recorded_by_taps(server: Serving, context: BrowserContext) -> None:
    """All turns of a game are recorded on a phone, some typed and the others tapped: through a lost connection, an
    offline reload, lost answers, an undo, a turn that began illegally (the error names the rule, and taps go on) and
    the correction of an old one. No decision is lost or doubled."""
    intended = Intended(play(shuffled_setup("br", Random(2))), 5)
    while not isinstance(intended.state.now, Placement):
        intended.play(intended.choose())
    game = made(server, intended.game)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.worker()

    def go_on(tap: Callable[[str, MaybeStreet], None] = phone.tap) -> None:
        symbol = intended.choose()
        tap(symbol, street_of(intended.state, symbol))
        intended.play(symbol)

    def until(turn: int, *frames: type) -> None:
        while not intended.state.is_over and (intended.state.turn < turn or not isinstance(intended.state.now, frames)):
            go_on()
            phone.saved()

    until(2, Activation)
    context.set_offline(True)
    before = decided(server.notation(game))
    intended.follows = False
    for number in range(8):
        go_on(phone.tap_unchecked)
        phone.state("away")
        if number == 4:
            phone.page.reload()
    assert decided(server.notation(game)) == before
    context.set_offline(False)
    phone.saved()
    intended.follows = True
    intended.draw()
    assert decided(server.notation(game)) == intended.commands

    phone.lose_answers(2)
    until(intended.state.turn + 1, Placement)
    assert decided(server.notation(game)) == intended.commands

    street = intended.refused()
    phone.place("", street)
    phone.state("alarm")
    assert "(R" in phone.part("act").locator(".why").inner_text()
    phone.part("act").locator("[data-key=anyway]").click()
    phone.saved()
    intended.play_anyway(intended.name_of(street))
    assert decided(server.notation(game)) == intended.commands
    assert phone.part("act").locator(".notice").count() == 0
    assert isinstance(intended.state.now, Activation)

    until(0, Activation)
    before = intended.commands
    go_on()
    phone.saved()
    phone.undo()
    phone.saved()
    intended.back_to(len(before))
    assert decided(server.notation(game)) == before

    until(0, Placement)
    number, symbol = intended.corrigible()
    phone.correct(number, symbol)
    phone.saved()
    intended.correct(number, symbol)
    assert decided(server.notation(game)) == intended.commands

    phone.write(" ".join(symbol for _ in range(intended.state.turn, LAST_TAPPED) for symbol in intended.turn()))
    phone.saved()
    assert decided(server.notation(game)) == intended.commands

    until(99)
    phone.page.locator("[data-part=act] a.button").wait_for()
    assert decided(server.notation(game)) == intended.commands
    assert phone.wrong == []


def test_two_phones_say_the_same_or_are_asked(server: Serving, browser: Browser) -> None:
    """Two phones record one game. A decision of both is in the game once; if they differ, the later phone shows both,
    and the one that is tapped is what the game has."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    intended = Intended(record, 1)
    server.write(game, notation=BEGUN)
    intended.play(OPENING)
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2)]
    one, other = (Phone(context, game["links"]["record"]) for context in contexts)
    one.saved()
    streets = intended.streets()

    def parted(mine: Street, theirs: Street) -> None:
        """Record a decision on the first phone, which is offline, and another one elsewhere; return the phone."""
        other.sees(len(intended.commands))
        contexts[0].set_offline(True)
        one.place("", mine)
        one.state("away")
        other.place("", theirs)
        other.saved()
        contexts[0].set_offline(False)

    parted(streets[0], streets[0])
    one.saved()
    intended.play(intended.name_of(streets[0]))
    assert decided(server.notation(game)) == intended.commands

    one.undo()
    one.saved()
    intended.back_to(len(intended.commands) - 1)
    parted(streets[0], streets[1])
    one.state("alarm")
    one.part("act").locator("[data-choice=theirs]").click()
    one.saved()
    assert decided(server.notation(game)) == (*intended.commands, *intended.placed(streets[1]))

    one.undo()
    one.saved()
    parted(streets[0], streets[1])
    one.state("alarm")
    one.part("act").locator("[data-choice=mine]").click()
    one.saved()
    assert decided(server.notation(game)) == (*intended.commands, *intended.placed(streets[0]))
    assert one.wrong == other.wrong == []
    for context in contexts:
        context.close()


def test_nothing_tapped_is_lost_with_the_connection_and_a_reload(server: Serving, context: BrowserContext) -> None:
    """Taps without a connection are shown at once: their words, the line of the turn, the disc. After a reload the same
    buttons are there and work, the end of a disc and the next turn among them; an undo is shown as well. A waiting
    comment does not block taps. All influence cards that may be turned up are in sight, each as one button."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    intended = Intended(record, 1)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.worker()
    faces = [one.bounding_box() for one in phone.part("act").locator(".faces button").all()]
    bar = phone.page.locator(".bar").bounding_box()
    assert len(faces) == 11
    assert bar
    assert all(box and box["height"] >= 44 and box["y"] + box["height"] <= bar["y"] for box in faces)
    phone.write(OPENING)
    phone.saved()
    intended.play(OPENING)
    before = decided(server.notation(game))
    street = intended.streets()[0]
    name = intended.name_of(street)
    act, unsent = phone.part("act"), phone.part("line").locator(".unsent")
    context.set_offline(True)
    phone.part("say").click()
    phone.page.locator("dialog textarea").fill("What a game")
    phone.page.locator("dialog [type=submit]").click()
    phone.state("away")
    phone.street(street).click()
    assert unsent.inner_text() == name
    assert phone.page.locator(".city .piece.waits").count() == 1
    tapped = [name]
    for number in range(2):
        symbols = [one.get_attribute("data-symbol") or "" for one in act.locator("section.deed button").all()]
        deed = next(symbol for symbol in symbols if symbol[-1:].isalpha() and symbol not in tapped)
        phone.page.wait_for_timeout(HESITATION)
        phone.page.reload()
        phone.state("away")
        assert unsent.inner_text() == " ".join(tapped)
        assert act.locator('[data-key="next turn"]').count() == act.locator('[data-symbol="/"]').count() == 1
        act.locator(f'button[data-symbol="{deed}"]').first.click()
        tapped.append(deed)
        assert unsent.inner_text() == " ".join(tapped)
        assert "(waiting)" in phone.part("waiting").inner_text()
        if number:
            phone.undo()
            tapped.pop()
            assert unsent.inner_text() == " ".join(tapped)
    context.set_offline(False)
    phone.saved()
    intended.play(" ".join(tapped))
    assert decided(server.notation(game)) == intended.commands
    context.set_offline(True)
    for line in ("↶", "↶ ↶"):
        phone.undo()
        phone.part("line").get_by_text(line, exact=True).wait_for(state="attached")
    context.set_offline(False)
    phone.saved()
    intended.back_to(len(intended.commands) - 2)
    assert decided(server.notation(game)) == intended.commands == before
    assert unsent.count() == 0
    assert phone.wrong == []


def test_a_seat_enters_its_cards(server: Serving, context: BrowserContext) -> None:
    """A second phone, opened by a seat's link, enters the cards of the seat; the recorder's phone does not see them. If
    they contradict what the table recorded, two choices are offered. The page says whose seat it is and how many dealt
    cards are entered, and offers none that is face up."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    recorder = Phone(context, game["links"]["record"])
    recorder.saved()
    before = server.notation(game)
    seat = Phone(context, game["links"]["seat0"])
    seat.saved()
    assert "#" not in seat.page.url
    seat.part("head").get_by_text("Maria").wait_for()
    dealt = seat.part("act").locator(".own-card").first
    dealt.click()
    for code in ("HAM", "PAL", "BRU"):
        assert (
            seat.page.locator("dialog [role=status]").inner_text() == f"{['HAM', 'PAL', 'BRU'].index(code)} of 3 chosen"
        )
        seat.page.locator(f"dialog [data-code={code}]").click()
    seat.saved()
    seat.part("act").locator("[data-card='BRU.HAM.PAL']").wait_for()
    assert server.notation(game) == before
    recorder.tap("HAM")
    recorder.saved()
    seat.page.locator("[data-settle=disagreement]").wait_for()
    seat.page.locator("[data-choice=table]").click()
    seat.page.locator("[data-settle=disagreement]").wait_for(state="detached")
    assert seat.part("act").locator("[data-card='BRU.HAM.PAL']").count() == 0
    dealt.click()
    seat.page.locator("dialog [data-code=PAL]").wait_for()
    assert seat.page.locator("dialog [data-code=HAM]").count() == 0
    assert seat.wrong == recorder.wrong == []


def test_a_game_begins_on_the_phone(server: Serving, context: BrowserContext) -> None:
    """Names, the occasion and the place are typed, the phone deals the tiles and shows how to lay them out, and the
    recorder goes on with the keys saved on the phone. Tiles that are already on the table are tapped in their order
    instead, all but the last; one tapped by mistake can be removed alone."""
    page = free_page(context)
    page.goto(server.link("/new"))
    page.locator("[name=name0]").fill('Maria "<b>"')
    page.locator("[name=colour2]").select_option("green")
    page.locator("[name=event]").fill("Friday")
    page.locator("[name=site]").fill("Florence")
    page.locator("[name=date]").fill("2026-11-20")
    page.locator("[data-part=form] [type=submit]").click()
    page.locator("[data-new=begin]").wait_for()
    page.locator("[data-new=again]").click()
    page.locator("[data-part=tapping]").click()
    for tile in "SVTAWMB":
        page.locator(f"[data-tile={tile}]").click()
    assert page.locator(".squares .square").count() == 9
    page.locator("[data-new=undo]").click()
    page.locator("[data-tile=U]").click()
    for tile in SCORING_TILES[:-1]:
        page.locator(f"[data-tile={tile}]").click()
    page.locator("[data-new=undo]").click()
    page.locator(f"[data-tile={SCORING_TILES[-2]}]").click()
    page.locator("[data-new=begin]").click()
    page.locator("[data-new=record]").click()
    page.locator("[data-part=state][data-kind=saved]").wait_for()
    id = page.url.rpartition("/")[2].partition("?")[0]
    keys = json.loads(page.evaluate("localStorage.getItem('calimala.keys')"))[id]
    made = loads(server.notation({"id": id, "keys": keys}))
    assert (made.setup.colours, made.setup.city, made.setup.council) == ("brg", "SVTACWMUB", SCORING_TILES)
    assert made.header("Blue") == 'Maria "<b>"'
    assert [made.header(name) for name in ("Event", "Site", "Date")] == ["Friday", "Florence", "2026.11.20"]
    assert page.locator(".strip bdi").first.inner_text() == 'Maria "<b>"'


def test_what_is_said_and_shown_waits_for_a_connection(server: Serving, context: BrowserContext) -> None:
    """A comment and a photo of the table are stored on the phone until they can be sent; a photo is a small picture
    that reveals nothing of the camera. Both are sent together: choosing a photo preserves the typed text, and a photo
    can be removed again. Markup in a comment is text."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    context.set_offline(True)
    phone.part("say").click()
    box, file = phone.page.locator("dialog textarea"), phone.page.locator("dialog [type=file]")
    box.fill("<b>Bold</b> & brave")
    png: FilePayload = {"name": "table.png", "mimeType": "image/png", "buffer": large_picture()}
    file.set_input_files([png])
    phone.page.locator("dialog [data-photo=drop]").click()
    phone.page.locator("dialog canvas").wait_for(state="detached")
    file.set_input_files([png])
    phone.page.locator("dialog canvas").wait_for()
    assert box.input_value() == "<b>Bold</b> & brave"
    phone.page.locator("dialog [type=submit]").click()
    phone.page.locator("dialog").wait_for(state="detached")
    phone.state("away")
    context.set_offline(False)
    phone.saved()
    (said,) = answer(server, game, "/comments")["comments"]
    assert (said["text"], said["layer"]) == ("<b>Bold</b> & brave", "table")
    (photo,) = answer(server, game, "/photos")["photos"]
    content = answered(photo["link"], key=game["keys"]["owner"])
    assert content.startswith(b"\xff\xd8\xff")
    assert len(content) < 1_500_000
    assert phone.wrong == []


def test_a_turn_is_recorded_by_keys_alone(server: Serving, context: BrowserContext) -> None:
    """A keyboard is enough: Tab and Enter reach streets and buttons, numbers are the first buttons, u undoes. What was
    saved and what is next is announced, and the place on the page is not lost."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.part("act").locator("button[data-symbol]").first.wait_for()
    keyboard, heard = phone.page.keyboard, phone.part("announcement")
    for said in ("Tania must", "Angelica must", "Maria must take", "Maria must place a disc."):
        keyboard.press("1")
        phone.saved()
        phone.page.get_by_text(said.removesuffix(".")).first.wait_for()
    assert heard.inner_text().endswith("Maria must place a disc.")
    before = decided(server.notation(game))
    phone.part("act").focus()
    for _ in range(40):
        keyboard.press("Tab")
        if phone.page.evaluate(f"{_FOCUSED}?.matches('.street[data-may=true]')"):
            break
    keyboard.press("Enter")
    phone.saved()
    assert len(decided(server.notation(game))) == len(before) + 1
    assert phone.page.evaluate("document.activeElement.dataset.part") == "act"
    keyboard.press("u")
    phone.saved()
    assert decided(server.notation(game)) == before
    assert phone.wrong == []


def test_what_nobody_saw_and_what_the_rules_refuse_is_written(
    server: Serving, context: BrowserContext, browser: Browser
) -> None:
    """In the dialog "Else" a turn is recorded as missed, and an action as played anyway: its changes are observed. Each
    can be undone and redone by one tap, after a reload and on another phone as well."""
    record = play(shuffled_setup("bry", Random(4)))
    game = made(server, record)
    intended = Intended(record, 1)
    server.write(game, notation=BEGUN)
    intended.play(OPENING)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.part("more").click()
    phone.page.locator("dialog [data-symbol=_]").click()
    phone.saved()
    intended.play("_")
    assert decided(server.notation(game)) == intended.commands
    phone.place("", street := intended.streets()[0])
    phone.saved()
    intended.play(intended.name_of(street))
    may = {format_command(intended.state, option) for option in legal(intended.state)}
    phone.part("more").click()
    phone.page.locator("[data-more=anyway]").click()
    deeds = phone.page.locator("dialog section.deed button.decision").all()
    symbols = [deed.get_attribute("data-symbol") or "" for deed in deeds]
    refused = next(symbol for symbol in symbols if symbol not in may)
    assert not any(symbol.endswith("-") for symbol in symbols)
    phone.page.locator(f'dialog section.deed [data-symbol="{refused}"]').click()
    phone.saved()
    before = intended.commands

    def back_and_forth(by: Phone) -> None:
        by.saved()
        by.undo()
        by.page.locator("[data-part=redo]:enabled").wait_for()
        by.saved()
        assert decided(server.notation(game)) == before
        by.part("redo").click()
        by.page.locator("[data-part=redo]:disabled").wait_for()
        by.saved()
        assert decided(server.notation(game)) == intended.commands

    intended.play_anyway(refused)
    assert decided(server.notation(game)) == intended.commands
    assert ":=" in server.notation(game)
    if is_long():
        phone.page.reload()
        back_and_forth(phone)
    with browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") as pocket:
        back_and_forth(other := Phone(pocket, game["links"]["record"]))
        assert phone.wrong == other.wrong == []


@pytest.mark.long
def test_what_nothing_makes_possible_ends_its_turn(server: Serving, context: BrowserContext) -> None:
    """A support disc for which cards were drawn although another placement was possible is shown; the page says that
    the turn is over and how to record what else happened."""
    record = play(shuffled_setup("br", Random(2)))
    game = made(server, record)
    intended = Intended(record, 5)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    while not isinstance(intended.state.now, Placement):
        phone.tap(symbol := intended.choose())
        intended.play(symbol)
        phone.saved()
    street = intended.streets()[0]
    phone.part("more").click()
    phone.page.locator("[data-more=anyway]").click()
    phone.page.locator('dialog [data-key="kind d"]').click()
    phone.page.locator(f'dialog [data-spot="street:{street}"]').click()
    phone.saved()
    intended.play_anyway(f"{intended.name_of(street)}00")
    assert decided(server.notation(game)) == intended.commands
    assert "b.points:=12" in phone.part("act").locator(".notice").inner_text()
    assert phone.wrong == []


def test_comments_and_photos_are_retracted(server: Serving, context: BrowserContext) -> None:
    """Comments and photos of the table are listed, the last first. Each is retracted by one tap, a photo for good, also
    on another phone than they came from. Without a connection none is removed."""
    game = made(server, play(shuffled_setup("bry", Random(4))))
    for words in ("<i>first</i>", "second"):
        server.send(
            "POST", f"/api/games/{game['id']}/comments", {"text": words}, game["keys"]["recorder"], If_Match="*"
        )
    path = f"/api/games/{game['id']}/photos"
    server.send("POST", path, large_picture(), game["keys"]["recorder"], Content_Type="image/png")
    (photo,) = answer(server, game, "/photos")["photos"]
    other = Phone(context, game["links"]["record"])
    other.saved()
    other.part("say").click()
    entries = other.page.locator("dialog [data-remark]")
    entries.first.locator("canvas").wait_for()
    assert [one.locator("bdi").inner_text() for one in entries.all()[1:]] == ["second", "<i>first</i>"]
    other.check()
    context.set_offline(True)
    entries.nth(1).locator("button").click()
    other.page.locator("dialog [role=status]", has_text="no connection").wait_for()
    assert entries.count() == 3
    context.set_offline(False)
    entries.first.locator("button").click()
    assert entries.first.locator("button").inner_text() == "Delete permanently?"
    for left in (2, 1):
        entries.first.locator("button").click()
        other.page.locator("dialog [role=status]", has_text="Deleted").wait_for()
        entries.nth(left).wait_for(state="detached")
        assert other.page.evaluate("document.activeElement.closest('[data-remark]') !== null")
    assert [one["text"] for one in answer(server, game, "/comments")["comments"]] == ["<i>first</i>"]
    assert answer(server, game, "/photos")["photos"] == []
    with pytest.raises(HTTPError, match="404"):
        answered(photo["link"], key=game["keys"]["owner"])
    assert other.wrong == []


def large_picture() -> bytes:
    """Return a PNG of 2600 by 1400 grey pixels."""
    width, height = 2600, 1400

    def chunk(name: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + name + content + zlib.crc32(name + content).to_bytes(4)

    head = width.to_bytes(4) + height.to_bytes(4) + bytes((8, 0, 0, 0, 0))
    rows = zlib.compress((b"\0" + bytes(range(256)) * 10 + bytes(40)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_pages_fit_and_axe_finds_nothing(server: Serving, context: BrowserContext) -> None:
    """The recorder's pages fit into small phones and wide screens, light and dark; axe finds nothing in them, and every
    button is large enough for a thumb. Axe looks at each page once, on a phone or on a wide screen, where all sheets
    are in sight, and at the page on which a game begins where it is the subject; in a long run at all at every size."""
    game = made(server, play(shuffled_setup("bry", Random(4))))
    server.write(game, notation=BEGUN)
    phone = Phone(context, game["links"]["record"])
    small, dark, wide = SCREENS

    def fits(phone: Phone, judged: Screen | None, part: Locator | None = None) -> None:
        for screen in SCREENS:
            if screen not in (small, wide, judged) and not is_long():
                continue
            size, scheme = screen
            phone.page.set_viewport_size(size)
            phone.page.emulate_media(color_scheme=scheme)
            phone.fits()
            if is_long() or screen == judged:
                assert violations(phone.page, part) == []

    phone.saved()
    # In dark colours the table is judged by tests of the viewer, and in light ones below.
    fits(phone, dark, phone.part("act"))
    phone.streets(legal=True).first.click()
    phone.saved()
    fits(phone, wide)
    phone.page.set_viewport_size(small[0])
    for sheet in ("World", "Game log", "City"):
        phone.sheet(sheet)
        phone.fits()
    phone.part("phones").click()
    phone.page.locator("[data-link=record]").click()
    phone.page.locator(".qr").wait_for()
    fits(phone, small, phone.page.locator("dialog"))
    phone.page.keyboard.press("Escape")
    for link, judged in few([(game["links"]["seat1"], dark), (server.link("/new"), None)]):
        page = Phone(context, link)
        page.page.wait_for_load_state("networkidle")
        fits(page, judged)
