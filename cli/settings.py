"""What holds for a whole command line: where the store is, whether there is colour, and the code to end with."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

STORE_VARIABLE: Final = "CALIMALA_STORE"
STORE_NAME: Final = "games.sqlite"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Settings:
    """The settings of one run; options of a command go before those of the program."""

    def __init__(self) -> None:
        """Nothing is said: the usual store, and colour on a terminal."""
        self.store: Path | None = None
        self.color = "auto"

    @property
    def store_path(self) -> Path:
        """The file of the store: the option, the environment, or the platform's place for a person's data."""
        if self.store:
            return self.store
        if given := os.environ.get(STORE_VARIABLE):
            return Path(given).expanduser()
        from platformdirs import user_data_path

        return user_data_path("calimala", appauthor=False) / STORE_NAME

    @property
    def has_colour(self) -> bool:
        """Whether the standard output is painted."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return bool(sys.stdout) and sys.stdout.isatty()


def settings() -> Settings:
    """The settings of the command that runs."""
    return click.get_current_context().ensure_object(Settings)


def _keep(context: click.Context, parameter: click.Parameter, value: object) -> None:
    kept = context.ensure_object(Settings)
    if value is not None:
        setattr(kept, str(parameter.name), value)
    if not context.resilient_parsing:
        context.color = kept.has_colour


def store_option(function: _Function) -> _Function:
    """``--store``."""
    return click.option(
        "--store",
        type=click.Path(path_type=Path),
        metavar="FILE",
        expose_value=False,
        callback=_keep,
        help=f"The store of games, instead of ${STORE_VARIABLE} or the usual place.",
    )(function)


def color_option(function: _Function) -> _Function:
    """``--color``."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        callback=_keep,
        help="Paint the output; auto: on a terminal without NO_COLOR.",
    )(function)


def json_option(function: _Function) -> _Function:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(function)
