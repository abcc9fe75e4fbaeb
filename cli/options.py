"""What every command has: examples in its help, an exit code, and the options that give the settings of a run."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from replays.text.languages import ENGLISH, LANGUAGES, Language, UnknownLanguageError, language_of


class WithExamples:
    """The examples that the help of a command shows below its options."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in self.examples))


class CommandWithExamples(WithExamples, click.Command):
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


# ----------------------------------------------------------------------------------------------------
# The exit codes of the program.

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


# ----------------------------------------------------------------------------------------------------
# Settings of a whole command line: where the store is, whether there is colour, and the language.

STORE_VARIABLE: Final = "CALIMALA_STORE"
STORE_NAME: Final = "games.sqlite"
LANGUAGE_VARIABLE: Final = "CALIMALA_LANG"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class RunSettings:
    """The settings of one run; options of a command take precedence over those of the program."""

    def __init__(self) -> None:
        """Begin with the defaults: the usual store, colour on a terminal, and English."""
        self.store: Path | str | None = None
        self.color = "auto"
        self.lang: Language | None = None

    @property
    def store_place(self) -> Path | str:
        """The file of the store, or the URL of its database: as the user named it, or the usual one."""
        return self.store_named or self.usual_store

    @property
    def usual_store(self) -> Path:
        """The file of the store where the platform has a user's data."""
        from platformdirs import user_data_path

        return user_data_path("calimala", appauthor=False) / STORE_NAME

    @property
    def store_named(self) -> Path | str | None:
        """The place of the store that the user named, by the option or in the environment; ``None`` without one."""
        if self.store:
            return self.store
        given = os.environ.get(STORE_VARIABLE)
        return (_place(given) or Path(given).expanduser()) if given else None

    @property
    def has_colour(self) -> bool:
        """Whether the standard output is painted."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return bool(sys.stdout) and sys.stdout.isatty()

    @property
    def language(self) -> Language:
        """The language in which games are described: from the option, the environment, or English.

        Raises ``click.UsageError`` if the environment names a language that does not exist.
        """
        if self.lang:
            return self.lang
        try:
            return language_of(os.environ.get(LANGUAGE_VARIABLE) or ENGLISH.code)
        except UnknownLanguageError as error:
            raise click.UsageError(f"{LANGUAGE_VARIABLE}: {error}") from error


def settings() -> RunSettings:
    """Return the settings of the command that runs."""
    return click.get_current_context().ensure_object(RunSettings)


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> None:
    settings = context.ensure_object(RunSettings)
    if value is not None:
        setattr(settings, str(parameter.name), value)


def _keep_colour(context: click.Context, parameter: click.Parameter, value: object) -> None:
    _keep(context, parameter, value)
    if not context.resilient_parsing:
        context.color = settings().has_colour


def _place(value: object) -> str | None:
    """Return the URL of a database; ``None`` for the path of a file."""
    from calimala_es.store import is_postgres

    return value if isinstance(value, str) and is_postgres(value) else None


class _StorePlace(click.Path):
    """Where a store is: a file, or a database by its URL."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path, or a URL as text."""
        return _place(value) or super().convert(value, param, ctx)


def store_option(function: _Function) -> _Function:
    """Add ``--store`` to a command."""
    return click.option(
        "--store",
        type=_StorePlace(path_type=Path),
        metavar="PLACE",
        expose_value=False,
        callback=_keep,
        help=f"The store of games, a file or a postgresql:// URL, instead of ${STORE_VARIABLE} or the usual place.",
    )(function)


def color_option(function: _Function) -> _Function:
    """Add ``--color`` to a command."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        callback=_keep_colour,
        help="Paint the output; auto: on a terminal without NO_COLOR.",
    )(function)


class _LanguageCode(click.ParamType[Language]):
    """The code of a language; a shell completes the existing ones."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Language:
        """Return the language; fail with the list of all."""
        try:
            return value if isinstance(value, Language) else language_of(str(value))
        except UnknownLanguageError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        """Return the codes that begin with the typed text, with the languages' names."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(code, help=name) for code, name in LANGUAGES.items() if code.startswith(incomplete)]


def language_option(function: _Function) -> _Function:
    """Add ``--lang`` to a command, which then describes games in ``settings().language``."""
    return click.option(
        "--lang",
        type=_LanguageCode(),
        metavar="LANG",
        expose_value=False,
        callback=_keep,
        help=f"Tell games in {', '.join(LANGUAGES)}, instead of ${LANGUAGE_VARIABLE} or English.",
    )(function)


def json_option(function: _Function) -> _Function:
    """Add ``--json`` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(function)
