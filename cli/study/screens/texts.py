"""Text for widgets: painted where this program painted it, and never parsed as markup."""

from collections.abc import Iterable

from rich.text import Text

from cli.terminal import only_painted


def shown(lines: Iterable[str]) -> Text:
    """Return lines as a text in the inks of ``text.terminal``; nothing in them is markup, and tabs become spaces."""
    text = Text(no_wrap=True, end="")
    for number, line in enumerate(lines):
        if number:
            text.append("\n")
        text.append_text(Text.from_ansi(only_painted(line).replace("\t", " ").replace("\n", " "), no_wrap=True))
    return text
