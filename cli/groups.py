"""Groups of commands that are imported when they are requested, with help that is written without importing any."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

import click
from click.shell_completion import CompletionItem

from cli.options import HelpWithExamples


class LazyCommand(NamedTuple):
    """Where a command is (``MODULE.NAME_command``), and its help in one line."""

    module: str
    help: str


Sections = dict[str, dict[str, LazyCommand]]


class LazyGroup(HelpWithExamples, click.Group):
    """A group that knows the names and one-line helps of its commands, and imports only the one that runs."""

    def __init__(self, *args: Any, sections: Sections, examples: Sequence[str] = (), **kwargs: Any) -> None:
        """Make a group as ``click.Group`` does; ``sections`` are the commands under their headings."""
        super().__init__(*args, **kwargs)
        self.sections: Final = sections
        self.examples = tuple(examples)
        self.add_common_options()
        self._entries: Final = {name: entry for section in sections.values() for name, entry in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return [*self._entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with a name; this is where its module is imported."""
        entry = self._entries.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(import_module(entry.module), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the requested command, after ``help`` to print its help; raise an error for an unknown one that lists
        similarly spelled commands.
        """
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        if args and args[0] not in self._entries and not args[0].startswith("-"):
            ctx.fail(_unknown_command(args[0], [*self._entries]))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin with the typed text, without importing any, and other completions."""
        found = [
            CompletionItem(name, help=entry.help)
            for name, entry in self._entries.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, and then the options."""
        self.format_commands(ctx, formatter)
        HelpWithExamples.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings without importing any."""
        for title, entries in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()], col_max=12, col_spacing=2)


def _unknown_command(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 2, 0.5)
    return f"there is no command {name!r}" + (f"; did you mean {' or '.join(close)}?" if close else "")
