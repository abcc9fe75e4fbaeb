"""What a score pad is made for: a table, and what of it is told already; the rest is left blank for a pencil."""

from typing import Final

from msgspec import Struct

from calimala_es.families import FAMILIES
from calimala_es.setup import Setup
from replays.names import Table

CITY: Final = "city"
COUNCIL: Final = "council"
INTRIGUE_TILES: Final = "intrigue tiles"
PARTS: Final = (CITY, COUNCIL, INTRIGUE_TILES)
"""What lies on the table by chance and may be left blank."""


class Pad(Struct, frozen=True):
    """A score pad: the table with its names, the parts of ``PARTS`` that are left blank, and where and when it is.

    ``rules`` says in words what is played; ``event``, ``date`` and ``site`` are as in a record's headers, empty for a
    line to write on.
    """

    table: Table
    rules: str
    blank: frozenset[str] = frozenset()
    event: str = ""
    date: str = ""
    site: str = ""

    @property
    def setup(self) -> Setup:
        """The set-up; of the parts that are blank it says what does not count."""
        return self.table.setup


def discs_of(setup: Setup, seat: int) -> tuple[int, int, int]:
    """The coloured, white and support discs of a seat's supply (R3.3, R8.1, R11.Pazzi)."""
    coloured, white = setup.edition.discs[setup.players]
    family = FAMILIES.get(setup.families[seat]) if setup.families else None
    more = family.discs if family else (0, 0)
    return coloured + more[0], white + more[1], setup.edition.support.get(setup.players, 0)


def most_turns(setup: Setup) -> int:
    """The turns of a game that nothing ends before the discs are placed: as many rounds as the fewest discs allow.

    Discs that a family leaves unused do not count (R7.1, R9.1, R11.Pazzi).
    """
    unused = [FAMILIES[name].unused if name else 0 for name in setup.families or ("",) * setup.players]
    rounds = min(sum(discs_of(setup, seat)) - unused[seat] for seat in range(setup.players))
    return rounds * setup.players
