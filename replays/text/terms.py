"""The words that sentences are made of: lists, numbers, places, actions, cards, streets, rows, steps.

A word has a form for each of its possible places in a sentence. A context says where that is; every language may have a
different form for it, and the English form is the message itself.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from calimala_es.board import street_names
from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    CHURCHES,
    COLOUR_WORDS,
    COLOURED,
    DEED_WORDS,
    IDLE_SUPPORT,
    MATERIALS,
    PALAZZO,
    PLACE_WORDS,
    PORTS,
    SCORING_TILES,
    SUPPORT,
    TRADING_CITIES,
    UNKNOWN,
    WHITE,
    Street,
)
from calimala_es.decide.illegal import CANNOT
from calimala_es.editions import EDITIONS
from calimala_es.families import FAMILIES
from calimala_es.messages import ACTING, ACTING_ONCE, BOARD_REVEAL, GOES_ON, WAITING
from calimala_es.missing import MISSING
from calimala_es.scoring import BY_CUBES, CLAUSE_WORDS, SHARED
from calimala_es.state import Mat
from replays.text.languages import Language, message
from replays.text.names import Names

DEPTH_WORDS: Final = {1: "top", 2: "second", 3: "third", 4: "bottom"}
"""The position of a disc in a full stack; for a language see ``depth_term``."""

SHORT_PLACE_WORDS: Final = {**PLACE_WORDS, "SMF": "S. Maria del Fiore"}
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
destination and as a location; a scoring tile in a list (23 columns), a building in a list (21 columns); what is scored;
a colour; a clause that decides a tie; the position of a disc in a stack.
"""

SENTENCES: Final = (
    *(words for _, words in (*WAITING.values(), GOES_ON)),
    ACTING,
    ACTING_ONCE,
    BOARD_REVEAL,
    *CANNOT.values(),
    *MISSING.values(),
    *(edition.title for edition in EDITIONS.values()),
    *(words for family in FAMILIES.values() for words in (family.ability, family.start, family.example_words)),
)
"""Messages in tables of the rules core."""


# The words in a language.

_DISCS: Final = {
    COLOURED: message("a coloured disc"),
    WHITE: message("a white disc"),
    SUPPORT: message("a support disc"),
    IDLE_SUPPORT: message("a support disc"),
}

_GROUPS: Final = ("PORT", "TRADE", "WOOD", "BRICK", "MARBLE")
"""The scoring tiles whose words are in the plural."""


# Lists and numbers.


def join_and(words: Iterable[str], language: Language) -> str:
    """Return the words as a list: ``a``, ``a and b``, ``a, b and c``.

    >>> from replays.text.languages import ENGLISH
    >>> join_and("abc", ENGLISH)
    'a, b and c'
    """
    return _joined(words, language.word("list", " and "), language)


def join_or(words: Iterable[str], language: Language) -> str:
    """Return the words as alternatives: ``a``, ``a or b``, ``a, b or c``."""
    return _joined(words, language.word("list", " or "), language)


def _joined(words: Iterable[str], conjunction: str, language: Language) -> str:
    *most, last = words
    return f"{language.word('list', ', ').join(most)}{conjunction}{last}" if most else last


@lru_cache(4096)
def points_term(number: int, language: Language) -> str:
    """Return e.g. ``1 point``, ``2 points``.

    >>> from replays.text.languages import ENGLISH
    >>> points_term(2, ENGLISH)
    '2 points'
    """
    return language.counted("{number} point", "{number} points", number)


# Places, actions, discs. There are a few hundred of these words, so each is found once a language.


@cache
def place_term(place: str, language: Language, context: str = PLACE) -> str:
    """Return a city, a building, a tile or an area by its code, in the form of a context.

    >>> from replays.text.languages import ENGLISH
    >>> place_term("LIS", ENGLISH)
    'Lisbon'
    """
    return language.word(context, PLACE_WORDS[place])


@cache
def action_term(action: str, language: Language, context: str = ACTION) -> str:
    """Return an action, or an intrigue action, by its code, in the form of a context.

    >>> from replays.text.languages import language_of
    >>> action_term("W", language_of("hu"))
    'fa'
    """
    return language.word(context, DEED_WORDS[action])


@cache
def actions_term(actions: str, language: Language) -> str:
    """Return what an activated disc does, each action once: ``wood and brick``."""
    return join_and((action_term(action, language) for action in dict.fromkeys(actions)), language)


@cache
def material_term(kind: str, language: Language) -> str:
    """Return wood, brick or marble by its code."""
    return language.word(MATERIAL, ACTION_WORDS[kind])


@cache
def colour_term(colour: str, language: Language) -> str:
    """Return a player colour by its letter."""
    return language.word("colour", COLOUR_WORDS[colour])


@cache
def disc_term(disc: str, language: Language) -> str:
    """Return the disc that is placed, by its kind: ``a coloured disc``."""
    return language.text(_DISCS[disc])


@cache
def depth_term(depth: int, language: Language) -> str:
    """Return the position of a disc in a stack: ``top``, ``second``, ``third``, ``bottom``."""
    return language.word("depth", DEPTH_WORDS[depth])


@cache
def scored_text(place: str, language: Language) -> str:
    """Return what is scored, as a clause: ``Lisbon is scored``, ``port cities are scored``."""
    words = place_term(place, language, SCORED)
    return language.text("{place} are scored" if place in _GROUPS else "{place} is scored", place=words)


# Cards.


@cache
def card_term(card: str, language: Language) -> str:
    """Return the action card that a player draws, plays or discards; ``a card`` if it is not known."""
    if card == UNKNOWN:
        return language.word("object", "a card")
    return language.word("object", "the {action} card", action=action_term(card, language))


@cache
def card_name(card: str, language: Language) -> str:
    """Return the name of an action card; ``a card`` if it is not known."""
    if card == UNKNOWN:
        return language.word("name", "a card")
    return language.word("name", "the {action} card", action=action_term(card, language))


@cache
def influence_term(card: str, language: Language) -> str:
    """Return the place on an influence card, or ``an unknown card``."""
    return place_term(card, language) if card in PLACE_WORDS else language.text("an unknown card")


def influence_card_term(card: str, language: Language) -> str:
    """Return e.g. ``London influence card``, as the name of its scoring."""
    return language.text("{place} influence card", place=influence_term(card, language))


# Streets and rows.


_STREET_WORDS: Final = {
    "name": message("the {tiles} street", "name"),
    "onto": message("the {tiles} street", "onto"),
    "of": message("the {tiles} street", "of"),
}


@cache
def _street_between(tiles: str, context: str, language: Language) -> str:
    """Return the street between two tiles in one of the forms of ``_STREET_WORDS``."""
    return language.word(context, _STREET_WORDS[context], tiles=tiles_term(tiles, language))


def tiles_term(tiles: str, language: Language) -> str:
    """Return the two tiles that a street is between: ``artwork-ship``."""
    one, other = (action_term(tile, language) for tile in tiles)
    return language.text("{one}-{other}", one=one, other=other)


def street_term(names: Names, street: Street) -> str:
    """Return a street by its two tiles: ``the artwork-ship street``.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> street_term(names, "12")
    'the ship-transport street'
    """
    return _street_between(street_names(names.city)[street], "name", names.language)


def onto_street(names: Names, street: Street) -> str:
    """Return the street that a disc is placed on; in English as ``street_term``, after ``on``."""
    return _street_between(street_names(names.city)[street], "onto", names.language)


def of_street(names: Names, street: Street) -> str:
    """Return the street that a disc belongs to or leaves; in English as ``street_term``, after ``of``."""
    return _street_between(street_names(names.city)[street], "of", names.language)


def row_term(row: str, language: Language) -> str:
    """Return a row of cells: ``Santa Croce (wood)``, ``Palazzo Vecchio (artistry)``, ``Troyes (banking, wood)``."""
    place, _, kind = row.partition(".")
    name = place_term(place, language)
    if not kind:
        return name
    if place in TRADING_CITIES:
        return language.text("{place} (banking, {material})", place=name, material=material_term(kind, language))
    word = material_term(kind, language) if kind in MATERIALS else action_term(kind, language)
    return language.text("{place} ({row})", place=name, row=word)


# The faction track.


def faction_term(step: int, language: Language) -> str:
    """Return a place on the faction track: ``2 steps towards the emperor``."""
    if not step:
        return language.text("in the middle")
    if step < 0:
        return language.counted("{number} step towards the cardinal", "{number} steps towards the cardinal", -step)
    return language.counted("{number} step towards the emperor", "{number} steps towards the emperor", step)


def step_term(step: int, language: Language) -> str:
    """Return the step on the faction track that a discarded card brings."""
    return language.text("a step towards the cardinal") if step < 0 else language.text("a step towards the emperor")


def hand_text(mat: Mat) -> str:
    """Return the cards of a hand as letters in the order of the actions, ``?`` for each unknown one."""
    known = sorted(mat.open + mat.secret, key=ACTIONS.index)
    return "".join(known) + UNKNOWN * mat.unknown


# Scorings.


def tie_lines(names: Names, ranking: str, decided: str) -> list[str]:
    """Return what decided between players with equally many cubes, one clause per pair of neighbours."""
    language = names.language
    words: list[str] = []
    for one, other, clause in zip(ranking, ranking[1:], decided, strict=False):
        given = {"one": names.name(int(one)), "other": names.name(int(other))}
        why = clause_term(clause, language)
        if clause == SHARED:
            words.append(language.text("{one} and {other}: {clause}", **given, clause=why))
        elif clause != BY_CUBES:
            words.append(language.text("{one} beats {other}: {clause}", **given, clause=why))
    return words


@cache
def clause_term(clause: str, language: Language) -> str:
    """Return what ranks one player ahead of another (R6.6), by its letter: ``more seats in the council``."""
    return language.word(TIE, CLAUSE_WORDS[clause])


@lru_cache(4096)
def cubes_term(place: str, number: int, language: Language, *, is_needed: bool = False) -> str:
    """Return how many cubes count for a place, or are needed there; for the Palazzo, artwork and seats (R7.3)."""
    if place == PALAZZO and is_needed:
        return language.counted("{number} artwork or seat", "{number} artworks or seats", number, context="needed")
    if place == PALAZZO:
        return language.counted("{number} artwork or seat", "{number} artworks and seats", number)
    return language.counted("{number} cube", "{number} cubes", number)
