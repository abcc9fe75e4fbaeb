"""An end point as a value: the address, what it takes and gives, who may ask, what answers.

The application, its OpenAPI document and the tests that try every end point are made of these.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from starlette.requests import Request

from calimala_es.store import OWNER, RECORDER, SEAT
from replays.service.access import Right
from replays.service.request import ApiRequest, Query, Service

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

ADMIN: Final = "admin"
"""The role of the key of the whole service."""

VOICES: Final = (SEAT, RECORDER, OWNER, ADMIN)
"""The roles of those who play a game or write it down."""


class Endpoint(NamedTuple):
    """An end point.

    ``takes`` is the kind of the JSON in the body, or the media type of another body, ``None`` for no body;
    ``gives`` the kind of the JSON in the answer, or its media type; several of either where it is one of them.
    ``right`` is what the sender must be allowed for the game ``{id}``, ``roles`` whose keys allow it where the end
    point demands more than that. ``heavy``: it draws or packs something; ``quick``: where the store is near it is done
    in less time than a thread takes to start. ``most`` is the name of the limit of ``Limits`` for the body. Where
    ``streams`` is on ``call`` reads the body by itself and is a coroutine. ``problems`` are the statuses beside those
    that any may have, ``also`` others of what was done, with the same answer. ``once``: a request that has an
    ``Idempotency-Key`` is carried out once.
    """

    method: str
    path: str
    call: Callable[[ApiRequest], Any]
    summary: str
    takes: Any = None
    gives: Any = None
    right: Right = Right.NONE
    roles: tuple[str, ...] = ()
    query: type[Query] | None = None
    status: int = 200
    heavy: bool = False
    quick: bool = False
    most: str = "body"
    streams: bool = False
    problems: tuple[int, ...] = ()
    headers: tuple[str, ...] = ()
    also: tuple[int, ...] = ()
    once: bool = False

    @property
    def is_page(self) -> bool:
        """Whether it gives a page for people."""
        return bool(self.gives == HTML)

    def request(self, service: Service, http: Request, body: bytes = b"") -> ApiRequest:
        """Return a request to this end point."""
        return ApiRequest(service, http, body, query_type=self.query or Query, is_page=self.is_page)
