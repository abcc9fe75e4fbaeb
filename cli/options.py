"""What every command and group has: help with examples, exit codes, and the options that give the settings of a run.

A group imports a command only when it runs, so that its help is written without importing any.
"""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from replays.text.languages import ENGLISH, LANGUAGES, Language, UnknownLanguageError, language_of

REPEATED: Final = "..."
"""The sign, in a help, of an option that may be repeated."""

_RANGE: Final = re.compile(r"\s*\[[^\]]*x[<>=][^\]]*\]$")
"""The range of a number, which click adds to the help of its option."""


class HelpWithExamples:
    """The help of a command: options under headings, one line for those that every command has, examples."""

    examples: tuple[str, ...] = ()
    tables: Mapping[str, Mapping[str, str]] = {}
    headings: Mapping[str, str] = {}
    as_in: Mapping[str, Collection[str]] = {}
    ending: str = ""
    explains_common: bool = False
    params: list[click.Parameter]

    def add_common_options(self) -> None:
        """Add the options that every command has, and that only the help of the program explains."""
        self.params += [option for option in common_options() if option.name not in {each.name for each in self.params}]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does, without an indentation."""
        text = cleandoc(cast("click.Command", self).help or "")
        if text:
            formatter.write_paragraph()
            formatter.write_text(text.partition("\f")[0])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write ``tables``, and the options below ``headings``, given by the option that comes first under each."""
        for name, entries in self.tables.items():
            with formatter.section(name):
                formatter.write_dl([*entries.items()], col_max=24)
        title, rows, elsewhere = "Options", dict[str, list[tuple[str, str]]](), dict[tuple[str, str], list[str]]()
        for parameter in cast("click.Command", self).get_params(ctx):
            if isinstance(parameter, click.Argument) or (parameter.name in COMMON and not self.explains_common):
                continue
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            title = self.headings.get(parameter.opts[0], title)
            shown = rows.setdefault(title, [])
            explained = next((command for command, names in self.as_in.items() if parameter.name in names), None)
            if explained:
                elsewhere.setdefault((title, explained), []).append(max(parameter.opts, key=len))
            else:
                shown.append((f"{record[0]}{_repeats(parameter)}", _RANGE.sub("", record[1])))
        for (title, command), options in elsewhere.items():
            names = wrap(", ".join(options), formatter.width - 2, break_on_hyphens=False)
            rows[title].append(("\n  ".join(names), f"As in calimala {command}"))
        for title, records in rows.items():
            with formatter.section(title):
                formatter.write_dl(records, col_max=24)
        if not self.explains_common:
            formatter.write("\nEvery command also takes --store, --lang and --color: see calimala --help\n")
        if self.ending:
            formatter.write_paragraph()
            formatter.write_text(self.ending)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in self.examples))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return ``--help``, described like the other options."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = "Show this help and exit"
        return cast("click.Option | None", option)


def _repeats(parameter: click.Parameter) -> str:
    """Return the sign of an option that may be repeated; nothing for others."""
    return REPEATED if isinstance(parameter, click.Option) and (parameter.multiple or parameter.count) else ""


class CommandWithExamples(HelpWithExamples, click.Command):
    """A command with the options that every command has, and examples in its help."""

    def __init__(
        self,
        *args: Any,
        examples: Sequence[str] = (),
        tables: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        headings: Mapping[str, str] = MappingProxyType({}),
        as_in: Mapping[str, Collection[str]] = MappingProxyType({}),
        ending: str = "",
        **kwargs: Any,
    ) -> None:
        """Make a command as ``click.Command`` does.

        ``examples`` are command lines, ``tables`` explain the values of an option under a title each, ``headings`` are
        titles by the option that comes first below each, ``as_in`` has the parameters that the help of another command
        explains, and ``ending`` is printed after the options, e.g. what exit code 1 means.
        """
        super().__init__(*args, **kwargs)
        self.examples, self.tables, self.headings, self.ending = tuple(examples), tables, headings, ending
        self.as_in = as_in
        self.add_common_options()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``-#2``, the second game of the standard input, as a name and not as an option."""
        if any(arg.startswith("-#") for arg in args):
            from cli.files import STANDARD_INPUT_PLACE

            args = [arg.replace("-#", STANDARD_INPUT_PLACE, 1) if arg.startswith("-#") else arg for arg in args]
        return super().parse_args(ctx, args)


# Groups.


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
            ctx.fail(_unknown_command(ctx, args[0], [*self._entries]))
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


def _unknown_command(ctx: click.Context, name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    from replays.text import terms

    language = ctx.ensure_object(RunSettings).language
    close = get_close_matches(name, known, 2, 0.5)
    if not close:
        return language.text("there is no command {word}", word=repr(name))
    return language.text(
        "there is no command {word}; did you mean {meant}?", word=repr(name), meant=terms.join_or(close, language)
    )


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

SKIPPED_KEY: Final = "calimala.skipped"
"""The key in a command's context with the exit code for what was reported: games that were skipped while a file was
read, or damage of the store.
"""

CODES: Final[dict[int, str]] = {
    OK: "success",
    FINDINGS: "something was found (e.g. an error or a difference), was skipped or could not be done",
    USAGE: "wrong usage",
    NOT_FOUND: "not found, or nothing matched",
    STORE: "problem with the store, or a damaged game",
    FILE: "problem with a file",
    MISSING_PROGRAM: "a program is missing",
    UNLISTENED: "address in use",
    FAULT: "a bug in calimala",
    INTERRUPTED: "stopped with Ctrl-C",
    BROKEN_PIPE: "output closed",
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


class StorePlace(click.Path):
    """Where a store is: a file, or a database by its URL."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path, or a URL as text."""
        return _place(value) or super().convert(value, param, ctx)


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
        return [CompletionItem(code, help=name) for code, name in LANGUAGES.items() if code.startswith(incomplete)]


def common_options() -> list[click.Option]:
    """Return the options that the program and every command have: ``--store``, ``--lang`` and ``--color``."""
    return [
        click.Option(
            ["--store"],
            type=StorePlace(path_type=Path),
            metavar="PLACE",
            expose_value=False,
            callback=_keep,
            help=f"A file or a postgresql:// URL (default: ${STORE_VARIABLE}, else a file in your data folder)",
        ),
        click.Option(
            ["--lang"],
            type=_LanguageCode(),
            metavar="LANG",
            is_eager=True,
            expose_value=False,
            callback=_keep,
            help=f"{join_or(LANGUAGES)} (default: ${LANGUAGE_VARIABLE}, else en); help stays in English",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            metavar="WHEN",
            expose_value=False,
            callback=_keep_colour,
            help="auto, always or never (default: auto)",
        ),
    ]


COMMON: Final = ("store", "lang", "color")
"""The names of the options that every command has."""


def join_or(words: Iterable[str]) -> str:
    """Return the words as a choice, ``a, b or c``, for help texts in English."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def json_option(function: _Function) -> _Function:
    """Add ``--json`` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs")(function)
