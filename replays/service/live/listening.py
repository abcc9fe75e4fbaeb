"""When to look at the log of a store again: as soon as the store announces something, or after a while."""

import asyncio
from typing import Final

from anyio import to_thread

from calimala_es.errors import StoreError
from calimala_es.store import Announcements, Store

_SELDOM: Final = 4
"""How much longer one waits where announcements come: they may be lost on the way, as in a pool of connections."""


class Listening:
    """Waits for what a store announces; where it announces nothing, or cannot be heard, for ``poll`` seconds."""

    def __init__(self, store: Store, poll: float) -> None:
        """Begin without a connection."""
        self._store = store
        self._poll = poll
        self._heard = asyncio.Event()
        self._announcements: Announcements | None = None
        self._connection = -1
        self._is_silent = store.is_near
        self._again = 0.0

    async def begin(self) -> None:
        """Begin to listen if the store announces anything, and nobody listens yet; raises ``StoreError``."""
        loop = asyncio.get_running_loop()
        if self._is_silent or self._announcements is not None or loop.time() < self._again:
            return
        self._again = loop.time() + self._poll * _SELDOM
        announcements = await to_thread.run_sync(self._store.announcements)
        if announcements is None:
            self._is_silent = True
            return
        self._connection = announcements.fileno()
        try:
            loop.add_reader(self._connection, self._heard.set)
        except NotImplementedError:
            # The loop of Windows does not wait for a connection of somebody else's.
            announcements.close()
            self._is_silent = True
            return
        self._announcements = announcements

    async def wait(self) -> None:
        """Wait until it is time to look again."""
        if self._announcements is None:
            await asyncio.sleep(self._poll)
            return
        try:
            async with asyncio.timeout(self._poll * _SELDOM):
                while not self._is_announced():
                    await self._heard.wait()
        except TimeoutError:
            pass
        except StoreError:
            # Nothing is lost: the next look begins where the last one ended.
            self.close()

    def _is_announced(self) -> bool:
        self._heard.clear()
        return self._announcements is not None and self._announcements.take()

    def close(self) -> None:
        """End the connection, if there is one."""
        if self._announcements is not None:
            asyncio.get_running_loop().remove_reader(self._connection)
            self._announcements.close()
            self._announcements = None
