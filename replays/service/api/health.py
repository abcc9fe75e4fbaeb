"""Whether the service can do what it is for, for whoever watches over it."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from calimala_es.errors import StoreError
from replays.service.endpoints import Asked, Endpoint, answer


class Health(Struct, frozen=True):
    """How the service is: ``ok``, or ``unavailable`` where its store does not answer; which version runs."""

    status: str
    version: str


def health(asked: Asked) -> Response:
    """Look whether the store answers."""
    try:
        asked.service.store.changes_since(_LAST)
    except StoreError:
        return answer(Health("unavailable", release()), 503, _FRESH)
    return answer(Health("ok", release()), headers=_FRESH)


_FRESH: Final = {"Cache-Control": "no-store"}
_LAST: Final = 1 << 62
"""A place behind the end of every log."""


@cache
def release() -> str:
    """The version of the program; empty where it is not installed."""
    try:
        return version("calimala")
    except PackageNotFoundError:
        return ""


ENDPOINTS = (Endpoint("GET", "/health", health, "How the service is", gives=Health, problems=(503,)),)
