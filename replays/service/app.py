"""The application: requests to end points, errors to problems."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import anyio
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from calimala_es.store import Access, Store
from replays.service.asking.asker import Right
from replays.service.asking.keys import Chance
from replays.service.astray import astray
from replays.service.endpoints import HTML, Asked, Clock, Endpoint, Service, answer
from replays.service.games import HeldGames
from replays.service.guard.bodies import body_of, check_is_json
from replays.service.guard.drawing import Drawing
from replays.service.guard.entry import Rates
from replays.service.guard.middleware import guards
from replays.service.guard.streams import Streams
from replays.service.guard.turns import Turns
from replays.service.live.shelf import Shelf
from replays.service.live.watch import Live
from replays.service.options import Options
from replays.service.pages.error_page import error_page
from replays.service.problems import problem_of
from replays.service.table import ENDPOINTS


def service_app(
    store: Store, options: Options, clock: Clock, chance: Chance, *, endpoints: Sequence[Endpoint] = ENDPOINTS
) -> Starlette:
    """The application of a store that is open; whoever opened it closes it.

    ``clock`` gives the time with its zone, ``chance`` random bytes that nobody can foresee. Of ``endpoints`` the first
    that has the address of a request answers it.
    """
    usual = Access(options.visibility, options.names)
    games = HeldGames(store, usual)
    live = Live(games, options.poll, options.limits.followers)
    shelf = Shelf(store, usual)
    service = Service(store, games, options, clock, chance, live, shelf, Turns(options.limits.exports))
    rates, drawing = Rates(options.limits, anyio.current_time), Drawing(options.limits)
    answered = partial(_answered, service, rates, drawing)
    routes = [
        Route(endpoint.path, partial(answered, endpoint), methods=[endpoint.method], name=endpoint.path)
        for endpoint in endpoints
    ]
    for route, endpoint in zip(routes, endpoints, strict=True):
        if endpoint.streams and route.methods:
            route.methods.discard("HEAD")
    streams = Streams()
    app = Starlette(
        routes=routes,
        middleware=guards(options, rates, lambda: chance(_NAME).hex()),
        exception_handlers={HTTPException: partial(astray, service, routes)},
    )
    app.router.redirect_slashes = False
    app.state.service = service
    app.state.streams = streams
    return app


_NAME: Final = 5
"""Bytes in the name of a fault."""


async def _answered(service: Service, rates: Rates, drawing: Drawing, endpoint: Endpoint, request: Request) -> Response:
    """The answer of an end point; whatever is wrong with the request is told as a problem."""
    try:
        if endpoint.heavy:
            rates.charge_drawing(request.scope)
        asked = Asked(service, request, endpoint, await _body(service, endpoint, request))
        if endpoint.streams:
            await to_thread.run_sync(asked.demand, endpoint.right)
            streamed: Response = await endpoint.call(asked)
            return streamed
        if endpoint.quick and service.store.is_near:
            return _called(asked)
        return await drawing.run(partial(_called, asked), heavy=endpoint.heavy)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        if endpoint.gives == HTML:
            return error_page(Asked(service, request, endpoint, b""), problem)
        return problem.response(service.options.prefix)


async def _body(service: Service, endpoint: Endpoint, request: Request) -> bytes:
    """What a request brings, for an end point that does not read it by itself."""
    if endpoint.takes is None or endpoint.streams:
        return b""
    limits = service.options.limits
    most: int = getattr(limits, endpoint.most)
    if not isinstance(endpoint.takes, str):
        check_is_json(request)
    return await body_of(request, most, limits.reading + most / limits.slowest)


def _called(asked: Asked) -> Response:
    asked.demand(asked.endpoint.right)
    told = asked.endpoint.call(asked)
    response = told if isinstance(told, Response) else answer(told, asked.endpoint.status)
    if asked.endpoint.right is not Right.NONE:
        for name, value in _OF_A_GAME.items():
            response.headers.setdefault(name, value)
    return response


_OF_A_GAME: Final = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
"""What is told of a game depends on who asks, and may be another at any time."""
