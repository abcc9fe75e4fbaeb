"""Requests given directly to an application, and answers to the last byte, streams among them."""

import asyncio
import atexit
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar
from unittest.mock import patch
from urllib.parse import unquote

import msgspec
from starlette.types import ASGIApp, Message, Scope

from replays.service.limits import Workers

HOST = "service.test"


class Ask(NamedTuple):
    """A request; `content` is JSON where it is no bytes, `path` may have a query after a `?`."""

    method: str
    path: str
    content: Any = None
    headers: tuple[tuple[str, str], ...] = ()


class Reply(NamedTuple):
    """An answer without its date."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def kind(self) -> str:
        """The media type."""
        return dict(self.headers).get("content-type", "").partition(";")[0]


def scope_of(method: str, path: str, headers: Mapping[str, str]) -> Scope:
    """Return a request in the form of ASGI; `path` may have a query after a `?`."""
    where, _, query = path.partition("?")
    sent = {"host": HOST, **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(where),
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in sent.items()],
        "client": ("192.0.2.1", 4000),
        "server": (HOST, 80),
        "state": {},
    }


_Result = TypeVar("_Result")

_LOOP: Final = asyncio.Runner()
atexit.register(_LOOP.close)


async def _here(_: Workers, who: str, call: Callable[[], _Result], *, heavy: bool, writes: bool) -> _Result:
    """Make the call that the service makes in a thread of its own."""
    del who, heavy, writes
    return call()


def at_once(asking: Coroutine[Any, Any, _Result]) -> _Result:
    """Return the result of requests without threads, which take longer than most answers, but for one in another."""
    if _LOOP.get_loop().is_running():
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, asking).result()
    with patch.object(Workers, "run", _here):
        return _LOOP.run(asking)


def answers_to(app: ASGIApp, asks: Sequence[Ask], key: str = "") -> list[Reply]:
    """Return the answers to requests sent one after the other, all with one key."""

    async def all_of_them() -> list[Reply]:
        return [await answered(app, ask, key) for ask in asks]

    return at_once(all_of_them())


async def answered(app: ASGIApp, ask: Ask, key: str = "", messages: int = 1) -> Reply:
    """Return the answer to a request; of a stream of events this many named messages."""
    content = ask.content if isinstance(ask.content, bytes) else msgspec.json.encode(ask.content)
    headers = {**({"authorization": f"Bearer {key}"} if key else {}), **dict(ask.headers)}
    if ask.content is not None:
        headers = {"content-length": str(len(content)), "content-type": "application/json", **headers}
    start: dict[str, Any] = {}
    parts: list[bytes] = []
    enough = asyncio.Event()
    waiting = [{"type": "http.request", "body": content if ask.content is not None else b"", "more_body": False}]

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
            return
        parts.append(message.get("body", b""))
        if not message.get("more_body", False) or b"".join(parts).count(b"event: ") >= messages:
            enough.set()

    await app(scope_of(ask.method, ask.path, headers), receive, send)
    answer = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in start["headers"]]
    return Reply(start["status"], tuple(sorted(answer)), b"".join(parts))


def header(answer: Reply, name: str) -> str:
    """Return a header of an answer, empty if it has none."""
    headers: Mapping[str, str] = dict(answer.headers)
    return headers.get(name.lower(), "")
