"""The recorder that the store requires, beyond every recorder of eventsourcing; an implementation in memory.

A recorder stores the rows of all streams, people's names beside them, and the summaries, which are computed from rows
and can be computed again. It does not know the meaning of the bytes.
"""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import ProcessRecorder, StoredEvent, Tracking
from eventsourcing.popo import POPOFactory, POPOProcessRecorder

RowBytes = tuple[int, bytes]
"""The version of a row and its bytes."""

StreamBytes = tuple[str, int, bytes]
"""The stream of a row, its version and its bytes."""

RowName = tuple[str, int, str]
"""Stream and version of the row that a name belongs to, and the name."""

SummaryBytes = tuple[str, bytes]
"""A game's id and the bytes of its summary."""


class Obstacle(StrEnum):
    """What can keep a store that is read from being written."""

    READ_ONLY = "read-only"
    FULL = "full"
    LOCKED = "locked"


class Announcements(Protocol):
    """What a database sends when rows are added, by whomever, so that nobody has to ask again and again."""

    def fileno(self) -> int:
        """Return the number of the connection, which can be read from when something was sent."""
        ...

    def take(self) -> bool:
        """Return whether rows were announced, without waiting; raises ``StoreError`` for a lost connection."""
        ...

    def close(self) -> None:
        """End the connection."""
        ...


class SummaryRow(NamedTuple):
    """The summary of a game, with what games are found by.

    ``status`` is a small number, ``changed`` a time in seconds; ``content`` is equal for games with the same decisions.
    """

    game: str
    status: int
    changed: float
    content: bytes
    summary: bytes


AFTER_SLASH = "0"
"""The character after the slash: names that begin with an id and a slash are before the id with it."""

AFTER_IDS = "\x7f"
"""A character that comes after all those of ids: the ids that begin with a text are before the text with it."""

NAMES_ARGUMENT = "names"
SUMMARIES_ARGUMENT = "summaries"
"""The keywords of ``insert_events`` that bring names and summaries, saved in the same transaction."""

MOVED_ARGUMENT = "moved"
"""The keyword of ``insert_events`` with two ids: names and photos of the one game belong to the other from then on."""


class GamesRecorder(ProcessRecorder):
    """A recorder of rows, names and summaries; ``damage`` is that of an index or a list which reading did without."""

    damage: Exception | None = None

    @abstractmethod
    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[RowBytes]:
        """Return the rows of a stream in order, as plain tuples."""

    def select_bytes(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[bytes]:
        """Return the bytes alone of the rows of a stream in order; in a damaged file they may be something else."""
        return [data for _, data in self.select_rows(stream, gt=gt, lte=lte)]

    @abstractmethod
    def select_last(self, stream: str, beginning: bytes, least: int) -> list[RowBytes]:
        """Return the first row of a stream, and its last ones in order: from the last one whose bytes begin with
        ``beginning`` or come after it, before the last ``least``. Without such a row only the first. In a damaged file
        the bytes may be something else.
        """

    @abstractmethod
    def select_beside(self, game: str, other_than: Collection[str] = ()) -> list[StreamBytes]:
        """Return the rows of all streams whose names begin with a game's id and a slash, but for some of them; those of
        a stream in order.
        """

    @abstractmethod
    def last_version(self, stream: str) -> int:
        """Return the version of a stream's last row; 0 if it has none."""

    @abstractmethod
    def select_names(self, stream: str | None = None) -> list[RowName]:
        """Return the names of a stream, or of all."""

    @abstractmethod
    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase the names of a stream, or every place of one name, from all stored data; return how many there were."""

    @abstractmethod
    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo of a game and replace one of the same name."""

    @abstractmethod
    def select_photo(self, game: str, name: str) -> bytes | None:
        """Return a photo of a game."""

    @abstractmethod
    def select_photo_names(self, game: str) -> list[str]:
        """Return the names of the photos of a game, in their order."""

    @abstractmethod
    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase a photo of a game, or all of them, from all stored data; return how many there were."""

    @abstractmethod
    def purge(self, streams: Sequence[str], marker: StoredEvent) -> None:
        """Erase the rows of streams from all stored data, and add a row in the same transaction.

        The places of all other rows in the log stay; that of the ``marker`` is after them. Raises ``IntegrityError`` if
        its place is taken.
        """

    @abstractmethod
    def faults(self) -> list[str]:
        """Return what the database itself finds wrong with its files, as far as it can be asked."""

    @abstractmethod
    def obstacle(self) -> Obstacle | None:
        """Return what keeps rows from being added at the moment."""

    def free_bytes(self) -> int | None:
        """Return how much room there is for more; ``None`` if that is not known."""
        return None

    @abstractmethod
    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position in the log, with their versions, and the log's last
        position.
        """

    def without_waiting(self) -> AbstractContextManager[None] | None:
        """Return a context in which this thread adds rows at once or not at all: entering it, or adding rows, raises
        ``UnsavedError`` where that would have to wait. ``None`` where adding rows always waits.
        """
        return None

    def together(self) -> AbstractContextManager[None]:
        """Return a context in which all that this thread adds, rows, names and photos, is saved at the end or not at
        all; only this thread reads it before. Memory, which ends with the program, has it at once.
        """
        return nullcontext()

    def is_saving(self) -> bool:
        """Return whether another thread of this program adds rows at this moment, where that is known."""
        return False

    def is_log_long(self) -> bool:
        """Return whether it is time for ``move_log``; it is where rows were added often without waiting."""
        return False

    def move_log(self) -> None:
        """Move rows that were added without waiting to where they stay; adding and reading go on meanwhile."""
        return

    def announcements(self) -> Announcements | None:
        """Return what is sent when rows are added; ``None`` where nothing is, and ``touched`` has to be asked."""
        return None

    @abstractmethod
    def select_taken(self, streams: Collection[str]) -> set[str]:
        """Return those of these streams that have rows."""

    @abstractmethod
    def put_summaries(self, summaries: Sequence[SummaryRow], tracking: Tracking, *, erased: Sequence[str] = ()) -> None:
        """Store summaries by game and the position that they cover, and erase those of other games.

        Waits for nobody. Raises ``IntegrityError`` if the position is not a later one, ``UnsavedError`` if they cannot
        be stored at the moment.
        """

    @abstractmethod
    def erase_summaries(self, games: Sequence[str]) -> None:
        """Erase the summaries of games."""

    @abstractmethod
    def select_summaries(self, games: Collection[str] | None = None) -> list[SummaryBytes]:
        """Return all summaries, or those of these games, in the order of the games' ids."""

    # The next ones read as much as they return, however many games there are.

    @abstractmethod
    def select_ids(self, status: int, beginning: str = "", limit: int | None = None) -> list[str]:
        """Return the first ids, in their order, of games up to a status that begin so."""

    @abstractmethod
    def last_changed(self, status: int, other_than: Collection[str] = ()) -> tuple[float, str] | None:
        """Return time and id of the game with this status that was changed last, but for some."""

    @abstractmethod
    def select_copies(self, status: int, content: bytes) -> list[str]:
        """Return the ids of games up to a status with this content."""


class MemoryRecorder(POPOProcessRecorder, GamesRecorder):
    """Everything in plain Python objects, for as long as the program runs."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._names: dict[tuple[str, int], str] = {}
        self._summaries: dict[str, SummaryRow] = {}
        self._photos: dict[tuple[str, str], bytes] = {}

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Add rows and what comes with them."""
        names: Sequence[RowName] = kwargs.pop(NAMES_ARGUMENT, ())
        summaries: Sequence[SummaryRow] = kwargs.pop(SUMMARIES_ARGUMENT, ())
        moved: tuple[str, str] | None = kwargs.pop(MOVED_ARGUMENT, None)
        with self._database_lock:
            ids = super().insert_events(stored_events, **kwargs)
            self._names.update({(stream, version): name for stream, version, name in names})
            self._summaries.update({row.game: row for row in summaries})
            if moved:
                self._move(*moved)
        return ids

    def _move(self, old: str, new: str) -> None:
        for stream, version in [key for key in self._names if key[0].startswith(f"{old}/")]:
            self._names[new + stream.removeprefix(old), version] = self._names.pop((stream, version))
        for key in [key for key in self._photos if key[0] == old]:
            self._photos[new, key[1]] = self._photos.pop(key)

    def select_rows(self, stream: str, *, gt: int = 0, lte: int | None = None) -> list[RowBytes]:
        """Return the rows of a stream in order."""
        return [(row.originator_version, row.state) for row in self.select_events(stream, gt=gt, lte=lte)]

    def select_last(self, stream: str, beginning: bytes, least: int) -> list[RowBytes]:
        """Return the first row of a stream, and its last ones."""
        rows = self.select_rows(stream)
        since = (place for place in range(len(rows) - least - 1, 0, -1) if rows[place][1] >= beginning)
        return [*rows[:1], *rows[next(since, len(rows)) :]]

    def select_beside(self, game: str, other_than: Collection[str] = ()) -> list[StreamBytes]:
        """Return the rows of the streams beside a game."""
        with self._database_lock:
            streams = {str(one) for one in self._stored_events_index if str(one).startswith(f"{game}/")}
        return [(one, *row) for one in sorted(streams.difference(other_than)) for row in self.select_rows(one)]

    def last_version(self, stream: str) -> int:
        """Return the version of a stream's last row."""
        return max((version for version, _ in self.select_rows(stream)), default=0)

    def select_names(self, stream: str | None = None) -> list[RowName]:
        """Return the names of a stream, or of all."""
        with self._database_lock:
            return [(key[0], key[1], name) for key, name in self._names.items() if stream in (None, key[0])]

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase the names of a stream, or every place of one name."""
        with self._database_lock:
            gone = [key for key, text in self._names.items() if stream in (None, key[0]) and name in (None, text)]
            for key in gone:
                del self._names[key]
        return len(gone)

    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo."""
        with self._database_lock:
            self._photos[game, name] = content

    def select_photo(self, game: str, name: str) -> bytes | None:
        """Return a photo."""
        with self._database_lock:
            return self._photos.get((game, name))

    def select_photo_names(self, game: str) -> list[str]:
        """Return the names of photos."""
        with self._database_lock:
            return sorted(name for of, name in self._photos if of == game)

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos."""
        with self._database_lock:
            gone = [key for key in self._photos if key[0] == game and name in (None, key[1])]
            for key in gone:
                del self._photos[key]
        return len(gone)

    def purge(self, streams: Sequence[str], marker: StoredEvent) -> None:
        """Erase the rows of streams; the marker takes their places in the log, and one of its own."""
        with self._database_lock:
            super().insert_events([marker])
            for stream in streams:
                for place in self._stored_events_index.pop(stream, {}).values():
                    self._stored_events[place] = marker

    def faults(self) -> list[str]:
        """Return nothing: there are no files."""
        return []

    def obstacle(self) -> None:
        """Return nothing: memory can be written."""

    def without_waiting(self) -> AbstractContextManager[None]:
        """Return a context that does nothing: memory is written at once."""
        return nullcontext()

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position."""
        with self._database_lock:
            rows = self._stored_events[position:]
            return {str(row.originator_id): row.originator_version for row in rows}, len(self._stored_events)

    def select_taken(self, streams: Collection[str]) -> set[str]:
        """Return those of these streams that have rows."""
        with self._database_lock:
            return {stream for stream in streams if self._stored_events_index.get(stream)}

    def put_summaries(self, summaries: Sequence[SummaryRow], tracking: Tracking, *, erased: Sequence[str] = ()) -> None:
        """Store and erase summaries."""
        with self._database_lock:
            self.insert_tracking(tracking)
            self._summaries.update({row.game: row for row in summaries})
        self.erase_summaries(erased)

    def erase_summaries(self, games: Sequence[str]) -> None:
        """Erase the summaries of games."""
        with self._database_lock:
            for game in games:
                self._summaries.pop(game, None)

    def select_summaries(self, games: Collection[str] | None = None) -> list[SummaryBytes]:
        """Return summaries by id."""
        return [(row.game, row.summary) for row in self._sorted() if games is None or row.game in games]

    def _sorted(self) -> list[SummaryRow]:
        with self._database_lock:
            return sorted(self._summaries.values())

    def select_ids(self, status: int, beginning: str = "", limit: int | None = None) -> list[str]:
        """Return the first ids that begin so."""
        found = [row.game for row in self._sorted() if row.status <= status and row.game.startswith(beginning)]
        return found[:limit]

    def last_changed(self, status: int, other_than: Collection[str] = ()) -> tuple[float, str] | None:
        """Return time and id of the game that was changed last."""
        found = [row for row in self._sorted() if row.status == status and row.game not in other_than]
        return max(((row.changed, row.game) for row in found), default=None)

    def select_copies(self, status: int, content: bytes) -> list[str]:
        """Return the ids of games with this content."""
        return [row.game for row in self._sorted() if row.status <= status and row.content == content]


class MemoryFactory(POPOFactory):
    """Makes recorders that store everything in memory."""

    def process_recorder(self) -> ProcessRecorder:
        """Return an empty recorder."""
        return MemoryRecorder()
