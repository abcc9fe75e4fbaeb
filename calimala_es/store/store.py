"""The store of games: what the rest of the project sees of it.

A ``Store`` opens the place that it was given and takes the time from the clock that it was given. Games are values:
what changes a game takes the game that somebody saw and gives the next one, and if the store has more by then, nothing
is saved and ``StaleGameError`` says so.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, Self, cast

from eventsourcing.application import AggregateNotFoundError
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import IntegrityError

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import (
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    NothingToUndoError,
    StaleGameError,
    StoreError,
)
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store.annotating import Annotating
from calimala_es.store.annotations.log import Log
from calimala_es.store.annotations.margin import Margin
from calimala_es.store.annotations.values import COMMENT, Draft, kept
from calimala_es.store.annotations.writing import Writer
from calimala_es.store.application import Games, environment
from calimala_es.store.facts import Entry, Fact, GameCreated, HeaderRemoved, Redone, Undone, placed
from calimala_es.store.game import StoredGame, closing_digest, project_game, start_of
from calimala_es.store.notes import (
    Note,
    Saying,
    fold_headers,
    has_names,
    header_written,
    named_headers,
    notes_stream,
    placed_sayings,
    standing_notes,
    written_notes,
)
from calimala_es.store.position import stored_position
from calimala_es.store.recorder import NAMES_ARGUMENT, SUMMARIES_ARGUMENT, KeptSummary, Name
from calimala_es.store.sqlite_file import check_file
from calimala_es.store.summaries import Summary, kept_summary, summaries
from calimala_es.store.verify import Difference, verify_author, verify_game, verify_notes

Clock = Callable[[], datetime]

GAME_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
"""What a game may be called: up to 64 small letters, digits and inner hyphens."""

_ATTEMPTS: Final = 50
"""How often saving is tried again where others save at the same time."""


def open_store(path: Path, clock: Clock, *, create: bool = True) -> "Store":
    """The store in a file, which is made, with its folder, if it is not there.

    ``clock`` gives the time with its zone. Raises ``StoreError`` if the file is no store, cannot be read or written, or
    is not there and ``create`` is off.
    """
    path = path.absolute()
    with _Told(str(path)):
        if path.exists():
            check_file(path)
        elif create:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            raise StoreError("there is no store of games")
        return Store(Games(environment(path)), clock, str(path))


def memory_store(clock: Clock) -> "Store":
    """A store that is gone when the program ends."""
    return Store(Games(environment(None)), clock, "memory")


class _Told:
    """Whatever a place does wrong is told as a ``StoreError`` that names it."""

    __slots__ = ("_place",)

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        if isinstance(error, sqlite3.Error | EventSourcingError | OSError):
            reason = (
                error.strerror if isinstance(error, OSError) and error.strerror else str(error) or type(error).__name__
            )
            raise StoreError(f"{self._place}: {reason}") from error
        if isinstance(error, StoreError) and not str(error).startswith(self._place):
            raise StoreError(f"{self._place}: {error}") from error.__cause__


class Store(Annotating):
    """Games in one place; see ``open_store`` and ``memory_store``. Closes itself as a context manager.

    Where a method takes a game it takes a ``StoredGame`` or an id; an id stands for the game as it is now. Every
    method raises ``StoreError`` where the place fails, ``GameNotFoundError`` where there is no such game, and those
    that save raise ``StaleGameError`` if somebody else saved since the ``StoredGame`` was read.
    """

    def __init__(self, games: Games, clock: Clock, place: str) -> None:
        """Keep the application; see ``open_store``."""
        self._games = games
        self._clock = clock
        self._told = _Told(place)
        self._margin = Margin(games, self._save)

    def close(self) -> None:
        """Let go of the file."""
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading.

    def load(self, id: str, version: int | None = None) -> StoredGame:
        """A game as it is now, or as it was when it had ``version`` rows; with all that is said about it."""
        with self._told:
            game = self._game(id, version)
            notes, logs = self._notes(id), self._margin.logs(id)
            return self._annotated(game, notes, logs) if notes or logs else game

    def state_at(self, id: str, version: int) -> State:
        """The position when a game had ``version`` rows."""
        with self._told:
            return self._game(id, version).state

    def summaries(self) -> list[Summary]:
        """One line about every game, by id."""
        with self._told:
            return summaries(self._games)

    def verify(self, id: str) -> list[Difference]:
        """Decide a whole game again, what was undone included; every difference from what is stored.

        What authors say about it is judged as well.
        """
        with self._told:
            rows, notes = (self._games.recorder.select_rows(stream) for stream in (id, notes_stream(id)))
            if not rows:
                raise GameNotFoundError(_unknown(id))
            found = verify_game(id, rows) + verify_notes(notes_stream(id), notes)
            for stream, said in self._margin.rows(id):
                found += verify_author(stream, said, rows)
            return found

    def _game(self, id: str, version: int | None = None) -> StoredGame:
        try:
            game: StoredGame = self._games.repository.get(id, version=version, projector_func=project_game)
        except AggregateNotFoundError:
            raise GameNotFoundError(_unknown(id)) from None
        if version is not None and game.version != version:
            raise GameNotFoundError(f"{id} has only {game.version} rows; there is no version {version}")
        return game

    def _notes(self, id: str) -> list[Entry]:
        return cast("list[Entry]", [*self._games.events.get(notes_stream(id))])

    def _annotated(self, game: StoredGame, notes: list[Entry], logs: tuple[Log, ...]) -> StoredGame:
        names: dict[int, str] = {}
        if has_names(notes):
            names = {version: name for _, version, name in self._games.recorder.select_names(notes_stream(game.id))}
        headers = named_headers(fold_headers(notes), names)
        return game.annotated(headers, standing_notes(notes, game.anchors, names), logs)

    def _current(self, game: StoredGame | str) -> StoredGame:
        return self.load(game) if isinstance(game, str) else game

    # Writing the game.

    def create(
        self,
        id: str,
        setup: Setup,
        *,
        headers: Iterable[tuple[str, str]] = (),
        start: State | None = None,
        commands: Sequence[Command] = (),
        notes: Iterable[Note] = (),
        annotations: Iterable[Draft] = (),
    ) -> StoredGame:
        """Begin a game, or take in a whole one in one go; all of it is saved or nothing.

        ``headers`` keep their order and may repeat a name. ``start`` is the position if the game does not begin at turn
        0. ``annotations`` are everybody's, each with its author. Raises ``GameIdError``, ``GameExistsError``,
        ``SetupError``, ``IllegalCommandError`` and ``AnnotationError``.
        """
        if not GAME_ID.fullmatch(id):
            raise GameIdError(f"{id!r} is no id of a game; up to 64 small letters, digits and hyphens, as friday-3")
        now = self._now()
        created = GameCreated(setup, stored_position(start) if start else None)
        first = start_of(created)
        entries, state = _decided(first, commands, 1, now)
        game = StoredGame(placed(id, 1, [Entry(0, now, created), *entries]), state, first)
        written = [
            *(header_written(*header, again=True) for header in headers),
            *written_notes(id, notes, game.numbers),
        ]
        said, names = placed_sayings(id, 1, now, written)
        conflict = GameExistsError(f"there is a game {id} already")
        drafts = [*annotations]
        writer = Writer(game.annotations, lambda: game.states, now)
        writer.say(None, drafts)
        rows = [*game.entries, *said, *writer.entries]
        self._save(rows, conflict, [*names, *writer.names], [kept_summary(game, said)])
        if drafts:
            return self.load(id)
        return self._annotated(game, said, ()) if said else game

    def append(self, game: StoredGame | str, commands: Command | Sequence[Command]) -> StoredGame:
        """Decide commands and save what follows from them, all in one transaction; the game after them.

        Raises ``IllegalCommandError`` if one of them is refused; then nothing is saved.
        """
        game = self._current(game)
        given = [commands] if isinstance(commands, Command) else commands
        if not given:
            return game
        entries, state = _decided(game.state, given, game.next_number, self._now())
        return self._grow(game, entries, state)

    def record(self, id: str, commands: Command | Sequence[Command]) -> StoredGame:
        """Append to a game as it is, whoever else appends: on a conflict reload, decide again, save.

        Raises ``IllegalCommandError`` if by then the commands are no longer legal.
        """
        for _ in range(_ATTEMPTS):
            try:
                return self.append(id, commands)
            except StaleGameError:
                continue
        raise StaleGameError(f"{id}: others keep adding to the game; nothing was saved")

    def undo(self, game: StoredGame | str, count: int = 1) -> StoredGame:
        """Take the last commands out of the game, each with all that followed; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= len(game.numbers):
            raise NothingToUndoError(f"{game.id} has {len(game.numbers)} commands that can be undone, not {count}")
        return self._take_back(game, Undone(count))

    def redo(self, game: StoredGame | str, count: int = 1) -> StoredGame:
        """Bring back what undo took out, as long as no new command came; raises ``NothingToUndoError``."""
        game = self._current(game)
        if not 1 <= count <= game.redoable:
            raise NothingToUndoError(f"{game.id} has {game.redoable} commands that can be redone, not {count}")
        return self._take_back(game, Redone(count))

    def rewrite(
        self,
        game: StoredGame | str,
        keep: int,
        commands: Sequence[Command],
        carried: Mapping[int, int] | None = None,
    ) -> StoredGame:
        """Put other commands in the place of all but the first ``keep``, in one transaction; nothing is deleted.

        ``carried`` are places among the commands as they then stand, the first is 1, with the places of those that
        stood and are meant by what people said: that goes over to them, and back with an undo. Raises
        ``NothingToUndoError`` where there are fewer commands than are to be kept, and ``IllegalCommandError``.
        """
        game = self._current(game)
        there = len(game.numbers)
        if not 0 <= keep <= there:
            raise NothingToUndoError(f"{game.id} has {there} commands, not {keep} that could be kept")
        anchors = {place: game.anchors[was - 1] for place, was in (carried or {}).items()}
        return self._rewritten(game, keep, commands, anchors)

    def return_to(self, game: StoredGame | str, version: int) -> StoredGame:
        """Let the game stand as it stood when it had ``version`` rows, whatever was undone or put in its place since.

        Nothing is deleted: what stands now can be returned to as well. Raises ``GameNotFoundError`` for a version that
        there is not.
        """
        game = self._current(game)
        with self._told:
            target = self._game(game.id, version)
        keep = _shared(game.numbers, target.numbers)
        back = target.numbers[keep:]
        redoable = tuple(step.number for step in game.redoable_steps)
        if keep == len(game.numbers) and back and redoable[: len(back)] == back:
            return self._take_back(game, Redone(len(back)))
        if not back:
            return game if keep == len(game.numbers) else self._take_back(game, Undone(len(game.numbers) - keep))
        anchors = dict(enumerate(target.anchors[keep:], keep + 1))
        return self._rewritten(game, keep, target.commands[keep:], anchors)

    def _rewritten(
        self, game: StoredGame, keep: int, commands: Sequence[Command], anchors: Mapping[int, int]
    ) -> StoredGame:
        """The game with other commands behind the first ``keep``; ``anchors`` by their places."""
        now, number = self._now(), game.next_number
        rows, _ = _decided(game.states[keep], commands, number, now)
        carried = tuple((number + place - keep - 1, anchor) for place, anchor in sorted(anchors.items()))
        count = len(game.numbers) - keep
        undone = [Entry(0, now, Undone(count, carried))] if count or carried else []
        if not undone and not rows:
            return game
        entries = placed(game.id, game.version + 1, [*undone, *rows])
        after = project_game(game, entries)
        assert after is not None
        self._save(entries, _stale(game.id))
        return self._annotated(after, self._notes(game.id), self._margin.logs(game.id))

    def _take_back(self, game: StoredGame, event: Undone | Redone) -> StoredGame:
        entries = placed(game.id, game.version + 1, [Entry(0, self._now(), event)])
        after = project_game(game, entries)
        assert after is not None
        self._save(entries, _stale(game.id))
        return self._annotated(after, self._notes(game.id), self._margin.logs(game.id))

    def _grow(self, game: StoredGame, entries: list[Entry], state: State) -> StoredGame:
        self._save(placed(game.id, game.version + 1, entries), _stale(game.id))
        return game.grown(entries, state)

    def _save(
        self,
        entries: Sequence[Entry],
        conflict: Exception,
        names: Sequence[Name] = (),
        summaries: Sequence[KeptSummary] = (),
    ) -> None:
        with self._told:
            try:
                self._games.events.put(entries, **{NAMES_ARGUMENT: names, SUMMARIES_ARGUMENT: summaries})
            except IntegrityError:
                raise conflict from None

    def _now(self) -> datetime:
        now = self._clock()
        if now.tzinfo is None:
            raise ValueError("the clock of a store gives the time with its zone")
        return now

    # Writing about the game.

    def comment(self, game: StoredGame | str, anchor: int, text: str, *, author: str = "") -> StoredGame:
        """Say something about the moment after the first ``anchor`` commands that stand (0: the start)."""
        return self.note(game, Note(anchor, text, COMMENT, author))

    def note(self, game: StoredGame | str, *notes: Note) -> StoredGame:
        """Add notes to the stream that all share; raises ``StaleGameError`` for more commands than there are."""
        game = self._current(game)
        return self._say(game, written_notes(game.id, notes, game.anchors))

    def set_header(self, game: StoredGame | str, name: str, value: str | None) -> StoredGame:
        """Give a header a value, in the place of one of the same name; ``None`` takes it out."""
        written = Saying(HeaderRemoved(kept(name))) if value is None else header_written(name, value, again=False)
        return self._say(self._current(game), [written])

    def erase_names(self, id: str) -> int:
        """Erase the names of everybody who is named in the headers or as an author of a game; how many there were."""
        with self._told:
            return self._games.recorder.erase_names(stream=notes_stream(id)) + self._margin.erase(id)

    def erase_person(self, name: str) -> int:
        """Erase a name from the headers and as an author of all games; how many places there were.

        The short name of the author's layer goes with it. What stands in the text of comments, or in a header that is
        not for names, is not found.
        """
        with self._told:
            return self._margin.erase_person(name) + self._games.recorder.erase_names(name=kept(name))

    def _say(self, game: StoredGame, sayings: Sequence[Saying]) -> StoredGame:
        """Save headers and notes. They never conflict: they go behind whatever has been said by then."""
        now = self._now()
        for _ in range(_ATTEMPTS):
            with self._told:
                last = self._games.recorder.last_version(notes_stream(game.id))
            entries, names = placed_sayings(game.id, last + 1, now, sayings)
            try:
                self._save(entries, _stale(game.id), names)
            except StaleGameError:
                continue
            return self._annotated(game, self._notes(game.id), self._margin.logs(game.id))
        raise _stale(game.id)


def _unknown(id: str) -> str:
    return f"there is no game {id!r} in the store"


def _stale(id: str) -> StaleGameError:
    return StaleGameError(f"{id}: somebody else added to the game since it was read; nothing was saved")


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many numbers both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _decided(state: State, commands: Sequence[Command], number: int, now: datetime) -> tuple[list[Entry], State]:
    """The entries that follow from commands, the first of which gets ``number``, and the state after them."""
    entries: list[Entry] = []
    for command in commands:
        events, state = step(state, command)
        rows = [Entry(number, None, cast("Fact", event)) for event in events]
        rows[0].time = now
        rows[-1].digest = closing_digest(events, state)
        entries += rows
        number += 1
    return entries, state
