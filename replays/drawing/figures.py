"""The figures of an analysis: which of its numbers are drawn, and what is said of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from replays.analysis import Analysis
from replays.analysis.races import Race
from replays.drawing.charts import Bar, BarPart, Notch, Series, bar_chart, line_chart, shaded_table
from replays.scores import AREA, FACTION, INFLUENCE, TILE
from replays.text.names import Names
from replays.text.scores import source_text
from replays.text.terms import join_and, place_term, points_term


class Figure(Struct, frozen=True):
    """A chart of an analysis: a short name, which a file can have, its title, what it shows in words, and the SVG.

    ``part`` is the part of the analysis (``replays.text.analysis.PARTS``) in which a report shows it.
    """

    name: str
    title: str
    words: str
    svg: str
    part: str = ""


def figures(analysis: Analysis, names: Names) -> tuple[Figure, ...]:
    """Draw all figures whose numbers are recorded, in the order in which they are read."""
    return tuple(replace(figure, part=part) for draw, part in _FIGURES for figure in draw(analysis, names))


def _points(analysis: Analysis, names: Names) -> Iterator[Figure]:
    if len(analysis.course) > 1:
        title = names.language.text("Points by turn")
        series = _series(names, [moment.points for moment in analysis.course])
        yield _lines("points", title, _ends(series, names), series, analysis, names, is_notched=True)


def _projected(analysis: Analysis, names: Names) -> Iterator[Figure]:
    projected = [moment.projected for moment in analysis.course if moment.projected is not None]
    if len(projected) > 1 and len(projected) == len(analysis.course):
        title = names.language.text("Points including everything that would have scored")
        series = _series(names, projected)
        yield _lines("projected", title, _ends(series, names), series, analysis, names, is_notched=False)


def _lead(analysis: Analysis, names: Names) -> Iterator[Figure]:
    rows = [moment.projected or moment.points for moment in analysis.course]
    players = names.setup.players
    if len(rows) > 1 and players > 1:
        title = names.language.text("Each player's lead over the best of the others")
        ahead = [
            tuple(row[seat] - max(row[:seat] + row[seat + 1 : players]) for seat in range(players)) for row in rows
        ]
        series = _series(names, ahead)
        yield _lines("lead", title, _ends(series, names), series, analysis, names, is_notched=True)


def _chances(analysis: Analysis, names: Names) -> Iterator[Figure]:
    rows = [moment.chances for moment in analysis.course if moment.chances is not None]
    if len(rows) > 1 and len(rows) == len(analysis.course):
        title = names.language.text("Chances of winning by turn, in percent")
        series = _series(names, rows)
        yield _lines("chances", title, _ends(series, names), series, analysis, names, is_notched=True)


def _lines(
    name: str,
    title: str,
    words: str,
    series: list[Series],
    analysis: Analysis,
    names: Names,
    *,
    is_notched: bool,
) -> Figure:
    notches = _notches(analysis, names) if is_notched else []
    svg = line_chart(
        title,
        words,
        series,
        across=names.language.text("turn"),
        first=analysis.course[0].turn,
        end=_end(analysis, names),
        notches=notches,
    )
    return Figure(name, title, words, svg)


def _end(analysis: Analysis, names: Names) -> str:
    """Name the last moment, if it is the end of the game."""
    return names.language.text("the end") if analysis.course[-1].seat < 0 else ""


def _series(names: Names, rows: Sequence[tuple[float, ...]]) -> list[Series]:
    """Return a line for each party, with its numbers in the rows."""
    return [
        Series(names.by_seat[party], names.colours[party], tuple(row[party] for row in rows))
        for party in range(len(rows[0]))
    ]


def _ends(series: list[Series], names: Names) -> str:
    """Say where the lines end, for those who do not see them."""
    language = names.language
    ends = [language.text("{name} {number}", name=line.name, number=f"{line.values[-1]:g}") for line in series]
    return language.text("At the end: {list}.", list=join_and(ends, language))


def _notches(analysis: Analysis, names: Names) -> list[Notch]:
    """Mark the scorings of tiles."""
    first = analysis.course[0].turn
    return [
        Notch(first + race.scored_in, race.place, place_term(race.place, names.language))
        for race in analysis.races
        if race.scored_in >= 0 and race.kind == TILE
    ]


_SHORT: Final = {INFLUENCE: "({})", FACTION: "+{}"}
"""How a bar names a source: by the code of the place, in brackets for a card, after a plus for the track."""


def _sources(analysis: Analysis, names: Names) -> Iterator[Figure]:
    if analysis.points is None or not any(analysis.points.totals):
        return
    language = names.language
    bars = [
        Bar(
            name,
            names.colours[party],
            tuple(
                BarPart(
                    source.points[party],
                    _SHORT.get(source.kind, "{}").format(source.place),
                    source_text(source, language),
                )
                for source in analysis.points.sources
                if source.points[party] > 0
            ),
        )
        for party, name in enumerate(names.by_seat)
    ]
    title = language.text("Where the points came from")
    totals = [
        language.text("{name} {points}", name=name, points=points_term(total, language))
        for name, total in zip(names.by_seat, analysis.points.totals, strict=True)
    ]
    words = language.text("{list}.", list=join_and(totals, language))
    yield Figure("sources", title, words, bar_chart(title, words, bars))


def _gifts(analysis: Analysis, names: Names) -> Iterator[Figure]:
    cells = analysis.gifts.cells
    if not cells:
        return
    language, players = names.language, names.setup.players
    actions = {(gift.giver, gift.receiver): float(gift.actions + gift.played) for gift in cells}
    points = {(gift.giver, gift.receiver): round(float(gift.points), 1) for gift in cells}
    tables = (
        ("gifts-actions", language.text("Actions and cards given to each player"), actions),
        ("gifts-points", language.text("What those actions and cards were worth in the end"), points),
    )
    words = language.text("One row per active player, one column per player whose disc was activated.")
    for name, title, numbers in tables:
        rows = [
            (names.by_seat[giver], [numbers.get((giver, receiver), 0) for receiver in range(players)])
            for giver in range(players)
        ]
        yield Figure(name, title, words, shaded_table(title, words, names.by_seat[:players], rows))


def _races(analysis: Analysis, names: Names) -> Iterator[Figure]:
    for race in sorted(analysis.races, key=lambda race: (race.scored_in < 0, race.scored_in)):
        if analysis.course and any(map(any, race.counts)):
            yield _race(race, analysis, names)


_RACES: Final = {TILE: "race", AREA: "area"}


def _race(race: Race, analysis: Analysis, names: Names) -> Figure:
    language, place = names.language, place_term(race.place, names.language)
    if race.kind in _RACES:
        title = language.text("What counted for {place}", place=place)
    else:
        title = language.text("What counted for the {place} influence card", place=place)
    series = _series(names, [*race.counts])
    words = _ends(series, names)
    is_end = len(race.counts) == len(analysis.course)
    svg = line_chart(
        title,
        words,
        series,
        across=language.text("turn"),
        first=analysis.course[0].turn,
        end=_end(analysis, names) if is_end else "",
        is_small=True,
    )
    return Figure(f"{_RACES.get(race.kind, 'influence')}-{race.place}", title, words, svg)


_FIGURES: Final[tuple[tuple[Callable[[Analysis, Names], Iterator[Figure]], str], ...]] = (
    (_points, "points"),
    (_projected, "lead"),
    (_lead, "lead"),
    (_chances, "chances"),
    (_sources, "points"),
    (_gifts, "gifts"),
    (_races, "races"),
)
"""What draws figures, in the order in which they are read, and the part of the analysis that they belong to."""
