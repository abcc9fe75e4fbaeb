"""Connections that are bounded in time: whoever sends the head of a request drop by drop is hung up on."""

from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from replays.service.options import Options
from replays.service.problems import MEDIA_TYPE, Problem


class BoundedConnection(H11Protocol):
    """A connection on which the head of each request has to arrive within ``Limits.head``.

    An answer has to be taken within ``Limits.sending`` from its end, and the rest of a body that nobody wants has to be
    over by then. ``options`` are those of the service that listens.
    """

    options: ClassVar[Options] = Options()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As the server makes it."""
        super().__init__(*args, **kwargs)
        self._patience: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what arrived."""
        if self.conn.their_state is h11.IDLE and self._patience is None:
            self._wait()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._rest()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request."""
        self._refuse(Problem(400, "bad-request", "this is no request of HTTP, or its head is too large"))

    def on_response_complete(self) -> None:
        """Wait for what may still come or go, but not for ever."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY or self.transport.get_write_buffer_size():
            self.loop.call_later(self.options.limits.sending, self._end, self.cycle)

    def _end(self, cycle: object) -> None:
        """Hang up on whoever is still at that request."""
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
            seconds = self.options.limits.head
            self._refuse(Problem(408, "too-slow", f"the head of the request did not arrive in {seconds:g} seconds"))

    def _refuse(self, problem: Problem) -> None:
        """Tell it where an answer can still be told, and hang up."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
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
        self.transport.close()
