"""The points that a place would pay if it were scored now, and how many cubes each party needs there.

Everything here is a function of one position, so it is available at any time of a game, also during play. Ranking,
ties and points come from the council (section R6); this module has only their consequences.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.components import AREA_ROWS, INFLUENCE_CARDS, SEATS, TILE_ROWS, UNKNOWN
from calimala_es.frames import AreaScoring, GameOver, InfluenceScoring, TileScoring
from calimala_es.scoring import TIE_BREAKERS, area_points, bonus, final_cards, free_tiles, score_place, tile_rows
from calimala_es.setup import Setup
from calimala_es.state import State
from replays.scores import AREA, INFLUENCE, TILE, ScoredKind


class ScoringPlace(NamedTuple):
    """Something that is scored: its kind as in ``scores`` (tile, influence, area), its code, the rows that count."""

    kind: ScoredKind
    code: str
    rows: tuple[int, ...]


class Worth(NamedTuple):
    """The points that a place pays at a moment: fields as in ``events.TileScored``; ``bonus`` is empty without
    Intrigue.
    """

    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]
    bonus: tuple[int, ...] = ()

    @property
    def paid(self) -> tuple[int, ...]:
        """The points of each party, including those for the faction track."""
        return tuple(map(sum, zip(self.points, self.bonus, strict=True))) if self.bonus else self.points


class Prospect(Struct, frozen=True):
    """A place that is not scored yet, in its current state.

    ``kind`` is ``tile``, ``influence`` or ``area``, ``place`` its code; ``ahead`` is how many tiles are scored before
    a tile, -1 for places scored at the end. ``counts``, ``points`` and ``bonus`` are by party, ``ranking`` and
    ``decided`` as in ``events.TileScored``. ``to_next`` are the cubes that each party needs to rank one place higher
    (with no cube there: to have one), ``to_first`` those to be alone in first place, as long as nobody else adds any
    and seats and Palazzo do not change; 0 for a party that is there.
    """

    kind: ScoredKind
    place: str
    ahead: int
    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]
    bonus: tuple[int, ...]
    to_next: tuple[int, ...]
    to_first: tuple[int, ...]


def tile_place(setup: Setup, tile: str) -> ScoringPlace:
    """Return a scoring tile, by its code, and the rows that count for it (R6.4)."""
    return ScoringPlace(TILE, tile, tile_rows(setup, tile))


def card_place(card: str) -> ScoringPlace:
    """Return an influence card, by its code, and the rows that count for it (R7.3)."""
    return ScoringPlace(INFLUENCE, card, TILE_ROWS[card])


def area_place(area: str) -> ScoringPlace:
    """Return one of the two areas of Intrigue, by its code, and the rows that count for it (R10.9)."""
    return ScoringPlace(AREA, area, AREA_ROWS[area])


def worth(state: State, place: ScoringPlace) -> Worth:
    """Return what a place would pay in this position (R6.4 to R6.6, R7.3, R10.8, R10.9)."""
    score = score_place(state, place.code, place.rows, place_points(state, place.kind, place.code))
    return Worth(*score, bonus(state, place.code, score.ranking) if place.kind == TILE else ())


def place_points(state: State, kind: ScoredKind, code: str) -> tuple[int, ...]:
    """Return the points of the first, the second, ... rank of a place in this position (R6.5, R7.3, R10.9)."""
    if kind == AREA:
        return area_points(state, code)
    edition = state.setup.edition
    return edition.tile_points if kind == TILE else edition.influence_points


def unscored(state: State) -> tuple[ScoringPlace, ...]:
    """Return what is known to be still unscored: tiles in their order, areas, influence cards."""
    return tuple(next_places(state))


def _place(setup: Setup, kind: ScoredKind, code: str) -> ScoringPlace:
    if kind == TILE:
        return tile_place(setup, code)
    return card_place(code) if kind == INFLUENCE else area_place(code)


def left_to_score(state: State) -> tuple[tuple[ScoredKind, str], ...]:
    """Return the kinds and codes of what is still to be scored, see ``unscored``."""
    return (*_tiles_left(state), *_left_at_the_end(state))


def _tiles_left(state: State) -> list[tuple[ScoredKind, str]]:
    due = [frame.tile for frame in state.frames if isinstance(frame, TileScoring)]
    return [(TILE, tile) for tile in dict.fromkeys((*due, *free_tiles(state)))]


def _left_at_the_end(state: State) -> Iterator[tuple[ScoredKind, str]]:
    now, frames = state.now, state.frames
    areas: Iterable[str] = AREA_ROWS
    cards = known_cards(state)
    if any(isinstance(frame, InfluenceScoring | GameOver) for frame in frames):
        areas = [frame.area for frame in frames if isinstance(frame, AreaScoring)]
    if isinstance(now, InfluenceScoring):
        cards = tuple(card for card in final_cards(state) if card != UNKNOWN)[now.index :]
    elif isinstance(now, GameOver):
        cards = ()
    for area in areas if state.setup.intrigue else ():
        yield AREA, area
    for card in cards:
        yield INFLUENCE, card


def next_places(state: State, most: int | None = None) -> list[ScoringPlace]:
    """Return what is known to be still unscored, ``most`` of it: the next tile first."""
    tiles = _tiles_left(state)
    if most is None or len(tiles) < most:
        tiles += _left_at_the_end(state)
    return [_place(state.setup, kind, code) for kind, code in tiles[:most]]


def known_cards(state: State) -> tuple[str, ...]:
    """Return the influence cards known in this position, by the board and chosen, in the order of the box."""
    known = {*state.by_board, *(card for mat in state.mats for card in (*mat.kept, *mat.shown))}
    return tuple(card for card in INFLUENCE_CARDS if card in known)


def unknown_cards(state: State) -> int:
    """Return how many influence cards are to be scored that are unknown in this position."""
    cards = (*state.by_board, *(card for mat in state.mats for card in (*mat.kept, *mat.shown)))
    return cards.count(UNKNOWN)


def prospects(state: State, most: int | None = None) -> tuple[Prospect, ...]:
    """Return every place that is not scored yet; the next tile first, places scored at the end last.

    ``most`` is the maximum number to return.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.replay import Replay
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> [prospect.place for prospect in prospects(replay.start)][:3]
    ['WOOD', 'SMF', 'PORT']
    """
    ranks = tie_ranks(state)
    return tuple(
        [
            _prospect(place, number if place.kind == TILE else AT_THE_END, worth(state, place), ranks)
            for number, place in enumerate(next_places(state, most))
        ]
    )


AT_THE_END: Final = -1
"""The value of ``ahead`` for places that are scored when the game is over."""


def _prospect(place: ScoringPlace, ahead: int, value: Worth, ranks: tuple[int, ...]) -> Prospect:
    nearest, first = missing_cubes(value.counts, ranks)
    return Prospect(place.kind, place.code, ahead, *value, nearest, first)


def tie_ranks(state: State) -> tuple[int, ...]:
    """Return the rank of each party in ties: the lower one is ahead, equal ones share (``scoring.TIE_BREAKERS``)."""
    breakers = [TIE_BREAKERS[breaker] for breaker in state.setup.edition.ties]
    keys = [[breaker(state, seat) for breaker in breakers] for seat in SEATS[: len(state.mats)]]
    return tuple([sum(other < key for other in keys) for key in keys])


@lru_cache(maxsize=1 << 14)
def missing_cubes(counts: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cubes that each party needs to rank one place higher, and to be first; see ``Prospect``."""
    nearest, first = [0] * len(counts), [0] * len(counts)
    for seat, own in enumerate(counts):
        needs = [
            more
            for other, theirs in enumerate(counts)
            if other != seat and theirs and (more := theirs - own + (ranks[seat] >= ranks[other])) > 0
        ]
        first[seat] = max((*needs, 0 if own else 1))
        nearest[seat] = min(needs, default=first[seat]) if own else 1
    return tuple(nearest), tuple(first)
