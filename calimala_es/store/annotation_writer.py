"""Writing annotations: drafts become rows of their authors' streams; invalid ones are refused before anything is saved.

Authors never conflict with each other: if others began to write at the same time, a save is tried again. It conflicts
if the same author wrote since the game was read.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Final, NamedTuple, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command, EndActivation
from calimala_es.errors import AnnotationError, StaleGameError
from calimala_es.game import Game, Move, Variation, by_note, repeat_before, settle_variation
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Comment, Extension
from calimala_es.state import State
from calimala_es.store.annotated_game import Annotations, line_states
from calimala_es.store.annotations import (
    MOST_NAME,
    MOST_NESTED,
    MOST_TEXT,
    Annotation,
    Author,
    AuthorLog,
    Draft,
    annotation_id,
    parse_annotation_id,
    time_text,
)
from calimala_es.store.recorder import RowName
from calimala_es.store.row_events import (
    AnnotationRetracted,
    AnyCommand,
    AuthorAdded,
    NoteEdited,
    NoteWritten,
    Redone,
    ShortNameGiven,
    Undone,
    VariationEdited,
    VariationWritten,
)
from calimala_es.store.rows import EventRow, RowEvent, escape_note, escape_text, place_rows, stored_name
from calimala_es.store.stored_game import StoredGame
from calimala_es.store.streams import ATTEMPTS, MOST_AUTHORS, Streams, author_stream, is_author_stream
from calimala_es.store.undoing import too_few_error

_LABEL: Final = re.compile(r"[a-z][a-z0-9-]{0,31}|")
_SHORT: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}|")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}|")
_WORD: Final = re.compile(r"[$%#;][!-z|~]{0,199}")
"""The word of a note of an unknown kind."""


class _AuthorChange:
    """The rows that one change adds to an author's stream, after row ``before``."""

    def __init__(self, game: str, log: AuthorLog | None, layer: int, author: Author, now: datetime) -> None:
        """Begin a change after the rows of ``log``, or a new stream (``is_first``)."""
        self.stream = author_stream(game, layer)
        self.layer = layer
        self.author = author
        self.is_first = log is None
        self.rows: list[EventRow] = []
        self.names: list[RowName] = []
        self.before = log.version if log else 0
        self._now = now
        self._number = log.next_number if log else 1
        if log is None:
            self.add(AuthorAdded(bool(author.name), author.language, author.header, author.declared), 0, author.name)
            if author.short:
                self.add(ShortNameGiven(), 0, author.short)

    def add(self, event: RowEvent, number: int | None = None, name: str = "") -> str:
        """Add a row; return the id of the annotation if it writes one."""
        version = self.before + len(self.rows) + 1
        number = self._number if number is None else number
        begins = not self.rows or self.rows[-1].number != number
        self.rows += place_rows(self.stream, version, [EventRow(number, self._now if begins else None, event)])
        if name:
            self.names.append((self.stream, version, stored_name(name)))
        return annotation_id(self.layer, version)


class _Spot(NamedTuple):
    """Where a draft is written.

    ``anchor`` decisions into its line, whose positions are ``states``, or after the command with the number ``after``;
    ``nested`` variations around it.
    """

    anchor: int
    after: int
    variation: str
    states: Sequence[State]
    nested: int


class AnnotationWriter:
    """One save: the changes of several authors at once.

    ``rows`` and ``names`` are to be saved, ``seen`` has the annotations that the authors have seen, ``game`` returns
    the game. A note on the end of an activation is saved as one on the decision before it.
    """

    def __init__(self, seen: Annotations, game: Callable[[], Game], now: datetime) -> None:
        """Start without rows."""
        self._seen = seen
        self._game = game
        self._now = now
        self._changes: dict[int, _AuthorChange] = {}
        self._order = max((log.order for log in seen.logs), default=0)
        self._labels = {label for log in seen.logs for label in log.labels}

    @property
    def rows(self) -> list[EventRow]:
        """The rows to save."""
        return [row for change in self._changes.values() for row in change.rows]

    @property
    def names(self) -> list[RowName]:
        """The names beside them."""
        return [name for change in self._changes.values() for name in change.names]

    def conflicts_with(self, fresh: Annotations) -> bool:
        """Return whether one of the authors has written, or has been added, in the meantime."""
        return any(
            fresh.log_of(change.author) is not None
            if change.is_first
            else fresh.logs[change.layer - 1].version != change.before
            for change in self._changes.values()
        )

    # What authors do.

    def author_called(self, name: str) -> Author:
        """Return the author of a name or a short name, a new one if it has written nothing yet."""
        log = self._seen.log_of(name)
        return log.author if log else Author(name)

    def add(self, author: Author, drafts: Iterable[Draft]) -> tuple[str, ...]:
        """Write drafts; return their ids, without those inside variations.

        Raises ``AnnotationError``, ``IllegalCommandError`` for an illegal variation, ``StaleGameError`` for a moment
        that the game has not reached, and ``UnknownIdError`` for a variation that does not exist.
        """
        drafts = [*drafts]
        for draft in drafts:
            if isinstance(draft.content, Variation):
                self._labels.update(_labels_in(draft.content))
        return tuple(self._draft(draft, author) for draft in drafts)

    def edit_note(self, id: str, note: AnyNote) -> None:
        """Replace a note; its time stays."""
        old = self._seen.find(id)
        if old.note is None:
            raise AnnotationError(Message("{id} is a variation, not a note", id=id))
        _check_note(note)
        event = NoteEdited(parse_annotation_id(id)[1], escape_note(replace(note, layer="", time=old.time)))
        self._change(old.layer).add(event)

    def edit_variation(self, id: str, name: str | None, commands: Sequence[Command] | None) -> None:
        """Give a variation another name, make it longer or shorter."""
        old = self._seen.find(id)
        if not old.is_variation:
            raise AnnotationError(Message("{id} is a note, not a variation", id=id))
        _check_text(name or "")
        event = VariationEdited(
            parse_annotation_id(id)[1],
            None if name is None else escape_text(name),
            None if commands is None else _any_commands(commands),
        )
        if commands is not None:
            self._check_longer(old, commands)
        self._change(old.layer).add(event)

    def retract(self, *ids: str) -> None:
        """Retract annotations."""
        for id in dict.fromkeys(ids):
            old = self._seen.find(id)
            self._change(old.layer).add(AnnotationRetracted(parse_annotation_id(id)[1]))

    def take_back(self, layer: int, event: Undone | Redone) -> None:
        """Undo or redo changes of an author."""
        self._change(layer).add(event, 0)

    # Rows.

    def _change(self, layer: int, author: Author | None = None) -> _AuthorChange:
        """Return the change of an author's stream; for ``author`` if the stream is new."""
        if layer not in self._changes:
            log = self._seen.logs[layer - 1] if layer <= len(self._seen.logs) else None
            if log is None:
                _check_author(author or Author())
            if layer > MOST_AUTHORS:
                raise AnnotationError(
                    Message("too many authors for one game; the limit is {limit}", limit=MOST_AUTHORS)
                )
            who = log.author if log else author or Author()
            self._changes[layer] = _AuthorChange(self._seen.game, log, layer, who, self._now)
        return self._changes[layer]

    def _change_of(self, author: Author) -> _AuthorChange:
        begun = [change for change in self._changes.values() if change.is_first]
        exact = [change for change in begun if change.author == author]
        if exact:
            return exact[0]
        log = self._seen.log_of(author)
        return self._change(log.layer if log else len(self._seen.logs) + len(begun) + 1, author)

    def _draft(self, draft: Draft, author: Author) -> str:
        """Write a draft in the game or in an existing variation; return its id."""
        draft = replace(draft, authors={"": author, **draft.authors})
        if isinstance(draft.content, Variation):
            settled = [replace(draft, content=one) for one in settle_variation(draft.content)]
            ids = [self._spotted(self._settled(one)) for one in settled]
            return ids[0]
        return self._spotted(draft)

    def _settled(self, draft: Draft) -> Draft:
        """Return the draft of a variation of the end of an activation as one of the decision before it, repeated."""
        variation = draft.content
        around = self._seen.find(draft.variation) if draft.variation else None
        commands = self._game().commands if around is None else around.commands
        place = _decided(commands, draft.anchor)
        if not isinstance(variation, Variation) or not 0 < place < draft.anchor <= len(commands):
            return draft
        states = self._game().states if around is None else self._states_in(around)
        repeated = [Move(commands[number], (), states[number + 1]) for number in range(place - 1, draft.anchor - 1)]
        return replace(draft, anchor=place, content=repeat_before(repeated, variation))

    def _spotted(self, draft: Draft) -> str:
        """Write a draft where its anchor is."""
        is_line = isinstance(draft.content, Variation)
        if not draft.variation:
            anchors = self._seen.anchors
            if not 0 <= draft.anchor <= len(anchors):
                raise StaleGameError(_no_moment(self._seen.game, len(anchors), draft.anchor))
            anchor = draft.anchor if is_line else _decided(self._game().commands, draft.anchor)
            after = anchors[anchor - 1] if anchor else 0
            return self._write(draft, _Spot(anchor, after, "", self._game().states if is_line else (), 0))
        around = self._seen.find(draft.variation)
        if not around.is_variation or around.anchor is None:
            raise AnnotationError(Message("{id} is not a variation of the current game", id=draft.variation))
        length = len(around.commands)
        if not 0 <= draft.anchor <= length:
            raise AnnotationError(_no_moment(draft.variation, length, draft.anchor))
        states = self._states_in(around) if is_line else ()
        anchor = draft.anchor if is_line else _decided(around.commands, draft.anchor)
        spot = _Spot(anchor, anchor, draft.variation, states, self._nested(around) + 1)
        return self._write(draft, spot)

    def _write(self, draft: Draft, spot: _Spot) -> str:
        if isinstance(draft.content, Variation):
            return self._write_variation(draft, draft.content, spot)
        return self._write_note(draft, draft.content, spot)

    def _author(self, draft: Draft, layer: str) -> Author:
        return draft.authors.get(layer) or Author(short=layer)

    def _time(self, draft: Draft, time: str, author: Author) -> str:
        return time_text(self._now) if draft.dated and not time and author.shown else time

    def _write_note(self, draft: Draft, note: AnyNote, spot: _Spot) -> str:
        change = self._change_of(self._author(draft, note.layer))
        _check_note(note)
        self._order += 1
        stored = escape_note(replace(note, layer="", time=self._time(draft, note.time, change.author)))
        return change.add(NoteWritten(stored, spot.after, spot.variation, self._order))

    def _write_variation(self, draft: Draft, variation: Variation, spot: _Spot) -> str:
        """Write a variation and all notes and variations inside it."""
        by = by_note(variation)
        layer, time = (by.layer, by.time) if by else ("", "")
        change = self._change_of(self._author(draft, layer))
        _check_variation(variation, spot)
        commands = tuple(move.command for move in variation.moves)
        states = line_states(spot.states[spot.anchor - 1], commands)
        self._order += 1
        id = change.add(
            VariationWritten(
                _any_commands(commands),
                spot.after,
                spot.variation,
                self._order,
                escape_text(variation.name),
                variation.id or self._free_label(),
                self._time(draft, time, change.author),
            )
        )
        for note in variation.notes[1:] if by else variation.notes:
            self._write_note(draft, note, _Spot(0, 0, id, states, spot.nested + 1))
        for place, move in enumerate(variation.moves, 1):
            inside = _Spot(place, place, id, states, spot.nested + 1)
            for content in (*move.notes, *move.variations):
                self._write(replace(draft, content=content), inside)
        return id

    def _free_label(self) -> str:
        label = next(f"v{number}" for number in count(1) if f"v{number}" not in self._labels)
        self._labels.add(label)
        return label

    # Checks.

    def _check_longer(self, old: Annotation, commands: Sequence[Command]) -> None:
        """Check that a variation becomes only longer or shorter; a different one is a new annotation."""
        if old.anchor is None:
            raise AnnotationError(Message("{id} is not a variation of the current game", id=old.id))
        common = min(len(commands), len(old.commands))
        if not common or [*commands[:common]] != [*old.commands[:common]]:
            raise AnnotationError(
                Message(
                    "{id} begins with other decisions: a variation can only be made longer or shorter; add another one",
                    id=old.id,
                )
            )
        line = self._game().states if not old.variation else self._states_in(self._seen.find(old.variation))
        line_states(line[old.anchor - 1], commands)

    def _states_in(self, variation: Annotation) -> Sequence[State]:
        """Return the positions of a current variation."""
        assert variation.anchor is not None
        outer = self._seen.find(variation.variation) if variation.variation else None
        states = self._game().states if outer is None else self._states_in(outer)
        return line_states(states[variation.anchor - 1], variation.commands)

    def _nested(self, variation: Annotation) -> int:
        """Return how many variations a variation is nested in."""
        return 1 + self._nested(self._seen.find(variation.variation)) if variation.variation else 0


def _labels_in(variation: Variation) -> Iterator[str]:
    if variation.id:
        yield variation.id
    for move in variation.moves:
        for inner in move.variations:
            yield from _labels_in(inner)


def _any_commands(commands: Sequence[Command]) -> tuple[AnyCommand, ...]:
    return cast("tuple[AnyCommand, ...]", tuple(commands))


def _check_author(author: Author) -> None:
    if len(author.name) > MOST_NAME:
        raise AnnotationError(
            Message(
                "the name is too long: {number} characters; the limit is {limit}",
                number=len(author.name),
                limit=MOST_NAME,
            )
        )
    if author.name != author.name.strip():
        raise AnnotationError(Message("{word} begins or ends with a space; remove it", word=repr(author.name[:60])))
    if not _SHORT.fullmatch(author.short):
        raise AnnotationError(
            Message(
                "{word} is not a short name: use up to 32 lower-case letters, digits, - and _",
                word=repr(author.short[:60]),
            )
        )
    if not _LANGUAGE.fullmatch(author.language):
        raise AnnotationError(
            Message("{word} is not a language: use a BCP 47 tag, e.g. pt-BR", word=repr(author.language[:60]))
        )


def _no_moment(id: str, decisions: int, anchor: int) -> Message:
    return Message(
        "{id} ends with decision {limit}; there is no decision {number}", id=id, limit=decisions, number=anchor
    )


def _check_text(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise AnnotationError(
            Message(
                "the text is too long: {number} characters; the limit is {limit}", number=len(text), limit=MOST_TEXT
            )
        )


def _decided(commands: Sequence[Command], number: int) -> int:
    """Return how many of the first ``number`` commands come up to the last that does not end an activation."""
    while number and type(commands[number - 1]) is EndActivation:
        number -= 1
    return number


def _check_note(note: AnyNote) -> None:
    if isinstance(note, Comment | Extension):
        _check_text(note.text or "")
    if isinstance(note, Extension) and not _WORD.fullmatch(note.word):
        raise AnnotationError(
            Message("{word} is not a kind of annotation: use a short word in lower case", word=repr(note.word[:60]))
        )


def _check_variation(variation: Variation, spot: _Spot) -> None:
    _check_text(variation.name)
    if not _LABEL.fullmatch(variation.id):
        raise AnnotationError(
            Message(
                "{word} is not a label: begin with a lower-case letter, then use lower-case letters, digits and -",
                word=repr(variation.id[:60]),
            )
        )
    if not variation.moves:
        raise AnnotationError(Message("a variation must have at least one decision"))
    if not spot.anchor:
        raise AnnotationError(Message("a variation replaces a decision; there is none before the first"))
    if spot.nested >= MOST_NESTED:
        raise AnnotationError(Message("variations are nested too deeply; the limit is {limit}", limit=MOST_NESTED))


# The streams of authors.


_Result = TypeVar("_Result")


class AnnotationStreams(Struct, frozen=True):
    """The annotations of all games, by their authors.

    An author is given by name, or as a value; ``""`` is the record itself. A game is given as it was read, or by its
    id, by which ``load`` reads it. The methods that save raise ``StaleGameError`` if the same author wrote since the
    game was read.
    """

    _streams: Streams
    _load: Callable[[str], StoredGame]

    def add(self, game: StoredGame | str, author: str | Author, drafts: Draft | Iterable[Draft]) -> tuple[str, ...]:
        """Save an author's drafts as one change; return their ids.

        Raises ``AnnotationError`` for an invalid draft, ``IllegalCommandError`` for an illegal variation,
        ``UnknownIdError`` for a variation that does not exist, and ``StaleGameError`` for a moment that the game has
        not reached.
        """
        added = [drafts] if isinstance(drafts, Draft) else [*drafts]

        def act(writer: AnnotationWriter) -> tuple[str, ...]:
            return writer.add(writer.author_called(author) if isinstance(author, str) else author, added)

        return self._write(game, act)

    def edit_note(self, game: StoredGame | str, id: str, note: AnyNote) -> None:
        """Replace a note; its time stays. Raises ``UnknownIdError`` and ``AnnotationError``."""
        self._write(game, lambda writer: writer.edit_note(id, note))

    def edit_variation(
        self, game: StoredGame | str, id: str, name: str | None = None, commands: Sequence[Command] | None = None
    ) -> None:
        """Rename, extend or shorten a variation.

        Raises ``UnknownIdError``, ``AnnotationError`` and ``IllegalCommandError``.
        """
        self._write(game, lambda writer: writer.edit_variation(id, name, commands))

    def retract(self, game: StoredGame | str, *ids: str) -> None:
        """Retract annotations; the annotations inside a variation disappear and return with it."""
        self._write(game, lambda writer: writer.retract(*ids))

    def undo(self, game: StoredGame | str, author: str | Author, count: int = 1) -> None:
        """Undo an author's last changes; raises ``NothingToUndoError``."""
        self._take_back(game, author, Undone(count))

    def redo(self, game: StoredGame | str, author: str | Author, count: int = 1) -> None:
        """Redo an author's undone changes; raises ``NothingToUndoError``."""
        self._take_back(game, author, Redone(count))

    def _take_back(self, game: StoredGame | str, author: str | Author, event: Undone | Redone) -> None:
        game = self._load(game) if isinstance(game, str) else game
        log = game.annotations.log_of(author)
        is_undo = isinstance(event, Undone)
        there = 0 if log is None else log.undoable if is_undo else log.redoable
        if log is None or not 1 <= event.count <= there:
            raise too_few_error(game.id, "undo" if is_undo else "redo", "changes", event.count, there)
        layer = log.layer
        self._write(game, lambda writer: writer.take_back(layer, event))

    def _write(self, game: StoredGame | str, act: Callable[[AnnotationWriter], _Result]) -> _Result:
        """Save what authors do who have seen ``game``, which may be deleted by now; return the result of ``act``."""
        read = self._load(game) if isinstance(game, str) else game
        self._streams.check_present(read.id)
        seen, now = read.annotations, self._streams.now()
        for _ in range(ATTEMPTS):
            writer = AnnotationWriter(seen, lambda: read.played, now)
            result = act(writer)
            try:
                if writer.rows:
                    self._streams.save(writer.rows, _stale_author(read.id), writer.names)
            except StaleGameError:
                seen = read.annotations_from(self._load(read.id).logs)
                if writer.conflicts_with(seen):
                    raise
                continue
            return result
        raise _stale_author(read.id)

    def erase_names(self, game: str) -> int:
        """Erase the names of all authors of a game; return how many there were."""
        recorder = self._streams.recorder
        return sum([recorder.erase_names(stream=stream) for stream, _ in self._streams.author_rows(game)])

    def erase_person(self, name: str, game: str | None = None) -> int:
        """Erase all authors of that name and their short names, from a game or from all; return how many there were."""
        recorder, stored = self._streams.recorder, stored_name(name)
        streams = {
            stream
            for stream, _, known in recorder.select_names()
            if known == stored and is_author_stream(stream) and game in (None, stream.partition("/")[0])
        }
        return sum(recorder.erase_names(stream=stream) for stream in sorted(streams))


def _stale_author(id: str) -> StaleGameError:
    return StaleGameError(
        Message("{id}: the same author has changed the game since it was read; nothing was saved", id=id)
    )
