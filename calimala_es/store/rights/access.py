"""Who may do what with a game: the rows of its stream of rights, folded."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.errors import CalimalaError
from calimala_es.store.facts import Entry
from calimala_es.store.rights.events import KeyGiven, KeyRevoked, NamesShown, VisibilitySet

OWNER: Final = "owner"
RECORDER: Final = "recorder"
SEAT: Final = "seat"
VIEWER: Final = "viewer"
ROLES: Final = (OWNER, RECORDER, SEAT, VIEWER)
"""What a key lets somebody do: everything; write the game down; tell the cards of a seat; look on."""

PRIVATE: Final = "private"
UNLISTED: Final = "unlisted"
PUBLIC_GAME: Final = "public"
VISIBILITIES: Final = (PRIVATE, UNLISTED, PUBLIC_GAME)
"""Who may look at a game without a key: nobody, whoever has the address, everybody, who then also finds it."""


class AccessError(CalimalaError):
    """What was asked would leave a game without an owner, or with more keys than it may have."""


class Key(Struct, frozen=True):
    """A key that was given out; ``number`` names it, ``digest`` is all that is kept of it."""

    number: int
    digest: bytes
    role: str
    seat: int
    given: datetime | None
    revoked: bool = False


class Access(Struct, frozen=True):
    """Who may do what with a game.

    ``visibility`` is empty where nobody has said it. ``version`` is the number of rows that this was made of.
    """

    visibility: str = ""
    names_shown: bool = False
    keys: tuple[Key, ...] = ()
    version: int = 0

    def or_if_unsaid(self, usual: "Access") -> "Access":
        """Return these rights, with the usual ones for what was never set."""
        if not self.version:
            return usual
        return self if self.visibility else replace(self, visibility=usual.visibility)

    def key_of(self, digest: bytes) -> Key | None:
        """Return the valid key with this digest, if there is one."""
        return next((key for key in self.keys if key.digest == digest and not key.revoked), None)


def access_stream(game: str) -> str:
    """Return the stream of a game's rights."""
    return f"{game}/access"


def folded_access(entries: Iterable[Entry]) -> Access:
    """Return a game's rights as its rows define them."""
    access = Access()
    for entry in entries:
        event, version = entry.event, entry.originator_version
        if isinstance(event, KeyGiven):
            key = Key(version, event.digest, event.role, event.seat, entry.time)
            access = replace(access, keys=(*access.keys, key))
        elif isinstance(event, KeyRevoked):
            keys = (replace(key, revoked=True) if key.number == event.key else key for key in access.keys)
            access = replace(access, keys=tuple(keys))
        elif isinstance(event, VisibilitySet):
            access = replace(access, visibility=event.visibility)
        elif isinstance(event, NamesShown):
            access = replace(access, names_shown=event.shown)
        access = replace(access, version=version)
    return access
