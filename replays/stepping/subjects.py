"""What one can ask the history of, as text: a row, a cube, a street, a disc, an action card, an influence card.

``SMF.W`` is a row and ``SMF.W/2`` the cube in its second cell; ``AS`` a street and ``AS/1`` the top disc on it;
``disc:7`` the disc placed in turn 7; ``card:W`` all wood cards and ``card:7.2.3`` the one drawn by that event;
``influence:LIS`` an influence card. Case does not matter, nor the order of a street's tiles.
"""

import re
from typing import Final, Literal, NamedTuple

from calimala_es.board import street_names
from calimala_es.components import ACTION_WORDS, ACTIONS, ALL_ROWS, INFLUENCE_CARDS
from calimala_es.errors import CalimalaError
from calimala_es.setup import Setup
from replays.stepping.cards import CARD
from replays.stepping.discs import DISC, START
from replays.stepping.influence import INFLUENCE

SubjectKind = Literal["row", "cube", "street", "lying", "disc", "cards", "card", "influence"]

LONGEST_SUBJECT: Final = 40
MOST_QUOTED: Final = 60


class SubjectError(CalimalaError):
    """No thing of this game has this name; says what names look like."""


class Subject(NamedTuple):
    """What a history is of.

    ``kind`` ``row`` and ``cube``: ``name`` is the row, ``number`` the cell; ``street`` and ``lying``: the street as
    the rules have it (``12``), the depth; ``disc`` and ``card``: the name of the life; ``cards``: an action's code;
    ``influence``: a place.
    """

    kind: SubjectKind
    name: str
    number: int = 0


_NUMBERED: Final = re.compile(r"(.+)/([1-9][0-9]?)")
_ID: Final = rf"(?:[0-9]{{1,9}}(?:\.[0-9]{{1,9}}){{0,2}}|{START})"
_DISC: Final = re.compile(rf"{_ID}(?:/[A-Z]{{2}}\.[1-9][0-9]?)?", re.IGNORECASE)
_CARD: Final = re.compile(rf"{_ID}(?:/[1-9][0-9]?)?", re.IGNORECASE)


def parse_subject(text: str, setup: Setup) -> Subject:
    """Read the subject that a text names; raises ``SubjectError``."""
    word = text.strip()
    if len(word) <= LONGEST_SUBJECT:
        kind, colon, name = word.partition(":")
        found = _named(kind.casefold(), name) if colon else _lying(word.upper(), setup)
        if found:
            return found
    raise SubjectError(
        f"there is no {text[:MOST_QUOTED]!r} to follow; a row is SMF.W, a cube SMF.W/2, a street AS, a disc AS/1 or"
        f" {DISC}:7, a card {CARD}:W or {CARD}:7.2.3, an influence card {INFLUENCE}:LIS"
    )


def _named(kind: str, name: str) -> Subject | None:
    code = name.upper()
    if kind == INFLUENCE and code in INFLUENCE_CARDS:
        return Subject("influence", code)
    if kind == CARD:
        letter = next((action for action, word in ACTION_WORDS.items() if word == name.casefold()), code)
        if letter in ACTIONS and len(letter) == 1:
            return Subject("cards", letter)
        return Subject("card", f"{CARD}:{name.casefold()}") if _CARD.fullmatch(name) else None
    if kind == DISC and _DISC.fullmatch(name):
        came, slash, tiles = name.partition("/")
        return Subject("disc", f"{DISC}:{came.casefold()}{slash}{tiles.upper()}")
    return None


def _lying(word: str, setup: Setup) -> Subject | None:
    numbered = _NUMBERED.fullmatch(word)
    name, number = (numbered[1], int(numbered[2])) if numbered else (word, 0)
    if name in ALL_ROWS[: len(setup.ruleset.cells)]:
        return Subject("cube" if number else "row", name, number)
    street = next((code for code, tiles in street_names(setup.city).items() if sorted(tiles) == sorted(name)), None)
    return Subject("lying" if number else "street", street, number) if street else None


def format_subject(subject: Subject, setup: Setup) -> str:
    """Return the text that names a subject."""
    name = subject.name
    if subject.kind in ("street", "lying"):
        name = street_names(setup.city)[name]
    elif subject.kind in ("cards", "influence"):
        name = f"{CARD if subject.kind == 'cards' else INFLUENCE}:{name}"
    return f"{name}/{subject.number}" if subject.number else name
