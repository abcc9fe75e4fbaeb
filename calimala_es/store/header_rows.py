"""The headers of a game, in a stream of their own; people's names are stored beside its rows and can be erased."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from calimala_es.game import ERASED, Headers
from calimala_es.headers import is_personal
from calimala_es.store.recorder import RowName
from calimala_es.store.row_events import HeaderRemoved, HeaderWritten
from calimala_es.store.rows import EventRow, escape_text, rows_after, unescape_text
from calimala_es.store.streams import headers_stream


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
        return HeaderChange(event, escape_text(value))
    return HeaderChange(HeaderWritten(escape_text(name), escape_text(value), again=again, since=since))


def replaced_header(name: str, value: str | None, since: int = 0) -> HeaderChange:
    """Return a header that replaces one of the same name; ``None`` removes it."""
    if value is None:
        return HeaderChange(HeaderRemoved(escape_text(name), since))
    return added_header(name, value, again=False, since=since)


def header_rows(
    game: str, last: int, changes: Sequence[HeaderChange], now: datetime
) -> tuple[list[EventRow], list[RowName]]:
    """Return the rows of headers after version ``last`` of their stream, and the names beside them."""
    stream = headers_stream(game)
    rows = rows_after(stream, last, [change.event for change in changes], now)
    names = [(stream, place, change.name) for place, change in enumerate(changes, last + 1) if change.name is not None]
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
            unescape_text(names.get(header.version, ERASED) if header.value is None else header.value),
        )
        for header in headers
    )


def has_names(rows: Collection[EventRow]) -> bool:
    """Return whether any of these rows has a name beside it."""
    return any(isinstance(row.event, HeaderWritten) and row.event.personal for row in rows)
