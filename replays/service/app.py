"""The application: every end point, requests to them, errors to problems."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Final

import anyio
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Route

from calimala_es.errors import StoreError
from calimala_es.messages import Message
from calimala_es.store import Access, Store
from replays.service.access import RandomBytes, Right
from replays.service.admission import Admission
from replays.service.api import (
    about,
    bulk,
    comments,
    corrections,
    decisions,
    events,
    exports,
    games,
    hands,
    keys,
    new_games,
    notes,
    photos,
    pictures,
    positions,
    puzzles,
    snapshot,
    trials,
)
from replays.service.endpoints import ApiRequest, Clock, Endpoint, Service, check_is_json, json_response, read_body
from replays.service.limits import Rates, Slots, Workers
from replays.service.live.followers import Followers
from replays.service.live.game_index import GameIndex
from replays.service.live.streams import OpenStreams
from replays.service.middleware import guards, log_ended
from replays.service.options import Options
from replays.service.pages import first, forms, game, oembed, puzzle, static
from replays.service.pages.rendering import error_page
from replays.service.problems import Problem, not_found, problem_of, wanted_language
from replays.service.visibility.game_views import GameCache

_SUBJECTS: Final = (
    positions,
    decisions,
    snapshot,
    about,
    comments,
    notes,
    trials,
    photos,
    corrections,
    new_games,
    hands,
    games,
    events,
    bulk,
    puzzles,
    keys,
    pictures,
    exports,
    forms,
    first,
    game,
    oembed,
    puzzle,
    static,
)
"""The modules with end points; those that are asked most come first, since addresses are tried in this order."""

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(chain.from_iterable(subject.ENDPOINTS for subject in _SUBJECTS))
"""All end points; where two fit an address the first answers."""

_NAME: Final = 5
"""Bytes in the name of a fault."""


def service_app(
    store: Store, options: Options, clock: Clock, chance: RandomBytes, *, endpoints: Sequence[Endpoint] = ENDPOINTS
) -> Starlette:
    """Return the application of an open store, which the caller closes.

    ``clock`` gives the time with its zone, ``chance`` random bytes that nobody can foresee. Of ``endpoints`` the first
    that has the address of a request answers it.
    """
    default = Access(options.visibility, options.names)
    games = GameCache(store, default)
    service = Service(
        store,
        games,
        options,
        clock,
        chance,
        tuple(endpoints),
        followers=Followers(games, options.poll, options.limits.followers),
        game_index=GameIndex(store, default),
        exports=Slots(options.limits.exports),
        admission=Admission(store, options, lambda: clock().timestamp()),
    )
    rates = Rates(options.limits, anyio.current_time)
    answer = partial(_answer, service, rates, Workers(options.limits))
    routes = [
        Route(endpoint.path, partial(answer, endpoint), methods=[endpoint.method], name=endpoint.path)
        for endpoint in endpoints
    ]
    for route, endpoint in zip(routes, endpoints, strict=True):
        if endpoint.streams and route.methods:
            route.methods.discard("HEAD")
    app = Starlette(
        routes=routes,
        middleware=guards(options, rates, lambda: chance(_NAME).hex()),
        exception_handlers={HTTPException: partial(_answer_unrouted, service, routes)},
    )
    app.router.redirect_slashes = False
    app.state.service = service
    app.state.streams = OpenStreams()
    return app


# Requests that an end point answers.


async def _answer(service: Service, rates: Rates, workers: Workers, endpoint: Endpoint, http: Request) -> Response:
    """Return the answer of an end point, or the problem with the request."""
    try:
        if endpoint.heavy:
            rates.charge_heavy(http.scope)
        request = endpoint.request(service, http)
        if endpoint.begins or endpoint.waits:
            service.admission.check(http.scope, begins=endpoint.begins, waits=endpoint.waits, is_admin=request.is_admin)
        request.body = await _body(service, endpoint, http)
        if endpoint.writes and not endpoint.streams:
            service.admission.charge_bytes(http.scope, len(request.body), is_admin=request.is_admin)
        if endpoint.streams:
            await to_thread.run_sync(request.demand, endpoint.right)
            streamed: Response = await endpoint.call(request)
            return streamed
        if endpoint.quick and service.store.is_near:
            return _call(endpoint, request)
        return await workers.run(partial(_call, endpoint, request), heavy=endpoint.heavy, writes=endpoint.writes)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        if isinstance(error, StoreError):
            log_ended(http.method, http.url.path, error)
        if endpoint.is_page:
            return error_page(endpoint.request(service, http), problem)
        return problem.response(service.options.prefix, wanted_language(http.query_params))


async def _body(service: Service, endpoint: Endpoint, http: Request) -> bytes:
    """Return the body of a request to an end point that does not read it by itself."""
    if endpoint.takes is None or endpoint.streams:
        return b""
    limits = service.options.limits
    most: int = getattr(limits, endpoint.most)
    if not isinstance(endpoint.takes, str):
        check_is_json(http)
    return await read_body(http, most, limits.reading + most / limits.slowest)


def _call(endpoint: Endpoint, request: ApiRequest) -> Response:
    request.demand(endpoint.right)
    result = endpoint.call(request)
    response = result if isinstance(result, Response) else json_response(result, endpoint.status)
    if endpoint.right is not Right.NONE:
        for name, value in _OF_A_GAME.items():
            response.headers.setdefault(name, value)
    return response


_OF_A_GAME: Final = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
"""An answer about a game depends on who asks, and may be another at any time."""


# Requests that no end point answers.

_READING: Final = ("GET", "HEAD")


async def _answer_unrouted(service: Service, routes: Sequence[Route], http: Request, error: Exception) -> Response:
    """Return the problem with an address or a method that does not exist, to people as a page; or redirect to the
    address without a slash at its end where that one exists.
    """
    status = error.status_code if isinstance(error, HTTPException) else 400
    prefix, language = service.options.prefix, wanted_language(http.query_params)
    if status == 405:
        matching = [route.methods or () for route in routes if route.matches(http.scope)[0] is not Match.NONE]
        methods = ", ".join(sorted({method for methods in matching for method in methods}))
        detail = Message("this address accepts only {words}", words=methods)
        return Problem(405, "wrong-method", detail, {"Allow": methods}).response(prefix, language)
    if status != 404:
        return Problem(status, "bad-request", Message("this request cannot be answered")).response(prefix, language)
    if http.method in _READING and _is_slashed(routes, http):
        query = http.url.query
        return RedirectResponse(http.url.path.rstrip("/") + (f"?{query}" if query else ""), 308)
    if http.method in _READING and "text/html" in http.headers.get("accept", ""):
        return error_page(ApiRequest(service, http, is_page=True), not_found())
    return not_found().response(prefix, language)


def _is_slashed(routes: Sequence[Route], http: Request) -> bool:
    """Return whether the address without slashes at its end is one that can be read."""
    path: str = http.scope["path"]
    scope = {**http.scope, "path": path.rstrip("/")}
    return path.endswith("/") and any(route.matches(scope)[0] is Match.FULL for route in routes)
