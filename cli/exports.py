"""``export``: whole games as text, or as documents of JSON (``docs/json.md``)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cli.codes import OK
from cli.games import Game, GameName, all_ids, find_game, report_errors
from cli.group import Command
from cli.settings import color_option, json_option, store_option
from cli.terminal import write_data
from cli.texts import write_file
from cli.viewpoint import sees_all, viewer_of
from notation import Record, dumps
from notation.depth.making import shallowed
from notation.json.forms import plain, to_line
from notation.json.game import game_document
from notation.record import Depth
from notation.redact import redact


@click.command(
    "export",
    cls=Command,
    examples=(
        "calimala export 2026-11-20-lily",
        "calimala export 2026-11-20-lily --as red -o as-red-saw-it.cgn",
        "calimala export --all -o games.cgn",
        "calimala export game.cgn --depth placements",
        "calimala export game.cgn --json",
    ),
)
@click.argument("names", metavar="GAME...", nargs=-1, type=GameName())
@click.option("--all", "take_all", is_flag=True, help="All games of the store.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
@click.option("--as", "seat", metavar="SEAT", help="As a player saw it (red, r, Maria), or the public.")
@click.option("--depth", type=click.Choice(["placements", "result"]), help="Tell only that much of each game.")
@json_option
@store_option
@color_option
def export_command(
    names: Sequence[str], take_all: bool, output: Path | None, seat: str | None, depth: Depth | None, as_json: bool
) -> int:
    """Write games as text.

    In canonical notation, with comments and headers, one after another with an empty line between; or with --json as
    JSON, a game a line, as calimala convert reads and writes it.
    """
    if bool(names) == take_all:
        raise click.UsageError("say which games, or --all")
    games = [find_game(name) for name in (all_ids() if take_all else names)]
    code = max([report_errors(game) for game in games], default=OK)
    records = [_told(game, seat, depth) for game in games]
    texts = (
        [_document_line(game, record) for game, record in zip(games, records, strict=True)]
        if as_json
        else ["\n".join(map(dumps, records))]
    )
    if output is None:
        for text in texts:
            write_data(text)
    else:
        write_file(output, texts)
    return code


def _document_line(game: Game, record: Record) -> str:
    """A game's document on one line, with what was undone, if nobody's view of it is asked for."""
    undone = undone_json(game) if record is game.record else []
    return to_line(game_document(record) | {"game": game.name} | ({"undone": undone} if undone else {})) + "\n"


def _told(game: Game, seat: str | None, depth: Depth | None) -> Record:
    """The record as a seat, or the public, can have it, or so much of it."""
    record = game.record
    if not sees_all(seat):
        record = redact(record, viewer_of(seat, game))
    return record if depth in (None, record.depth) else shallowed(record, depth)


def undone_json(game: Game) -> list[dict[str, Any]]:
    """What was taken out of a game of the store, in the order in which it was recorded."""
    steps: Sequence[Any] = game.stored.undone if game.stored else ()
    return [{"number": step.number, "events": plain(tuple(step.events))} for step in steps]
