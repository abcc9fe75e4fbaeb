"""The streams of a store: the eventsourcing application that reads and decodes them in one pass, and saves rows.

``Streams`` is what every other part of the store works with: it knows the location and the clock, turns errors into
``StoreError``, and saves in one transaction.
"""

import re
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple, cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol, EventSourcingError
from eventsourcing.persistence import EventStore, IntegrityError, Mapper, StoredEvent
from eventsourcing.utils import Environment, EnvType

from calimala_es.errors import GameDeletedError, GameRenamedError, StaleGameError, StoreError, UnsavedError
from calimala_es.messages import Message, Text
from calimala_es.store.recorder import (
    MOVED_ARGUMENT,
    NAMES_ARGUMENT,
    SUMMARIES_ARGUMENT,
    GamesRecorder,
    Obstacle,
    RowBytes,
    RowName,
    SummaryRow,
)
from calimala_es.store.row_events import GameDeleted, GamePurged, GameRenamed
from calimala_es.store.rows import (
    COUNTED,
    EventRow,
    RowEvent,
    RowMapper,
    decode_rows,
    decode_sound,
    encode_rows,
    place_rows,
    read_name,
    rows_after,
)
from calimala_es.store.sqlite_file import DURABLE, is_damage, obstacle_of

TimeSource = Callable[[], datetime]
"""Returns the current time, with its zone."""

ATTEMPTS: Final = 50
"""The number of attempts to save while others save at the same time."""

IN_MEMORY: Final = "calimala_es.store.recorder:MemoryFactory"
IN_A_FILE: Final = "calimala_es.store.sqlite:SQLiteGamesFactory"
IN_POSTGRES: Final = "calimala_es.store.postgres:PostgresGamesFactory"
IN_REMAINS: Final = "calimala_es.store.remains:RemainsFactory"


def environment(path: Path | None, *, durable: bool = False) -> dict[str, str]:
    """Return the application's settings for a file, or for memory."""
    where = {"PERSISTENCE_MODULE": IN_A_FILE, "SQLITE_DBNAME": str(path)} if path else {"PERSISTENCE_MODULE": IN_MEMORY}
    return {**where, DURABLE: "yes" if durable else "no", "ORIGINATOR_ID_TYPE": "text"}


def remains_environment(path: Path) -> dict[str, str]:
    """Return the application's settings for what a damaged file still has."""
    return {"PERSISTENCE_MODULE": IN_REMAINS, "SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text"}


def postgres_environment(url: str, *, create: bool) -> dict[str, str]:
    """Return the application's settings for a database; ``create`` is whether its tables are made."""
    making = "yes" if create else "no"
    return {
        "PERSISTENCE_MODULE": IN_POSTGRES,
        "POSTGRES_URL": url,
        "CREATE_TABLE": making,
        "ORIGINATOR_ID_TYPE": "text",
    }


# Where a store is, for people: the URL of a database without its password, and errors that name the location.

SCHEMES: Final = ("postgresql://", "postgres://")

MOST_CHARACTERS: Final = 2000

_URL: Final = re.compile(
    r"postgres(?:ql)?://"
    r"(?:(?P<user>[^:@/?#\s]*)(?::[^:@/?#\s]*)?@)?"
    r"(?P<hosts>[^@/?#\s]*)"
    r"(?:/(?P<database>[^@/?#\s]*))?"
    r"(?:\?[^?#\s]*)?"
)
"""Stricter than libpq, which mistakes half of a password with ``@`` or ``/`` for the name of a host."""

_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})|%00")

_FORM: Final = (
    "this is not the URL of a PostgreSQL database; write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with "
    "%3A %2F %3F %23 %40 %25 for : / ? # @ % in a name or password"
)


_OBSTACLES: Final = {
    Obstacle.READ_ONLY: Message("this store can only be read; nothing was saved"),
    Obstacle.FULL: Message("the disk is full; nothing was saved"),
    Obstacle.LOCKED: Message("another program has locked the file; nothing was saved"),
}


@contextmanager
def store_errors(location: str) -> Generator[None]:
    """Turn database and file errors into ``StoreError``, prefixed with the location."""
    try:
        yield
    except (sqlite3.Error, EventSourcingError, OSError) as error:
        kind, words = _in_words(error)
        raise kind(Message("{place}: {words}", place=location, words=words)) from error
    except StoreError as error:
        if str(error).startswith(location) or (isinstance(error.text, Message) and "place" in error.text.fields):
            raise
        raise type(error)(Message("{place}: {reason}", place=location, reason=error.text)) from error.__cause__


def _in_words(error: Exception) -> tuple[type[StoreError], Text]:
    """Return what kind of error a database or a file reports, and what happened."""
    of_sqlite = _of_sqlite(error)
    if of_sqlite is not None:
        if obstacle := obstacle_of(of_sqlite):
            return UnsavedError, _OBSTACLES[obstacle]
        if is_of_damage(of_sqlite):
            return StoreError, damaged_file(of_sqlite)
    system = error.strerror if isinstance(error, OSError) else None
    return StoreError, system or str(error) or type(error).__name__


def damaged_file(reason: object) -> Message:
    """Return what to say of a file that is damaged, as SQLite says."""
    return Message(
        "the file is damaged ({reason}); calimala backup --sound, or restore --sound, copies what is sound",
        reason=str(reason),
    )


@contextmanager
def damage_errors(place: str) -> Generator[None]:
    """Turn errors that a file is damaged into ``StoreError``, prefixed with the game or stream read; no others."""
    try:
        yield
    except (sqlite3.Error, EventSourcingError) as error:
        if not is_of_damage(error):
            raise
        raise StoreError(Message("{place}: {words}", place=place, words=damaged_file(_of_sqlite(error)))) from error


def _of_sqlite(error: BaseException) -> sqlite3.Error | None:
    """Return the error of SQLite that an error is, or comes from."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, sqlite3.Error):
        cause = cause.__cause__
    return cause


def is_of_damage(error: Exception) -> bool:
    """Return whether an error says that a file is damaged."""
    of_sqlite = _of_sqlite(error)
    return of_sqlite is not None and is_damage(of_sqlite)


def is_postgres(location: str) -> bool:
    """Return whether a location is meant to be a PostgreSQL database."""
    return location.startswith(SCHEMES)


def shown_url(url: str) -> str:
    """Return how messages call a database: user, hosts and database, without password and settings.

    Raises ``StoreError`` for an invalid URL; the message contains nothing of it.
    """
    found = _URL.fullmatch(url) if len(url) <= MOST_CHARACTERS else None
    if found is None or _STRAY_PERCENT.search(url):
        raise StoreError(f"postgresql: {_FORM}")
    user = f"{found['user']}@" if found["user"] else ""
    return f"postgresql://{user}{found['hosts']}/{found['database'] or ''}"


# Which streams a game has beside its own, whose id is that of the game.

GAME_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
"""The allowed ids of games: up to 64 small letters, digits and inner hyphens."""

MOST_AUTHORS: Final = 1_000
"""Authors of one game."""

MOST_SEATS: Final = 5
"""Seats of one game."""


def headers_stream(game: str) -> str:
    """Return the id of the stream of a game's headers; no game can have it as its own."""
    return f"{game}/headers"


def author_stream(game: str, layer: int) -> str:
    """Return the id of an author's stream, which contains no name; ``layer`` counts the authors of the game from 1."""
    return f"{game}/notes/{layer}"


def is_author_stream(stream: str) -> bool:
    """Return whether a stream is an author's."""
    return stream.count("/") == 2


def access_stream(game: str) -> str:
    """Return the stream of a game's rights."""
    return f"{game}/access"


def claims_stream(game: str, seat: int) -> str:
    """Return the stream in which a seat claims its cards."""
    return f"{game}/hand-{seat}"


def judgements_stream(game: str) -> str:
    """Return the stream of what the judge said."""
    return f"{game}/judgements"


def access_streams(game: str) -> tuple[str, ...]:
    """Return all streams beside a game: its rights, what seats claim, and judgements."""
    hands = (claims_stream(game, seat) for seat in range(MOST_SEATS))
    return (access_stream(game), *hands, judgements_stream(game))


UNSEEN_STREAM: Final = "judgements"
"""The stream of a game whose rows change nothing of what anybody sees of the game."""


PUZZLES: Final = "+puzzle/"
"""How the streams of puzzles begin; no game can have such an id."""

PURGED: Final = "+purged"
"""The stream that grows whenever a game was purged: its rows, and what was made of them, are out of date then."""


# Streams.


class StreamStore(EventStore[str]):
    """Reads a stream with one query and decodes it in one pass."""

    recorder: GamesRecorder

    def get(
        self,
        originator_id: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Iterator[DomainEventProtocol[str]]:
        """Return the rows of a stream; raises ``StoreError`` if one is missing or cannot be read."""
        if desc or limit is not None:
            raise NotImplementedError("the rows of a stream are read in their order")
        after = gt or 0
        rows = decode_sound(originator_id, self.recorder.select_bytes(originator_id, gt=after, lte=lte), after)
        if rows is None:
            # Only the versions say which row is missing or damaged.
            rows = decode_rows(originator_id, self.recorder.select_rows(originator_id, gt=after, lte=lte), after)
        return iter(rows)


class UnsavedSummaries(NamedTuple):
    """Summaries that could not be stored, by game (``None``: erased), and the position in the log that they cover."""

    position: int
    rows: Mapping[str, SummaryRow | None]


class Games(Application[str]):
    """Stores streams of rows; ``unsaved`` are the summaries that only this process has."""

    name = "games"
    recorder: GamesRecorder
    unsaved: "UnsavedSummaries | None" = None

    @cached_property
    def listing(self) -> GamesRecorder:
        """Where the list of games is: with the rows, or in memory once it was found to be damaged."""
        return self.recorder

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return only what was given: the environment of the process does not affect a store."""
        return Environment(name, env)

    def construct_mapper(self) -> Mapper[str]:
        """Return the mapper of rows."""
        return RowMapper()

    def construct_recorder(self) -> GamesRecorder:
        """Return a recorder that also stores how far the summaries reach."""
        return cast("GamesRecorder", self.factory.process_recorder())

    def construct_event_store(self) -> EventStore[str]:
        """Return the store that reads whole streams."""
        return StreamStore(self.mapper, self.recorder)


class _NewRow(NamedTuple):
    """A row as a recorder takes it: a ``StoredEvent`` that is made in half the time."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


class Streams:
    """The streams of one store. Every method raises ``StoreError`` if the location fails."""

    def __init__(self, games: Games, clock: TimeSource, location: str) -> None:
        """Use an open application; ``location`` is what messages call it."""
        self.games = games
        self.location = location
        self._clock = clock

    @property
    def recorder(self) -> GamesRecorder:
        """The recorder; its errors are caught by ``errors``."""
        return self.games.recorder

    def errors(self) -> AbstractContextManager[None]:
        """Return the context in which database and file errors become ``StoreError``."""
        return store_errors(self.location)

    def now(self) -> datetime:
        """Return the current time."""
        now = self._clock()
        if now.tzinfo is None:
            raise ValueError("the clock of a store gives the time with its zone")
        return now

    def rows(self, stream: str, *, up_to: int | None = None) -> list[EventRow]:
        """Return the rows of a stream, the first ``up_to`` only."""
        with self.errors():
            return cast("list[EventRow]", [*self.games.events.get(stream, lte=up_to)])

    def last_rows(self, stream: str, least: int) -> tuple[EventRow, list[EventRow]] | None:
        """Return the first row of a stream, and its last ones: from the last that has a count, after which there are
        ``least``. ``None`` if there is none, or one of them is damaged.
        """
        with self.errors():
            rows = self.recorder.select_last(stream, COUNTED, least)
            if len(rows) <= least:
                return None
            (_, first), *last = rows
            since = last[0][0]
            begins, found = decode_sound(stream, [first]), decode_sound(stream, [data for _, data in last], since - 1)
            return (begins[0], found) if begins and found else None

    def author_rows(self, game: str) -> Iterator[tuple[str, list[RowBytes]]]:
        """Yield the stream of every author of a game and its rows as they are stored, that of layer 1 first."""
        for layer in range(1, MOST_AUTHORS + 1):
            stream = author_stream(game, layer)
            with self.errors():
                rows = self.recorder.select_rows(stream)
            if not rows:
                return
            yield stream, rows

    def beside(self, game: str) -> Mapping[str, list[RowBytes]]:
        """Return the rows, as they are stored, of every stream beside a game that says something of what is seen of it.

        All of them are read at once: most games have one or two of the nine that there may be.
        """
        with self.errors():
            rows = self.recorder.select_beside(game, (judgements_stream(game),))
        found: dict[str, list[RowBytes]] = {}
        for stream, version, data in rows:
            found.setdefault(stream, []).append((version, data))
        return found

    def last_version(self, stream: str) -> int:
        """Return the number of rows of a stream."""
        with self.errors():
            return self.recorder.last_version(stream)

    def names(self, stream: str) -> Mapping[int, str]:
        """Return the names beside the rows of a stream, by version."""
        with self.errors():
            found = self.recorder.select_names(stream)
            return {version: read_name(name, stream, version) for _, version, name in found}

    def save(
        self,
        rows: Sequence[EventRow],
        conflict: Exception,
        names: Sequence[RowName] = (),
        summaries: Sequence[SummaryRow] = (),
        moved: tuple[str, str] | None = None,
    ) -> None:
        """Save rows in one transaction; raises ``conflict`` if others have taken their places.

        With ``moved``, two ids of games, the names and photos of the first are those of the second from then on.
        """
        self.insert(encode_rows(rows), lambda: conflict, names, summaries, moved)

    def insert(
        self,
        rows: Sequence[tuple[str, int, bytes]],
        conflict: Callable[[], Exception],
        names: Sequence[RowName] = (),
        summaries: Sequence[SummaryRow] = (),
        moved: tuple[str, str] | None = None,
    ) -> None:
        """Save rows that are bytes already, as ``save`` does; ``conflict`` returns its error."""
        with self.errors():
            more = {NAMES_ARGUMENT: names, SUMMARIES_ARGUMENT: summaries} | ({MOVED_ARGUMENT: moved} if moved else {})
            try:
                self.recorder.insert_events(self.stored_events(rows), **more)
            except IntegrityError:
                raise conflict() from None

    def stored_events(self, rows: Sequence[tuple[str, int, bytes]]) -> list[StoredEvent]:
        """Return rows, each a stream, a version and the bytes, as a recorder takes them."""
        return cast("list[StoredEvent]", [_NewRow(stream, version, "", data) for stream, version, data in rows])

    def purge(self, streams: Sequence[str]) -> None:
        """Erase all rows of streams."""
        for _ in range(ATTEMPTS):
            (row,) = place_rows(PURGED, self.last_version(PURGED) + 1, [EventRow(0, self.now(), GamePurged())])
            with self.errors():
                try:
                    return self.recorder.purge(streams, self.games.mapper.to_stored_event(row))
                except IntegrityError:
                    continue
        raise StoreError(Message("others keep deleting games permanently, so nothing was erased; try again"))

    def last_event(self, stream: str) -> RowEvent | None:
        """Return the event of the last row of a stream; ``None`` if it has none."""
        with self.errors():
            last = self.recorder.last_version(stream)
            rows = self.recorder.select_rows(stream, gt=last - 1) if last else []
            return decode_rows(stream, rows[:1], last - 1)[0].event if rows else None

    def check_present(self, game: str) -> None:
        """Raise ``GameDeletedError`` or ``GameRenamedError`` if nobody finds a game under this id any more."""
        if error := absence(game, self.last_event(game)):
            raise error

    def add(self, game: str, stream: str, events: Sequence[RowEvent]) -> None:
        """Add events after the last row that a stream of a game has by then.

        Raises ``GameDeletedError`` and ``GameRenamedError``.
        """
        self.check_present(game)
        for _ in range(ATTEMPTS):
            last = self.last_version(stream)
            try:
                return self.save(rows_after(stream, last, events, self.now()), stale_error(game))
            except StaleGameError:
                continue
        raise stale_error(game)


def absence(id: str, last: RowEvent | None) -> GameDeletedError | GameRenamedError | None:
    """Return why a game whose last row has this event is not found under this id; ``None`` if it is."""
    if isinstance(last, GameDeleted):
        return GameDeletedError(Message("{id} was deleted", id=id))
    if isinstance(last, GameRenamed) and last.id != id:
        return GameRenamedError(Message("{id} is called {other} now", id=id, other=last.id), last.id)
    return None


def stale_error(id: str) -> StaleGameError:
    """Return the error for a save by somebody else since a game was read."""
    return StaleGameError(
        Message(("{id}: somebody else has changed the game since it was read; nothing was saved"), id=id)
    )
