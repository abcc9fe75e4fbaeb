"""The subjects that can be measured, in the order of the report."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bench import (
    analysis,
    annotated,
    files,
    judged,
    library,
    playouts,
    postgres,
    replay,
    service,
    service_page,
    share,
    startup,
    store,
    stranger,
    text,
)
from bench.harness import Line, Missing, MissingContenderError


class Subject(NamedTuple):
    """One subject of measurement."""

    about: str
    figures: Callable[[int], Iterable[Line]]


SUBJECTS: Final = {
    "playouts": Subject("whole random games, beside catanatron's random players", playouts.figures),
    "judge": Subject("every decision of a game judged, beside the time it may take", judged.figures),
    "replay": Subject("checked replay and trusted fold, beside python-chess", replay.figures),
    "analysis": Subject("a full analysis of a game, beside its replay", analysis.figures),
    "text": Subject("reading and writing games, beside python-chess and pgn-read; their length", text.figures),
    "annotated": Subject("reading games with notes and variations, beside python-chess", annotated.figures),
    "share": Subject("share codes: their length beside what is in a game; making and reading them", share.figures),
    "files": Subject("large files: headers, tokens, damaged text, memory", files.figures),
    "library": Subject("importing, building and asking, beside reading alone and plain SQLite", library.figures),
    "store": Subject("rebuilding games and appending commands, beside plain sqlite3", store.figures),
    "postgres": Subject("a store in PostgreSQL, beside one in a file", postgres.figures),
    "service": Subject("the service beside a starlette hello-world; followers", service.figures),
    "page": Subject(
        "the page of a game in Chromium: its size, its first board, and how it plays", service_page.figures
    ),
    "stranger": Subject("a table that records while another address does its worst", stranger.figures),
    "startup": Subject("calimala --help, beside python -c 'import chess.pgn'", startup.figures),
}
"""What can be measured, in the order of the report."""


class Sizes(NamedTuple):
    """How large the largest file is, and the library that is made, if no other ``library`` is asked instead."""

    megabytes: int = files.MEGABYTES
    games: int = library.GAMES
    library: Path | None = None


def measure(subject: str, rounds: int, sizes: Sizes = Sizes()) -> list[Line]:  # noqa: B008
    """Return the lines of one subject; if another program is missing, a line that says so."""
    figures = {
        "files": partial(files.figures, megabytes=sizes.megabytes),
        "library": partial(library.figures, games=sizes.games, other=sizes.library),
    }
    try:
        return [*figures.get(subject, SUBJECTS[subject].figures)(rounds)]
    except MissingContenderError as error:
        return [Missing(subject, str(error))]
