"""Keys: what they look like, and the digest that is all that is kept of one.

A key is 128 random bits, so its digest cannot be guessed back and needs no salt.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

DIGEST: Final = 16
"""Bytes of a digest."""

Chance = Callable[[int], bytes]
"""Gives so many random bytes that nobody can foresee."""

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


def new_key(role: str, chance: Chance) -> str:
    """A key, as ``calr_0YxN...``; the letter tells the role to whoever finds one."""
    return key_of(role, chance(_BYTES))


def key_of(role: str, secret: bytes) -> str:
    """The key of 16 secret bytes."""
    return f"cal{_LETTERS[role]}_{urlsafe_b64encode(secret).decode().rstrip('=')}"


def key_path(id: str, role: str, key: str) -> str:
    """The path of the page that a key is for; all but those who only look carry it where no server gets to see it."""
    return _PAGES[role].format(id=id, key=key)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key."""
    return _FORM.fullmatch(text) is not None


def digest_of(key: str) -> bytes:
    """The digest of a key."""
    return blake2b(key.encode(), digest_size=DIGEST).digest()


def new_id(chance: Chance) -> str:
    """An id for a game that nobody can guess: 12 letters and digits, 60 bits."""
    return id_of(chance(_ID_BYTES))


def id_of(secret: bytes) -> str:
    """The id of 12 secret bytes."""
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in secret)
