"""The store of games, as the rest of the project sees it.

A ``Store`` opens a location and uses the clock that it was given. Games are values: a method that changes a game takes
the game that the caller has read and returns the next one. If somebody else has saved since then, nothing is saved and
``StaleGameError`` is raised.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from importlib import import_module
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple, Self

from eventsourcing.application import AggregateNotFoundError
from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import (
    GameDeletedError,
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    GameRenamedError,
    NoStoreError,
    NothingToUndoError,
    StaleGameError,
    StoreError,
    StorePackageError,
    UnsavedError,
)
from calimala_es.game import Game, Move, moves_from, play
from calimala_es.messages import Message
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store.access import (
    Access,
    AccessStreams,
    ClaimStreams,
    JudgementStreams,
    PuzzleStreams,
    fold_access,
    fold_claims,
)
from calimala_es.store.annotation_writer import AnnotationStreams, AnnotationWriter
from calimala_es.store.annotations import Author, AuthorLog, Draft
from calimala_es.store.backup import Restored, backup_lines, restore_lines
from calimala_es.store.copying import Progress, copy_games
from calimala_es.store.history import DELETED, HEADERS, NAMES_ERASED, RENAMED, Change
from calimala_es.store.new_game import PreparedGame, begin_game
from calimala_es.store.read_models import (
    Status,
    Summary,
    content_digest,
    find_copies,
    find_ids,
    find_last_changed,
    read_summaries,
    read_summary,
)
from calimala_es.store.recorder import Announcements, Obstacle, RowBytes, RowName
from calimala_es.store.row_events import AccessEvent, HeadersCorrected, NamesErased, Redone, Undone
from calimala_es.store.rows import (
    EventRow,
    HeaderChange,
    Receipt,
    changed_headers,
    encode_rows,
    fold_headers,
    has_names,
    header_rows,
    named_headers,
    place_rows,
    read_photo,
    replaced_header,
    rows_beside,
    rows_of_moves,
    seal,
    stored_name,
)
from calimala_es.store.sqlite_file import check_file
from calimala_es.store.stored_game import LEAST_ROWS, StoredGame, game_of_last, project_game
from calimala_es.store.streams import (
    ATTEMPTS,
    GAME_ID,
    IN_POSTGRES,
    MOST_SEATS,
    Games,
    Streams,
    TimeSource,
    absence,
    access_stream,
    author_stream,
    claims_stream,
    damaged_file,
    environment,
    headers_stream,
    is_of_damage,
    is_postgres,
    postgres_environment,
    remains_environment,
    shown_url,
    stale_error,
    store_errors,
)
from calimala_es.store.undoing import redo_event, replacing_rows, returning_rows, too_few_error, undo_event
from calimala_es.store.verify import VerifyDifference, verify_stored
from calimala_es.store.whole_games import delete_game, purge_game, rename_game, restore_game


def open_store(location: Path | str, clock: TimeSource, *, create: bool = True, durable: bool = False) -> "Store":
    """Return the store in a file or a PostgreSQL database; a missing file is made with its folder.

    A database is a text that begins with ``postgresql://`` or ``postgres://``; every other text is the path of a file.
    ``clock`` returns the time with its zone. A file that is ``durable`` loses nothing that was saved when the power
    fails, and each saving waits for the disk; a database decides that itself. Raises ``StoreError`` if the location is
    not a store, or cannot be read or written, ``NoStoreError`` if there is none and ``create`` is off,
    ``StorePackageError`` if psycopg is not installed.
    """
    if isinstance(location, str) and is_postgres(location):
        return _open_database(location, clock, create=create)
    path = Path(location).absolute()
    with store_errors(str(path)):
        if path.exists():
            check_file(path)
        elif create:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            raise NoStoreError(Message("there is no store of games"))
        return Store(Games(environment(path, durable=durable)), clock, str(path))


def _open_database(url: str, clock: TimeSource, *, create: bool) -> "Store":
    shown = shown_url(url)
    with store_errors(shown):
        try:
            import_module(IN_POSTGRES.partition(":")[0])
        except ImportError as error:
            needed = "a store in PostgreSQL needs psycopg: pip install 'calimala[postgres]'"
            raise StorePackageError(f"{needed} ({error})") from None
        return Store(Games(postgres_environment(url, create=create)), clock, shown, is_near=False)


def open_sound(location: Path | str, clock: TimeSource) -> "Store":
    """Return a store to copy sound games from: of a damaged file, what its pages still have, in memory.

    Its ``faults`` then say what may be missing besides what ``copy_to`` reports. Raises as ``open_store`` does without
    ``create``, but not because of damage that leaves anything sound.
    """
    try:
        store = open_store(location, clock, create=False)
    except (NoStoreError, StorePackageError, UnsavedError):
        raise
    except StoreError as error:
        if isinstance(location, str) and is_postgres(location):
            raise
        try:
            return _open_remains(Path(location), clock)
        except StoreError as nothing_left:
            raise (nothing_left if is_of_damage(error) else error) from None
    if not store.is_near or not store.faults:
        return store
    store.close()
    return _open_remains(Path(location), clock)


def _open_remains(path: Path, clock: TimeSource) -> "Store":
    with store_errors(str(path)):
        return Store(Games(remains_environment(path.absolute())), clock, str(path))


def memory_store(clock: TimeSource) -> "Store":
    """Return a store that disappears when the program ends."""
    return Store(Games(environment(None)), clock, "memory")


class SharedGame(NamedTuple):
    """A game, who may do what with it, and the commands that each seat claims, in the order of the seats."""

    game: StoredGame
    access: Access
    claimed: tuple[Mapping[int, Command], ...]


class Store:
    """Games in one location; see ``open_store`` and ``memory_store``. Closes itself as a context manager.

    What is stored beside the games has a part of its own: ``annotations``, ``access`` (keys and visibility), ``claims``
    (what seats say about their cards), ``judgements``, ``puzzles``, ``photos``.

    A method that takes a game accepts a ``StoredGame`` or an id; an id means the current game. Every method raises
    ``StoreError`` if the location fails and ``GameNotFoundError`` if there is no such game. The methods that save raise
    ``StaleGameError`` if somebody else has saved since the ``StoredGame`` was read.
    """

    def __init__(self, games: Games, clock: TimeSource, location: str, *, is_near: bool = True) -> None:
        """Use an open application; ``location`` is what messages call it.

        A location that ``is_near`` answers in less time than it takes to let another thread wait for it.
        """
        self.is_near = is_near
        self.location = location
        self._streams = Streams(games, clock, location)
        self.annotations = AnnotationStreams(self._streams, self.load)
        self.access = AccessStreams(self._streams)
        self.claims = ClaimStreams(self._streams)
        self.judgements = JudgementStreams(self._streams)
        self.puzzles = PuzzleStreams(self._streams)
        self.photos = PhotoTable(self._streams)

    def close(self) -> None:
        """Close the location."""
        self._streams.games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading.

    def load(self, id: str, version: int | None = None, *, deleted: bool = False) -> StoredGame:
        """Return a game as it is now, or as it was when it had ``version`` rows, with all its notes.

        Raises ``GameDeletedError`` unless ``deleted`` is on, and ``GameRenamedError`` with the id that it has by now.
        """
        return self._reloaded(self._load_rows(id, version, deleted=deleted))

    def _load_rows(self, id: str, version: int | None = None, *, deleted: bool = False) -> StoredGame:
        """Return a game without headers and annotations."""
        # What is stored beside the games has names that no game has.
        if not GAME_ID.fullmatch(id):
            raise GameNotFoundError(_unknown(id))
        with self._streams.errors():
            try:
                games = self._streams.games.repository
                game: StoredGame = games.get(id, version=version, projector_func=project_game)
            except AggregateNotFoundError:
                raise self._without_rows(id) from None
            if version is not None and game.version != version:
                raise GameNotFoundError(
                    Message(
                        "{id} has no version {number}; the last is {last}", id=id, number=version, last=game.version
                    )
                )
            gone = absence(id, game.rows[-1].event if version is None else self._streams.last_event(id))
            if gone and not (deleted and isinstance(gone, GameDeletedError)):
                raise gone
            return game

    def _load_last_rows(self, id: str) -> StoredGame | None:
        """Return a game of which only the last rows were read; ``None`` where more is needed to say what it is."""
        found = self._streams.last_rows(id, LEAST_ROWS)
        if found is None:
            return None
        first, last = found
        game = game_of_last(first, last, partial(self._first_rows, id, last[0].originator_version))
        return game if game and not absence(id, last[-1].event) else None

    def _first_rows(self, id: str, count: int) -> list[EventRow]:
        """Return the first rows of a game; raises ``GameNotFoundError`` if it was purged since the last were read."""
        rows = self._streams.rows(id, up_to=count)
        if not rows:
            raise self._without_rows(id)
        if len(rows) < count:
            raise StoreError(f"{id}: rows missing: {count - len(rows)}")
        return rows

    def _without_rows(self, id: str) -> GameNotFoundError | StoreError:
        """Return the error for a game without rows: it is damaged if the list of games has it."""
        if self._streams.recorder.select_summaries([id]):
            return StoreError(f"{id}: all rows are missing")
        return GameNotFoundError(_unknown(id))

    def _annotated(self, game: StoredGame, rows: list[EventRow], logs: tuple[AuthorLog, ...]) -> StoredGame:
        names: Mapping[int, str] = self._streams.names(headers_stream(game.id)) if has_names(rows) else {}
        return game.annotated(named_headers(fold_headers(rows, game.came_by), names), logs)

    def _reloaded(self, game: StoredGame) -> StoredGame:
        """Return a game with the headers and annotations that it has by now."""
        return self._completed(game, self._streams.beside(game.id))

    def _completed(self, game: StoredGame, beside: Mapping[str, list[RowBytes]]) -> StoredGame:
        with self._streams.errors():
            rows = rows_beside(beside, headers_stream(game.id))
            authors = takewhile(beside.__contains__, (author_stream(game.id, layer) for layer in count(1)))
            logs = [
                AuthorLog(layer, rows_beside(beside, stream), self._streams.names(stream))
                for layer, stream in enumerate(authors, 1)
            ]
            return self._annotated(game, rows, tuple(logs))

    def load_shared(self, id: str) -> SharedGame:
        """Return a game as ``load`` does, with who may do what with it and what seats claim.

        The first rows of a long one are read when somebody asks for what only they say, as long as the store is open.
        """
        game, beside = self._load_last_rows(id) or self._load_rows(id), self._streams.beside(id)
        with self._streams.errors():
            access = fold_access(rows_beside(beside, access_stream(id)))
            claimed = tuple(fold_claims(rows_beside(beside, claims_stream(id, seat))) for seat in range(MOST_SEATS))
        return SharedGame(self._completed(game, beside), access, claimed)

    def _current(self, game: StoredGame | str) -> StoredGame:
        return self.load(game) if isinstance(game, str) else game

    def summaries(self, *, deleted: bool = False) -> list[Summary]:
        """Return one line about every game, by id; with ``deleted`` about every deleted one instead."""
        with self._streams.errors():
            found = read_summaries(self._streams.games)
        return [line for line in found if not line.is_gone and deleted is (line.deleted is not None)]

    def summary(self, id: str) -> Summary | None:
        """Return the line about one game as it is now; ``None`` if there is no such game, or it was deleted."""
        with self._streams.errors():
            found = read_summary(self._streams.games, id)
        return None if found is None or found.is_gone or found.deleted else found

    def ids(self, beginning: str = "", *, deleted: bool = False, most: int | None = None) -> list[str]:
        """Return the ids that begin with a text, in their order: ``most`` of them; with ``deleted`` also deleted games.

        What is not asked for is not read.
        """
        with self._streams.errors():
            status = Status.DELETED if deleted else Status.DAMAGED
            return find_ids(self._streams.games, status, beginning, most) if beginning.isascii() else []

    def last_changed(self, *, deleted: bool = False, in_progress: bool = False) -> str | None:
        """Return the id of the game that was changed last, of those ``in_progress`` only; ``None`` if there is none.

        With ``deleted`` it may be a deleted game.
        """
        kinds = [Status.IN_PROGRESS] if in_progress else [Status.IN_PROGRESS, Status.OVER]
        kinds += [Status.DELETED] if deleted else []
        with self._streams.errors():
            return find_last_changed(self._streams.games, kinds)

    def find_copy(self, game: Game | PreparedGame, *, among_new: bool = True) -> str | None:
        """Return the id of a game with the same beginning and decisions; notes and names do not count.

        Without ``among_new`` games are not found that others have changed since somebody last read them all.
        """
        content = game.content if isinstance(game, PreparedGame) else content_digest(game)
        with self._streams.errors():
            games = self._streams.games
            if not among_new:
                return next(iter(games.recorder.select_copies(Status.OVER, content)), None)
            return next(iter(find_copies(games, Status.OVER, content)), None)

    def find_free(self, ids: Sequence[str]) -> str | None:
        """Return the first of some ids that no game has or had; somebody else may take it at any moment."""
        with self._streams.errors():
            taken = self._streams.recorder.select_taken(ids)
        return next((id for id in ids if id not in taken), None)

    def changes(self, id: str) -> list[Change]:
        """Return everything that was done to a game, the earliest first; not what authors said about it.

        A deleted game has them as well.
        """
        game = self._load_rows(id, deleted=True)
        changes = [*game.history.changes]
        rows, names = self._streams.rows(headers_stream(id)), self._streams.names(headers_stream(id))
        for since, headers in changed_headers(rows, names, game.created).items():
            place = next((place for place, one in enumerate(changes) if since and one.version >= since), None)
            if place is None:
                changes += [Change(HEADERS, 0, time, headers=(header,)) for time, header in headers]
            else:
                changes[place] = replace(changes[place], headers=tuple(header for _, header in headers))
        erased = [row for row in self._streams.rows(access_stream(id)) if isinstance(row.event, NamesErased)]
        changes += [Change(NAMES_ERASED, 0, row.time) for row in erased]
        return sorted(changes, key=lambda change: change.time or game.created or self._streams.now())

    def changes_since(self, position: int) -> tuple[Mapping[str, int], int]:
        """Return the streams with rows after a place in the log, with their versions, and the log's last place."""
        with self._streams.errors():
            return self._streams.recorder.touched(position)

    def announcements(self) -> Announcements | None:
        """Return what the store sends when anything changes; ``None`` where ``changes_since`` has to be asked."""
        with self._streams.errors():
            return self._streams.recorder.announcements()

    def verify(self, id: str) -> list[VerifyDifference]:
        """Replay a whole game, including what was undone, and return every difference from what is stored.

        Checks the authors' annotations and the rights as well.
        """
        with self._streams.errors():
            if not self._streams.recorder.last_version(id):
                raise self._without_rows(id)
            found: list[VerifyDifference] = []
            for _ in range(ATTEMPTS):
                before, found = found, [*verify_stored(self._streams, id), *self.photos.differences(id)]
                # What others save in the meantime looks like a difference, but like another one each time.
                if [*map(str, before)] == [*map(str, found)]:
                    break
            return found

    def obstacle(self) -> Obstacle | None:
        """Return what keeps everybody from writing at the moment."""
        with self._streams.errors():
            return self._streams.recorder.obstacle()

    def without_waiting(self) -> AbstractContextManager[None] | None:
        """Return a context in which this thread saves at once or not at all: entering it, or saving, raises
        ``UnsavedError`` where that would have to wait. ``None`` where saving always waits.
        """
        return self._streams.recorder.without_waiting()

    def is_saving(self) -> bool:
        """Return whether another thread of this program saves at this moment, where that is known."""
        return self._streams.recorder.is_saving()

    def is_log_long(self) -> bool:
        """Return whether so much was saved ``without_waiting`` that somebody who may wait should ``move_log``."""
        return self._streams.recorder.is_log_long()

    def move_log(self) -> None:
        """Move what was saved ``without_waiting`` to where it stays; saving and reading go on meanwhile."""
        self._streams.recorder.move_log()

    def free_bytes(self) -> int | None:
        """Return how much room there is for more; ``None`` if that is not known."""
        with self._streams.errors():
            return self._streams.recorder.free_bytes()

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with the database's file, and with the list of games, beside what ``verify`` finds.

        All of the file is read when somebody asks for the first time.
        """
        recorder = self._streams.recorder
        try:
            with self._streams.errors():
                self.ids()
                return [*recorder.faults(), *([str(recorder.damage)] if recorder.damage else [])]
        except StoreError as error:
            return [str(error).removeprefix(f"{self.location}: ")]

    def damage(self) -> StoreError | None:
        """Return what is damaged of that which only repeats what rows say, an index of the file or the list of games,
        as far as that is known by now: games are read without it.
        """
        error = self._streams.recorder.damage
        words = Message("{place}: {words}", place=self.location, words=damaged_file(error))
        return StoreError(words) if error else None

    def find_damage(self) -> None:
        """Read all of the file, so that ``damage`` says whether anything in it is damaged."""
        recorder = self._streams.recorder
        with self._streams.errors():
            recorder.damage = recorder.damage or next(map(StoreError, recorder.faults()), None)

    # Writing the game.

    def create(self, id: str, game: Game | Setup, *, access: Sequence[AccessEvent] = ()) -> StoredGame:
        """Save a new game, with its headers, notes, variations and rights, all or nothing; a set-up begins one.

        Raises ``GameIdError``, ``GameExistsError``, ``SetupError``, ``AnnotationError``, and ``NoPositionsError`` for a
        game of which only the result is known.
        """
        _check_id(id)
        whole = play(game) if isinstance(game, Setup) else game
        begun = begin_game(id, whole, self._streams.now(), access)
        self._save_new(begun.new)
        if begun.has_notes:
            return self.load(id)
        return self._annotated(begun.stored, begun.headers, ()) if begun.headers else begun.stored

    def add(self, new: PreparedGame) -> None:
        """Save a game that was prepared by ``begin_game``, all or nothing; raises as ``create`` does."""
        _check_id(new.id)
        self._save_new(new)

    def _save_new(self, new: PreparedGame) -> None:
        self._streams.insert(new.rows, lambda: self._taken(new.id), new.names, [new.summary])

    def _taken(self, id: str) -> GameExistsError | StoreError:
        """Return the error for an id that cannot be given to a new game."""
        if not self._streams.last_version(id):
            return StoreError(damaged_file("there are rows of no game"))
        gone = absence(id, self._streams.last_event(id))
        if isinstance(gone, GameRenamedError):
            return GameExistsError(Message("{id} is an earlier id of {other}; choose another id", id=id, other=gone.id))
        if gone is not None:
            return GameExistsError(
                Message("{id} is the id of a deleted game; restore or purge it, or choose another id", id=id)
            )
        return GameExistsError(Message("there is already a game {id}; choose another id", id=id))

    def append(
        self,
        game: StoredGame | str,
        commands: Command | Sequence[Command],
        receipt: Receipt | None = None,
        annotations: Sequence[Draft] = (),
    ) -> StoredGame:
        """Decide commands and save their results in one transaction; return the game after them.

        A ``receipt`` is saved with them, so that a repeated request finds that it was done. ``annotations`` are at
        moments of the resulting game. Raises ``IllegalCommandError`` if a command is refused and ``AnnotationError``
        for invalid annotations; then nothing is saved.
        """
        game = self._current(game)
        given = [commands] if isinstance(commands, Command) else commands
        if not given and not annotations:
            return game
        return self.append_moves(game, moves_from(game.state, given), receipt, annotations)

    def append_moves(
        self,
        game: StoredGame,
        moves: tuple[Move, ...],
        receipt: Receipt | None = None,
        annotations: Sequence[Draft] = (),
    ) -> StoredGame:
        """Save the moves of commands that were decided in the position that a game has reached, as ``append`` does.

        Moves have no notes and variations.
        """
        now = self._streams.now()
        rows = rows_of_moves(moves, game.next_number, now, game.plain_count)
        place_rows(game.id, game.version + 1, rows)
        after = game.extended(rows, moves) if moves else game
        if not annotations:
            _acknowledge(rows, receipt)
            self._streams.insert(encode_rows(rows), lambda: stale_error(game.id))
            return after
        writer = AnnotationWriter(after.annotations, lambda: after.played, now)
        writer.add(Author(), annotations)
        rows += writer.rows
        _acknowledge(rows, receipt)
        self._streams.save(rows, stale_error(game.id), writer.names)
        return self._reloaded(after)

    def record(self, id: str, commands: Command | Sequence[Command]) -> StoredGame:
        """Append to the current game even if others append: on a conflict reload, decide again and save.

        Raises ``IllegalCommandError`` if the commands are no longer legal by then.
        """
        for _ in range(ATTEMPTS):
            try:
                return self.append(id, commands)
            except StaleGameError:
                continue
        raise StaleGameError(Message("{id}: others keep changing the game, so nothing was saved; try again", id=id))

    # Undoing. Nothing is ever deleted, and nothing is saved that the rules refuse.

    def undo(self, game: StoredGame | str, count: int = 1, receipt: Receipt | None = None) -> StoredGame:
        """Undo the last commands of the game, each with all that followed; raises ``NothingToUndoError``."""
        game = self._current(game)
        return self._take_back(game, undo_event(game, count), receipt)

    def redo(self, game: StoredGame | str, count: int = 1, receipt: Receipt | None = None) -> StoredGame:
        """Redo what was undone, as long as no new command came; raises ``NothingToUndoError``."""
        game = self._current(game)
        return self._take_back(game, redo_event(game, count), receipt)

    def _take_back(self, game: StoredGame, event: Undone | Redone, receipt: Receipt | None) -> StoredGame:
        return self._extend(game, [EventRow(0, self._streams.now(), event)], receipt=receipt)

    def rewrite(
        self,
        game: StoredGame | str,
        unchanged: int,
        commands: Sequence[Command],
        carried: Mapping[int, int] | None = None,
        headers: Mapping[str, str | None] | None = None,
        receipt: Receipt | None = None,
        start: State | None = None,
    ) -> StoredGame:
        """Put other commands in the place of all but the first ``unchanged`` ones, in one transaction.

        ``carried`` are places among the new commands, counted from 1 in the whole game, with the places of those that
        they replace: annotations of the one then belong to the other, and return with an undo. ``headers`` are those
        that the new version changes, ``None`` to remove one; they return as well. With ``start`` the set-up is
        corrected: the game begins there from now on, and nothing is unchanged. Raises ``NothingToUndoError`` if there
        are fewer commands than ``unchanged``, and ``IllegalCommandError``.
        """
        game = self._current(game)
        there = 0 if start else len(game.numbers)
        if not 0 <= unchanged <= there:
            raise NothingToUndoError(
                Message("{id} has only {limit} decisions, not {number}", id=game.id, limit=there, number=unchanged)
            )
        anchors = {place: game.anchors[old - 1] for place, old in (carried or {}).items()}
        rows = replacing_rows(game, unchanged, commands, anchors, self._streams.now(), start=start)
        return self._extend(game, rows, headers or {}, receipt)

    def return_to(self, game: StoredGame | str, version: int, receipt: Receipt | None = None) -> StoredGame:
        """Return the game to its state with ``version`` rows, whatever was undone or replaced since.

        The current state can be returned to as well. Raises ``GameNotFoundError`` if there is no such version.
        """
        game = self._current(game)
        rows = returning_rows(game, self._load_rows(game.id, version), self._streams.now())
        return self._extend(game, rows, receipt=receipt)

    def _extend(
        self,
        game: StoredGame,
        rows: list[EventRow],
        headers: Mapping[str, str | None] | None = None,
        receipt: Receipt | None = None,
    ) -> StoredGame:
        """Save rows, and with them the headers that the game has since; return the game after them."""
        if not rows:
            return game
        since = game.version + 1
        _acknowledge(rows, receipt)
        after = project_game(game, place_rows(game.id, since, rows))
        assert after is not None
        added: list[EventRow] = []
        names: list[RowName] = []
        if headers:
            last = self._streams.last_version(headers_stream(game.id))
            changes = [replaced_header(name, value, since) for name, value in headers.items()]
            added, names = header_rows(headers_stream(game.id), last, changes, self._streams.now())
        self._streams.save([*rows, *added], stale_error(game.id), names)
        return self._reloaded(after)

    def undo_step(self, game: StoredGame | str) -> StoredGame:
        """Undo the last step of a game: a decision, or a correction, a new id or a deletion as a whole.

        Raises ``NothingToUndoError``.
        """
        game = self.load(game, deleted=True) if isinstance(game, str) else game
        step = game.history.last
        if step.before is None:
            raise too_few_error(game.id, "undo", "decisions", 1, 0)
        if step.change is None:
            return self.undo(game)
        if step.change.what == DELETED:
            return self.restore(game.id)
        if step.change.what == RENAMED:
            return self.rename(game, step.change.was)
        return self.return_to(game, step.before.version)

    def redo_step(self, game: StoredGame | str) -> StoredGame:
        """Redo the step that was undone last, as long as nothing else was saved; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not game.history.undone:
            raise too_few_error(game.id, "redo", "decisions", 1, 0)
        step = game.history.undone[-1]
        if step.change is None and game.redoable:
            return self.redo(game)
        if step.change is not None and step.change.what == RENAMED:
            return self.rename(game, step.change.id)
        return self.return_to(game, step.version)

    # Copies of the whole store.

    def copy_to(
        self, target: "Store", progress: Progress = lambda _, __: None, *, only_sound: bool = False
    ) -> dict[str, str]:
        """Copy every row, name and photo into another store that has no games, and compare both.

        The store may be in use. Raises ``StoreError`` if the target has games, or a game is damaged; with
        ``only_sound`` damaged games are left out: the result says why, by id.
        """
        return copy_games(self._streams, target._streams, progress, only_sound=only_sound)

    def backup(self) -> Iterator[bytes]:
        """Yield all games as lines of JSON, which ``restore_backup`` reads."""
        return backup_lines(self._streams)

    def restore_backup(self, lines: Iterable[bytes]) -> Restored:
        """Add the games of a backup that are not here; raises ``BackupError`` for what is not a backup."""
        return restore_lines(self._streams, lines)

    # Games as wholes.

    def rename(self, game: StoredGame | str, id: str) -> StoredGame:
        """Give a game another id, with everything that belongs to it; return it under that id.

        Raises ``GameIdError``, and ``GameExistsError`` if another game has or had that id.
        """
        game = self._current(game)
        _check_id(id)
        if id != game.id:
            rename_game(self._streams, game, id)
        return self.load(id)

    def delete(self, id: str) -> None:
        """Delete a game until it is restored or purged; its photos and the names of people are erased permanently."""
        self._streams.check_present(self._load_rows(id).id)
        self.photos.erase(id)
        self.erase_names(id)
        delete_game(self._streams, id)

    def restore(self, id: str) -> StoredGame:
        """Restore a deleted game, without names and photos; raises ``NothingToUndoError`` if it was not deleted."""
        restore_game(self._streams, self._load_rows(id, deleted=True).id)
        return self.load(id)

    def purge(self, id: str) -> None:
        """Erase a game, deleted or not, permanently: rows, annotations, rights, names, photos, puzzles of it."""
        purge_game(self._streams, id)

    # Headers and names.

    def correct_headers(
        self, game: StoredGame | str, changes: Mapping[str, str | None], receipt: Receipt | None = None
    ) -> StoredGame:
        """Give headers other values, or remove them (``None``), as a change of the game: undoing restores them."""
        game = self._current(game)
        return self._extend(game, [EventRow(0, self._streams.now(), HeadersCorrected())], changes, receipt)

    def set_header(self, game: StoredGame | str, name: str, value: str | None) -> StoredGame:
        """Give a header a value in every version, and replace one of the same name; ``None`` removes it.

        Never conflicts; ``correct_headers`` is a change that can be undone.
        """
        game = self._current(game)
        self._streams.check_present(game.id)
        self._add_headers(game.id, [replaced_header(name, value)])
        return self._reloaded(game)

    def _add_headers(self, id: str, changes: Iterable[HeaderChange]) -> None:
        """Save headers after the last row that their stream has by then."""
        stream, changes, now = headers_stream(id), [*changes], self._streams.now()
        for _ in range(ATTEMPTS):
            rows, names = header_rows(stream, self._streams.last_version(stream), changes, now)
            try:
                return self._streams.save(rows, stale_error(id), names)
            except StaleGameError:
                continue
        raise stale_error(id)

    def erase_names(self, id: str) -> int:
        """Erase all names in the headers and of the authors of a game; return how many there were."""
        with self._streams.errors():
            erased = self._streams.recorder.erase_names(stream=headers_stream(id)) + self.annotations.erase_names(id)
        if erased:
            self.access.add(id, NamesErased())
        return erased

    def erase_person(self, name: str, id: str | None = None) -> int:
        """Erase a name from the headers and authors of a game, or of all; return how many places there were.

        The short name of the author's layer is erased too. Names in the text of comments, or in headers that are not
        for names, are not found.
        """
        with self._streams.errors():
            recorder, stored = self._streams.recorder, stored_name(name)
            games = {stream.partition("/")[0] for stream, _, known in recorder.select_names() if known == stored}
            games &= games if id is None else {id}
            here = None if id is None else headers_stream(id)
            erased = self.annotations.erase_person(name, id) + recorder.erase_names(stream=here, name=stored)
        for game in sorted(games):
            self.access.add(game, NamesErased())
        return erased


class PhotoTable(Struct, frozen=True):
    """Photos by a game and a name. They are no rows of the log, so that they can be erased from all stored data."""

    _streams: Streams

    def save(self, game: str, name: str, content: bytes) -> None:
        """Store a photo and replace one of the same name; raises ``GameDeletedError`` and ``GameRenamedError``."""
        self._streams.check_present(game)
        with self._streams.errors():
            self._streams.recorder.put_photo(game, name, seal(content, name))

    def read(self, game: str, name: str) -> bytes | None:
        """Return a photo; ``None`` if there is none of that name, or it was erased."""
        with self._streams.errors():
            stored = self._streams.recorder.select_photo(game, name)
            return None if stored is None else read_photo(stored, game, name)

    def differences(self, game: str) -> Iterator[VerifyDifference]:
        """Yield the photos of a game that are damaged."""
        for name in self._streams.recorder.select_photo_names(game):
            try:
                self.read(game, name)
            except StoreError as error:
                yield VerifyDifference("photo", 0, 0, str(error), name)

    def erase(self, game: str, name: str | None = None) -> int:
        """Erase a photo of a game, or all of them, even from free pages; return how many there were."""
        with self._streams.errors():
            return self._streams.recorder.erase_photos(game, name)


def _check_id(id: str) -> None:
    """Raise ``GameIdError`` for a text that cannot be the id of a game."""
    if not GAME_ID.fullmatch(id):
        raise GameIdError(
            Message(
                "{word} is not an id of a game: use up to 64 lower-case letters, digits and hyphens, e.g. friday-3",
                word=repr(id),
            )
        )


def _acknowledge(rows: Sequence[EventRow], receipt: Receipt | None) -> None:
    """Let the last of the rows that a request adds have its receipt; one that adds none leaves nothing."""
    if rows:
        rows[-1].receipt = receipt


def _unknown(id: str) -> Message:
    """Return the message for a game that does not exist."""
    return Message("there is no game {word} in the store", word=repr(id))
