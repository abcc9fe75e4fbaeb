"""The entry point: the table of the commands, which are imported when they are requested, and how failures end."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from cli.options import (
    BROKEN_PIPE,
    CODES,
    COMMON,
    FAULT,
    INTERRUPTED,
    OK,
    SKIPPED_KEY,
    LazyCommand,
    LazyGroup,
    RunSettings,
)


class Program(LazyGroup):
    """The program: how it runs, and what its help says besides the commands."""

    explains_common = True

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options that every command has first, and the help last."""
        own = super().get_params(ctx)
        common = [parameter for parameter in own if parameter.name in COMMON]
        return [*common, *(parameter for parameter in own if parameter not in common)]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what GAME, SEAT and the exit codes are, and the examples."""
        for paragraph in (GAME_HELP, SEAT_HELP, exit_codes_text()):
            formatter.write_paragraph()
            formatter.write_text(paragraph)
        super().format_epilog(ctx, formatter)

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
                context.ensure_object(RunSettings)
                return max(guarded(lambda: self.invoke(context)), context.meta.get(SKIPPED_KEY, OK))

        sys.exit(guarded(run))


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
    from cli.exits import code_of, help_hint, message_of, point_to_rule
    from cli.terminal import complain

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        complain(error.format_message(), plain=True)
        return error.exit_code
    if isinstance(error, click.UsageError) and error.ctx:
        complain(error.ctx.get_usage(), plain=True)
        complain(f"{help_hint(error.ctx)}\n", plain=True)
    complain(message_of(error))
    point_to_rule(error)
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        _silence_output()
    return code_of(error)


# The table of the commands, and the program.

GAME_HELP: Final = (
    "GAME is a game in your store (friday, or the start or end of its id), a file (a.cgn; a.cgn#2 is its second game), "
    "- for standard input, a share code or link, last for the most recently changed game (the default), or example for "
    "a game that comes with the program. Where several games are read, a folder stands for its .cgn files. After # "
    "comes a moment: friday#7 is after turn 7, #7.2 after its second activation, #7.2.3 after an event, #v1 in a "
    "variation, #v1:7.2 a moment there."
)

SEAT_HELP: Final = "SEAT is a colour (red, r), a player's name, or public. Options with ... may be repeated."


def exit_codes_text() -> str:
    """Return all exit codes as one sentence."""
    return f"Exit codes: {'; '.join(f'{code} {words}' for code, words in CODES.items())}."


SECTIONS: Final[dict[str, dict[str, LazyCommand]]] = {
    "At the table": {
        "new": LazyCommand("cli.commands.new", "Set up a game"),
        "record": LazyCommand("cli.commands.record", "Record a game while you play"),
        "undo": LazyCommand("cli.commands.undo", "Undo the last decisions, or any other change"),
        "redo": LazyCommand("cli.commands.undo", "Redo what was undone"),
        "rules": LazyCommand("cli.commands.rules", "Look up a rule, or what is in the box"),
    },
    "Afterwards": {
        "show": LazyCommand("cli.commands.show", "Show a position, the score or the legal decisions"),
        "study": LazyCommand("cli.commands.study", "Step through a game, comment on it, try variations"),
        "analyse": LazyCommand("cli.commands.analyse", "Find out where a game was won"),
        "judge": LazyCommand("cli.commands.judge", "Estimate chances, and what every decision cost"),
        "draw": LazyCommand("cli.commands.draw", "Draw turns, the city, the council, plots"),
        "annotate": LazyCommand("cli.commands.annotate", "Add comments, marks and variations"),
        "set": LazyCommand("cli.commands.set", "Correct names, headers or the layout"),
        "repair": LazyCommand("cli.commands.repair", "Correct a decision and replay the rest"),
        "fork": LazyCommand("cli.commands.fork", "Continue from any moment as a new game"),
        "compare": LazyCommand("cli.commands.compare", "Compare games, forks and variations"),
    },
    "Sharing": {
        "export": LazyCommand("cli.commands.export", "Write a game as a page, a code, a post, a book or data"),
        "merge": LazyCommand("cli.commands.merge", "Combine several records of one game"),
        "serve": LazyCommand("cli.commands.serve", "Let phones and browsers open your games"),
    },
    "Collections": {
        "games": LazyCommand("cli.commands.games", "Find, count and simulate games, and ask about them"),
    },
    "The store": {
        "list": LazyCommand("cli.commands.library", "List your games"),
        "log": LazyCommand("cli.commands.log", "List every change to a game"),
        "import": LazyCommand("cli.commands.library", "Add games from files, messages and codes"),
        "check": LazyCommand("cli.commands.check", "Check games against the rules"),
        "delete": LazyCommand("cli.commands.delete", "Delete games"),
        "backup": LazyCommand("cli.commands.backup", "Copy the store to a file or a database"),
        "restore": LazyCommand("cli.commands.backup", "Copy a backup into the store"),
    },
}
"""Every command: the module that contains it, and what it does in one line."""


def _release() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("calimala")
    except PackageNotFoundError:
        return "(not installed)"


def _print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo(f"calimala {_release()}")
        context.exit()


@click.group(
    cls=Program,
    sections=SECTIONS,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    examples=("calimala --demo", "calimala new", "calimala study example"),
)
@click.option(
    "--demo",
    is_flag=False,
    flag_value="",
    metavar="[FOLDER]",
    help="Tour a complete game; your own store is not touched",
)
@click.option(
    "--completion",
    metavar="SHELL",
    type=click.Choice(["bash", "zsh", "fish"]),
    help="Print a completion script for bash, zsh or fish",
)
@click.option("--man", is_flag=True, help="Print the manual; in a pipe, as a page for man")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version"
)
@click.pass_context
def calimala(context: click.Context, demo: str | None, completion: str | None, man: bool) -> int:
    """Record games of Calimala at the table, study them afterwards, and share them."""
    chosen = [demo is not None, completion is not None, man, context.invoked_subcommand is not None]
    if sum(chosen) > 1:
        from cli.exits import wrong_usage

        raise wrong_usage("use only one of {options}", options=("--demo", "--completion", "--man", "COMMAND"))
    if demo is not None:
        from cli.demo import show_demo

        return show_demo(Path(demo) if demo else None)
    if completion is not None:
        from cli.manual import completion_script

        click.echo(completion_script(completion))
    elif man:
        from cli.manual import man_page, manual_text

        if sys.stdout.isatty():
            click.echo_via_pager(manual_text())
        else:
            click.echo(man_page(_release()), nl=False)
    elif context.invoked_subcommand is None:
        from cli.exits import wrong_usage

        raise wrong_usage("name a command: {command} lists them", command="calimala --help")
    return OK


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    calimala.main(arguments, prog_name="calimala")


if __name__ == "__main__":
    main()
