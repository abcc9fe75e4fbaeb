"""The program on the terminal, and what it looks like."""

from typing import ClassVar, Final

from textual.app import App
from textual.binding import BindingType

from cli.study.screens.table import TableScreen
from cli.study.study import Study

CSS: Final = """
Screen { background: $background; }
#head { height: 1; background: $primary-background; text-style: bold; }
#foot { height: 1; background: $primary-background; }
#board, #timeline, .pane { scrollbar-size-vertical: 1; }
#board { width: 82; padding: 0 0 0 1; }
#timeline { height: auto; padding: 0 0 0 1; border-top: solid $primary-background-lighten-2; }
.pane { padding: 0 0 0 1; border-top: solid $primary-background-lighten-2; border-title-color: $text-muted; }
.narrow #table { layout: vertical; }
.narrow #board { width: 100%; }
.narrow #side { height: 1fr; width: 100%; }
.wide #table { layout: horizontal; }
.wide #board { height: 100%; }
.wide #side { width: 1fr; height: 100%; border-left: solid $primary-background-lighten-2; }
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
"""


class StudyApp(App[None]):
    """A study on a terminal."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q", "leave", "leave")]
    TITLE = "calimala"

    def __init__(self, study: Study) -> None:
        """Show a study."""
        super().__init__()
        self.study = study
        self.table = TableScreen(study)

    def on_mount(self) -> None:
        """Lay the table."""
        self.push_screen(self.table)

    async def action_quit(self) -> None:
        """Ctrl-Q: leave, unless something is asked for; that has an end of its own."""
        if self.screen is self.table:
            self.table.do("leave")
