"""How much somebody may ask for: a bucket each, that fills again by itself."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Generic, TypeVar

_Who = TypeVar("_Who")

MOST: Final = 20_000
"""Buckets that are remembered; who has not asked for longest has a full one again."""

_NETWORK: Final = 64
"""Bits of an IPv6 address that one household has for itself."""


class Buckets(Generic[_Who]):
    """Buckets of ``size`` tokens into which ``rate`` fall each second. For one thread only."""

    def __init__(self, rate: float, size: float, most: int = MOST) -> None:
        """Everybody has a full one."""
        self.rate = rate
        self.size = size
        self._most = most
        self._left: OrderedDict[_Who, tuple[float, float]] = OrderedDict()

    def take(self, who: _Who, cost: float, now: float) -> float:
        """Take so many tokens; 0 if they were there, otherwise the seconds until they are, and none is taken.

        What costs more than a bucket holds costs a whole one.
        """
        cost = min(cost, self.size)
        left, since = self._left.pop(who, (self.size, now))
        left = min(self.size, left + max(0.0, now - since) * self.rate)
        is_enough = left >= cost
        self._left[who] = (left - cost if is_enough else left, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0.0 if is_enough else (cost - left) / self.rate

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._left)


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """By what requests of one address are counted: of IPv6 the network, as its owner has all of it."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found.packed, _NETWORK), strict=False))
