"""The application: requests to end points, errors to problems."""

import logging
from functools import partial
from typing import Final

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from calimala_es.store import Store
from replays.service.asking.keys import Chance
from replays.service.endpoints import Asked, Clock, Endpoint, Service, answer
from replays.service.games import HeldGames
from replays.service.guard.bodies import body_of
from replays.service.guard.middleware import guards
from replays.service.guard.streams import Streams
from replays.service.options import Options
from replays.service.problems import Problem, not_found, problem_of
from replays.service.table import ENDPOINTS

_log: Final = logging.getLogger("calimala.service")


def service_app(store: Store, options: Options, clock: Clock, chance: Chance) -> Starlette:
    """The application of a store that is open; whoever opened it closes it.

    ``clock`` gives the time with its zone, ``chance`` random bytes that nobody can foresee.
    """
    service = Service(store, HeldGames(store), options, clock, chance)
    routes = [
        Route(endpoint.path, partial(_answered, service, endpoint), methods=[endpoint.method], name=endpoint.path)
        for endpoint in ENDPOINTS
    ]
    streams = Streams()
    app = Starlette(
        routes=routes,
        middleware=guards(options, streams),
        exception_handlers={HTTPException: _refused, Exception: _failed},
    )
    app.router.redirect_slashes = False
    app.state.service = service
    app.state.streams = streams
    return app


async def _answered(service: Service, endpoint: Endpoint, request: Request) -> Response:
    """The answer of an end point; whatever is wrong with the request is told as a problem."""
    try:
        limits = service.options.limits
        reads = endpoint.takes is not None and not endpoint.streams
        body = await body_of(request, getattr(limits, endpoint.most), limits.reading) if reads else b""
        asked = Asked(service, request, endpoint, body)
        if endpoint.streams:
            await to_thread.run_sync(asked.demand, endpoint.right)
            streamed: Response = await endpoint.call(asked)
            return streamed
        return _called(asked) if endpoint.quick else await to_thread.run_sync(_called, asked)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        return problem.response()


def _called(asked: Asked) -> Response:
    asked.demand(asked.endpoint.right)
    told = asked.endpoint.call(asked)
    return told if isinstance(told, Response) else answer(told, asked.endpoint.status)


_NO_METHOD: Final = Problem(405, "wrong-method", "there is no such method at this address")


async def _refused(_: Request, error: Exception) -> Response:
    """What routing refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 400
    told = {404: not_found(), 405: _NO_METHOD}.get(status)
    return (told or Problem(status, "bad-request", "this request cannot be answered")).response()


async def _failed(request: Request, error: Exception) -> Response:
    """What is told of a fault; its cause is in the log of the service, not in the answer."""
    _log.error("fault at %s %s", request.method, request.url.path, exc_info=error)
    return Problem(500, "fault", "this is a fault of the service; the same request may work later").response()
