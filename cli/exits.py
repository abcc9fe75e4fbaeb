"""The one table from errors to exit codes and messages."""

import os
import sqlite3
from typing import Final

import click

from calimala_es.errors import (
    CalimalaError,
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    IllegalCommandError,
    NothingToUndoError,
    SetupError,
    StaleGameError,
    StoreError,
)
from cli.guard import BROKEN_PIPE, INTERRUPTED
from notation.errors import NotationError
from notation.position import PositionError
from replays.replay import UnknownIdError
from replays.stacks import NoTurnError

OK: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
STORE: Final = 4
FILE: Final = 5
LACKING: Final = 6
FAULT: Final = 70

CODES: Final[dict[int, str]] = {
    OK: "all is well",
    FINDINGS: "something was found: a text with errors, a decision against the rules, a difference",
    USAGE: "the command line asks for something that there is not",
    NOT_FOUND: "there is no such game, file or place in a game",
    STORE: "the store cannot be read or written, or somebody else changed the game",
    FILE: "a file cannot be read or written",
    LACKING: "a program that is needed is not installed",
    FAULT: "a fault of calimala itself",
    INTERRUPTED: "stopped by Ctrl-C",
    BROKEN_PIPE: "whoever read the output went away",
}
"""Every exit code and what it says."""


class MissingProgramError(CalimalaError):
    """Something that has to be installed beside calimala is not there."""


class TextError(CalimalaError):
    """A file that is not text; says at which line and byte."""


_TABLE: Final[tuple[tuple[type[BaseException], int], ...]] = (
    (click.FileError, FILE),
    (click.ClickException, USAGE),
    (GameNotFoundError, NOT_FOUND),
    (UnknownIdError, NOT_FOUND),
    (NoTurnError, NOT_FOUND),
    (FileNotFoundError, NOT_FOUND),
    (GameExistsError, STORE),
    (StaleGameError, STORE),
    (StoreError, STORE),
    (sqlite3.Error, STORE),
    (GameIdError, USAGE),
    (NothingToUndoError, FINDINGS),
    (SetupError, FINDINGS),
    (IllegalCommandError, FINDINGS),
    (NotationError, FINDINGS),
    (PositionError, FINDINGS),
    (TextError, FINDINGS),
    (MissingProgramError, LACKING),
    (CalimalaError, FINDINGS),
    (OSError, FILE),
)
"""The first line that fits decides."""


def code_of(error: BaseException) -> int:
    """The exit code of an error."""
    return next((code for kind, code in _TABLE if isinstance(error, kind)), FAULT)


def message_of(error: BaseException) -> str:
    """What a person is told about an error."""
    if isinstance(error, NotationError):
        return f"{error}\n{error.context()}"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError):
        return _system_message(error)
    if code_of(error) != FAULT:
        return str(error)
    if os.environ.get("CALIMALA_DEBUG"):
        import traceback

        return "".join(traceback.format_exception(error)).rstrip()
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"this is a fault of calimala, please report it: {what} (CALIMALA_DEBUG=1 tells where)"


def _system_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{os.fsdecode(error.filename)}: {reason}" if isinstance(error.filename, str | bytes) else reason
