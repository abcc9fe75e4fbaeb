"""The one table from errors to exit codes and messages."""

import os
import sqlite3
from typing import Any, Final

import click

from calimala_es.errors import (
    CalimalaError,
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    IllegalCommandError,
    LibraryError,
    NothingToUndoError,
    QueryError,
    SetupError,
    StaleGameError,
    StoreError,
    StorePackageError,
    UnknownIdError,
    WorkersError,
)
from calimala_es.messages import Message, Text
from cli.clicked import sentence_of
from cli.options import FAULT, FILE, FINDINGS, MISSING_PROGRAM, NOT_FOUND, STORE, UNLISTENED, USAGE, RunSettings
from cli.terminal import note
from notation.errors import NotationError, NotLegalError, Place
from replays.stacks import NoTurnError
from replays.text.languages import ENGLISH, Language
from replays.text.messages import error_text, message_of_colours


class MissingProgramError(CalimalaError):
    """A program or package that a command needs is not installed."""


class BoxError(SetupError):
    """A file that describes a box has an error."""


class UnlistenedError(CalimalaError):
    """The server cannot listen on an address; the message says which one and why."""


class UnknownRuleError(CalimalaError):
    """No rule has this number, or is about this term."""


class TextError(CalimalaError):
    """A file is not text; ``place`` is the line and column at which that shows, if it is a place."""

    def __init__(self, reason: Text, place: Place | None = None) -> None:
        """Store what is wrong, with the place before it."""
        where = place and f"{place.source}:{place.line}:{place.column}"
        super().__init__(Message("{place}: {reason}", place=where, reason=reason) if where else reason)
        self.reason = reason
        self.place = place


def wrong_usage(sentence: str, /, **fields: Any) -> click.UsageError:
    """Return the error for a command line that cannot be run; sentence and fields are those of a ``Message``."""
    return click.UsageError(message_of_colours(Message(sentence, **fields), _language()))


def wrong_value(sentence: str, /, *, option: str | None = None, **fields: Any) -> click.BadParameter:
    """Return the same for one value; without ``option``, it is that of the parameter that click reads."""
    return click.BadParameter(message_of_colours(Message(sentence, **fields), _language()), param_hint=option)


class UnwritableError(OSError):
    """A file cannot be written, e.g. because its folder does not exist."""


_TABLE: Final[tuple[tuple[type[BaseException], int], ...]] = (
    (click.FileError, FILE),
    (click.ClickException, USAGE),
    (GameNotFoundError, NOT_FOUND),
    (UnknownIdError, NOT_FOUND),
    (NoTurnError, NOT_FOUND),
    (UnknownRuleError, NOT_FOUND),
    (FileNotFoundError, NOT_FOUND),
    (GameExistsError, STORE),
    (StaleGameError, STORE),
    (StorePackageError, MISSING_PROGRAM),
    (StoreError, STORE),
    (QueryError, USAGE),
    (LibraryError, FILE),
    (WorkersError, FILE),
    (sqlite3.Error, STORE),
    (GameIdError, USAGE),
    (NothingToUndoError, FINDINGS),
    (BoxError, FINDINGS),
    (SetupError, USAGE),
    (IllegalCommandError, FINDINGS),
    (NotationError, FINDINGS),
    (TextError, FINDINGS),
    (MissingProgramError, MISSING_PROGRAM),
    (UnlistenedError, UNLISTENED),
    (CalimalaError, FINDINGS),
    (OSError, FILE),
)
"""Error classes and exit codes; the first row that fits decides."""


def code_of(error: BaseException) -> int:
    """Return the exit code of an error."""
    return next((code for kind, code in _TABLE if isinstance(error, kind)), FAULT)


def message_of(error: BaseException) -> str:
    """Return the message that a person sees about an error."""
    if isinstance(error, NotationError):
        return "\n".join(filter(None, (error_text(error, _language()), error.context())))
    if isinstance(error, StorePackageError):
        from cli.installing import missing_package

        return str(missing_package("a store in PostgreSQL", "psycopg", "postgres"))
    if isinstance(error, CalimalaError):
        return error_text(error, _language())
    if isinstance(error, click.NoSuchOption):
        return _no_option_text(error)
    if isinstance(error, click.MissingParameter):
        return _language().text("{option} is missing", option=_parameter_text(error))
    if isinstance(error, click.BadParameter):
        return _value_text(error)
    if isinstance(error, click.ClickException):
        return sentence_of(error.format_message(), _language())
    if isinstance(error, OSError):
        return _system_message(error)
    if code_of(error) != FAULT:
        return str(error)
    if os.environ.get("CALIMALA_DEBUG"):
        import traceback

        return "".join(traceback.format_exception(error)).rstrip()
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"this is a bug in calimala; please report it: {what} (CALIMALA_DEBUG=1 shows where)"


def message_of_game(name: str, error: BaseException) -> str:
    """Return the message about an error of a stored game, with its name: one of a damaged file names only that."""
    words = message_of(error)
    return f"{name}: {words}" if isinstance(error, StoreError) and f"{name}:" not in words else words


def _value_text(error: click.BadParameter) -> str:
    """Return what is wrong with a value, after the option or argument: ``--port: ...``."""
    where = _parameter_text(error)
    sentence = sentence_of(error.message, _language())
    return f"{where}: {sentence}" if where else sentence


def _parameter_text(error: click.BadParameter) -> str:
    """Return the option or argument of an error: ``-o / --output``."""
    hint = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param and error.ctx else "")
    return (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")


def _no_option_text(error: click.NoSuchOption) -> str:
    language = _language()
    if not error.possibilities:
        return language.text("there is no option {option}", option=error.option_name)
    words = {"option": error.option_name, "meant": error.possibilities[0]}
    return language.text("there is no option {option}; did you mean {meant}?", **words)


def help_hint(context: click.Context) -> str:
    """Return how to ask for the help of the command whose usage is wrong."""
    path = context.command_path.partition(" ")[2]
    return _language().text("Help: {command}", command=" ".join(filter(None, ("calimala", path, "--help"))))


def _language() -> Language:
    """Return the language of the command that runs, English if it is not known."""
    context = click.get_current_context(silent=True)
    settings = context.find_object(RunSettings) if context else None
    try:
        return settings.language if settings else ENGLISH
    except click.UsageError:
        return ENGLISH


def _system_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{os.fsdecode(error.filename)}: {reason}" if isinstance(error.filename, str | bytes) else reason


# ----------------------------------------------------------------------------------------------------
# From an illegal decision to the rule that its message names: where a person can read it.

POINTED_KEY: Final = "calimala.pointed"
"""The key in a command's context that records that a hint to a rule has been printed."""

_AGAINST_RULES: Final = (IllegalCommandError, SetupError, NotLegalError)


def point_to_rule(error: object) -> None:
    """Print after an illegal decision how to read its rule; at most once per run, and not after other errors."""
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    if isinstance(error, _AGAINST_RULES) and error.rule and POINTED_KEY not in meta:
        meta[POINTED_KEY] = error.rule
        note(_language().text("The rule: {command}", command=f"calimala rules {error.rule}"))
