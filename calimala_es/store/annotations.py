"""What is said about a game, and by whom, as values."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import StoreError, UnknownIdError
from calimala_es.state import State
from calimala_es.store.row_events import (
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AuthorCame,
    Redone,
    ShortNameGiven,
    Undone,
)
from calimala_es.store.rows import Entry

COMMENT: Final = "comment"
ON_POSITION: Final = "position"
GLYPH: Final = "glyph"
STANDING: Final = "standing"
EVALUATION: Final = "evaluation"
MARK: Final = "mark"
TITLE: Final = "title"
VARIATION: Final = "variation"
"""Kinds of annotations: a comment on a decision and one on the position after it, a sign, who stands better, the
chances, a place that is pointed at, a heading, what might have been instead. Any other short word is kept as well."""

MOST_TEXT: Final = 4_000_000
"""Characters in one annotation."""

MOST_NAME: Final = 100_000
"""Characters in an author's name."""

MOST_AUTHORS: Final = 1_000
"""Authors of one game."""

MOST_NESTED: Final = 50
"""Variations in each other."""

_ESCAPED: Final = "\0"
_ID: Final = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,8})")


class Author(Struct, frozen=True):
    """Who says something; without a name and a short name it is the record itself that says it.

    ``name`` is ``"?"`` where it was ``erased``; ``short`` the short name of the layer, empty where a text may choose
    one; ``language`` a BCP 47 tag. ``header`` is the place of the header that declares the layer, ``-1`` behind the
    others, and a layer that has neither name nor language can be ``declared`` all the same.
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
        """Whether this name means the author."""
        return not self.erased and name in ((self.name, self.short) if name else (self.shown,))

    def is_same(self, other: "Author") -> bool:
        """Whether two values are one author, of whom one may be told in less detail."""
        if self.erased or other.erased:
            return False
        if not other.name:
            return self.short == other.short and not (self.name and not other.short)
        return self.name == other.name and (self.language == other.language or not (self.language and other.language))


class Annotation(Struct, frozen=True):
    """Something that stands, said by somebody about a game.

    ``id`` stays the same whatever is edited, undone and redone. ``anchor`` is the moment after so many commands of the
    game as it stands, 0 the start; inside of a ``variation`` (an id) after so many of its decisions. It is ``None``
    where those commands were undone, or the variation is not there. A variation has ``commands`` that may come instead
    of the decision ``anchor`` of its line, its name as ``text``, and a ``label`` for texts. ``time`` is when it was
    said, empty where nobody told; ``order`` sorts what is said at one place.
    """

    id: str
    author: Author
    kind: str
    text: str
    anchor: int | None
    variation: str = ""
    commands: tuple[Command, ...] = ()
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
        return self.kind == VARIATION


class Draft(Struct, frozen=True):
    """Something to be said; fields as those of ``Annotation``.

    ``time`` is ``None`` for the moment of saving. ``author`` is ``None`` for whoever writes the drafts; ``inside`` is
    said inside of a variation, and its ``variation`` is not told.
    """

    anchor: int
    text: str = ""
    kind: str = COMMENT
    variation: str = ""
    commands: tuple[Command, ...] = ()
    label: str = ""
    time: str | None = None
    author: Author | None = None
    inside: tuple["Draft", ...] = ()


class Change(Struct, frozen=True):
    """One row of an author's stream: who did what, when.

    ``what`` is ``"written"``, ``"edited"``, ``"retracted"``, ``"undone"`` or ``"redone"``; of the last two ``count``
    says how many changes. ``before`` and ``after`` are what the annotation said, ``None`` where it did not stand. What
    was undone and not brought back does not stand (``stands``); ``number`` counts an author's changes.
    """

    author: Author
    number: int
    time: datetime | None
    what: str
    id: str = ""
    before: Annotation | None = None
    after: Annotation | None = None
    count: int = 0
    stands: bool = True


def annotation_id(layer: int, version: int) -> str:
    """The id of the annotation that a row wrote: ``2-5`` is row 5 of the second author's stream."""
    return f"{layer}-{version}"


def parse_annotation_id(id: str) -> tuple[int, int]:
    """The author's number and the row; raises ``UnknownIdError`` for what can be no id of an annotation."""
    match = _ID.fullmatch(id)
    if not match:
        raise UnknownIdError(f"{id[:60]!r} is no id of an annotation; they look like 2-5: author 2, row 5")
    return int(match[1]), int(match[2])


def moment_text(moment: datetime) -> str:
    """A moment as notes tell it: ``2026-11-20T19:04:11Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def kept(text: str) -> str:
    """A text as bytes can keep it: one that cannot be encoded, with halves of surrogate pairs, is escaped."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPED + json.dumps(text)
    return _ESCAPED + json.dumps(text) if text.startswith(_ESCAPED) else text


def told(text: str) -> str:
    """The text that was kept."""
    if not text.startswith(_ESCAPED):
        return text
    try:
        return str(json.loads(text[1:]))
    except ValueError:
        return text


# ----------------------------------------------------------------------------------------------------
# What one author says about a game: the rows of the author's stream, folded.

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


StatesOf = Callable[[], Sequence[State]]
"""Returns the start of a game and the state after each of its commands, computed on request."""


def decided(state: State, commands: Iterable[Command]) -> tuple[State, ...]:
    """Return a state and the states after each command that follows; raises ``IllegalCommandError``."""
    states = [state]
    for command in commands:
        states.append(step(states[-1], command)[1])
    return tuple(states)
