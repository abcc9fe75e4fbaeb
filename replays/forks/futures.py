"""Several futures of one game side by side: what each has from where they part, and where it leads."""

from collections.abc import Sequence
from typing import NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.game import Game
from calimala_es.ids import EventId
from calimala_es.state import State
from notation.comparing.difference import PlayedLine
from notation.comparing.side_by_side import TurnRow, turns_side_by_side
from replays.changes import Changes, changes


class OtherTableError(CalimalaError):
    """Games that are not of one table, so that nothing of them can stand side by side."""


class Future(NamedTuple):
    """A line of play from where several part.

    ``id`` is the place of its first decision of its own, ``None`` for one that has ended there; ``decisions`` how many
    it has; ``points`` everybody's at its end, ``gained`` those since the parting; ``changes`` all that is another then.
    """

    name: str
    id: EventId | None
    decisions: int
    points: tuple[int, ...]
    gained: tuple[int, ...]
    changes: Changes
    is_over: bool


class Futures(NamedTuple):
    """Several futures: how many decisions all of them share, and the turns that are not the same in all."""

    shared: int
    state: State
    futures: tuple[Future, ...]
    turns: tuple[TurnRow, ...]


def futures(names: Sequence[str], records: Sequence[Game]) -> Futures:
    """Lines of play of one table from where the first of them parts.

    Raises ``OtherTableError`` for other tables and positions at the start, ``IllegalCommandError`` for a record that
    the rules refuse and ``NoPositionsError`` for one that tells only the result.
    """
    lines = [PlayedLine(record) for record in records]
    first = lines[0]
    for name, line in zip(names, lines, strict=True):
        if line.game.start != first.game.start:
            raise OtherTableError(f"{name} and {names[0]} do not begin with the same position")
    shared = _shared(lines)
    told = [_future(name, line, shared) for name, line in zip(names, lines, strict=True)]
    rows = [row for row in turns_side_by_side(*records) if len({*row.words}) > 1 or len({*row.points}) > 1]
    return Futures(shared, first.game.state_at(shared), tuple(told), tuple(rows))


def _shared(lines: Sequence[PlayedLine]) -> int:
    """How many decisions all lines begin with."""
    shortest = min(len(line.game.moves) for line in lines)
    for number in range(shortest):
        if len({line.command(number) for line in lines}) > 1:
            return number
    return shortest


def _future(name: str, line: PlayedLine, shared: int) -> Future:
    before, after = line.game.state_at(shared), line.game.state
    points = tuple(mat.points for mat in after.mats)
    gained = tuple(mat.points - was.points for mat, was in zip(after.mats, before.mats, strict=True))
    own = len(line.game.moves) - shared
    return Future(name, line.id(shared), own, points, gained, changes(before, after), after.is_over)
