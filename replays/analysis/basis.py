"""What an analysis rests on: what the record tells, and what it does not."""

from typing import Final

from msgspec import Struct

from calimala_es.components import UNKNOWN
from calimala_es.events import CardDrawn, WentUnrecorded
from notation.partial.known import Known
from replays.analysis.prospects import unknown_cards
from replays.replay import Replay


class Basis(Struct, frozen=True):
    """What is not recorded.

    ``lacking`` names the parts of positions that a record of less depth leaves out, as ``known.Known`` does: whatever
    needs them is left out of the analysis. ``missed`` and ``observed`` are ids: something happened there that nobody
    wrote down; a part of the position was set right as it was seen. ``unknown_cards`` counts influence cards that are
    not told at the end, ``unknown_draws`` action cards that were drawn unseen. ``is_over`` tells whether the game was
    recorded to its end, ``is_sound`` that the rules refused nothing.
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
    """What is known of a game."""
    marks = replay.marks
    return Basis(
        known.lacking,
        tuple(str(mark.id) for mark in marks if isinstance(mark.event, WentUnrecorded)),
        tuple(str(mark.id) for mark in marks if not isinstance(mark.event, WentUnrecorded)),
        unknown_cards(replay.end),
        sum(isinstance(event, CardDrawn) and event.card == UNKNOWN for event in replay.events),
        replay.end.is_over,
        True,
    )
