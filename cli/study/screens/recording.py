"""The screen on which a game is recorded during a study: the board, the answers, and the line that is typed."""

from collections.abc import Callable
from itertools import count
from typing import ClassVar, Final

import click
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Static

from calimala_es.errors import CalimalaError, StaleGameError
from cli.exits import message_of
from cli.options import settings
from cli.prompt import Completer, prompt_text, status_lines
from cli.recorder import LeaveError, error_lines, meant_by_enter, take
from cli.session import Session
from cli.study.screens.widgets import shown
from cli.terminal import paint
from notation.lines import format_moves
from replays.text.board.compact import compact_lines
from replays.text.languages import message
from replays.text.terminal import columns

MOST_TYPED: Final = 4000
"""The length limit in characters of a typed line."""

LATEST_TURNS: Final = 8
"""The number of turns in the log when the screen opens."""

LATEST_MOVES: Final = 200
"""The number of decisions that these turns are looked for in."""


HINTS: Final = message("tab completes  ? help  X strikes out  page up, down scroll  Esc goes back")


class _Line(Input):
    """The line that is typed: Tab completes it, and the arrows bring back the lines before it."""

    def on_key(self, event: Key) -> None:
        """Pass the keys that are not text to the screen."""
        screen = self.screen
        assert isinstance(screen, RecordScreen)
        acts: dict[str, Callable[[], None]] = {
            "tab": screen.complete,
            "up": lambda: screen.recall(-1),
            "down": lambda: screen.recall(1),
        }
        if event.key in acts:
            event.stop()
            event.prevent_default()
            acts[event.key]()


class RecordScreen(Screen[None]):
    """Records a game line by line, as `record` does, and goes back to the study on Esc or ``quit``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "leave"),
        ("pageup", "scroll_log(-1)", "up"),
        ("pagedown", "scroll_log(1)", "down"),
    ]

    def __init__(self, open_session: Callable[[Callable[[str], None]], Session]) -> None:
        """Record in the session that ``open_session`` makes; it receives what shows a line of an answer."""
        super().__init__()
        self._log: list[str] = []
        self.session = open_session(self._answer)
        self._log[:0] = self._latest()
        self._completer = Completer(self.session)
        self._numbers = count(1)
        self._typed: list[str] = []
        self._recalled = 0

    def _latest(self) -> list[str]:
        """Return the last turns in notation."""
        game = self.session.game
        return format_moves(game, max(len(game.moves) - LATEST_MOVES, 0))[-LATEST_TURNS:]

    def _answer(self, text: str) -> None:
        self._log += text.split("\n")

    def compose(self) -> ComposeResult:
        """Yield the board, the answers, the duty, and the line."""
        yield Static(id="record-board")
        with VerticalScroll(id="record-log", can_focus=False):
            yield Static(id="record-answers")
        with Vertical(id="record-foot"):
            yield Static(id="record-duty")
            yield _Line(max_length=MOST_TYPED, select_on_focus=False, compact=True)

    def on_mount(self) -> None:
        """Show the game, and wait for a line."""
        self.query_one(_Line).focus()
        self._show()

    def _show(self) -> None:
        session = self.session
        state, names = session.state, session.names
        self._put("#record-board", compact_lines(state, names, colour=settings().has_colour))
        self._put("#record-answers", self._log)
        duty = [
            *status_lines(state, names),
            paint(names.language.text(HINTS), "quiet"),
            prompt_text(state, names.language),
        ]
        self._put("#record-duty", duty)
        self.query_one("#record-log", VerticalScroll).anchor()

    def _put(self, what: str, lines: list[str]) -> None:
        self.query_one(what, Static).update(shown(lines))

    # Lines.

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line says on Enter; a line with a mistake is offered again from there on."""
        event.stop()
        session, text = self.session, event.value
        self.query_one(_Line).clear()
        self._typed = [*self._typed, text] if text.strip() else self._typed
        self._recalled = len(self._typed)
        prompt = prompt_text(session.state, session.names.language)
        self._log += ["", f"{prompt}{text}"] if text.strip() else []
        try:
            errors = take(session, text or meant_by_enter(session.state), "<line>", next(self._numbers))
            self._log += error_lines(errors[0], text, columns(prompt), session) if errors else []
        except LeaveError:
            self.action_leave()
            return
        except StaleGameError as error:
            session.reload()
            self._answer(message_of(error))
            self._answer(session.names.language.text("The game continues here."))
        except (CalimalaError, click.UsageError, OSError) as error:
            self._answer(message_of(error))
        self._show()

    def complete(self) -> None:
        """Complete the last word of the line, or list what it may be."""
        line = self.query_one(_Line)
        options = self._completer.options(line.value)
        word = line.value.rpartition(" ")[2]
        if len(options) == 1:
            line.value = f"{line.value[: len(line.value) - len(word)]}{options[0]} "
            line.cursor_position = len(line.value)
        elif options:
            self._answer("  ".join(options))
            self._show()

    def recall(self, way: int) -> None:
        """Bring back the line typed before, or after, the one that is shown."""
        line = self.query_one(_Line)
        self._recalled = min(max(self._recalled + way, 0), len(self._typed))
        line.value = self._typed[self._recalled] if self._recalled < len(self._typed) else ""
        line.cursor_position = len(line.value)

    def action_scroll_log(self, way: int) -> None:
        """Scroll the answers by half of their visible height."""
        log = self.query_one("#record-log", VerticalScroll)
        log.scroll_relative(y=way * max(log.size.height // 2, 1), animate=False)

    def action_leave(self) -> None:
        """Go back to the study."""
        self.dismiss(None)
