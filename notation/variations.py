"""The variations of a game, wherever they are in each other, and their ids."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from calimala_es.game import Move, Variation

NO_ID: Final = ""
"""The id of a variation until one is supplied."""

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")


START: Final = "start"
"""The place before the first decision; no variation has this id."""


def is_variation_id(text: str) -> bool:
    """Return whether a variation can have this id: a small letter, then small letters, digits, hyphens, at most 32."""
    return _ID.fullmatch(text) is not None and text != START


def with_ids(moves: tuple[Move, ...], ids: Iterator[str]) -> tuple[Move, ...]:
    """Return the same moves; every variation without an id gets the next one."""
    return tuple(
        replace(move, variations=tuple(_with_id(variation, ids) for variation in move.variations))
        if move.variations
        else move
        for move in moves
    )


def _with_id(variation: Variation, ids: Iterator[str]) -> Variation:
    id = variation.id or next(ids)
    return Variation(id, with_ids(variation.moves, ids), variation.name, variation.notes)
