"""Games turn by turn side by side, as of one set-up that different people play, or as several futures of one game."""

from itertools import zip_longest
from typing import Final, NamedTuple

from notation.comparing.difference import PlayedLine
from notation.record import Record
from notation.writer import dumps
from notation.writing.style import Style

_BODY: Final = Style(notes=False, checks=False, variations=False, headers=False)


class TurnRow(NamedTuple):
    """A turn of several games side by side: its mark, as ``7``, what each has, and everybody's points behind it."""

    mark: str
    words: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


def turns_side_by_side(*records: Record) -> list[TurnRow]:
    """Games turn by turn; ``""`` and no points where a game has no such turn."""
    told = [_turns(record) for record in records]
    marks = dict.fromkeys(mark for row in zip_longest(*told) for mark in row if mark is not None)
    rows: list[TurnRow] = []
    for mark in marks:
        found = [each.get(mark, ("", ())) for each in told]
        rows.append(TurnRow(mark, tuple(words for words, _ in found), tuple(points for _, points in found)))
    return rows


def _turns(record: Record) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The turns by their marks, each with the points behind it."""
    line = PlayedLine(record)
    points: dict[str, tuple[int, ...]] = {}
    for before, after in zip(line.states, line.states[1:], strict=False):
        points[str(before.turn)] = tuple(mat.points for mat in after.mats)
    last = tuple(mat.points for mat in line.states[-1].mats)
    turns: dict[str, tuple[str, tuple[int, ...]]] = {}
    for text in dumps(record, line.states, _BODY).splitlines():
        mark, point, words = text.strip().partition(". ")
        if not point or not (mark.isdigit() or mark == "E"):
            mark, words = str(line.states[0].turn), text.strip()
        turns[mark] = (words, points.get(mark, last))
    return turns
