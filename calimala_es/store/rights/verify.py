"""What is wrong with the rows of a game's rights, of what its seats told, and of the requests that were carried out."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from calimala_es.store.facts import TOPICS, Entry
from calimala_es.store.rights.access import OWNER, ROLES, SEAT, VISIBILITIES
from calimala_es.store.rights.events import (
    Acknowledged,
    CommandTold,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    VisibilitySet,
)

Wrong = tuple[Entry, str]
"""A row, and what is wrong with it."""

_DIGEST: Final = 16
"""Bytes of the digest of a key or of a request."""


def wrong_access(entries: Sequence[Entry], players: int) -> Iterator[Wrong]:
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
            yield entry, _misplaced(entry)


def _of_key(event: KeyGiven, players: int) -> Iterator[str]:
    if event.role not in ROLES:
        yield f"there is no role {event.role!r}"
    if event.role == SEAT and not 0 <= event.seat < players:
        yield f"the game has no seat {event.seat}"
    if len(event.digest) != _DIGEST:
        yield f"the digest of a key has {_DIGEST} bytes, not {len(event.digest)}"


def wrong_hand(entries: Sequence[Entry], numbers: Collection[int], *, is_seat: bool) -> Iterator[Wrong]:
    """Yield what is wrong with the rows that a seat recorded about commands with these numbers."""
    for entry in entries:
        event = entry.event
        if not isinstance(event, CommandTold):
            yield entry, _misplaced(entry)
        elif not is_seat:
            yield entry, "the game has no such seat"
        elif event.number not in numbers:
            yield entry, f"command {event.number} is told, which the game never had"


def wrong_receipts(entries: Sequence[Entry], last: int) -> Iterator[Wrong]:
    """Yield what is wrong with the rows of completed requests in a game of so many rows."""
    keys: set[bytes] = set()
    for entry in entries:
        event = entry.event
        if not isinstance(event, Acknowledged):
            yield entry, _misplaced(entry)
            continue
        if event.key in keys:
            yield entry, "the same request was carried out before"
        if not 0 <= event.version <= last:
            yield entry, f"the game has {last} rows, not {event.version}"
        keys.add(event.key)


def _misplaced(entry: Entry) -> str:
    return f"{TOPICS[type(entry.event)]} does not belong here"
