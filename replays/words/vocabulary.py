"""The words that have a form for their place in a sentence, and the sentences of the rules core.

A context says where in a sentence a word is. Every language may have a different form for it; the English form is the
message itself.
"""

from typing import Final

from calimala_es.actions.missing import MISSING
from calimala_es.components import (
    ACTION_WORDS,
    CHURCHES,
    COLOUR_WORDS,
    DEED_WORDS,
    MATERIALS,
    PALAZZO,
    PLACE_WORDS,
    PORTS,
    SCORING_TILES,
    TRADING_CITIES,
)
from calimala_es.decide.illegal import CANNOT
from calimala_es.editions import EDITIONS
from calimala_es.families import FAMILIES
from calimala_es.scoring import CLAUSE_WORDS
from calimala_es.waiting import ACTING, GOES_ON, WAITING

DEPTH_WORDS: Final = {1: "top", 2: "second", 3: "third", 4: "bottom"}
"""The position of a disc in a full stack; for a language see ``basics.depth_words``."""

SHORT_PLACE_WORDS: Final = {
    **PLACE_WORDS,
    "SMF": "S. Maria del Fiore",
    "WOOD": "wood in churches",
    "BRICK": "brick in churches",
    "MARBLE": "marble in churches",
}
"""The names of the tiles if there is little space."""

ACTION: Final = "action"
SQUARE: Final = "square"
MATERIAL: Final = "material"
PLACE: Final = "place"
TO: Final = "to"
IN: Final = "in"
TILE: Final = "tile"
BUILDING: Final = "building"
SCORED: Final = "scored"
COLOUR: Final = "colour"
TIE: Final = "tie"
DEPTH: Final = "depth"

CONTEXTS: Final[dict[str, tuple[str, ...]]] = {
    ACTION: tuple(DEED_WORDS.values()),
    SQUARE: tuple(ACTION_WORDS.values()),
    MATERIAL: tuple(ACTION_WORDS[code] for code in MATERIALS),
    PLACE: tuple(PLACE_WORDS.values()),
    TO: tuple(PLACE_WORDS[place] for place in (*PORTS, *TRADING_CITIES, *CHURCHES, PALAZZO)),
    IN: tuple(PLACE_WORDS[city] for city in TRADING_CITIES),
    TILE: tuple(SHORT_PLACE_WORDS[tile] for tile in SCORING_TILES),
    BUILDING: tuple(PLACE_WORDS[place] for place in (*CHURCHES, PALAZZO)),
    SCORED: tuple(PLACE_WORDS.values()),
    COLOUR: (*COLOUR_WORDS.values(), "white"),
    TIE: tuple(CLAUSE_WORDS.values()),
    DEPTH: tuple(DEPTH_WORDS.values()),
}
"""The words of each context.

The name of an action, the same on a square of the city (10 columns); a material; the name of a place, its form as a
destination and as a location; a scoring tile in a list (18 columns), a building in a list (21 columns); what is scored;
a colour; a clause that decides a tie; the position of a disc in a stack.
"""

SENTENCES: Final = (
    *(words for _, words in (*WAITING.values(), GOES_ON)),
    ACTING,
    *CANNOT.values(),
    *MISSING.values(),
    *(edition.title for edition in EDITIONS.values()),
    *(words for family in FAMILIES.values() for words in (family.ability, family.start)),
)
"""Messages in tables of the rules core."""
