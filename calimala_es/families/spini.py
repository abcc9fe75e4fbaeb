"""Spini: a tile's action instead of a card (R11.Spini, R11.3)."""

from typing import Final

from calimala_es.board import STREETS, street_actions
from calimala_es.components import ACTIONS, SEATS
from calimala_es.families.family import Family
from calimala_es.state import State

_CENTRE: Final = "C"
"""The middle of the city is no tile."""


def _instead_of_card(state: State, seat: int) -> str:
    """Return the tiles beside the streets whose top disc is the player's, on the player's own turn."""
    if state.active != seat:
        return ""
    pairs = street_actions(state.setup.city)
    tiles = {
        tile
        for street, stack in zip(STREETS, state.stacks, strict=True)
        if stack[-1:] == SEATS[seat]
        for tile in pairs[street]
    }
    return "".join(action for action in ACTIONS if action in tiles and action != _CENTRE)


SPINI: Final = Family(
    name="Spini",
    ability=(
        "on their turn, instead of drawing a card, the player may do the action of an action tile next to "
        "a street whose top disc is theirs"
    ),
    start="two cards from the deck",
    example=">AP",
    example_words="Spini: done instead of drawing a card",
    start_draws=2,
    instead_of_card=_instead_of_card,
)
