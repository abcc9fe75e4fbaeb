"""``export``: whole games as text, or as events in JSON; the keys are documented in ``docs/cli.md`` and stay."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import asdict

from calimala_es.events import Event
from cli.codes import OK
from cli.games import Game, GameName, all_ids, find_game, report_errors, seat_of
from cli.group import Command
from cli.positions import setup_json
from cli.records import SHUFFLE_HEADER
from cli.settings import color_option, json_option, store_option
from cli.show import sees_all
from cli.terminal import json_text, write_data
from cli.texts import write_file
from notation import Move, Record, dumps, format_position
from notation.symbols import format_command
from replays.replay import Replay


@click.command(
    "export",
    cls=Command,
    examples=(
        "calimala export 2026-11-20-lily",
        "calimala export 2026-11-20-lily --as red -o as-red-saw-it.cgn",
        "calimala export --all -o games.cgn",
        "calimala export game.cgn --json",
    ),
)
@click.argument("names", metavar="GAME...", nargs=-1, type=GameName())
@click.option("--all", "take_all", is_flag=True, help="All games of the store.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
@click.option("--as", "seat", metavar="SEAT", help="As a player saw it (red, r, Maria), or the public.")
@json_option
@store_option
@color_option
def export_command(names: Sequence[str], take_all: bool, output: Path | None, seat: str | None, as_json: bool) -> int:
    """Write games as text.

    In canonical notation, with comments and headers, one after another with an empty line between; or with --json as
    events.
    """
    if bool(names) == take_all:
        raise click.UsageError("say which games, or --all")
    games = [find_game(name) for name in (all_ids() if take_all else names)]
    code = max([report_errors(game) for game in games], default=OK)
    viewed = [viewed_game(game, seat) for game in games]
    if as_json:
        parts = [json_text([_game_json(game, *view) for game, view in zip(games, viewed, strict=True)]) + "\n"]
    else:
        parts = ["\n".join(dumps(record) for record, _ in viewed)]
    if output is None:
        write_data(parts[0])
    else:
        write_file(output, parts)
    return code


def _game_json(game: Game, record: Record, replay: Replay) -> dict[str, Any]:
    """A game with what was undone, if nobody's view of it is asked for."""
    whole = game_json(game, record, replay)
    return whole | {"undone": undone_json(game)} if replay is game.replay else whole


def viewed_game(game: Game, seat: str | None) -> tuple[Record, Replay]:
    """The record and the replay as a seat, or the public, can have them; the seed of a deck is nobody's."""
    record, replay = game.record, game.replay
    if seat is None or sees_all(seat):
        return record, replay
    viewer = seat_of(seat, game)
    seen = replay.view(viewer)
    moves = [Move(command, move.notes) for command, move in zip(seen.commands, record.moves, strict=True)]
    headers = tuple(header for header in record.headers if header[0] != SHUFFLE_HEADER)
    start = seen.start if record.start is not None else None
    return Record(record.setup, tuple(moves), headers, record.notes, start), seen


def game_json(game: Game, record: Record, replay: Replay) -> dict[str, Any]:
    """A game as ``record`` and ``replay`` have it, which may be somebody's view of it."""
    setup = record.setup
    return {
        "game": game.name,
        **setup_json(setup, game.names),
        "deck": [*setup.ruleset.deck],
        "cells": [*setup.ruleset.cells],
        "headers": [[*header] for header in record.headers],
        "start": format_position(replay.start),
        "comments": [*record.comments],
        "decisions": _decisions_json(record, replay),
    }


def _decisions_json(record: Record, replay: Replay) -> list[dict[str, Any]]:
    ends = [*replay.firsts[1:], replay.last]
    return [
        {
            "symbol": format_command(replay.states[first], move.command),
            "comments": [*move.comments],
            "checks": [*move.checks],
            "events": [
                {"id": str(replay.ids[place]), **event_json(replay.events[place])} for place in range(first, end)
            ],
        }
        for move, first, end in zip(record.moves, replay.firsts, ends, strict=False)
    ]


def event_json(event: Event) -> dict[str, Any]:
    """An event by its kind and fields; seats count from 0 in turn order."""
    return {"kind": type(event).__name__, **{name: _plain(value) for name, value in asdict(event).items()}}


def _plain(value: Any) -> Any:
    return [*value] if isinstance(value, tuple) else value


def undone_json(game: Game) -> list[dict[str, Any]]:
    """What was taken out of a game of the store, in the order in which it was recorded."""
    steps: Sequence[Any] = game.stored.undone if game.stored else ()
    return [{"number": step.number, "events": [event_json(event) for event in step.events]} for step in steps]
