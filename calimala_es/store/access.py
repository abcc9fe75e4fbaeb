"""Who may do what with a game: the rows of its stream of rights, folded."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError, GameExistsError, StaleGameError, UnknownIdError
from calimala_es.store.location import store_errors
from calimala_es.store.opened import ATTEMPTS, Opened, stale
from calimala_es.store.row_events import (
    AccessEvent,
    Acknowledged,
    AnyCommand,
    CommandTold,
    KeyGiven,
    KeyRevoked,
    NamesShown,
    PuzzleMade,
    VisibilitySet,
)
from calimala_es.store.rows import Entry, Fact, placed

OWNER: Final = "owner"
RECORDER: Final = "recorder"
SEAT: Final = "seat"
VIEWER: Final = "viewer"
ROLES: Final = (OWNER, RECORDER, SEAT, VIEWER)
"""What a key lets somebody do: everything; write the game down; tell the cards of a seat; look on."""

PRIVATE: Final = "private"
UNLISTED: Final = "unlisted"
PUBLIC_GAME: Final = "public"
VISIBILITIES: Final = (PRIVATE, UNLISTED, PUBLIC_GAME)
"""Who may look at a game without a key: nobody, whoever has the address, everybody, who then also finds it."""


class AccessError(CalimalaError):
    """What was asked would leave a game without an owner, or with more keys than it may have."""


class Key(Struct, frozen=True):
    """A key that was given out; ``number`` names it, ``digest`` is all that is kept of it."""

    number: int
    digest: bytes
    role: str
    seat: int
    given: datetime | None
    revoked: bool = False


class Access(Struct, frozen=True):
    """Who may do what with a game.

    ``visibility`` is empty where nobody has said it. ``version`` is the number of rows that this was made of.
    """

    visibility: str = ""
    names_shown: bool = False
    keys: tuple[Key, ...] = ()
    version: int = 0

    def or_if_unsaid(self, usual: "Access") -> "Access":
        """Return these rights, with the usual ones for what was never set."""
        if not self.version:
            return usual
        return self if self.visibility else replace(self, visibility=usual.visibility)

    def key_of(self, digest: bytes) -> Key | None:
        """Return the valid key with this digest, if there is one."""
        return next((key for key in self.keys if key.digest == digest and not key.revoked), None)


def access_stream(game: str) -> str:
    """Return the stream of a game's rights."""
    return f"{game}/access"


def folded_access(entries: Iterable[Entry]) -> Access:
    """Return a game's rights as its rows define them."""
    access = Access()
    for entry in entries:
        event, version = entry.event, entry.originator_version
        if isinstance(event, KeyGiven):
            key = Key(version, event.digest, event.role, event.seat, entry.time)
            access = replace(access, keys=(*access.keys, key))
        elif isinstance(event, KeyRevoked):
            keys = (replace(key, revoked=True) if key.number == event.key else key for key in access.keys)
            access = replace(access, keys=tuple(keys))
        elif isinstance(event, VisibilitySet):
            access = replace(access, visibility=event.visibility)
        elif isinstance(event, NamesShown):
            access = replace(access, names_shown=event.shown)
        access = replace(access, version=version)
    return access


_SEATS: Final = 5

MOST_KEYS: Final = 200
"""The number of keys that a game may have, including revoked ones."""


def hand_stream(game: str, seat: int) -> str:
    """Return the stream in which a seat records its cards."""
    return f"{game}/hand-{seat}"


def receipts_stream(game: str) -> str:
    """Return the stream of the completed requests."""
    return f"{game}/receipts"


def rights_streams(game: str) -> tuple[str, ...]:
    """Return all streams beside a game: who may do what, what seats recorded, and which requests were completed."""
    return (access_stream(game), *(hand_stream(game, seat) for seat in range(_SEATS)), receipts_stream(game))


def rights_rows(stream: str, last: int, events: Sequence[Fact], now: datetime) -> list[Entry]:
    """Return the rows of events to add after the last row of a stream."""
    return placed(stream, last + 1, [Entry(0, now, event) for event in events])


def puzzle_stream(puzzle: str) -> str:
    """Return the stream of a puzzle; no game can have the same id."""
    return f"+puzzle/{puzzle}"


class Receipt(NamedTuple):
    """Identifies a request: the digest of its own id, and the digest of its content."""

    key: bytes
    body: bytes


class Admitting(Opened):
    """The part of a store that is about writers and readers."""

    def access(self, id: str) -> Access:
        """Return who may do what with a game; a game whose rights were never set has no keys."""
        return folded_access(self._rows(access_stream(id)))

    def admit(self, id: str, *events: AccessEvent) -> Access:
        """Give keys, revoke them or set the visibility; return the rights after that."""
        self._tell(id, access_stream(id), events)
        return self.access(id)

    def give_key(self, id: str, given: KeyGiven) -> Access:
        """Give one more key; raises ``AccessError`` for more than ``MOST_KEYS``."""

        def checked(access: Access) -> None:
            if len(access.keys) >= MOST_KEYS:
                raise AccessError(f"{id} has had {MOST_KEYS} keys; more cannot be given")

        return self._settle(id, given, checked)

    def revoke_key(self, id: str, number: int) -> Access:
        """Revoke a key.

        Raises ``UnknownIdError`` if no valid key has this number, ``AccessError`` for an owner's last key.
        """

        def checked(access: Access) -> None:
            valid = {key.number: key.role for key in access.keys if not key.revoked}
            if number not in valid:
                raise UnknownIdError(f"{id} has no key {number} that could be revoked")
            if valid.pop(number) == OWNER and OWNER not in valid.values():
                raise AccessError("this is the last key of an owner; give another one first")

        return self._settle(id, KeyRevoked(number), checked)

    def _settle(self, id: str, event: AccessEvent, checked: Callable[[Access], None]) -> Access:
        """Add an event to exactly the rights that were checked."""
        for _ in range(ATTEMPTS):
            access = self.access(id)
            checked(access)
            try:
                self._save(rights_rows(access_stream(id), access.version, [event], self._now()), stale(id))
            except StaleGameError:
                continue
            return self.access(id)
        raise stale(id)

    def keep_puzzle(self, puzzle: str, made: PuzzleMade) -> None:
        """Save a puzzle under its own id; raises ``GameExistsError`` if the id is taken."""
        rows = rights_rows(puzzle_stream(puzzle), 0, [made], self._now())
        self._save(rows, GameExistsError("there is a puzzle of this id already"))

    def puzzle(self, puzzle: str) -> PuzzleMade | None:
        """Return the puzzle of an id, ``None`` if there is none."""
        rows = (entry.event for entry in self._rows(puzzle_stream(puzzle)))
        return next((row for row in rows if isinstance(row, PuzzleMade)), None)

    def told(self, id: str) -> tuple[Mapping[int, Command], ...]:
        """Return what each seat has recorded of the commands about its cards, by the numbers of the commands."""
        return tuple(self._told_by(id, seat) for seat in range(_SEATS))

    def tell(self, id: str, seat: int, told: Mapping[int, Command | None]) -> None:
        """Record what a seat knows of commands, by their numbers, or withdraw it; the latest record counts."""
        events = [CommandTold(number, cast("AnyCommand | None", command)) for number, command in told.items()]
        self._tell(id, hand_stream(id, seat), events)

    def receipts(self, id: str) -> Mapping[bytes, Acknowledged]:
        """Return the result of every completed request about a game, by the request's own id."""
        rows = (entry.event for entry in self._rows(receipts_stream(id)))
        return {row.key: row for row in rows if isinstance(row, Acknowledged)}

    def changes_since(self, position: int) -> tuple[Mapping[str, int], int]:
        """Return the streams with rows after a place in the log, with their versions, and the log's last place."""
        with store_errors(self._location):
            return self._games.recorder.touched(position)

    def _rows(self, stream: str) -> list[Entry]:
        with store_errors(self._location):
            return cast("list[Entry]", [*self._games.events.get(stream)])

    def _told_by(self, id: str, seat: int) -> dict[int, Command]:
        told: dict[int, Command] = {}
        for entry in self._rows(hand_stream(id, seat)):
            event = entry.event
            if isinstance(event, CommandTold):
                told.pop(event.number, None)
                if event.command is not None:
                    told[event.number] = event.command
        return told

    def _tell(self, id: str, stream: str, events: Sequence[Fact]) -> None:
        """Add rows after the last row that the stream has by then."""
        for _ in range(ATTEMPTS):
            with store_errors(self._location):
                last = self._games.recorder.last_version(stream)
            try:
                return self._save(rights_rows(stream, last, events, self._now()), stale(id))
            except StaleGameError:
                continue
        raise stale(id)

    def _receipts(self, id: str, receipt: Receipt | None, version: int) -> list[Entry]:
        """Return the row that says that a request was completed."""
        if receipt is None:
            return []
        stream = receipts_stream(id)
        with store_errors(self._location):
            last = self._games.recorder.last_version(stream)
        return placed(stream, last + 1, [Entry(0, None, Acknowledged(*receipt, version))])
