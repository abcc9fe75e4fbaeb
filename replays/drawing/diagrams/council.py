"""The council and its scorings: the tiles in order, the seat on each, and what each paid to whom."""

from collections.abc import Sequence
from typing import Final

from calimala_es.components import SEATS
from calimala_es.known import EVERYTHING, Known
from calimala_es.state import State, seats_on_no_tile
from replays.drawing.diagrams.graph import (
    cell,
    fit_names,
    moment_text,
    nested,
    new_graph,
    row,
    row_of_chips,
    table,
    text,
    title,
)
from replays.drawing.svg import DISC_COLOURS, LINE, QUIET, ROAD, TILE
from replays.replay import Replay
from replays.scores import FACTION, PointSource, scores
from replays.scores import TILE as TILE_SOURCE
from replays.text.events import missing_texts
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames
from replays.text.scores import source_text
from replays.text.terminal import shortened
from replays.text.terms import place_term, tie_lines

_PARTY_WIDTH: Final = 88
_PARTY_NAME: Final = 13
_TILE_WIDTH: Final = 170
_TIES_WIDTH: Final = 300
_SEATED: Final = "#FFFFFF"


def council_diagram(
    replay: Replay,
    position: int | None = None,
    names: SeatNames | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
) -> str:
    """Draw the council at a position, by default the last, as DOT.

    It shows what the replay knows, see ``city_diagram``; where cubes or points are not recorded, none are shown.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> council_diagram(replay).splitlines()[0]
    'digraph council {'
    """
    at = replay.last if position is None else position
    table_ = fit_names(Names.of(replay.start.setup, names, language))
    notes = [language.text("The tiles in the order in which seats are taken; white rows are still free.")]
    if known.cubes:
        notes.append(
            language.text("Points, with what earned them in brackets: cubes, or artworks and seats for the Palazzo.")
        )
    head = title(
        language.text("The council {moment}", moment=moment_text(replay, at, language)),
        *notes,
        *missing_texts(replay, at, known, language),
    )
    graph = new_graph("council", head, language)
    graph.node("council", _council_label(replay, at, table_, known))
    return graph.source


def _council_label(replay: Replay, at: int, table_: Names, known: Known) -> str:
    language = table_.language
    state = replay.states[at]
    sources = scores(replay, at).sources
    scored = {source.place: source for source in sources if source.kind == TILE_SOURCE}
    bonus = {source.place: source for source in sources if source.kind == FACTION}
    order = {place: number for number, place in enumerate(scored, 1)}
    rows = [_head_row(table_)]
    for number, (tile, mark) in enumerate(zip(state.setup.council, state.council, strict=True), 1):
        source = scored.get(tile)
        fill = ROAD if mark != "." else _SEATED
        when = language.text("no. {number}, at {place}", number=order[tile], place=source.id) if source else ""
        rows.append(
            _row(
                text(str(number), size=10, colour=QUIET),
                _seat(mark, table_),
                text(place_term(tile, language), bold=True),
                text(when, size=10, colour=QUIET),
                _points(source if known.cubes else None, bonus.get(tile), table_),
                _ties(source if known.cubes else None, table_),
                fill,
            )
        )
    others = [source for source in sources if source.kind not in (TILE_SOURCE, FACTION)] if known.cubes else []
    rows += _rest(state, others, table_)
    if known.points:
        rows.append(_sum_row(state, table_))
    return table(rows, border=1, color=LINE, cellborder=0, cellspacing=0, cellpadding=4, bgcolor="#FFFFFF", rows="*")


def _row(number: str, seat: str, words: str, when: str, points: Sequence[str], ties: str, fill: str) -> str:
    return row(
        cell(number, bgcolor=fill, align="RIGHT"),
        cell(seat, bgcolor=fill),
        cell(words, bgcolor=fill, align="LEFT", width=_TILE_WIDTH),
        cell(when, bgcolor=fill, align="LEFT"),
        *(cell(shown, bgcolor=fill, width=_PARTY_WIDTH) for shown in points),
        cell(ties, bgcolor=fill, align="LEFT", width=_TIES_WIDTH),
    )


def _head_row(table_: Names) -> str:
    language = table_.language
    names = (
        cell(
            text(shortened(name, _PARTY_NAME), size=11, colour=DISC_COLOURS[colour][1], bold=True),
            bgcolor=DISC_COLOURS[colour][0],
            width=_PARTY_WIDTH,
        )
        for name, colour in zip(table_.by_seat, table_.colours, strict=True)
    )
    heads = ("", language.text("seat"), language.text("tile"), language.text("scored"))
    shown = (cell(text(head, size=10, colour=QUIET), bgcolor=TILE, align="LEFT") for head in heads)
    ties = cell(text(language.text("ties"), size=10, colour=QUIET), bgcolor=TILE, align="LEFT")
    return row(*shown, *names, ties)


def _seat(mark: str, table_: Names) -> str:
    if mark not in SEATS:
        return text("-" if mark == "x" else "", colour=QUIET)
    return row_of_chips([(table_.letter(mark), table_.letter(mark))], "CENTER", 18)


def _points(source: PointSource | None, bonus: PointSource | None, table_: Names) -> list[str]:
    """Write each party's points with the cubes in brackets, those for the faction track after a plus (R10.8)."""
    if source is None:
        return ["" for _ in table_.by_seat]
    shown: list[str] = []
    for party in range(len(table_.by_seat)):
        count = source.counts[party] if source.counts else 0
        more = bonus.points[party] if bonus and party < len(bonus.points) else 0
        points = f"{source.points[party]}{f' + {more}' if more else ''}"
        if source.counts and not count and not more:
            shown.append(text("·", colour=QUIET))
        else:
            cubes = text(f" ({count})", size=10, colour=QUIET) if source.counts else ""
            shown.append(text(points, bold=bool(source.points[party] or more)) + cubes)
    return shown


def _ties(source: PointSource | None, table_: Names) -> str:
    if source is None or not source.ranking:
        words = [table_.language.text("nobody has a cube there")] if source and source.counts else []
    else:
        words = tie_lines(table_, source.ranking, source.decided)
    rows = [row(cell(text(line, size=10, colour=QUIET, width=64), align="LEFT")) for line in words]
    return nested(rows, border=0, cellborder=0, cellspacing=0, cellpadding=0) if rows else ""


def _rest(state: State, sources: Sequence[PointSource], table_: Names) -> list[str]:
    """Return seats on no tile (R9.2), and what paid points beside the tiles: influence cards, areas, what was seen."""
    language = table_.language
    rows: list[str] = []
    for seat in seats_on_no_tile(state):
        words = text(language.text("a seat on no tile"), colour=QUIET)
        rows.append(_row("", _seat(seat, table_), words, "", ["" for _ in table_.by_seat], "", ROAD))
    for source in sources:
        words = text(source_text(source, table_.language), bold=True, width=26)
        when = text(language.text("at {place}", place=source.id) if source.id else "", size=10, colour=QUIET)
        rows.append(_row("", "", words, when, _points(source, None, table_), _ties(source, table_), ROAD))
    return rows


def _sum_row(state: State, table_: Names) -> str:
    points = [text(str(mat.points), size=14, bold=True) for mat in state.mats]
    return _row("", "", text(table_.language.text("total"), bold=True), "", points, "", TILE)
