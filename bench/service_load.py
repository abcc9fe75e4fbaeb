"""Requests as fast as a server answers them, over raw sockets, so that the measuring program is not what is measured.

Every connection is a loop: a request whose bytes are made beforehand, its whole answer, the next request. Of an answer
only the status and the length are read, unless the next request needs it; any that is not a success ends the
measurement.
"""

import asyncio
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, cast
from urllib.request import Request, urlopen

from bench.harness import Lap


def request_of(method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    fields = {"Host": "127.0.0.1", **(headers or {}), **({"Content-Length": str(len(body))} if body else {})}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    return "\r\n".join(lines).encode() + body


class Loop(asyncio.Protocol):
    """One connection; ``answered`` counts its answers, ``ended`` is set when it stops."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        """Ask with these requests one after another, until there are no more; a generator is sent the answers."""
        self.answered = 0
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._next: Callable[[bytes | None], bytes | None] = _following(requests)
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._ask()

    def data_received(self, data: bytes) -> None:
        """Read a part of an answer."""
        buffer = self._buffer = self._buffer + data if self._buffer else data
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = buffer[:end].lower()
        place = head.find(b"\r\ncontent-length:")
        if buffer[9:10] != b"2" or place < 0:
            self._stop(RuntimeError(f"the server answers {buffer[:500]!r}"))
            return
        line_end = head.find(b"\r\n", place + 2)
        length = int(head[place + 17 : line_end if line_end >= 0 else len(head)])
        if len(buffer) >= end + 4 + length:
            self._buffer = b""
            self.answered += 1
            self._ask(buffer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop."""
        self._stop(exc)

    def stop(self) -> None:
        """Stop after the answer that is due."""
        self._next = _following(iter(()))

    def _ask(self, answer: bytes | None = None) -> None:
        assert self._transport is not None
        request = self._next(answer)
        if request is None:
            self._stop(None)
        else:
            self._transport.write(request)

    def _stop(self, error: Exception | None) -> None:
        if not self.ended.done():
            if error is None:
                self.ended.set_result(None)
            else:
                self.ended.set_exception(error)
        if self._transport is not None:
            self._transport.abort()


def _following(requests: Iterator[bytes]) -> Callable[[bytes | None], bytes | None]:
    """Return a function that gives the request after an answer, ``None`` after the last one."""
    if not isinstance(requests, Generator):
        return lambda _: next(requests, None)
    conversation = cast("Generator[bytes, bytes | None]", requests)

    def following(answer: bytes | None) -> bytes | None:
        try:
            return conversation.send(answer)
        except StopIteration:
            return None

    return following


async def _load(port: int, loops: Sequence[Iterator[bytes]], seconds: float) -> Lap:
    running = asyncio.get_running_loop()
    started = perf_counter()
    connections = [
        (await running.create_connection(partial(Loop, requests), "127.0.0.1", port))[1] for requests in loops
    ]
    for one in connections:
        running.call_later(seconds, one.stop)
    await asyncio.gather(*(one.ended for one in connections))
    return Lap(sum(one.answered for one in connections), perf_counter() - started)


def load(port: int, loops: Sequence[Iterator[bytes]], seconds: float) -> Lap:
    """Return the number of answers in so many seconds, or fewer if requests run out; each sequence has a connection."""
    return asyncio.run(_load(port, loops, seconds))


def posted(port: int, path: str, data: Any, headers: dict[str, str] | None = None) -> Any:
    """Return the answer to posted JSON."""
    kind = {"Content-Type": "application/json"}
    request = Request(f"http://127.0.0.1:{port}{path}", json.dumps(data).encode(), {**kind, **(headers or {})})
    with urlopen(request) as answer:
        return json.load(answer)
