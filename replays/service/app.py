"""The application: every endpoint, requests to them, errors to problems."""

from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from re import Pattern
from typing import Any, Final

import anyio
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from calimala_es.errors import StoreError, UnsavedError
from calimala_es.messages import Message
from calimala_es.store import Store
from replays.service.access import RandomBytes
from replays.service.answers import MeasuredAnswer, answer_problem, given_answer, new_service
from replays.service.apart import ApartService, Home
from replays.service.api import diagrams, judgement
from replays.service.endpoints import LARGE, ApiRequest, Clock, Endpoint, HttpRequest, Service, check_is_json, read_body
from replays.service.everywhere import EVERYWHERE
from replays.service.limits import Rates, Workers, sender
from replays.service.live.streams import OpenStreams
from replays.service.metrics import ASKED, Asked, Traffic
from replays.service.middleware import ANSWER, CONNECTION, Guard, OutgoingAnswer, Packing, log_ended, pack
from replays.service.options import Options
from replays.service.pages import explore, pocket_files
from replays.service.pages.rendering import error_page
from replays.service.problems import Problem, not_found, problem_of, wanted_language
from replays.service.visibility.game_views import MOST_HELD

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *EVERYWHERE,
    *diagrams.ENDPOINTS,
    *judgement.ENDPOINTS,
    *explore.ENDPOINTS,
    *pocket_files.ENDPOINTS,
)
"""All endpoints; where two fit an address the first answers."""

_ATTEMPTS: Final = 5
"""How often somebody waits for a thread that saves, and then finds another one."""

_NAME: Final = 5
"""Bytes in the name of a fault."""


def service_app(
    store: Store,
    options: Options,
    clock: Clock,
    chance: RandomBytes,
    *,
    endpoints: Sequence[Endpoint] = ENDPOINTS,
    place: Path | str | None = None,
    held: int = MOST_HELD,
) -> Starlette:
    """Return the application of an open store, which the caller closes; it holds so many games in memory.

    ``clock`` gives the time with its zone, ``chance`` random bytes that nobody can foresee. Of ``endpoints`` the first
    that has the address of a request answers it. With ``place``, where other processes open the same store, those
    answer what is heavy; ``clock`` and ``chance`` are functions of modules then, and ``endpoints`` are ``ENDPOINTS``.
    """
    from replays.service.judging import Judging

    rates = Rates(options.limits, anyio.current_time)
    service = new_service(store, options, clock, chance, endpoints, held=held)
    workers = Workers(options.limits)
    queues = {"read": workers.reading, "write": workers.writing}
    if place is not None:
        apart = ApartService(Home(place, options, clock, chance), rates)
        service = service._replace(apart=apart)
        queues["heavy"] = apart.waiting
    traffic = Traffic(queues)
    service = service._replace(traffic=traffic, judging=Judging(options.limits) if options.limits.judging else None)
    app = _Application(service, endpoints, partial(_answer, service, rates, workers))
    app.guard = Guard(app.answer, options, rates, traffic, lambda: chance(_NAME).hex())
    app.state.service = service
    app.state.streams = OpenStreams()
    return app


# The endpoint of a request.

_Answer = Callable[[Endpoint, Asked, Request], Coroutine[Any, Any, Response]]


class _Application(Starlette):
    """Starlette, for what comes to no endpoint and for what comes or goes in parts.

    A request to any other endpoint passes nothing between the guard and its answer.
    """

    guard: Guard

    def __init__(self, service: Service, endpoints: Sequence[Endpoint], answer: _Answer) -> None:
        """Find the endpoints by their addresses; the guard is set afterwards."""
        routes = [_route(endpoint, partial(answer, endpoint, _asked(endpoint))) for endpoint in endpoints]
        super().__init__(routes=routes, exception_handlers={HTTPException: partial(_answer_unrouted, service, routes)})
        self.router.redirect_slashes = False
        self._rest = Packing(ExceptionMiddleware(self.router, self.exception_handlers))
        self._answer = answer
        self._prefix = service.options.prefix
        self._found: defaultdict[tuple[str, int], list[tuple[Pattern[str], Endpoint, Asked]]] = defaultdict(list)
        for endpoint, route in zip(endpoints, routes, strict=True):
            for method in route.methods or ():
                if endpoint.path.count(":") == 0:
                    entry = route.path_regex, endpoint, _asked(endpoint)
                    self._found[method, endpoint.path.count("/")].append(entry)

    def build_middleware_stack(self) -> ASGIApp:
        """Return what every request passes: the guard, which reports faults by itself."""
        return self.guard

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that the guard has let in."""
        path: str = scope["path"][len(self._prefix) :]
        for pattern, endpoint, asked in self._found.get((scope["method"], path.count("/")), ()):
            found = pattern.match(path)
            if found is not None and not endpoint.streams:
                scope["path_params"] = found.groupdict()
                response = await self._answer(endpoint, asked, HttpRequest(scope, receive))
                answer: OutgoingAnswer | None = scope.get(ANSWER)
                if answer is None or not answer.send_whole(response, scope.get(CONNECTION)):
                    await response(scope, receive, send)
                return
            if found is not None:
                break
        await self._rest(scope, receive, send)


def _route(endpoint: Endpoint, answer: Callable[[Request], Coroutine[Any, Any, Response]]) -> Route:
    """Return the route of an endpoint; what goes on for long has no head alone."""
    route = Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.path)
    if endpoint.streams and route.methods:
        route.methods.discard("HEAD")
    return route


# Requests that an endpoint answers.


def _asked(endpoint: Endpoint) -> Asked:
    """Return as what the requests to an endpoint are counted."""
    work = "heavy" if endpoint.heavy else "write" if endpoint.writes else "read"
    return Asked(endpoint.path, work, endpoint.streams and not endpoint.writes)


async def _answer(
    service: Service, rates: Rates, workers: Workers, endpoint: Endpoint, asked: Asked, http: Request
) -> Response:
    """Return the answer of an endpoint, or the problem with the request."""
    http.scope[ASKED] = asked
    try:
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
        if service.apart is not None:
            if endpoint.heavy:
                return await service.apart.answer(request)
            if endpoint.reads is not None and len(request.body) > LARGE:
                request.read = await service.apart.make(request, endpoint.reads)
        measured = MeasuredAnswer(request)
        try:
            if endpoint.quick and service.store.is_near:
                if request.is_at_hand:
                    return measured()
                if (given := given_answer(request)) is not None:
                    return given
            if endpoint.brief and (saved := await _saved_at_once(request, workers, measured)):
                return saved
            return await workers.run(sender(http.scope), measured, heavy=endpoint.heavy, writes=endpoint.writes)
        finally:
            rates.charge_serving(http.scope, measured.seconds)
            if service.store.is_log_long():
                workers.begin(service.store.move_log)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        if isinstance(error, StoreError):
            log_ended(http.method, http.url.path, error)
        refused = partial(answer_problem, endpoint.request(service, http), problem)
        response = await to_thread.run_sync(refused) if endpoint.is_page else refused()
        return pack(response, http.headers.get("accept-encoding", ""))


async def _saved_at_once(request: ApiRequest, workers: Workers, measured: MeasuredAnswer) -> Response | None:
    """Return the answer to a request that is saved without a thread; ``None`` where that cannot be done."""
    store = request.service.store
    for _ in range(_ATTEMPTS):
        at_once = store.without_waiting()
        if at_once is None:
            return None
        await workers.settle(store.is_saving)
        if not request.is_brief:
            return None
        is_begun = False
        with suppress(UnsavedError), at_once:
            is_begun = True
            return measured()
        if is_begun:
            return None  # Another program writes.
    return None


async def _body(service: Service, endpoint: Endpoint, http: Request) -> bytes:
    """Return the body of a request to an endpoint that does not read it by itself."""
    if endpoint.takes is None or endpoint.streams:
        return b""
    limits = service.options.limits
    most: int = getattr(limits, endpoint.most)
    if not isinstance(endpoint.takes, str):
        check_is_json(http)
    return await read_body(http, most, limits.reading + most / limits.slowest)


# Requests that no endpoint answers.

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
        return await to_thread.run_sync(error_page, ApiRequest(service, http, is_page=True), not_found())
    return not_found().response(prefix, language)


def _is_slashed(routes: Sequence[Route], http: Request) -> bool:
    """Return whether the address without slashes at its end is one that can be read."""
    path: str = http.scope["path"]
    scope = {**http.scope, "path": path.rstrip("/")}
    return path.endswith("/") and any(route.matches(scope)[0] is Match.FULL for route in routes)
