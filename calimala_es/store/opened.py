"""A place where games are kept, as it is open: reading a game, saving rows, and what the place does wrong."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Self, cast

from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import IntegrityError

from calimala_es.errors import GameNotFoundError, StaleGameError
from calimala_es.store.annotation_writer import Streams
from calimala_es.store.annotations import Log
from calimala_es.store.application import Games
from calimala_es.store.location import store_errors
from calimala_es.store.notes import fold_headers, has_names, named_headers, notes_stream, standing_notes
from calimala_es.store.recorder import NAMES_ARGUMENT, SUMMARIES_ARGUMENT, KeptSummary, Name
from calimala_es.store.rows import Entry
from calimala_es.store.stored_game import StoredGame, project_game

Clock = Callable[[], datetime]

ATTEMPTS: Final = 50
"""How often saving is tried again where others save at the same time."""


class Opened:
    """Games in one place that is open, with the clock that tells the time; closes itself as a context manager."""

    def __init__(self, games: Games, clock: Clock, place: str, *, is_near: bool = True) -> None:
        """Keep the application; ``place`` is what messages call it.

        A place that ``is_near`` answers in less time than it takes to let another thread wait for it.
        """
        self.is_near = is_near
        self._games = games
        self._clock = clock
        self._location = place
        self._streams = Streams(games, self._save)

    def close(self) -> None:
        """Let go of the place."""
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def load(self, id: str, version: int | None = None) -> StoredGame:
        """Return a game as it is now, or as it was when it had ``version`` rows, with all that is said about it."""
        with store_errors(self._location):
            game = self._game(id, version)
            notes, logs = self._notes(id), self._streams.logs(id)
            return self._annotated(game, notes, logs) if notes or logs else game

    def _game(self, id: str, version: int | None = None) -> StoredGame:
        try:
            game: StoredGame = self._games.repository.get(id, version=version, projector_func=project_game)
        except AggregateNotFoundError:
            raise GameNotFoundError(unknown(id)) from None
        if version is not None and game.version != version:
            raise GameNotFoundError(f"{id} has only {game.version} rows; there is no version {version}")
        return game

    def _notes(self, id: str) -> list[Entry]:
        return cast("list[Entry]", [*self._games.events.get(notes_stream(id))])

    def _annotated(self, game: StoredGame, notes: list[Entry], logs: tuple[Log, ...]) -> StoredGame:
        names: dict[int, str] = {}
        if has_names(notes):
            names = {version: name for _, version, name in self._games.recorder.select_names(notes_stream(game.id))}
        headers = named_headers(fold_headers(notes, game.came_by), names)
        return game.annotated(headers, standing_notes(notes, game.anchors, names), logs)

    def _current(self, game: StoredGame | str) -> StoredGame:
        return self.load(game) if isinstance(game, str) else game

    def _save(
        self,
        entries: Sequence[Entry],
        conflict: Exception,
        names: Sequence[Name] = (),
        summaries: Sequence[KeptSummary] = (),
    ) -> None:
        with store_errors(self._location):
            try:
                self._games.events.put(entries, **{NAMES_ARGUMENT: names, SUMMARIES_ARGUMENT: summaries})
            except IntegrityError:
                raise conflict from None

    def _now(self) -> datetime:
        now = self._clock()
        if now.tzinfo is None:
            raise ValueError("the clock of a store gives the time with its zone")
        return now


def unknown(id: str) -> str:
    """Return the message for a game that does not exist."""
    return f"there is no game {id!r} in the store"


def stale(id: str) -> StaleGameError:
    """Return the error for a save by somebody else since a game was read."""
    return StaleGameError(f"{id}: somebody else added to the game since it was read; nothing was saved")
