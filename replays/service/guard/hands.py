"""Threads for what is short: taken from one queue, and told to the event loop together where several are done at once.

Handing a call to a thread and its answer back costs more than most calls do themselves; under load this way the loop is
woken once for many of them.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any, Final, NamedTuple, TypeVar

_Told = TypeVar("_Told")

_RESTLESS: Final = 2.0
"""Seconds without a call after which a thread ends."""


class _Desk:
    """Where threads lay what is done for one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._is_called = False

    def lay(self, future: "asyncio.Future[Any]", told: Any, error: BaseException | None) -> None:
        """Say what became of a call; the loop is called once for all that lies here when it comes."""
        self._done.append((future, told, error))
        if not self._is_called:
            self._is_called = True
            self.loop.call_soon_threadsafe(self._take)

    def _take(self) -> None:
        # What is laid after this line calls again, so nothing stays behind.
        self._is_called = False
        while self._done:
            future, told, error = self._done.popleft()
            if future.done():
                continue
            if error is None:
                future.set_result(told)
            else:
                future.set_exception(error)


class _Call(NamedTuple):
    desk: _Desk
    future: "asyncio.Future[Any]"
    call: Callable[[], Any]


class Hands:
    """At most so many threads, begun as they are needed."""

    def __init__(self, most: int) -> None:
        """No thread runs yet."""
        self._room = Semaphore(most)
        self._calls: SimpleQueue[_Call] = SimpleQueue()
        self._idle = Semaphore(0)
        self._desk: _Desk | None = None

    async def run(self, call: Callable[[], _Told], seconds: float, late: BaseException) -> _Told:
        """What a call gives; raises ``late`` where that takes too long, and then nobody hears of it any more."""
        loop = asyncio.get_running_loop()
        if self._desk is None or self._desk.loop is not loop:
            self._desk = _Desk(loop)
        future: asyncio.Future[_Told] = loop.create_future()
        self._calls.put(_Call(self._desk, future, call))
        if not self._idle.acquire(blocking=False) and self._room.acquire(blocking=False):
            Thread(target=self._work, name="hand", daemon=True).start()
        patience = loop.call_later(seconds, _give_up, future, late)
        try:
            return await future
        finally:
            patience.cancel()

    def _work(self) -> None:
        while True:
            try:
                desk, future, call = self._calls.get(timeout=_RESTLESS)
            except Empty:
                if self._idle.acquire(blocking=False):
                    self._room.release()
                    return
                continue
            told, error = None, None
            if not future.cancelled():
                try:
                    told = call()
                except BaseException as raised:  # noqa: BLE001 - whoever waits for it raises it
                    error = raised
            with suppress(RuntimeError):  # the loop may have been closed meanwhile; then nobody waits
                desk.lay(future, told, error)
            del desk, future, call, told, error
            self._idle.release()


def _give_up(future: "asyncio.Future[Any]", late: BaseException) -> None:
    if not future.done():
        future.set_exception(late)
