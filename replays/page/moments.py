"""Scorings as moments: who had how many cubes, in which order, for how many points, and what decided ties."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from calimala_es.components import ALL_ROWS
from calimala_es.events import AreaScored, Event, GameEnded, InfluenceScored, TileScored
from calimala_es.scoring import tile_rows
from calimala_es.setup import Setup
from replays.page.frames import PageSentences
from replays.replay import Replay
from replays.scores import INFLUENCE, ScoredKind, scored_of
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terms import place_term, scored_text, tie_lines

_NEEDED = frozenset({"cubes", "points"})
"""The parts of a position without which a record does not know what a scoring gave."""


class ScoringMoment(Struct, frozen=True, array_like=True):
    """A scoring.

    ``at`` is the position after it, ``place`` the scoring tile, the influence card or the area, ``title`` says that it
    is scored; ``ranks`` are the parties with a cube, best first, as party, cubes, points; ``bonus`` what the faction
    track added, by party; ``ties`` says what decided between parties with equally many cubes.
    """

    at: int
    kind: ScoredKind
    place: str
    title: str
    ranks: list[tuple[int, int, int]]
    bonus: tuple[int, ...]
    ties: list[str]


def moments(replay: Replay, page_text: PageSentences, since: int = 0) -> Iterator[ScoringMoment]:
    """Yield the scorings after a position of which the record knows what they gave."""
    for place in range(since, replay.last):
        event = replay.events[place]
        if isinstance(event, TileScored | InfluenceScored | AreaScored) and not _NEEDED & {*page_text.missing(place)}:
            yield _moment(event, place + 1, page_text.names)


def moments_of(events: Iterable[Event], names: Names, first: int) -> Iterator[ScoringMoment]:
    """Yield the scorings among events of which all is known; the position after the first of them is ``first``."""
    for at, event in enumerate(events, first):
        if isinstance(event, TileScored | InfluenceScored | AreaScored):
            yield _moment(event, at, names)


def _moment(event: TileScored | InfluenceScored | AreaScored, at: int, names: Names) -> ScoringMoment:
    ranks = [(seat, event.counts[seat], event.points[seat]) for seat in map(int, event.ranking)]
    kind, place, bonus = scored_of(event)
    title = scored_title(kind, place, names.language)
    return ScoringMoment(at, kind, place, title, ranks, bonus, tie_lines(names, event.ranking, event.decided))


def scored_title(kind: ScoredKind, place: str, language: Language) -> str:
    """Return what is scored, as a heading."""
    if kind == INFLUENCE:
        return language.text("influence: {place}", place=place_term(place, language))
    return scored_text(place, language)


def winners_of(events: Sequence[Event]) -> tuple[int, ...]:
    """Return who has won by the last of all events, nobody while a game goes on."""
    last = events[-1] if events else None
    return tuple(map(int, last.winners)) if isinstance(last, GameEnded) else ()


@lru_cache(maxsize=256)
def counted_by(setup: Setup, rows: int) -> Mapping[str, Sequence[str]]:
    """Return for every row of cells the scoring tiles that count it, in the order of the council (R6.4, R9.7, R10.7).

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> sorted(counted_by(shuffled_setup("bry", Random(7)), 19)["SMF.W"])
    ['SMF', 'WOOD']
    """
    counted = [(tile, tile_rows(setup, tile)) for tile in setup.council]
    return {name: [tile for tile, its in counted if row in its] for row, name in enumerate(ALL_ROWS[:rows])}
