"""A pane of the study: text that scrolls."""

from textual.containers import VerticalScroll
from textual.events import Resize
from textual.message import Message


class Pane(VerticalScroll):
    """Text that scrolls, and reports a new size, since a different part of the text is then visible."""

    class Resized(Message):
        """The pane has a new size."""

    def on_resize(self, event: Resize) -> None:
        """Report the new size."""
        self.post_message(self.Resized())
