"""The options of a service: its addresses, the rights of the whole service, its limits."""

from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from calimala_es.store import PRIVATE
from replays.service.limits import Limits

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""The names of a machine for itself."""


class Options(Struct, frozen=True):
    """How a service behaves.

    ``address`` is the address under which people reach it, as ``https://games.example/calimala``; empty: as the request
    says. ``prefix`` is the path that a proxy in front leaves on, as ``/calimala``. ``hosts`` are the names by which it
    may be asked; none: any. ``admin`` is the digest of the key that opens everything (``asking.keys.digest_of``),
    ``None`` where there is none. ``visibility`` is that of games of which nobody has said it, and ``names``
    whether those of games of which nobody has said anything are shown. ``shared`` lets pages of
    other sites read what programs may read. ``poll`` is how often, in seconds, the log is looked at for those who
    follow.
    """

    address: str = ""
    prefix: str = ""
    hosts: tuple[str, ...] = ()
    admin: bytes | None = None
    visibility: str = PRIVATE
    names: bool = False
    shared: bool = True
    poll: float = 0.25
    limits: Limits = Limits()


def path_of(address: str) -> str:
    """Return the path of an address without a slash at its end, which is the prefix of all paths there."""
    return urlsplit(address).path.rstrip("/")


def host_of(address: str) -> str:
    """Return the name of the machine in an address."""
    return urlsplit(address).hostname or ""
