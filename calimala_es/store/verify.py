"""Verifying a stored game: every command is decided again, and every difference is reported.

Rows are read one by one, since some may be damaged or missing; so may the names beside them. Every command is decided
in the position that the recorded events have led to, also the undone ones; then the record goes on as it is. The rows
of authors, rights and claims are checked one by one. Nothing is repaired.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, zip_longest
from typing import Final

import msgspec
from msgspec import Struct

from calimala_es.decide import command_of, step
from calimala_es.errors import CalimalaError, IllegalCommandError, SetupError, StoreError
from calimala_es.events import Event
from calimala_es.evolve import fold
from calimala_es.state import State
from calimala_es.store.access import OWNER, ROLES, SEAT, VISIBILITIES
from calimala_es.store.annotated_game import line_states
from calimala_es.store.annotations import Written
from calimala_es.store.folding import UNREADABLE, plain_count, starting_state
from calimala_es.store.recorder import RowBytes
from calimala_es.store.row_events import (
    AnnotationEvent,
    AnnotationRetracted,
    AuthorAdded,
    CommandClaimed,
    GameCreated,
    GameDeleted,
    GameJudged,
    GameRenamed,
    GameRestored,
    HeaderRemoved,
    HeaderWritten,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    NoteEdited,
    NoteWritten,
    Redone,
    ShortNameGiven,
    StoredPosition,
    Undone,
    VariationEdited,
    VariationWritten,
    VisibilitySet,
    WholeGameEvent,
    restored_state,
)
from calimala_es.store.rows import TOPICS, EventRow, RowTranscoder, closing_digest, read_name, unseal
from calimala_es.store.stored_game import project_game
from calimala_es.store.streams import (
    MOST_AUTHORS,
    Streams,
    access_stream,
    access_streams,
    author_stream,
    headers_stream,
    judgements_stream,
)

_TRANSCODER: Final = RowTranscoder()

_DIGEST: Final = 16
"""Bytes of the digest of a key or of a request."""

WrongRow = tuple[EventRow, str]
"""A row, and what is wrong with it."""


class VerifyDifference(Struct, frozen=True):
    """Something in a stored game that is not as deciding it again makes it.

    ``kind``: ``"row"`` (missing, damaged, out of place), ``"setup"``, ``"command"`` (events that no command begins
    with), ``"refused"``, ``"event"``, ``"digest"``, ``"position"``, ``"undo"``, ``"annotation"``, ``"rights"``,
    ``"request"``, ``"name"``, ``"photo"``. ``version`` is the row's, ``number`` the command's (0: none). ``recorded``
    and ``decided`` are what is stored and what should be.
    """

    kind: str
    version: int
    number: int
    message: str
    recorded: object = None
    decided: object = None

    def __str__(self) -> str:
        """Return the difference for a person."""
        place = f"row {self.version}" + (f", command {self.number}" if self.number else "")
        return f"{place}: {self.message}"


def verify_rows(stream: str, rows: Sequence[RowBytes]) -> tuple[list[EventRow], list[VerifyDifference]]:
    """Return the rows that can be read, and what is wrong with the others."""
    read: list[EventRow] = []
    differences: list[VerifyDifference] = []
    expected = 1
    for version, data in rows:
        if version != expected:
            message = (
                f"rows missing here: {version - expected}" if version > expected else f"row {version} is there twice"
            )
            differences.append(VerifyDifference("row", expected, 0, message))
        expected = version + 1
        is_damaged = unseal(data, stream, version) is None
        if is_damaged:
            differences.append(VerifyDifference("row", version, 0, "the row is not as it was saved", data))
        try:
            row = _TRANSCODER.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            if not is_damaged:
                differences.append(VerifyDifference("row", version, 0, f"the row cannot be read: {error}", data))
            continue
        row.originator_id, row.originator_version = stream, version
        read.append(row)
    return read, differences


def verify_stored(streams: Streams, id: str) -> list[VerifyDifference]:
    """Return every difference between what is stored of a game and the game replayed; none if there is no such game."""
    authors = [*_author_streams(streams, id)]
    every = (id, headers_stream(id), *authors, *access_streams(id))
    rows = {stream: streams.recorder.select_rows(stream) for stream in every}
    found = verify_game(id, rows[id]) + verify_headers(headers_stream(id), rows[headers_stream(id)])
    for author in authors:
        found += verify_author(author, rows[author], rows[id])
    found += verify_requests({stream: rows[stream] for stream in (id, *authors)}, id)
    found += verify_rights({stream: rows[stream] for stream in (id, *access_streams(id))}, id)
    for stream in every:
        found += _missing_at_end(stream, rows[stream], streams.recorder.last_version(stream))
    erased = [row.time for row in verify_rows(access_stream(id), rows[access_stream(id)])[0] if _erases_names(row)]
    for stream in (headers_stream(id), *authors):
        names = {version: name for _, version, name in streams.recorder.select_names(stream)}
        found += verify_names(stream, rows[stream], names, max(filter(None, erased), default=None))
    return found


def _author_streams(streams: Streams, id: str) -> Iterator[str]:
    """Yield the streams of the authors of a game, also one of which every row is missing."""
    for layer in range(1, MOST_AUTHORS + 1):
        stream = author_stream(id, layer)
        if not streams.recorder.last_version(stream):
            return
        yield stream


def _missing_at_end(stream: str, rows: Sequence[RowBytes], last: int) -> Iterator[VerifyDifference]:
    there = rows[-1][0] if rows else 0
    if there < last:
        yield VerifyDifference("row", there + 1, 0, f"{stream}: rows missing at the end: {last - there}")


def _erases_names(row: EventRow) -> bool:
    return isinstance(row.event, NamesErased)


def verify_names(
    stream: str, rows: Sequence[RowBytes], names: Mapping[int, str], erased: datetime | None
) -> Iterator[VerifyDifference]:
    """Yield what is wrong with the names beside rows, of which those before ``erased`` may be missing."""
    read, _ = verify_rows(stream, rows)
    named = {row.originator_version: row for row in read if _has_name(row)}
    for version, name in names.items():
        try:
            read_name(name, stream, version)
        except StoreError as error:
            yield VerifyDifference("name", version, 0, str(error), name)
        if version not in named:
            message = f"{stream}: a name is stored beside a row that should have none"
            yield VerifyDifference("name", version, 0, message, name)
    for version in sorted(named.keys() - names.keys()):
        time = named[version].time
        if erased is None or (time is not None and erased < time):
            yield VerifyDifference("name", version, 0, f"{stream}: the name beside the row is missing")


def _has_name(row: EventRow) -> bool:
    event = row.event
    return (
        (isinstance(event, HeaderWritten) and event.personal)
        or (isinstance(event, AuthorAdded) and event.signed)
        or isinstance(event, ShortNameGiven)
    )


def verify_headers(stream: str, rows: Sequence[RowBytes]) -> list[VerifyDifference]:
    """Return what is wrong with the rows of headers."""
    read, differences = verify_rows(stream, rows)
    return differences + [
        _misplaced_row(row) for row in read if not isinstance(row.event, HeaderWritten | HeaderRemoved)
    ]


def verify_author(stream: str, rows: Sequence[RowBytes], game: Sequence[RowBytes]) -> list[VerifyDifference]:
    """Return what is wrong with the rows of an author; ``game`` has the rows of the game.

    In a game whose commands were replaced, variations cannot be checked.
    """
    read, differences = verify_rows(stream, rows)
    game_rows, _ = verify_rows(stream, game)
    numbers = {row.number for row in game_rows if row.number}
    states: dict[int, State] = {}
    try:
        stored = project_game(None, game_rows)
        if stored is not None and not stored.was_rewritten:
            states = dict(zip(stored.numbers, stored.played.states, strict=False))
    except (StoreError, SetupError, *UNREADABLE):
        pass
    return differences + [
        VerifyDifference("annotation", row.originator_version, row.number, f"{stream}: {message}", row.event)
        for row, message in _wrong_annotations(read, numbers, states)
    ]


def verify_rights(rows: Mapping[str, Sequence[RowBytes]], id: str) -> list[VerifyDifference]:
    """Return what is wrong with the rows of a game's rights, claims of its seats and judgements.

    ``rows`` are those of these streams and of the game itself, by stream.
    """
    game, _ = verify_rows(id, rows[id])
    created = game[0].event if game else None
    players = created.setup.players if isinstance(created, GameCreated) else 0
    numbers = {row.number for row in game if row.number}
    found: list[VerifyDifference] = []
    for stream in rows:
        read, differences = ([], []) if stream == id else verify_rows(stream, rows[stream])
        if stream == access_stream(id):
            wrong = _wrong_access(read, players)
        elif stream == judgements_stream(id):
            wrong = ((row, _misplaced(row)) for row in read if not isinstance(row.event, GameJudged))
        else:
            seat = stream.rpartition("-")[2]
            wrong = _wrong_claims(read, numbers, is_seat=seat.isdigit() and int(seat) < players)
        found += differences
        found += [
            VerifyDifference("rights", row.originator_version, 0, f"{stream}: {message}", row.event)
            for row, message in wrong
        ]
    return found


def _misplaced(row: EventRow) -> str:
    return f"{TOPICS[type(row.event)]} does not belong here"


def _misplaced_row(row: EventRow) -> VerifyDifference:
    return VerifyDifference("row", row.originator_version, row.number, _misplaced(row), row.event)


def verify_game(stream: str, rows: Sequence[RowBytes]) -> list[VerifyDifference]:
    """Return every difference between a game's rows and the game replayed."""
    read, differences = verify_rows(stream, rows)
    if not read or type(read[0].event) is not GameCreated:
        return [*differences, VerifyDifference("row", 1, 0, "the first row does not create a game")]
    try:
        start = starting_state(read[0].event)
    except (SetupError, *UNREADABLE) as error:
        return [
            *differences,
            VerifyDifference("setup", 1, 0, f"the game cannot begin: {_reason(error)}", read[0].event),
        ]
    differences += _Verifier(start).differences(read[1:])
    differences += _wrong_counts(read)
    return sorted(differences, key=lambda difference: difference.version)


class _Verifier:
    """Walks through the rows of a game with the positions of the current commands and of the undone ones."""

    def __init__(self, start: State) -> None:
        self._states = [start]
        self._undone: list[State] = []
        self._last = 0
        self._undo: EventRow | None = None
        self._is_deleted = False
        self._id = ""
        self._new = 0

    def differences(self, read: Sequence[EventRow]) -> Iterator[VerifyDifference]:
        """Yield every difference in the rows after the creation of the game."""
        for number, group in groupby(read, key=lambda row: row.number):
            rows = [*group]
            if number:
                yield from self._after_deletion(rows[0])
                yield from self._command(number, rows)
            else:
                for row in rows:
                    yield from self._replaced()
                    yield from self._after_deletion(row)
                    if isinstance(row.event, WholeGameEvent):
                        yield from self._whole_game(row, row.event)
                    else:
                        yield from self._undo_or_redo(row)
        yield from self._replaced()

    def _replaced(self) -> Iterator[VerifyDifference]:
        """Check that as many commands followed the last undo as it announces."""
        if self._undo is None or not isinstance(self._undo.event, Undone):
            return
        brings = self._undo.event.brings
        if not 0 <= brings <= self._new:
            message = f"it announces {brings} commands, but {self._new} follow"
            yield VerifyDifference("undo", self._undo.originator_version, 0, message, self._undo.event)

    def _after_deletion(self, row: EventRow) -> Iterator[VerifyDifference]:
        if self._is_deleted and not isinstance(row.event, GameRestored):
            message = "the game was deleted, and not restored before this"
            yield VerifyDifference("row", row.originator_version, row.number, message, row.event)

    def _whole_game(self, row: EventRow, event: WholeGameEvent) -> Iterator[VerifyDifference]:
        """Check that a game is restored if it was deleted, and only then, and renamed from the id that it had."""
        self._undo = None
        self._undone.clear()
        if isinstance(event, GameRestored) and not self._is_deleted:
            yield VerifyDifference("row", row.originator_version, 0, "the game is restored, but was not deleted", event)
        self._is_deleted = isinstance(event, GameDeleted)
        if isinstance(event, GameRenamed):
            if self._id not in ("", event.was):
                message = f"the game was called {self._id}, not {event.was}"
                yield VerifyDifference("row", row.originator_version, 0, message, event)
            self._id = event.id

    def _undo_or_redo(self, row: EventRow) -> Iterator[VerifyDifference]:
        event = row.event
        if not isinstance(event, Undone | Redone):
            yield _misplaced_row(row)
            return
        there = len(self._states) - 1 if type(event) is Undone else len(self._undone)
        begins = event.begins if isinstance(event, Undone) else None
        least = 0 if isinstance(event, Undone) and (event.carried or event.back_to or begins) else 1
        if not least <= event.count <= there:
            word = "undone" if type(event) is Undone else "redone"
            message = f"{event.count} commands are {word}, but there are only {there}"
            yield VerifyDifference("undo", row.originator_version, 0, message, event)
        if not 0 <= event.back_to < row.originator_version:
            message = f"it returns to version {event.back_to}, which is not an earlier one"
            yield VerifyDifference("undo", row.originator_version, 0, message, event)
        self._undo, self._new = row, 0
        for _ in range(min(event.count, there)):
            if type(event) is Undone:
                self._undone.append(self._states.pop())
            else:
                self._states.append(self._undone.pop())
        if begins is not None:
            yield from self._begin(row, begins)

    def _begin(self, row: EventRow, begins: GameCreated) -> Iterator[VerifyDifference]:
        """Go on from the beginning of a corrected set-up."""
        if len(self._states) > 1:
            message = f"the set-up is corrected, but {len(self._states) - 1} commands were not undone"
            yield VerifyDifference("undo", row.originator_version, 0, message, begins)
        self._undone.clear()
        try:
            self._states = [starting_state(begins)]
        except (SetupError, *UNREADABLE) as error:
            yield VerifyDifference(
                "setup", row.originator_version, 0, f"the game cannot begin: {_reason(error)}", begins
            )

    def _command(self, number: int, rows: list[EventRow]) -> Iterator[VerifyDifference]:
        if number != self._last + 1:
            message = f"command {number} comes after command {self._last}"
            yield VerifyDifference("row", rows[0].originator_version, number, message)
        self._last = number
        self._new += 1
        self._undone.clear()
        yield from (_misplaced_row(row) for row in rows if not isinstance(row.event, Event))
        events: list[Event] = [row.event for row in rows if isinstance(row.event, Event)]
        before = self._states[-1]
        yield from _decided_again(before, number, rows, events)
        try:
            after = fold(before, events)
        except UNREADABLE as error:
            message = f"the events do not fit the position: {error!r}"
            yield VerifyDifference("event", rows[0].originator_version, number, message, events)
            after = before
        self._states.append(after)
        yield from _digests(after, number, rows, events)


def _decided_again(before: State, number: int, rows: list[EventRow], events: list[Event]) -> Iterator[VerifyDifference]:
    """Decide a command again, and yield every event that differs."""
    first = rows[0].originator_version
    command = command_of(events[0]) if events else None
    if command is None:
        yield VerifyDifference("command", first, number, "no command begins with this event", rows[0].event)
        return
    try:
        decided, _ = step(before, command)
    except IllegalCommandError as error:
        yield VerifyDifference("refused", first, number, f"{command!r} is illegal: {_reason(error)}", command, error)
        return
    except UNREADABLE as error:
        yield VerifyDifference("refused", first, number, f"{command!r} makes no sense: {error!r}", command)
        return
    for place, (recorded, right) in enumerate(zip_longest(events, decided)):
        if recorded != right:
            message = f"recorded {recorded!r}, expected {right!r}"
            version = min(first + place, rows[-1].originator_version)
            yield VerifyDifference("event", version, number, message, recorded, right)


def _reason(error: Exception) -> str:
    """Return what an error says; only its kind where that is about seats or actions that there are not."""
    try:
        return str(error)
    except UNREADABLE:
        return type(error).__name__


def _digests(after: State, number: int, rows: list[EventRow], events: list[Event]) -> Iterator[VerifyDifference]:
    for row in rows:
        right = closing_digest(events, after) if row is rows[-1] else None
        if row.digest != right:
            message = f"the public position is {_hex(right)}, recorded as {_hex(row.digest)}"
            yield VerifyDifference("digest", row.originator_version, number, message, row.digest, right)
        if row.position is not None and (row is not rows[-1] or not _is_stored(row.position, after)):
            message = "the position is not the one that the events lead to"
            yield VerifyDifference("position", row.originator_version, number, message, row.position, after)


def _wrong_counts(read: Sequence[EventRow]) -> Iterator[VerifyDifference]:
    """Yield the rows of a game with another count than the rows up to there come to, or without a position."""
    for place, row in enumerate(read, 1):
        if row.count is None:
            continue
        try:
            right = plain_count(read[:place])
        except UNREADABLE:
            right = None
        if row.position is None or row.count != right:
            expected = "there should be none" if right is None else f"it should be {right}"
            message = f"the row counts {row.count} commands up to here; {expected}"
            yield VerifyDifference("position", row.originator_version, row.number, message, row.count, right)


def _is_stored(position: StoredPosition, state: State) -> bool:
    """Return whether a state is the one that was stored."""
    try:
        return restored_state(state.setup, position) == state
    except UNREADABLE:
        return False


def _hex(digest: bytes | None) -> str:
    return "without digest" if digest is None else digest.hex()


# The stream of an author.


def _wrong_annotations(
    read: Sequence[EventRow], numbers: Collection[int], states: Mapping[int, State]
) -> Iterator[WrongRow]:
    """Yield what is wrong with the readable rows of one author.

    ``numbers`` are the numbers of all commands that the game ever had, ``states`` the positions before the current
    ones.
    """
    if read and not isinstance(read[0].event, AuthorAdded):
        yield read[0], "the first row has no author"
    done = undone = last = 0
    kinds: dict[int, type] = {}
    for place, row in enumerate(read):
        event = row.event
        if isinstance(event, Undone | Redone):
            there = done if isinstance(event, Undone) else undone
            if not 0 < event.count <= there:
                word = "undone" if isinstance(event, Undone) else "redone"
                yield row, f"{event.count} changes are {word}, but there are only {there}"
            moved = min(event.count, there) * (1 if isinstance(event, Undone) else -1)
            done, undone = done - moved, undone + moved
        elif not isinstance(event, AnnotationEvent) or (place and isinstance(event, AuthorAdded)):
            yield row, _misplaced(row)
        elif isinstance(event, Written | NoteEdited | VariationEdited | AnnotationRetracted):
            if row.number != last:
                if row.number != last + 1:
                    yield row, f"change {row.number} comes after change {last}"
                last, done, undone = row.number, done + 1, 0
            if isinstance(event, Written):
                kinds[row.originator_version] = type(event)
                yield from _wrong_place(row, event, numbers, states)
            elif kinds.get(event.version) not in _EDITABLE[type(event)]:
                yield row, f"there is no annotation in row {event.version} before this"
        elif place != 1 and isinstance(event, ShortNameGiven):
            yield row, "the short name of an author belongs in the second row"


_EDITABLE: Final[Mapping[type, tuple[type, ...]]] = {
    NoteEdited: (NoteWritten,),
    VariationEdited: (VariationWritten,),
    AnnotationRetracted: (NoteWritten, VariationWritten),
}
"""What an edit can be about."""


def _wrong_place(
    row: EventRow, written: Written, numbers: Collection[int], states: Mapping[int, State]
) -> Iterator[WrongRow]:
    """Yield what is wrong with the place of an annotation on the main line."""
    if written.variation:
        return
    if written.after and written.after not in numbers:
        yield row, f"it is about command {written.after}, which the game never had"
    if isinstance(written, VariationWritten) and written.after in states:
        try:
            line_states(states[written.after], written.commands)
        except (CalimalaError, *UNREADABLE) as error:
            yield row, f"the variation is illegal: {_reason(error)}"


# Requests.


def verify_requests(rows: Mapping[str, Sequence[RowBytes]], id: str) -> Iterator[VerifyDifference]:
    """Yield the rows of requests that were carried out before: of a game and its authors, ``rows`` by stream."""
    keys: set[bytes] = set()
    for stream in rows:
        for row in verify_rows(stream, rows[stream])[0]:
            if row.receipt is None:
                continue
            if row.receipt.key in keys:
                message = ("" if stream == id else f"{stream}: ") + "the same request was carried out before"
                yield VerifyDifference("request", row.originator_version, row.number, message, row.event)
            keys.add(row.receipt.key)


# Rights, claimed cards.


def _wrong_access(read: Sequence[EventRow], players: int) -> Iterator[WrongRow]:
    """Yield what is wrong with the rows of the rights in a game of so many players."""
    roles: dict[int, str] = {}
    for row in read:
        event = row.event
        if isinstance(event, KeyGiven):
            roles[row.originator_version] = event.role
            yield from ((row, message) for message in _wrong_key(event, players))
        elif isinstance(event, KeyRevoked):
            role = roles.pop(event.key, None)
            if role is None:
                yield row, f"there is no key {event.key} that could be revoked"
            elif role == OWNER and OWNER not in roles.values():
                yield row, "the last key of an owner is revoked"
        elif isinstance(event, VisibilitySet):
            if event.visibility not in VISIBILITIES:
                yield row, f"{event.visibility!r} does not say who can view the game"
        elif not isinstance(event, NamesShown | NamesErased):
            yield row, _misplaced(row)


def _wrong_key(event: KeyGiven, players: int) -> Iterator[str]:
    if event.role not in ROLES:
        yield f"there is no role {event.role!r}"
    if event.role == SEAT and not 0 <= event.seat < players:
        yield f"the game has no seat {event.seat}"
    if len(event.digest) != _DIGEST:
        yield f"the digest of a key has {_DIGEST} bytes, not {len(event.digest)}"


def _wrong_claims(read: Sequence[EventRow], numbers: Collection[int], *, is_seat: bool) -> Iterator[WrongRow]:
    """Yield what is wrong with the rows in which a seat claims commands; ``numbers`` are those of the game."""
    for row in read:
        event = row.event
        if not isinstance(event, CommandClaimed):
            yield row, _misplaced(row)
        elif not is_seat:
            yield row, "the game has no such seat"
        elif event.number not in numbers:
            yield row, f"it is about command {event.number}, which the game never had"
