"""Games turn by turn side by side: one set-up played by different people, or several futures of one game."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.game import Game, start_of
from calimala_es.ids import EventId
from calimala_es.known import GameKnowledge
from calimala_es.messages import Message
from calimala_es.state import State
from notation.writer.games import dumps
from notation.writer.layout import Style
from replays.changes import Changes, changes
from replays.edit.diff import PlayedLine

_BODY: Final = Style(notes=False, checks=False, variations=False, headers=False)


class TurnRow(NamedTuple):
    """A turn of several games side by side: its mark, e.g. ``7``, each game's moves, and the points after it."""

    mark: str
    words: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


def turns_side_by_side(*records: Game) -> list[TurnRow]:
    """Return games turn by turn; ``""`` and no points if a game has no such turn."""
    games = [_turns_of(record) for record in records]
    marks = dict.fromkeys(mark for row in zip_longest(*games) for mark in row if mark is not None)
    rows: list[TurnRow] = []
    for mark in marks:
        found = [each.get(mark, ("", ())) for each in games]
        rows.append(TurnRow(mark, tuple(words for words, _ in found), tuple(points for _, points in found)))
    return rows


def _turns_of(record: Game) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the turns by their marks, each with the points after it."""
    before = start_of(record)
    points: dict[str, tuple[int, ...]] = {}
    shown = GameKnowledge(record).with_points
    for number, move in enumerate(record.moves, 1):
        points[str(before.turn)] = tuple(mat.points for mat in shown(move.state, number).mats)
        before = move.state
    last = tuple(mat.points for mat in shown(record.state, len(record.moves)).mats)
    turns: dict[str, tuple[str, tuple[int, ...]]] = {}
    for text in dumps(record, _BODY).splitlines():
        mark, point, words = text.strip().partition(". ")
        if not point or not (mark.isdigit() or mark == "E"):
            mark, words = str(record.start.turn), text.strip()
        turns[mark] = (words, points.get(mark, last))
    return turns


class OtherTableError(CalimalaError):
    """Games that are not from one table, so that they cannot be compared side by side."""


class Future(NamedTuple):
    """A line of play from where several diverge.

    ``id`` is the place of its first decision of its own, ``None`` for one that has ended there; ``decisions`` is their
    number; ``points`` are all players' at its end, ``gained`` those since the divergence; ``changes`` are all parts of
    the position that differ by then.
    """

    name: str
    id: EventId | None
    decisions: int
    points: tuple[int, ...]
    gained: tuple[int, ...]
    changes: Changes
    is_over: bool


class Futures(NamedTuple):
    """Several futures: how many decisions all of them share, and the turns that differ."""

    shared: int
    state: State
    futures: tuple[Future, ...]
    turns: tuple[TurnRow, ...]


def compare_futures(names: Sequence[str], records: Sequence[Game]) -> Futures:
    """Compare lines of play of one table from where the first of them diverges.

    Raises ``OtherTableError`` for other tables and positions at the start, ``IllegalCommandError`` for an illegal
    record and ``NoPositionsError`` for one with only the result.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.edit.fork import fork_game
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> compare_futures(["whole", "fork"], [game, fork_game(game, 132, "friday#17.2.2")]).shared
    132
    """
    lines = [PlayedLine(record) for record in records]
    first = lines[0]
    for name, line in zip(names, lines, strict=True):
        if line.game.start != first.game.start:
            raise OtherTableError(
                Message("{name} and {other} do not begin with the same position", name=name, other=names[0])
            )
    shared = _count_shared(lines)
    found = [_future(name, line, shared) for name, line in zip(names, lines, strict=True)]
    rows = [row for row in turns_side_by_side(*records) if len({*row.words}) > 1 or len({*row.points}) > 1]
    return Futures(shared, first.game.state_at(shared), tuple(found), tuple(rows))


def _count_shared(lines: Sequence[PlayedLine]) -> int:
    """Return how many decisions all lines share at the beginning."""
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
