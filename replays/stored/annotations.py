"""Between what authors say in the store and the notes and variations of a record. Nothing is lost either way.

An author of the store is a layer of a record. A kind of note is a word of the store beside the text of the note, see
``docs/annotating.md``; one that the notation has no form for, as a title, is a note ``$title={...}``. That somebody
made a variation, and when, is a note ``$by`` before its first decision.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.checks import is_check
from calimala_es.game import Game, Layer, Move, Variation, free_ids, play
from calimala_es.layers import LAYER, format_layer, free_layer, parse_layer
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
    Notes,
    Stamp,
    glyph_sign,
)
from calimala_es.state import State
from calimala_es.store import (
    CHECK,
    COMMENT,
    EVALUATION,
    GLYPH,
    MARK,
    ON_POSITION,
    STANDING,
    VARIATION,
    Annotation,
    Annotations,
    Author,
    Draft,
)
from notation.grammar.annotations import format_note, parse_note
from notation.lines import Appendix

BY: Final = "$by"
"""The word of the note that says whose a variation is."""

_KIND: Final = re.compile(r"[a-z][a-z-]{0,31}")

STAMP: Final = "stamp"
CLOCK: Final = "clock"
EXTENSION: Final = "extension"
"""Kinds that only a text brings: times, and notes of a form that this version does not know."""

_SIGNED: Final[dict[str, tuple[type[AnyNote], str]]] = {
    GLYPH: (Glyph, ""),
    STANDING: (Advantage, "%"),
    EVALUATION: (Evaluation, "%"),
    MARK: (Mark, "#"),
    STAMP: (Stamp, ";"),
    CLOCK: (Clock, ";"),
}
"""The kinds that are one word in a record, and the sign that it begins with there."""

_WORDS: Final = {kind: word for word, (kind, _) in _SIGNED.items()}

Layers = Mapping[int, str]
"""The short name of a layer by the number of its author."""


# From a record.


def draft_of(note: AnyNote, anchor: int, authors: Mapping[str, Author], state: State) -> Draft:
    """Return a note as a draft; ``authors`` by layer, ``state`` any position of the game."""
    kind, text = _told(note, state)
    return Draft(anchor, text, kind, time=note.time, author=authors.get(note.layer) or Author(short=note.layer))


def _told(note: AnyNote, state: State) -> tuple[str, str]:
    if isinstance(note, Comment):
        return ON_POSITION if note.on_position else COMMENT, note.text
    if isinstance(note, Check):
        return CHECK, note.word
    if isinstance(note, Glyph):
        return GLYPH, glyph_sign(note.number)
    if isinstance(note, Extension):
        return _told_extension(note, state)
    word = format_note(replace(note, layer="", time=""), state)
    return _WORDS[type(note)], word[1:]


def _told_extension(note: Extension, state: State) -> tuple[str, str]:
    """A note of unknown form: of the kind that its word tells, if no other note is told so."""
    if note.text is None:
        return EXTENSION, note.word
    kind = note.word[1:]
    is_kind = note.word[0] == "$" and _KIND.fullmatch(kind) and kind != VARIATION
    if is_kind and said_as(kind, note.text, state) is None:
        return kind, note.text
    return EXTENSION, f"{note.word} {note.text}"


def drafts_behind(anchor: int, behind: Appendix | Move, authors: Mapping[str, Author], state: State) -> Iterator[Draft]:
    """Yield the drafts of what follows a decision."""
    for note in behind.notes:
        yield draft_of(note, anchor, authors, state)
    for variation in behind.variations:
        yield draft_of_variation(variation, anchor, authors, state)


def draft_of_variation(variation: Variation, anchor: int, authors: Mapping[str, Author], state: State) -> Draft:
    """Return a variation as a draft, with all that is said inside it."""
    first = variation.notes[0] if variation.notes else None
    signed = first if isinstance(first, Extension) and _is_by(first) else None
    notes = variation.notes[1:] if signed else variation.notes
    inside = [draft_of(note, 0, authors, state) for note in notes]
    for number, move in enumerate(variation.moves, 1):
        inside += drafts_behind(number, move, authors, state)
    layer = signed.layer if signed else ""
    return Draft(
        anchor,
        variation.name,
        VARIATION,
        commands=tuple(move.command for move in variation.moves),
        label=variation.id,
        time=signed.time if signed else "",
        author=authors.get(layer) or Author(short=layer),
        inside=tuple(inside),
    )


def _is_by(note: Extension) -> bool:
    return note.word == BY and note.text is None and bool(note.layer or note.time)


def authors_of(headers: Sequence[tuple[str, str]], used: Iterable[str]) -> dict[str, Author]:
    """Return the author of every layer in use, by its short name, as the headers declare it."""
    found: dict[str, Author] = {}
    for place, (name, value) in enumerate(headers):
        layer = _declared(name, value)
        if layer is not None:
            author = Author(layer.author, layer.id, layer.language, place, declared=True)
            found.setdefault(layer.id, author)
    layers = {*used} - {""}
    return {id: found.get(id) or Author(short=id) for id in sorted(layers)}


def headers_beside(headers: Sequence[tuple[str, str]], authors: Mapping[str, Author]) -> list[tuple[str, str]]:
    """Return the headers without those that authors represent."""
    places = {author.header for author in authors.values()}
    return [header for place, header in enumerate(headers) if place not in places]


def _declared(name: str, value: str) -> Layer | None:
    """Return the layer that a header declares."""
    return parse_layer(value) if name == LAYER else None


# To a record.


def layers_in(annotations: Annotations, taken: Iterable[str], declared: Iterable[Layer]) -> dict[int, str]:
    """The short names of the layers of all authors whose annotations have a place.

    ``taken`` are given to nobody; a layer that is ``declared`` for an author's name is that author's.
    """
    used = {one.layer for one in annotations}
    told = {layer.author: layer.id for layer in declared if layer.author}
    authors = {number: author for number, author in enumerate(annotations.authors, 1) if number in used}
    found = {number: author.short or told.get(author.name, "") for number, author in authors.items()}
    ids = {*taken, *found.values()}
    for number, author in authors.items():
        if not found[number] and author.name:
            found[number] = free_layer(author.name, ids)
            ids.add(found[number])
    return found


def headers_with(
    headers: Sequence[tuple[str, str]], annotations: Annotations, layers: Layers
) -> tuple[tuple[str, str], ...]:
    """The headers with those that declare the layers of authors, each where it stood or behind the others."""
    known = {layer.id for header in headers if (layer := _declared(*header))}
    found = [*headers]
    authors = [(annotations.authors[number - 1], id) for number, id in layers.items() if id and id not in known]
    for author, id in sorted(authors, key=lambda one: (one[0].header < 0, one[0].header)):
        if author.name or author.declared:
            place = author.header if 0 <= author.header <= len(found) else len(found)
            found.insert(place, (LAYER, format_layer(Layer(id, author.language, author.name))))
    return tuple(found)


class Writing:
    """Annotations as notes and variations; ``variations`` are the ids of annotations by those of a record."""

    def __init__(self, annotations: Annotations, layers: Layers, game: Game, taken: Iterable[str]) -> None:
        """Write into a game that has the ids of variations that are ``taken``."""
        self.variations: dict[str, str] = {}
        self._annotations = annotations
        self._layers = layers
        self._game = game
        self._taken = {*taken}
        self._free = free_ids(self._taken | {one.label for one in annotations})

    def behind(self) -> dict[int, Appendix]:
        """Return what follows each moment of the game."""
        return self._behind(self._game, "")

    def _behind(self, line: Game, variation: str) -> dict[int, Appendix]:
        """Return what follows each moment of a line: the game, or a variation of it."""
        found: dict[int, Appendix] = {}
        for one in self._annotations.inside(variation):
            assert one.anchor is not None
            more = Appendix((), (self._variation(one, line),)) if one.is_variation else Appendix((self.note(one),))
            found[one.anchor] = found.get(one.anchor, Appendix()).and_(more)
        return found

    def _variation(self, one: Annotation, line: Game) -> Variation:
        assert one.anchor, "a variation is one of a decision"
        label = one.label if one.label and one.label not in self._taken else next(self._free)
        self._taken.add(label)
        self.variations[label] = one.id
        played = play(line.state_at(one.anchor - 1), one.commands)
        inside = self._behind(played, one.id)
        layer = self._layers.get(one.layer, "")
        by: Notes = (Extension(BY, layer=layer, time=one.time),) if layer or one.time else ()
        moves = tuple(inside[place].on(move) if place in inside else move for place, move in enumerate(played.moves, 1))
        return Variation(label, moves, one.text, by + inside.get(0, Appendix()).notes)

    def note(self, one: Annotation) -> AnyNote:
        """Return the note of a record that corresponds to an annotation."""
        return note_of(one.kind, one.text, self._game.start, self._layers.get(one.layer, ""), one.time)


def note_of(kind: str, text: str, state: State, layer: str = "", time: str = "") -> AnyNote:
    """The note of a kind; one of a word ``$kind`` where there is no such kind, or the text says nothing of it."""
    note = said_as(kind, text, state)
    if note is None:
        note = Extension(f"${kind}", text)
    return replace(note, layer=layer, time=time)


def said_as(kind: str, text: str, state: State) -> AnyNote | None:
    """The same of nobody's layer; ``None`` where the notation has no such kind, or the text says nothing of it."""
    if kind in (COMMENT, ON_POSITION):
        return Comment(text, on_position=kind == ON_POSITION)
    if kind == CHECK:
        return Check(text) if is_check(text) else None
    if kind == EXTENSION:
        word, has_text, said = text.partition(" ")
        return Extension(word, said if has_text else None)
    wanted, sign = _SIGNED.get(kind, (None, ""))
    note = parse_note(sign + text, state) if wanted and text else None
    return note if wanted and isinstance(note, wanted) else None
