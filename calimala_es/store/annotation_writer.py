"""Turn drafts into rows of authors' streams; what is invalid is refused before anything is saved."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Final, TypeVar, cast

from calimala_es.commands import Command
from calimala_es.errors import AnnotationError, NothingToUndoError, StaleGameError
from calimala_es.state import State
from calimala_es.store.annotated_game import Annotations
from calimala_es.store.annotations import (
    MOST_AUTHORS,
    MOST_NAME,
    MOST_NESTED,
    MOST_TEXT,
    VARIATION,
    Annotation,
    Author,
    Draft,
    Log,
    StatesOf,
    annotation_id,
    decided,
    is_authors,
    kept,
    moment_text,
    parse_annotation_id,
    stream_of,
)
from calimala_es.store.application import Games
from calimala_es.store.recorder import Name, Row
from calimala_es.store.row_events import (
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AnyCommand,
    AuthorCame,
    Redone,
    ShortNameGiven,
    Undone,
)
from calimala_es.store.rows import Entry, Fact, decode_rows

if TYPE_CHECKING:
    from calimala_es.store.stored_game import StoredGame


_KIND: Final = re.compile(r"[a-z][a-z-]{0,31}")
_LABEL: Final = re.compile(r"[a-z][a-z0-9-]{0,31}|")

_SHORT: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}|")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}|")


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


class Writer:
    """One save: what several authors do at once.

    ``entries`` and ``names`` are to be saved, ``seen`` has the annotations that the writer has seen, ``states`` gives
    the positions of the game.
    """

    def __init__(self, seen: Annotations, states: StatesOf, now: datetime) -> None:
        """Start without rows."""
        self._seen = seen
        self._states = states
        self._now = now
        self._pens: dict[int, Pen] = {}
        self._order = max((log.order for log in seen.logs), default=0)
        self._labels = {label for log in seen.logs for label in log.labels}

    @property
    def pens(self) -> tuple[Pen, ...]:
        """The pens of those who write."""
        return tuple(self._pens.values())

    @property
    def entries(self) -> list[Entry]:
        """The rows to save."""
        return [entry for pen in self.pens for entry in pen.entries]

    @property
    def names(self) -> list[Name]:
        """The names beside them."""
        return [name for pen in self.pens for name in pen.names]

    def is_behind(self, fresh: Annotations) -> bool:
        """Return whether one of the authors has written, or has been added, in the meantime."""
        return any(
            fresh.log_of(pen.author) is not None if pen.is_first else fresh.logs[pen.layer - 1].version != pen.before
            for pen in self.pens
        )

    # What authors do.

    def author_called(self, name: str) -> Author:
        """Return the author of a name or a short name, a new one if it has said nothing yet."""
        log = self._seen.log_of(name)
        return log.author if log else Author(name)

    def say(self, author: Author | None, drafts: Iterable[Draft]) -> tuple[str, ...]:
        """Write drafts; return their ids, without those inside variations.

        Raises ``AnnotationError``, ``IllegalCommandError`` for an illegal variation, ``StaleGameError`` for a moment
        that the game has not reached, and ``UnknownIdError`` for a variation that does not exist.
        """
        drafts = [*drafts]
        self._labels.update(label for draft in drafts for label in _labels_in(draft))
        return tuple(self._draft(draft, author) for draft in drafts)

    def edit(self, id: str, text: str | None, commands: Sequence[Command] | None) -> None:
        """Change an annotation."""
        old = self._seen.find(id)
        _check_text(old.text if text is None else text)
        said = None if text is None else kept(text)
        event = AnnotationEdited(parse_annotation_id(id)[1], said, None if commands is None else _decisions(commands))
        if commands is not None:
            self._check_longer(old, commands)
        self._pen(old.layer).write(event)

    def retract(self, *ids: str) -> None:
        """Retract annotations."""
        for id in dict.fromkeys(ids):
            old = self._seen.find(id)
            self._pen(old.layer).write(AnnotationRetracted(parse_annotation_id(id)[1]))

    def take_back(self, layer: int, event: Undone | Redone) -> None:
        """Undo or redo changes of an author."""
        self._pen(layer).write(event, 0)

    # Rows.

    def _pen(self, layer: int, author: Author | None = None) -> Pen:
        """Return the pen of an author's stream; for ``author`` if the stream is new."""
        if layer not in self._pens:
            log = self._seen.logs[layer - 1] if layer <= len(self._seen.logs) else None
            if log is None:
                _check_author(author or Author())
            if layer > MOST_AUTHORS:
                raise AnnotationError(f"at most {MOST_AUTHORS} authors write about one game")
            self._pens[layer] = Pen(self._seen.game, log, layer, log.author if log else author or Author(), self._now)
        return self._pens[layer]

    def _pen_of(self, author: Author) -> Pen:
        begun = [pen for pen in self._pens.values() if pen.is_first]
        exact = [pen for pen in begun if pen.author == author]
        if exact:
            return exact[0]
        log = self._seen.log_of(author)
        return self._pen(log.layer if log else len(self._seen.logs) + len(begun) + 1, author)

    def _draft(self, draft: Draft, author: Author | None) -> str:
        """Write a draft in the game or in an existing variation; return its id."""
        if not draft.variation:
            return self._main(draft, author)
        around = self._seen.find(draft.variation)
        if not around.is_variation or around.anchor is None:
            raise AnnotationError(f"{draft.variation} is no variation in the game as it stands")
        _check_moment(draft, len(around.commands), f"the variation {draft.variation}")
        states = self._states_in(around) if draft.commands else ()
        return self._written(draft, author, draft.anchor, draft.variation, states, self._nested(around) + 1)

    def _main(self, draft: Draft, author: Author | None) -> str:
        numbers = self._seen.numbers
        if not 0 <= draft.anchor <= len(numbers):
            raise StaleGameError(
                f"{self._seen.game} has {len(numbers)} commands; there is no moment after {draft.anchor}"
            )
        after = numbers[draft.anchor - 1] if draft.anchor else 0
        return self._written(draft, author, after, "", self._states() if draft.commands else (), 0)

    def _written(
        self, draft: Draft, author: Author | None, after: int, variation: str, states: Sequence[State], nested: int
    ) -> str:
        """Write a draft and the drafts inside it; ``states`` are those of its line."""
        told = draft.author if draft.author is not None else author
        pen = self._pen_of(told or Author())
        self._check(draft, nested)
        inner = decided(states[draft.anchor - 1], draft.commands) if draft.commands else ()
        self._order += 1
        time = draft.time
        if time is None:
            time = moment_text(self._now) if pen.author.shown else ""
        label = (draft.label or self._free_label()) if draft.kind == VARIATION else ""
        id = pen.write(
            AnnotationWritten(
                draft.kind, kept(draft.text), after, variation, self._order, time, _decisions(draft.commands), label
            )
        )
        for one in draft.inside:
            _check_moment(one, len(draft.commands), "the variation")
            self._written(one, told, one.anchor, id, inner, nested + 1)
        return id

    def _free_label(self) -> str:
        label = next(f"v{number}" for number in count(1) if f"v{number}" not in self._labels)
        self._labels.add(label)
        return label

    # What can be said.

    def _check(self, draft: Draft, nested: int) -> None:
        _check_text(draft.text)
        if not _KIND.fullmatch(draft.kind):
            raise AnnotationError(f"{draft.kind[:60]!r} is no kind of annotation; a short word in small letters is one")
        if not _LABEL.fullmatch(draft.label):
            raise AnnotationError(f"{draft.label[:60]!r} is no label: a small letter, then small letters, digits, -")
        if (draft.kind == VARIATION) != bool(draft.commands):
            raise AnnotationError("a variation has decisions, and nothing else has")
        if draft.inside and not draft.commands:
            raise AnnotationError("only inside of a variation something can be said")
        if draft.commands and not draft.anchor:
            raise AnnotationError("a variation stands beside a decision, and there is none before the first")
        if draft.commands and nested >= MOST_NESTED:
            raise AnnotationError(f"at most {MOST_NESTED} variations stand in each other")

    def _check_longer(self, old: Annotation, commands: Sequence[Command]) -> None:
        """Check that a variation becomes only longer or shorter; a different one is a new annotation."""
        if not old.is_variation or old.anchor is None:
            raise AnnotationError(f"{old.id} is no variation in the game as it stands, and cannot have decisions")
        common = min(len(commands), len(old.commands))
        if not common or [*commands[:common]] != [*old.commands[:common]]:
            raise AnnotationError(
                f"{old.id} has other decisions; a variation can be made longer or shorter, write another one beside it"
            )
        line = self._states() if not old.variation else self._states_in(self._seen.find(old.variation))
        decided(line[old.anchor - 1], commands)

    def _states_in(self, variation: Annotation) -> Sequence[State]:
        """Return the positions of a current variation."""
        assert variation.anchor is not None
        outer = self._seen.find(variation.variation) if variation.variation else None
        states = self._states() if outer is None else self._states_in(outer)
        return decided(states[variation.anchor - 1], variation.commands)

    def _nested(self, variation: Annotation) -> int:
        """Return how many variations a variation is nested in."""
        return 1 + self._nested(self._seen.find(variation.variation)) if variation.variation else 0


def _labels_in(draft: Draft) -> Iterable[str]:
    if draft.label:
        yield draft.label
    for one in draft.inside:
        yield from _labels_in(one)


def _decisions(commands: Sequence[Command]) -> tuple[AnyCommand, ...]:
    return cast("tuple[AnyCommand, ...]", tuple(commands))


def _check_author(author: Author) -> None:
    if len(author.name) > MOST_NAME:
        raise AnnotationError(f"a name of {len(author.name)} characters is too long; {MOST_NAME} at most")
    if author.name != author.name.strip():
        raise AnnotationError(f"{author.name[:60]!r} is no name: blanks stand around it")
    if not _SHORT.fullmatch(author.short):
        raise AnnotationError(f"{author.short[:60]!r} is no short name: small letters, digits, - and _, at most 32")
    if not _LANGUAGE.fullmatch(author.language):
        raise AnnotationError(f"{author.language[:60]!r} is no language; a BCP 47 tag is one, as pt-BR")


def _check_text(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise AnnotationError(f"a text of {len(text)} characters is too long; {MOST_TEXT} at most")


def _check_moment(draft: Draft, length: int, what: str) -> None:
    if not 0 <= draft.anchor <= length:
        raise AnnotationError(f"{what} has {length} decisions; there is no moment after {draft.anchor}")


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
