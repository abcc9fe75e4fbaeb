"""What the service says of itself: its health, its end points to read, and what each type of problem means."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from msgspec import Struct
from starlette.responses import Response

from calimala_es.errors import StoreError
from replays.service.api.openapi import all_endpoints, operation_name, parameters_of
from replays.service.endpoints import HTML, Endpoint
from replays.service.pages.rendering import page
from replays.service.problems import PLACE, TITLES, not_found
from replays.service.request import ApiRequest
from replays.service.responses import json_response


class Health(Struct, frozen=True):
    """How the service is: ``ok``, or ``unavailable`` where its store does not answer; which version runs."""

    status: str
    version: str


def get_health(request: ApiRequest) -> Response:
    """Look whether the store answers."""
    try:
        request.service.store.changes_since(_LAST)
    except StoreError:
        return json_response(Health("unavailable", release()), 503, _FRESH)
    return json_response(Health("ok", release()), headers=_FRESH)


_FRESH: Final = {"Cache-Control": "no-store"}
_LAST: Final = 1 << 62
"""A position after the end of every log."""


@cache
def release() -> str:
    """Return the version of the program; empty where it is not installed."""
    try:
        return version("calimala")
    except PackageNotFoundError:
        return ""


# What the end points are, as a page to read; and what each type of problem means.


class EndpointRow(NamedTuple):
    """An end point as the page shows it."""

    name: str
    method: str
    summary: str
    does: str
    parameters: list[dict[str, Any]]


def get_documentation(request: ApiRequest) -> Response:
    """Give a list of all end points, to read."""
    known = sorted(all_endpoints(), key=attrgetter("path"))
    paths = [(path, [_row(endpoint) for endpoint in there]) for path, there in groupby(known, attrgetter("path"))]
    return page(request, "endpoints.html", paths=paths)


def _row(endpoint: Endpoint) -> EndpointRow:
    does = " ".join((endpoint.call.__doc__ or "").split())
    return EndpointRow(operation_name(endpoint), endpoint.method, endpoint.summary, does, [*parameters_of(endpoint)])


def get_problem_type(request: ApiRequest) -> Any:
    """Give what a type of problem means."""
    title = TITLES.get(request.path["type"])
    if title is None:
        raise not_found()
    return json_response({"type": request.local(f"{PLACE}{request.path['type']}"), "title": title})


ENDPOINTS = (
    Endpoint("GET", "/health", get_health, "How the service is", gives=Health, problems=(503,)),
    Endpoint("GET", "/docs", get_documentation, "The end points, to read", gives=HTML),
    Endpoint(
        "GET", "/api/problems/{type}", get_problem_type, "What a type of problem means",
        gives=dict[str, str], problems=(404,),
    ),
)  # fmt: skip
