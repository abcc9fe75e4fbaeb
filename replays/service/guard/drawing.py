"""What takes long is done a little at a time: pictures, packed games, pages."""

from collections.abc import Callable
from typing import Final, TypeVar

import anyio
from anyio import to_thread

from replays.service.options import Limits
from replays.service.problems import Problem

_Told = TypeVar("_Told")

_IN_LINE: Final = 16
"""How many may wait for each that is done."""

_SHORT: Final = 4
"""Threads for what does not take long; more of them would wait for each other."""


class Drawing:
    """Threads for what takes long, fewer than there are for the rest; and an end for whatever does not come to one."""

    def __init__(self, limits: Limits) -> None:
        """Nothing is being done."""
        self._limits = limits
        self._threads = anyio.CapacityLimiter(limits.drawing)
        self._short = anyio.CapacityLimiter(_SHORT)

    async def run(self, call: Callable[[], _Told], *, heavy: bool) -> _Told:
        """What a call in a thread gives; raises ``Problem`` where it takes too long or too many wait."""
        limits = self._limits
        threads = self._threads if heavy else self._short
        if heavy and threads.statistics().tasks_waiting >= limits.drawing * _IN_LINE:
            raise _busy("too much is being drawn at the moment")
        with anyio.move_on_after(limits.answering):
            return await to_thread.run_sync(call, abandon_on_cancel=True, limiter=threads)
        raise _busy(f"this took more than {limits.answering:g} s")


def _busy(detail: str) -> Problem:
    return Problem(503, "unavailable", f"{detail}; ask again in a while", {"Retry-After": "5"})
