"""What a damaged file of SQLite still has: its records, read page by page without SQLite.

SQLite reads nothing after a page that it cannot follow, or of a file that is too short. But each row of a store says
itself whether it is sound, and each page says which records it has. So every page is looked at, wherever it belongs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from eventsourcing.persistence import ProcessRecorder, StoredEvent
from eventsourcing.popo import POPOFactory

from calimala_es.errors import StoreError
from calimala_es.store.recorder import NAMES_ARGUMENT, MemoryRecorder, RowName
from calimala_es.store.rows import unseal
from calimala_es.store.sqlite import MOST_VERSIONS, VERSION_BITS

Value = int | bytes | str | None
Record = tuple[Value, ...]

_PAGE: Final = 4096
_FILE_HEAD: Final = 100
_LOG_HEAD, _FRAME_HEAD = 32, 24
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER = 13, 10, 2
_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8}
"""The bytes of a number, by the kind of value; 7 is a floating-point number, which nothing here needs."""
_CONSTANTS: Final[Mapping[int, Value]] = {0: None, 8: 0, 9: 1}

_MOST_HEAD: Final = 64
"""Bytes that say of which kind the values of a record are; those of a store have at most five values."""

_MOST_SHARED: Final = 16
"""How many records may have a page, or a byte of one, in common; in a sound file it is one, besides old copies."""


# Pages and records; see https://www.sqlite.org/fileformat2.html.


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _page_size(head: bytes) -> int:
    found = _number(head[16:18])
    return found if found in {512 << shift for shift in range(7)} else _PAGE


def _pages(path: Path) -> dict[int, bytes]:
    """Return the pages of a file by number, those written ahead instead of older ones; raises ``OSError``."""
    data = path.read_bytes()
    size = _page_size(data)
    pages = {start // size + 1: data[start : start + size] for start in range(0, len(data), size)}
    log = path.with_name(f"{path.name}-wal")
    return pages | _written_ahead(log.read_bytes(), size) if log.exists() else pages


def _written_ahead(log: bytes, size: int) -> dict[int, bytes]:
    """Return the pages of the transactions that a log has to their end."""
    whole: dict[int, bytes] = {}
    begun: dict[int, bytes] = {}
    for start in range(_LOG_HEAD, len(log) - _FRAME_HEAD - size + 1, _FRAME_HEAD + size):
        if log[start + 8 : start + 16] != log[16:24]:
            break
        content = start + _FRAME_HEAD
        begun[_number(log[start : start + 4])] = log[content : content + size]
        if any(log[start + 4 : start + 8]):
            whole |= begun
            begun = {}
    return whole


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and the place after it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _records(pages: Mapping[int, bytes]) -> Iterator[tuple[int, Record]]:
    """Yield what every page of a table or an index has: the key, 0 in an index, and the record.

    However a file was made there are not many more bytes in the records than in the file.
    """
    rests = _Rests(pages)
    for number, page in pages.items():
        start = _FILE_HEAD if number == 1 else 0
        kind = page[start] if len(page) > start else 0
        if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER):
            continue
        first = start + (12 if kind == _INDEX_INNER else 8)
        last = min(first + 2 * _number(page[start + 3 : start + 5]), len(page) - 1)
        cells = dict.fromkeys(_number(page[place : place + 2]) for place in range(first, last, 2))
        room = len(page) * _MOST_SHARED
        for at in cells:
            try:
                key, record, size = _cell(rests, page, kind, at)
            except (IndexError, ValueError):
                continue  # Damaged, and so no record.
            room -= size
            if room < 0:
                break
            yield key, record


class _Rests:
    """The rests of records that one page cannot hold, each a chain of pages of its own.

    A page that was given back may still have a record whose chain belongs to its copy, so a few may share one.
    """

    def __init__(self, pages: Mapping[int, bytes]) -> None:
        self._pages = pages
        self._used: Counter[int] = Counter()

    def read(self, first: int, size: int, usable: int) -> bytes:
        """Return so many bytes from the page ``first`` on; raises ``ValueError`` where they are not there."""
        parts: list[bytes] = []
        while size > 0:
            page = self._pages.get(first, b"")
            # A damaged page may lead back to itself.
            if len(page) < usable or self._used[first] >= _MOST_SHARED:
                raise ValueError("the rest of the record is gone")
            self._used[first] += 1
            first, size = _number(page[:4]), size - usable + 4
            parts.append(page[4:])
        return b"".join(parts)


def _cell(rests: _Rests, page: bytes, kind: int, at: int) -> tuple[int, Record, int]:
    """Return the key and the record of a cell, and the bytes that this page has of it; raises ``IndexError`` or
    ``ValueError`` if it is damaged.
    """
    length, at = _varint(page, at + 4 if kind == _INDEX_INNER else at)
    key, at = _varint(page, at) if kind == _TABLE_LEAF else (0, at)
    usable = len(page)
    most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
    if length <= most:
        return key, _values(page[at : at + length]), length
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    here = here if here <= most else least
    rest = rests.read(_number(page[at + here : at + here + 4]), length - here, usable)
    return key, _values((page[at : at + here] + rest)[:length]), here


def _values(data: bytes) -> Record:
    end, at = _varint(data, 0)
    if end > _MOST_HEAD:
        raise ValueError("the record has more values than any of a store")
    kinds: list[int] = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    found: list[Value] = []
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else _BYTES.get(kind, 0)
        content, at = data[at : at + size], at + size
        if kind in _CONSTANTS:
            found.append(_CONSTANTS[kind])
        elif kind < 12:
            found.append(int.from_bytes(content, "big", signed=True))
        else:
            found.append(content.decode() if kind % 2 else content)
    if at != len(data):
        raise ValueError("the record has another length")
    return tuple(found)


# What a store had.


class Remains(NamedTuple):
    """The streams with their numbers of rows, as far as they are known; rows by stream and version; names; photos, by
    game and name, ``None`` for one that is gone.
    """

    versions: dict[str, int]
    rows: dict[str, dict[int, bytes]]
    names: list[RowName]
    photos: dict[tuple[str, str], bytes | None]


def read_remains(path: Path) -> Remains:
    """Return what the file of a store still has, sound or not; raises ``OSError``."""
    versions: dict[str, int] = {}
    numbers: dict[str, int] = {}
    indexed: dict[str, int] = {}
    found: dict[int, dict[int, list[bytes]]] = {}
    names: dict[tuple[str, int], str] = {}
    photos: dict[tuple[str, str], bytes | None] = {}
    for key, record in _records(_pages(path)):
        match record:
            case (_, bytes(data)) if key & MOST_VERSIONS:
                found.setdefault(key >> VERSION_BITS, {}).setdefault(key & MOST_VERSIONS, []).append(data)
            case (_, str(stream), int(version), int()) if version >= versions.get(stream, 0):
                versions[stream], numbers[stream] = version, key
            case (str(stream), int(number)) if not key:
                indexed[stream] = number
            case (str(stream), int(version), str(name)):
                names[stream, version] = name
            case (str(game), str(name), bytes(content)):
                photos[game, name] = content
            case (str(game), str(name), int()):
                photos.setdefault((game, name), None)
            case _:
                pass
    # The index of the streams repeats their names, and the rows prove which names are theirs.
    named = [*indexed.items(), *numbers.items()]
    proved = {name: number for name, number in named if _has_row_of(name, found.get(number, {}))}
    taken = {*proved.values()}
    others = {name: number for name, number in numbers.items() if number not in taken}
    streams = {name: found.pop(number, {}) for name, number in (proved | others).items()}
    streams |= {f"stream {number}, whose name is lost": nameless for number, nameless in found.items()}
    rows: dict[str, dict[int, bytes]] = {}
    for stream, every in streams.items():
        last = versions.get(stream, MOST_VERSIONS)
        best = {at: _soundest(stream, at, same) for at, same in every.items()}
        # A row after the last one that is not sound has a damaged key, and belongs to another stream.
        rows[stream] = {at: row for at, row in best.items() if at <= last or unseal(row, stream, at) is not None}
    return Remains(versions, rows, [(*place, name) for place, name in names.items()], photos)


def _has_row_of(stream: str, rows: Mapping[int, Sequence[bytes]]) -> bool:
    """Return whether any of these rows is a sound one of a stream."""
    return any(unseal(row, stream, version) is not None for version, same in rows.items() for row in same)


def _soundest(stream: str, version: int, rows: Sequence[bytes]) -> bytes:
    """Return the sound one of the rows with this key, which damage may have given to others; if none is, the first."""
    return next((row for row in rows if unseal(row, stream, version) is not None), rows[0])


class RemainsRecorder(MemoryRecorder):
    """The remains in memory; streams have as many rows as they had in the file, whether these are there or not."""

    def __init__(self, remains: Remains) -> None:
        """Store everything, damaged rows too, which are reported when they are read."""
        super().__init__()
        self._versions = remains.versions
        self._gone = [place for place, content in remains.photos.items() if content is None]
        events = [
            StoredEvent(stream, version, "", data)
            for stream, rows in remains.rows.items()
            for version, data in sorted(rows.items())
        ]
        self.insert_events(events, **{NAMES_ARGUMENT: remains.names})
        for (game, name), content in remains.photos.items():
            if content is not None:
                self.put_photo(game, name, content)

    def last_version(self, stream: str) -> int:
        """Return the version of the last row that a stream had."""
        return max(super().last_version(stream), self._versions.get(stream, 0))

    def touched(self, position: int) -> tuple[dict[str, int], int]:
        """Return the streams with rows after a position, at first also those of which all rows are gone."""
        found, last = super().touched(position)
        return (self._versions | found, last) if not position else (found, last)

    def faults(self) -> list[str]:
        """Return that the file is damaged, which photos are gone, and of which streams the last rows may be."""
        streams = {str(row.originator_id) for row in self._stored_events}
        return [
            "the file is damaged; a game of which nothing is left is not named",
            *(f"{stream}: rows may be missing at the end" for stream in sorted(streams - self._versions.keys())),
            *(f"{game}: the photo {name} is missing" for game, name in self._gone),
        ]


class RemainsFactory(POPOFactory):
    """Makes the recorder of what a file still has."""

    def process_recorder(self) -> ProcessRecorder:
        """Return the recorder; raises ``StoreError`` if nothing is left, and ``OSError``."""
        remains = read_remains(Path(str(self.env.get("SQLITE_DBNAME"))))
        every = ((stream, at, row) for stream, rows in remains.rows.items() for at, row in rows.items())
        if all(unseal(row, stream, at) is None for stream, at, row in every):
            raise StoreError("no row of a store is left")
        return RemainsRecorder(remains)
