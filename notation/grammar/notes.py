"""The text of notes: every kind of note as a word, with braces after it where it says something in free text.

A word of a note begins with a sign that no decision begins with. ``parse_note`` is total over words with such a sign:
what has no form that this version knows is preserved byte for byte (``Extension``). The
specification is section 8 of ``docs/notation.md``.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from calimala_es.board import street_names
from calimala_es.checks import MARK, is_check
from calimala_es.components import ACTIONS, COLOURS, ROW_INDEX, SCORING_TILES, UNKNOWN, WHITE
from calimala_es.notes import (
    GLYPH_NUMBERS,
    GLYPHS,
    Advantage,
    AnyNote,
    Check,
    Clock,
    Comment,
    Evaluation,
    Extension,
    Glyph,
    Mark,
    Note,
    Stamp,
    glyph_sign,
)
from calimala_es.observation import MAT_PARTS
from calimala_es.state import State
from notation.grammar.symbols import SEEN
from notation.grammar.tokens import quote_comment

OF_POSITION: Final = "%"
OF_LAYER: Final = "&"
TAKES_BRACES: Final = "="
"""What ends a word that gives a meaning to the braces after it."""


MOST_WORD: Final = 200
"""Characters in a word of a note of an unknown kind."""

_TIME: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z"
_LAYER: Final = re.compile(rf"&([A-Za-z0-9][A-Za-z0-9_-]{{0,31}})?(?:@({_TIME}))?", re.IGNORECASE)
_LAYER_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}|")
_STAMP: Final = re.compile(_TIME, re.IGNORECASE)
_CLOCK: Final = re.compile(rf"(?:([{COLOURS}]):)?([0-9]{{1,4}}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{{1,3}}))?")
_NUMBER: Final = re.compile(r"\$([0-9]{1,3})")
_ADVANTAGE: Final = re.compile(rf"[{COLOURS}]\+{{1,3}}|=|\?")
_CHANCES: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?(?:-[0-9]{1,3}(?:\.[0-9]{1,2})?)+")
_MARK: Final = re.compile(rf"#([A-Z0-9.>]{{1,16}})(?:/([1-9][0-9]?))?(?::([{COLOURS.upper()}{WHITE.upper()}]))?")
_UNKNOWN: Final = re.compile(
    rf"(?:\$(?![0-9]{{1,3}}/)|#)[!-z|~]{{0,{MOST_WORD - 1}}}|[%;][!-.0-z|~]{{0,{MOST_WORD - 1}}}"
)

MOST_GLYPH: Final = 255
GLYPH_SIGNS: Final = "!?"
_CARD_AFTER: Final = "-."
"""After these signs a question mark is a card: that of an action not done, of a draw, of a deal."""


class Prefix(NamedTuple):
    """What comes before a note: its author's layer, when it was said, and the ``kind`` of note that the braces are.

    ``kind`` is empty for a comment on the decision, ``%`` for one on the position, or the word of an extension.
    """

    layer: str = ""
    time: str = ""
    kind: str = ""

    def comment(self, text: str) -> AnyNote:
        """Return the note of braces with this text."""
        if self.kind in ("", OF_POSITION):
            return Comment(text, on_position=bool(self.kind), layer=self.layer, time=self.time)
        return Extension(self.kind, text, layer=self.layer, time=self.time)


def parse_note(word: str, state: State) -> AnyNote | Prefix | None:
    """Return the note that a word means, or the prefix of the braces after it; ``None`` for another word.

    ``state`` is the position after the decision before the word; only places are looked up in it.

    >>> from calimala_es import Setup, initial
    >>> parse_note("!?", initial(Setup("bry", "WBMUCAVTS")))
    Glyph(number=5, layer='', time='')
    """
    layer = time = ""
    if word[0] == OF_LAYER:
        match = _LAYER.match(word)
        if match is None or match.end() == 1 or not _is_time(match[2] or ""):
            return None
        layer, time = (match[1] or "").lower(), (match[2] or "").upper()
        word = word[match.end() :]
        if not word or word == OF_POSITION:
            return Prefix(layer, time, word)
    elif word == OF_POSITION:
        return Prefix(kind=word)
    if word[0] == MARK and is_check(word.lower()):
        return Check(word.lower(), layer=layer, time=time)
    if word[0] == "$" and word[-1] == TAKES_BRACES and len(word) > 2:
        return Prefix(layer, time, word[:-1]) if _UNKNOWN.fullmatch(word) else None
    for parse in _PARSERS.get(word[0], ()):
        fields = parse(word, state)
        if fields is not None:
            kind, *values = fields
            note: AnyNote = kind(*values, layer=layer, time=time)
            return note
    if not _UNKNOWN.fullmatch(word) or word[-1] == TAKES_BRACES:
        return None
    return Extension(word, layer=layer, time=time)


_Fields = tuple[Any, ...] | None


def _is_time(text: str) -> bool:
    """Return whether a time is valid; the empty one is."""
    try:
        return not text or bool(datetime.fromisoformat(text.upper()))
    except ValueError:
        return False


def _glyph(word: str, state: State) -> _Fields:
    if word in GLYPH_NUMBERS:
        return Glyph, GLYPH_NUMBERS[word]
    match = _NUMBER.fullmatch(word)
    return (Glyph, int(match[1])) if match and int(match[1]) <= MOST_GLYPH and str(int(match[1])) == match[1] else None


def _parse_advantage(word: str, state: State) -> _Fields:
    said = word[1:].lower()
    return (Advantage, said) if _ADVANTAGE.fullmatch(said) else None


def _evaluation(word: str, state: State) -> _Fields:
    if not _CHANCES.fullmatch(word[1:]):
        return None
    chances = tuple(map(float, word[1:].split("-")))
    return (Evaluation, chances) if max(chances) <= 100 else None


def _mark(word: str, state: State) -> _Fields:
    match = _MARK.fullmatch(word.upper())
    place = _place(match[1], state) if match else ""
    return (Mark, place, int(match[2] or 0), (match[3] or "").lower()) if match and place else None


def _place(name: str, state: State) -> str:
    """Return the canonical name of a place; empty if no place has this name."""
    streets = street_names(state.setup.city)
    for street, tiles in streets.items():
        if name in (tiles, tiles[::-1], street, street[::-1]):
            return tiles
    if (len(name) == 1 and name in ACTIONS) or ROW_INDEX.get(name, len(state.rows)) < len(state.rows):
        return name
    if name[0] == ">" and name[1:] in SCORING_TILES:
        return name
    colour, _, part = name.lower().partition(".")
    return name.lower() if len(colour) == 1 and colour in state.setup.parties and part in MAT_PARTS else ""


def _stamp(word: str, state: State) -> _Fields:
    said = word[1:].upper()
    return (Stamp, said) if _STAMP.fullmatch(said) and _is_time(said) else None


def _clock(word: str, state: State) -> _Fields:
    match = _CLOCK.fullmatch(word[1:].lower())
    if not match:
        return None
    hours, minutes, seconds = (int(match[group]) for group in (2, 3, 4))
    thousandths = int((match[5] or "0").ljust(3, "0"))
    return Clock, (hours * 3600 + minutes * 60 + seconds) + thousandths / 1000, match[1] or ""


_PARSERS: Final[dict[str, tuple[Callable[[str, State], _Fields], ...]]] = {
    "!": (_glyph,),
    "?": (_glyph,),
    "$": (_glyph,),
    "%": (_parse_advantage, _evaluation),
    "#": (_mark,),
    ";": (_stamp, _clock),
}
"""What a word may be, by the sign that it begins with."""


# Glyphs on decisions: ``AC!?`` and ``AC$4``. A sign of a glyph is never a word of its own.


def split_glyphs(word: str) -> tuple[str, tuple[Glyph, ...]]:
    """Return the word of a decision without the glyphs written on it, and these; the word itself if it has none.

    >>> split_glyphs("A-?!")
    ('A-?', (Glyph(number=1, layer='', time=''),))
    >>> [glyph.number for glyph in split_glyphs("AC?$7")[1]]
    [2, 7]
    """
    signed, dollar, number = word.partition("$")
    glyphs: tuple[Glyph, ...] = ()
    if dollar:
        if not number.isdecimal() or int(number) > MOST_GLYPH or str(int(number)) != number:
            return word, ()
        glyphs = (Glyph(int(number)),)
    symbol = signed.rstrip(GLYPH_SIGNS)
    sign = signed[len(symbol) :]
    if not symbol:
        return signed, glyphs
    if symbol[-1] in _CARD_AFTER and sign[:1] == UNKNOWN:
        symbol, sign = symbol + UNKNOWN, sign[1:]
    if sign:
        if sign not in GLYPH_NUMBERS:
            return word, ()
        glyphs = (Glyph(GLYPH_NUMBERS[sign]), *glyphs)
    return symbol, glyphs


def noted_words(symbol: str, notes: Sequence[AnyNote], state: State) -> list[str]:
    """Return the canonical words of a decision that led to ``state``, and of the notes on it.

    >>> from calimala_es import Setup, initial
    >>> noted_words("AC", (Glyph(2), Glyph(1)), initial(Setup("bry", "WBMUCAVTS")))
    ['AC?', '$1']
    """
    marked = write_glyph(symbol, notes[0]) if notes else ""
    return [marked or symbol, *[format_note(note, state) for note in notes[bool(marked) :]]]


def write_glyph(symbol: str, note: AnyNote) -> str:
    """Return the canonical symbol of a decision with a note written on it; empty if it cannot be written there.

    >>> write_glyph("AC", Glyph(2)), write_glyph("A-", Glyph(2)), write_glyph("A-?", Glyph(2))
    ('AC?', '', 'A-??')
    """
    if type(note) is not Glyph or note.layer or note.time or SEEN in symbol or symbol == UNKNOWN:
        return ""
    sign = GLYPHS.get(note.number, "")
    return "" if sign[:1] == UNKNOWN and symbol[-1] in _CARD_AFTER else sign and symbol + sign


# Writing.


def _format_glyph(note: Glyph, state: State) -> str:
    return glyph_sign(note.number) if note.layer or note.time else f"${note.number}"


def _format_chances(note: Evaluation, state: State) -> str:
    return OF_POSITION + "-".join(f"{chance:.2f}".rstrip("0").rstrip(".") for chance in note.chances)


def _format_mark(note: Mark, state: State) -> str:
    number = f"/{note.number}" if note.number else ""
    return f"#{note.place}{number}" + (f":{note.colour}" if note.colour else "")


def _format_clock(note: Clock, state: State) -> str:
    whole, thousandths = divmod(round(note.seconds * 1000), 1000)
    minutes, seconds = divmod(whole, 60)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    owner = f"{note.colour}:" if note.colour else ""
    return f";{owner}{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


_FORMATS: Final[dict[type[Note], Callable[[Any, State], str]]] = {
    Comment: lambda note, state: OF_POSITION * note.on_position + quote_comment(note.text),
    Glyph: _format_glyph,
    Advantage: lambda note, state: OF_POSITION + note.word,
    Evaluation: _format_chances,
    Mark: _format_mark,
    Stamp: lambda note, state: f";{note.at}",
    Clock: _format_clock,
    Check: lambda note, state: note.word,
    Extension: lambda note, state: note.word + ("" if note.text is None else TAKES_BRACES + quote_comment(note.text)),
}


def format_note(note: AnyNote, state: State) -> str:
    """Return the canonical text of a note on ``state``; raises ``ValueError`` for one that no text can have.

    >>> from calimala_es import Setup, initial
    >>> format_note(Clock(90, "b"), initial(Setup("bry", "WBMUCAVTS")))
    ';b:0:01:30'
    """
    if type(note) is Check and not is_check(note.word):
        raise ValueError(f"{note.word!r} is not a check")
    text = _FORMATS[type(note)](note, state)
    prefix = note.layer + (f"@{note.time}" if note.time else "")
    text = f"{OF_LAYER}{prefix}{text}" if prefix else text
    if not _LAYER_ID.fullmatch(note.layer) or not _is_read_as(note, text, state):
        raise ValueError(f"a note cannot be written like this: {text[:MOST_WORD]!r}")
    return text


def _is_read_as(note: AnyNote, text: str, state: State) -> bool:
    """Return whether the text of a note would be read as that note."""
    if not isinstance(note, Comment | Extension) or note.text is None:
        return parse_note(text, state) == note
    word = text.partition("{")[0]
    prefix = parse_note(word, state) if word else Prefix()
    return isinstance(prefix, Prefix) and prefix.comment(note.text) == note
