"""The rows that one change adds to an author's stream."""

from datetime import datetime

from calimala_es.store.annotations.events import AuthorCame, ShortNameGiven
from calimala_es.store.annotations.log import Log, stream_of
from calimala_es.store.annotations.values import Author, annotation_id, kept
from calimala_es.store.facts import Entry, Fact
from calimala_es.store.recorder import Name


class Pen:
    """The rows that one author's change adds after row ``before``; with row 0 the stream starts (``is_first``)."""

    def __init__(self, game: str, log: Log | None, layer: int, author: Author, now: datetime) -> None:
        """Begin a change after the rows of ``log``, or a new stream."""
        self.stream = stream_of(game, layer)
        self.layer = layer
        self.author = author
        self.is_first = log is None
        self.entries: list[Entry] = []
        self.names: list[Name] = []
        self.before = log.version if log else 0
        self._now = now
        self._number = log.next_number if log else 1
        if log is None:
            self._introduce(author)

    def _introduce(self, author: Author) -> None:
        came = AuthorCame(bool(author.name), author.language, author.header, author.declared)
        self.write(came, 0, author.name)
        if author.short:
            self.write(ShortNameGiven(), 0, author.short)

    def write(self, event: Fact, number: int | None = None, name: str = "") -> str:
        """Add a row; return the id of the annotation if it writes one."""
        version = self.before + len(self.entries) + 1
        number = self._number if number is None else number
        begins = not self.entries or self.entries[-1].number != number
        self.entries.append(Entry(number, self._now if begins else None, event, None, self.stream, version))
        if name:
            self.names.append((self.stream, version, kept(name)))
        return annotation_id(self.layer, version)
