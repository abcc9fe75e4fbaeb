"""The rows that undo, redo and replace commands. Nothing is ever deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from calimala_es.commands import Command
from calimala_es.errors import NothingToUndoError
from calimala_es.game import Game, moves_from
from calimala_es.messages import Message
from calimala_es.state import State
from calimala_es.store.folding import beginning, current_numbers
from calimala_es.store.row_events import Redone, Undone
from calimala_es.store.rows import EventRow, rows_of_moves
from calimala_es.store.stored_game import StoredGame


def too_few_error(id: str, verb: str, unit: str, number: int, limit: int) -> NothingToUndoError:
    """Return the error where only ``limit`` decisions, turns or changes can be undone, or redone."""
    words = _TOO_FEW[verb, unit] if limit else _NOTHING[verb]
    return NothingToUndoError(Message(words.text, id=id, number=number, limit=limit))


_NOTHING: Final = {
    "undo": Message("there is nothing to undo in {id}"),
    "redo": Message("there is nothing to redo in {id}"),
}
_TOO_FEW: Final = {
    ("undo", "decisions"): Message("cannot undo {number} decisions in {id}, only {limit}"),
    ("redo", "decisions"): Message("cannot redo {number} decisions in {id}, only {limit}"),
    ("undo", "turns"): Message("cannot undo {number} turns in {id}, only {limit}"),
    ("redo", "turns"): Message("cannot redo {number} turns in {id}, only {limit}"),
    ("undo", "changes"): Message("cannot undo {number} changes in {id}, only {limit}"),
    ("redo", "changes"): Message("cannot redo {number} changes in {id}, only {limit}"),
}


def undo_event(game: StoredGame, count: int) -> Undone:
    """Return the event that undoes the last commands of a game; raises ``NothingToUndoError``."""
    if not 1 <= count <= len(game.numbers):
        raise too_few_error(game.id, "undo", "decisions", count, len(game.numbers))
    return Undone(count)


def redo_event(game: StoredGame, count: int) -> Redone:
    """Return the event that redoes commands of a game; raises ``NothingToUndoError``.

    The game is then at the last version in which the last of them was the last current one.
    """
    if not 1 <= count <= game.redoable:
        raise too_few_error(game.id, "redo", "decisions", count, game.redoable)
    last = [game.redoable_numbers[count - 1]]
    versions = (row.originator_version for row, numbers in current_numbers(game.rows[1:]) if numbers[-1:] == last)
    return Redone(count, max(versions))


def replacing_rows(
    game: StoredGame,
    unchanged: int,
    commands: Sequence[Command],
    anchors: Mapping[int, int],
    now: datetime,
    back_to: int = 0,
    start: State | None = None,
) -> list[EventRow]:
    """Return the rows that put other commands in the place of all but the first ``unchanged`` ones.

    ``anchors`` are the numbers whose annotations belong to new commands, by their places, the first is 1. With
    ``start`` the game begins there from now on, and nothing is unchanged. Raises ``IllegalCommandError``.
    """
    number = game.next_number
    moves = moves_from(start or game.played.state_at(unchanged), commands)
    carried = tuple((number + place - unchanged - 1, anchor) for place, anchor in sorted(anchors.items()))
    count = len(game.numbers) - unchanged
    begins = beginning(Game(start.setup, start)) if start else None
    undoes = count or carried or begins
    undone = [EventRow(0, now, Undone(count, carried, back_to, len(commands), begins))] if undoes else []
    return [*undone, *rows_of_moves(moves, number, now)]


def returning_rows(game: StoredGame, target: StoredGame, now: datetime) -> list[EventRow]:
    """Return the rows by which a game returns to an earlier version of itself."""
    unchanged, version = shared_length(game.numbers, target.numbers), target.version
    is_same_start = target.start == game.start
    if not is_same_start:
        unchanged = 0
    back = target.numbers[unchanged:]
    count = len(game.numbers) - unchanged
    if is_same_start and not count and back and game.redoable and game.redoable_numbers[: len(back)] == back:
        return [EventRow(0, now, Redone(len(back), version))]
    if is_same_start and not back:
        return [EventRow(0, now, Undone(count, (), version))] if version != game.version else []
    anchors = dict(enumerate(target.anchors[unchanged:], unchanged + 1))
    start = None if is_same_start else target.start
    return replacing_rows(game, unchanged, target.played.commands[unchanged:], anchors, now, version, start)


def shared_length(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many numbers of commands two versions of a game have in common at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
