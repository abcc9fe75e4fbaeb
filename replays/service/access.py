"""Keys, rights, and who a key makes its holder to a game.

A key is 128 random bits; of one that was given out only a digest is stored, which cannot be guessed back and needs no
salt. The letter before it says its role to a person who finds one.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from enum import IntEnum
from hashlib import blake2b
from typing import Final

from msgspec import Struct

from calimala_es.store import OWNER, PRIVATE, RECORDER, SEAT, VIEWER, Access

# Keys and ids.

RandomBytes = Callable[[int], bytes]
"""Gives so many random bytes that nobody can foresee."""

DIGEST: Final = 16
"""Bytes of a digest."""

LOOK_PREFIX: Final = "calv_"
"""The beginning of the keys that an address may have: those of viewers."""

_LETTERS: Final = {"owner": "o", "recorder": "r", "seat": "s", "viewer": "v", "admin": "a"}
_PAGES: Final = {
    "owner": "/own/{id}#{key}",
    "recorder": "/record/{id}#{key}",
    "seat": "/seat/{id}#{key}",
    "viewer": "/g/{id}?key={key}",
}
_FORM: Final = re.compile(r"cal[orsva]_[A-Za-z0-9_-]{22}")
_BYTES: Final = 16
_ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_BYTES: Final = 12


def new_key(role: str, chance: RandomBytes) -> str:
    """Return a key, as ``calr_0YxN...``."""
    return key_from(role, chance(_BYTES))


def key_from(role: str, secret: bytes) -> str:
    """Return the key of 16 secret bytes."""
    return f"cal{_LETTERS[role]}_{urlsafe_b64encode(secret).decode().rstrip('=')}"


def key_path(id: str, role: str, key: str) -> str:
    """Return the path of the page that a key is for; only a viewer's key is where a server gets to see it."""
    return _PAGES[role].format(id=id, key=key)


def is_key(text: str) -> bool:
    """Return whether a text has the form of a key."""
    return _FORM.fullmatch(text) is not None


def digest_of(key: str) -> bytes:
    """Return the digest of a key."""
    return blake2b(key.encode(), digest_size=DIGEST).digest()


def new_id(chance: RandomBytes) -> str:
    """Return an id for a game that nobody can guess: 12 letters and digits, 60 bits."""
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in chance(_ID_BYTES))


# Rights.


class Right(IntEnum):
    """What somebody may do with a game; each includes those before it, but for ``CLAIM``.

    ``NONE`` needs no game. ``LOOK``: see what the public saw. ``CLAIM``: enter the cards of a seat, which a key
    of that seat allows. ``RECORD``: record the game, and see all of it. ``OWN``: keys, names, who may
    look. ``ADMIN``: everything, of every game.
    """

    NONE = 0
    LOOK = 1
    CLAIM = 2
    RECORD = 3
    OWN = 4
    ADMIN = 5


_RIGHTS: Final = {OWNER: Right.OWN, RECORDER: Right.RECORD, SEAT: Right.CLAIM, VIEWER: Right.LOOK}
"""The right that a key of a role gives."""

_NAMES: Final = {Right.LOOK: "look", Right.CLAIM: "claim", Right.RECORD: "record", Right.OWN: "own"}


class Principal(Struct, frozen=True):
    """Somebody to a game: the highest right, and the seat of a seat's key (-1: none).

    ``key`` is the number of the key among those of the game, 0 for none.
    """

    right: Right
    seat: int = -1
    key: int = 0

    def may(self, right: Right) -> bool:
        """Return whether this is somebody with that right."""
        return self.right >= right and (right is not Right.CLAIM or self.seat >= 0 or self.right >= Right.OWN)

    @property
    def rights(self) -> list[str]:
        """The names of all rights that this is somebody with, of ``look``, ``claim``, ``record`` and ``own``."""
        return [name for right, name in _NAMES.items() if self.may(right)]


def principal_for(access: Access, digest: bytes | None, admin: bytes | None) -> Principal:
    """Return who somebody with a key of this digest (``None``: without a key) is to a game with these rights."""
    if digest is not None:
        if admin is not None and digest == admin:
            return Principal(Right.ADMIN)
        key = access.key_of(digest)
        if key is not None:
            return Principal(_RIGHTS[key.role], key.seat, key.number)
    return Principal(Right.NONE if access.visibility == PRIVATE else Right.LOOK)
