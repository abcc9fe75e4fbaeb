"""Where the points came from: every scoring with what each seat got for it, and the sums.

The sums are those of the points track. Where somebody saw other points at the table than the record has, the
difference is a source of its own.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from calimala_es.events import AreaScored, InfluenceScored, PartObserved, TileScored
from replays.languages import Language
from replays.names import Names, padded
from replays.replay import Replay
from replays.style import wrapped
from replays.words import place_words, ranking_words

TILE: Final = "tile"
INFLUENCE: Final = "influence"
FACTION: Final = "faction"
AREA: Final = "area"
OBSERVED: Final = "observed"
BEFORE: Final = "before"
"""The kinds of sources: a scoring tile, an influence card, what the faction track added to a tile, an area of Intrigue,
points seen at the table, points before the record."""


class Source(Struct, frozen=True):
    """One source of points.

    ``kind`` is one of the constants above, ``place`` the tile, card or area (for other kinds empty), ``id`` the event's
    place in the game; ``counts`` and ``points`` are per seat, the third party's last; ``ranking`` and ``decided`` as in
    ``events.TileScored``. Where no cubes were counted ``counts``, ``ranking`` and ``decided`` are empty.
    """

    kind: str
    place: str
    id: str
    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]


class Scores(Struct, frozen=True):
    """All sources until a position in their order, and the points that they come to per party."""

    sources: tuple[Source, ...]
    totals: tuple[int, ...]


def scores(replay: Replay, position: int | None = None) -> Scores:
    """Return the sources of all points at a position, by default the last."""
    last = replay.last if position is None else position
    sources = tuple(_sources(replay, last))
    seats = range(len(replay.start.mats))
    return Scores(sources, tuple(sum(source.points[seat] for source in sources) for seat in seats))


def _sources(replay: Replay, last: int) -> Iterator[Source]:
    start = tuple(mat.points for mat in replay.start.mats)
    if any(start):
        yield Source(BEFORE, "", "", (), "", "", start)
    for place in _scorings(replay, last):
        event, id = replay.events[place], str(replay.ids[place])
        if isinstance(event, TileScored):
            yield Source(TILE, event.tile, id, event.counts, event.ranking, event.decided, event.points)
            if any(event.bonus):
                yield Source(FACTION, event.tile, id, (), "", "", event.bonus)
        elif isinstance(event, InfluenceScored):
            yield Source(INFLUENCE, event.card, id, event.counts, event.ranking, event.decided, event.points)
        elif isinstance(event, AreaScored):
            yield Source(AREA, event.area, id, event.counts, event.ranking, event.decided, event.points)
        else:
            mats = zip(replay.states[place].mats, replay.states[place + 1].mats, strict=True)
            yield Source(OBSERVED, "", id, (), "", "", tuple(new.points - old.points for old, new in mats))


def _scorings(replay: Replay, last: int) -> Iterator[int]:
    for place, event in enumerate(replay.events[:last]):
        if isinstance(event, TileScored | InfluenceScored | AreaScored) or _is_points(event):
            yield place


def _is_points(event: object) -> bool:
    return isinstance(event, PartObserved) and event.part.endswith(".points")


# As a table.

SOURCE_WIDTH: Final = 34
LINE_WIDTH: Final = 80
INDENT: Final = "  "
NAME_WIDTH: Final = 8


def source_words(source: Source, language: Language) -> str:
    """Return the name of a source."""
    if source.kind == OBSERVED:
        return language.text("points seen at the table")
    if source.kind == BEFORE:
        return language.text("points before this record")
    place = place_words(source.place, language)
    if source.kind == INFLUENCE:
        return language.text("influence: {place}", place=place)
    return language.text("faction: {place}", place=place) if source.kind == FACTION else place


def _cell(source: Source, seat: int) -> str:
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
        lines.append(f"{padded(source_words(source, names.language), SOURCE_WIDTH - 1)} {cells}".rstrip())
        for words in ranking_words(names, source.ranking, source.decided):
            first, *rest = words.split(" ")
            lines += wrapped([INDENT + first, *rest], LINE_WIDTH, INDENT * 2)
    totals = "".join(f"{total:<{NAME_WIDTH}} " for total in scores.totals)
    rule = "─" * (SOURCE_WIDTH + (NAME_WIDTH + 1) * len(names.by_seat) - 1)
    together = padded(names.language.text("together"), SOURCE_WIDTH)
    return [*lines, rule, f"{together}{totals}".rstrip()]
