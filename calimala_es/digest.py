"""Digests of positions: short proofs that two of them are the same.

Those that people see are SHA-256 of the bytes of a position line, cut to sixteen hexadecimal digits, so that any
program can work them out: enough to notice a difference, since they protect against mistakes and not against forgery. A
check has the digest of what everybody sees: it must come out the same for all who record a game, whatever each of them
knows and however the city is turned in front of them. So its line is that of the public position on the canonical city.

The store proves every turn by one of its own, made of the fields as they are in a fraction of the time.
"""

from hashlib import blake2b, sha256
from typing import Final

import msgspec

from calimala_es.position import format_position
from calimala_es.state import State
from calimala_es.symmetry import canonical_position
from calimala_es.view import view_state

DIGITS: Final = 16
"""Hexadecimal digits of a digest that people see."""

_STORED_BYTES: Final = 8

_ENCODER: Final = msgspec.msgpack.Encoder()


def position_digest(state: State) -> str:
    """Return ``DIGITS`` hexadecimal digits for everything in the position line.

    Hidden cards go in as far as they are known, so it may be given to those who may see the line, and to nobody else:
    the cards could be guessed by trying.

    >>> from calimala_es import Setup, initial
    >>> position_digest(initial(Setup("bry", "WBMUCAVTS")))
    '38c45e47f41dc209'
    """
    return sha256(format_position(state).encode()).hexdigest()[:DIGITS]


def public_digest(state: State) -> str:
    """Return ``DIGITS`` hexadecimal digits for everything that everybody sees.

    >>> from calimala_es import Setup, initial
    >>> one, turned = Setup("bry", "WBMUCAVTS"), Setup("bry", "SAMTCBVUW")
    >>> public_digest(initial(one)) == public_digest(initial(turned))
    True
    """
    return position_digest(canonical_position(view_state(state)))


def stored_digest(state: State) -> bytes:
    """Return the digest of the public position that the store has with every turn, eight bytes long.

    The input is the msgpack array ``[turn, active, rows, stacks, council, seats, deck, discard, mats]``, a mat being
    ``[coloured, white, wood, brick, marble, cloth, ships, houses, points, open, hand size]``. With two players, or with
    Intrigue, an array follows of ``[support, faction]`` for each mat.
    """
    mats = [
        (
            mat.coloured,
            mat.white,
            mat.stock.wood,
            mat.stock.brick,
            mat.stock.marble,
            mat.built.cloth,
            mat.built.ships,
            mat.built.houses,
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
    return blake2b(_ENCODER.encode(position), digest_size=_STORED_BYTES).digest()
