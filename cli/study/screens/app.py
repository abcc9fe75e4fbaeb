"""The program on the terminal, and its appearance."""

from typing import ClassVar, Final

from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.binding import BindingType

from cli.study.screens.table import TableScreen
from cli.study.study import Study

CSS: Final = """
Screen { background: $background; }
Static { text-wrap: nowrap; text-overflow: clip; }
#head { height: 1; background: $primary-background; text-style: bold; }
#foot { height: auto; background: $primary-background; }
#board, #timeline, .pane { scrollbar-size-vertical: 1; }
#board { width: 82; padding: 0 0 0 1; }
#timeline { height: auto; padding: 0 0 0 1; border-top: solid $primary-background-lighten-2; }
.pane { padding: 0 0 0 1; border-top: solid $primary-background-lighten-2; border-title-color: $text-muted; }
.narrow #table { layout: vertical; }
.narrow #board { width: 100%; padding: 0; scrollbar-size-vertical: 0; }
.narrow #side { height: 1fr; width: 100%; }
.wide #table { layout: horizontal; }
.wide #board { height: 100%; }
.wide #side { width: 1fr; height: 100%; border-left: solid $primary-background-lighten-2; }
.short #timeline { border-top: none; background: $boost; }
.pane.is-chosen { border-title-style: bold; border-title-color: $text; }
.wide #notes { height: auto; max-height: 12; }
.most-pane #board, .narrow.most-board #timeline { display: none; }
.pane { height: 1fr; display: none; }
.pane.is-shown { display: block; }
ModalScreen { background: $background 0%; }
.bottom { dock: bottom; height: auto; max-height: 60%; background: $panel; padding: 0 1; border-top: solid $primary; }
.bottom TextArea { height: auto; min-height: 3; max-height: 10; }
.middle { width: 100%; max-width: 100; height: auto; max-height: 100%; background: $panel; padding: 0 1;
    border: solid $primary; }
Choose { align: center middle; }
Choose OptionList { height: auto; max-height: 14; }
Tell { align: center middle; }
#record-board { height: auto; padding: 0 0 0 1; }
#record-log { height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; border-top: solid $panel; }
#record-foot { height: auto; padding: 0 1; background: $panel; border-top: solid $primary; }
"""

_BLACK: Final = (18, 18, 18)
_WHITE: Final = (224, 224, 224)
_DARK: Final = [_BLACK, (200, 60, 60), (70, 160, 70), (190, 150, 40), (70, 110, 210), (160, 80, 180), (50, 150, 160)]
_BRIGHT: Final = [
    (110, 110, 110), (255, 95, 95), (110, 215, 110), (240, 205, 80), (110, 160, 255), (225, 130, 245), (90, 215, 225),
]  # fmt: skip
INKS: Final = TerminalTheme(_BLACK, _WHITE, [*_DARK, _WHITE], [*_BRIGHT, (255, 255, 255)])
"""The sixteen colours in which ``replays.text.terminal`` paints, as they appear on a dark background."""


class StudyApp(App[None]):
    """A study on a terminal."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q", "leave", "leave")]
    TITLE = "calimala"

    def __init__(self, study: Study, *, records: bool = False) -> None:
        """Show a study; begin with recording if ``records`` is on."""
        super().__init__()
        self.ansi_theme_dark = INKS
        self.study = study
        self.fault: Exception | None = None
        self._records = records
        self.table = TableScreen(study, self)

    def on_mount(self) -> None:
        """Show the main screen."""
        self.push_screen(self.table)
        if self._records:
            self.call_after_refresh(self.table.do, "record")

    async def action_quit(self) -> None:
        """Leave on Ctrl-Q, unless a question is open, which is ended in its own way."""
        if self.screen is self.table:
            self.table.do("leave")

    def _handle_exception(self, error: Exception) -> None:
        """Store a fault for the caller of this program, and print nothing of it here."""
        super()._handle_exception(error)
        self.fault = self.fault or error
        self._exit_renderables.clear()
