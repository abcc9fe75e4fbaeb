"""Processes beside the one that serves, for what draws, packs or reads much: a table that plays never waits for it.

There are ``Limits.drawing`` of them, and they yield the processor to the one that serves. A call has a limit of
processor time, and is ended with its process when it takes longer than an answer may, or when nobody waits for it any
more. One address never has all processes, and its calls wait in a line of their own. Knows nothing of what is computed.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from functools import cache
from math import ceil, inf
from time import monotonic, process_time
from types import FrameType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from replays.service.limits import (
    IN_LINE,
    Queues,
    computed_too_long,
    process_ended,
    too_many_waiting,
    took_too_long,
)
from replays.service.middleware import FAULTS
from replays.service.options import Limits

_Result = TypeVar("_Result")

_IN_ALL: Final = 256
"""How many calls may wait."""

_NICENESS: Final = 10
"""How far the processes yield the processor to others."""

_START: Final = 1.0
"""Seconds of a processor that it costs to start a process in the place of one that was ended."""

Left = Callable[[], Coroutine[Any, Any, object]]
"""Returns when nobody waits for an answer any more."""


class _Spent(NamedTuple, Generic[_Result]):
    """What a call returned, and the seconds of a processor that it took; not done where it took too many."""

    is_done: bool
    result: _Result | None
    seconds: float


class Processes:
    """The processes; for the thread of the event loop only."""

    def __init__(self, limits: Limits, ready: Callable[[], object]) -> None:
        """Start no process: the first call does. ``ready`` makes a process ready, which is part of no call."""
        self._limits = limits
        self._ready = ready
        self._free = CapacityLimiter(limits.drawing)
        self._any = CapacityLimiter(inf)
        self._queues = Queues(max(1, limits.drawing - 1))

    @property
    def waiting(self) -> int:
        """How many calls are there, those that are carried out included."""
        return self._queues.count

    async def run(
        self, who: str, call: Callable[[], _Result], left: Left | None, charge: Callable[[float], object]
    ) -> _Result:
        """Return the result of a call, which has to be picklable, for somebody who asks for it.

        ``left`` returns when they have left; without it the call is carried out even then. ``charge`` is given the
        seconds of a processor that it took. Raises ``Problem`` where too many wait, and for a call that takes too long,
        or too much of a processor, or whose process ends.
        """
        working = asyncio.ensure_future(self._in_turn(who, call, charge))
        tasks: list[asyncio.Task[Any]] = [working, *([asyncio.ensure_future(left())] if left else [])]
        try:
            await asyncio.wait(tasks, timeout=self._limits.answering, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise took_too_long(self._limits)
            return working.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _in_turn(self, who: str, call: Callable[[], _Result], charge: Callable[[float], object]) -> _Result:
        if self._queues.length(who) > IN_LINE or self._queues.count >= _IN_ALL:
            raise too_many_waiting()
        async with self._queues.turn(who), self._free:
            begun = monotonic()
            seconds: float | None = None
            try:
                spent = await to_process.run_sync(
                    _bounded, self._ready, call, self._limits.processor, cancellable=True, limiter=self._any
                )
                seconds = spent.seconds
            except BrokenWorkerProcess:
                FAULTS.warning("a process that draws and packs ended by itself; the computer may be short of memory")
                raise process_ended() from None
            finally:
                charge(monotonic() - begun + _START if seconds is None else seconds)
        if not spent.is_done:
            raise computed_too_long(self._limits)
        result: Any = spent.result
        return result  # type: ignore[no-any-return]


# In the other process.


class _LimitReached(BaseException):
    """The limit of processor time is reached; nothing that is computed catches it."""


def _bounded(ready: Callable[[], object], call: Callable[[], _Result], seconds: float) -> _Spent[_Result]:
    """Return the result of a call with so many seconds of a processor."""
    _settle()
    ready()
    begun = process_time()
    try:
        with _processor_limit(begun + seconds):
            result = call()
    except _LimitReached:
        return _Spent(False, None, process_time() - begun)
    return _Spent(True, result, process_time() - begun)


@cache
def _settle() -> None:
    """Yield to other processes, and leave it to the one that serves to end this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(_NICENESS)
        signal.signal(signal.SIGXCPU, _reached)


def _reached(_: int, __: FrameType | None) -> None:
    raise _LimitReached


@contextmanager
def _processor_limit(end: float) -> Generator[None]:
    """Let no more be computed than until the process has had so many seconds; Windows knows no such limit."""
    if sys.platform == "win32":
        yield
        return
    from resource import RLIM_INFINITY, RLIMIT_CPU, getrlimit, setrlimit

    _, most = getrlimit(RLIMIT_CPU)
    setrlimit(RLIMIT_CPU, (ceil(end) if most == RLIM_INFINITY else min(ceil(end), most), most))
    try:
        yield
    finally:
        setrlimit(RLIMIT_CPU, (most, most))
