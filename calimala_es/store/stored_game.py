"""A stored game: what its rows make of it.

The rows are folded twice: undo and redo first, which gives the commands that stand; then the events of those, which
gives the position.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, cast

from msgspec import Struct

from calimala_es.commands import Command
from calimala_es.digest import public_digest
from calimala_es.errors import StoreError
from calimala_es.events import Event, GameEnded, TurnEnded
from calimala_es.evolve import fold
from calimala_es.game import Game, moves_of_events
from calimala_es.initial import initial
from calimala_es.intent import command_of
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store.annotated_game import Annotations
from calimala_es.store.annotations import Log
from calimala_es.store.notes import Headers, Note
from calimala_es.store.row_events import GameCreated, Redone, Undone, restored_state
from calimala_es.store.rows import Entry

_TAKING_BACK = frozenset({Undone, Redone})

_CLOSING = frozenset({TurnEnded, GameEnded})

UNREADABLE = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What folding rows that nobody wrote can come to."""


class Step(Struct, frozen=True):
    """One command of a game with what followed from it.

    ``number`` is its number in the store, never used twice; ``version`` that of its last row; ``digest`` the public
    position's, where a turn or the game ended.
    """

    number: int
    time: datetime | None
    command: Command
    events: tuple[Event, ...]
    version: int
    digest: bytes | None = None


class Timeline(NamedTuple):
    """The rows of each command: those that stand, those that a redo would bring back (next one last), the others."""

    standing: list[list[Entry]]
    redoable: list[list[Entry]]
    dropped: list[list[Entry]]


def timeline(entries: Iterable[Entry]) -> Timeline:
    """Fold undo and redo over the rows of a game, its creation left out."""
    standing: list[list[Entry]] = []
    redoable: list[list[Entry]] = []
    dropped: list[list[Entry]] = []
    for entry in entries:
        event = entry.event
        if type(event) is Undone:
            redoable += [standing.pop() for _ in range(event.count)]
        elif type(event) is Redone:
            standing += [redoable.pop() for _ in range(event.count)]
        elif standing and entry.number == standing[-1][0].number:
            standing[-1].append(entry)
        else:
            dropped += reversed(redoable)
            redoable.clear()
            standing.append([entry])
    return Timeline(standing, redoable, dropped)


def walked(entries: Iterable[Entry]) -> Iterator[tuple[Entry, list[int]]]:
    """Each row of a game, its creation left out, with the numbers of the commands that stand after it.

    It is always the same list, as it grows and shrinks.
    """
    standing: list[int] = []
    undone: list[int] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Undone):
            undone += [standing.pop() for _ in range(event.count)]
        elif isinstance(event, Redone):
            standing += [undone.pop() for _ in range(event.count)]
        elif not standing or standing[-1] != entry.number:
            undone.clear()
            standing.append(entry.number)
        yield entry, standing


def start_of(created: GameCreated) -> State:
    """Return the position that a game begins with; raises ``SetupError``."""
    return restored_state(created.setup, created.start) if created.start else initial(created.setup)


def _step(rows: list[Entry]) -> Step:
    events = cast("tuple[Event, ...]", tuple(row.event for row in rows))
    command = command_of(events[0])
    if command is None:
        raise StoreError(f"{rows[0].originator_id}: row {rows[0].originator_version} begins a command and cannot")
    return Step(rows[0].number, rows[0].time, command, events, rows[-1].originator_version, rows[-1].digest)


def closing_digest(events: Sequence[object], state: State) -> bytes | None:
    """The public digest of a position, if the events of the command that led to it closed a turn or the game."""
    return None if _CLOSING.isdisjoint(map(type, events)) else public_digest(state)


class StoredGame:
    """A game at one version, immutable.

    ``id``; ``entries``, all its rows; ``version``, their number; ``setup``; ``start``, the position it begins with;
    ``state``, the one it stands at; ``events``, ``steps`` and ``commands`` as the game stands; ``undone``, the steps
    that were taken out; ``redoable``, how many of those a redo can bring back; ``headers``, ``notes``; ``logs``, what
    each author wrote, and ``annotations``, what stands of it; ``created`` and ``changed``, when.
    """

    def __init__(
        self,
        entries: list[Entry],
        state: State,
        start: State,
        headers: Headers = (),
        notes: tuple[Note, ...] = (),
        logs: tuple[Log, ...] = (),
    ) -> None:
        """Keep what was worked out; see ``project_game``."""
        self.id = entries[0].originator_id
        self.version = len(entries)
        self.entries = entries
        self.state = state
        self.start = start
        self.headers = headers
        self.notes = notes
        self.logs = logs

    def grown(self, entries: list[Entry], state: State) -> "StoredGame":
        """Return the game with more rows that have led to ``state``."""
        return StoredGame([*self.entries, *entries], state, self.start, self.headers, self.notes, self.logs)

    def annotated(self, headers: Headers, notes: tuple[Note, ...], logs: tuple[Log, ...]) -> "StoredGame":
        """Return the game with what is said about it."""
        return StoredGame(self.entries, self.state, self.start, headers, notes, logs)

    @cached_property
    def annotations(self) -> Annotations:
        """What everybody says about the game, each in a stream of their own."""
        return self.annotations_of(self.logs)

    def annotations_of(self, logs: tuple[Log, ...]) -> Annotations:
        """The same of rows that were read since.

        Where commands were carried over others a variation may be against the rules, and then it has no place.
        """
        return Annotations(self.id, logs, self.anchors, (lambda: self.states) if self.was_rewritten else None)

    @cached_property
    def was_rewritten(self) -> bool:
        """Whether commands were ever put in the place of others that people speak of."""
        return any(isinstance(entry.event, Undone) and entry.event.carried for entry in self.entries)

    def came_by(self, version: int) -> bool:
        """Whether the game became what it is by way of this version; not where it went back to an earlier one since."""
        return any(version in way for way in self._ways)

    @cached_property
    def _ways(self) -> tuple[range, ...]:
        """The versions that the game has come by."""
        ways: list[range] = []
        last = self.version
        for entry in reversed(self.entries):
            event, version = entry.event, entry.originator_version
            if version <= last and isinstance(event, Undone | Redone) and event.back_to:
                ways.append(range(version, last + 1))
                last = event.back_to
        return (*ways, range(last + 1))

    @property
    def setup(self) -> Setup:
        """The set-up."""
        return self.state.setup

    @property
    def starts_midway(self) -> bool:
        """Whether the game begins with a given position instead of turn 0."""
        created = self.entries[0].event
        return type(created) is GameCreated and created.start is not None

    @cached_property
    def _timeline(self) -> Timeline:
        return timeline(self.entries[1:])

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events of the game as it stands."""
        return tuple(_standing_events(self.entries))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The commands of the game as it stands, each with its events."""
        return tuple(_step(rows) for rows in self._timeline.standing)

    @cached_property
    def played(self) -> Game:
        """The game as it stands, without anything that is said about it."""
        return Game(self.setup, self.start, moves_of_events(self.start, (step.events for step in self.steps)))

    @property
    def states(self) -> tuple[State, ...]:
        """The position at the start and after each command of the game as it stands."""
        return self.played.states

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of the game as it stands."""
        return tuple(step.command for step in self.steps)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the commands that stand."""
        return tuple(rows[0].number for rows in self._timeline.standing)

    @cached_property
    def anchors(self) -> tuple[int, ...]:
        """The numbers by which people speak of the commands that stand: of one that was carried over the earlier one.

        What is said about a command is said about its anchor.
        """
        carried = dict(
            pair for entry in self.entries if isinstance(entry.event, Undone) for pair in entry.event.carried
        )
        return tuple(carried.get(number, number) for number in self.numbers) if carried else self.numbers

    @cached_property
    def undone(self) -> tuple[Step, ...]:
        """The commands that were undone, in the order in which they were given."""
        rows = [*self._timeline.redoable, *self._timeline.dropped]
        return tuple(sorted(map(_step, rows), key=lambda step: step.number))

    @property
    def redoable_steps(self) -> tuple[Step, ...]:
        """The commands that a redo can bring back, the next one first."""
        return tuple(map(_step, reversed(self._timeline.redoable)))

    @property
    def redoable(self) -> int:
        """How many commands a redo can bring back: none, as long as the last row is a command's."""
        return len(self._timeline.redoable) if type(self.entries[-1].event) in _TAKING_BACK else 0

    @property
    def next_number(self) -> int:
        """The number of the next command."""
        return next((entry.number for entry in reversed(self.entries) if entry.number), 0) + 1

    @property
    def created(self) -> datetime | None:
        """When the game was created."""
        return self.entries[0].time

    @property
    def changed(self) -> datetime | None:
        """When the last row was saved."""
        return next((entry.time for entry in reversed(self.entries) if entry.time), None)


def _standing_events(entries: list[Entry]) -> list[Event]:
    """Return the events of the current commands."""
    events = [entry.event for entry in entries]
    del events[0]
    if not _TAKING_BACK.isdisjoint(map(type, events)):
        events = [entry.event for rows in timeline(entries[1:]).standing for entry in rows]
    return cast("list[Event]", events)


def project_game(game: StoredGame | None, entries: Iterable[Entry]) -> StoredGame | None:
    """Return the game made of rows, after those of ``game`` if it is given; ``None`` without rows.

    Raises ``StoreError`` if this program cannot have written such rows.
    """
    rows = [*game.entries, *entries] if game else [*entries]
    if not rows:
        return None
    created = rows[0].event
    if type(created) is not GameCreated:
        raise StoreError(f"{rows[0].originator_id}: the first row does not create a game")
    try:
        start = start_of(created)
        return StoredGame(rows, fold(start, _standing_events(rows)), start)
    except UNREADABLE as error:
        raise StoreError(
            f"{rows[0].originator_id}: the rows do not make a game ({error!r}); verify tells more"
        ) from error


# What was undone, and where: each undone span as a continuation. Numbers of commands are never used twice, so
# the commands that were ever given form a tree: each follows the one that was the last when it was given. The current
# ones are one path through it; every other path is a span.


class UndoneSpan(Struct, frozen=True):
    """Commands that were given one after the other and taken back.

    ``anchor`` is how many of the commands that stand came before; ``steps`` are those that followed, of which the first
    ``shared`` belong to an earlier span as well. ``is_redoable``: a redo would bring them back.
    """

    anchor: int
    steps: tuple[Step, ...]
    shared: int
    is_redoable: bool

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps that no earlier span has."""
        return self.steps[self.shared :]

    @property
    def batches(self) -> tuple[tuple[Event, ...], ...]:
        """The events of each step."""
        return tuple(step.events for step in self.steps)


def undone_spans(game: StoredGame) -> tuple[UndoneSpan, ...]:
    """Return the undone spans of a stored game by anchor, those of one anchor in the order in which they were given."""
    undone = {step.number: step for step in game.undone}
    if not undone:
        return ()
    parents = _parents(game)
    anchors = {0: 0, **{number: place for place, number in enumerate(game.numbers, 1)}}
    redoable = {step.number for step in game.redoable_steps}
    ends = sorted(undone.keys() - {parents[number] for number in undone})
    spans: list[UndoneSpan] = []
    told: set[int] = set()
    for end in ends:
        way = [end]
        while parents[way[-1]] in undone:
            way.append(parents[way[-1]])
        way.reverse()
        shared = sum(number in told for number in way)
        told.update(way)
        steps = tuple(undone[number] for number in way)
        spans.append(UndoneSpan(anchors[parents[way[0]]], steps, shared, end in redoable))
    return tuple(sorted(spans, key=lambda span: span.anchor))


def _parents(game: StoredGame) -> dict[int, int]:
    """Return the number of the command before which each was given, 0 at the start."""
    parents: dict[int, int] = {}
    for _, standing in walked(game.entries[1:]):
        if standing:
            parents.setdefault(standing[-1], standing[-2] if len(standing) > 1 else 0)
    return parents
