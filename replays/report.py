"""The report of an analysis as one page of HTML: a chapter for each part, with its figures, its table, its sentences.

The page opens from a disk, prints, and needs no network.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from replays.analysis import Analysis
from replays.drawing.charts import STYLE, STYLE_ELEMENT
from replays.drawing.figures import Figure, figures
from replays.html import document, inline_svg
from replays.text.analysis import PARTS
from replays.text.analysis.chances import chance_rows, chance_sentences
from replays.text.analysis.numbers import basis_lines
from replays.text.analysis.points import IN_BRACKETS, lead_rows, lead_sentences, point_sentences
from replays.text.names import Names
from replays.text.scores import source_text

Row = tuple[str, Sequence[str]]


class Grid(Struct, frozen=True):
    """A table of a report: a head above every column and before every row; the sums and a note stand below."""

    heads: Sequence[str]
    rows: Sequence[Row]
    totals: Row | None = None
    note: str = ""


class Chapter(Struct, frozen=True):
    """A part of the analysis as the report has it; lines that begin with a space belong to the one before."""

    name: str
    title: str
    figures: Sequence[tuple[Markup, str]]
    table: Grid | None
    lines: Sequence[str]


def report(analysis: Analysis, names: Names, *, title: str, about: Sequence[str] = ()) -> str:
    """Return the page; ``title`` is the game's, ``about`` lines below it, as where and when it was played."""
    drawn = figures(analysis, names)
    chapters = [_chapter(name, words, analysis, names, drawn) for name, (words, _) in PARTS.items()]
    return document(
        "report.html",
        names.language,
        game_title=title,
        about=about,
        warnings=basis_lines(analysis, names),
        chapters=[chapter for chapter in chapters if chapter.figures or chapter.table or chapter.lines],
        plot_style=Markup(STYLE),
    )


def _chapter(name: str, title: str, analysis: Analysis, names: Names, drawn: Iterable[Figure]) -> Chapter:
    pictures = [_picture(figure) for figure in drawn if figure.part == name]
    grid = _GRIDS[name](analysis, names) if name in _GRIDS else None
    return Chapter(name, title, pictures, grid, [line for line in _SENTENCES[name](analysis, names) if line])


def _picture(figure: Figure) -> tuple[Markup, str]:
    """Return a figure without the style that the page has once, and its caption."""
    return inline_svg(figure.svg.replace(STYLE_ELEMENT, "")), figure.words


def points_grid(analysis: Analysis, names: Names) -> Grid | None:
    """Return a row for each source, with everybody's points and, in brackets, cubes."""
    if analysis.points is None:
        return None
    language = names.language
    rows = [
        (
            source_text(source, language),
            [
                f"{points} ({source.counts[party]})" if source.counts and source.counts[party] else str(points or "·")
                for party, points in enumerate(source.points)
            ],
        )
        for source in analysis.points.sources
    ]
    totals = (language.text("total"), [str(total) for total in analysis.points.totals])
    return Grid((language.text("source"), *names.by_seat), rows, totals)


def _lead_grid(analysis: Analysis, names: Names) -> Grid | None:
    """Return a row for each round, with everybody's points and, in brackets, the projected ones."""
    if not analysis.course:
        return None
    language = names.language
    note = "" if analysis.course[-1].projected is None else language.text(IN_BRACKETS)
    return Grid((language.text("turn"), *names.by_seat), lead_rows(analysis, names), note=note)


def _chance_grid(analysis: Analysis, names: Names) -> Grid | None:
    """Return a row for each round, with everybody's chance of winning."""
    rows = chance_rows(analysis, names)
    return Grid((names.language.text("turn"), *names.by_seat[: names.setup.players]), rows) if rows else None


_GRIDS: Final[dict[str, Callable[[Analysis, Names], Grid | None]]] = {
    "points": points_grid,
    "lead": _lead_grid,
    "chances": _chance_grid,
}
"""The table of each part that has one."""

_SENTENCES: Final = {
    **{part: lines_of for part, (_, lines_of) in PARTS.items()},
    "points": point_sentences,
    "lead": lead_sentences,
    "chances": chance_sentences,
}
"""What gives the sentences of each part."""
