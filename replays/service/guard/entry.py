"""What a request has to be before anything looks at what it asks for: its host, its origin, its address, its number."""

import re
from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from starlette.types import Scope

from replays.service.guard.rates import Buckets, household
from replays.service.options import Limits, Options
from replays.service.problems import Problem, not_found

Heard = Mapping[bytes, bytes]
"""The headers of a request, by names in small letters."""

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_WATCHED: Final = "/health"
"""What watches over a service asks by whatever name it has for it."""


class Rates:
    """How much each address and each key has asked for; ``clock`` gives seconds that only go on."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        """Nobody has asked for anything."""
        self._limits = limits
        self._clock = clock
        self._addresses: Buckets[str] = Buckets(limits.per_second, limits.at_once)
        self._keys: Buckets[int] = Buckets(limits.per_second, limits.at_once)

    def charge(self, scope: Scope, cost: float) -> None:
        """Count a request; raises ``Problem`` for one too many."""
        if not self._limits.per_second:
            return
        now = self._clock()
        client = scope.get("client")
        wait = self._addresses.take(household(client[0]) if client else "", cost, now)
        key = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        if not wait and key:
            wait = self._keys.take(hash(key), cost, now)
        if wait:
            seconds = ceil(wait)
            told = f"too many requests came from here; ask again in {seconds} s"
            raise Problem(429, "too-many", told, {"Retry-After": str(seconds)}, retry_after=seconds)

    def charge_drawing(self, scope: Scope) -> None:
        """Count the rest of a request that draws or packs something."""
        self.charge(scope, self._limits.heavy - 1)


class Entry:
    """What has to be so of every request."""

    def __init__(self, options: Options) -> None:
        """Keep what was settled."""
        self._options = options
        self._hosts = frozenset(name.lower().strip("[]") for name in options.hosts)

    def check(self, scope: Scope) -> None:
        """Raise ``Problem`` for a request that is answered by nothing."""
        most = self._options.limits.address
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > most:
            raise Problem(414, "too-long", f"an address here has at most {most} characters", most=most)
        if not scope["path"].isprintable():
            raise not_found()
        heard = dict(scope["headers"])
        if sum(map(len, heard)) + sum(map(len, heard.values())) > self._options.limits.headers:
            raise Problem(431, "too-large", "the head of this request is too large", {"Connection": "close"})
        if self._hosts and scope["path"] != _WATCHED:
            self._check_host(heard)
        if not self._options.shared and scope["method"] not in _SAFE:
            _check_origin(heard, scope["scheme"])

    def _check_host(self, heard: Heard) -> None:
        if host_name(heard.get(b"host", b"").decode("latin-1")) not in self._hosts:
            detail = "this service is not asked by this name"
            raise Problem(421, "wrong-host", f"{detail}; a proxy before it has to pass the header `Host` on")


def _check_origin(heard: Heard, scheme: str) -> None:
    """A page of another site may send nothing to a service that only this computer reaches."""
    origin = heard.get(b"origin")
    if origin is not None and origin != scheme.encode() + b"://" + heard.get(b"host", b""):
        raise Problem(403, "wrong-origin", "pages of other sites may send nothing here")


def host_name(host: str) -> str:
    """The name in a ``Host`` header, without the port, in small letters; empty for what is no host."""
    found = _HOST.fullmatch(host)
    return found[1].strip("[]").lower() if found else ""
