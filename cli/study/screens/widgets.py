"""What the screens are made of: text painted where this program painted it, and panes of text that scroll."""

from collections.abc import Iterable

from rich.text import Text
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.message import Message

from cli.terminal import only_painted


def shown(lines: Iterable[str]) -> Text:
    """Return lines as a text in the inks of ``text.terminal``; nothing in them is markup, and tabs become spaces."""
    text = Text(no_wrap=True, end="")
    for number, line in enumerate(lines):
        if number:
            text.append("\n")
        text.append_text(Text.from_ansi(only_painted(line).replace("\t", " ").replace("\n", " "), no_wrap=True))
    return text


class Pane(VerticalScroll):
    """Text that scrolls, and reports a new size, since a different part of the text is then visible."""

    class Resized(Message):
        """The pane has a new size."""

    def on_resize(self, event: Resize) -> None:
        """Report the new size."""
        self.post_message(self.Resized())
