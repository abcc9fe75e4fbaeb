"""The server under the application: uvicorn, bounded, and stopped without cutting anybody short."""

import gc
import re
import signal
import sys
from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from socket import IPPROTO_TCP, TCP_NODELAY, socket
from typing import Any, ClassVar, Final

import anyio
import h11
from anyio.lowlevel import checkpoint
from starlette.applications import Starlette
from uvicorn import Config
from uvicorn import Server as Uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from calimala_es.messages import Message
from replays.service.limits import household
from replays.service.middleware import CONNECTION, header_lines
from replays.service.options import Options
from replays.service.problems import MEDIA_TYPE, Problem

_SPARE: Final = 1_000
"""Connections beside those of followers."""

_SWITCH: Final = 0.0005
"""Seconds for which one thread computes while others wait."""

_FULL_COLLECTION: Final = 100
"""Collections of younger objects before one of all objects, which Python has after ten."""

_KEEP_ALIVE: Final = 15
"""Seconds that a connection waits for the next request."""

_FILES: Final = 1_000
"""Files that may be open beside connections."""


class Server(Uvicorn):
    """A server that ends what goes on for ever before it waits for what goes on."""

    def __init__(self, config: Config, stop: Callable[[], None]) -> None:
        """Make a server; ``stop`` ends what goes on for ever."""
        super().__init__(config)
        self._stop = stop

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Take no more requests, and finish those that came."""
        self._stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop when asked to: having stopped is what was asked for, and no failure."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(app: Starlette, listening: socket, options: Options, proxies: Sequence[str], patience: int) -> None:
    """Answer what comes at a socket that listens, until a signal says to stop.

    ``proxies`` are the addresses and networks that are believed when they say for whom they ask; ``patience`` is how
    many seconds requests that are being answered have when the service stops.
    """
    BoundedConnection.options, limits = options, options.limits
    BoundedConnection.has_proxy = bool(proxies)
    most = limits.followers + _SPARE
    _allow_open(most + _FILES)
    # The first request would wait for the part of anyio that is loaded when it first runs, 40 ms.
    anyio.run(checkpoint)
    # The modules stay for ever, and the games for long: looking through all of them for what is no longer used stops
    # everybody, 20 to 40 ms each time, several times a minute where many games are asked for.
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _FULL_COLLECTION)
    # A thread that computes gives way to the event loop after this time.
    sys.setswitchinterval(_SWITCH)
    # Connections inherit it. Otherwise the head of an answer waits for the other side before its body follows, 40 ms.
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    config = Config(
        app,
        http=BoundedConnection,
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        limit_concurrency=most,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=patience,
    )
    Server(config, app.state.streams.stop).run([listening])


def _allow_open(most: int) -> None:
    """Let so many files and connections be open, as far as the system allows; Windows has another limit.

    Many shells allow fewer than one address may have, and then others could not connect.
    """
    if sys.platform == "win32":
        return
    from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

    now, limit = getrlimit(RLIMIT_NOFILE)
    wanted = most if limit == RLIM_INFINITY else min(most, limit)
    if now != RLIM_INFINITY and now < wanted:
        setrlimit(RLIMIT_NOFILE, (wanted, limit))


_LINES: Final = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
    for status in HTTPStatus
    if status >= HTTPStatus.OK and status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
}
"""The first line of an answer of each status that may have a body."""

_FAREWELL: Final = 1.0
"""Seconds that a client who was refused has to read why."""


# What is read is bounded: what costs little to send must not take long to read.

_AT_ONCE: Final = 8_192
"""Bytes that h11 gets at a time. What it has at once it takes apart at once."""

_MOST_LINES: Final = 100
"""Lines in the head of a request; a browser sends about twenty."""

_MOST_HELD: Final = 1_024
"""Bytes of a body that h11 may hold without having taken anything from them: the beginning of a chunk, or trailers."""

_FREE_PARTS: Final = 500
_PART: Final = 256
"""A body may come in so many parts of any size, and beyond that in parts that have so many bytes on average."""

_READING: Final = (h11.IDLE, h11.SEND_BODY)
"""The states in which something of a request may still come."""

_HEAD_END: Final = re.compile(rb"\n\r?\n")


class BoundedParser(h11.Connection):
    """The requests of a connection, of which none takes long to read.

    Raises ``h11.RemoteProtocolError`` for a head that has too many bytes or lines, and for a body in tiny parts.
    """

    def __init__(self, most: int) -> None:
        """Begin with nothing read; a head may have so many bytes."""
        super().__init__(h11.SERVER, most)
        self._most: Final = most
        self._parts = 0
        self._size = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return what comes next."""
        if self.their_state is h11.IDLE:
            self._check_head(self.trailing_data[0])
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts = self._size = 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._size += len(event.data)
            if self._parts > _FREE_PARTS + self._size // _PART:
                raise h11.RemoteProtocolError("the body comes in parts that are too small")
        elif event is h11.NEED_DATA and self.their_state is h11.SEND_BODY:
            if len(self.trailing_data[0]) > _MOST_HELD:
                raise h11.RemoteProtocolError("the body has trailers that are too large")
        return event

    def _check_head(self, held: bytes) -> None:
        found = _HEAD_END.search(held, 0, self._most)
        end = found.end() if found else len(held)
        if end > self._most or held.count(b"\n", 0, end) > _MOST_LINES:
            raise h11.RemoteProtocolError("the head is too large")


# Connections that are bounded in time: one that sends the head of a request drop by drop is hung up on.


class BoundedConnection(H11Protocol):
    """A connection on which the head of each request has to arrive within ``Limits.head``.

    An answer has to be taken within ``Limits.sending`` from its end, and the rest of a body that nobody wants has to be
    over by then. One address has at most ``Limits.connections``, unless ``has_proxy``: then all come from there.
    ``options`` are those of the service that listens.
    """

    options: ClassVar[Options] = Options()
    has_proxy: ClassVar[bool] = False
    _open: ClassVar[Counter[str]] = Counter()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make a connection, as the server does."""
        super().__init__(*args, **kwargs)
        self.conn = BoundedParser(self.options.limits.headers)
        self._patience: TimerHandle | None = None
        self._household = ""
        self._is_refused = False
        self._unread = b""
        self._served = self.app
        self.app = self._serve

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request; hang up on an address that has too many connections."""
        super().connection_made(transport)
        self._household = household(self.client[0]) if self.client else ""
        self._open[self._household] += 1
        if self._open[self._household] > self.options.limits.connections and not self.has_proxy:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what arrived; of somebody who was refused nothing."""
        if self._is_refused:
            return
        self._unread += data
        self._take()
        if self.conn.their_state is not h11.IDLE:
            self._rest()
        elif self._patience is None:
            self._wait()

    def _take(self) -> None:
        """Let h11 read what arrived, but for what comes after a request that is still being answered."""
        while self._unread and not self._is_refused and self.conn.their_state in _READING:
            part, self._unread = self._unread[:_AT_ONCE], self._unread[_AT_ONCE:]
            super().data_received(part)
        if self._unread:
            self.flow.pause_reading()

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """Let the application answer a request, which finds the connection in its scope."""
        scope[CONNECTION] = self
        await self._served(scope, receive, send)

    def whole_body(self) -> bytes | None:
        """Return the body of a request of which nothing was received yet; ``None`` if it has not arrived."""
        cycle = self.cycle
        return None if cycle.more_body or cycle.disconnected else bytes(cycle.body)

    def send_whole(self, status: int, head: bytes, body: bytes) -> bool:
        """Send an answer in one piece, ``head`` being the lines of its headers; return whether that could be done.

        h11 would check each header anew and write a part at a time, so it hears nothing of this answer: where nothing
        else has come and the connection stays, another parser reads the next request.
        """
        cycle, line = self.cycle, _LINES.get(status)
        if line is None or cycle.scope["method"] == "HEAD":
            return False
        if self.conn.their_state is not h11.DONE or self.conn.trailing_data[0] or not cycle.keep_alive:
            return False
        if cycle.response_started or cycle.disconnected or self.flow.write_paused:
            return False
        self.conn = BoundedParser(self.options.limits.headers)
        cycle.response_started = cycle.response_complete = True
        usual = header_lines(cycle.default_headers)
        self.transport.write(b"".join((line, usual, head, b"\r\n", body)))
        cycle.message_event.set()
        cycle.on_response()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._rest()
        self._open[self._household] -= 1
        if not self._open[self._household]:
            del self._open[self._household]
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request."""
        detail = Message("this is not an HTTP request, or its headers are too large")
        self._refuse(Problem(400, "bad-request", detail))

    def on_response_complete(self) -> None:
        """Wait for what may still come or go, but not for ever."""
        super().on_response_complete()
        self._take()
        if self.conn.their_state is h11.SEND_BODY or self.transport.get_write_buffer_size():
            self.loop.call_later(self.options.limits.sending, self._end, self.cycle)

    def _end(self, cycle: object) -> None:
        """Hang up on the client of that request."""
        is_sending = self.conn.their_state is h11.SEND_BODY
        if self.cycle is cycle and (is_sending or self.transport.get_write_buffer_size()):
            self.transport.abort()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(self.options.limits.head, self._too_slow)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_slow(self) -> None:
        if not self.conn.trailing_data[0]:
            self.transport.close()
        elif not self.transport.is_closing():
            seconds = f"{self.options.limits.head:g}"
            detail = Message("the headers of the request did not arrive within {seconds} s", seconds=seconds)
            self._refuse(Problem(408, "too-slow", detail))

    def _refuse(self, problem: Problem) -> None:
        """Send the problem where an answer can still be sent, and hang up."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        is_answering = self.conn.our_state is h11.SEND_RESPONSE
        body = bytes(problem.response(self.options.prefix).body)
        headers = [
            ("Content-Type", MEDIA_TYPE),
            ("Content-Length", str(len(body))),
            ("X-Content-Type-Options", "nosniff"),
            ("Connection", "close"),
        ]
        reason = HTTPStatus(problem.status).phrase
        for part in (
            h11.Response(status_code=problem.status, headers=headers, reason=reason),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(part) or b"")
        # Hanging up at once, with what still comes unread, would take the answer back.
        self._is_refused = True
        self.flow.resume_reading()
        self.transport.write_eof()
        self.loop.call_later(_FAREWELL, self.transport.close)
        if is_answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
