"""Games turn by turn side by side, as of one set-up that different people play, or as several futures of one game."""

from itertools import zip_longest
from typing import Final, NamedTuple

from calimala_es.game import Game
from notation.writer import dumps, start_of
from notation.writing.style import Style

_BODY: Final = Style(notes=False, checks=False, variations=False, headers=False)


class TurnRow(NamedTuple):
    """A turn of several games side by side: its mark, as ``7``, what each has, and everybody's points behind it."""

    mark: str
    words: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


def turns_side_by_side(*records: Game) -> list[TurnRow]:
    """Games turn by turn; ``""`` and no points where a game has no such turn."""
    told = [_turns(record) for record in records]
    marks = dict.fromkeys(mark for row in zip_longest(*told) for mark in row if mark is not None)
    rows: list[TurnRow] = []
    for mark in marks:
        found = [each.get(mark, ("", ())) for each in told]
        rows.append(TurnRow(mark, tuple(words for words, _ in found), tuple(points for _, points in found)))
    return rows


def _turns(record: Game) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The turns by their marks, each with the points behind it."""
    before = start_of(record)
    points: dict[str, tuple[int, ...]] = {}
    for move in record.moves:
        points[str(before.turn)] = tuple(mat.points for mat in move.state.mats)
        before = move.state
    last = tuple(mat.points for mat in record.state.mats)
    turns: dict[str, tuple[str, tuple[int, ...]]] = {}
    for text in dumps(record, _BODY).splitlines():
        mark, point, words = text.strip().partition(". ")
        if not point or not (mark.isdigit() or mark == "E"):
            mark, words = str(record.start.turn), text.strip()
        turns[mark] = (words, points.get(mark, last))
    return turns
