"""A record without the names of people: players go by their colours, those who said something by numbers."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from notation.heading.headers import DEPTH, RESULT
from notation.heading.layers import LAYER, format_layer, layer_ids, layers_of
from notation.notes import Notes
from notation.record import Layer, Move, Record, Variation
from notation.redact import OWN

TABLE_LAYER: Final = "table"
"""The layer of what is said at the table while a game is played, which everybody hears."""

NAMELESS: Final = frozenset(("Event", "Site", "Date", "Time", "Round", RESULT, DEPTH))
"""The headers that are not about people; any other one may name them, whatever it is called."""


def without_names(record: Record) -> Record:
    """The record with nobody's name in headers and layers.

    Layers go by numbers, in the order in which they first say something. What people wrote in comments, titles and
    names of variations stays as it is.
    """
    layers = layers_of(record)
    kept = {OWN, TABLE_LAYER}
    others = (id for id in dict.fromkeys((*layer_ids(record), *layers)) if id not in kept)
    names = {id: id for id in kept} | {id: f"a{number}" for number, id in enumerate(others, 1)}
    headers = [header for header in record.headers if header[0] in NAMELESS]
    told = [Layer(names[id], layers[id].language) for id in names if id in layers and layers[id].language]
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
