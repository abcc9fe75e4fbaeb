"""A service with one game, in this process, that is sent bodies."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any, Self

import msgspec
from starlette.types import ASGIApp, Message

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import memory_store
from notation import dumps
from replays.service.access import digest_of, key_from
from replays.service.app import ENDPOINTS, service_app
from replays.service.endpoints import Endpoint
from replays.service.options import Limits, Options

_ADMIN = key_from("admin", b"an admin's secret"[:16])
_FIELDS = {"seat": "0", "colour": "red", "step": "1", "note": "n", "photo": "p", "puzzle": "p", "number": "1"}


class FuzzedService:
    """The application, its game, and the endpoints that take a body."""

    def __init__(self, app: ASGIApp) -> None:
        """Begin a game."""
        self._app = app
        self._loop = asyncio.Runner()
        self._taking: Sequence[Endpoint] = [one for one in ENDPOINTS if one.takes is not None]
        text = dumps(play(shuffled_setup("bry", Random(1))))
        made = self._loop.run(self._answered("POST", "/api/games", [msgspec.json.encode({"notation": text})]))
        self._id: str = msgspec.json.decode(made[1])["id"]

    @classmethod
    @cache
    def running(cls) -> Self:
        """Return the one of this process."""
        random = Random(1)
        options = Options(admin=digest_of(_ADMIN), limits=Limits(per_second=0, games=0, stored=0))
        store = memory_store(store_clock)
        return cls(service_app(store, options, store_clock, random.randbytes))

    def status(self, chosen: bytes, body: bytes) -> int:
        """Return the status of the answer to a body, sent to the endpoint that a byte chooses."""
        endpoint = self._taking[(chosen or b"\0")[0] % len(self._taking)]
        path = endpoint.path.format(id=self._id, **_FIELDS)
        return self._loop.run(self._answered(endpoint.method, path, [body]))[0]

    def imported(self, pieces: Sequence[bytes]) -> list[dict[str, Any]]:
        """Return what becomes of each game of a text that arrives in pieces, without what is made of it."""
        _, answer = self._loop.run(self._answered("POST", "/api/import", pieces))
        lines: list[dict[str, Any]] = [msgspec.json.decode(line) for line in answer.splitlines()]
        return [{**line, "made": "made" in line} for line in lines]

    async def _answered(self, method: str, path: str, pieces: Sequence[bytes]) -> tuple[int, bytes]:
        statuses: list[int] = []
        parts: list[bytes] = []
        last = len(pieces) - 1
        sent: Iterator[Message] = iter(
            [{"type": "http.request", "body": piece, "more_body": number < last} for number, piece in enumerate(pieces)]
        )

        async def receive() -> Message:
            return next(sent, {"type": "http.disconnect"})

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            else:
                parts.append(message.get("body", b""))

        await self._app(_scope(method, path), receive, send)
        return statuses[0], b"".join(parts)


def store_clock() -> datetime:
    """Return always the same time."""
    return datetime(2026, 11, 20, tzinfo=UTC)


def _scope(method: str, path: str) -> dict[str, Any]:
    headers = {"host": "fuzzed", "authorization": f"Bearer {_ADMIN}", "if-match": "*"}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 1),
        "server": ("fuzzed", 80),
    }
