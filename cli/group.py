"""A group of commands that are imported when they are requested, and commands whose help ends in examples."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem


class LazyCommand(NamedTuple):
    """Where a command is (``MODULE.NAME_command``), and its help in one line."""

    module: str
    help: str


Sections = dict[str, dict[str, LazyCommand]]


class _Examples:
    """The examples that the help of a command shows below its options."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in self.examples))


class CommandWithExamples(_Examples, click.Command):
    """A command with examples in its help."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        """Make a command as ``click.Command`` does; ``examples`` are command lines."""
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``-#2``, the second game of the standard input, as a name and not as an option."""
        if any(arg.startswith("-#") for arg in args):
            from cli.files import STANDARD_INPUT_PLACE

            args = [arg.replace("-#", STANDARD_INPUT_PLACE, 1) if arg.startswith("-#") else arg for arg in args]
        return super().parse_args(ctx, args)


class LazyGroup(_Examples, click.Group):
    """A group that knows the names and one-line helps of its commands, and imports only the one that runs."""

    def __init__(self, *args: Any, sections: Sections, examples: Sequence[str] = (), **kwargs: Any) -> None:
        """Make a group as ``click.Group`` does; ``sections`` are the commands under their headings."""
        super().__init__(*args, **kwargs)
        self.sections: Final = sections
        self.examples = tuple(examples)
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
        """Return the requested command; for an unknown one, raise an error that lists similarly spelled commands."""
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
        """Run a command line and leave with the exit code; any failure is reported in one message.

        Replaces click's own method, which gives broken pipes and faults exit codes and traces of its own.
        """
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


# ----------------------------------------------------------------------------------------------------
# Between the commands and the user: every failure ends in one message and a documented exit code.


def guarded(run: Callable[[], object]) -> int:
    """Return the exit code of ``run``, which returns it or raises."""
    _prepare_streams()
    try:
        code = run()
        if sys.stdout:
            sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001
        return _failed(error)
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Prepare the output streams so that no print fails when the terminal's encoding does not have a letter."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _failed(error: BaseException) -> int:
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    if isinstance(error, KeyboardInterrupt | EOFError | click.Abort):
        return INTERRUPTED
    if _is_broken_pipe(error):
        _silence_output()
        return BROKEN_PIPE
    try:
        return _report(error)
    except ImportError as lacking:
        print(f"calimala: error: the installation is not complete: {lacking}", file=sys.stderr)
        return FAULT
    except OSError:
        return _code(error)


def _is_broken_pipe(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in {errno.EPIPE, errno.ESHUTDOWN}


def _silence_output() -> None:
    """Redirect what the interpreter flushes at its end to nothing, as nobody reads any more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def _code(error: BaseException) -> int:
    from cli.exits import code_of

    return code_of(error)


def _report(error: BaseException) -> int:
    from cli.exits import code_of, message_of, point_to_rule
    from cli.terminal import complain

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        complain(error.format_message(), plain=True)
        return error.exit_code
    if isinstance(error, click.UsageError) and error.ctx:
        complain(error.ctx.get_usage(), plain=True)
        complain(f"Try 'calimala {_path(error.ctx)}--help' for help.\n", plain=True)
    complain(message_of(error))
    point_to_rule(error)
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        _silence_output()
    return code_of(error)


def _path(context: click.Context) -> str:
    return f"{context.command_path} ".partition(" ")[2]


# ----------------------------------------------------------------------------------------------------
# The exit codes of the program; this imports nothing, so that every failure can still be reported.

OK: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
STORE: Final = 4
FILE: Final = 5
MISSING_PROGRAM: Final = 6
UNLISTENED: Final = 7
FAULT: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

CODES: Final[dict[int, str]] = {
    OK: "all is well",
    FINDINGS: "something was found: a text with errors, a decision against the rules, a difference",
    USAGE: "the command line asks for something that there is not",
    NOT_FOUND: "there is no such game, file to read, rule or place in a game",
    STORE: "the store cannot be read or written, or somebody else changed the game",
    FILE: "a file cannot be read, or not be written, as where its folder is not there",
    MISSING_PROGRAM: "a program that is needed is not installed",
    UNLISTENED: "nothing can listen at this address, as where something else does",
    FAULT: "a fault of calimala itself",
    INTERRUPTED: "stopped by Ctrl-C",
    BROKEN_PIPE: "whoever read the output went away",
}
"""Every exit code and its meaning."""
