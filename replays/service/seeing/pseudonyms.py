"""A record without the names of people: players go by their colours, those who said something by numbers."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from notation.heading.layers import LAYER, format_layer, layers_of
from notation.notes import Notes
from notation.record import Layer, Move, Record, Variation
from notation.redact import OWN

TABLE_LAYER: Final = "table"
"""The layer of what is said at the table while a game is played, which everybody hears."""

PERSONAL: Final = frozenset(("Scribe", "Author", "Annotator", *map(str.capitalize, COLOUR_WORDS.values())))
"""The headers that name people."""


def without_names(record: Record) -> Record:
    """The record with nobody's name in headers and layers; what people wrote in comments stays as it is."""
    layers = layers_of(record)
    kept = {OWN, TABLE_LAYER}
    others = (id for id in sorted(layers) if id not in kept)
    names = {id: id for id in kept} | {id: f"a{number}" for number, id in enumerate(others, 1)}
    headers = [header for header in record.headers if header[0] not in PERSONAL and header[0] != LAYER]
    told = [Layer(names[id], layer.language) for id, layer in layers.items() if layer.language]
    headers += [(LAYER, format_layer(layer)) for layer in told]
    return replace(
        record,
        headers=tuple(headers),
        notes=_renamed(record.notes, names),
        moves=tuple(_move(move, names) for move in record.moves),
    )


def _renamed(notes: Notes, names: Mapping[str, str]) -> Notes:
    return tuple(replace(note, layer=names[note.layer]) for note in notes)


def _move(move: Move, names: Mapping[str, str]) -> Move:
    if not move.notes and not move.variations:
        return move
    return Move(move.command, _renamed(move.notes, names), tuple(_variation(one, names) for one in move.variations))


def _variation(one: Variation, names: Mapping[str, str]) -> Variation:
    moves = tuple(_move(move, names) for move in one.moves)
    return replace(one, moves=moves, notes=_renamed(one.notes, names))
