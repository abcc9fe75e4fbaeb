"""The recorder in a real browser, on a phone, against a real server."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from calimala_es.shuffle import shuffled_setup
from calimala_es.state import Activation, Placing
from notation import Record, dumps
from tests.page.browser import PHONE, chromium
from tests.service.recording import Intended, Phone, decided, street_of
from tests.service.serving import Serving, serving

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of its own for each test."""
    phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    yield phone
    phone.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server with a store of its own."""
    with serving(tmp_path_factory.mktemp("store") / "games.db", "--rate", 0) as running:
        yield running


def made(server: Serving, record: Record) -> dict[str, Any]:
    """A game of that server."""
    body = json.dumps({"notation": '[Blue "Maria"]\n[Red "Angelica"]\n' + dumps(record)}).encode()
    request = urllib.request.Request(server.link("/api/games"), body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def notation(server: Serving, game: dict[str, Any]) -> str:
    """What the service has of a game."""
    headers = {"Authorization": f"Bearer {game['keys']['owner']}"}
    request = urllib.request.Request(server.link(f"/api/games/{game['id']}/notation"), headers=headers)
    with urllib.request.urlopen(request) as answer:
        text: str = answer.read().decode()
    return text


def test_a_game_is_recorded_by_taps(server: Serving, context: BrowserContext) -> None:
    """A whole game is written down by taps on a phone, through a lost connection, a reload without one, an undo, a
    turn that was played against the rules and an old one set right; no decision is lost, none is there twice."""
    record = Record(shuffled_setup("br", Random(2)))
    game = made(server, record)
    intended = Intended(record, 5)
    phone = Phone(context, game["links"]["record"])
    phone.kept()
    phone.worker()

    def go_on(tap: Callable[[str, str], None] = phone.tap) -> None:
        symbol = intended.choose()
        tap(symbol, street_of(intended.state, symbol))
        intended.play(symbol)

    def until(turn: int, *frames: type) -> None:
        while not intended.state.is_over and (intended.state.turn < turn or not isinstance(intended.state.now, frames)):
            go_on()
            phone.kept()

    until(4, Activation)
    context.set_offline(True)
    before = decided(notation(server, game))
    for number in range(14):
        go_on(phone.tap_unchecked)
        phone.state("away")
        if number == 6:
            phone.page.reload()
    assert decided(notation(server, game)) == before
    context.set_offline(False)
    phone.kept()
    assert decided(notation(server, game)) == intended.commands

    until(9, Placing)
    street = intended.refused()
    phone.place("", street)
    phone.state("bad")
    phone.part("act").locator("[data-key=anyway]").click()
    phone.kept()
    intended.play_anyway(intended.name_of(street))
    assert decided(notation(server, game)) == intended.commands

    until(12, Activation)
    kept = intended.commands
    go_on()
    phone.kept()
    phone.undo()
    phone.kept()
    intended.back_to(kept)
    assert decided(notation(server, game)) == kept

    until(14, Placing)
    number, symbol = intended.corrigible()
    phone.correct(number, symbol)
    phone.kept()
    intended.correct(number, symbol)
    assert decided(notation(server, game)) == intended.commands

    until(99)
    phone.page.locator("[data-part=act] a.button").wait_for()
    assert decided(notation(server, game)) == intended.commands
    assert phone.wrong == []
