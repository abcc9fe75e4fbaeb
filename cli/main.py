"""The entry point: the table of the commands, which are imported when they are requested, and how failures end."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem

from cli.options import BROKEN_PIPE, FAULT, INTERRUPTED, WithExamples, color_option, language_option, store_option


class LazyCommand(NamedTuple):
    """Where a command is (``MODULE.NAME_command``), and its help in one line."""

    module: str
    help: str


Sections = dict[str, dict[str, LazyCommand]]


class LazyGroup(WithExamples, click.Group):
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


# The table of the commands, and the program.

SECTIONS: Final[dict[str, dict[str, LazyCommand]]] = {
    "At the table": {
        "new": LazyCommand("cli.commands.new", "Set up a game and say what lies where."),
        "record": LazyCommand("cli.commands.record", "Write a game down while it is played."),
        "sheet": LazyCommand("cli.commands.sheet", "Make a score pad for a game, to print from a browser."),
        "components": LazyCommand("cli.setup_file", "Print the numbers of the box that are assumed."),
        "rules": LazyCommand("cli.commands.rules", "Print a rule, and where the page with all rules is."),
    },
    "Looking at games": {
        "list": LazyCommand("cli.commands.library", "List the games in the store."),
        "show": LazyCommand("cli.commands.show", "Show a position of a game."),
        "step": LazyCommand("cli.commands.step", "Walk through a game step by step."),
        "study": LazyCommand("cli.commands.study", "Study a game on one screen, and annotate it."),
        "legal": LazyCommand("cli.commands.show", "List what may come next in a position."),
        "analyse": LazyCommand("cli.commands.analyse", "Tell what a game was about."),
        "diagram": LazyCommand("cli.commands.diagram", "Draw turns, the city, the council, variations."),
        "annotate": LazyCommand("cli.commands.annotate", "Say something about a game."),
        "book": LazyCommand("cli.commands.book", "Make a book of a game, to read in a browser or to print."),
    },
    "Going back": {
        "undo": LazyCommand("cli.commands.undo", "Take decisions of a stored game back."),
        "redo": LazyCommand("cli.commands.undo", "Bring decisions back that were undone."),
        "repair": LazyCommand("cli.commands.repair", "Set one decision of a game right, and decide the rest again."),
        "fork": LazyCommand("cli.commands.fork", "Go on from any moment of a game."),
        "futures": LazyCommand("cli.commands.futures", "Show several ways to go on side by side."),
    },
    "Together": {
        "serve": LazyCommand("cli.commands.serve", "Let tables, viewers and programs have games over the web."),
    },
    "Texts": {
        "check": LazyCommand("cli.commands.check", "Check texts; say what is wrong and where."),
        "fmt": LazyCommand("cli.commands.fmt", "Write games in the canonical form."),
        "convert": LazyCommand("cli.commands.convert", "Convert games between notation, JSON and tables."),
        "share": LazyCommand("cli.commands.share", "Make a short code of a whole game, or read one."),
        "post": LazyCommand("cli.commands.post", "Make a post of a game: the scorings one by one, and the result."),
        "redact": LazyCommand("cli.commands.redact", "Write games as somebody saw them."),
        "merge": LazyCommand("cli.commands.merge", "Put records of one game together."),
        "diff": LazyCommand("cli.commands.diff", "Tell where two games part."),
    },
    "Many games": {
        "import": LazyCommand("cli.commands.library", "Take games from texts into the store."),
        "export": LazyCommand("cli.commands.export", "Write games as text, or one as a page."),
        "verify": LazyCommand("cli.commands.library", "Decide games again and tell every difference."),
        "split": LazyCommand("cli.commands.split", "Put the games of large files into files of their own."),
        "grep": LazyCommand("cli.commands.grep", "Find games by headers, events and positions."),
        "stats": LazyCommand("cli.commands.stats", "Count what is in many games."),
        "plays": LazyCommand("cli.commands.plays", "Write the results of finished games for a play log."),
    },
    "Trying it out": {
        "demo": LazyCommand("cli.commands.demo", "See what the program does, on a whole game."),
        "simulate": LazyCommand("cli.commands.simulate", "Let seeded players play whole games."),
        "completion": LazyCommand("cli.commands.completion", "Print what makes a shell complete commands."),
    },
}
"""Every command: the module that contains it, and what it does in one line."""


def _print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if not value or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        release = version("calimala")
    except PackageNotFoundError:
        release = "(not installed)"
    click.echo(f"calimala {release}")
    context.exit()


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    examples=(
        "calimala demo",
        "calimala new blue=Maria red=Angelica yellow=Tania green=Paolo",
        "calimala check game.cgn",
    ),
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@store_option
@color_option
@language_option
def calimala() -> None:
    """Record, replay, study and share games of the board game Calimala.

    A GAME is the id of a game in the store, a file (game.cgn; game.cgn#2 is the second game in it), - for the
    standard input, or a share code (share:CODE, or an address with one).
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    calimala.main(arguments, prog_name="calimala")


if __name__ == "__main__":
    main()
