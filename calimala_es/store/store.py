"""The store of games, as the rest of the project sees it.

A ``Store`` opens the place and uses the clock that it was given. Games are values: a method that changes a game takes
the game that the caller has read and returns the next one. If the store has more by then, nothing is saved and
``StaleGameError`` is raised.
"""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from calimala_es.commands import Command
from calimala_es.errors import (
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    NoStoreError,
    StaleGameError,
    StorePackageError,
)
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store.access import Receipt, access_stream, rights_rows, rights_streams
from calimala_es.store.annotating import Annotating
from calimala_es.store.annotation_writer import Writer
from calimala_es.store.annotations import COMMENT, Draft, kept
from calimala_es.store.application import IN_POSTGRES, Games, environment, postgres_environment
from calimala_es.store.location import is_postgres, shown_url, store_errors
from calimala_es.store.notes import (
    Note,
    Saying,
    header_set,
    header_written,
    notes_stream,
    placed_sayings,
    written_notes,
)
from calimala_es.store.opened import ATTEMPTS, Clock, stale, unknown
from calimala_es.store.photos import Picturing
from calimala_es.store.read_models import Summary, kept_summary, summaries, summary_of
from calimala_es.store.rewriting import Rewriting, decided
from calimala_es.store.row_events import AccessEvent, GameCreated, NamesErased, stored_position
from calimala_es.store.rows import Entry, placed
from calimala_es.store.sqlite import check_file
from calimala_es.store.stored_game import StoredGame, start_of
from calimala_es.store.verify import Difference, verify_author, verify_game, verify_notes, verify_rights

GAME_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
"""The allowed ids of games: up to 64 small letters, digits and inner hyphens."""


def open_store(place: Path | str, clock: Clock, *, create: bool = True) -> "Store":
    """Return the store in a file or a PostgreSQL database; a missing file is made with its folder.

    A database is a text that begins with ``postgresql://`` or ``postgres://``; every other text is the path of a file.
    ``clock`` returns the time with its zone. Raises ``StoreError`` if the place is not a store, or cannot be read or
    written, ``NoStoreError`` if there is none and ``create`` is off, ``StorePackageError`` if psycopg is not installed.
    """
    if isinstance(place, str) and is_postgres(place):
        return _open_database(place, clock, create=create)
    path = Path(place).absolute()
    with store_errors(str(path)):
        if path.exists():
            check_file(path)
        elif create:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            raise NoStoreError("there is no store of games")
        return Store(Games(environment(path)), clock, str(path))


def _open_database(url: str, clock: Clock, *, create: bool) -> "Store":
    shown = shown_url(url)
    with store_errors(shown):
        try:
            import_module(IN_POSTGRES.partition(":")[0])
        except ImportError as error:
            needed = "a store in PostgreSQL needs psycopg: pip install 'calimala[postgres]'"
            raise StorePackageError(f"{needed} ({error})") from None
        return Store(Games(postgres_environment(url, create=create)), clock, shown, is_near=False)


def memory_store(clock: Clock) -> "Store":
    """Return a store that disappears when the program ends."""
    return Store(Games(environment(None)), clock, "memory")


class Store(Annotating, Rewriting, Picturing):
    """Games in one place; see ``open_store`` and ``memory_store``. Closes itself as a context manager.

    A method that takes a game accepts a ``StoredGame`` or an id; an id means the current game. Every method raises
    ``StoreError`` if the place fails and ``GameNotFoundError`` if there is no such game. The methods that save raise
    ``StaleGameError`` if somebody else has saved since the ``StoredGame`` was read.
    """

    # Reading.

    def state_at(self, id: str, version: int) -> State:
        """Return the position when a game had ``version`` rows."""
        with store_errors(self._location):
            return self._game(id, version).state

    def summaries(self) -> list[Summary]:
        """Return one line about every game, by id."""
        with store_errors(self._location):
            return summaries(self._games)

    def summary(self, id: str) -> Summary | None:
        """Return the line about one game as it is now; ``None`` if there is no such game."""
        with store_errors(self._location):
            return summary_of(self._games, id)

    def verify(self, id: str) -> list[Difference]:
        """Replay a whole game, including what was undone, and return every difference from what is stored.

        Checks the authors' annotations and the rights as well.
        """
        with store_errors(self._location):
            rows, notes = (self._games.recorder.select_rows(stream) for stream in (id, notes_stream(id)))
            if not rows:
                raise GameNotFoundError(unknown(id))
            found = verify_game(id, rows) + verify_notes(notes_stream(id), notes)
            for stream, said in self._streams.rows(id):
                found += verify_author(stream, said, rows)
            beside = {stream: self._games.recorder.select_rows(stream) for stream in rights_streams(id)}
            return found + verify_rights({id: rows, **beside}, id)

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
        access: Sequence[AccessEvent] = (),
    ) -> StoredGame:
        """Begin a game, or take in a whole one in one go; all of it is saved or nothing.

        ``headers`` keep their order and may repeat a name. ``start`` is the position if the game does not begin at turn
        0. ``annotations`` are everybody's, each with its author; ``access`` says who may do what. Raises
        ``GameIdError``, ``GameExistsError``, ``SetupError``, ``IllegalCommandError`` and ``AnnotationError``.
        """
        if not GAME_ID.fullmatch(id):
            raise GameIdError(f"{id!r} is no id of a game; up to 64 small letters, digits and hyphens, as friday-3")
        now = self._now()
        created = GameCreated(setup, stored_position(start) if start else None)
        first = start_of(created)
        entries, state = decided(first, commands, 1, now)
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
        rights = rights_rows(access_stream(id), 0, access, now)
        rows = [*game.entries, *said, *writer.entries, *rights]
        self._save(rows, conflict, [*names, *writer.names], [kept_summary(game, said)])
        if drafts:
            return self.load(id)
        return self._annotated(game, said, ()) if said else game

    def append(
        self,
        game: StoredGame | str,
        commands: Command | Sequence[Command],
        receipt: Receipt | None = None,
        annotations: Sequence[Draft] = (),
    ) -> StoredGame:
        """Decide commands and save their results in one transaction; return the game after them.

        A ``receipt`` is saved with them, so that a repeated request finds that it was done. ``annotations``, each with
        its author, are at moments of the resulting game. Raises ``IllegalCommandError`` if a command is refused and
        ``AnnotationError`` for invalid annotations; then nothing is saved.
        """
        game = self._current(game)
        given = [commands] if isinstance(commands, Command) else commands
        if not given and not annotations:
            return game
        entries, state = decided(game.state, given, game.next_number, self._now())
        return self._grow(game, entries, state, receipt, annotations)

    def record(self, id: str, commands: Command | Sequence[Command]) -> StoredGame:
        """Append to the current game even if others append: on a conflict reload, decide again and save.

        Raises ``IllegalCommandError`` if the commands are no longer legal by then.
        """
        for _ in range(ATTEMPTS):
            try:
                return self.append(id, commands)
            except StaleGameError:
                continue
        raise StaleGameError(f"{id}: others keep adding to the game; nothing was saved")

    def _grow(
        self,
        game: StoredGame,
        entries: list[Entry],
        state: State,
        receipt: Receipt | None,
        annotations: Sequence[Draft],
    ) -> StoredGame:
        rows = [*placed(game.id, game.version + 1, entries)]
        after = game.grown(entries, state)
        rows += self._receipts(game.id, receipt, after.version)
        if not annotations:
            self._save(rows, stale(game.id))
            return after
        writer = Writer(after.annotations, lambda: after.states, self._now())
        writer.say(None, annotations)
        self._save([*rows, *writer.entries], stale(game.id), writer.names)
        return self._annotated(after, self._notes(game.id), self._streams.logs(game.id))

    # Writing about the game.

    def comment(self, game: StoredGame | str, anchor: int, text: str, *, author: str = "") -> StoredGame:
        """Add a comment on the moment after the first ``anchor`` current commands (0: the start)."""
        return self.note(game, Note(anchor, text, COMMENT, author))

    def note(self, game: StoredGame | str, *notes: Note) -> StoredGame:
        """Add notes to the shared stream; raises ``StaleGameError`` if they refer to more commands than there are."""
        game = self._current(game)
        return self._say(game, written_notes(game.id, notes, game.anchors))

    def set_header(self, game: StoredGame | str, name: str, value: str | None) -> StoredGame:
        """Give a header a value and replace one of the same name; ``None`` removes it."""
        return self._say(self._current(game), [header_set(name, value)])

    def erase_names(self, id: str) -> int:
        """Erase all names in the headers and of the authors of a game; return how many there were."""
        with store_errors(self._location):
            erased = self._games.recorder.erase_names(stream=notes_stream(id)) + self._streams.erase(id)
        if erased:
            self.admit(id, NamesErased())
        return erased

    def erase_person(self, name: str, id: str | None = None) -> int:
        """Erase a name from the headers and authors of a game, or of all; return how many places there were.

        The short name of the author's layer is erased too. Names in the text of comments, or in headers that are not
        for names, are not found.
        """
        with store_errors(self._location):
            recorder, told = self._games.recorder, kept(name)
            games = {stream.partition("/")[0] for stream, _, known in recorder.select_names() if known == told}
            games &= games if id is None else {id}
            here = None if id is None else notes_stream(id)
            erased = self._streams.erase_person(name, id) + recorder.erase_names(stream=here, name=told)
        for game in sorted(games):
            self.admit(game, NamesErased())
        return erased

    def _say(self, game: StoredGame, sayings: Sequence[Saying]) -> StoredGame:
        """Save headers and notes; they never conflict, since they follow whatever has been said by then."""
        now = self._now()
        for _ in range(ATTEMPTS):
            with store_errors(self._location):
                last = self._games.recorder.last_version(notes_stream(game.id))
            entries, names = placed_sayings(game.id, last + 1, now, sayings)
            try:
                self._save(entries, stale(game.id), names)
            except StaleGameError:
                continue
            return self._annotated(game, self._notes(game.id), self._streams.logs(game.id))
        raise stale(game.id)
