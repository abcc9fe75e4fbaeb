"""``convert``: games from one form into another, as a stream."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import click

from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from cli.exits import message_of, point_to_rule
from cli.files import is_file, no_game_in, source_name, text_lines, write_file
from cli.games import read_reporting
from cli.options import FINDINGS, OK, CommandWithExamples
from cli.streams import GAMES_OR_NONE, text_of
from cli.terminal import complain, write_data
from notation import dumps
from notation.csv import EXCEL, dumps_csv
from notation.grammar.tokens import split_games
from notation.json.events import dumps_events
from notation.json.game import dumps_json
from notation.json.reader import SCHEMAS, format_in, read_events, read_json, schema_text

_CGN: Final = "cgn"
_JSON: Final = "json"
_NDJSON: Final = "ndjson"
_CSV: Final = "csv"
_EXCEL: Final = "excel"

Found = Game | CalimalaError
"""A game, or the error instead of one."""


def _read_cgn(lines: Iterable[str], source: str) -> Iterator[Found]:
    for reading in map(read_reporting, split_games(lines, source)):
        yield reading.errors[0] if reading.errors or reading.game is None else reading.game


_READERS: Final[dict[str, Callable[[Iterable[str], str], Iterator[Found]]]] = {
    _CGN: _read_cgn,
    _JSON: read_json,
    _NDJSON: read_events,
}
"""The readers of games from the lines of a text, by the name of the form."""

_WRITERS: Final[dict[str, Callable[[Game], Iterator[str]]]] = {
    _CGN: lambda record: iter([dumps(record)]),
    _JSON: lambda record: iter([f"{dumps_json(record)}\n"]),
    _NDJSON: lambda record: (f"{line}\n" for line in dumps_events(record)),
    _CSV: lambda record: iter([dumps_csv(record)]),
    _EXCEL: lambda record: iter([dumps_csv(record, EXCEL)]),
}
"""The writers of a game, by the name of the form."""

_BETWEEN: Final = {_CGN: "\n", _JSON: "", _NDJSON: "", _CSV: "\n", _EXCEL: "\r\n"}
"""The text between two games."""


@click.command(
    "convert",
    cls=CommandWithExamples,
    examples=(
        "calimala convert game.cgn",
        "calimala convert --to ndjson league/*.cgn -o events.ndjson",
        "calimala export --all | calimala convert --to ndjson - | head",
        "calimala convert --to cgn games.json",
        "calimala convert --to csv game.cgn -o game.csv",
        "calimala convert --schema events",
    ),
)
@GAMES_OR_NONE
@click.option("--to", "target", type=click.Choice([*_WRITERS]), default=_JSON, show_default=True, help="What to write.")
@click.option("--from", "origin", type=click.Choice([*_READERS]), help="What is read; else the first line tells.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
@click.option("--schema", type=click.Choice([*SCHEMAS]), help="Print the JSON schema of a game, or of an event's line.")
def convert_command(
    names: Sequence[str], target: str, origin: str | None, output: Path | None, schema: str | None
) -> int:
    """Convert games between notation, JSON and tables.

    cgn is the notation, json one document a game and a line, ndjson the events of games, a line each; csv is written
    only, a row a turn (excel: with semicolons and a byte order mark). A game with errors is told and left out, and
    the command ends with code 1.
    """
    if bool(names) == bool(schema):
        raise click.UsageError("say which games, or --schema")
    conversion = _Conversion(names, origin, target)
    parts = iter([schema_text(schema)]) if schema else conversion.parts()
    if output is not None:
        write_file(output, parts)
    else:
        for part in parts:
            write_data(part)
    return conversion.code


class _Conversion:
    """Reads games from files and writes them; ``code`` is the exit code as far as it is known."""

    def __init__(self, names: Sequence[str], origin: str | None, target: str) -> None:
        self.names = names
        self.origin = origin
        self.target = target
        self.code = OK

    def parts(self) -> Iterator[str]:
        """Yield the text of all games, piece by piece."""
        write, between = _WRITERS[self.target], ""
        for name in self.names:
            for found in _games(name, self.origin):
                if isinstance(found, CalimalaError):
                    complain(message_of(found))
                    point_to_rule(found)
                    self.code = FINDINGS
                else:
                    yield between
                    yield from write(found)
                    between = _BETWEEN[self.target]


def _games(name: str, origin: str | None) -> Iterator[Found]:
    """Yield the games of a file; its first line that is not blank determines the form."""
    source, lines = (source_name(name), text_lines(name)) if is_file(name) else text_of(name)
    count = 0
    for number, line in enumerate(lines):
        if line.strip():
            read = _READERS[origin or format_in(line)]
            for found in read(chain(repeat("\n", number), [line], lines), source):
                count += 1
                yield found
    if not count:
        raise no_game_in(name)
