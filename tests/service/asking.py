"""A service in the same process, and its clients."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import httpx2
from starlette.types import ASGIApp

from calimala_es.store import Store, memory_store
from replays.service.access import digest_of, key_from
from replays.service.app import service_app
from replays.service.options import Limits, Options
from replays.service.visibility.game_views import MOST_HELD
from tests.service.asgi import at_once
from tests.service.promised import keeps_its_promise

ADMIN = key_from("admin", b"an admin's secret"[:16])

OPTIONS = Options(admin=digest_of(ADMIN), limits=Limits(per_second=0, games=0, stored=0, judging=0))


def clock() -> Callable[[], datetime]:
    """Return a clock that advances by a second at each look."""
    seconds = count()
    return lambda: datetime(2026, 11, 20, 19, tzinfo=UTC) + timedelta(seconds=next(seconds))


def chance() -> Callable[[int], bytes]:
    """Return a source of bytes that look random and are the same in every run."""
    numbers = count()
    return lambda size: hashlib.blake2b(str(next(numbers)).encode(), digest_size=size).digest()


class Client:
    """A client of an application in the same thread, with one request after the other; it follows redirections."""

    def __init__(self, app: ASGIApp) -> None:
        transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx2.AsyncClient(
            transport=transport, base_url="http://testserver", follow_redirects=True, trust_env=False
        )

    def get(self, path: str, **more: Any) -> httpx2.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx2.Response:
        return self.request("POST", path, **more)

    def request(self, method: str, path: str, **more: Any) -> httpx2.Response:
        return at_once(self._client.request(method, path, **more))


class Person:
    """A client, with a key or without one."""

    def __init__(self, client: Client, key: str = "") -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.ask("POST", path, **more)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = {**self.headers, **more.pop("headers", {})}
        answer = self.client.request(method, path, headers=headers, **more)
        kind = answer.headers.get("content-type", "")
        keeps_its_promise(method, answer.request.url.path, answer.status_code, kind, answer.content)
        return answer


class Instance:
    """A service with a store in memory."""

    def __init__(self, options: Options = OPTIONS, store: Store | None = None, held: int = MOST_HELD) -> None:
        self.store = store or memory_store(clock())
        self.app = service_app(self.store, options, clock(), chance(), held=held)
        self.client = Client(self.app)

    def anybody(self) -> Person:
        return Person(self.client)

    def person(self, key: str) -> Person:
        return Person(self.client, key)

    def game(self, notation: str, visibility: str = "unlisted") -> dict[str, Any]:
        """Make a game and return its `id`, `version` and `keys`."""
        answer = self.anybody().post("/api/games", json={"notation": notation, "visibility": visibility})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made


def instance() -> Iterator[Instance]:
    with memory_store(clock()) as store:
        yield Instance(store=store)
