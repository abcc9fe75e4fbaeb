"""A stored game decided again, and every difference told.

Rows are read one by one, since some may be damaged. Every command is decided in the position that the recorded events
have led to, those that were undone too; then the record goes on as it stands. Nothing is repaired.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final

import msgspec
from msgspec import Struct

from calimala_es.decide import step
from calimala_es.errors import CalimalaError, IllegalCommandError, SetupError, StoreError
from calimala_es.events import Event
from calimala_es.evolve import fold
from calimala_es.intent import command_of
from calimala_es.state import State
from calimala_es.store.access import OWNER, ROLES, SEAT, VISIBILITIES, access_stream, receipts_stream
from calimala_es.store.annotations import decided
from calimala_es.store.recorder import Row
from calimala_es.store.row_events import (
    ANNOTATION_EVENTS,
    Acknowledged,
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AuthorCame,
    CommandTold,
    GameCreated,
    HeaderRemoved,
    HeaderWritten,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    NoteWritten,
    Redone,
    ShortNameGiven,
    Undone,
    VisibilitySet,
)
from calimala_es.store.rows import TOPICS, Entry, EntryTranscoder
from calimala_es.store.stored_game import UNREADABLE, closing_digest, project_game, start_of

_TRANSCODER: Final = EntryTranscoder()
_NOTES: Final = (HeaderWritten, HeaderRemoved, NoteWritten)


WrongRow = tuple[Entry, str]
"""A row, and what is wrong with it."""


class Difference(Struct, frozen=True):
    """Something in a stored game that is not as deciding it again makes it.

    ``kind``: ``"row"`` (missing, damaged, out of place), ``"setup"``, ``"command"`` (events that no command begins
    with), ``"refused"``, ``"event"``, ``"digest"``, ``"undo"``, ``"annotation"``, ``"rights"``. ``version`` is the
    row's, ``number`` the command's (0: none). ``recorded`` and ``decided`` are what stands there and what should, where
    there is something.
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


def verify_rows(stream: str, rows: Sequence[Row]) -> tuple[list[Entry], list[Difference]]:
    """Return the entries of the rows that can be read, and what is wrong with the others."""
    entries: list[Entry] = []
    differences: list[Difference] = []
    expected = 1
    for version, data in rows:
        if version != expected:
            differences.append(Difference("row", expected, 0, f"{version - expected} rows are missing here"))
        expected = version + 1
        try:
            entry = _TRANSCODER.decode(data)
        except msgspec.MsgspecError as error:
            differences.append(Difference("row", version, 0, f"the row cannot be read: {error}", data))
            continue
        entry.originator_id, entry.originator_version = stream, version
        entries.append(entry)
    return entries, differences


def verify_notes(stream: str, rows: Sequence[Row]) -> list[Difference]:
    """Return what is wrong with the rows of headers and notes."""
    entries, differences = verify_rows(stream, rows)
    return differences + [_misplaced_row(entry) for entry in entries if not isinstance(entry.event, _NOTES)]


def verify_author(stream: str, rows: Sequence[Row], game: Sequence[Row]) -> list[Difference]:
    """Return what is wrong with the rows of an author; ``game`` has the readable rows of the game."""
    entries, differences = verify_rows(stream, rows)
    told, _ = verify_rows(stream, game)
    numbers = {entry.number for entry in told if entry.number}
    try:
        stored = project_game(None, told)
        can_be_judged = stored is not None and not stored.was_rewritten
        states = dict(zip(stored.numbers, stored.states, strict=False)) if stored and can_be_judged else {}
    except (StoreError, SetupError, *UNREADABLE):
        states = {}
    return differences + [
        Difference("annotation", entry.originator_version, entry.number, f"{stream}: {message}", entry.event)
        for entry, message in wrong_rows(entries, numbers, states)
    ]


def verify_rights(rows: Mapping[str, Sequence[Row]], id: str) -> list[Difference]:
    """What is wrong with the rows of a game's rights, of what its seats told, and of what was carried out.

    ``rows`` are those of these streams and of the game itself, by stream.
    """
    game, _ = verify_rows(id, rows[id])
    created = game[0].event if game else None
    players = created.setup.players if isinstance(created, GameCreated) else 0
    numbers = {entry.number for entry in game if entry.number}
    found: list[Difference] = []
    for stream in rows:
        entries, differences = ([], []) if stream == id else verify_rows(stream, rows[stream])
        if stream == access_stream(id):
            wrong = wrong_access(entries, players)
        elif stream == receipts_stream(id):
            wrong = wrong_receipts(entries, len(rows[id]))
        else:
            seat = stream.rpartition("-")[2]
            wrong = wrong_hand(entries, numbers, is_seat=seat.isdigit() and int(seat) < players)
        found += differences
        found += [
            Difference("rights", entry.originator_version, 0, f"{stream}: {message}", entry.event)
            for entry, message in wrong
        ]
    return found


def _misplaced_row(entry: Entry) -> Difference:
    word = TOPICS[type(entry.event)]
    return Difference("row", entry.originator_version, entry.number, f"{word} does not belong here", entry.event)


def verify_game(stream: str, rows: Sequence[Row]) -> list[Difference]:
    """Return every difference between a game's rows and the game replayed."""
    entries, differences = verify_rows(stream, rows)
    if not entries or type(entries[0].event) is not GameCreated:
        return [*differences, Difference("row", 1, 0, "the first row does not create a game")]
    try:
        start = start_of(entries[0].event)
    except (SetupError, *UNREADABLE) as error:
        return [*differences, Difference("setup", 1, 0, f"the game cannot begin: {error}", entries[0].event)]
    differences += _Verifier(start).differences(entries[1:])
    return sorted(differences, key=lambda difference: difference.version)


class _Verifier:
    """Walks through the rows of a game; keeps the positions of the commands that stand and of those undone."""

    def __init__(self, start: State) -> None:
        self._states = [start]
        self._undone: list[State] = []
        self._last = 0
        self._undo: Entry | None = None
        self._came = 0

    def differences(self, entries: Sequence[Entry]) -> Iterator[Difference]:
        for number, group in groupby(entries, key=lambda entry: entry.number):
            rows = [*group]
            if number:
                yield from self._command(number, rows)
            else:
                for row in rows:
                    yield from self._brought()
                    yield from self._taking_back(row)
        yield from self._brought()

    def _brought(self) -> Iterator[Difference]:
        """Check that as many commands followed the last undo as it announces."""
        if self._undo is None or not isinstance(self._undo.event, Undone):
            return
        brings = self._undo.event.brings
        if not 0 <= brings <= self._came:
            message = f"it brings {brings} commands, and {self._came} follow it"
            yield Difference("undo", self._undo.originator_version, 0, message, self._undo.event)

    def _taking_back(self, row: Entry) -> Iterator[Difference]:
        event = row.event
        if not isinstance(event, Undone | Redone):
            yield _misplaced_row(row)
            return
        there = len(self._states) - 1 if type(event) is Undone else len(self._undone)
        least = 0 if isinstance(event, Undone) and event.carried else 1
        if not least <= event.count <= there:
            word = "undone" if type(event) is Undone else "redone"
            message = f"{event.count} commands are {word} where there are {there}"
            yield Difference("undo", row.originator_version, 0, message, event)
        if not 0 <= event.back_to < row.originator_version:
            message = f"it goes back to version {event.back_to}, which does not come before"
            yield Difference("undo", row.originator_version, 0, message, event)
        self._undo, self._came = row, 0
        for _ in range(min(event.count, there)):
            if type(event) is Undone:
                self._undone.append(self._states.pop())
            else:
                self._states.append(self._undone.pop())

    def _command(self, number: int, rows: list[Entry]) -> Iterator[Difference]:
        if number != self._last + 1:
            message = f"command {number} comes after command {self._last}"
            yield Difference("row", rows[0].originator_version, number, message)
        self._last = number
        self._came += 1
        self._undone.clear()
        yield from (_misplaced_row(row) for row in rows if not isinstance(row.event, Event))
        events: list[Event] = [row.event for row in rows if isinstance(row.event, Event)]
        before = self._states[-1]
        yield from _decided_again(before, number, rows, events)
        try:
            after = fold(before, events)
        except UNREADABLE as error:
            message = f"the events do not fit the position: {error!r}"
            yield Difference("event", rows[0].originator_version, number, message, events)
            after = before
        self._states.append(after)
        yield from _digests(after, number, rows, events)


def _decided_again(before: State, number: int, rows: list[Entry], events: list[Event]) -> Iterator[Difference]:
    first = rows[0].originator_version
    command = command_of(events[0]) if events else None
    if command is None:
        yield Difference("command", first, number, "no command begins with this event", rows[0].event)
        return
    try:
        decided, _ = step(before, command)
    except IllegalCommandError as error:
        yield Difference("refused", first, number, f"the rules refuse {command!r}: {error}", command, error)
        return
    except UNREADABLE as error:
        yield Difference("refused", first, number, f"{command!r} makes no sense: {error!r}", command)
        return
    for place, (was, should) in enumerate(zip_longest(events, decided)):
        if was != should:
            message = f"recorded {was!r}, decided {should!r}"
            yield Difference("event", min(first + place, rows[-1].originator_version), number, message, was, should)


def _digests(after: State, number: int, rows: list[Entry], events: list[Event]) -> Iterator[Difference]:
    for row in rows:
        should = closing_digest(events, after) if row is rows[-1] else None
        if row.digest != should:
            message = f"the public position is {_hex(should)}, recorded as {_hex(row.digest)}"
            yield Difference("digest", row.originator_version, number, message, row.digest, should)


def _hex(digest: bytes | None) -> str:
    return "without digest" if digest is None else digest.hex()


# The stream of an author.


def wrong_rows(entries: Sequence[Entry], numbers: Collection[int], states: Mapping[int, State]) -> Iterator[WrongRow]:
    """Yield what is wrong with the readable rows of one author.

    ``numbers`` are the numbers of all commands that the game ever had, ``states`` the positions before the current
    ones.
    """
    if entries and not isinstance(entries[0].event, AuthorCame):
        yield entries[0], "the first row tells no author"
    done = taken = last = 0
    written: dict[int, AnnotationWritten] = {}
    for place, entry in enumerate(entries):
        event = entry.event
        if isinstance(event, Undone | Redone):
            there = done if isinstance(event, Undone) else taken
            if not 0 < event.count <= there:
                word = "undone" if isinstance(event, Undone) else "redone"
                yield entry, f"{event.count} changes are {word} where there are {there}"
            moved = min(event.count, there) * (1 if isinstance(event, Undone) else -1)
            done, taken = done - moved, taken + moved
        elif not isinstance(event, ANNOTATION_EVENTS) or (place and isinstance(event, AuthorCame)):
            yield entry, f"{TOPICS[type(event)]} does not belong here"
        elif isinstance(event, AnnotationWritten | AnnotationEdited | AnnotationRetracted):
            if entry.number != last:
                if entry.number != last + 1:
                    yield entry, f"change {entry.number} comes after change {last}"
                last, done, taken = entry.number, done + 1, 0
            if isinstance(event, AnnotationWritten):
                written[entry.originator_version] = event
                yield from _misplaced_annotation(entry, event, numbers, states)
            elif event.version not in written:
                yield entry, f"there is no annotation in row {event.version} before this"
        elif place != 1 and isinstance(event, ShortNameGiven):
            yield entry, "the short name of an author stands in the second row"


def _misplaced_annotation(
    entry: Entry, event: AnnotationWritten, numbers: Collection[int], states: Mapping[int, State]
) -> Iterator[WrongRow]:
    if event.variation:
        return
    if event.after and event.after not in numbers:
        yield entry, f"it is about command {event.after}, which the game never had"
    if event.commands and event.after in states:
        try:
            decided(states[event.after], event.commands)
        except (CalimalaError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            yield entry, f"the rules refuse the variation: {error}"


# Rights, claimed cards, receipts.


_DIGEST: Final = 16
"""Bytes of the digest of a key or of a request."""


def wrong_access(entries: Sequence[Entry], players: int) -> Iterator[WrongRow]:
    """Yield what is wrong with the rows of the rights in a game of so many players."""
    roles: dict[int, str] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, KeyGiven):
            roles[entry.originator_version] = event.role
            yield from ((entry, words) for words in _of_key(event, players))
        elif isinstance(event, KeyRevoked):
            role = roles.pop(event.key, None)
            if role is None:
                yield entry, f"there is no key {event.key} that could be revoked"
            elif role == OWNER and OWNER not in roles.values():
                yield entry, "the last key of an owner is revoked"
        elif isinstance(event, VisibilitySet):
            if event.visibility not in VISIBILITIES:
                yield entry, f"{event.visibility!r} does not say who may look"
        elif not isinstance(event, NamesShown | NamesErased):
            yield entry, _misplaced_word(entry)


def _of_key(event: KeyGiven, players: int) -> Iterator[str]:
    if event.role not in ROLES:
        yield f"there is no role {event.role!r}"
    if event.role == SEAT and not 0 <= event.seat < players:
        yield f"the game has no seat {event.seat}"
    if len(event.digest) != _DIGEST:
        yield f"the digest of a key has {_DIGEST} bytes, not {len(event.digest)}"


def wrong_hand(entries: Sequence[Entry], numbers: Collection[int], *, is_seat: bool) -> Iterator[WrongRow]:
    """Yield what is wrong with the rows that a seat recorded about commands with these numbers."""
    for entry in entries:
        event = entry.event
        if not isinstance(event, CommandTold):
            yield entry, _misplaced_word(entry)
        elif not is_seat:
            yield entry, "the game has no such seat"
        elif event.number not in numbers:
            yield entry, f"command {event.number} is told, which the game never had"


def wrong_receipts(entries: Sequence[Entry], last: int) -> Iterator[WrongRow]:
    """Yield what is wrong with the rows of completed requests in a game of so many rows."""
    keys: set[bytes] = set()
    for entry in entries:
        event = entry.event
        if not isinstance(event, Acknowledged):
            yield entry, _misplaced_word(entry)
            continue
        if event.key in keys:
            yield entry, "the same request was carried out before"
        if not 0 <= event.version <= last:
            yield entry, f"the game has {last} rows, not {event.version}"
        keys.add(event.key)


def _misplaced_word(entry: Entry) -> str:
    return f"{TOPICS[type(entry.event)]} does not belong here"
