"""The shuffled deck: one of the sources of what chance decides.

Randomness comes from outside as a ``random.Random``; a note taken at the table and a share code are other sources of
the same commands.
"""

from random import Random

from calimala_es.commands import Command, DealInfluence, DrawCard, TurnUpInfluence
from calimala_es.components import ACTIONS, SCORING_TILES, UNKNOWN
from calimala_es.editions import EDITIONS
from calimala_es.secrets import dealable
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import CHANCE_FRAMES, Dealing, Drawing, State


def is_chance(state: State) -> bool:
    """Whether chance is to act now."""
    return type(state.now) in CHANCE_FRAMES


def chance_command(state: State, random: Random) -> Command:
    """What a shuffled deck gives in a state that waits for chance; every card is as likely as at the table.

    Where observations leave no card to come, the card is unknown.
    """
    now = state.now
    if type(now) is Drawing:
        return DrawCard(state.pool[int(random.random() * len(state.pool))] if state.pool else UNKNOWN)
    if type(now) is Dealing:
        most = EDITIONS[state.setup.ruleset.edition].dealt[len(state.mats)]
        return DealInfluence(random.choice([deal for deal in dealable(state, most) if len(deal) == most]))
    return TurnUpInfluence(random.choice([deal for deal in dealable(state, 1) if deal])[0])


def shuffled_setup(colours: str, random: Random, ruleset: Ruleset | None = None) -> Setup:
    """A table with the eight action tiles and the fifteen scoring tiles shuffled (R3.2)."""
    tiles = [action for action in ACTIONS if action != "C"]
    random.shuffle(tiles)
    council = [*SCORING_TILES]
    random.shuffle(council)
    return Setup(colours, "".join([*tiles[:4], "C", *tiles[4:]]), tuple(council), ruleset or Ruleset())
