"""Notes as sentences: what was said about a moment, by whom, and which variations begin there."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from calimala_es.components import COLOUR_WORDS
from notation.notes import (
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
    Standing,
    glyph_sign,
)
from notation.record import Layer, Move, Record
from replays.names import Table

GLYPH_WORDS: Final = {
    1: "a good decision",
    2: "a mistake",
    3: "a very good decision",
    4: "a blunder",
    5: "an interesting decision",
    6: "a doubtful decision",
}

_STANDINGS: Final = {1: "stands better", 2: "stands much better", 3: "is winning"}
_LEVEL: Final = {"=": "the game is level", "?": "who stands better is unclear"}


def _glyph(note: Glyph, table: Table) -> str:
    sign = glyph_sign(note.number)
    words = GLYPH_WORDS.get(note.number)
    return f"{sign} {words}" if words else sign


def _comment(note: Comment, table: Table) -> str:
    return f"the position: {note.text}" if note.on_position else note.text


def _owner(colour: str, table: Table) -> str:
    parties = table.setup.parties
    return table.name(parties.index(colour)) if colour in parties else COLOUR_WORDS.get(colour, colour)


def _standing(note: Standing, table: Table) -> str:
    colour, degree = note.word[0], note.word.count("+")
    return _LEVEL.get(note.word) or f"{_owner(colour, table)} {_STANDINGS[degree]}"


def _chances(note: Evaluation, table: Table) -> str:
    names = [*table.names, *map(str, range(len(table.names), len(note.chances)))]
    return "chances of winning: " + ", ".join(
        f"{name} {chance:g} %" for name, chance in zip(names, note.chances, strict=False)
    )


def _mark(note: Mark, table: Table) -> str:
    which = f", the {note.number}." if note.number else ""
    colour = f", in {COLOUR_WORDS.get(note.colour, 'white')}" if note.colour else ""
    return f"look at {note.place.lstrip('>')}{which}{colour}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _clock(note: Clock, table: Table) -> str:
    if note.colour:
        return f"{_owner(note.colour, table)} has {_time(note.seconds)} left"
    return f"this took {_time(note.seconds)}"


def _extension(note: Extension, table: Table) -> str:
    return note.word if note.text is None else f"{note.word}: {note.text}"


_WORDS: Final[dict[type[Note], Callable[[Any, Table], str]]] = {
    Comment: _comment,
    Glyph: _glyph,
    Standing: _standing,
    Evaluation: _chances,
    Mark: _mark,
    Stamp: lambda note, table: f"at {note.at}",
    Clock: _clock,
    Check: lambda note, table: f"check: {note.word.lstrip('=')}",
    Extension: _extension,
}


def note_words(note: AnyNote, table: Table, layers: Mapping[str, Layer]) -> str:
    """What a note says, behind the name of whose it is."""
    layer = layers.get(note.layer)
    author = (layer.author or layer.id) if layer else note.layer
    words = _WORDS[type(note)](note, table)
    return f"{author}: {words}" if author else words


def said_words(behind: Move | Record, table: Table, layers: Mapping[str, Layer]) -> Iterator[str]:
    """All notes behind a decision, or at the start, but checks, and its variations, each as a line."""
    yield from (note_words(note, table, layers) for note in behind.notes if type(note) is not Check)
    if isinstance(behind, Move):
        for variation in behind.variations:
            name = f", {variation.name}" if variation.name else ""
            yield f"a variation begins here instead: {variation.id}{name}"
