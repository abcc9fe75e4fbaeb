"""The words that sentences are made of: lists, numbers, cards, streets, rows, steps."""

from collections.abc import Iterable
from typing import Final

from calimala_es.board import street_names
from calimala_es.components import (
    ACTION_WORDS,
    COLOURED,
    IDLE_SUPPORT,
    INTRIGUE_WORDS,
    PLACE_WORDS,
    SUPPORT,
    TRADING_CITIES,
    UNKNOWN,
    WHITE,
)
from replays.languages import ENGLISH, Language
from replays.names import Table

DEPTH_WORDS: Final = {1: "top", 2: "second", 3: "third", 4: "bottom"}
"""Where a disc lies in a full stack."""

DISC_WORDS: Final = {COLOURED: "coloured", WHITE: "white", SUPPORT: "support", IDLE_SUPPORT: "support"}
"""The kinds of discs that are placed."""


_GROUPS: Final = ("PORT", "TRADE", "WOOD", "BRICK", "MARBLE")
"""The scoring tiles whose words are in the plural."""


def listed(words: Iterable[str], language: Language = ENGLISH) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def scored(place: str, language: Language = ENGLISH) -> str:
    """What is scored, as a clause: ``Lisbon is scored``, ``port cities are scored``."""
    return f"{PLACE_WORDS[place]} {'are' if place in _GROUPS else 'is'} scored"


def card_words(card: str, language: Language = ENGLISH) -> str:
    """An action card, or ``a card`` where it is not known."""
    return "a card" if card == UNKNOWN else f"the {ACTION_WORDS[card]} card"


def influence_words(card: str, language: Language = ENGLISH) -> str:
    """The place on an influence card, or ``an unknown card``."""
    return PLACE_WORDS.get(card, "an unknown card")


def street_words(table: Table, street: str) -> str:
    """A street by its two tiles: ``the street artwork-ship``."""
    return "the street " + "-".join(ACTION_WORDS[tile] for tile in street_names(table.city)[street])


def row_words(row: str, language: Language = ENGLISH) -> str:
    """A row of cells: ``Santa Croce (wood)``, ``Palazzo Vecchio (artistry)``, ``Troyes (banking, wood)``."""
    place, _, kind = row.partition(".")
    if not kind:
        return PLACE_WORDS[place]
    words = {**ACTION_WORDS, "R": INTRIGUE_WORDS["R"]}[kind]
    return f"{PLACE_WORDS[place]} ({'banking, ' if place in TRADING_CITIES else ''}{words})"


def side_words(step: int, language: Language = ENGLISH) -> str:
    """Whom a step on the faction track leads to, below zero the cardinal."""
    return "towards the cardinal" if step < 0 else "towards the emperor"


def faction_words(step: int, language: Language = ENGLISH) -> str:
    """A place on the faction track: ``2 steps towards the emperor``."""
    return f"{counted(abs(step), 'step')} {side_words(step)}" if step else "in the middle"


def step_words(step: int, language: Language = ENGLISH) -> str:
    """A step on the faction track that a discarded card brings."""
    return f"a step {side_words(step)}"
