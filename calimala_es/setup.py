"""What is settled before the first decision: rule set, seating, city, scoring tiles, Intrigue and families (R3)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from calimala_es.components import (
    CELLS,
    DECK,
    INTRIGUE_CELLS,
    SCORING_TILES,
    SEATS,
    TRACK_STAGES,
    TRACK_STEPS,
    Tile,
)
from calimala_es.editions import EDITIONS, Edition, Settings

RULES_VERSION: Final = 1
"""The version of the rules as this package plays them: the order of ``legal`` and every state belong to it."""


class Ruleset(Struct, frozen=True, array_like=True, gc=False):
    """An edition, the version of its rules, and the numbers of the box that are assumed or that a table may change.

    ``deck`` is the number of copies of each action card in the order of ``ACTIONS`` (R2.3); ``cells`` the number of
    cells of each of ``ROWS``, with Intrigue of each of ``ALL_ROWS`` (R2.5, R10.4); ``settings`` are those of R9;
    ``steps`` the steps of the faction track to either side of 0, and ``stages`` where its stages begin (R10.6).
    """

    edition: str = "first"
    version: int = RULES_VERSION
    deck: tuple[int, ...] = DECK
    cells: tuple[int, ...] = CELLS
    settings: Settings = Settings()
    steps: int = TRACK_STEPS
    stages: tuple[int, ...] = TRACK_STAGES


def ruleset_of(edition: str, *, intrigue: bool = False) -> Ruleset:
    """Return the usual rule set of a known edition, with the cells of Intrigue or without.

    >>> ruleset_of("first", intrigue=False).deck
    (5, 5, 5, 5, 5, 5, 5, 5, 5)
    """
    cells = CELLS + INTRIGUE_CELLS if intrigue else CELLS
    return Ruleset(edition, cells=cells, settings=EDITIONS[edition].settings)


class Setup(Struct, frozen=True, array_like=True, gc=False):
    """One table: colours in turn order (R3.1), tiles of the squares 1 to 9 (R2.1), scoring tiles in order (R3.2).

    With two players ``third`` is the colour of the third party (R8.1). ``intrigue`` gives the two actions of each
    street's intrigue tile, in the order of ``STREETS``, or nothing without Intrigue (R10.2); ``families`` the name of
    each seat's family, empty for a seat that has none, or nothing without families (R11).
    """

    colours: str
    city: str
    council: tuple[Tile, ...] = SCORING_TILES
    ruleset: Ruleset = Ruleset()
    third: str = ""
    intrigue: tuple[str, ...] = ()
    families: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.colours)

    @property
    def parties(self) -> str:
        """The colours of everybody who has cubes: the seats in turn order, then the third party."""
        return self.colours + self.third

    @property
    def third_mark(self) -> str:
        """The mark of the third party's discs, cubes and seats; empty where there is none (R8.1)."""
        return SEATS[self.players] if self.third else ""

    @property
    def edition(self) -> Edition:
        """The edition by which the table plays."""
        return EDITIONS[self.ruleset.edition]


RULE_SETS: Final = ("first", "two-players", "second", "intrigue", "families")


def rule_set_of(setup: Setup) -> str:
    """Return which of ``RULE_SETS`` a table plays."""
    return rule_set_named(setup.ruleset.edition, setup.third, setup.families, has_intrigue=bool(setup.intrigue))


def rule_set_named(edition: str, third: str, families: Sequence[str], *, has_intrigue: bool) -> str:
    """Return the rule set from details that both a set-up and a summary of a game have."""
    if any(families):
        return "families"
    if has_intrigue:
        return "intrigue"
    return "two-players" if third else edition
