"""Connections to the application in the same event loop, for answers that continue."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette

from tests.service.asgi import scope_of

PATIENCE = 20.0


class Connection:
    """One request whose answer is read as it arrives."""

    def __init__(self, body: bytes = b"") -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.parts: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._brought: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]
        self._left = asyncio.Event()
        self._started = asyncio.Event()
        self._buffer = b""

    async def receive(self) -> dict[str, Any]:
        if self._brought:
            return self._brought.pop()
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            self._started.set()
            return
        if message.get("body"):
            self.parts.put_nowait(message["body"])
        if not message.get("more_body"):
            self.parts.put_nowait(None)

    def leave(self) -> None:
        self._left.set()

    async def started(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._started.wait()

    async def whole(self) -> bytes:
        found = b""
        async with asyncio.timeout(PATIENCE):
            while (part := await self.parts.get()) is not None:
                found += part
        return found

    async def message(self) -> dict[str, Any] | None:
        """Return the next server-sent event: ``event``, ``id``, ``data``; ``None`` if the answer has ended."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while b"\n\n" in self._buffer:
                    block, _, self._buffer = self._buffer.partition(b"\n\n")
                    lines = [line.partition(": ") for line in block.decode().split("\n")]
                    answer = {name: value for name, _, value in lines if name in ("event", "id", "data")}
                    if answer:
                        return {**answer, "data": json.loads(answer["data"])}
                part = await self.parts.get()
                if part is None:
                    return None
                self._buffer += part


@asynccontextmanager
async def connected(
    app: Starlette, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> AsyncGenerator[Connection]:
    connection = Connection(body)
    task = asyncio.create_task(app(scope_of(method, path, headers or {}), connection.receive, connection.send))
    try:
        await connection.started()
        yield connection
    finally:
        connection.leave()
        async with asyncio.timeout(PATIENCE):
            await task


async def asked(app: Starlette, method: str, path: str, key: str = "", body: Any = None, **headers: str) -> Connection:
    """Return a request with its whole answer, which is in ``parts``; the headers have underscores for hyphens."""
    brought = json.dumps(body).encode() if body is not None else b""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    sent |= {"Authorization": f"Bearer {key}"} if key else {}
    sent |= {"Content-Type": "application/json", "Content-Length": str(len(brought))} if brought else {}
    async with connected(app, method, path, sent, brought) as connection:
        connection.parts.put_nowait(await connection.whole())
        return connection
