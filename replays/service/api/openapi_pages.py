"""What the end points are, as a page to read; and what each type of problem means."""

from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from starlette.responses import Response

from replays.service.api.openapi import all_endpoints, name_of, parameters_of
from replays.service.endpoints import HTML, Asked, Endpoint, answer
from replays.service.pages.rendering import page
from replays.service.problems import PLACE, TITLES, not_found


class EndpointRow(NamedTuple):
    """An end point as the page shows it."""

    name: str
    method: str
    summary: str
    does: str
    parameters: list[dict[str, Any]]


def documentation(asked: Asked) -> Response:
    """A list of all end points."""
    known = sorted(all_endpoints(), key=attrgetter("path"))
    paths = [(path, [_row(endpoint) for endpoint in there]) for path, there in groupby(known, attrgetter("path"))]
    return page(asked, "endpoints.html", paths=paths)


def _row(endpoint: Endpoint) -> EndpointRow:
    does = " ".join((endpoint.call.__doc__ or "").split())
    return EndpointRow(name_of(endpoint), endpoint.method, endpoint.summary, does, [*parameters_of(endpoint)])


def problem_type(asked: Asked) -> Any:
    """What a type of problem means."""
    title = TITLES.get(asked.path["type"])
    if title is None:
        raise not_found()
    return answer({"type": asked.local(f"{PLACE}{asked.path['type']}"), "title": title})


ENDPOINTS = (
    Endpoint("GET", "/docs", documentation, "The end points, to read", gives=HTML),
    Endpoint(
        "GET", "/api/problems/{type}", problem_type, "What a type of problem means",
        gives=dict[str, str], problems=(404,),
    ),
)  # fmt: skip
