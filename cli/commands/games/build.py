"""``games build``: a library, many games as tables of Parquet."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cli.exits import wrong_usage
from cli.files import source_name
from cli.games import all_ids
from cli.installing import need_package
from cli.options import CommandWithExamples, json_option, settings
from cli.processes import workers_options
from cli.selection import SELECTION, Search, Selection, selection_options
from cli.streams import GAMES_OR_NONE
from cli.terminal import say, write_json
from replays.library import is_library
from replays.workers import Workforce

if TYPE_CHECKING:
    from replays.library.building import Progress, Text
    from replays.library.folder import Library, Names

_NAMES: Final = ("keep", "replace", "omit")

LIBRARY = click.argument("folder", metavar="LIBRARY", type=click.Path(path_type=Path, file_okay=False))


def need_library() -> None:
    """Raise ``MissingProgramError`` if the package that reads and writes libraries is not installed."""
    need_package("a library of games", "duckdb", "library")


@click.command(
    "build",
    cls=CommandWithExamples,
    as_in={"games find": SELECTION},
    examples=(
        "calimala games build club",
        "calimala games build league-library league/ --names replace",
    ),
)
@LIBRARY
@GAMES_OR_NONE
@click.option(
    "--names",
    "policy",
    type=click.Choice(_NAMES),
    help="In a new library: keep players' names (default), replace or omit them",
)
@workers_options
@selection_options
@json_option
def build_command(
    folder: Path,
    names: Sequence[str],
    policy: "Names | None",
    workers: Workforce,
    selection: Selection,
    as_json: bool,
) -> int:
    """Add games (default: your whole store) to a library: a folder of tables that answer questions. Games already in
    it are skipped.
    """
    need_library()
    from replays.library.building import Progress, build

    library = open_or_create(folder, policy or "keep")
    if policy and policy != library.names:
        raise wrong_usage(
            "{folder} was built with --names {names}; use the same, or build another library",
            folder=str(folder),
            names=library.names,
        )
    search = Search(selection, reads_all=False)
    done = Progress()
    for done in build(library, _texts(search, names or all_ids()), workers=workers):
        for error in done.errors:
            search.damage.report(error)
        show_progress(done)
    if as_json:
        write_json({"added": done.added, "known": done.known, "with_errors": search.damage.games})
    else:
        say_added(done)
    return search.code()


def open_or_create(folder: Path, policy: "Names" = "keep") -> "Library":
    """Return the library in a folder, which is made if it is not there; raise ``LibraryError``."""
    from replays.library.folder import Library

    return Library(folder) if is_library(folder) else Library.create(folder, policy)


def say_added(done: "Progress") -> None:
    """Print how many games were added, and how many were there already, in place of the progress."""
    if _is_progress_seen():
        click.echo("\r\x1b[K", nl=False, err=True)
    counted = settings().language.counted
    say(counted("Added {number} game", "Added {number} games", done.added))
    if done.known:
        say(
            counted(
                "{number} game was already there, or appeared twice",
                "{number} games were already there, or appeared twice",
                done.known,
            )
        )


def _texts(search: Search, names: Sequence[str]) -> Iterator["Text"]:
    """Yield the games that were asked for as they are written."""
    from replays.library.building import Text

    for match in search.matches(names):
        found = match.found
        yield Text(found.place, source_name(found.file), found.passage)


def show_progress(done: "Progress", total: int | None = None) -> None:
    """Say how far the build is, out of so many games if they are known, if somebody sees it."""
    if _is_progress_seen():
        number, language = done.added + done.known, settings().language
        text = language.counted("{number} game", "{number} games", number)
        if total is not None:
            text = language.text("{number} of {total} games", number=number, total=total)
        click.echo(f"\r{text}  ", nl=False, err=True)


def _is_progress_seen() -> bool:
    return bool(sys.stderr and sys.stderr.isatty())
