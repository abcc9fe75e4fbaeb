"""The server under the application: uvicorn, bounded, and stopped without cutting anybody short."""

import signal
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from socket import IPPROTO_TCP, TCP_NODELAY, socket
from typing import Final

from starlette.applications import Starlette
from uvicorn import Config
from uvicorn import Server as Uvicorn

from replays.service.guard.connections import BoundedConnection
from replays.service.options import Options

_SPARE: Final = 1_000
"""Connections beside those of followers."""

_KEPT: Final = 15
"""Seconds that a connection is kept for the next request."""


class Server(Uvicorn):
    """A server that ends what goes on for ever before it waits for what goes on."""

    def __init__(self, config: Config, stop: Callable[[], None]) -> None:
        """``stop`` ends what goes on for ever."""
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
        limit_concurrency=limits.followers + _SPARE,
        timeout_keep_alive=_KEPT,
        timeout_graceful_shutdown=patience,
        h11_max_incomplete_event_size=limits.headers,
    )
    Server(config, app.state.streams.stop).run([listening])
