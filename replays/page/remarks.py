"""What people said about the positions of a game, as data for a page."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import street_names
from calimala_es.components import ALL_ROWS, SCORING_TILES
from calimala_es.game import Layer
from calimala_es.notes import TIMES, AnyNote, Check, Extension, Glyph, Mark, glyph_sign, is_title
from calimala_es.setup import Setup
from replays.chances import is_noted_chance
from replays.edit.redact import OWN
from replays.text.names import Names, clean_name
from replays.text.notes import PHOTO, PHOTO_NAME, note_text

MOST_LINES: Final = 200
"""The number of lines of one note that are included."""

LONGEST_LINE: Final = 4_000
"""The number of columns of one line of a note that are included."""


class PageRemark(Struct, frozen=True, omit_defaults=True):
    """One note.

    ``kind`` is that of the note, e.g. ``comment``, and ``chances`` for those that the judge noted; ``sign`` a glyph;
    ``slot`` what a mark points at, a slot of the page or ``tile:LIS``; ``photo`` is the name of a photo of the table,
    which only programs that have the photos can show; ``open`` says that it shows nothing hidden, so that every
    viewpoint may show it.
    """

    kind: str
    words: str
    sign: str = ""
    slot: str = ""
    author: str = ""
    time: str = ""
    photo: str = ""
    open: bool = False


def remarks(
    notes: Collection[AnyNote],
    names: Names,
    layers: Mapping[str, Layer],
    open_layers: Collection[str],
    authors: Mapping[str, str],
) -> Iterator[PageRemark]:
    """Yield all notes but checks; ``open_layers`` are the layers that somebody has checked for hidden information.

    ``authors`` are the names of layers where they are not in the record.
    """
    for note in notes:
        if isinstance(note, Check):
            continue
        layer = layers.get(note.layer)
        title = note.text if is_title(note) else None
        photo = _photo(note)
        words = names.language.text("a photo") if photo else title
        yield PageRemark(
            kind=_kind(note, has_photo=bool(photo)),
            words=_clean(note_text(replace(note, layer=""), names, {}) if words is None else words),
            sign=glyph_sign(note.number) if isinstance(note, Glyph) else "",
            slot=_slot(note.place, names.setup) if isinstance(note, Mark) else "",
            author=clean_name(authors.get(note.layer) or (layer.author or layer.id if layer else note.layer)),
            time=note.time,
            photo=photo,
            open=note.layer in open_layers or (note.layer == OWN and isinstance(note, TIMES)),
        )


def _kind(note: AnyNote, *, has_photo: bool) -> str:
    if has_photo:
        return "photo"
    if is_noted_chance(note):
        return "chances"
    return "title" if is_title(note) else type(note).__name__.lower()


def _photo(note: AnyNote) -> str:
    """Return the name of the photo of a note, empty for any other note."""
    if not isinstance(note, Extension) or note.word != PHOTO or note.text is None:
        return ""
    return note.text if PHOTO_NAME.fullmatch(note.text) else ""


def _clean(text: str) -> str:
    """Return text in lines, without control characters."""
    return "\n".join(clean_name(line, LONGEST_LINE) for line in text.splitlines()[:MOST_LINES])


def _slot(place: str, setup: Setup) -> str:
    """Return what a mark points at; empty if it has no place of its own on the page."""
    if place.startswith(">"):
        return f"tile:{place[1:]}" if place[1:] in SCORING_TILES else ""
    if place in ALL_ROWS:
        return f"row:{place}"
    if place in setup.city:
        return f"square:{place}"
    colour, _, part = place.partition(".")
    if part and colour in setup.parties:
        return f"m{setup.parties.index(colour)}.{part}"
    named = (street for street, pair in street_names(setup.city).items() if sorted(pair) == sorted(place))
    return next((f"street:{street}" for street in named), "")
