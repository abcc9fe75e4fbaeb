"""The table of all points: a line for each source, with the number of cubes, and how ties were decided."""

from typing import Final

from replays.scores import BEFORE, FACTION, INFLUENCE, OBSERVED, PointSource, Scores
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terminal import padded, wrapped
from replays.text.terms import place_term, tie_lines

SOURCE_WIDTH: Final = 34

LINE_WIDTH: Final = 80

INDENT: Final = "  "

NAME_WIDTH: Final = 8


def source_text(source: PointSource, language: Language) -> str:
    """Return the name of a source."""
    if source.kind == OBSERVED:
        return language.text("points seen at the table")
    if source.kind == BEFORE:
        return language.text("points before this record")
    place = place_term(source.place, language)
    if source.kind == INFLUENCE:
        return language.text("influence: {place}", place=place)
    return language.text("faction: {place}", place=place) if source.kind == FACTION else place


def _cell(source: PointSource, seat: int) -> str:
    """Return the points followed by the number of cubes, ``3 (5)``; a dot if there was no cube."""
    if not source.counts:
        return str(source.points[seat] or "·")
    count = source.counts[seat]
    return f"{source.points[seat]} ({count})" if count else "·"


def scores_lines(scores: Scores, names: Names) -> list[str]:
    """Return a table with a line for each source: points and, in brackets, cubes; ties are explained below."""
    head = " " * SOURCE_WIDTH + "".join(f"{padded(name, NAME_WIDTH)} " for name in names.by_seat)
    lines = [head.rstrip()]
    for source in scores.sources:
        cells = "".join(f"{_cell(source, seat):<{NAME_WIDTH}} " for seat in range(len(names.by_seat)))
        lines.append(f"{padded(source_text(source, names.language), SOURCE_WIDTH - 1)} {cells}".rstrip())
        for words in tie_lines(names, source.ranking, source.decided):
            first, *rest = words.split(" ")
            lines += wrapped([INDENT + first, *rest], LINE_WIDTH, INDENT * 2)
    totals = "".join(f"{total:<{NAME_WIDTH}} " for total in scores.totals)
    rule = "─" * (SOURCE_WIDTH + (NAME_WIDTH + 1) * len(names.by_seat) - 1)
    together = padded(names.language.text("total"), SOURCE_WIDTH)
    return [*lines, rule, f"{together}{totals}".rstrip()]
