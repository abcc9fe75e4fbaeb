"""What may be sent to be stored: who may begin games, how much an address may send a day, and how much room there is.

What a table needs goes on however full the disk is: only games that begin, and photos, wait for room. So nobody who
begins games, from however many addresses, takes the room of those who record one.
"""

from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from math import ceil
from threading import Lock
from typing import Final

from starlette.types import Scope

from calimala_es.messages import Message
from calimala_es.store import Obstacle, Store
from replays.service.limits import Buckets, household
from replays.service.options import Beginners, Options, origin_of
from replays.service.problems import Problem

_DAY: Final = 86_400
_GAME: Final = 20_000
"""Bytes that a game takes beside what was sent, as one begins with a code or a few words."""

_LEAST: Final = 1_000
"""Bytes that any request counts as which may change something."""

_IN_ALL: Final = 20
"""How many addresses may send what one may send."""

_NEAR: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *map(IPv4Network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")),
    *map(IPv6Network, ("::1", "fc00::/7", "fe80::/10")),
)
"""The networks of homes and clubs, whose addresses nobody has on the internet."""

_HOUSE: Final = 64
"""Bits that the addresses of one IPv6 network share."""


class Admission:
    """Who may store what; ``clock`` gives seconds. May be asked from several threads."""

    def __init__(self, store: Store, options: Options, clock: Callable[[], float]) -> None:
        """Begin with nobody having sent anything."""
        self._store = store
        self._options = options
        self._clock = clock
        self._games = _DailyUse(options.limits.games)
        self._bytes = _DailyUse(options.limits.stored)
        self._lock = Lock()

    def may_begin(self, scope: Scope, *, is_admin: bool) -> bool:
        """Return whether the sender is among those who may begin games."""
        who = self._options.begin
        near = who is Beginners.NETWORK and is_near(_client(scope), _server(scope))
        return is_admin or near or who is Beginners.ANYBODY

    def check(self, scope: Scope, *, begins: bool, waits: bool, is_admin: bool) -> None:
        """Raise ``Problem`` for those who may not begin games, pages of other sites, and where there is no room."""
        if begins and not self.may_begin(scope, is_admin=is_admin):
            network = Message("only people on the same network can begin games here")
            owner = Message("only the owner of this service can begin games here")
            raise Problem(403, "not-allowed", network if self._options.begin is Beginners.NETWORK else owner)
        if begins and not is_admin:
            check_origin(scope, dict(scope["headers"]), self._options)
        if (begins or waits) and not self.has_room():
            detail = Message("the disk is nearly full: no games can be started, and no photos can be added")
            raise Problem(503, "not-saving", detail)

    def charge_game(self, scope: Scope, *, is_admin: bool) -> None:
        """Count a game that begins; raises ``Problem`` for one too many."""
        if not is_admin:
            self._take(self._games, scope, 1)
            self._take(self._bytes, scope, _GAME)

    def charge_bytes(self, scope: Scope, size: int, *, is_admin: bool) -> None:
        """Count what was sent to be stored; raises ``Problem`` for too much."""
        if not is_admin:
            self._take(self._bytes, scope, max(size, _LEAST))

    def _take(self, use: "_DailyUse", scope: Scope, amount: float) -> None:
        if use.is_bounded:
            with self._lock:
                use.take(household(_client(scope)), amount, self._clock())

    def has_room(self) -> bool:
        """Return whether there is room beyond what is spared for games that are being recorded."""
        free = self._store.free_bytes()
        return free is None or free >= self._options.limits.spared

    def obstacle(self) -> Obstacle | None:
        """Return what keeps games from being stored at the moment."""
        return self._store.obstacle() or (None if self.has_room() else Obstacle.FULL)


class _DailyUse:
    """How much of something each sender, and all together, had of a day's share, which has no end unless it
    ``is_bounded``: 0.
    """

    def __init__(self, share: float) -> None:
        self._each: Buckets[str] = Buckets(share / _DAY, share)
        self._all: Buckets[str] = Buckets(share * _IN_ALL / _DAY, share * _IN_ALL)
        self.is_bounded = share > 0

    def take(self, who: str, amount: float, now: float) -> None:
        """Count an amount; raises ``Problem`` for one too much."""
        wait = self._each.take(who, amount, now) or self._all.take("", amount, now)
        if wait:
            seconds = ceil(wait)
            detail = Message("the limit for one day has been reached; try again in {seconds} s", seconds=seconds)
            raise Problem(429, "too-many", detail, {"Retry-After": str(seconds)}, retry_after=seconds)


def check_origin(scope: Scope, headers: Mapping[bytes, bytes], options: Options) -> None:
    """Raise ``Problem`` for a request that a browser sends for a page of another site."""
    origin = headers.get(b"origin")
    if origin is None:
        return
    own = f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"
    if origin.decode("latin-1") not in (own, origin_of(options.address)):
        raise Problem(403, "wrong-origin", Message("pages on other sites cannot send anything here"))


def is_near(client: str, server: str) -> bool:
    """Return whether an address is that of this computer or of its network."""
    try:
        theirs, ours = _plain(client), _plain(server)
    except ValueError:
        return False
    same = isinstance(theirs, IPv6Address) and ours in IPv6Network((theirs, _HOUSE), strict=False)
    return same or any(theirs in network for network in _NEAR)


def plain_address(address: str) -> str:
    """Return an address in one form: without a zone, and IPv4 as IPv4."""
    try:
        return str(_plain(address))
    except ValueError:
        return address


def _plain(address: str) -> IPv4Address | IPv6Address:
    found = ip_address(address.partition("%")[0])
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _client(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _server(scope: Scope) -> str:
    return (scope["server"][0] or "") if scope.get("server") else ""
