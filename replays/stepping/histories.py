"""What one can ask the history of, as text: a row, a cube, a street, a disc, an action card, an influence card.

``SMF.W`` is a row and ``SMF.W/2`` the cube in its second cell; ``AS`` a street and ``AS/1`` the top disc on it;
``disc:7`` the disc placed in turn 7; ``card:W`` all wood cards and ``card:7.2.3`` the one drawn by that event;
``influence:LIS`` an influence card. Case does not matter, nor the order of a street's tiles.
"""

import re
from functools import cached_property
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from calimala_es.board import is_street, street_names
from calimala_es.components import ACTION_WORDS, ACTIONS, ALL_ROWS, INFLUENCE_CARDS
from calimala_es.errors import CalimalaError
from calimala_es.events import WentUnrecorded
from calimala_es.setup import Setup
from replays.replay import Replay
from replays.stepping.cards import CARD, INFLUENCE, cards_of, influence_of
from replays.stepping.cubes import Cubes, cubes_of, name_at
from replays.stepping.discs import DISC, START, Discs, discs_of
from replays.stepping.lives import History, Life, Lying

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
    """Read the subject that a text names; raises ``SubjectError``.

    >>> from calimala_es.setup import Setup
    >>> parse_subject("smf.w/2", Setup("bry", "ATVBCUSWM"))
    Subject(kind='cube', name='SMF.W', number=2)
    """
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
    """Return the text that names a subject.

    >>> from calimala_es.setup import Setup
    >>> setup = Setup("bry", "ATVBCUSWM")
    >>> format_subject(parse_subject("sw/1", setup), setup)
    'WS/1'
    """
    name = subject.name
    if subject.kind in ("street", "lying") and is_street(name):
        name = street_names(setup.city)[name]
    elif subject.kind in ("cards", "influence"):
        name = f"{CARD if subject.kind == 'cards' else INFLUENCE}:{name}"
    return f"{name}/{subject.number}" if subject.number else name


# ----------------------------------------------------------------------------------------------------
# The histories of a game's cubes, cards and discs, each worked out once and then looked up.


class Histories:
    """The lives of everything in a game, whole or as somebody saw it."""

    def __init__(self, replay: Replay) -> None:
        """Store the game; everything is computed on demand."""
        self.replay = replay

    @cached_property
    def cubes(self) -> Cubes:
        """The cubes on the board."""
        return cubes_of(self.replay)

    @cached_property
    def discs(self) -> Discs:
        """The discs on the streets."""
        return discs_of(self.replay)

    @cached_property
    def cards(self) -> tuple[Life, ...]:
        """The action cards that came into hands, in that order."""
        return cards_of(self.replay)

    @cached_property
    def influence(self) -> tuple[Life, ...]:
        """The influence cards that were seen."""
        return influence_of(self.replay)

    @cached_property
    def _named(self) -> dict[str, Life]:
        return {life.name: life for life in (*self.discs.lives, *self.cards, *self.influence)}

    def lives(self, subject: Subject, position: int, until: int | None = None) -> tuple[Life, ...]:
        """Return the whole lives of a subject at a position; nothing if there is no such thing.

        For a row or a street, return the lives of all that were there up to ``until``, by default ``position``.
        """
        kind, name, number = subject
        end = position if until is None else until
        if kind in ("row", "cube"):
            return _lives(*self.cubes, name, position, end, number - 1 if kind == "cube" else None)
        if kind in ("street", "lying"):
            return _lives(*self.discs, name, position, end, -number if kind == "lying" else None)
        if kind == "cards":
            return tuple(life for life in self.cards if _is_card(life, name))
        life = self._named.get(f"{INFLUENCE}:{name}" if kind == "influence" else name)
        return (life,) if life else ()

    def of(self, subject: Subject, position: int | None = None) -> History:
        """Return what had happened to something at a position, by default the last; nothing later."""
        at = self.replay.last if position is None else position
        lives = [life.until(at) for life in self.lives(subject, at) if life.begins <= at]
        if subject.kind == "cards":
            lives = [life for life in lives if _is_card(life, subject.name)]
        if subject.kind in ("row", "cube"):
            lives = [replace(life, name=name_at(life, at)) for life in lives]
        missed = tuple(str(gap.id) for gap in self.replay.gaps_until(at) if isinstance(gap.event, WentUnrecorded))
        named = format_subject(subject, self.replay.start.setup)
        return History(named, str(self.replay.ids[at - 1]) if at else "", tuple(lives), missed)

    def positions(self, subject: Subject, position: int) -> tuple[int, ...]:
        """Return the positions directly after all that ever happens to a subject, in order."""
        lives = self.lives(subject, position, self.replay.last)
        return tuple(sorted({happening.position for life in lives for happening in life.happenings}))


def _lives(
    lives: tuple[Life, ...], lying: Lying[str], place: str, position: int, until: int, number: int | None
) -> tuple[Life, ...]:
    """Return the lives of all that were in a place up to a position, or of one thing in it."""
    if number is None:
        return tuple(lives[thing] for thing in lying.until(place, until))
    there = lying.at(place, position)
    return (lives[there[number]],) if -len(there) <= number < len(there) else ()


def _is_card(life: Life, card: str) -> bool:
    """Return whether it is a copy of a card, as far as it was seen."""
    return life.mark == card or any(happening.place == card for happening in life.happenings)
