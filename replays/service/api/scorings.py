"""Scorings that are still to come, as they would go now.

A tile is scored with the seat that its own scoring gives (R6.1), and seats decide ties. So the next tile is forecast
for each stack that one more disc would fill, with the seat of the disc at its bottom.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREET_INDEX, STREETS
from calimala_es.components import COLOUR_WORDS, PALAZZO_ROW, SEATS, WHITE, Street
from calimala_es.frames import InfluenceScoring, Placement, TileScoring
from calimala_es.scoring import SHARED
from calimala_es.state import SEAT_OF, State
from replays.analysis.prospects import Prospect, Worth, next_places, prospects
from replays.scores import TILE
from replays.service.api.decision_options import active_disc, coming_turns
from replays.text.analysis.scorings import prospect_lines
from replays.text.names import Names
from replays.text.terms import tie_lines

_FULL = 4
"""The number of discs of which the bottom one goes to the council (R6.1)."""


_BY_ACTIVE: Final = frozenset("pn")
"""The tie-breakers that ask whose turn it is (R9.4)."""


class TilePlace(Struct, frozen=True):
    """A player's place at a tile: the place from 1, cubes, the points it scores, and the cubes needed to be first.

    The place is 0 without a cube. The third party's ``seat`` comes after those of the players.
    """

    seat: int
    colour: str
    name: str
    cubes: int
    place: int
    points: int
    missing: int


class TileOutcome(Struct, frozen=True):
    """How a tile would be scored: everybody's places, the best first, what decided ties, and a sentence about it all.

    ``decided`` is empty if there is no tie. ``streets`` are those whose stack, once full, leads to it; none if no stack
    is about to be full.
    """

    decided: str
    words: str
    ranking: list[TilePlace]
    streets: list[Street] = []


class NextTile(TileOutcome, frozen=True):
    """A tile and one way in which it would be scored; ``others`` are the outcomes with other stacks."""

    tile: str = ""
    others: list[TileOutcome] = []


def next_tiles(state: State, names: Names, most: int) -> list[NextTile]:
    """Return the next tiles to be scored, the very next one first (R6.4 to R6.6)."""
    found = [prospect for prospect in prospects(state, most) if prospect.kind == TILE]
    tiles: list[NextTile] = []
    for prospect in found:
        outcomes = [] if tiles else _outcomes_by_stack(state, names)
        first, *others = outcomes or [_outcome(prospect, names)]
        tiles.append(NextTile(first.decided, first.words, first.ranking, first.streets, prospect.place, others))
    return tiles


class NextTiles:
    """The next tiles of a game as it goes on: most decisions change nothing of how a tile would be scored.

    May be asked from several threads.
    """

    def __init__(self) -> None:
        """Begin with nothing made."""
        self._counted: tuple[object, list[int]] | None = None
        self._made: tuple[object, list[NextTile]] | None = None

    def of(self, state: State, names: Names, most: int) -> list[NextTile]:
        """Return the next tiles to be scored, the very next one first, as ``next_tiles`` does."""
        decides, known = (self._decides(state, most), names, most), self._made
        if known is None or known[0] != decides:
            self._made = known = decides, next_tiles(state, names, most)
        return known[1]

    def _decides(self, state: State, most: int) -> tuple[object, ...]:
        """Return everything that decides how the next tiles would be scored (R6.4 to R6.6, R10.8)."""
        due = [frame for frame in state.frames if isinstance(frame, TileScoring | InfluenceScoring)]
        left, counted = (state.setup, state.council, due, most), self._counted
        if counted is None or counted[0] != left:
            rows = [row for place in next_places(state, most) for row in place.rows]
            self._counted = counted = left, [*dict.fromkeys((*rows, PALAZZO_ROW))]
        gained, active = _seats_gained(state)
        is_by_active = not _BY_ACTIVE.isdisjoint(state.setup.edition.ties)
        return (
            left,
            [state.rows[row] for row in counted[1]],
            state.seats,
            [mat.faction for mat in state.mats],
            gained,
            is_by_active and (state.active, active),
        )


def _outcomes_by_stack(state: State, names: Names) -> list[TileOutcome]:
    """Return the different outcomes of the next tile, each with the streets that would bring it."""
    gained, active = _seats_gained(state)
    by_seat: dict[str, Prospect] = {}
    found: dict[tuple[tuple[int, ...], str], tuple[Prospect, list[Street]]] = {}
    for street, seat in gained:
        if seat not in by_seat:
            (by_seat[seat],) = prospects(replace(state, seats=state.seats + seat, active=active), 1)
        prospect = by_seat[seat]
        key = (prospect.points, prospect.ranking)
        _, its = found.get(key, (prospect, []))
        found[key] = prospect, [*its, street]
    return [_outcome(prospect, names, tuple(its)) for prospect, its in found.values()]


def _seats_gained(state: State) -> tuple[list[tuple[Street, str]], int]:
    """Return the streets whose stack may be the next to be full, each with the seat that goes to the council then, and
    who places a disc there, to whom a white one at the bottom counts.
    """
    streets, active = _filling_stacks(state)
    gained: list[tuple[Street, str]] = []
    for street in streets:
        bottom = state.stacks[STREET_INDEX[street]][0]
        if bottom == WHITE:
            gained.append((street, SEATS[active]))
        elif bottom in SEAT_OF:
            gained.append((street, bottom))
    return gained, active


def _filling_stacks(state: State) -> tuple[list[Street], int]:
    """Return the streets whose stack may be the next to be full, and who places a disc there.

    That is the stack whose discs are being activated, if it is full; otherwise each that has one disc less.
    """
    disc = active_disc(state)
    if disc is not None and len(state.stacks[STREET_INDEX[disc.street]]) == _FULL:
        return [disc.street], state.active
    turns = coming_turns(state, 1)
    if not turns or turns[0].seat is None:
        return [], state.active
    almost: list[Street] = [street for street in STREETS if len(state.stacks[STREET_INDEX[street]]) == _FULL - 1]
    return almost, state.active if isinstance(state.now, Placement) else turns[0].seat


@lru_cache(maxsize=1024)
def _outcome(prospect: Prospect, names: Names, streets: tuple[Street, ...] = ()) -> TileOutcome:
    """Return how a tile would be scored: few decisions change it."""
    worth = Worth(prospect.counts, prospect.ranking, prospect.decided, prospect.points, prospect.bonus)
    return TileOutcome(
        _decided_text(prospect.ranking, prospect.decided, names),
        prospect_lines(prospect, names)[0],
        _ranking(worth, names, prospect.to_first),
        [*streets],
    )


def _decided_text(ranking: str, decided: str, names: Names) -> str:
    return names.language.word("list", "; ").join(tie_lines(names, ranking, decided))


def _ranking(worth: Worth, names: Names, missing: Sequence[int]) -> list[TilePlace]:
    """Return the places of all parties, those without a cube last."""
    places = _places(worth.ranking, worth.decided)
    seats = sorted(range(len(worth.counts)), key=lambda seat: (places.get(seat, len(places) + 1), seat))
    return [
        TilePlace(
            seat,
            COLOUR_WORDS[names.colours[seat]],
            names.by_seat[seat],
            worth.counts[seat],
            places.get(seat, 0),
            worth.paid[seat],
            missing[seat],
        )
        for seat in seats
    ]


def _places(ranked: str, decided: str) -> dict[int, int]:
    """Return the place of everybody with a cube there; those whom nothing separates share one."""
    ranking = [int(seat) for seat in ranked]
    places = dict.fromkeys(ranking[:1], 1)
    for (number, (one, other)), clause in zip(enumerate(pairwise(ranking), 2), decided, strict=False):
        places[other] = places[one] if clause == SHARED else number
    return places
