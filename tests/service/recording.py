"""A phone with the recorder's page, and the game that it is to record."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Route, TimeoutError

from calimala_es.anyway import play_anyway
from calimala_es.board import STREETS
from calimala_es.commands import Command, DeclineOffer, DoAction, EndActivation, PlaceDisc, SkipAction, TakeDiscBack
from calimala_es.components import MaybeStreet, Street
from calimala_es.game import Game
from calimala_es.legal import legal
from calimala_es.state import State
from notation.grammar.symbols import format_command
from notation.lines import parse_deed, parse_line
from notation.places import parse_place
from replays.edit.edits import replace_at
from replays.edit.outcomes import choose_observed
from replays.edit.repair import repair
from replays.edit.tree import Tree
from replays.service.api.decision_options import unseen_command
from tests.page.browser import free_page, violations

PATIENCE = 15_000
HESITATION = 400

_SMALL = """[...document.querySelectorAll('button, summary, input, select')].filter(one => one.checkVisibility())
  .filter(one => !(one.closest('.told .decided') && matchMedia('(min-width: 600px) and (pointer: fine)').matches))
  .map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([_, box]) => box.width < 44 || box.height < 43).map(([html, box]) => `${box.width}x${box.height} ${html}`)"""


def settle_correction(dialog: Locator) -> None:
    """Write a correction; what does not fit stays as it was seen, the first of what is due was done."""
    write, due = dialog.locator("[data-correct=do]"), dialog.locator("[data-broken^='+'] button.decision")
    settled = dialog.locator("[data-choice=observed]").or_(due).first
    write.or_(settled).first.wait_for()
    while settled.count():
        broken = dialog.locator("[data-broken]").get_attribute("data-broken")
        settled.click()
        dialog.locator(f"[data-broken]:not([data-broken='{broken}'])").or_(write).first.wait_for()
    write.click()
    dialog.wait_for(state="detached")


class Intended:
    """The game as it is played at the table, decision by decision, without anybody's hidden cards."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = Random(seed)
        self.follows = True
        self.draw()

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self.game.state

    @property
    def commands(self) -> tuple[Command, ...]:
        """The decisions so far."""
        return self.game.commands

    def draw(self) -> None:
        """Record what the phone writes by itself: hidden cards and, if it ``follows``, forced ends."""
        while not self.state.is_over and (command := unseen_command(self.state) or self.forced()) is not None:
            self.play(format_command(self.state, command), draws=False)

    def forced(self) -> Command | None:
        """Return the end of a disc, or a skipped action, if nothing else is legal."""
        options = legal(self.state)
        is_forced = (
            self.follows and len(options) == 1 and isinstance(options[0], EndActivation | SkipAction | DeclineOffer)
        )
        return options[0] if is_forced else None

    def play(self, symbols: str, *, draws: bool = True) -> None:
        """Play decisions in notation."""
        line = parse_line(symbols, self.game, "intended")
        assert not line.errors, line.errors[0]
        self.game = self.game.added(line.moves)
        if draws:
            self.draw()

    def play_anyway(self, symbol: str) -> None:
        """Record a decision that the rules do not allow."""
        deed = parse_deed(symbol, self.game.state)
        assert deed is not None
        self.game = self.game.added(play_anyway(self.game.state, deed))
        self.draw()

    def choose(self) -> str:
        """Return a legal decision: mostly an action, few cards, since they take longest."""
        options = legal(self.state)
        for kind, chance in ((DoAction, 0.95), (EndActivation, 0.97), (SkipAction, 0.9)):
            fitting = [option for option in options if isinstance(option, kind)]
            if fitting and self.random.random() < chance:
                return format_command(self.state, self.random.choice(fitting))
        return format_command(self.state, self.random.choice(options))

    def name_of(self, street: Street) -> str:
        """Return what a street is called in notation."""
        return format_command(self.state, PlaceDisc(street, "c"))

    def turn(self) -> Iterator[str]:
        """Play a whole turn and return its decisions, except what nobody saw."""
        turn, self.follows = self.state.turn, False
        while not self.state.is_over and self.state.turn == turn:
            symbol = self.choose()
            self.play(symbol)
            yield symbol
        self.follows = True

    def streets(self) -> list[Street]:
        """Return the streets on which a coloured disc may be placed."""
        return [option.street for option in legal(self.state) if isinstance(option, PlaceDisc) and option.disc == "c"]

    def placed(self, street: Street) -> tuple[Command, ...]:
        """Return the placement of a coloured disc on a street."""
        return (PlaceDisc(street, "c"),)

    def refused(self) -> Street:
        """Return a street on which placing is illegal."""
        may = {option.street for option in legal(self.state) if isinstance(option, PlaceDisc)}
        return next(street for street in STREETS if street not in may)

    def back_to(self, count: int) -> None:
        """Remove all but the first ``count`` decisions."""
        self.game = replace(self.game, moves=self.game.moves[:count])

    def corrigible(self) -> tuple[int, str]:
        """Return the number of an artwork of two turns ago that could have gone elsewhere, and the decision."""
        for number in range(len(self.commands) - 12, 0, -1):
            state, command = self.game.state_at(number), self.commands[number]
            ways = [option for option in legal(state) if isinstance(option, DoAction) and option != command]
            if isinstance(command, DoAction) and ways:
                return number + 1, format_command(state, ways[0])
        raise AssertionError("no decision had another way")

    def correct(self, number: int, symbol: str) -> None:
        """Correct a decision by its number; what does not fit stays as it was seen, and what is due is recorded."""
        place = parse_place([*Tree.of(self.game).main][number - 1].id)
        edit = replace_at(self.game, place, symbol)
        self.game = repair(self.game, edit, choose_observed, lambda missing: missing.nearest[0]).record


class Phone:
    """The recorder's page on a phone, used by its buttons."""

    def __init__(self, context: BrowserContext, link: str) -> None:
        self.context = context
        self.page: Page = free_page(context)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self.heard)
        self.page.goto(link)

    def heard(self, message: ConsoleMessage) -> None:
        """Return the complaints of the browser except for answers that were missing or errors."""
        if not message.text.startswith("Failed to load"):
            self.wrong.append(message.text)

    def part(self, name: str) -> Locator:
        """Return a part of the page."""
        return self.page.locator(f"[data-part={name}]")

    def saved(self) -> None:
        """Wait until everything has been acknowledged."""
        self.state("saved")

    def state(self, kind: str) -> None:
        """Wait until the page says that its queue is in this state."""
        self.page.locator(f"[data-part=state][data-kind={kind}]").wait_for(timeout=PATIENCE)

    def tap(self, symbol: str, street: MaybeStreet = "") -> None:
        """Tap the button of a decision, wherever it is."""
        if street:
            return self.place(symbol, street)
        button = self.part("act").locator(f'button[data-symbol="{symbol}"]').first
        closed = self.part("act").locator(f'details:not([open]):has(button[data-symbol="{symbol}"])')
        while closed.count():
            closed.first.locator("> summary").click()
        button.click(timeout=PATIENCE)
        return None

    def place(self, symbol: str, street: Street) -> None:
        """Tap a street of the city, after the kind of disc if it is not the usual one."""
        kind = next((kind for end, kind in (("2", "w"), ("00", "d"), ("0", "s")) if symbol.endswith(end)), "c")
        choice = self.page.locator(f'[data-key="kind {kind}"]')
        if choice.count():
            choice.click(timeout=PATIENCE)
        self.street(street).click(timeout=PATIENCE)
        if re.search(">[1-4]$", symbol):
            self.part("act").locator(f'button[data-symbol="{symbol}"]').click(timeout=PATIENCE)

    def street(self, street: Street) -> Locator:
        """Return a street of the city."""
        return self.page.locator(f'.city [data-spot="street:{street}"]')

    def streets(self, *, legal: bool) -> Locator:
        """Return the streets on which a disc may be placed, or the others."""
        return self.page.locator(f'.city .street[data-may="{str(legal).lower()}"]')

    def sheet(self, name: str) -> None:
        """Show a sheet of a small screen, unless the card of the end is above it; a large one shows all."""
        tab, end = self.page.locator("[role=tab]", has_text=name), self.page.locator(".player > .end")
        if tab.count() and tab.is_visible() and not end.is_visible():
            try:
                tab.click(timeout=PATIENCE)
            except TimeoutError:
                # The answer to the last decision may come between the question and the tap.
                if not end.is_visible():
                    raise

    def tap_button(self, button: Locator) -> None:
        """Tap a button as a finger does, in its middle, after a pause; wait until everything has been acknowledged."""
        self.page.wait_for_timeout(HESITATION)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        with self.page.expect_response(lambda response: "/now" not in response.url):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.saved()

    def tap_unchecked(self, symbol: str, street: MaybeStreet = "") -> None:
        """Tap a decision offline, where a button leads to the next turn's street and some decisions are typed.

        A second tap on the same button that comes at once is taken for a slip, so a person's pause is between them.
        """
        self.page.wait_for_timeout(HESITATION)
        if street:
            further = self.part("act").locator('[data-key="next turn"]')
            if further.count():
                further.click()
            return self.place(symbol, street)
        if self.part("act").locator(f'button[data-symbol="{symbol}"]').count():
            return self.tap(symbol)
        return self.write(symbol)

    def write(self, symbols: str) -> None:
        """Type decisions and send them."""
        self.sheet("Game log")
        form = self.part("typed")
        form.locator("input").fill(symbols)
        form.locator("button").click()
        self.sheet("City")

    def worker(self) -> None:
        """Wait until the page is stored for offline use."""
        self.page.wait_for_function(
            "async () => { const page = new URL(location.href); page.hash = ''; await navigator.serviceWorker.ready;"
            " return Boolean(await caches.match(page.href)); }"
        )

    def correct(self, number: int, symbol: str) -> None:
        """Correct an old decision; what does not fit stays as it was seen, the first of what is due was done."""
        self.sheet("Game log")
        recall = self.part("log").locator("[data-key=recall]")
        if not self.part("log").locator(f"[data-number='{number}']").count():
            recall.click()
        self.part("log").locator(f"[data-number='{number}']").click()
        dialog = self.page.locator("dialog")
        dialog.locator(f'button[data-symbol="{symbol}"]').click()
        settle_correction(dialog)
        self.sheet("City")

    def lose_answers(self, count: int) -> None:
        """Lose the answers of the service to the next decisions, which reach it."""

        def lost(route: Route) -> None:
            route.fetch()
            route.abort()

        self.page.route("**/decisions*", lost, times=count)

    def let_go(self, held: list[Route]) -> None:
        """Let a request go on that a test holds back, as soon as the page has sent it."""
        while not held:
            self.page.wait_for_timeout(10)
        held[0].continue_()

    def sees(self, count: int) -> None:
        """Wait until the page shows a game of so many decisions."""
        newest = self.part("log").locator("li").first.locator(f"[data-number='{count}']")
        newest.wait_for(state="attached", timeout=PATIENCE)

    def check(self) -> None:
        """Check that the page fits, and that axe finds nothing in the dialog that is open, or where decisions are."""
        self.fits()
        dialog = self.page.locator("dialog[open]")
        assert violations(self.page, dialog if dialog.count() else self.part("act")) == []

    def fits(self) -> None:
        """Check that the page fits the screen, and that no target is too small to tap.

        In the log of a large screen a mouse needs less room.
        """
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        small = self.page.evaluate(_SMALL)
        assert small == [], small

    def undo(self) -> None:
        """Undo the last decision."""
        self.part("undo").click()


def street_of(state: State, symbol: str) -> MaybeStreet:
    """Return the street that is tapped for a decision that places or removes a disc."""
    found = [option for option in legal(state) if format_command(state, option) == symbol]
    return found[0].street if found and isinstance(found[0], PlaceDisc | TakeDiscBack) else ""


def decided(served: Any) -> tuple[Command, ...]:
    """Return the decisions of a game from the service's notation."""
    from notation import loads

    return loads(served).commands
