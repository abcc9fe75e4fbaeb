"""How much one may ask for: of the service at a time, of it in a row, and of games that are sent to it."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil, inf
from typing import Final, Generic, TypeVar

import anyio
from anyio import to_thread
from starlette.types import Scope

from calimala_es.game import Game, Variation, variations_of
from calimala_es.messages import Message
from notation.budget import Budget
from replays.service.options import Limits
from replays.service.problems import Problem
from replays.text.languages import message

# In a row.

_Who = TypeVar("_Who")

MOST_BUCKETS: Final = 20_000
"""Buckets that are remembered; the one unused for longest is full again."""

_NETWORK: Final = 64
"""Bits of an IPv6 address that one household has for itself."""


class Buckets(Generic[_Who]):
    """Buckets of ``size`` tokens into which ``rate`` fall each second. For one thread only."""

    def __init__(self, rate: float, size: float, most: int = MOST_BUCKETS) -> None:
        """Begin with a full bucket for everybody."""
        self.rate = rate
        self.size = size
        self._most = most
        self._left: OrderedDict[_Who, tuple[float, float]] = OrderedDict()

    def take(self, who: _Who, cost: float, now: float) -> float:
        """Take so many tokens; return 0, or the seconds until they are there, and then none is taken.

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

    def spend(self, who: _Who, cost: float, now: float, least: float = -inf) -> None:
        """Take so many tokens, even those that are not there yet, but leave the ``least``."""
        left, since = self._left.pop(who, (self.size, now))
        left = min(self.size, left + max(0.0, now - since) * self.rate)
        self._left[who] = (max(left - cost, min(left, least)), now)

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._left)


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Return by what the requests of an address are counted: of IPv6 the network, as its owner has all of it."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found.packed, _NETWORK), strict=False))


def sender(scope: Scope) -> str:
    """Return by what a request is counted."""
    client = scope.get("client")
    return household(client[0]) if client else ""


def _key_of(scope: Scope) -> bytes:
    return next((value for name, value in scope["headers"] if name == b"authorization"), b"")


class Rates:
    """How much each address and each key has asked for; ``clock`` gives seconds that only go on."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        """Begin with nobody having asked for anything."""
        self._limits = limits
        self._clock = clock
        self._addresses: Buckets[str] = Buckets(limits.per_second, limits.at_once)
        self._keys: Buckets[int] = Buckets(limits.per_second, limits.at_once)
        self._refused: Buckets[str] = Buckets(limits.per_second, limits.at_once)

    def charge(self, scope: Scope) -> None:
        """Count a request; raises ``Problem`` for one too many."""
        if not self._limits.per_second:
            return
        now = self._clock()
        wait = self._addresses.take(sender(scope), 1, now)
        key = _key_of(scope)
        if not wait and key:
            wait = self._keys.take(hash(key), 1, now)
        if wait:
            seconds = ceil(wait)
            detail = Message("too many requests came from here; try again in {seconds} s", seconds=seconds)
            raise Problem(429, "too-many", detail, {"Retry-After": str(seconds)}, retry_after=seconds)

    def floods(self, scope: Scope) -> bool:
        """Count a refusal; return whether the sender goes on so fast that refusing takes too long."""
        return bool(self._refused.take(sender(scope), 1, self._clock()))

    def charge_serving(self, scope: Scope, seconds: float) -> None:
        """Count what a request has taken of the processor in the process that serves."""
        self._charge(scope, seconds / self._limits.serving)

    def charge_computing(self, scope: Scope, seconds: float) -> None:
        """Count what a request has taken of a processor in another process."""
        self._charge(scope, seconds / self._limits.computing)

    def _charge(self, scope: Scope, seconds: float) -> None:
        """Count a request as so many as may be sent in these seconds; it was counted as one."""
        cost = seconds * self._limits.per_second - 1
        if cost <= 0:
            return
        now = self._clock()
        self._addresses.spend(sender(scope), cost, now)
        if key := _key_of(scope):
            # Others may have the same key, e.g. that of viewers: they do not wait for what one of them computes.
            self._keys.spend(hash(key), cost, now, least=0)


# At a time.

_Result = TypeVar("_Result")

_AGAIN: Final = 10
"""Seconds after which a client that was sent away may try again."""

IN_LINE: Final = 16
"""How many may wait for each heavy request that is being answered, or of each address."""

_SHORT: Final = 4
"""Threads for what does not take long; more of them would wait for each other. As many write."""


_A_MOMENT: Final = 0.5
"""Seconds after which what could be saved at once is saved in a thread all the same."""

_GLANCE: Final = 0.001
"""Seconds between two looks at whether threads save."""

_EACH: Final = 2
"""Threads that one sender has at the same time."""


class Slots:
    """Places for answers that go on for long, however slowly they are taken. For the thread of the event loop only."""

    def __init__(self, most: int) -> None:
        """Begin with so many free places."""
        self._most = most
        self._taken = 0

    def take(self) -> None:
        """Take a place; raises ``Problem`` where none is free."""
        if self._taken >= self._most:
            detail = Message("too many exports are running already; try again later")
            raise Problem(503, "unavailable", detail, {"Retry-After": str(_AGAIN)})
        self._taken += 1

    def free(self) -> None:
        """Give a place back."""
        self._taken -= 1


class _Queue:
    """The calls of one sender."""

    def __init__(self, at_once: int) -> None:
        self.turn = anyio.CapacityLimiter(at_once)
        self.count = 0


class Queues:
    """Each sender's calls in a line of their own, so that one who sends many has others wait for none of them.

    ``count`` is how many calls there are. For the thread of the event loop only.
    """

    def __init__(self, at_once: int) -> None:
        """Let so many calls of one sender be carried out at the same time."""
        self._at_once = at_once
        self._queues: dict[str, _Queue] = {}
        self.count = 0

    def length(self, who: str) -> int:
        """Return how many calls of a sender are there, those that are carried out included."""
        return self._queues[who].count if who in self._queues else 0

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncGenerator[None]:
        """Wait until it is a sender's turn, and have it."""
        queue = self._queues.setdefault(who, _Queue(self._at_once))
        queue.count += 1
        self.count += 1
        try:
            async with queue.turn:
                yield
        finally:
            self.count -= 1
            queue.count -= 1
            if not queue.count:
                del self._queues[who]


class Workers:
    """Threads for what takes long, fewer than there are for the rest; and an end for calls that do not end.

    What writes has threads of its own: while another program holds the store they wait, and reading goes on.
    """

    def __init__(self, limits: Limits) -> None:
        """Begin with all threads free."""
        self._limits = limits
        self._heavy = anyio.CapacityLimiter(limits.drawing)
        self._short = anyio.CapacityLimiter(_SHORT)
        self._writing = anyio.CapacityLimiter(_SHORT)
        self._reading_queues = Queues(_EACH)
        self._writing_queues = Queues(_EACH)
        self._aside: asyncio.Task[None] | None = None

    def reading(self) -> int:
        """Return how many calls that read are there, those that are carried out included."""
        return self._reading_queues.count

    def writing(self) -> int:
        """Return how many calls that write are there, those that are carried out included."""
        return self._writing_queues.count

    async def settle(self, saving: Callable[[], bool]) -> None:
        """Wait until no thread is ``saving``, but not for long; what threads still compute holds up nobody.

        A request that comes while one is saving needs a thread as well, and so would the next.
        """
        if not self._writing_queues.count:
            return
        end = anyio.current_time() + _A_MOMENT
        while saving() and anyio.current_time() < end:
            await anyio.sleep(_GLANCE)

    def begin(self, call: Callable[[], None]) -> None:
        """Carry out in a thread what nobody waits for, one such call at a time: another one is left for later."""
        if self._aside is None or self._aside.done():
            self._aside = asyncio.ensure_future(to_thread.run_sync(call))

    async def run(self, who: str, call: Callable[[], _Result], *, heavy: bool, writes: bool) -> _Result:
        """Return the result of somebody's call in a thread.

        Raises ``Problem`` where it takes too long or too many wait.
        """
        threads = self._heavy if heavy else self._writing if writes else self._short
        if heavy and threads.statistics().tasks_waiting >= self._limits.drawing * IN_LINE:
            raise too_many_waiting()
        with anyio.move_on_after(self._limits.answering):
            queues = self._writing_queues if writes else self._reading_queues
            async with queues.turn(who):
                return await to_thread.run_sync(call, abandon_on_cancel=True, limiter=threads)
        raise took_too_long(self._limits)


def too_many_waiting() -> Problem:
    """Return the problem of a request for something heavy while many others wait."""
    return unavailable(Message("too much is being drawn at the moment; try again later"))


def took_too_long(limits: Limits) -> Problem:
    """Return the problem of a request that is not answered in time."""
    seconds = f"{limits.answering:g}"
    return unavailable(Message("this took more than {seconds} s; try again later", seconds=seconds))


def computed_too_long(limits: Limits) -> Problem:
    """Return the problem of a request that needs more of a processor than it may have."""
    seconds = f"{limits.processor:g}"
    detail = Message("this took more than {seconds} s of processor time; ask for something smaller", seconds=seconds)
    return unavailable(detail)


def process_ended() -> Problem:
    """Return the problem of a request whose process ended, e.g. since the computer has no memory left."""
    return unavailable(Message("the process that worked on this ended unexpectedly; try again"))


def unavailable(detail: Message) -> Problem:
    """Return the problem of what may be tried again in a moment."""
    return Problem(503, "unavailable", detail, {"Retry-After": "5"})


# Of a game: enough for any table, and read and shown in seconds.

MOST_DECISIONS: Final = 5_000
"""Decisions of one game; a long one of five players has 1,500."""

BUDGET: Final = Budget(characters=2_000_000, words=40_000, notes=20_000, variations=1_000)
"""A game with a comment after every decision has a tenth of that."""


def check_size(game: Game) -> None:
    """Raise ``Problem`` for a game that has more than a service shows, however it came."""
    check_length(len(game.moves))
    variations = [*variations_of(game)]
    lines: tuple[Game | Variation, ...] = (game, *variations)
    notes = sum(len(line.notes) + sum(len(move.notes) for move in line.moves) for line in lines)
    decided = sum(len(variation.moves) for variation in variations)
    for count, most, detail in (
        (len(variations), BUDGET.variations, message("too many variations in the game; the limit is {number}")),
        (decided, BUDGET.words, message("too many decisions in variations; the limit is {number}")),
        (notes, BUDGET.notes, message("too many notes in the game; the limit is {number}")),
    ):
        if count > most:
            raise too_many(most, detail)


def check_length(decisions: int) -> None:
    """Raise ``Problem`` for a game with so many decisions."""
    if decisions > MOST_DECISIONS:
        raise too_many(MOST_DECISIONS, message("too many decisions in the game; the limit is {number}"))


def too_many(most: int, detail: str) -> Problem:
    """Return the problem of a game with more than ``most`` of what the message ``detail`` names."""
    return Problem(422, "too-large", Message(detail, number=most), most=most)
