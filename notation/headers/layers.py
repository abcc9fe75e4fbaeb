"""Whose notes they are: the headers that declare the layers of a record.

``[Layer "maria it Maria Rossi"]``: the layer's short name, the language of its comments as a BCP 47 tag or ``-``, and
the author. A layer that no header declares is its author's short name and nothing else.
"""

import itertools
import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Final

from calimala_es.game import Game, Layer, Variation
from notation.headers.setup_headers import HeaderError
from notation.variations import variations_of

LAYER: Final = "Layer"
"""The header that declares a layer."""

_VALUE: Final = re.compile(r"\s*([a-z0-9][a-z0-9_-]{0,31})(?:\s+(\S+)(?:\s+(.*\S))?)?\s*", re.DOTALL)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}|-")


def parse_layer(value: str) -> Layer:
    """The layer that a header declares; raises ``HeaderError``."""
    match = _VALUE.fullmatch(value)
    if not match or not _LANGUAGE.fullmatch(match[2] or "-"):
        raise HeaderError(
            f"{value[:60]!r} declares no layer", "a short name, a language or -, the author: maria it Maria"
        )
    return Layer(match[1], "" if match[2] in (None, "-") else match[2], match[3] or "")


def format_layer(layer: Layer) -> str:
    """The value of the header that declares a layer."""
    return " ".join(part for part in (layer.id, layer.language or "-", layer.author) if part)


def free_layer(author: str, taken: Collection[str]) -> str:
    """A short name for an author's layer that is not taken: letters and digits of the name in ASCII."""
    letters = unicodedata.normalize("NFKD", author).encode("ascii", "ignore").decode().lower()
    stem = "-".join(re.findall(r"[a-z0-9]+", letters))[:24].strip("-") or "author"
    numbers = itertools.count(2)
    id = stem
    while id in taken:
        id = f"{stem}-{next(numbers)}"
    return id


def layers_of(record: Game) -> dict[str, Layer]:
    """The layers of a record by short name, those that are only used included, the record's own (empty) left out."""
    declared: dict[str, Layer] = {}
    for name, value in record.headers:
        if name == LAYER:
            try:
                layer = parse_layer(value)
            except HeaderError:
                continue
            declared.setdefault(layer.id, layer)
    for id in layer_ids(record):
        declared.setdefault(id, Layer(id))
    declared.pop("", None)
    return declared


def layer_ids(record: Game) -> Iterator[str]:
    """The layer of every note of a record, in the order in which they stand."""
    parts: tuple[Game | Variation, ...] = (record, *variations_of(record))
    for part in parts:
        yield from (note.layer for note in part.notes)
        for move in part.moves:
            yield from (note.layer for note in move.notes)
