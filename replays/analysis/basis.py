"""The basis of an analysis: what is recorded, and what is not."""

from typing import Final

from msgspec import Struct

from calimala_es.components import UNKNOWN
from calimala_es.events import CardDrawn, WentUnrecorded
from notation.partial.coverage import Known
from replays.analysis.prospects import unknown_cards
from replays.replay import Replay


class Basis(Struct, frozen=True):
    """The information that is not recorded.

    ``lacking`` names the parts of positions that a record of less depth omits, as in ``known.Known``: anything that
    needs them is omitted from the analysis. ``missed`` and ``observed`` are ids: something happened there that was not
    recorded; a part of the position was corrected by an observation. ``unknown_cards`` counts influence cards that are
    unknown at the end, ``unknown_draws`` action cards that were drawn unseen. ``is_over`` says whether the game was
    recorded to its end, ``is_sound`` whether all decisions were legal.
    """

    lacking: tuple[str, ...]
    missed: tuple[str, ...]
    observed: tuple[str, ...]
    unknown_cards: int
    unknown_draws: int
    is_over: bool
    is_sound: bool


CUBES: Final = "cubes"
POINTS: Final = "points"


def basis(replay: Replay, known: Known) -> Basis:
    """Return what is known about a game."""
    marks = replay.marks
    return Basis(
        known.missing,
        tuple(str(mark.id) for mark in marks if isinstance(mark.event, WentUnrecorded)),
        tuple(str(mark.id) for mark in marks if not isinstance(mark.event, WentUnrecorded)),
        unknown_cards(replay.end),
        sum(isinstance(event, CardDrawn) and event.card == UNKNOWN for event in replay.events),
        replay.end.is_over,
        True,
    )
