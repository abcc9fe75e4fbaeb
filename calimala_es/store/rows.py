"""A row of a stream: an event in its envelope, and the bytes that it is stored as; the rows of moves and of headers.

The bytes are msgpack, one array ``[number, time, event, digest]`` a row, in some with a position and a count, and after
it a checksum of them and of their place: CRC-32, which finds damage, but no forgery. What the events are is in
``row_events``.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from operator import itemgetter
from struct import pack
from typing import TYPE_CHECKING, Final, NamedTuple, cast
from zlib import crc32

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import ObservePart, kind_name
from calimala_es.digest import stored_digest
from calimala_es.errors import StoreError
from calimala_es.events import EVENTS, AnyEvent, Event, GameEnded, TurnEnded
from calimala_es.frames import Placement
from calimala_es.game import ERASED, Headers, Move
from calimala_es.headers import is_personal
from calimala_es.notes import AnyNote
from calimala_es.state import State
from calimala_es.store.recorder import RowBytes, RowName
from calimala_es.store.row_events import (
    STORE_EVENTS,
    AnyStoreEvent,
    HeaderRemoved,
    HeaderWritten,
    StoredPosition,
    stored_position,
)

if TYPE_CHECKING:
    # Whatever looks at a row asks for one kind; checkers take seconds to leave each out of a union of sixty.
    RowEvent = Event | AnyStoreEvent
else:
    RowEvent = AnyEvent | AnyStoreEvent
    """Everything that a row can hold."""

TOPICS: Final[Mapping[type, str]] = {kind: kind_name(kind) for kind in (*EVENTS, *STORE_EVENTS)}
"""The word for the kind of event of a row, for people."""


POSITION_TURNS: Final = 11
"""The position is stored with the end of every so many turns: a game of three, four or five ends a few turns later."""

COUNTED: Final = b"\x97"
"""How the bytes of a row with a position and a count begin, an array of seven in msgpack; no others are after them."""


class Receipt(Struct, frozen=True, array_like=True, gc=False):
    """Identifies a request: the digest of its own id, and the digest of its content."""

    key: bytes
    body: bytes


class EventRow(Struct, array_like=True, gc=False):
    """One row of a stream: an event in its envelope.

    ``number`` is that of the command, counted from 1 and never used twice in a game; 0 for rows without a command. In
    an author's stream it is that of the change. ``time`` is on the first row of what was saved for one command.
    ``digest`` is that of the public position, on the last row of a command that closed a turn or the game; every
    ``POSITION_TURNS`` turns the whole ``position`` is with it, so that the last one of a long game is known without
    folding all that came before. ``count`` is the number of the current commands up to there, and says that the rows
    before need not even be read: none of them replaced commands or corrected the set-up, and no current one observed
    anything. ``receipt`` is that of the request that saved the row, on the last row that it saved of a game or an
    author. Only these seven make up the bytes; the stream (``originator_id``) and the version in it are columns of
    their own.
    """

    number: int
    time: datetime | None
    event: RowEvent
    digest: bytes | None = None
    receipt: Receipt | None = None
    position: StoredPosition | None = None
    count: int | None = None
    originator_id: str = ""
    originator_version: int = 0


def place_rows(stream: str, version: int, rows: list[EventRow]) -> list[EventRow]:
    """Set the places of rows in a stream, from ``version`` on; return the same rows."""
    for place, row in enumerate(rows, version):
        row.originator_id = stream
        row.originator_version = place
    return rows


def rows_after(stream: str, last: int, events: Iterable[RowEvent], now: datetime) -> list[EventRow]:
    """Return the rows of events to add after version ``last`` of a stream."""
    return place_rows(stream, last + 1, [EventRow(0, now, event) for event in events])


def rows_of_moves(
    moves: Sequence[Move], number: int, now: datetime, counted: Callable[[], int | None] = lambda: None
) -> list[EventRow]:
    """Return the rows of moves, the first of which gets ``number``; they have no place yet.

    ``counted`` returns the number of the current commands before them; ``None`` if a row may have no ``count``.
    """
    found: list[EventRow] = []
    for place, move in enumerate(moves, number):
        rows = [EventRow(place, None, event) for event in move.events]
        rows[0].time = now
        rows[-1].digest = digest = closing_digest(move.events, move.state)
        if digest and move.state.turn % POSITION_TURNS == 0 and type(move.state.now) is Placement:
            rows[-1].position = stored_position(move.state)
            before = None if has_observed(moves) else counted()
            rows[-1].count = None if before is None else before + place - number + 1
        found += rows
    return found


def has_observed(moves: Iterable[Move]) -> bool:
    """Return whether one of these moves says what was observed."""
    return any(type(move.command) is ObservePart for move in moves)


_CLOSING = frozenset({TurnEnded, GameEnded})


def closing_digest(events: Sequence[object], state: State) -> bytes | None:
    """Return the public digest of a position, if the events of the command that led to it closed a turn or the game."""
    return None if _CLOSING.isdisjoint(map(type, events)) else stored_digest(state)


# Bytes.

_ENCODER: Final = msgspec.msgpack.Encoder()


# A decoder looks at every kind of event when it is made, so that a program would start later.
@cache
def _decoder_of_one() -> msgspec.msgpack.Decoder[EventRow]:
    return msgspec.msgpack.Decoder(EventRow)


@cache
def _decoder_of_many() -> msgspec.msgpack.Decoder[list[EventRow]]:
    return msgspec.msgpack.Decoder(list[EventRow])


_ARRAY32: Final = b"\xdd"
"""How msgpack begins an array whose length follows in four bytes."""

CHECKSUM: Final = 4
"""The bytes at the end of a row that say whether the others are as they were saved."""

_BODY: Final = itemgetter(slice(None, -CHECKSUM))
_SEAL: Final = itemgetter(slice(-CHECKSUM, None))
_LOW_32: Final = 0xFFFFFFFF


def seal(data: bytes, place: str, version: int = 0) -> bytes:
    """Return bytes with their checksum, which is another one in every other place.

    >>> seal(b"row", "friday", 1) == seal(b"row", "friday", 2)
    False
    """
    return data + _checksum(data, crc32(place.encode()) + version)


def unseal(data: bytes, place: str, version: int = 0) -> bytes | None:
    """Return the bytes that were sealed for this place; ``None`` if they are damaged.

    >>> unseal(seal(b"row", "friday", 1), "friday", 1)
    b'row'
    """
    body = data[:-CHECKSUM]
    return body if _checksum(body, crc32(place.encode()) + version) == data[-CHECKSUM:] else None


def read_photo(stored: bytes, game: str, name: str) -> bytes:
    """Return the photo that was sealed with its name; raises ``StoreError`` if it is damaged."""
    content = unseal(stored, name)
    if content is None:
        raise StoreError(f"{game}: the photo {name} is damaged")
    return content


def _checksum(data: bytes, start: int) -> bytes:
    return crc32(data, start & _LOW_32).to_bytes(CHECKSUM, "big")


def _encoded(row: EventRow, time: datetime | None) -> bytes:
    """Return the bytes of a row with this time; most rows have neither a receipt nor a position."""
    if row.position:
        more = (row.receipt, row.position) if row.count is None else (row.receipt, row.position, row.count)
        return _ENCODER.encode((row.number, time, row.event, row.digest, *more))
    if row.receipt:
        return _ENCODER.encode((row.number, time, row.event, row.digest, row.receipt))
    return _ENCODER.encode((row.number, time, row.event, row.digest))


class RowTranscoder(Transcoder):
    """The bytes of one row."""

    def encode(self, obj: EventRow) -> bytes:
        """Return the bytes of a row, sealed for its place."""
        return seal(_encoded(obj, obj.time), obj.originator_id, obj.originator_version)

    def decode(self, data: bytes) -> EventRow:
        """Return the row that these bytes hold, damaged or not; raises ``msgspec.MsgspecError``."""
        return _decoder_of_one().decode(data[:-CHECKSUM])


class RowMapper(Mapper[str]):
    """Between an ``EventRow`` and what a recorder stores: no topic, since the bytes say what they are."""

    def __init__(self) -> None:
        """Use neither compression nor encryption."""
        super().__init__(RowTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return what a recorder stores of a row."""
        row = cast("EventRow", domain_event)
        return StoredEvent(row.originator_id, row.originator_version, "", self.transcoder.encode(row))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Return the row that was stored; raises ``StoreError``."""
        version = stored_event.originator_version
        (row,) = decode_rows(str(stored_event.originator_id), [(version, stored_event.state)], version - 1)
        return row


def decode_rows(stream: str, rows: Sequence[tuple[int, bytes]], after: int = 0) -> list[EventRow]:
    """Return consecutive rows ``(version, bytes)`` of a stream, decoded in one pass.

    ``after`` is the version before the first. Raises ``StoreError`` if a row is missing or damaged.
    """
    is_whole = not rows or rows[-1][0] == after + len(rows)
    decoded = decode_sound(stream, [data for _, data in rows], after) if is_whole else None
    if decoded is None:
        raise StoreError(next(_wrong_rows(stream, rows, after)))
    return decoded


def _wrong_rows(stream: str, rows: Sequence[tuple[int, bytes]], after: int) -> Iterator[str]:
    """Yield what is wrong with rows of which one is missing, damaged or there twice."""
    for expected, (version, data) in enumerate(rows, after + 1):
        if version > expected:
            yield f"{stream}: rows missing: {version - expected}"
        elif version < expected:
            yield f"{stream}: row {version} is there twice"
        elif unseal(data, stream, version) is None:
            yield f"{stream}: row {version} is damaged"


def rows_beside(beside: Mapping[str, Sequence[RowBytes]], stream: str) -> list[EventRow]:
    """Return the rows of a stream that was read with others; none if it has none. Raises as ``decode_rows`` does."""
    return decode_rows(stream, beside.get(stream, ()))


def decode_sound(stream: str, every: Sequence[bytes], after: int = 0) -> list[EventRow] | None:
    """Return the rows of a stream after a version, decoded in one pass; ``None`` if one is damaged or missing.

    Where one is missing, those after it have a checksum of another place; how many are missing at the end is not known
    here. Raises ``StoreError`` if a sound row cannot be read.
    """
    if not every:
        return []
    count = len(every)
    first = crc32(stream.encode()) + after + 1
    # All rows are checked in one go: calls of Python for each of them would take longer than everything else.
    try:
        bodies = [*map(_BODY, every)]
        sums = pack(f">{count}I", *map(crc32, bodies, range(first, first + count)))
    except TypeError:
        return None  # In a damaged file a column has anything.
    if sums != b"".join(map(_SEAL, every)):
        return None
    try:
        decoded = _decoder_of_many().decode(b"".join((_ARRAY32, count.to_bytes(4, "big"), *bodies)))
    except msgspec.MsgspecError as error:
        raise StoreError(f"{stream}: a row cannot be read ({error})") from None
    return with_times(place_rows(stream, after + 1, decoded))


# A time is stored once for all commands that were saved at that time, and again where reading may begin.


def encode_rows(rows: Iterable[EventRow]) -> list[tuple[str, int, bytes]]:
    """Return rows to be saved at once, each as its stream, its version and its bytes.

    They are without the time on a command whose stream has it on the one before, but for one after a row with a count.
    """
    last: dict[str, datetime] = {}
    starts: dict[str, int] = {}
    found: list[tuple[str, int, bytes]] = []
    for row in rows:
        time, stream, place = row.time, row.originator_id, row.originator_version
        is_repeated = bool(row.number) and time is not None and last.get(stream) == time
        data = _encoded(row, None if is_repeated else time)
        start = starts.get(stream)
        if start is None:
            start = starts[stream] = crc32(stream.encode())
        found.append((stream, place, data + _checksum(data, start + place)))
        if row.count is not None:
            last.pop(stream, None)
        elif time is not None:
            last[stream] = time
    return found


def with_times(rows: list[EventRow]) -> list[EventRow]:
    """Set the time on the first row of each command that was saved with the one before it; return the same rows."""
    number = 0
    time: datetime | None = None
    for row in rows:
        if row.time is not None:
            time = row.time
        elif row.number and row.number != number:
            row.time = time
        number = row.number
    return rows


# Texts that UTF-8 cannot encode: halves of surrogate pairs.

_ESCAPED: Final = "\0"


def escape_text(text: str) -> str:
    """Return a text that can be encoded; one that cannot, or looks escaped, becomes JSON after a zero character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPED + json.dumps(text)
    return _ESCAPED + json.dumps(text) if text.startswith(_ESCAPED) else text


def unescape_text(text: str) -> str:
    """Return the text that ``escape_text`` was given."""
    if not text.startswith(_ESCAPED):
        return text
    try:
        return str(json.loads(text[1:]))
    except ValueError:
        return text


def stored_name(name: str) -> str:
    """Return what is stored beside a row for a name: equal names are equal texts, each after its checksum.

    The row itself knows nothing of the name, not even its checksum, so that it can be erased.
    """
    text = escape_text(name)
    return f"{crc32(text.encode()):08x}{text}"


def read_name(stored: str, stream: str, version: int) -> str:
    """Return the name beside a row; raises ``StoreError`` if it is damaged."""
    text = stored[2 * CHECKSUM :]
    if stored != f"{crc32(text.encode()):08x}{text}":
        raise StoreError(f"{stream}: the name beside row {version} is damaged")
    return unescape_text(text)


def escape_note(note: AnyNote) -> AnyNote:
    """Return a note whose texts can be encoded."""
    return _with_texts(note, {name: escape_text(text) for name, text in _texts_of(note).items()})


def unescape_note(note: AnyNote) -> AnyNote:
    """Return the note that ``escape_note`` was given."""
    return _with_texts(note, {name: unescape_text(text) for name, text in _texts_of(note).items()})


def _texts_of(note: AnyNote) -> dict[str, str]:
    fields = ((name, getattr(note, name)) for name in note.__struct_fields__)
    return {name: value for name, value in fields if isinstance(value, str)}


def _with_texts(note: AnyNote, texts: Mapping[str, str]) -> AnyNote:
    changed = {name: text for name, text in texts.items() if text != getattr(note, name)}
    return replace(note, **changed) if changed else note


# ----------------------------------------------------------------------------------------------------
# The headers of a game, in a stream of their own; people's names are stored beside its rows and can be erased.


class StoredHeader(NamedTuple):
    """A header from the row ``version``; ``value`` is ``None`` if it is among the names."""

    name: str
    value: str | None
    version: int


class HeaderChange(NamedTuple):
    """A header to be written or removed, and the name that belongs beside its row."""

    event: HeaderWritten | HeaderRemoved
    name: str | None = None


def added_header(name: str, value: str, *, again: bool = True, since: int = 0) -> HeaderChange:
    """Return a header to be written; ``again`` and ``since`` as in ``HeaderWritten``."""
    if is_personal(name):
        event = HeaderWritten(escape_text(name), "", personal=True, again=again, since=since)
        return HeaderChange(event, value)
    return HeaderChange(HeaderWritten(escape_text(name), escape_text(value), again=again, since=since))


def replaced_header(name: str, value: str | None, since: int = 0) -> HeaderChange:
    """Return a header that replaces one of the same name; ``None`` removes it."""
    if value is None:
        return HeaderChange(HeaderRemoved(escape_text(name), since))
    return added_header(name, value, again=False, since=since)


def header_rows(
    stream: str, last: int, changes: Sequence[HeaderChange], now: datetime
) -> tuple[list[EventRow], list[RowName]]:
    """Return the rows of headers after version ``last`` of their stream, and the names beside them."""
    rows = rows_after(stream, last, [change.event for change in changes], now)
    names = [
        (stream, place, stored_name(change.name))
        for place, change in enumerate(changes, last + 1)
        if change.name is not None
    ]
    return rows, names


def fold_headers(rows: Iterable[EventRow], came_by: Callable[[int], bool]) -> list[StoredHeader]:
    """Return the current headers, in the order in which they were first written.

    ``came_by`` returns whether a version of the game is one that led to the current one.
    """
    headers: list[StoredHeader] = []
    for row in rows:
        event = row.event
        if not isinstance(event, HeaderWritten | HeaderRemoved) or (event.since and not came_by(event.since)):
            continue
        if isinstance(event, HeaderRemoved):
            headers = [header for header in headers if header.name != event.name]
        else:
            written = StoredHeader(event.name, None if event.personal else event.value, row.originator_version)
            headers = [*headers, written] if event.again else _replaced(headers, written)
    return headers


def _replaced(headers: list[StoredHeader], written: StoredHeader) -> list[StoredHeader]:
    """Return the headers with the first of this name replaced and all later ones of it removed."""
    places = [place for place, header in enumerate(headers) if header.name == written.name]
    if not places:
        return [*headers, written]
    first, *_ = places
    return [*headers[:first], written, *[header for header in headers[first + 1 :] if header.name != written.name]]


def named_headers(headers: Iterable[StoredHeader], names: Mapping[int, str]) -> Headers:
    """Return headers with the names that have not been erased; ``names`` by the versions of their rows."""
    return tuple(
        (
            unescape_text(header.name),
            names.get(header.version, ERASED) if header.value is None else unescape_text(header.value),
        )
        for header in headers
    )


def changed_headers(
    rows: Iterable[EventRow], names: Mapping[int, str], created: datetime | None
) -> dict[int, list[tuple[datetime | None, tuple[str, str | None]]]]:
    """Return the headers that were changed after the creation of the game, with the time, by their ``since``."""
    found: dict[int, list[tuple[datetime | None, tuple[str, str | None]]]] = {}
    for row in rows:
        event = row.event
        if not isinstance(event, HeaderWritten | HeaderRemoved) or (row.time == created and not event.since):
            continue
        if isinstance(event, HeaderRemoved):
            header: tuple[str, str | None] = (unescape_text(event.name), None)
        else:
            written = StoredHeader(event.name, None if event.personal else event.value, row.originator_version)
            (header,) = named_headers([written], names)
        found.setdefault(event.since, []).append((row.time, header))
    return found


def has_names(rows: Collection[EventRow]) -> bool:
    """Return whether any of these rows has a name beside it."""
    return any(isinstance(row.event, HeaderWritten) and row.event.personal for row in rows)
