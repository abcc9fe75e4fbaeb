"""A group of commands that are imported when they are asked for, and commands whose help ends in examples."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem


class Entry(NamedTuple):
    """Where a command is (``MODULE.NAME_command``), and what its help says in a line."""

    module: str
    help: str


Sections = dict[str, dict[str, Entry]]


class _Examples:
    """What the help of a command shows below its options."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in self.examples))


class Command(_Examples, click.Command):
    """A command with examples in its help."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        """As ``click.Command``; ``examples`` are command lines."""
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take ``-#2``, the second game of the standard input, for the name that it is and not for an option."""
        from cli.addresses import STANDARD_INPUT_PLACE

        named = [arg.replace("-#", STANDARD_INPUT_PLACE, 1) if arg.startswith("-#") else arg for arg in args]
        return super().parse_args(ctx, named)


class LazyGroup(_Examples, click.Group):
    """A group that knows names and one-line helps of its commands, and imports the one that runs."""

    def __init__(self, *args: Any, sections: Sections, examples: Sequence[str] = (), **kwargs: Any) -> None:
        """As ``click.Group``; ``sections`` are the commands under their headings."""
        super().__init__(*args, **kwargs)
        self.sections: Final = sections
        self.examples = tuple(examples)
        self._entries: Final = {name: entry for section in sections.values() for name, entry in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return [*self._entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; this is where its module is imported."""
        entry = self._entries.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(import_module(entry.module), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; one that there is not is told with those that are spelled like it."""
        if args and args[0] not in self._entries and not args[0].startswith("-"):
            ctx.fail(_unknown_command(args[0], [*self._entries]))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, without importing any, and what else may come."""
        found = [
            CompletionItem(name, help=entry.help)
            for name, entry in self._entries.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings without importing any."""
        for title, entries in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()], col_max=12)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command line and leave with the exit code; whatever goes wrong is one message.

        Takes the place of click's own, which gives broken pipes and faults codes and traces of its own.
        """
        from cli.guard import guarded

        name = prog_name or self.name or ""

        def run() -> object:
            self._main_shell_completion(extra, name, complete_var)
            with self.make_context(name, [*(sys.argv[1:] if args is None else args)], **extra) as context:
                return self.invoke(context)

        sys.exit(guarded(run))


def _unknown_command(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 2, 0.5)
    return f"there is no command {name!r}" + (f"; did you mean {' or '.join(close)}?" if close else "")
