"""A short proof that two positions are the same.

The digest of a public position has only what everybody sees: hidden cards could be guessed by trying them.
"""

from hashlib import blake2b
from typing import Final

import msgspec

from calimala_es.state import State

DIGEST_BYTES: Final = 8
"""Enough to notice a difference; it protects against mistakes, not against forgery."""

_ENCODER: Final = msgspec.msgpack.Encoder()


def digest_of(content: bytes) -> bytes:
    """Return the blake2b digest of anything that describes a position, ``DIGEST_BYTES`` long."""
    return blake2b(content, digest_size=DIGEST_BYTES).digest()


def public_digest(state: State) -> bytes:
    """Return the digest of the public position, ``DIGEST_BYTES`` long.

    The input is the msgpack array ``[turn, active, rows, stacks, council, seats, deck, discard, mats]``, a mat being
    ``[coloured, white, wood, brick, marble, cloth, ships, houses, points, open, hand size]``. With two players, or with
    Intrigue, an array follows of ``[support, faction]`` for each mat.
    """
    mats = [
        (
            mat.coloured,
            mat.white,
            mat.wood,
            mat.brick,
            mat.marble,
            mat.cloth,
            mat.ships,
            mat.houses,
            mat.points,
            mat.open,
            len(mat.open) + len(mat.secret) + mat.unknown,
        )
        for mat in state.mats
    ]
    position: tuple[object, ...] = (
        state.turn,
        state.active,
        state.rows,
        state.stacks,
        state.council,
        state.seats,
        state.deck,
        state.discard,
        mats,
    )
    if state.setup.third or state.setup.intrigue:
        position = (*position, [(mat.support, mat.faction) for mat in state.mats])
    return digest_of(_ENCODER.encode(position))
