"""A pane of the study: text that scrolls."""

from textual.containers import VerticalScroll
from textual.events import Resize
from textual.message import Message


class Pane(VerticalScroll):
    """Text that scrolls, and says when it has got another size: then another part of the text is in sight."""

    class Resized(Message):
        """The pane has another size."""

    def on_resize(self, event: Resize) -> None:
        """Say so."""
        self.post_message(self.Resized())
