"""From an envelope to the bytes of a row and back: msgpack, one array ``[number, time, event, digest]`` a row."""

from collections.abc import Sequence
from typing import Final, cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder

from calimala_es.errors import StoreError
from calimala_es.store.facts import TOPICS, Entry, placed

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
