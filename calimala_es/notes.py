"""What people say about a game, as values: comments, glyphs, advantages, marks, clocks, checks. No text form, no rules.

What a kind is about is said here, for all who hide or sort notes: free text is always in a field ``text``, where names
may be found; ``TIMES`` and ``FACTS`` are no opinions.

Every note is somebody's: ``layer`` is the short name of an author's layer, empty for the record's own, and ``time``
says when it was said, as ``2026-11-20T19:04:11Z``, empty if unknown. Notes follow a decision, the start
of a record or the start of a variation, in an order that is preserved.
"""

import re
from typing import Final, TypeGuard

from msgspec import Struct

from calimala_es.components import COLOURS


class Note(Struct, frozen=True, kw_only=True, gc=False):
    """Anything said; ``layer`` and ``time`` as above."""

    layer: str = ""
    time: str = ""


class Comment(Note, frozen=True, tag="comment", gc=False):
    """Free text about the decision before it; ``on_position``: about the position that the decision led to."""

    text: str
    on_position: bool = False


class Glyph(Note, frozen=True, tag="glyph", gc=False):
    """What somebody thinks of a decision, by its number in the PGN standard: 1 is ``!``, 255 the last."""

    number: int


class Advantage(Note, frozen=True, tag="advantage", gc=False):
    """Who is ahead, as a word: a colour with a plus or up to three (better, much better, winning).

    ``"="`` is level, ``"?"`` unclear.
    """

    word: str


class Evaluation(Note, frozen=True, tag="evaluation", gc=False):
    """The chances of winning in percent, in the order of the seats, each with up to two decimals."""

    chances: tuple[float, ...]


class Mark(Note, frozen=True, tag="mark", gc=False):
    """A place to be pointed at: a street, a row of cells, a tile, or a part of a mat.

    ``place`` is a street (``AS``), a city tile (``A``), a row (``SMF.W``), a scoring tile (``>LIS``), or a part of what
    a player has (``b.wood``); ``number`` the disc (1 on top) or the cell (1 comes first), 0 for all of it; ``colour``
    one of b r y g p w, empty for none.
    """

    place: str
    number: int = 0
    colour: str = ""


class Stamp(Note, frozen=True, tag="stamp", gc=False):
    """When the decision was taken, as ``2026-11-20T19:04:11Z``."""

    at: str


class Clock(Note, frozen=True, tag="clock", gc=False):
    """Time in seconds: what is left to the player of ``colour``, or, without one, what the decision took."""

    seconds: float
    colour: str = ""


class Check(Note, frozen=True, tag="check", gc=False):
    """What should hold here, as ``=bry``, ``=12-9-7`` or ``=#0123456789abcdef``."""

    word: str


class Extension(Note, frozen=True, tag="extension", gc=False):
    """A note of a kind that this version does not know, preserved byte for byte: its word, and the text in braces."""

    word: str
    text: str | None = None


TIMES: Final = (Stamp, Clock)
"""The notes that say when something happened: they give nothing of the game away."""

FACTS: Final = (*TIMES, Check)
"""The notes that state a fact, not what somebody thinks: two different ones of a kind contradict each other."""

AnyNote = Comment | Glyph | Advantage | Evaluation | Mark | Stamp | Clock | Check | Extension

Notes = tuple[AnyNote, ...]

TITLE: Final = "$title"
"""The word of the note by which somebody gives a title, to the game or to the part that begins there."""


def is_title(note: AnyNote) -> TypeGuard[Extension]:
    """Return whether a note gives a title; its text is the title.

    >>> is_title(Extension("$title", "The long night")), is_title(Glyph(3))
    (True, False)
    """
    return isinstance(note, Extension) and note.word == TITLE


BY: Final = "$by"
"""The word of the note at the start of a variation whose layer and time are those of the variation itself."""


def is_by(note: AnyNote) -> TypeGuard[Extension]:
    """Return whether a note says whose a variation is, or when it was made.

    >>> is_by(Extension("$by", layer="maria")), is_by(Extension("$by"))
    (True, False)
    """
    return isinstance(note, Extension) and note.word == BY and note.text is None and bool(note.layer or note.time)


GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs that have a sign of their own, by number."""

GLYPH_NUMBERS: Final = {sign: number for number, sign in GLYPHS.items()}
"""The numbers of those glyphs, by sign."""


def glyph_sign(number: int) -> str:
    """Return the sign of a glyph, ``$139`` where it has none of its own.

    >>> glyph_sign(5), glyph_sign(139)
    ('!?', '$139')
    """
    return GLYPHS.get(number, f"${number}")


def comments_in(notes: Notes) -> tuple[str, ...]:
    """Return the text of the comments among notes.

    >>> comments_in((Comment("At last!"), Glyph(3)))
    ('At last!',)
    """
    return tuple(note.text for note in notes if type(note) is Comment)


def checks_in(notes: Notes) -> tuple[str, ...]:
    """Return the checks among notes.

    >>> checks_in((Check("=bry"), Glyph(3)))
    ('=bry',)
    """
    return tuple(note.word for note in notes if type(note) is Check)


TOTAL: Final = re.compile(r"=[0-9]{1,4}(-[0-9]{1,4})+")
"""A check of everybody's points, ``=12-9-7``."""

CLAIM: Final = re.compile(rf"{TOTAL.pattern}|=([{COLOURS}]{{1,{len(COLOURS)}}}|0)")
"""A check of an order or of points."""


def points_checks(notes: Notes) -> Notes:
    """Return the checks of orders and points among notes, those of their own layer."""
    return tuple([note for note in notes if type(note) is Check and not note.layer and CLAIM.fullmatch(note.word)])
