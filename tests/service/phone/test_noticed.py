"""Messages of the recorder's page, in a real browser: why an action is missing, and what others changed."""

from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from calimala_es import initial, legal, step
from calimala_es.commands import Command, DoAction, PlaceDisc, PlayCard, SkipAction
from calimala_es.deck import chance_command, is_chance
from calimala_es.frames import Activation
from calimala_es.game import Game, play
from calimala_es.initial import shuffled_setup
from calimala_es.state import State
from notation import dumps
from notation.grammar.symbols import format_command
from tests.service.phone.conftest import TWO_TURNS
from tests.service.recording import Phone
from tests.service.serving import Serving, serving

pytestmark = pytest.mark.needs("chromium")

_FEW = 6


@pytest.fixture
def played() -> str:
    """Return two turns."""
    return TWO_TURNS


def _settleable(state: State) -> set[str]:
    """Return the actions that may be done or left out."""
    return {option.action for option in legal(state) if isinstance(option, DoAction | SkipAction)}


def _needs_a_card(state: State) -> bool:
    """Return whether one of two actions needs a card, of which there are many, and the other is impossible."""
    options = legal(state)
    is_impossible = not any(isinstance(option, DoAction) for option in options)
    return isinstance(state.now, Activation) and is_impossible and len(_settleable(state)) == 1 < len(options) - _FEW


def _tight() -> tuple[Game, str, State]:
    """Return a game with a street that offers something only after a card; its name and the state then."""
    random = Random(0)
    setup = shuffled_setup("bry", random)
    state, commands = initial(setup), list[Command]()
    while True:
        options = [chance_command(state, random)] if is_chance(state) else [*legal(state)]
        for option in options:
            after = step(state, option)[1]
            if isinstance(option, PlaceDisc) and _needs_a_card(after):
                record = play(setup, commands)
                return record, format_command(state, option), after
        command = random.choice([option for option in options if not isinstance(option, PlayCard)] or options)
        commands.append(command)
        state = step(state, command)[1]


@pytest.mark.long
def test_why_only_cards_can_come_is_said(server: Serving, context: BrowserContext) -> None:
    """If an action of the street is impossible and cannot be skipped, the page says that a card comes first, and shows
    the cards."""
    record, name, state = _tight()
    assert isinstance(state.now, Activation)
    game = server.made(dumps(record))
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    notice, hand = phone.page.locator("[data-notice='card first']"), phone.part("act").locator("section.hand")
    expect(notice).to_have_count(0)
    phone.write(name)
    phone.saved()
    expect(notice).to_contain_text("is required but impossible right now: play a card first")
    (left,) = _settleable(state)
    phone.tap(f"{left}-")
    phone.saved()
    expect(notice).to_have_count(1)
    expect(hand).to_be_visible()
    expect(phone.part("act").locator("button.decision:not(.by-hand)")).to_have_count(0)
    phone.check()
    assert phone.wrong == []


@pytest.mark.long
def test_what_another_phone_changed_is_said(server: Serving, phone: Phone, game: dict[str, Any]) -> None:
    """If another phone undoes or replaces something on this page, a message names the turn, also for screen readers,
    but not when the other continues or this one undoes."""
    notice, heard = phone.part("act").locator("p.notice"), phone.part("announcement")
    server.write(game, "decisions", notation="3. WM W M /", auto=True)
    expect(phone.part("waiting")).to_have_text("Maria must place a disc")
    expect(notice).to_have_count(0)
    count = server.send("POST", f"/api/games/{game['id']}/undo", {"count": 2}, game["keys"]["recorder"], If_Match="*")
    expect(notice).to_have_text("Turn 3: another phone has undone what was here.")
    expect(heard).to_have_text("Turn 3: another phone has undone what was here.")
    phone.check()
    numbers = [one["number"] for one in count["last"] if one["symbol"] == "V"]
    server.write(game, "corrections", at=numbers[-1], delete=True, rest="observed")
    expect(notice).to_have_text("Turn 2: another phone has recorded this differently.")
    phone.undo()
    phone.saved()
    expect(notice).to_have_count(0)
    assert phone.wrong == []


@pytest.mark.long
def test_a_restored_store_is_shown(context: BrowserContext, tmp_path: Path) -> None:
    """If the service starts again with an older copy of its store, the page shows the game as it is there, says which
    turn is gone, and records on."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with serving(file) as server:
        game, port = server.made(dumps(play(shuffled_setup("bry", Random(4))))), server.port
        before = server.write(game, notation=TWO_TURNS)["undo"]
    copyfile(file, copy)
    with serving(file, "--port", port) as server:
        after = server.write(game, notation="3. WM W M /")["undo"]
        phone = Phone(context, game["links"]["record"])
        phone.sees(after)
    copyfile(copy, file)
    with serving(file, "--port", port) as server:
        expect(phone.part("act").locator("p.notice")).to_have_text("Turn 3: another phone has undone what was here.")
        phone.sees(before)
        phone.write("WM W")
        phone.saved()
        assert "3. WM W" in server.notation(game)
    assert phone.wrong == []


@pytest.mark.long
def test_digits_are_for_what_is_shown(phone: Phone) -> None:
    """A digit chooses only a visible option; without one it does nothing."""
    phone.write("3. WM W M / 4. MU M U-?")
    phone.saved()
    options = phone.part("act").locator("button[data-symbol]")
    shown = phone.part("act").locator("button[data-symbol]:visible")
    count = shown.count()
    assert 1 < count < min(options.count(), 9)
    line = phone.part("line").inner_text()
    for digit in range(count + 1, 10):
        phone.page.keyboard.press(str(digit))
    phone.saved()
    assert phone.part("line").inner_text() == line
    phone.page.keyboard.press(str(count))
    expect(phone.part("waiting")).to_have_text("Angelica must place a disc")
    phone.saved()
    assert shown.count() == 0
    for key in "123456789":
        phone.page.keyboard.press(key)
    expect(phone.part("waiting")).to_have_text("Angelica must place a disc")
    assert phone.wrong == []
