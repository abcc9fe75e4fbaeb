"""Annotations: what people say about a stored game, each author in a stream of their own.

An *annotation* is a note (``calimala_es.notes``) or a variation with an id that stays the same whatever is edited,
undone and redone. An ``AuthorLog`` folds the rows of one author's stream: which annotations are current, and what was
done.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import StoreError, UnknownIdError
from calimala_es.game import ERASED, Variation
from calimala_es.messages import Message
from calimala_es.notes import AnyNote
from calimala_es.store.row_events import (
    AnnotationRetracted,
    AuthorAdded,
    NoteEdited,
    NoteWritten,
    Redone,
    ShortNameGiven,
    Undone,
    VariationEdited,
    VariationWritten,
)
from calimala_es.store.rows import EventRow, unescape_note, unescape_text

MOST_TEXT: Final = 4_000_000
"""Characters in one annotation."""

MOST_NAME: Final = 100_000
"""Characters in an author's name."""


MOST_NESTED: Final = 50
"""Variations in each other."""

_ID: Final = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,8})")


class Author(Struct, frozen=True):
    """An author of annotations; without a name and a short name it is the game's own record.

    ``name`` is ``"?"`` if it was ``erased``; ``short`` the short name of the layer, empty if a text may choose one;
    ``language`` a BCP 47 tag. ``header`` is the place of the header that declares the layer, ``-1`` after the others,
    and a layer that has neither name nor language can be ``declared`` all the same.
    """

    name: str = ""
    short: str = ""
    language: str = ""
    header: int = -1
    declared: bool = False
    erased: bool = False

    @property
    def shown(self) -> str:
        """How a person reads it: the name, else the short name; empty for the record itself."""
        return self.name or self.short

    def is_called(self, name: str) -> bool:
        """Return whether this name means the author."""
        return not self.erased and name in ((self.name, self.short) if name else (self.shown,))

    def is_same(self, other: "Author") -> bool:
        """Return whether two values are one author, of whom one may have less detail."""
        if self.erased or other.erased:
            return False
        if not other.name:
            return self.short == other.short and not (self.name and not other.short)
        return self.name == other.name and (self.language == other.language or not (self.language and other.language))


class Annotation(Struct, frozen=True):
    """A current note or variation of an author.

    ``anchor`` is the moment after so many commands of the current game, 0 the start; inside a ``variation`` (an id)
    after so many of its decisions. It is ``None`` if those commands were undone, or the variation has no place. A
    ``note`` has an empty layer, since ``author`` says whose it is. A variation has none, but ``commands`` that may come
    instead of the decision ``anchor`` of its line, a ``name``, and a ``label`` for texts. ``order`` sorts the
    annotations of one place.
    """

    id: str
    author: Author
    anchor: int | None
    note: AnyNote | None = None
    variation: str = ""
    commands: tuple[Command, ...] = ()
    name: str = ""
    label: str = ""
    time: str = ""
    order: int = 0

    @property
    def layer(self) -> int:
        """The number of the author's stream, counted from 1."""
        return parse_annotation_id(self.id)[0]

    @property
    def is_variation(self) -> bool:
        """Whether it is a variation."""
        return self.note is None


class Draft(Struct, frozen=True):
    """A note or variation to be written at a moment; ``anchor`` and ``variation`` as in ``Annotation``.

    ``authors`` are those of the layers of the notes in it; the empty layer is, without one there, the author who
    writes, and one that is missing an author with that short name. ``dated`` is whether notes without a time get that
    of saving.
    """

    anchor: int
    content: AnyNote | Variation
    variation: str = ""
    authors: Mapping[str, Author] = {}
    dated: bool = True


class AnnotationChange(Struct, frozen=True):
    """One row of an author's stream: what was done, by whom, when.

    ``what`` is ``"written"``, ``"edited"``, ``"retracted"``, ``"undone"`` or ``"redone"``; for the last two ``count``
    is the number of changes. ``before`` and ``after`` are the content of the annotation, ``None`` if it did not exist.
    A change that was undone and not redone is not ``current``; ``number`` counts an author's changes.
    """

    author: Author
    number: int
    time: datetime | None
    what: str
    id: str = ""
    before: Annotation | None = None
    after: Annotation | None = None
    count: int = 0
    current: bool = True


def annotation_id(layer: int, version: int) -> str:
    """Return the id of the annotation that a row wrote: ``2-5`` is row 5 of the second author's stream."""
    return f"{layer}-{version}"


def parse_annotation_id(id: str) -> tuple[int, int]:
    """Return the author's number and the row; raises ``UnknownIdError`` for a text that cannot be such an id."""
    match = _ID.fullmatch(id)
    if not match:
        raise UnknownIdError(
            Message("{word} is not the id of an annotation: ids look like {example}", word=repr(id[:60]), example="2-5")
        )
    return int(match[1]), int(match[2])


def time_text(moment: datetime) -> str:
    """Return a moment as notes have it: ``2026-11-20T19:04:11Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# The rows of one author.

Written = NoteWritten | VariationWritten
"""The content of an annotation, as its row has it."""


class _Edit(NamedTuple):
    """A row that wrote, edited or retracted an annotation (``version``), and its content before and after."""

    row: EventRow
    version: int
    before: Written | None
    after: Written | None


class _Folded:
    """The rows of a stream after its head, folded in one pass: what is current, what was done, what can be redone."""

    def __init__(self, rows: Iterable[EventRow]) -> None:
        """Fold the rows; raises ``IndexError`` if more is undone or redone than there is."""
        self.current: dict[int, Written] = {}
        self.rows: list[_Edit | EventRow] = []
        self.done: list[list[_Edit]] = []
        self.undone: list[list[_Edit]] = []
        for row in rows:
            self._add(row)

    def _add(self, row: EventRow) -> None:
        event = row.event
        if isinstance(event, Undone):
            for _ in range(event.count):
                group = self.done.pop()
                for edit in reversed(group):
                    self._set(edit.version, edit.before)
                self.undone.append(group)
        elif isinstance(event, Redone):
            for _ in range(event.count):
                group = self.undone.pop()
                for edit in group:
                    self._set(edit.version, edit.after)
                self.done.append(group)
        else:
            edit = self._edit(row)
            self.rows.append(edit)
            if self.done and not self.undone and self.done[-1][0].row.number == row.number:
                self.done[-1].append(edit)
            else:
                self.undone.clear()
                self.done.append([edit])
            self._set(edit.version, edit.after)
            return
        self.rows.append(row)

    def _edit(self, row: EventRow) -> _Edit:
        event = row.event
        if isinstance(event, Written):
            return _Edit(row, row.originator_version, None, event)
        assert isinstance(event, NoteEdited | VariationEdited | AnnotationRetracted), event
        before = self.current.get(event.version)
        return _Edit(row, event.version, before, _edited(before, event) if before else None)

    def _set(self, version: int, written: Written | None) -> None:
        if written is None:
            self.current.pop(version, None)
        else:
            self.current[version] = written


def _edited(before: Written, event: NoteEdited | VariationEdited | AnnotationRetracted) -> Written | None:
    """Return an annotation's content after an edit; ``None`` if it was retracted."""
    if isinstance(event, AnnotationRetracted):
        return None
    if isinstance(event, NoteEdited):
        assert isinstance(before, NoteWritten), event
        return replace(before, note=event.note)
    assert isinstance(before, VariationWritten), event
    name = before.name if event.name is None else event.name
    return replace(before, name=name, commands=before.commands if event.commands is None else event.commands)


class AuthorLog:
    """An author's rows, as a value.

    ``layer`` is the author's number, ``version`` the number of rows. Raises ``StoreError``, sooner or later, for rows
    that this program cannot have written.
    """

    def __init__(self, layer: int, rows: Sequence[EventRow], names: Mapping[int, str]) -> None:
        """Store the rows; ``names`` are the names beside them that were not erased."""
        self.layer = layer
        self.rows = tuple(rows)
        self.version = len(self.rows)
        has_short = any(isinstance(row.event, ShortNameGiven) for row in rows[1:2])
        self._head = 2 if has_short else 1
        added = rows[0].event
        if not isinstance(added, AuthorAdded):
            stream = rows[0].originator_id
            raise StoreError(f"{stream}: the first row has no author; calimala check --all gives the details")
        self.author = Author(
            names.get(1, ERASED) if added.signed else "",
            names.get(2, "") if has_short else "",
            added.language,
            added.header,
            added.declared,
            erased=(added.signed and 1 not in names) or (has_short and 2 not in names),
        )

    @cached_property
    def _folded(self) -> _Folded:
        try:
            return _Folded(self.rows[self._head :])
        except (AssertionError, IndexError) as error:
            stream = self.rows[0].originator_id
            raise StoreError(
                f"{stream}: the rows cannot be understood ({error!r}); calimala check --all gives the details"
            ) from None

    @property
    def undoable(self) -> int:
        """The number of changes that can be undone."""
        return len(self._folded.done)

    @property
    def redoable(self) -> int:
        """The number of changes that can be redone."""
        return len(self._folded.undone)

    @property
    def next_number(self) -> int:
        """The number of the next change."""
        return max(row.number for row in self.rows) + 1

    @property
    def current(self) -> Mapping[int, Written]:
        """The current annotations, with all edits, by the version of the row that wrote each."""
        return self._folded.current

    @cached_property
    def order(self) -> int:
        """The highest order of anything ever written."""
        return max((row.event.order for row in self.rows if isinstance(row.event, Written)), default=0)

    @property
    def labels(self) -> Iterator[str]:
        """Every label that a variation ever had."""
        for row in self.rows:
            if isinstance(row.event, VariationWritten) and row.event.label:
                yield row.event.label

    def annotation(self, version: int, written: Written, anchor: int | None) -> Annotation:
        """Return the annotation that a row wrote, at a moment of the current game."""
        id = annotation_id(self.layer, version)
        if isinstance(written, NoteWritten):
            note = unescape_note(written.note)
            return Annotation(id, self.author, anchor, note, written.variation, time=note.time, order=written.order)
        return Annotation(
            id,
            self.author,
            anchor,
            None,
            written.variation,
            written.commands,
            unescape_text(written.name),
            written.label,
            written.time,
            written.order,
        )

    def changes(self) -> Iterator[AnnotationChange]:
        """Yield every row as a change, in order."""
        current = {id(edit.row) for group in self._folded.done for edit in group}
        time = None
        for one in self._folded.rows:
            if isinstance(one, EventRow):
                time, event = one.time, one.event
                assert isinstance(event, Undone | Redone), event
                yield AnnotationChange(self.author, 0, time, _WHAT[type(event)], count=event.count)
                continue
            time = one.row.time or time
            before, after = (
                self.annotation(one.version, written, None) if written else None for written in (one.before, one.after)
            )
            what, place = _WHAT[type(one.row.event)], annotation_id(self.layer, one.version)
            is_current = id(one.row) in current
            yield AnnotationChange(self.author, one.row.number, time, what, place, before, after, current=is_current)


_WHAT: Final[dict[type, str]] = {
    NoteWritten: "written",
    VariationWritten: "written",
    NoteEdited: "edited",
    VariationEdited: "edited",
    AnnotationRetracted: "retracted",
    Undone: "undone",
    Redone: "redone",
}
