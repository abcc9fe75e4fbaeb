"""All games as one text, and back: lines of JSON with every row, name and photo as they are stored.

A game that comes back beside an earlier or later version of itself is continued or left as it is; one that differs from
what is there is not added, and neither is one with a damaged row.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from calimala_es.errors import CalimalaError, StoreError
from calimala_es.messages import Message
from calimala_es.store.copying import games_of_streams
from calimala_es.store.recorder import NAMES_ARGUMENT, RowName
from calimala_es.store.rows import decode_rows, read_name, read_photo
from calimala_es.store.streams import GAME_ID, Streams


class BackupError(CalimalaError):
    """A text is not a backup."""


_HEAD: Final = {"calimala": "backup", "version": 1}


class BackupLine(Struct, frozen=True, omit_defaults=True):
    """One line: a row of a stream, a name beside one, or a photo of a game; bytes are base64."""

    stream: str = ""
    version: int = 0
    row: str = ""
    name: str | None = None
    game: str = ""
    photo: str = ""
    content: str = ""
    calimala: str = ""


class Restored(Struct, frozen=True):
    """What became of a backup: the ids of games that were added, continued, there already, and not added and why."""

    added: list[str]
    continued: list[str]
    same: list[str]
    refused: dict[str, str]


def backup_lines(source: Streams) -> Iterator[bytes]:
    """Yield the lines of all games, those of a game together, each with its line feed."""
    recorder = source.recorder
    yield msgspec.json.encode(_HEAD) + b"\n"
    with source.errors():
        games = games_of_streams(recorder.touched(0)[0])
    for game, streams in games.items():
        if game.startswith("+"):
            continue
        with source.errors():
            for stream in streams:
                for version, row in recorder.select_rows(stream):
                    yield _line(BackupLine(stream, version, b64encode(row).decode()))
                for _, version, name in recorder.select_names(stream):
                    yield _line(BackupLine(stream, version, name=name))
            for photo in recorder.select_photo_names(game):
                content = recorder.select_photo(game, photo)
                if content is not None:
                    yield _line(BackupLine(game=game, photo=photo, content=b64encode(content).decode()))


def _line(line: BackupLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


class _Backup:
    """The lines of one game."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[int, bytes]]] = {}
        self.names: list[RowName] = []
        self.photos: list[tuple[str, bytes]] = []


def restore_lines(target: Streams, lines: Iterable[bytes]) -> Restored:
    """Add the games of a backup; raises ``BackupError`` for what is not a backup."""
    added: list[str] = []
    continued: list[str] = []
    same: list[str] = []
    refused: dict[str, str] = {}
    for game, backup in _read(lines).items():
        try:
            is_new = not target.last_version(game)
            count = _restore_game(target, game, backup)
        except StoreError as error:
            refused[game] = str(error)
            continue
        (added if is_new else continued if count else same).append(game)
    return Restored(added, continued, same, refused)


def _read(lines: Iterable[bytes]) -> dict[str, _Backup]:
    games: dict[str, _Backup] = {}
    has_head = False
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=BackupLine)
            if line.calimala:
                has_head = line.calimala == _HEAD["calimala"]
                continue
            game = games.setdefault(line.game or line.stream.partition("/")[0], _Backup())
            if line.photo:
                game.photos.append((line.photo, b64decode(line.content, validate=True)))
            elif line.name is not None:
                game.names.append((line.stream, line.version, line.name))
            else:
                game.rows.setdefault(line.stream, []).append((line.version, b64decode(line.row, validate=True)))
        except ValueError:
            # Not JSON, other fields, or not base64.
            has_head = False
        if not has_head:
            raise BackupError(Message("this is not a backup of games: line {number} cannot be read", number=number))
    if not has_head:
        raise BackupError(Message("this is not a backup of games: line {number} cannot be read", number=1))
    return games


def _restore_game(target: Streams, game: str, backup: _Backup) -> int:
    """Add what is missing of a game; return how many rows that were. Raises ``StoreError`` for a game that differs."""
    recorder = target.recorder
    new: list[tuple[str, int, bytes]] = []
    if not GAME_ID.fullmatch(game):
        raise StoreError(f"{game!r} is not the id of a game")
    if game not in backup.rows:
        raise StoreError(Message("{id}: its beginning is missing", id=game))
    for stream, rows in backup.rows.items():
        # A row of another version would be among those of another game.
        if [version for version, _ in rows] != [*range(1, len(rows) + 1)]:
            raise StoreError(f"{stream}: its rows are not in order")
        decode_rows(stream, rows)
        known = recorder.select_rows(stream)
        shared = min(len(known), len(rows))
        if known[:shared] != rows[:shared]:
            raise StoreError(Message("{id}: the game on this device differs from the one in the backup", id=game))
        new += [(stream, version, data) for version, data in rows[shared:]]
    names = [name for name in backup.names if name[:2] in {row[:2] for row in new}]
    for stream, version, name in names:
        read_name(name, stream, version)
    for name, content in backup.photos:
        read_photo(content, game, name)
    with target.errors():
        if new:
            recorder.insert_events(target.stored_events(new), **{NAMES_ARGUMENT: names})
        for name, content in backup.photos:
            if recorder.select_photo(game, name) is None:
                recorder.put_photo(game, name, content)
    return len(new)
