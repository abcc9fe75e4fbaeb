"""The chances of winning that the judge noted, turn by turn, and the turns that changed them most."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.course import TurnScore
from replays.text.analysis.numbers import row
from replays.text.analysis.points import LABEL, rounds, turn_label
from replays.text.names import Names
from replays.text.terms import join_and

MOST_TURNS: Final = 5
"""The number of turns that are named."""

_LEAST: Final = 1.0
"""The least change in percent that is named."""


def chance_lines(analysis: Analysis, names: Names) -> list[str]:
    """Return a table with a line for each round, then a sentence for each turn that changed much."""
    rows = chance_rows(analysis, names)
    if not rows:
        return []
    heads = row(names.language.text("turn"), names.by_seat[: names.setup.players], LABEL)
    return [heads, *(row(label, cells, LABEL) for label, cells in rows), "", *chance_sentences(analysis, names)]


def chance_rows(analysis: Analysis, names: Names) -> list[tuple[str, list[str]]]:
    """Return the turn, and everybody's chance, where it is noted at the end of a round or at the last moment."""
    return [
        (turn_label(point, names), [_percent(chance, names) for chance in point.chances])
        for point in rounds(analysis.course, names.setup.players)
        if point.chances
    ]


def chance_sentences(analysis: Analysis, names: Names) -> list[str]:
    """Return a sentence for each of the turns that changed somebody's chance most, in the order of the game."""
    changes = sorted(_changes(analysis), key=lambda found: -max(map(abs, found[1])))[:MOST_TURNS]
    language = names.language
    lines: list[str] = []
    for point, change in sorted(changes, key=lambda found: found[0].turn):
        gains = [
            language.text("{name} {number}", name=names.name(seat), number=_percent(more, names, is_signed=True))
            for seat, more in enumerate(change)
            if abs(more) >= _LEAST
        ]
        if gains and point.seat >= 0:
            lines.append(
                language.text(
                    "Turn {turn} ({name}): {list}.",
                    turn=point.turn,
                    name=names.name(point.seat),
                    list=join_and(gains, language),
                )
            )
    return lines


def _changes(analysis: Analysis) -> Iterator[tuple[TurnScore, tuple[float, ...]]]:
    """Yield the moments before which chances are noted too, with how much each changed."""
    for before, point in pairwise(analysis.course):
        if before.chances and point.chances:
            yield point, tuple(late - early for early, late in zip(before.chances, point.chances, strict=True))


def _percent(number: float, names: Names, *, is_signed: bool = False) -> str:
    return names.language.text("{number}%", number=f"{number:+.0f}" if is_signed else f"{number:.0f}")
