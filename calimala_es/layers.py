"""Layers: whose notes those of a game are, and the headers that declare them.

``[Layer "maria it Maria Rossi"]``: the layer's short name, the language of its comments as a BCP 47 tag or ``-``, and
the author. A layer that no header declares is its author's short name and nothing else.
"""

import itertools
import re
import unicodedata
from collections.abc import Collection
from typing import Final

from calimala_es.game import Game, Layer, Variation, variations_of

LAYER: Final = "Layer"
"""The header that declares a layer."""

_VALUE: Final = re.compile(r"\s*([a-z0-9][a-z0-9_-]{0,31})(?:\s+(\S+)(?:\s+(.*\S))?)?\s*", re.DOTALL)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}|-")


def parse_layer(value: str) -> Layer | None:
    """Return the layer that the value of a header declares; ``None`` if it declares none."""
    match = _VALUE.fullmatch(value)
    if not match or not _LANGUAGE.fullmatch(match[2] or "-"):
        return None
    return Layer(match[1], "" if match[2] in (None, "-") else match[2], match[3] or "")


def format_layer(layer: Layer) -> str:
    """Return the value of the header that declares a layer."""
    return " ".join(part for part in (layer.id, layer.language or "-", layer.author) if part)


def free_layer(author: str, taken: Collection[str]) -> str:
    """Return a short name for an author's layer that is not taken: letters and digits of the name in ASCII.

    >>> free_layer("Maria", {"maria"})
    'maria-2'
    """
    letters = unicodedata.normalize("NFKD", author).encode("ascii", "ignore").decode().lower()
    stem = "-".join(re.findall(r"[a-z0-9]+", letters))[:24].strip("-") or "author"
    numbers = itertools.count(2)
    id = stem
    while id in taken:
        id = f"{stem}-{next(numbers)}"
    return id


def layers_of(game: Game) -> dict[str, Layer]:
    """Return the layers of a game by short name, also those that are only used; the game's own (empty) is left out."""
    declared: dict[str, Layer] = {}
    for name, value in game.headers:
        layer = parse_layer(value) if name == LAYER else None
        if layer is not None:
            declared.setdefault(layer.id, layer)
    for id in layer_ids(game):
        declared.setdefault(id, Layer(id))
    declared.pop("", None)
    return declared


def layer_ids(game: Game) -> list[str]:
    """Return the layers of the notes of a game, each once, in the order in which they come first."""
    parts: list[Game | Variation] = [game, *variations_of(game)]
    noted = [place for part in parts for place in (part, *part.moves) if place.notes]
    return [*dict.fromkeys([note.layer for place in noted for note in place.notes])]
