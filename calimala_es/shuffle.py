"""The shuffled deck: one of the sources of what chance decides.

Randomness comes from outside as a ``random.Random``; a note taken at the table and a share code are other sources of
the same commands.
"""

from random import Random

from calimala_es.commands import Command, DealInfluence, DrawCard, TurnUpInfluence
from calimala_es.components import ACTIONS, COLOURS, SCORING_TILES, UNKNOWN
from calimala_es.editions import EDITIONS
from calimala_es.families import FAMILIES
from calimala_es.intrigue import TILES
from calimala_es.secrets import dealable, dealt_to_each
from calimala_es.setup import Ruleset, Setup, ruleset_of
from calimala_es.state import CHANCE_FRAMES, CardDraw, InfluenceDeal, State


def is_chance(state: State) -> bool:
    """Whether chance is to act now."""
    return type(state.now) in CHANCE_FRAMES


def chance_command(state: State, random: Random) -> Command:
    """What a shuffled deck gives in a state that waits for chance; every card is as likely as at the table.

    Where observations leave no card to come, the card is unknown.
    """
    now = state.now
    if type(now) is CardDraw:
        return DrawCard(state.pool[int(random.random() * len(state.pool))] if state.pool else UNKNOWN)
    if type(now) is InfluenceDeal:
        most = dealt_to_each(state)
        return DealInfluence(random.choice([deal for deal in dealable(state, most) if len(deal) == most]))
    return TurnUpInfluence(random.choice([deal for deal in dealable(state, 1) if deal])[0])


def shuffled_setup(
    colours: str,
    random: Random,
    ruleset: Ruleset | None = None,
    *,
    intrigue: bool = False,
    families: tuple[str, ...] = (),
) -> Setup:
    """A table with the eight action tiles and the fifteen scoring tiles shuffled (R3.2).

    With two players of the first edition the third party has the first colour that is free (R8.1). With ``intrigue``
    the intrigue tiles are shuffled (R10.2), and the rule set, if none is given, is the second edition's; ``families``,
    a name for each seat or an empty one, bring Intrigue with them (R11).
    """
    intrigue = intrigue or any(families)
    tiles = [action for action in ACTIONS if action != "C"]
    random.shuffle(tiles)
    council = [*SCORING_TILES]
    random.shuffle(council)
    rules = ruleset or (ruleset_of("second", intrigue=True) if intrigue else Ruleset())
    city = "".join([*tiles[:4], "C", *tiles[4:]])
    third = third_colour(colours) if len(colours) in EDITIONS[rules.edition].support else ""
    return Setup(colours, city, tuple(council), rules, third, shuffled_intrigue(random) if intrigue else (), families)


def third_colour(colours: str) -> str:
    """The third party's colour where nobody says another: the first that no player has (R8.1)."""
    return next(colour for colour in COLOURS if colour not in colours)


def shuffled_intrigue(random: Random, tiles: tuple[str, ...] = TILES) -> tuple[str, ...]:
    """The twelve intrigue tiles, one for each street (R10.2)."""
    shuffled = [*tiles]
    random.shuffle(shuffled)
    return tuple(shuffled)


def dealt_families(players: int, random: Random) -> tuple[str, ...]:
    """A family for each player (R11)."""
    return tuple(random.sample([*FAMILIES], players))
