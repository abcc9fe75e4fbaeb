"""Read and save what authors say about a game."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeVar

from calimala_es.errors import NothingToUndoError, StaleGameError
from calimala_es.store.annotations.log import Log, is_authors, stream_of
from calimala_es.store.annotations.values import MOST_AUTHORS, Author, kept
from calimala_es.store.annotations.writing import Writer
from calimala_es.store.application import Games
from calimala_es.store.facts import Entry, Redone, Undone
from calimala_es.store.recorder import Name, Row
from calimala_es.store.rows import decode_rows

if TYPE_CHECKING:
    from calimala_es.store.game import StoredGame

_ATTEMPTS: Final = 50
"""The number of attempts to save while other authors begin to write at the same time."""

_Result = TypeVar("_Result")


Save = Callable[[Sequence[Entry], Exception, Sequence[Name]], None]
"""Saves rows and names in one transaction, or raises the exception if other rows have taken their places."""


class Streams:
    """The authors' streams of all games."""

    def __init__(self, games: Games, save: Save) -> None:
        """Store where to read and how to save."""
        self._games = games
        self._save = save

    def rows(self, game: str) -> Iterator[tuple[str, list[Row]]]:
        """Yield the stream of every author of a game and its rows, that of layer 1 first."""
        for layer in range(1, MOST_AUTHORS + 1):
            stream = stream_of(game, layer)
            rows = self._games.recorder.select_rows(stream)
            if not rows:
                return
            yield stream, rows

    def logs(self, game: str) -> tuple[Log, ...]:
        """Return the rows of every author of a game, those of layer 1 first; raises ``StoreError``."""
        return tuple(
            Log(layer, decode_rows(stream, rows), self._names(stream))
            for layer, (stream, rows) in enumerate(self.rows(game), 1)
        )

    def _names(self, stream: str) -> dict[int, str]:
        return {version: name for _, version, name in self._games.recorder.select_names(stream)}

    def write(self, game: "StoredGame", act: Callable[[Writer], _Result], now: datetime) -> _Result:
        """Save what authors do who have seen ``game``; return the result of ``act``.

        Raises ``StaleGameError`` if one of them wrote since.
        """
        seen = game.annotations
        for _ in range(_ATTEMPTS):
            writer = Writer(seen, lambda: game.states, now)
            result = act(writer)
            try:
                if writer.entries:
                    self._save(writer.entries, _stale(game.id), writer.names)
            except StaleGameError:
                seen = game.annotations_of(self.logs(game.id))
                if writer.is_behind(seen):
                    raise
                continue
            return result
        raise _stale(game.id)

    def take_back(self, game: "StoredGame", author: str | Author, event: Undone | Redone, now: datetime) -> None:
        """Undo or redo changes of an author."""
        log = game.annotations.log_of(author)
        is_undo = isinstance(event, Undone)
        there = 0 if log is None else log.undoable if is_undo else log.redoable
        if log is None or not 1 <= event.count <= there:
            who = (author if isinstance(author, str) else author.shown)[:60] or "the record itself"
            word = "undone" if is_undo else "redone"
            raise NothingToUndoError(f"{game.id}: {who} has {there} changes that can be {word}, not {event.count}")
        self.write(game, lambda writer: writer.take_back(log.layer, event), now)

    def erase(self, game: str) -> int:
        """Erase the names of all authors of a game; return how many there were."""
        return sum(self._games.recorder.erase_names(stream=stream_of(game, log.layer)) for log in self.logs(game))

    def erase_person(self, name: str, game: str | None = None) -> int:
        """Erase all authors of that name, including short names, from a game or from all; return how many there
        were.
        """
        names = self._games.recorder.select_names()
        streams = {
            stream
            for stream, _, told in names
            if told == kept(name) and is_authors(stream) and game in (None, stream.partition("/")[0])
        }
        return sum(self._games.recorder.erase_names(stream=stream) for stream in sorted(streams))


def _stale(id: str) -> StaleGameError:
    return StaleGameError(f"{id}: the same author wrote about the game since it was read; nothing was saved")
