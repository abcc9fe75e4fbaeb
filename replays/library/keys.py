"""Keys of positions and set-ups: equal where the same is on the table, from every side of it, in any colours.

A key is made of what everybody sees, so neither hidden cards nor names can be found out from it, and a record with
unknown cards has the keys of one without.
"""

from hashlib import blake2b
from typing import Final

import msgspec
from msgspec.structs import replace

from calimala_es.components import COLOURS
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.symmetry import canonical_position, canonical_symmetry, turn_setup
from calimala_es.view import view_state

_BYTES: Final = 8
_ENCODER: Final = msgspec.msgpack.Encoder()


def position_key(state: State) -> str:
    """Return sixteen hexadecimal digits for a position.

    >>> from calimala_es import Setup, initial
    >>> one, other = Setup("bry", "WBMUCAVTS"), Setup("ygr", "SAMTCBVUW")
    >>> position_key(initial(one)) == position_key(initial(other))
    True
    """
    return _digest(canonical_position(replace(view_state(state), setup=_with_usual_colours(state.setup))))


def setup_key(setup: Setup) -> str:
    """Return sixteen hexadecimal digits for a set-up.

    >>> setup_key(Setup("bry", "WBMUCAVTS")) == setup_key(Setup("ygr", "SAMTCBVUW"))
    True
    """
    return _digest(turn_setup(_with_usual_colours(setup), canonical_symmetry(setup.city)))


def _with_usual_colours(setup: Setup) -> Setup:
    """Return the set-up with the colours in their order; a seat is what it is by its place in it."""
    number = setup.players
    return replace(setup, colours=COLOURS[:number], third=COLOURS[number] if setup.third else "")


def _digest(value: State | Setup) -> str:
    return blake2b(_ENCODER.encode(value), digest_size=_BYTES).hexdigest()
