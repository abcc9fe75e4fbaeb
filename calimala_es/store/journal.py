"""A store whose rows somebody else saves: everything in memory, and a journal of what was changed.

A browser has no files, but a database that only its own language can reach. The program there answers a request, saves
what the journal lists in one transaction, and gives the answer then. Rows come back as they were: a stream, a version
in it and the bytes, as in every other store. Those of a game need to be there only once somebody asks for it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from eventsourcing.persistence import ProcessRecorder, StoredEvent, Tracking
from eventsourcing.popo import POPOFactory

from calimala_es.store.recorder import (
    NAMES_ARGUMENT,
    SUMMARIES_ARGUMENT,
    MemoryRecorder,
    RowName,
    SummaryRow,
)
from calimala_es.store.store import Store
from calimala_es.store.streams import Games, TimeSource

Entry = tuple[Any, ...]
"""What was done: the kind, one of the words below, and its fields in order."""

ROW: Final = "row"
"""A row was added: stream, version, bytes."""

NAME: Final = "name"
"""A name was added: stream, version, name."""

SUMMARY: Final = "summary"
"""A summary was stored: the fields of ``SummaryRow``."""

PHOTO: Final = "photo"
"""A photo was stored: game, name, bytes."""

ERASE_STREAM: Final = "erase-stream"
"""All rows of a stream were erased: stream."""

ERASE_NAME: Final = "erase-name"
"""A name was erased: stream, version."""

ERASE_SUMMARY: Final = "erase-summary"
"""A summary was erased: game."""

ERASE_PHOTO: Final = "erase-photo"
"""A photo was erased: game, name."""

_FACTORY: Final = "calimala_es.store.journal:JournalFactory"


class Journal(MemoryRecorder):
    """A recorder in memory that lists what must be saved; ``free`` is how many bytes there is room for, if known."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._entries: list[Entry] = []
        self.free: int | None = None

    def take(self) -> list[Entry]:
        """Return what was changed since the last time, in order."""
        entries, self._entries = self._entries, []
        return entries

    # What was saved comes back.

    def put_rows(self, rows: Iterable[tuple[str, int, bytes]]) -> None:
        """Add rows that are saved already; those that are there stay as they are."""
        known = self._stored_events_index
        super().insert_events([StoredEvent(*row[:2], "", row[2]) for row in rows if row[1] not in known[row[0]]])

    def put_names(self, names: Iterable[RowName]) -> None:
        """Add names that are saved already."""
        self._names.update({(stream, version): name for stream, version, name in names})

    def put_saved_summaries(self, summaries: Iterable[SummaryRow]) -> None:
        """Add summaries that are saved already."""
        self._summaries.update({row.game: row for row in summaries})

    def put_saved_photos(self, photos: Iterable[tuple[str, str, bytes]]) -> None:
        """Add photos that are saved already."""
        self._photos.update({(game, name): content for game, name, content in photos})

    # What changes is listed.

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Add rows and what comes with them."""
        names: Sequence[RowName] = kwargs.get(NAMES_ARGUMENT, ())
        summaries: Sequence[SummaryRow] = kwargs.get(SUMMARIES_ARGUMENT, ())
        ids = super().insert_events(stored_events, **kwargs)
        self._entries += [(ROW, str(row.originator_id), row.originator_version, row.state) for row in stored_events]
        self._entries += [(NAME, *name) for name in names]
        self._entries += [(SUMMARY, *summary) for summary in summaries]
        return ids

    def _move(self, old: str, new: str) -> None:
        before, photos = set(self._names), set(self._photos)
        super()._move(old, new)
        self._entries += [(ERASE_NAME, *key) for key in before - set(self._names)]
        self._entries += [(NAME, *key, self._names[key]) for key in set(self._names) - before]
        self._entries += [(ERASE_PHOTO, *key) for key in photos - set(self._photos)]
        self._entries += [(PHOTO, *key, self._photos[key]) for key in set(self._photos) - photos]

    def erase_names(self, *, stream: str | None = None, name: str | None = None) -> int:
        """Erase the names of a stream, or every place of one name."""
        before = set(self._names)
        erased = super().erase_names(stream=stream, name=name)
        self._entries += [(ERASE_NAME, *key) for key in before - set(self._names)]
        return erased

    def put_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo."""
        super().put_photo(game, name, content)
        self._entries.append((PHOTO, game, name, content))

    def erase_photos(self, game: str, name: str | None) -> int:
        """Erase photos."""
        before = set(self._photos)
        erased = super().erase_photos(game, name)
        self._entries += [(ERASE_PHOTO, *key) for key in before - set(self._photos)]
        return erased

    def purge(self, streams: Sequence[str], marker: StoredEvent) -> None:
        """Erase the rows of streams; the marker stays in memory, since no other program has read them."""
        super().purge(streams, marker)
        self._entries += [(ERASE_STREAM, stream) for stream in streams]

    def put_summaries(self, summaries: Sequence[SummaryRow], tracking: Tracking, *, erased: Sequence[str] = ()) -> None:
        """Store and erase summaries."""
        super().put_summaries(summaries, tracking, erased=erased)
        self._entries += [(SUMMARY, *summary) for summary in summaries]

    def erase_summaries(self, games: Sequence[str]) -> None:
        """Erase the summaries of games."""
        super().erase_summaries(games)
        self._entries += [(ERASE_SUMMARY, game) for game in games]

    def free_bytes(self) -> int | None:
        """Return how much room there is for more; ``None`` if that is not known."""
        return self.free


class JournalFactory(POPOFactory):
    """Makes recorders with a journal."""

    def process_recorder(self) -> ProcessRecorder:
        """Return an empty recorder."""
        return Journal()


def journal_store(clock: TimeSource) -> tuple[Store, Journal]:
    """Return an empty store in memory, and its journal."""
    games = Games({"PERSISTENCE_MODULE": _FACTORY, "ORIGINATOR_ID_TYPE": "text"})
    journal = games.recorder
    assert isinstance(journal, Journal), "the factory makes them"
    return Store(games, clock, "memory"), journal
