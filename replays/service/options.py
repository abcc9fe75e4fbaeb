"""The options of a service: its addresses, the rights of the whole service, its limits."""

from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from calimala_es.store import PRIVATE

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""The names of a machine for itself."""


POCKET_PATH: Final = "/app"
"""How the address of a service in a browser ends; the page that has it is one level higher."""


class Beginners(StrEnum):
    """Who may begin games: those with the admin key, those on the same network as well, everybody."""

    OWNER = "owner"
    NETWORK = "network"
    ANYBODY = "anybody"


class Limits(Struct, frozen=True):
    """What one client may ask for.

    Sizes are in bytes, times in seconds. ``address`` and ``headers`` bound the head of a request, ``head`` the time in
    which it has to arrive, ``reading`` that of its body, which may be as slow as ``slowest`` beyond that, in bytes a
    second; ``answering`` is the time in which an answer has to be made, ``sending`` that in which its end has to be
    taken. ``per_second`` are requests of one address and of one key (0: any number), ``at_once`` how many either may
    send in a row before that counts; who is refused and sends as many again is answered after ``held``, on at most so
    many ``connections``; a request counts as several where it takes more than its share of the processors,
    of which one address has ``serving`` in the process that serves and ``computing`` in those that draw and pack, in
    seconds a second. Of these processes there are ``drawing``, and one call may take ``processor`` seconds of a
    processor there. Games are judged in ``judging`` processes at the same time (0: not at all), each with ``judged``
    seconds of a processor for one game, with placements tried on ``boards`` (``judge.costs``); the last
    ``judgements`` stay in memory. ``followers`` is how many may follow games at the same time, and ``exports`` how many
    may be sent all games; those who take them slower than ``slowest`` are hung up on. ``games`` is
    how many games one address may begin a day, ``stored`` how many bytes it may send to be stored (0: any number);
    where less than ``spared`` bytes are free no games begin.
    """

    body: int = 65_536
    text: int = 5_000_000
    photo: int = 1_500_000
    address: int = 2_000
    headers: int = 16_384
    head: float = 10.0
    reading: float = 20.0
    answering: float = 30.0
    sending: float = 30.0
    slowest: float = 20_000.0
    per_second: float = 30.0
    at_once: int = 120
    held: float = 1.0
    connections: int = 600
    serving: float = 0.2
    computing: float = 1.0
    drawing: int = 2
    processor: float = 20.0
    judging: int = 1
    judged: float = 240.0
    boards: int = 16
    judgements: int = 200
    followers: int = 2_000
    exports: int = 4
    games: int = 100
    stored: int = 100_000_000
    spared: int = 200_000_000


class Options(Struct, frozen=True):
    """How a service behaves.

    ``address`` is the address under which people reach it, as ``https://games.example/calimala``; empty: as the request
    says; ``network`` is one by which others on the network reach it then, as ``http://192.168.1.20:8000``, if it is
    known. ``prefix`` is the path that a proxy in front leaves on, as ``/calimala``. ``hosts`` are the names by which it
    may be asked; none: any; ``by_address``: by every address that it has as well. ``admin`` is the digest of the key
    that opens everything (``access.digest_of``), ``None`` where there is none. ``visibility`` is that of games without
    their own, and ``names`` whether their names are shown. ``begin`` says who may begin games. ``shared`` lets pages of
    other sites read what programs may read. ``poll`` is how often, in seconds, the log is looked at for those who
    follow. ``pocket`` is the version of the static files of a service that runs in the browser of one phone, for nobody
    else; empty elsewhere. ``folder`` is where such a service's files are, from which the recorder checks decisions
    without a connection; empty where they are not there. ``library`` is the folder of the library that is shown beside
    games, see ``pages.explore``; empty without one.
    """

    address: str = ""
    network: str = ""
    prefix: str = ""
    hosts: tuple[str, ...] = ()
    by_address: bool = False
    admin: bytes | None = None
    visibility: str = PRIVATE
    names: bool = False
    begin: Beginners = Beginners.ANYBODY
    shared: bool = True
    poll: float = 0.25
    pocket: str = ""
    folder: str = ""
    library: str = ""
    limits: Limits = Limits()


def path_of(address: str) -> str:
    """Return the path of an address without a slash at its end, which is the prefix of all paths there."""
    return urlsplit(address).path.rstrip("/")


def origin_of(address: str) -> str:
    """Return the origin of an address, as browsers send it."""
    found = urlsplit(address)
    return f"{found.scheme}://{found.netloc}"


def host_of(address: str) -> str:
    """Return the name of the machine in an address."""
    return urlsplit(address).hostname or ""
