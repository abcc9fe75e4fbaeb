"""The tables of a report."""

from collections.abc import Iterable, Sequence

from replays.analysis import Analysis
from replays.analysis.telling.lead import IN_BRACKETS, lead_rows
from replays.html import Node, element
from replays.names import Table
from replays.scores import source_words


def points_table(analysis: Analysis, table: Table) -> Node | None:
    """A row for each source, with everybody's points and, in brackets, cubes; the sums below."""
    if analysis.points is None:
        return None
    language = table.language
    rows = [
        (
            source_words(source, language),
            [
                f"{points} ({source.counts[party]})" if source.counts and source.counts[party] else str(points or "·")
                for party, points in enumerate(source.points)
            ],
        )
        for source in analysis.points.sources
    ]
    totals = (language.text("together"), [str(total) for total in analysis.points.totals])
    return _table((language.text("source"), *table.names), rows, totals)


def lead_table(analysis: Analysis, table: Table) -> Node | None:
    """A row for each round, with everybody's points and, in brackets, the projected ones."""
    if not analysis.course:
        return None
    language = table.language
    made = _table((language.text("turn"), *table.names), lead_rows(analysis, table))
    if analysis.course[-1].projected is None:
        return made
    return element("div", made, element("p", language.text(IN_BRACKETS), class_="quiet"))


_Row = tuple[str, Sequence[str]]


def _table(heads: Sequence[str], rows: Iterable[_Row], totals: _Row | None = None) -> Node:
    """A table with a head above every column and before every row, and, if there are any, sums below."""
    head = element("thead", element("tr", *(element("th", words, scope="col") for words in heads)))
    foot = [element("tfoot", _row(*totals))] if totals else []
    body = element("tbody", *(_row(label, cells) for label, cells in rows))
    return element("div", element("table", head, body, *foot), class_="wide", tabindex="0")


def _row(label: str, cells: Sequence[str]) -> Node:
    return element("tr", element("th", label, scope="row"), *(element("td", cell) for cell in cells))
