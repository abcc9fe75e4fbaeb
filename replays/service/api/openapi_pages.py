"""What the end points are, as a page to read; and what each type of problem means."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from starlette.responses import Response

from replays.html import Node, element
from replays.service.api.openapi import all_endpoints, name_of, parameters_of
from replays.service.endpoints import HTML, Asked, Endpoint, answer
from replays.service.pages.frame import page
from replays.service.problems import PLACE, TITLES, not_found


def documentation(asked: Asked) -> Response:
    """A list of all end points."""
    text = asked.language.text
    known = sorted(all_endpoints(), key=attrgetter("path"))
    return page(
        asked,
        text("For programs"),
        element("h1", text("For programs")),
        element(
            "p",
            text("Everything that the pages do is done by these addresses."),
            " ",
            element("a", "OpenAPI 3.1", href=asked.local("/api/openapi.json")),
        ),
        *(
            element("section", element("h2", element("code", path)), *(_described(endpoint) for endpoint in there))
            for path, there in groupby(known, attrgetter("path"))
        ),
    )


def _described(endpoint: Endpoint) -> Node:
    """An end point; what it does is told in English, as in the document that it comes from."""
    does = " ".join((endpoint.call.__doc__ or "").split())
    return element(
        "article",
        element("h3", element("code", endpoint.method), " ", endpoint.summary, id=name_of(endpoint)),
        element("p", does),
        element("dl", *_parameters(endpoint)),
        lang="en",
    )


def _parameters(endpoint: Endpoint) -> Iterator[Node]:
    for parameter in parameters_of(endpoint):
        yield element("dt", element("code", parameter["name"]))
        yield element("dd", parameter["description"])


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
