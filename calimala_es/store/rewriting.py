"""The rows of commands: of those that are given, undone, redone, or that replace others. Nothing is ever deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from calimala_es.commands import Command
from calimala_es.errors import NothingToUndoError
from calimala_es.game import moves_from
from calimala_es.store.row_events import Redone, Undone
from calimala_es.store.rows import EventRow, rows_of_moves
from calimala_es.store.stored_game import StoredGame, current_numbers


def undo_event(game: StoredGame, count: int) -> Undone:
    """Return the event that undoes the last commands of a game; raises ``NothingToUndoError``."""
    if not 1 <= count <= len(game.numbers):
        raise NothingToUndoError(f"{game.id} has {len(game.numbers)} commands that can be undone, not {count}")
    return Undone(count)


def redo_event(game: StoredGame, count: int) -> Redone:
    """Return the event that redoes commands of a game; raises ``NothingToUndoError``.

    The game is then at the last version in which the last of them was the last current one.
    """
    if not 1 <= count <= game.redoable:
        raise NothingToUndoError(f"{game.id} has {game.redoable} commands that can be redone, not {count}")
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
) -> list[EventRow]:
    """Return the rows that put other commands in the place of all but the first ``unchanged`` ones.

    ``anchors`` are the numbers whose annotations belong to new commands, by their places, the first is 1. Raises
    ``IllegalCommandError``.
    """
    number = game.next_number
    moves = moves_from(game.played.state_at(unchanged), commands)
    carried = tuple((number + place - unchanged - 1, anchor) for place, anchor in sorted(anchors.items()))
    count = len(game.numbers) - unchanged
    undone = [EventRow(0, now, Undone(count, carried, back_to, len(commands)))] if count or carried else []
    return [*undone, *rows_of_moves(moves, number, now)]


def returning_rows(game: StoredGame, target: StoredGame, now: datetime) -> list[EventRow]:
    """Return the rows by which a game returns to an earlier version of itself."""
    unchanged, version = shared_length(game.numbers, target.numbers), target.version
    back = target.numbers[unchanged:]
    count = len(game.numbers) - unchanged
    if not count and back and game.redoable_numbers[: len(back)] == back:
        return [EventRow(0, now, Redone(len(back), version))]
    if not back:
        return [EventRow(0, now, Undone(count, (), version))] if count else []
    anchors = dict(enumerate(target.anchors[unchanged:], unchanged + 1))
    return replacing_rows(game, unchanged, target.played.commands[unchanged:], anchors, now, version)


def shared_length(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many numbers of commands two versions of a game have in common at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
