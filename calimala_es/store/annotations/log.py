"""What one author says about a game: the rows of the author's stream, folded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.errors import StoreError
from calimala_es.store.annotations.events import (
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AuthorCame,
    ShortNameGiven,
)
from calimala_es.store.annotations.values import Annotation, Author, Change, annotation_id, told
from calimala_es.store.facts import Entry, Redone, Undone

ERASED: Final = "?"
"""Replaces an erased name."""

Standing = dict[int, AnnotationWritten]
"""The current annotations, with all edits, by the row that wrote each."""


def stream_of(game: str, layer: int) -> str:
    """Return the id of an author's stream, which contains no name; ``layer`` counts the authors of the game from 1."""
    return f"{game}/notes/{layer}"


def is_authors(stream: str) -> bool:
    """Return whether a stream is an author's."""
    return stream.count("/") == 2


class _Row(NamedTuple):
    """A row that wrote, edited or retracted something: which annotation, and its content before and after."""

    entry: Entry
    version: int
    before: AnnotationWritten | None
    after: AnnotationWritten | None


class _Folded:
    """The rows of a stream after its head, folded in one pass: what is current, what was done, what can be redone."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Fold the rows; raises ``IndexError`` if more is undone or redone than there is."""
        self.standing: Standing = {}
        self.rows: list[_Row | Entry] = []
        self.done: list[list[_Row]] = []
        self.taken: list[list[_Row]] = []
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, Undone):
            for _ in range(event.count):
                group = self.done.pop()
                for row in reversed(group):
                    self._set(row.version, row.before)
                self.taken.append(group)
        elif isinstance(event, Redone):
            for _ in range(event.count):
                group = self.taken.pop()
                for row in group:
                    self._set(row.version, row.after)
                self.done.append(group)
        else:
            row = self._row(entry)
            self.rows.append(row)
            if self.done and not self.taken and self.done[-1][0].entry.number == entry.number:
                self.done[-1].append(row)
            else:
                self.taken.clear()
                self.done.append([row])
            self._set(row.version, row.after)
            return
        self.rows.append(entry)

    def _row(self, entry: Entry) -> _Row:
        event = entry.event
        if isinstance(event, AnnotationWritten):
            return _Row(entry, entry.originator_version, None, event)
        assert isinstance(event, AnnotationEdited | AnnotationRetracted), event
        before = self.standing.get(event.version)
        return _Row(entry, event.version, before, edited(before, event) if before else None)

    def _set(self, version: int, event: AnnotationWritten | None) -> None:
        if event is None:
            self.standing.pop(version, None)
        else:
            self.standing[version] = event


def edited(before: AnnotationWritten, event: AnnotationEdited | AnnotationRetracted) -> AnnotationWritten | None:
    """Return an annotation's content after an edit; ``None`` if it was retracted."""
    if isinstance(event, AnnotationRetracted):
        return None
    text = before.text if event.text is None else event.text
    return replace(before, text=text, commands=before.commands if event.commands is None else event.commands)


class Log:
    """An author's rows, as a value.

    ``layer`` is the author's number, ``version`` the number of rows. Raises ``StoreError``, sooner or later, for rows
    that this program cannot have written.
    """

    def __init__(self, layer: int, entries: Sequence[Entry], names: Mapping[int, str]) -> None:
        """Store the rows; ``names`` are the names beside them that were not erased."""
        self.layer = layer
        self.entries = tuple(entries)
        self.version = len(self.entries)
        has_short = any(isinstance(entry.event, ShortNameGiven) for entry in entries[1:2])
        self._head = 2 if has_short else 1
        came = entries[0].event
        if not isinstance(came, AuthorCame):
            raise StoreError(f"{entries[0].originator_id}: the first row tells no author; verify tells more")
        self.author = Author(
            told(names.get(1, ERASED)) if came.signed else "",
            names.get(2, "") if has_short else "",
            came.language,
            came.header,
            came.declared,
            erased=(came.signed and 1 not in names) or (has_short and 2 not in names),
        )

    @cached_property
    def _folded(self) -> _Folded:
        try:
            return _Folded(self.entries[self._head :])
        except (AssertionError, IndexError) as error:
            stream = self.entries[0].originator_id
            raise StoreError(f"{stream}: the rows make no sense ({error!r}); verify tells more") from None

    @property
    def undoable(self) -> int:
        """The number of changes that can be undone."""
        return len(self._folded.done)

    @property
    def redoable(self) -> int:
        """The number of changes that can be redone."""
        return len(self._folded.taken)

    @property
    def next_number(self) -> int:
        """The number of the next change."""
        return max(entry.number for entry in self.entries) + 1

    @property
    def standing(self) -> Standing:
        """The current annotations."""
        return self._folded.standing

    @cached_property
    def order(self) -> int:
        """The highest order of anything ever written."""
        return max(
            (entry.event.order for entry in self.entries if isinstance(entry.event, AnnotationWritten)), default=0
        )

    @property
    def labels(self) -> Iterator[str]:
        """Every label that a variation ever had."""
        for entry in self.entries:
            if isinstance(entry.event, AnnotationWritten) and entry.event.label:
                yield entry.event.label

    def annotation(self, version: int, event: AnnotationWritten, anchor: int | None) -> Annotation:
        """Return what a row wrote, at a moment of the current game."""
        return Annotation(
            annotation_id(self.layer, version),
            self.author,
            event.kind,
            told(event.text),
            anchor,
            event.variation,
            event.commands,
            event.label,
            event.time,
            event.order,
        )

    def changes(self) -> Iterator[Change]:
        """Yield every row as a change, in order."""
        stand = {id(row.entry) for group in self._folded.done for row in group}
        time = None
        for row in self._folded.rows:
            if isinstance(row, Entry):
                time, event = row.time, row.event
                assert isinstance(event, Undone | Redone), event
                yield Change(self.author, 0, time, _WORDS[type(event)], count=event.count)
                continue
            time = row.entry.time or time
            before, after = (
                self.annotation(row.version, event, None) if event else None for event in (row.before, row.after)
            )
            what, place = _WORDS[type(row.entry.event)], annotation_id(self.layer, row.version)
            stands = id(row.entry) in stand
            yield Change(self.author, row.entry.number, time, what, place, before, after, stands=stands)


_WORDS: Final[dict[type, str]] = {
    AnnotationWritten: "written",
    AnnotationEdited: "edited",
    AnnotationRetracted: "retracted",
    Undone: "undone",
    Redone: "redone",
}
