"""Copying all games from one store to another, row by row: backups, restoring them, moving between file and database.

A copy has every row, name and photo, so also what was undone, who may do what, and every earlier version. The source
may be in use: what is added meanwhile is copied after the rest, until nothing is missing. Then both are compared.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from eventsourcing.persistence import StoredEvent

from calimala_es.errors import StaleGameError, StoreError
from calimala_es.messages import Message
from calimala_es.store.recorder import NAMES_ARGUMENT
from calimala_es.store.rows import decode_rows, read_name, read_photo
from calimala_es.store.streams import Streams, damage_errors

Progress = Callable[[int, int], None]
"""Called with the number of games copied, and of all."""

_ROUNDS: Final = 100
"""How often what was added meanwhile is copied."""


def copy_games(source: Streams, target: Streams, progress: Progress, *, only_sound: bool = False) -> dict[str, str]:
    """Copy everything into an empty store, all or nothing, and compare both; return why games were left out, by id.

    Raises ``StoreError`` if the target has games, or a game is damaged; with ``only_sound`` damaged games are left out.
    """
    with target.errors(), target.recorder.together():
        return _copy_games(source, target, progress, only_sound=only_sound)


def _copy_games(source: Streams, target: Streams, progress: Progress, *, only_sound: bool) -> dict[str, str]:
    with target.errors():
        if target.recorder.touched(0)[0]:
            raise StoreError(Message("there are already games here; name another place"))
    damaged: dict[str, str] = {}
    position = 0
    for _ in range(_ROUNDS):
        with source.errors():
            touched, last = source.recorder.touched(position)
        if position and last == position:
            break
        games = games_of_streams(touched)
        for number, (game, streams) in enumerate(games.items(), 1):
            if game in damaged:
                continue
            try:
                _copy_game(source, target, game, streams)
            except StoreError as error:
                if not only_sound or isinstance(error, StaleGameError):
                    raise
                damaged[game] = str(error)
            progress(number, len(games))
        position = last
        if not last:
            break
    with source.errors():
        games = games_of_streams(source.recorder.touched(0)[0])
    _compare(source, target, [stream for game, streams in games.items() if game not in damaged for stream in streams])
    return damaged


def games_of_streams(touched: Iterable[str]) -> dict[str, list[str]]:
    """Return streams by the game they belong to, in the order of ids; one that belongs to none is its own."""
    games: dict[str, list[str]] = defaultdict(list)
    for stream in sorted(touched):
        games[stream if stream.startswith("+") else stream.partition("/")[0]].append(stream)
    return games


def _copy_game(source: Streams, target: Streams, game: str, streams: Sequence[str]) -> None:
    """Copy the rows of a game's streams that the target has not yet, all at once, with the names beside them."""
    rows: list[StoredEvent] = []
    names: list[tuple[str, int, str]] = []
    for stream in streams:
        last = target.last_version(stream)
        found, beside = _sound_rows(source, stream)
        rows += [StoredEvent(stream, version, "", data) for version, data in found if version > last]
        names += [name for name in beside if name[1] > last]
    if game not in streams and not game.startswith("+") and not source.last_version(game):
        raise StoreError(f"{game}: all rows are missing")
    photos = [*_sound_photos(source, game)]
    with target.errors():
        if rows:
            target.recorder.insert_events(rows, **{NAMES_ARGUMENT: names})
        for name, content in photos:
            target.recorder.put_photo(game, name, content)


def _sound_rows(source: Streams, stream: str) -> tuple[list[tuple[int, bytes]], list[tuple[str, int, str]]]:
    """Return the rows of a stream and the names beside them; raise ``StoreError`` if any is damaged or missing."""
    with source.errors(), damage_errors(stream):
        last, rows = source.recorder.last_version(stream), source.recorder.select_rows(stream)
        names = source.recorder.select_names(stream)
        decode_rows(stream, rows)
        if len(rows) < last:
            raise StoreError(f"{stream}: rows missing at the end: {last - len(rows)}")
        for _, version, name in names:
            read_name(name, stream, version)
    return rows, names


def _sound_photos(source: Streams, game: str) -> Iterator[tuple[str, bytes]]:
    with source.errors(), damage_errors(game):
        for name in source.recorder.select_photo_names(game):
            content = source.recorder.select_photo(game, name)
            if content is not None:
                read_photo(content, game, name)
                yield name, content


def _compare(source: Streams, target: Streams, streams: Iterable[str]) -> None:
    """Raise ``StoreError`` unless the target has what the source has in these streams."""
    for stream in streams:
        with target.errors():
            copied = target.recorder.select_rows(stream), sorted(target.recorder.select_names(stream))
        with source.errors():
            there = source.recorder.select_rows(stream), sorted(source.recorder.select_names(stream))
        if there[0][: len(copied[0])] != copied[0] or not {*copied[1]} <= {*there[1]}:
            raise StoreError(Message("{stream} changed while it was being copied; copy it again", stream=stream))
