"""Somebody who asks about a game, with what they may do there."""

from enum import IntEnum
from typing import Final

from msgspec import Struct

from calimala_es.store import (
    OWNER,
    PRIVATE,
    RECORDER,
    SEAT,
    VIEWER,
    Access,
)


class Right(IntEnum):
    """What somebody may do with a game; each includes those before it, but for ``TELL``.

    ``NONE`` needs no game. ``LOOK``: see what the public saw. ``TELL``: say what the cards of a seat are, which a key
    of that seat allows. ``RECORD``: write the game down, and see all that was written. ``OWN``: keys, names, who may
    look. ``ADMIN``: everything, of every game.
    """

    NONE = 0
    LOOK = 1
    TELL = 2
    RECORD = 3
    OWN = 4
    ADMIN = 5


_RIGHTS: Final = {OWNER: Right.OWN, RECORDER: Right.RECORD, SEAT: Right.TELL, VIEWER: Right.LOOK}


_WORDS: Final = {Right.LOOK: "look", Right.TELL: "tell", Right.RECORD: "record", Right.OWN: "own"}


class Asker(Struct, frozen=True):
    """Who asks about a game: the highest right, and the seat of a seat's key (-1: none).

    ``key`` is the number of the key among those of the game, 0 for none.
    """

    right: Right
    seat: int = -1
    key: int = 0

    def may(self, right: Right) -> bool:
        """Whether this is somebody who may do that."""
        return self.right >= right and (right is not Right.TELL or self.seat >= 0 or self.right >= Right.OWN)

    @property
    def rights(self) -> list[str]:
        """Words for all that this is somebody who may do, of ``look``, ``tell``, ``record`` and ``own``."""
        return [word for right, word in _WORDS.items() if self.may(right)]


def asker_of(access: Access, digest: bytes | None, admin: bytes | None) -> Asker:
    """Who somebody with a key of this digest (``None``: without a key) is to a game with these rights."""
    if digest is not None:
        if admin is not None and digest == admin:
            return Asker(Right.ADMIN)
        key = access.key_of(digest)
        if key is not None:
            return Asker(_RIGHTS[key.role], key.seat, key.number)
    return Asker(Right.NONE if access.visibility == PRIVATE else Right.LOOK)
