"""The main screen: the board, the turns, and the panes of the log, of the notes, and of the analysis."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import ClassVar, Final

import click
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError
from cli.exits import message_of
from cli.study.keys import HINTS, KEYS
from cli.study.screens.asking import AskLine, AskWords, Choose
from cli.study.screens.deeds import DEEDS
from cli.study.screens.recording import RecordScreen
from cli.study.screens.widgets import Pane, shown
from cli.study.shown import analysis_lines, head_line, log_lines, note_lines
from cli.study.study import Study
from cli.study.timeline import timeline_lines
from cli.terminal import harmless
from replays.text.languages import Language, message
from replays.text.terminal import shortened, wrapped

WIDE: Final = 132
"""The number of columns from which on the board and the panes are side by side."""

TALL: Final = 34
"""The number of lines from which on all panes are shown beside the board."""

SHORT: Final = 30
"""The number of lines below which the turns take one line less."""

BOARD_WIDTH: Final = 82
"""The columns of the board with its margin and scroll bar."""

LOG_AHEAD: Final = 1
"""The number of lines of the following events that are visible below the current step."""

MESSAGE_LINES: Final = 3
"""The number of lines that a message may take."""

PANE_LEAST: Final = 7
PANE_SMALL: Final = 2
BOARD_LEAST: Final = 4
SHARES: Final = ("both", "board", "pane")
"""The part that has most of the screen."""

PANES: Final = {"log": message("log"), "notes": message("notes"), "analysis": message("analysis")}
"""The panes and their titles."""


class TableScreen(Screen[None]):
    """The view of a study, and the keys for moving on; ``message`` is shown instead of hints."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(name, f"do('{key.deed}')", key.words, show=False)
        for key in chain.from_iterable(KEYS.values())
        for name in key.keys
    ]

    def __init__(self, study: Study, program: App[None]) -> None:
        """Show a study; ``program`` is the program that the screen belongs to."""
        super().__init__()
        self.program = program
        self.study = study
        self.pane = "log"
        self.share = SHARES[0]
        self.message = ""
        self.is_leaving = False
        self._keeps_scroll = False
        self._here = 0
        self._drafts: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Yield the head line, the board, the panes, and the foot."""
        yield Static(id="head")
        with Vertical(id="table"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="position")
            with Vertical(id="side"):
                yield Static(id="timeline")
                for name in PANES:
                    with Pane(id=name, classes="pane", can_focus=False):
                        yield Static(id=f"{name}-text")
        yield Static(id="foot")

    @property
    def language(self) -> Language:
        """The language of the study."""
        return self.study.walk.game.names.language

    # Keys.

    def action_do(self, deed: str) -> None:
        """Do the action of a key."""
        self.do(deed)

    def do(self, deed: str) -> None:
        """Do an action by its name, and show the result."""
        self.is_leaving = self.is_leaving and deed == "leave"
        self._attempt(lambda: DEEDS[deed](self))

    def _attempt(self, act: Callable[[], None]) -> bool:
        """Do something and return whether it was done; if it is refused, report why and change nothing."""
        self.message = ""
        try:
            act()
        except (CalimalaError, click.ClickException, OSError) as error:
            self.message = message_of(error)
        self.show_study()
        return not self.message

    # Questions.

    def ask_line(self, question: str, act: Callable[[str], None], what: str = "") -> None:
        """Ask for a line and use it; with ``what``, a refused line is offered again the next time."""

        def answered(text: str | None) -> None:
            if text is None:
                return
            self._drafts.pop(what, None)
            if not self._attempt(lambda: act(text)) and what:
                self._drafts[what] = text

        self.program.push_screen(AskLine(question, self._drafts.get(what, "")), answered)

    def ask_words(self, what: str, question: str, value: str, act: Callable[[str], None]) -> None:
        """Ask for a text, and use it.

        Text that was typed but not saved, or was refused, is offered again the next time, until it is saved.
        """

        def put_aside(text: str) -> None:
            self._drafts.pop(what, None)
            if text and text != value:
                self._drafts[what] = text

        def answered(text: str | None) -> None:
            if text and self._attempt(lambda: act(text)):
                self._drafts.pop(what, None)

        self.program.push_screen(AskWords(question, self._drafts.get(what) or value, put_aside), answered)

    @property
    def has_drafts(self) -> bool:
        """Whether drafts are waiting."""
        return bool(self._drafts)

    def choose(self, question: str, things: Sequence[str], act: Callable[[int], None]) -> None:
        """Ask for one of several things, and use its number."""

        def answered(answer: int | str | None) -> None:
            if isinstance(answer, int):
                self._attempt(lambda: act(answer))

        self.program.push_screen(Choose(question, things), answered)

    def choose_decision(self, question: str, things: Sequence[str], commands: Sequence[Command]) -> None:
        """Ask for one of these decisions, or a line of notation, and decide so."""

        def answered(answer: int | str | None) -> None:
            if isinstance(answer, int):
                self._attempt(lambda: self.study.choose(commands[answer]))
            elif answer is not None:
                self._attempt(lambda: self.study.choose_line(answer))

        self.program.push_screen(Choose(question, things, self.study.commands_of), answered)

    def record(self) -> None:
        """Record the game on a screen of its own, and go on with what was recorded."""
        self.program.push_screen(RecordScreen(self.study.record), lambda _: self._see_recorded())

    def _see_recorded(self) -> None:
        self._attempt(self.study.see_recorded)

    # Panes.

    def turn_pane(self, way: int) -> None:
        """Show the next pane, or the previous one."""
        names = [*PANES]
        self.pane = names[(names.index(self.pane) + way) % len(names)]

    def scroll_pane(self, way: int) -> None:
        """Scroll the pane by half of its visible height."""
        self._scroll(f"#{self.pane}", way)

    def scroll_board(self, way: int) -> None:
        """Scroll the board by half of its visible height."""
        self._scroll("#board", way)

    def _scroll(self, what: str, way: int) -> None:
        scroll = self.query_one(what, VerticalScroll)
        self._keeps_scroll = True
        scroll.scroll_relative(y=way * max(scroll.size.height // 2, 1), animate=False)

    # The view.

    def on_resize(self, event: Resize) -> None:
        """Lay everything out for the current size."""
        self._lay_out()
        self.show_study()

    def _lay_out(self) -> None:
        width, height = self.size
        is_wide = width >= WIDE
        self.set_class(is_wide, "wide")
        self.set_class(not is_wide, "narrow")
        self.set_class(height < SHORT, "short")
        for share in SHARES:
            self.set_class(share == self.share, f"most-{share}")
        board = self.query_one("#board")
        board.styles.height = "100%" if is_wide else self._board_height(height)

    def _board_height(self, height: int) -> int | str:
        """Return the lines of the board if everything else is below it."""
        if self.share == "board":
            return max(height - 3 - PANE_SMALL, BOARD_LEAST)
        below = 2 + (3 if height < SHORT else 5) + 1
        return max(height - below - max(PANE_LEAST, height // 3), BOARD_LEAST)

    def turn_share(self) -> None:
        """Give the board most of the screen, then the pane, then both their share."""
        self.share = SHARES[(SHARES.index(self.share) + 1) % len(SHARES)]
        self._lay_out()

    @property
    def _pane_width(self) -> int:
        """Return the columns for text in a pane, without a scroll bar and the margin."""
        width = self.size.width
        return max((width - BOARD_WIDTH - 1 if width >= WIDE else width) - 3, 20)

    def show_study(self) -> None:
        """Show everything in its current state."""
        if not self.is_mounted:
            return
        study, width = self.study, self.size.width
        study.see()
        is_all = self.size.width >= WIDE and self.size.height >= TALL
        self._put("#head", [head_line(study, width)])
        is_short = self.size.height < SHORT
        board = study.walk.board().split("\n")
        self._put("#position", [line for line in board if line] if is_short and width < WIDE else board)
        self._put("#timeline", timeline_lines(study, self._pane_width, is_short=is_short))
        for name in PANES:
            pane = self.query_one(f"#{name}", VerticalScroll)
            pane.set_class(is_all or name == self.pane, "is-shown")
            pane.set_class(name == self.pane, "is-chosen")
            title = self.language.text(PANES[name])
            pane.border_title = f"▸ {title}" if name == self.pane else title
            if not (is_all or name == self.pane):
                continue
            if name == "log":
                lines = log_lines(study, self._pane_width)
                self._put("#log-text", [line.text for line in lines])
                self._here = max((number for number, line in enumerate(lines, 1) if line.is_here), default=0)
            else:
                self._put(f"#{name}-text", self._pane_lines(note_lines if name == "notes" else analysis_lines))
        if not self._keeps_scroll:
            self.call_after_refresh(self._scroll_log)
        self._keeps_scroll = False
        message = wrapped(harmless(self.message).split(), width)[:MESSAGE_LINES]
        self._put("#foot", [shortened(line, width) for line in message or [self.language.text(HINTS)]])

    def _pane_lines(self, make: Callable[[Study, int], list[str]]) -> list[str]:
        """Return the lines to show; if the record does not have them, the message that says so."""
        try:
            return make(self.study, self._pane_width)
        except CalimalaError as error:
            return wrapped(message_of(error).split(), self._pane_width)

    def on_pane_resized(self) -> None:
        """Show the same place of the log in a pane whose height has changed."""
        self._scroll_log()

    def _scroll_log(self) -> None:
        """Scroll the log to the last line of the current step; show other panes from the top."""
        log = self.query_one("#log", VerticalScroll)
        log.scroll_to(y=max(self._here - log.size.height + LOG_AHEAD, 0), animate=False)
        for name in {*PANES} - {"log"}:
            self.query_one(f"#{name}", VerticalScroll).scroll_home(animate=False)

    def _put(self, what: str, lines: Sequence[str]) -> None:
        self.query_one(what, Static).update(shown(lines))
