"""Requests that no end point answers."""

from collections.abc import Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Route

from replays.service.endpoints import HTML, Asked, Endpoint, Service
from replays.service.pages.error_page import error_page
from replays.service.problems import Problem, not_found

_READING: Final = ("GET", "HEAD")


async def astray(service: Service, routes: Sequence[Route], request: Request, error: Exception) -> Response:
    """What is told of an address or a method that there is not: to people as a page, and the address without a slash
    at its end where that is one.
    """
    status = error.status_code if isinstance(error, HTTPException) else 400
    if status == 405:
        there = [route.methods or () for route in routes if route.matches(request.scope)[0] is not Match.NONE]
        methods = ", ".join(sorted({method for methods in there for method in methods}))
        problem = Problem(405, "wrong-method", f"at this address there is {methods}", {"Allow": methods})
        return problem.response(service.options.prefix)
    if status != 404:
        return Problem(status, "bad-request", "this request cannot be answered").response(service.options.prefix)
    if request.method in _READING and _is_slashed(routes, request):
        query = request.url.query
        return RedirectResponse(request.url.path.rstrip("/") + (f"?{query}" if query else ""), 308)
    if request.method in _READING and "text/html" in request.headers.get("accept", ""):
        return error_page(Asked(service, request, _PAGE, b""), not_found())
    return not_found().response(service.options.prefix)


def _is_slashed(routes: Sequence[Route], request: Request) -> bool:
    """Whether the address without slashes at its end is one that can be read."""
    path: str = request.scope["path"]
    scope = {**request.scope, "path": path.rstrip("/")}
    return path.endswith("/") and any(route.matches(scope)[0] is Match.FULL for route in routes)


def _nothing(_: Asked) -> None:
    """What is not there."""


_PAGE: Final = Endpoint("GET", "", _nothing, "What is not there", gives=HTML)
