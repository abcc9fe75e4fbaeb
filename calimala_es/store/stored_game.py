"""A stored game: a ``Game``, and what only the store knows about it.

The rows are folded twice: undo and redo first, which gives the current commands; then the events of those, which gives
the position. Where a row has a position and says what all before it come to, the last rows are enough to show a game:
those before are read when somebody asks for what only they say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import ObservePart
from calimala_es.deck import is_chance
from calimala_es.digest import stored_digest
from calimala_es.errors import StoreError
from calimala_es.events import Event, PartObserved
from calimala_es.frames import Placement
from calimala_es.game import Game, Headers, LastMoves, Move
from calimala_es.headers import SHUFFLE
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store.annotated_game import Annotations, GameNotes
from calimala_es.store.annotations import AuthorLog
from calimala_es.store.folding import (
    TAKING_BACK,
    UNREADABLE,
    Timeline,
    beginnings_of,
    corrects,
    current_numbers,
    current_rows,
    number_of,
    plain_count,
    starting_state,
    states_of,
    stored_moves,
    stored_moves_from,
    timeline,
    unreadable_error,
)
from calimala_es.store.history import GameHistory
from calimala_es.store.row_events import (
    GameCreated,
    GameDeleted,
    GameRenamed,
    Redone,
    StoredPosition,
    Undone,
    restored_state,
)
from calimala_es.store.rows import EventRow, has_observed

_LEAST_MOVES: Final = 24
"""The last moves from which the end of a game is shown, if it has as many since a stored position."""


class UnreadRows:
    """The first rows of a game, up to one with a position and a count, which are read when somebody asks for them."""

    def __init__(self, count: int, read: Callable[[], list[EventRow]]) -> None:
        """Read them with ``read``; they must come to ``count`` commands."""
        self._count = count
        self._read = read
        self._rows: list[EventRow] | None = None

    def all(self) -> list[EventRow]:
        """Return all of them; raises ``StoreError``, also where they do not come to what the last of them says."""
        if self._rows is None:
            rows = self._read()
            last = rows[-1]
            try:
                count = plain_count(rows)
            except UNREADABLE as error:
                raise unreadable_error(last.originator_id, error) from error
            if count != self._count:
                raise _wrong_position_error(last.originator_id, last.originator_version)
            self._rows = rows
        return self._rows

    def current(self) -> Sequence[EventRow]:
        """Return those of the current commands; raises ``StoreError``."""
        return current_rows(self.all()[1:])


class _Ending(NamedTuple):
    """The last positions of a game: one that was stored, after ``before`` commands, and those after each command since;
    or all, from the start.

    ``earlier`` returns the rows of the current commands that led to a stored one, ``later`` are those of the others;
    ``begins`` is what the first of them followed. ``unread`` has the first rows of a game that was not read whole.
    """

    before: int
    states: Sequence[State]
    begins: GameCreated | None = None
    earlier: Callable[[], Sequence[EventRow]] = tuple
    later: Sequence[EventRow] = ()
    unread: UnreadRows | None = None


LEAST_ROWS: Final = 48
"""The rows after a position from which a game is folded: those of the last turn or two at least."""


def _ending(begins: GameCreated, rows: Sequence[EventRow]) -> _Ending:
    """Return the last positions of the game whose current commands have these rows.

    A stored position that its digest does not prove is ignored: the events say what happened.
    """
    for place in range(len(rows) - LEAST_ROWS, 0, -1):
        row = rows[place - 1]
        if row.position is not None and rows[place].number != row.number:
            state = _proved_state(begins.setup, row.position, row.digest)
            if state is not None:
                earlier, later = rows[:place], rows[place:]
                count = len({row.number for row in earlier})
                return _Ending(count, states_of(state, later), begins, partial(list, earlier), later)
    return _Ending(0, states_of(starting_state(begins), rows))


def _proved_state(setup: Setup, position: StoredPosition, digest: bytes | None) -> State | None:
    try:
        state = restored_state(setup, position)
        return state if stored_digest(state) == digest else None
    except UNREADABLE:
        return None


# The game.


class UndoneSpan(Struct, frozen=True):
    """Commands that were given one after the other and undone.

    Numbers of commands are never used twice, so the commands that were ever given form a tree: each follows the one
    that was the last when it was given. The current ones are one path through it; every other path is a span.
    ``anchor`` is the number of current commands before it; ``moves`` are those that followed, with their ``numbers``,
    of which the first ``shared`` belong to an earlier span as well; ``version`` is that of its last row.
    ``before`` is the position in which the first was decided: where the game began then, if its set-up was corrected
    since. ``is_redoable``: a redo would restore them.
    """

    anchor: int
    numbers: tuple[int, ...]
    moves: tuple[Move, ...]
    shared: int
    version: int
    before: State
    is_redoable: bool


class StoredGame:
    """A game at one version, immutable.

    ``game`` is the ``Game``, with its headers, notes and variations; ``start`` the position that it begins with,
    ``state`` the one that it has reached, ``states`` both and all between them, ``headers`` those without layers.
    ``state`` and ``last_moves`` are folded from the last stored position, the rest when somebody asks for it. What only
    the store knows: ``id``; ``rows``, all rows of the game; ``version``, their number; ``numbers`` of the current
    commands, ``anchors`` by which they are annotated, ``times`` when they were saved; what was undone; ``logs``, the
    rows of every author, and ``annotations``, the current ones with their ids.

    Of a game that was not read whole whatever needs its first rows reads them, and raises ``StoreError`` if that fails.
    """

    def __init__(
        self,
        rows: list[EventRow],
        ending: _Ending,
        headers: Headers = (),
        logs: tuple[AuthorLog, ...] = (),
    ) -> None:
        """Store what was folded, see ``project_game``; ``rows`` are those after ``ending.unread``."""
        last = rows[-1]
        self.id = last.originator_id
        self.version = last.originator_version
        self._last_rows = rows
        self.state = ending.states[-1]
        self.headers = headers
        self.logs = logs
        self._ending = ending

    @classmethod
    def of(cls, rows: list[EventRow], states: Sequence[State]) -> "StoredGame":
        """Return the game of rows; ``states`` are the position at the start and those after each command."""
        return cls(rows, _Ending(0, states))

    def extended(self, rows: list[EventRow], moves: tuple[Move, ...]) -> "StoredGame":
        """Return the game with more rows, those of ``moves`` that follow."""
        known = self.__dict__
        before, states, begins, earlier, later, unread = self._ending
        added = [move.state for move in moves]
        ending = _Ending(before, [*states, *added], begins, earlier, [*later, *rows] if before else later, unread)
        after = StoredGame([*self._last_rows, *rows], ending, self.headers, self.logs)
        if before and "states" in known:
            after.states = [*self.states, *added]
        if before and "last_moves" in known:
            after.last_moves = self.last_moves._replace(game=self.last_moves.game.added(moves))
        if "played" in known:
            after.played = self.played.added(moves)
        if "was_observed" in known:
            after.was_observed = self.was_observed or has_observed(moves)
        return after

    def annotated(self, headers: Headers, logs: tuple[AuthorLog, ...]) -> "StoredGame":
        """Return the game with other headers and annotations."""
        known = self.__dict__
        after = StoredGame(self._last_rows, self._ending, headers, logs)
        if "states" in known:
            after.states = self.states
        if "played" in known:
            after.played = replace(self.played, headers=headers)
        if "_timeline" in known:
            after._timeline = self._timeline
        return after

    # The game.

    @cached_property
    def game(self) -> Game:
        """The game with its notes and variations."""
        return self._notes.game if self._notes else self.played

    @property
    def variations(self) -> Mapping[str, str]:
        """The ids of annotations by those of the variations of ``game``."""
        return self._notes.ids if self._notes else {}

    @cached_property
    def _notes(self) -> GameNotes | None:
        return GameNotes(self.played, self.annotations, self.numbers) if self.logs and self.annotations else None

    @cached_property
    def states(self) -> Sequence[State]:
        """The position at the start, and those after each of the current commands."""
        before, states, _, earlier, _, _ = self._ending
        if not before:
            return states
        rows = earlier()
        try:
            first = states_of(self.start, rows)
        except UNREADABLE as error:
            raise unreadable_error(self.id, error) from error
        if first.pop() != states[0]:
            raise _wrong_position_error(self.id, rows[-1].originator_version)
        return [*first, *states]

    @cached_property
    def start(self) -> State:
        """The position at the start."""
        begins = self._ending.begins
        return starting_state(begins) if begins else self._ending.states[0]

    @property
    def count(self) -> int:
        """The number of the current commands."""
        return self._ending.before + len(self._ending.states) - 1

    @cached_property
    def last_moves(self) -> LastMoves:
        """The last moves of the game, without notes and variations, from the beginning of a turn; all of a game without
        a stored position.
        """
        before, states, _, earlier, later, _ = self._ending
        if not before or "played" in self.__dict__:
            return LastMoves(self.played)
        batches = [[*rows] for _, rows in groupby(later, number_of)]
        first = _turn_start(states)
        events = partial(_events, earlier, batches[:first])
        moves = stored_moves(batches[first:], states[first + 1 :])
        return LastMoves(Game(self.state.setup, states[first], moves, self.headers), before + first, events)

    @cached_property
    def played(self) -> Game:
        """The game without notes and variations."""
        current, states = self._timeline.current, self.states[1:]
        if "last_moves" in self.__dict__:
            last, before, _ = self.last_moves
            moves = (*stored_moves(current[:before], states[:before]), *last.moves)
        else:
            moves = stored_moves(current, states)
        return Game(self.start.setup, self.start, moves, self.headers)

    @cached_property
    def annotations(self) -> Annotations:
        """The annotations of all authors."""
        return self.annotations_from(self.logs)

    def annotations_from(self, logs: tuple[AuthorLog, ...]) -> Annotations:
        """Return the annotations of other rows of the authors.

        In a game whose commands were replaced a variation may be against the rules, and then it has no place.
        """
        return Annotations(self.id, logs, self.anchors, (lambda: self.states) if self.was_rewritten else None)

    # What only the store knows.

    @property
    def rows(self) -> list[EventRow]:
        """All rows of the game."""
        unread = self._ending.unread
        return [*unread.all(), *self._last_rows] if unread else self._last_rows

    @cached_property
    def _timeline(self) -> Timeline:
        return timeline(self.rows[1:])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the current commands."""
        return tuple(rows[0].number for rows in self._timeline.current)

    @cached_property
    def anchors(self) -> tuple[int, ...]:
        """The numbers by which the current commands are annotated: of one that replaced another, the earlier one's."""
        carried = dict(pair for row in self.rows if isinstance(row.event, Undone) for pair in row.event.carried)
        return tuple(carried.get(number, number) for number in self.numbers) if carried else self.numbers

    @property
    def times(self) -> tuple[datetime | None, ...]:
        """When each current command was saved."""
        return tuple(rows[0].time for rows in self._timeline.current)

    @property
    def is_deleted(self) -> bool:
        """Whether the game was deleted, and not restored since."""
        return isinstance(self._last_rows[-1].event, GameDeleted)

    @property
    def is_renamed(self) -> bool:
        """Whether the game goes on under another id."""
        last = self._last_rows[-1].event
        return isinstance(last, GameRenamed) and last.id != self.id

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id that the game ever had, each once, the present one first."""
        renamed = [row.event for row in self.rows if isinstance(row.event, GameRenamed)]
        return tuple(dict.fromkeys([self.id, *[id for event in reversed(renamed) for id in (event.id, event.was)]]))

    @property
    def receipts(self) -> Mapping[bytes, bytes]:
        """The digests of the contents of all requests that were carried out, by those of their own ids."""
        receipts = [row.receipt for row in chain(self.rows, *[log.rows for log in self.logs]) if row.receipt]
        return {receipt.key: receipt.body for receipt in receipts}

    @cached_property
    def history(self) -> GameHistory:
        """What was done to the game, and what undoing and redoing come to; raises ``StoreError``."""
        try:
            return GameHistory(self.rows)
        except UNREADABLE as error:
            raise unreadable_error(self.id, error) from error

    @property
    def created(self) -> datetime | None:
        """When the game was created."""
        return self.rows[0].time

    @property
    def changed(self) -> datetime | None:
        """When the last row was saved."""
        return next((row.time for row in reversed(self._last_rows) if row.time), None)

    @property
    def next_number(self) -> int:
        """The number of the next command."""
        return next((row.number for row in reversed(self._last_rows) if row.number), 0) + 1

    def plain_count(self) -> int | None:
        """Return the number of the current commands, if that is all that the rows come to; see ``EventRow.count``."""
        kinds = {type(row.event) for row in self._last_rows}
        is_plain = not (Undone in kinds and self.was_corrected) and not (PartObserved in kinds and self.was_observed)
        return self.count if is_plain else None

    @cached_property
    def was_corrected(self) -> bool:
        """Whether commands were ever replaced by others, or the set-up was corrected."""
        return self._ending.unread is None and any(corrects(row.event) for row in self._last_rows if not row.number)

    @cached_property
    def was_rewritten(self) -> bool:
        """Whether annotated commands were ever replaced by others."""
        return any(isinstance(row.event, Undone) and row.event.carried for row in self.rows)

    def came_by(self, version: int) -> bool:
        """Return whether a version led to the current one; not if the game returned to an earlier one since."""
        return any(version in span for span in self._version_spans)

    @cached_property
    def _version_spans(self) -> tuple[range, ...]:
        """The versions that led to the current one."""
        spans: list[range] = []
        last = self.version
        for row in reversed(self.rows):
            event, version = row.event, row.originator_version
            if version <= last and isinstance(event, Undone | Redone) and event.back_to:
                spans.append(range(version, last + 1))
                last = event.back_to
        return (*spans, range(last + 1))

    # What is undone and redone together.

    @cached_property
    def requests(self) -> Mapping[int, int]:
        """The place of the first command of a request in which something was observed, by the place of each in it.

        What was played anyway is such a request. Places count from 1, and go on with the commands that a redo can
        restore. A request is one append, whose rows have one time.
        """
        if not self.was_observed and not self.redoable:
            return {}
        commands = [move.command for move in (*self.played.moves, *self.redoable_moves)]
        observed = {place for place, command in enumerate(commands, 1) if type(command) is ObservePart}
        if not observed:
            return {}
        times = {row.number: row.time for row in self.rows if row.time}
        # When the game was created, or rewritten: what came then had come one by one before.
        otherwise = {None, *(row.time for row in self.rows if not row.number)}
        numbers = enumerate((*self.numbers, *self.redoable_numbers), 1)
        firsts: dict[int, int] = {}
        for time, found in groupby(numbers, lambda pair: times.get(pair[1])):
            places = [place for place, _ in found]
            if time not in otherwise and not observed.isdisjoint(places):
                firsts |= dict.fromkeys(places, places[0])
        return firsts

    @cached_property
    def was_observed(self) -> bool:
        """Whether one of the current commands says what was observed."""
        if PartObserved not in {type(row.event) for row in self._last_rows}:
            return False
        return any(type(rows[0].event) is PartObserved for rows in self._timeline.current)

    @property
    def undo_stops(self) -> tuple[int, ...]:
        """How many commands an undo may leave if it takes nothing apart, the most first."""
        return tuple(number for number in reversed(self._stops) if number < len(self.numbers))

    @property
    def redo_stops(self) -> tuple[int, ...]:
        """How many commands the game may have after a redo that takes nothing apart, the fewest first."""
        last = len(self.numbers) + self.redoable
        stops = [number for number in self._stops if len(self.numbers) < number < last]
        return (*stops, last) if self.redoable else ()

    @cached_property
    def _stops(self) -> tuple[int, ...]:
        """After how many commands nothing comes that belongs to them: of their request, or a card that was dealt."""
        states = (*self.states, *[move.state for move in self.redoable_moves])
        deals, requests = self.played.header(SHUFFLE) is not None, self.requests
        return tuple(
            number
            for number, state in enumerate(states)
            if requests.get(number + 1, number + 1) == number + 1 and not (deals and number and is_chance(state))
        )

    # What was undone.

    @property
    def redoable(self) -> int:
        """The number of commands that a redo can restore: none if the last row is a command's."""
        return len(self._timeline.redoable) if type(self._last_rows[-1].event) in TAKING_BACK else 0

    @property
    def redoable_numbers(self) -> tuple[int, ...]:
        """The numbers of the commands that a redo can restore, the next one first."""
        return tuple(rows[0].number for rows in reversed(self._timeline.redoable))

    @cached_property
    def redoable_moves(self) -> tuple[Move, ...]:
        """The moves that a redo can restore, the next one first."""
        return stored_moves_from(self.state, [*reversed(self._timeline.redoable)]) if self.redoable else ()

    @cached_property
    def undone(self) -> tuple[UndoneSpan, ...]:
        """All spans of undone commands, by anchor, those of one anchor in the order in which they were given."""
        rows_of = {rows[0].number: rows for rows in (*self._timeline.redoable, *self._timeline.dropped)}
        if not rows_of:
            return ()
        parents = _parents(self.rows[1:])
        beginnings = [*beginnings_of(self.rows)]
        anchors = {0: 0, **{number: place for place, number in enumerate(self.numbers, 1)}}
        redoable = {*self.redoable_numbers}
        spans: list[UndoneSpan] = []
        seen: set[int] = set()
        for end in sorted(rows_of.keys() - {parents[number] for number in rows_of}):
            path = [end]
            while parents[path[-1]] in rows_of:
                path.append(parents[path[-1]])
            path.reverse()
            shared = sum(number in seen for number in path)
            seen.update(path)
            anchor = anchors[parents[path[0]]]
            before = self.states[anchor]
            if not anchor:
                given = rows_of[path[0]][0].originator_version
                before = starting_state(max((one for one in beginnings if one[0] < given), key=itemgetter(0))[1])
            moves = stored_moves_from(before, [rows_of[number] for number in path])
            version = rows_of[end][-1].originator_version
            spans.append(UndoneSpan(anchor, tuple(path), moves, shared, version, before, end in redoable))
        return tuple(sorted(spans, key=lambda span: span.anchor))

    @property
    def undone_moves(self) -> dict[int, Move]:
        """All moves that were undone, by their numbers, in the order in which they were given."""
        found = {number: move for span in self.undone for number, move in zip(span.numbers, span.moves, strict=True)}
        return dict(sorted(found.items()))


def _parents(rows: Iterable[EventRow]) -> dict[int, int]:
    """Return for each command the number of the one that it followed, 0 at the start."""
    parents: dict[int, int] = {}
    for _, current in current_numbers(rows):
        if current:
            parents.setdefault(current[-1], current[-2] if len(current) > 1 else 0)
    return parents


def _events(first: Callable[[], Sequence[EventRow]], others: Iterable[list[EventRow]]) -> Sequence[Event]:
    """Return what happened according to the first rows of commands, and to others."""
    events: Any = [row.event for row in chain(first(), *others)]
    return cast("Sequence[Event]", events)


def _turn_start(states: Sequence[State]) -> int:
    """Return the place of the last position at the beginning of a turn, ``_LEAST_MOVES`` before the end, or 0."""
    places = range(len(states) - 1 - _LEAST_MOVES, 0, -1)
    return next((place for place in places if type(states[place].now) is Placement), 0)


def game_of_last(first: EventRow, last: Sequence[EventRow], read: Callable[[], list[EventRow]]) -> StoredGame | None:
    """Return the game whose first row and last rows these are, of which the first has a position and a count.

    ``read`` returns all rows up to that one. ``None`` if the game has to be read whole: where its last rows have no
    command, have corrected anything, or undone what came before them, and where they cannot be folded.
    """
    counted, begins, rows = last[0], first.event, [*last[1:]]
    if not isinstance(begins, GameCreated) or counted.position is None or counted.count is None:
        return None
    if not any(map(number_of, rows)) or any(corrects(row.event) for row in rows if not row.number):
        return None
    try:
        state = _proved_state(begins.setup, counted.position, counted.digest)
        later = current_rows(rows)
        states = states_of(state, later) if state else []
    except UNREADABLE:
        return None
    unread = UnreadRows(counted.count, read)
    return StoredGame(rows, _Ending(counted.count, states, begins, unread.current, later, unread)) if states else None


def project_game(game: StoredGame | None, rows: Iterable[EventRow]) -> StoredGame | None:
    """Return the game made of rows, after those of ``game`` if it is given; ``None`` without rows.

    Raises ``StoreError`` if this program cannot have written such rows.
    """
    every = [*game.rows, *rows] if game else [*rows]
    if not every:
        return None
    created = every[0].event
    if type(created) is not GameCreated:
        raise StoreError(f"{every[0].originator_id}: the first row does not create a game")
    try:
        others = [row for row in every if not row.number]
        current = current_rows(every[1:]) if len(others) > 1 else every[1:]
        *_, (_, begins) = beginnings_of(others)
        return StoredGame(every, _ending(begins, current))
    except UNREADABLE as error:
        raise unreadable_error(every[0].originator_id, error) from error


def _wrong_position_error(id: str, version: int) -> StoreError:
    words = f"{id}: row {version} has a position that the rows before it do not lead to"
    return StoreError(f"{words}; calimala check --all gives the details")
