"""Records that tell only the result: who played, and the points. They have no positions."""

from msgspec.structs import replace

from calimala_es.components import SCORING_TILES
from calimala_es.errors import CalimalaError, SetupError
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.state import State

ANY_CITY = "WBMUCAVTS"
"""A city for the rules to judge a table by whose city nobody told."""


class NoPositionsError(CalimalaError):
    """Something asks for positions or decisions, and the record tells only the result."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("this record tells only the result (Depth), so it has no positions and no decisions")


def stand_in(setup: Setup) -> State:
    """A first position for a set-up whose city and council may be unknown, to read and write notes in.

    Raises ``SetupError`` for a table that the rules do not allow, and for intrigue tiles beside streets that nobody
    told.
    """
    if setup.intrigue and not setup.city:
        raise SetupError("intrigue tiles lie beside streets, and the city is not told", "R10.2")
    return initial(replace(setup, city=setup.city or ANY_CITY, council=setup.council or SCORING_TILES))
