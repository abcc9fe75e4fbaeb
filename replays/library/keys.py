"""Keys of positions and set-ups: equal where the same is on the table, from every side of it, in any colours.

A key is made of what everybody sees, so neither hidden cards nor names can be found out from it, and a record with
unknown cards has the keys of one without. What is hashed are the bytes of a state in msgpack; positions that follow
each other have most of their parts in common, so the bytes of a part are made once.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec.structs import replace

from calimala_es.components import COLOURS
from calimala_es.deck import left_over
from calimala_es.frames import NOTHING, Frame
from calimala_es.setup import Setup
from calimala_es.state import Mat, State
from calimala_es.symmetry import Symmetry, canonical_symmetry, turn_frame, turn_setup
from calimala_es.view import public_mat, view_frame

_BYTES: Final = 8
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_STATE: Final = b"\xdc" + len(State.__struct_fields__).to_bytes(2, "big")
"""What the bytes of a state begin with: an array of so many fields."""

_LISTS: Final = [bytes([0x90 + length]) for length in range(16)]
"""What the bytes of a short array begin with, by its length."""

_FEW: Final = 1 << 8
_MANY: Final = 1 << 13
"""How many parts are remembered: those of games, and those of positions."""


def position_key(state: State) -> str:
    """Return sixteen hexadecimal digits for a position.

    >>> from calimala_es import Setup, initial
    >>> one, other = Setup("bry", "WBMUCAVTS"), Setup("ygr", "SAMTCBVUW")
    >>> position_key(initial(one)) == position_key(initial(other))
    True
    """
    setup = state.setup
    symmetry, city = canonical_symmetry(setup.city), setup.city
    agenda, later = [_frame_bytes(state.now, symmetry, city)], state.later
    while later is not NOTHING:
        frame, later = later
        agenda += (_LISTS[2], _frame_bytes(frame, symmetry, city))
    parts = (
        _STATE,
        *agenda,
        _LISTS[0],
        _LISTS[len(state.mats)],
        *map(_mat_bytes, state.mats),
        _encoded(state.rows),
        _ENCODE((state.free_cells, state.deck, _pool(state), state.discard))[1:],
        _stacks_bytes(state.stacks, symmetry),
        _ENCODE((state.turn, state.active, state.council, state.seats, state.laid_out, state.by_board))[1:],
        _setup_bytes(setup),
        _ENCODE(state.used),
    )
    return blake2b(b"".join(parts), digest_size=_BYTES).hexdigest()


def _pool(state: State) -> str:
    """Return the cards that nobody sees, as ``view_state`` does."""
    if not any(mat.secret for mat in state.mats):
        return state.pool
    return left_over(state.discard + "".join([mat.open for mat in state.mats]), state.setup.ruleset.deck)


@lru_cache(_MANY)
def _frame_bytes(frame: Frame, symmetry: Symmetry, city: str) -> bytes:
    return _ENCODE(turn_frame(view_frame(frame), symmetry, city))


@lru_cache(_MANY)
def _mat_bytes(mat: Mat) -> bytes:
    return _ENCODE(public_mat(mat))


@lru_cache(_MANY)
def _encoded(rows: tuple[str, ...]) -> bytes:
    return _ENCODE(rows)


@lru_cache(_MANY)
def _stacks_bytes(stacks: tuple[str, ...], symmetry: Symmetry) -> bytes:
    return _ENCODE(symmetry.by_street(stacks))


@lru_cache(_FEW)
def _setup_bytes(setup: Setup) -> bytes:
    return _ENCODE(turn_setup(_with_usual_colours(setup), canonical_symmetry(setup.city)))


def setup_key(setup: Setup) -> str:
    """Return sixteen hexadecimal digits for a set-up.

    >>> setup_key(Setup("bry", "WBMUCAVTS")) == setup_key(Setup("ygr", "SAMTCBVUW"))
    True
    """
    return blake2b(_setup_bytes(setup), digest_size=_BYTES).hexdigest()


def _with_usual_colours(setup: Setup) -> Setup:
    """Return the set-up with the colours in their order; a seat is what it is by its place in it."""
    number = setup.players
    return replace(setup, colours=COLOURS[:number], third=COLOURS[number] if setup.third else "")
