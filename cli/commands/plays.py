"""``plays``: finished games for play logs."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final

import click
import msgspec

from calimala_es.errors import CalimalaError
from cli.files import address_of, is_game_id, write_file
from cli.games import stored_game
from cli.options import FINDINGS, OK, CommandWithExamples
from cli.streams import GAMES, Damage, GameText, games_of
from cli.terminal import complain, write_data
from notation.csv import DIALECTS, Dialect, format_rows
from notation.json.forms import format_document
from replays.plays import RESULT_COLUMNS, Play, UnfinishedGameError, bg_stats_link, play_of, result_rows
from replays.text.names import names_of

CSV: Final = "csv"
BG_STATS: Final = "bg-stats"
JSON: Final = "json"


class NoDayError(CalimalaError):
    """A play log needs the day of a play, and it is not recorded."""


@click.command(
    "plays",
    cls=CommandWithExamples,
    examples=(
        "calimala plays 2026-11-20-lily",
        "calimala plays league.cgn --format csv -o results.csv",
        "calimala plays game.cgn --format bg-stats",
        "calimala plays *.cgn --format json | jq .players[].points",
    ),
)
@GAMES
@click.option(
    "--format",
    "form",
    type=click.Choice([CSV, BG_STATS, JSON]),
    default=CSV,
    show_default=True,
    help="A table, a row a player; a link a game, which opens BG Stats with it; JSON, a game a line.",
)
@click.option(
    "--dialect",
    type=click.Choice([*DIALECTS]),
    default="comma",
    show_default=True,
    help="What the table has between its cells.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
def plays_command(names: Sequence[str], form: str, dialect: str, output: Path | None) -> int:
    """Write the results of finished games for a play log.

    Names, colours, families, points, ranks, the day and, where times are known, the minutes. Games that were not
    recorded to their end are told and left out, unless their header Result tells it; so are games with errors.
    """
    report = _Report()
    parts = _texts(names, _table_writer(DIALECTS[dialect]) if form == CSV else _WRITERS[form], report)
    head = format_rows([RESULT_COLUMNS], DIALECTS[dialect]) if form == CSV else ""
    # The first game is read before anything is printed: if nothing can be read, nothing is printed.
    first = next(parts, "")
    texts = chain([head + first], parts)
    if output:
        write_file(output, texts)
    else:
        for text in texts:
            write_data(text)
    return report.code()


class _Report:
    """The skipped games, and why they were skipped."""

    def __init__(self) -> None:
        self.damage = Damage()
        self.unfinished = 0

    def report(self, place: str, error: CalimalaError) -> None:
        """Report why a game has no play."""
        self.unfinished += 1
        complain(f"{place}: {error}; it is left out", plain=True)

    def code(self) -> int:
        return self.damage.code() or (FINDINGS if self.unfinished else OK)


_Writer = Callable[[Play], str]


def _texts(names: Sequence[str], write: _Writer, report: _Report) -> Iterator[str]:
    """Yield the plays of all games as text, one after another."""
    for found in games_of(names):
        reading = found.reading()
        if reading.errors:
            report.damage.report(reading.errors[0])
        elif record := reading.game:
            state = record.state if record.depth != "result" else None
            called = names_of(record.setup, record.headers)
            try:
                yield write(play_of(record, state, called, _times(found)))
            except (UnfinishedGameError, NoDayError) as error:
                report.report(found.place, error)


def _times(found: GameText) -> list[datetime]:
    """Return when the decisions of a stored game were saved; for a text, only the times in it are known."""
    address = address_of(found.file)
    if found.number or not is_game_id(address.name):
        return []
    game = stored_game(address.name).stored
    return [time for time in game.times if time] if game else []


def _link(play: Play) -> str:
    if play.ended is None:
        raise NoDayError("BG Stats asks for the day of a play; write it into the header Date, as 2026.11.20")
    return bg_stats_link(play) + "\n"


def _table_writer(dialect: Dialect) -> _Writer:
    below = dialect._replace(mark="")
    return lambda play: format_rows(result_rows(play), below)


_WRITERS: Final[dict[str, _Writer]] = {
    BG_STATS: _link,
    JSON: lambda play: format_document(msgspec.to_builtins(play)) + "\n",
}
"""The writers of a play, by the requested form."""
