"""Answers that come in parts, as they are made, to a connection that may go at any time."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Final, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

STALLED: Final = 30.0
"""Seconds after which somebody who takes nothing is hung up on."""


class Parts(Response):
    """An answer of parts, each sent at once.

    ``takes`` says that the parts are made of the body of the request, which their maker reads; otherwise the
    connection is listened to, and the parts end where it does. ``slowest`` is how many bytes a second have to be taken
    beyond ``STALLED``, ``ended`` is called when nothing more is sent.
    """

    def __init__(
        self,
        parts: AsyncGenerator[bytes],
        media_type: str,
        headers: Mapping[str, str] | None = None,
        *,
        takes: bool = False,
        slowest: float = 0.0,
        ended: Callable[[], None] | None = None,
    ) -> None:
        """Send these parts."""
        super().__init__(b"", 200, {"Cache-Control": "no-store", **(headers or {})}, media_type)
        del self.headers["content-length"]
        self._parts = parts
        self._takes = takes
        self._slowest = slowest
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, until there is no more or nobody who takes it."""
        try:
            await self._answered(receive, send)
        finally:
            if self._ended is not None:
                self._ended()

    async def _answered(self, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        sending = asyncio.create_task(self._sent(send))
        if self._takes:
            await sending
            return
        leaving = asyncio.create_task(wait_for_hangup(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            ended = await asyncio.gather(sending, leaving, return_exceptions=True)
        fault = ended[0]
        if isinstance(fault, Exception):
            raise fault

    async def _sent(self, send: Send) -> None:
        now = asyncio.get_running_loop().time
        waited, size = 0.0, 0
        async with aclosing(self._parts) as parts:
            async for part in parts:
                begun = now()
                if not await _send_in_time(send, part):
                    return
                waited, size = waited + now() - begun, size + len(part)
                if self._slowest and waited > STALLED + size / self._slowest:
                    return
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_in_time(send: Send, part: bytes) -> bool:
    """Send a part; return whether it was taken in time."""
    try:
        async with asyncio.timeout(STALLED):
            await send({"type": "http.response.body", "body": part, "more_body": True})
    except (TimeoutError, OSError):
        return False
    return True


async def wait_for_hangup(receive: Receive) -> None:
    """Wait until the other side hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass


# Answers that go on until somebody goes away: ended all together when the service stops.


class Ends(Protocol):
    """Something that can be ended."""

    def cancel(self) -> None:
        """End it."""


class OpenStreams:
    """The answers that go on. For the thread of the event loop only."""

    def __init__(self) -> None:
        """Begin with none."""
        self._going: set[Ends] = set()
        self.stopped = False

    def begin(self, stream: Ends) -> None:
        """Add an answer that goes on; where the service has stopped it ends at once."""
        self._going.add(stream)
        if self.stopped:
            stream.cancel()

    def end(self, stream: Ends) -> None:
        """Remove an answer that has come to its end."""
        self._going.discard(stream)

    def stop(self) -> None:
        """End all of them, and those that come."""
        self.stopped = True
        for stream in [*self._going]:
            stream.cancel()
