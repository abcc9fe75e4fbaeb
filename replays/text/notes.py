"""Notes as sentences: the notes on a moment, their authors, and the variations that begin there."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from calimala_es.board import street_names
from calimala_es.components import ACTIONS, COLOUR_WORDS, Street
from calimala_es.game import Game, Layer, Move
from calimala_es.notes import (
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
from replays.text.decisions import is_row, part_term
from replays.text.languages import message
from replays.text.names import Names
from replays.text.terms import (
    DEPTH_WORDS,
    action_term,
    colour_term,
    depth_term,
    of_street,
    place_term,
    row_term,
    street_term,
)

PHOTO: Final = "$photo"
"""The word of a note that is a photo of the table; its text is the name of the photo, or says what it shows."""

PHOTO_NAME: Final = re.compile(r"[a-z2-9]{12}")

_GLYPHS: Final = {
    1: message("a good decision"),
    2: message("a mistake"),
    3: message("a very good decision"),
    4: message("a blunder"),
    5: message("an interesting decision"),
    6: message("a doubtful decision"),
}

_ADVANTAGES: Final = {
    1: message("{name} is ahead"),
    2: message("{name} is clearly ahead"),
    3: message("{name} is winning"),
}
_LEVEL: Final = {"=": message("the game is level"), "?": message("it is unclear who is ahead")}


def _glyph(note: Glyph, names: Names) -> str:
    sign = glyph_sign(note.number)
    words = _GLYPHS.get(note.number)
    return f"{sign} {names.language.text(words)}" if words else sign


def _comment(note: Comment, names: Names) -> str:
    return names.language.text("the position: {comment}", comment=note.text) if note.on_position else note.text


def _owner(colour: str, names: Names) -> str:
    parties = names.setup.parties
    if colour in parties:
        return names.name(parties.index(colour))
    return colour_term(colour, names.language) if colour in COLOUR_WORDS else colour


def _advantage(note: Advantage, names: Names) -> str:
    colour, degree = note.word[0], note.word.count("+")
    if note.word in _LEVEL:
        return names.language.text(_LEVEL[note.word])
    return names.language.text(_ADVANTAGES[degree], name=_owner(colour, names))


def _chances(note: Evaluation, names: Names) -> str:
    given = [*names.by_seat, *map(str, range(len(names.by_seat), len(note.chances)))]
    chances = (
        names.language.text("{name} {chance:g}%", name=name, chance=chance)
        for name, chance in zip(given, note.chances, strict=False)
    )
    return names.language.text("chances of winning: {chances}", chances=names.language.word("list", ", ").join(chances))


def _mark(note: Mark, names: Names) -> str:
    language, place = names.language, _pointed_at(note, names)
    if note.colour:
        colour = colour_term(note.colour, language) if note.colour in COLOUR_WORDS else language.word("colour", "white")
        place = language.text("{place}, in {colour}", place=place, colour=colour)
    return language.text("look at {place}", place=place)


def _pointed_at(note: Mark, names: Names) -> str:
    """Return what a mark points at: a disc, a cell, a tile, a part of a mat; its code if there is no such place."""
    language, code, number = names.language, note.place, note.number
    street: Street | None = next((street for street, name in _streets(names).items() if name == code), None)
    if street and number in DEPTH_WORDS:
        depth = depth_term(number, language)
        return language.text("the {depth} disc on {street}", depth=depth, street=of_street(names, street))
    if street:
        return street_term(names, street)
    colour, _, part = code.partition(".")
    if colour in names.setup.parties and part:
        return part_term(f"{names.setup.parties.index(colour)}.{part}", names)
    if code.startswith(">"):
        return language.text("the scoring tile “{place}”", place=place_term(code[1:], language))
    if code in ACTIONS:
        return language.text("the action tile “{action}”", action=action_term(code, language))
    place = row_term(code, language) if is_row(code) else code
    return language.text("{row}, cell {cell}", row=place, cell=number) if number else place


def _streets(names: Names) -> Mapping[Street, str]:
    return street_names(names.city) if names.city else {}


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _clock(note: Clock, names: Names) -> str:
    time = _time(note.seconds)
    if note.colour:
        return names.language.text("{name} has {time} left", name=_owner(note.colour, names), time=time)
    return names.language.text("this took {time}", time=time)


def _extension(note: Extension, names: Names) -> str:
    if note.word == PHOTO:
        return _photo(note.text or "", names)
    return note.word if note.text is None else f"{note.word}: {note.text}"


def _photo(text: str, names: Names) -> str:
    if not text or PHOTO_NAME.fullmatch(text):
        return names.language.text("a photo")
    return names.language.text("photo: {shown}", shown=text)


_WORDS: Final[dict[type[Note], Callable[[Any, Names], str]]] = {
    Comment: _comment,
    Glyph: _glyph,
    Advantage: _advantage,
    Evaluation: _chances,
    Mark: _mark,
    Stamp: lambda note, names: names.language.text("at {time}", time=note.at),
    Clock: _clock,
    Check: lambda note, names: names.language.text("check: {check}", check=note.word.lstrip("=")),
    Extension: _extension,
}


def note_text(note: AnyNote, names: Names, layers: Mapping[str, Layer]) -> str:
    """Return the text of a note, after the name of its author.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> note_text(Glyph(1), names, {})
    '! a good decision'
    """
    layer = layers.get(note.layer)
    author = (layer.author or layer.id) if layer else note.layer
    words = _WORDS[type(note)](note, names)
    return f"{author}: {words}" if author else words


def note_lines(after: Move | Game, names: Names, layers: Mapping[str, Layer]) -> Iterator[str]:
    """Yield all notes after a decision, or at the start, except checks, and its variations, one per line."""
    yield from (note_text(note, names, layers) for note in after.notes if type(note) is not Check)
    if isinstance(after, Move):
        for variation in after.variations:
            name = f"{variation.id}, {variation.name}" if variation.name else variation.id
            yield names.language.text("variation from here: {name}", name=name)
