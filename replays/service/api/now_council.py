"""Who would win the scoring tiles that are still to come, if they were scored in a position."""

from itertools import pairwise

from msgspec import Struct

from calimala_es.components import COLOUR_WORDS
from calimala_es.scoring import SHARED
from calimala_es.state import State
from replays.analysis.prospects import Prospect, Worth, prospects
from replays.analysis.telling.prospects import prospect_words
from replays.names import Table
from replays.scores import TILE
from replays.words import ranking_words


class TileStanding(Struct, frozen=True):
    """Somebody at a tile: the place (1 is the first), cubes, the points it would pay, the cubes lacking to be first.

    Who has no cube there has place 0. ``seat`` of the third party is the one behind the players'.
    """

    seat: int
    colour: str
    name: str
    cubes: int
    place: int
    points: int
    lacking: int


class NextTile(Struct, frozen=True):
    """A tile as it would be scored: who stands where, the best first; what decided ties, and all in a sentence.

    ``decided`` is empty where nobody is level with anybody.
    """

    tile: str
    decided: str
    words: str
    standing: list[TileStanding]


def next_tiles(state: State, table: Table, most: int) -> list[NextTile]:
    """The next tiles to be scored, the very next one first (R6.4 to R6.6)."""
    return [_told(prospect, table) for prospect in prospects(state, most) if prospect.kind == TILE]


def _told(prospect: Prospect, table: Table) -> NextTile:
    paid = Worth(prospect.counts, prospect.ranking, prospect.decided, prospect.points, prospect.bonus).paid
    places = _places(prospect)
    seats = sorted(range(len(prospect.counts)), key=lambda seat: places.get(seat, len(places) + 1))
    return NextTile(
        prospect.place,
        table.language.word("list", "; ").join(ranking_words(table, prospect.ranking, prospect.decided)),
        prospect_words(prospect, table)[0],
        [
            TileStanding(
                seat,
                COLOUR_WORDS[table.colours[seat]],
                table.names[seat],
                prospect.counts[seat],
                places.get(seat, 0),
                paid[seat],
                prospect.to_first[seat],
            )
            for seat in seats
        ],
    )


def _places(prospect: Prospect) -> dict[int, int]:
    """The place of everybody with a cube there; those whom nothing separates share one."""
    ranking = [int(seat) for seat in prospect.ranking]
    places = dict.fromkeys(ranking[:1], 1)
    for (number, (one, other)), clause in zip(enumerate(pairwise(ranking), 2), prospect.decided, strict=False):
        places[other] = places[one] if clause == SHARED else number
    return places
