"""From the rows of a game to its current commands, and from those to its positions.

Undo and redo are folded first: a row that undoes takes commands away, one that redoes brings them back. The events of
the commands that are left are folded over the position with which the game begins.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from calimala_es.decide import command_of
from calimala_es.errors import StoreError
from calimala_es.events import PartObserved
from calimala_es.evolve import EVOLVERS
from calimala_es.game import Game, Move
from calimala_es.initial import initial
from calimala_es.state import State
from calimala_es.store.row_events import GameCreated, Redone, Undone, restored_state, stored_position
from calimala_es.store.rows import EventRow, RowEvent

TAKING_BACK: Final = frozenset({Undone, Redone})
"""The events after which commands may be redone."""

number_of: Final = attrgetter("number")
"""The number of the command that a row belongs to."""

UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of folding rows that this program cannot have written."""


class Timeline(NamedTuple):
    """The rows of each command: the current ones, those that a redo can restore (next one last), the others."""

    current: list[list[EventRow]]
    redoable: list[list[EventRow]]
    dropped: list[list[EventRow]]


def timeline(rows: Iterable[EventRow]) -> Timeline:
    """Fold undo and redo over the rows of a game, without its creation."""
    current: list[list[EventRow]] = []
    redoable: list[list[EventRow]] = []
    dropped: list[list[EventRow]] = []
    for row in rows:
        event = row.event
        if type(event) is Undone:
            redoable += [current.pop() for _ in range(event.count)]
        elif type(event) is Redone:
            current += [redoable.pop() for _ in range(event.count)]
        elif current and row.number == current[-1][0].number:
            current[-1].append(row)
        elif row.number:
            current.append([row])
        if redoable and _ends_redo(row):
            dropped += reversed(redoable)
            redoable.clear()
    return Timeline(current, redoable, dropped)


def _ends_redo(row: EventRow) -> bool:
    """Return whether what was undone before a row cannot be redone after it."""
    event = row.event
    return type(event) not in TAKING_BACK or (isinstance(event, Undone) and event.begins is not None)


def current_numbers(rows: Iterable[EventRow]) -> Iterator[tuple[EventRow, list[int]]]:
    """Yield each row of a game, without its creation, with the numbers of the current commands after it.

    It is always the same list, as it grows and shrinks.
    """
    current: list[int] = []
    undone: list[int] = []
    for row in rows:
        event = row.event
        if isinstance(event, Undone):
            undone += [current.pop() for _ in range(event.count)]
        elif isinstance(event, Redone):
            current += [undone.pop() for _ in range(event.count)]
        elif row.number and (not current or current[-1] != row.number):
            current.append(row.number)
        if undone and _ends_redo(row):
            undone.clear()
        yield row, current


def current_rows(rows: Sequence[EventRow]) -> Sequence[EventRow]:
    """Return the rows of the current commands of the rows of a game, without its creation."""
    return rows if all(map(number_of, rows)) else [*chain.from_iterable(timeline(rows).current)]


def corrects(event: RowEvent) -> bool:
    """Return whether other commands replaced earlier ones then, or the set-up was corrected."""
    return isinstance(event, Undone) and bool(event.brings or event.begins)


def plain_count(rows: Sequence[EventRow]) -> int | None:
    """Return the number of the current commands of a game, if that is all that these rows, its first ones, come to.

    ``None`` if they have corrected anything, or one of these commands says what was observed. Raises one of
    ``UNREADABLE`` for rows that this program cannot have written.
    """
    kinds = {type(row.event) for row in rows}
    if Undone in kinds and any(corrects(row.event) for row in rows if not row.number):
        return None
    current = current_rows(rows[1:])
    if PartObserved in kinds and any(type(row.event) is PartObserved for row in current):
        return None
    return len({row.number for row in current})


def starting_state(created: GameCreated) -> State:
    """Return the position that a game begins with; raises ``SetupError``."""
    return restored_state(created.setup, created.start) if created.start else initial(created.setup)


def beginning(game: Game) -> GameCreated:
    """Return the event that creates a game: its set-up, and where it starts if that is not turn 0."""
    return GameCreated(game.setup, stored_position(game.start) if game.starts_midway else None)


def beginnings_of(rows: Iterable[EventRow]) -> Iterator[tuple[int, GameCreated]]:
    """Yield what a game begins with from a version on: as it was created, then each correction of the set-up."""
    for row in rows:
        event = row.event
        if isinstance(event, GameCreated):
            yield row.originator_version, event
        elif isinstance(event, Undone) and event.begins is not None:
            yield row.originator_version, event.begins


def states_of(start: State, rows: Iterable[EventRow]) -> list[State]:
    """Return the position before each of the current commands, whose rows these are, and that after the last."""
    evolvers, state, number = EVOLVERS, start, 0
    states: list[State] = []
    for row in rows:
        if row.number != number:
            states.append(state)
            number = row.number
        event: Any = row.event
        state = evolvers[type(event)](state, event)
    states.append(state)
    return states


def stored_moves(batches: Iterable[list[EventRow]], states: Iterable[State]) -> tuple[Move, ...]:
    """Return the moves of the rows of commands, in order; ``states`` are those after each."""
    moves: list[Move] = []
    for rows, state in zip(batches, states, strict=True):
        events: Any = tuple([row.event for row in rows])
        command = command_of(events[0])
        if command is None:
            raise StoreError(f"{rows[0].originator_id}: row {rows[0].originator_version} must not begin a command")
        moves.append(Move(command, events, state))
    return tuple(moves)


def stored_moves_from(state: State, batches: Sequence[list[EventRow]]) -> tuple[Move, ...]:
    """Return the moves of the rows of commands that were given from a position on; raises ``StoreError``."""
    try:
        return stored_moves(batches, states_of(state, chain.from_iterable(batches))[1:])
    except UNREADABLE as error:
        raise unreadable_error(batches[0][0].originator_id, error) from error


def unreadable_error(id: str, error: Exception) -> StoreError:
    """Return the error for rows that this program cannot have written; ``error`` is one of ``UNREADABLE``."""
    return StoreError(f"{id}: the rows do not make a game ({error!r}); calimala check --all gives the details")
