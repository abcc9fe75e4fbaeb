"""What whoever starts a service settles: addresses, rights of the whole instance, limits."""

from msgspec import Struct

from calimala_es.store import PRIVATE


class Limits(Struct, frozen=True):
    """What one asker may ask for.

    Sizes in bytes, times in seconds. ``per_second`` are requests of one address, ``at_once`` what it may ask for in a
    row before that counts; ``heavy`` is how many a request costs that draws or packs something. ``followers`` is how
    many may follow games at the same time.
    """

    body: int = 65_536
    text: int = 5_000_000
    photo: int = 1_500_000
    reading: float = 20.0
    per_second: float = 30.0
    at_once: int = 120
    heavy: int = 10
    followers: int = 2_000


class Options(Struct, frozen=True):
    """How a service behaves.

    ``address`` is the address under which people reach it, as ``https://games.example/calimala``; empty: as the request
    says. ``prefix`` is the path that a proxy in front leaves on, as ``/calimala``. ``admin`` is the digest of the key
    that opens everything (``asking.keys.digest_of``), ``None`` where there is none. ``visibility`` is that of games of
    which nobody has said it. ``poll`` is how often, in seconds, the log is looked at for those who follow.
    """

    address: str = ""
    prefix: str = ""
    admin: bytes | None = None
    visibility: str = PRIVATE
    poll: float = 0.25
    limits: Limits = Limits()
