"""The headers of a game beside its set-up: which there are, and who may see, search and erase them.

A header is a name with a value; a record may have any. Those below are known to say where and when a game was played,
how it ended, where it comes from, or what people are called. Any other may name somebody, so it counts as a name: it
can be erased, and somebody who may not know the players does not see it.
"""

from typing import Final

from calimala_es.components import COLOUR_WORDS

EVENT: Final = "Event"
SITE: Final = "Site"
DATE: Final = "Date"
ROUND: Final = "Round"
OCCASION: Final = (EVENT, SITE, DATE, "Time", ROUND)
"""Where and when a game was played."""

SCRIBE: Final = "Scribe"
"""The header that names who wrote the record."""

NAME_HEADERS: Final = {word.capitalize(): code for code, word in COLOUR_WORDS.items()}
"""The header that gives the name of the player of a colour, as ``Blue``."""

RESULT: Final = "Result"
"""The header with everybody's points in the order of the seats, as ``42-38-35``; any other value is only preserved."""

FORK: Final = "Fork"
"""The header that says where a game comes from, e.g. ``friday#7.2.3``: a game and the last event of that game."""

SHUFFLE: Final = "Shuffle"
"""The header with the seed of a deck that the program shuffles and deals from."""

LAYER: Final = "Layer"
"""The header that declares a layer of notes."""

SHOWN_HEADERS: Final = (EVENT, SITE, DATE, ROUND, SCRIBE)
"""The headers that pages and books begin with."""

PUBLIC_HEADERS: Final = frozenset((*OCCASION, SCRIBE, RESULT, *NAME_HEADERS))
"""What everybody at the table knows."""

NAMELESS_HEADERS: Final = frozenset((*OCCASION, RESULT))
"""What strangers may read of a game whose players are not named."""

_IMPERSONAL: Final = NAMELESS_HEADERS | {FORK, SHUFFLE}
"""The headers that name nobody."""


def is_personal(header: str) -> bool:
    """Return whether a header of this name may name somebody.

    >>> is_personal("Blue"), is_personal("Referee"), is_personal("Event")
    (True, True, False)
    """
    return header.capitalize() not in _IMPERSONAL
