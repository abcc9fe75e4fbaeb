"""What is settled before anybody acts: the rule set, the seating, the city and the order of the scorings (R3)."""

from typing import Final

from msgspec import Struct

from calimala_es.components import ACTIONS, CELLS, COLOUR_WORDS, COLOURS, DECK, ROWS, SCORING_TILES
from calimala_es.editions import EDITIONS
from calimala_es.errors import SetupError

RULES_VERSION: Final = 1
"""The version of the rules as this package plays them: the order of ``legal`` and every state belong to it."""


class Ruleset(Struct, frozen=True, array_like=True, gc=False):
    """An edition, the version of its rules, and the numbers of the box that are assumed or that a house may change.

    ``deck`` is the number of copies of each action card in the order of ``ACTIONS`` (R2.3); ``cells`` the number of
    cells of each of ``ROWS`` (R2.5).
    """

    edition: str = "first"
    version: int = RULES_VERSION
    deck: tuple[int, ...] = DECK
    cells: tuple[int, ...] = CELLS


class Setup(Struct, frozen=True, array_like=True, gc=False):
    """One table: colours in turn order (R3.1), tiles of the squares 1 to 9 (R2.1), scoring tiles in order (R3.2)."""

    colours: str
    city: str
    council: tuple[str, ...] = SCORING_TILES
    ruleset: Ruleset = Ruleset()

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.colours)


def check_setup(setup: Setup) -> Setup:
    """Return ``setup`` if it can be played; raise ``SetupError`` with the rule otherwise."""
    rules = setup.ruleset
    edition = EDITIONS.get(rules.edition)
    if edition is None:
        raise SetupError(f"unknown rules {rules.edition!r}; known: {', '.join(EDITIONS)}", "R3")
    if rules.version != RULES_VERSION:
        raise SetupError(f"rules version {rules.version} is not known here; this is version {RULES_VERSION}", "R3")
    if len(setup.colours) not in edition.discs:
        raise SetupError(f"{len(setup.colours)} players; {edition.title} is for {edition.player_range}", "R3.3")
    if len(set(setup.colours)) != len(setup.colours) or not set(setup.colours) <= set(COLOURS):
        known = ", ".join(f"{code} {word}" for code, word in COLOUR_WORDS.items())
        raise SetupError(f"colours {setup.colours!r}; each player has one of his own out of {known}", "R3.1")
    if len(setup.city) != 9 or set(setup.city) != set(ACTIONS) or setup.city[4] != "C":
        raise SetupError(
            f"city {setup.city!r}; nine squares, contribute (C) in the centre, W B M U A V S T once", "R2.1"
        )
    if sorted(setup.council) != sorted(SCORING_TILES):
        raise SetupError(f"council {' '.join(setup.council)}; each of {' '.join(SCORING_TILES)} once", "R2.2")
    if len(rules.deck) != len(ACTIONS) or not all(0 <= copies <= 99 for copies in rules.deck):
        raise SetupError(f"deck {rules.deck}; a number of copies from 0 to 99 for each of {' '.join(ACTIONS)}", "R2.3")
    if any(rules.deck[ACTIONS.index(card)] < 1 for card in edition.starting_cards):
        raise SetupError(f"the deck lacks one of the starting cards {' '.join(edition.starting_cards)}", "R3.5")
    if len(rules.cells) != len(ROWS) or not all(0 <= cells <= 99 for cells in rules.cells):
        raise SetupError(f"cells {rules.cells}; a number from 0 to 99 for each of the {len(ROWS)} rows", "R2.5")
    return setup
