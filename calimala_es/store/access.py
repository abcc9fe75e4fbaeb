"""Who may do what with a game, and what is stored for those who write and read it together.

Each subject has streams of its own beside the game: ``<game>/access`` its rights, ``<game>/hand-<seat>`` what a seat
claims about its hidden cards, ``<game>/judgements`` what the judge said.
A puzzle is a stream that names no game.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import CalimalaError, GameExistsError, StaleGameError, UnknownIdError
from calimala_es.messages import Message
from calimala_es.store.row_events import (
    AccessEvent,
    AnyCommand,
    CommandClaimed,
    GameJudged,
    GameRenamed,
    KeyGiven,
    KeyRevoked,
    NamesShown,
    PuzzleMade,
    VisibilitySet,
)
from calimala_es.store.rows import EventRow, rows_after
from calimala_es.store.streams import (
    ATTEMPTS,
    MOST_SEATS,
    PUZZLES,
    Streams,
    access_stream,
    claims_stream,
    judgements_stream,
    stale_error,
)

OWNER: Final = "owner"
RECORDER: Final = "recorder"
SEAT: Final = "seat"
VIEWER: Final = "viewer"
ROLES: Final = (OWNER, RECORDER, SEAT, VIEWER)
"""What a key allows: everything; recording the game; claiming the cards of a seat; looking at it."""

PRIVATE: Final = "private"
UNLISTED: Final = "unlisted"
PUBLIC_GAME: Final = "public"
VISIBILITIES: Final = (PRIVATE, UNLISTED, PUBLIC_GAME)
"""Who may look at a game without a key: nobody, everybody who has the address, everybody, who then also finds it."""

MOST_KEYS: Final = 200
"""The number of keys that a game may have, including revoked ones."""

MOST_JUDGEMENTS: Final = 20
"""The number of versions of a game whose judgements are saved; the game may change again after it is over."""


class AccessError(CalimalaError):
    """A request would leave a game without an owner, or with more keys than it may have."""


class AccessKey(Struct, frozen=True):
    """A key that was given; ``number`` identifies it, ``digest`` is all that is stored of it."""

    number: int
    digest: bytes
    role: str
    seat: int
    given: datetime | None
    revoked: bool = False


class Access(Struct, frozen=True):
    """Who may do what with a game.

    ``visibility`` is empty if it was never set. ``version`` is the number of rows that this was made of.
    """

    visibility: str = ""
    names_shown: bool = False
    keys: tuple[AccessKey, ...] = ()
    version: int = 0

    def with_default(self, usual: "Access") -> "Access":
        """Return these rights, with the usual ones for what was never set."""
        if not self.version:
            return usual
        return self if self.visibility else replace(self, visibility=usual.visibility)

    def key_of(self, digest: bytes) -> AccessKey | None:
        """Return the valid key with this digest, if there is one."""
        return next((key for key in self.keys if key.digest == digest and not key.revoked), None)


def fold_access(rows: Iterable[EventRow]) -> Access:
    """Return a game's rights as its rows define them."""
    access = Access()
    for row in rows:
        event, version = row.event, row.originator_version
        if isinstance(event, KeyGiven):
            key = AccessKey(version, event.digest, event.role, event.seat, row.time)
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


def fold_claims(rows: Iterable[EventRow]) -> Mapping[int, Command]:
    """Return what commands were according to a seat, by their numbers, as its rows say."""
    claimed: dict[int, Command] = {}
    for row in rows:
        event = row.event
        if isinstance(event, CommandClaimed):
            claimed.pop(event.number, None)
            if event.command is not None:
                claimed[event.number] = event.command
    return claimed


# Streams.


class AccessStreams(Struct, frozen=True):
    """The rights of all games."""

    _streams: Streams

    def read(self, id: str) -> Access:
        """Return who may do what with a game; a game whose rights were never set has no keys."""
        return fold_access(self._streams.rows(access_stream(id)))

    def add(self, id: str, *events: AccessEvent) -> Access:
        """Give keys, revoke them or set the visibility without any check; return the rights after that."""
        self._streams.add(id, access_stream(id), events)
        return self.read(id)

    def give_key(self, id: str, given: KeyGiven) -> Access:
        """Give one more key; raises ``AccessError`` for more than ``MOST_KEYS``."""

        def check(access: Access) -> None:
            if len(access.keys) >= MOST_KEYS:
                raise AccessError(Message("too many keys for this game; the limit is {number}", number=MOST_KEYS))

        return self._add_checked(id, given, check)

    def revoke_key(self, id: str, number: int) -> Access:
        """Revoke a key.

        Raises ``UnknownIdError`` if no valid key has this number, ``AccessError`` for an owner's last key.
        """

        def check(access: Access) -> None:
            valid = {key.number: key.role for key in access.keys if not key.revoked}
            if number not in valid:
                raise UnknownIdError(Message("there is no key {number} that could be revoked", number=number))
            if valid.pop(number) == OWNER and OWNER not in valid.values():
                raise AccessError(Message("this is the owner's last key; make another one first"))

        return self._add_checked(id, KeyRevoked(number), check)

    def _add_checked(self, id: str, event: AccessEvent, check: Callable[[Access], None]) -> Access:
        """Add an event to exactly the rights that were checked."""
        for _ in range(ATTEMPTS):
            access = self.read(id)
            check(access)
            rows = rows_after(access_stream(id), access.version, [event], self._streams.now())
            try:
                self._streams.save(rows, stale_error(id))
            except StaleGameError:
                continue
            return self.read(id)
        raise stale_error(id)


class ClaimStreams(Struct, frozen=True):
    """What the seats of all games claim about their hidden cards, by the numbers of commands."""

    _streams: Streams

    def read(self, id: str) -> tuple[Mapping[int, Command], ...]:
        """Return the commands that each seat claims, in the order of the seats."""
        return tuple(fold_claims(self._streams.rows(claims_stream(id, seat))) for seat in range(MOST_SEATS))

    def add(self, id: str, seat: int, claimed: Mapping[int, Command | None]) -> None:
        """Store what a seat claims that commands were, or withdraw it (``None``); the latest claim counts."""
        events = [CommandClaimed(number, cast("AnyCommand | None", command)) for number, command in claimed.items()]
        self._streams.add(id, claims_stream(id, seat), events)


class JudgementStreams(Struct, frozen=True):
    """What the judge said of games, by the digest of what was judged."""

    _streams: Streams

    def read(self, id: str, key: bytes) -> bytes | None:
        """Return what was made of this version of a game; ``None`` if it was not judged."""
        events = (row.event for row in self._streams.rows(judgements_stream(id)))
        return next((event.content for event in events if isinstance(event, GameJudged) and event.key == key), None)

    def add(self, id: str, key: bytes, content: bytes) -> None:
        """Save what was made of a version of a game, unless ``MOST_JUDGEMENTS`` are saved already."""
        stream = judgements_stream(id)
        if self._streams.last_version(stream) < MOST_JUDGEMENTS:
            self._streams.add(id, stream, [GameJudged(key, content)])


class PuzzleStreams(Struct, frozen=True):
    """Puzzles, each in a stream of its own that does not name the game."""

    _streams: Streams

    def read(self, id: str) -> PuzzleMade | None:
        """Return the puzzle of an id, with the present id of its game; ``None`` if there is none."""
        made = self._made(_puzzle_stream(id))
        while made is not None:
            last = self._streams.last_event(made.game)
            if not isinstance(last, GameRenamed) or last.id == made.game:
                break
            made = replace(made, game=last.id)
        return made

    def _made(self, stream: str) -> PuzzleMade | None:
        events = (row.event for row in self._streams.rows(stream))
        return next((event for event in events if isinstance(event, PuzzleMade)), None)

    def streams_about(self, ids: Collection[str]) -> list[str]:
        """Return the streams of the puzzles that were made of games with these ids."""
        with self._streams.errors():
            streams, _ = self._streams.recorder.touched(0)
        made = {stream: self._made(stream) for stream in streams if stream.startswith(PUZZLES)}
        return [stream for stream, puzzle in made.items() if puzzle is not None and puzzle.game in ids]

    def add(self, id: str, made: PuzzleMade) -> None:
        """Save a puzzle under its own id; raises ``GameExistsError`` if the id is taken."""
        rows = rows_after(_puzzle_stream(id), 0, [made], self._streams.now())
        self._streams.save(rows, GameExistsError(Message("there is already a puzzle with this id")))


def _puzzle_stream(id: str) -> str:
    """Return the stream of a puzzle; no game can have the same id."""
    return f"{PUZZLES}{id}"
