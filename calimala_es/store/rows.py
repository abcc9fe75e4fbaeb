"""A row of a stream: an event in its envelope, and the bytes that it is stored as.

The bytes are msgpack, one array ``[number, time, event, digest]`` a row. What the events are is in ``row_events``.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from msgspec import Struct

from calimala_es.commands import kind_name
from calimala_es.errors import StoreError
from calimala_es.events import EVENTS, AnyEvent
from calimala_es.store.row_events import (
    ANNOTATION_EVENTS,
    RIGHTS_EVENTS,
    AnyAnnotationEvent,
    AnyRightsEvent,
    GameCreated,
    HeaderRemoved,
    HeaderWritten,
    NoteWritten,
    Redone,
    Undone,
)

Fact = (
    AnyEvent
    | GameCreated
    | Undone
    | Redone
    | HeaderWritten
    | HeaderRemoved
    | NoteWritten
    | AnyAnnotationEvent
    | AnyRightsEvent
)
"""Everything that a row can hold."""


class Entry(Struct, array_like=True, gc=False):
    """One row of a stream: an event in its envelope.

    ``number`` is that of the command, counted from 1 and never used twice in a game; 0 where no command was given. In
    an author's stream it is that of the change.
    ``time`` stands on the first row of what was saved for one command. ``digest`` is that of the public position, on
    the last row of a command that closed a turn or the game. Only these four make up the bytes; where the row stands
    is told by its stream and version.
    """

    number: int
    time: datetime | None
    event: Fact
    digest: bytes | None = None
    originator_id: str = ""
    originator_version: int = 0


TOPICS: Final[Mapping[type, str]] = {
    kind: kind_name(kind)
    for kind in (
        *EVENTS,
        *(GameCreated, Undone, Redone, HeaderWritten, HeaderRemoved, NoteWritten),
        *ANNOTATION_EVENTS,
        *RIGHTS_EVENTS,
    )
}
"""The word that stands in a row for its kind of event."""


def placed(stream: str, version: int, entries: list[Entry]) -> list[Entry]:
    """The same entries, told their places in a stream, from ``version`` on."""
    for place, entry in enumerate(entries, version):
        entry.originator_id = stream
        entry.originator_version = place
    return entries


_ENCODER: Final = msgspec.msgpack.Encoder()
_ONE: Final = msgspec.msgpack.Decoder(Entry)
_MANY: Final = msgspec.msgpack.Decoder(list[Entry])
_ARRAY32: Final = b"\xdd"
"""How msgpack begins an array whose length follows in four bytes."""


class EntryTranscoder(Transcoder):
    """The bytes of one envelope."""

    def encode(self, obj: Entry) -> bytes:
        """Return the bytes of an envelope, without stream and version."""
        return _ENCODER.encode((obj.number, obj.time, obj.event, obj.digest))

    def decode(self, data: bytes) -> Entry:
        """Return the envelope that these bytes hold; raises ``msgspec.MsgspecError``."""
        return _ONE.decode(data)


class EntryMapper(Mapper[str]):
    """Between an ``Entry`` and a row; the topic is a short word, not a path to Python code."""

    def __init__(self) -> None:
        """Neither compressed nor encrypted."""
        super().__init__(EntryTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of an entry."""
        entry = cast("Entry", domain_event)
        return StoredEvent(
            entry.originator_id,
            entry.originator_version,
            TOPICS[type(entry.event)],
            _ENCODER.encode((entry.number, entry.time, entry.event, entry.digest)),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Return the entry of a row; raises ``msgspec.MsgspecError``."""
        entry = _ONE.decode(stored_event.state)
        entry.originator_id = str(stored_event.originator_id)
        entry.originator_version = stored_event.originator_version
        return entry


def decode_rows(stream: str, rows: Sequence[tuple[int, bytes]], after: int = 0) -> list[Entry]:
    """Return the entries of consecutive rows ``(version, bytes)`` of a stream, decoded in one pass.

    ``after`` is the version before the first. Raises ``StoreError`` if a row is missing or cannot be read.
    """
    if not rows:
        return []
    count = len(rows)
    if rows[-1][0] != after + count:
        raise StoreError(f"{stream}: {rows[-1][0] - after - count} of its rows are missing")
    try:
        entries = _MANY.decode(b"".join((_ARRAY32, count.to_bytes(4, "big"), *[data for _, data in rows])))
    except msgspec.MsgspecError as error:
        raise StoreError(f"{stream}: a row cannot be read ({error})") from None
    return placed(stream, after + 1, entries)
