"""Requests that are answered in another process, which finds the same store.

That process has a service of its own, so everything that is checked and made here is checked and made there, by the
same code; this one has counted the request and read its body. Nothing is stored there, so nobody who stores something
waits for a process that yields to others.
"""

import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from calimala_es.errors import StoreError
from calimala_es.store import open_store
from replays.service.access import RandomBytes
from replays.service.answers import answer, new_service
from replays.service.endpoints import ApiRequest, Clock, Service
from replays.service.limits import Rates, sender
from replays.service.live.streams import wait_for_hangup
from replays.service.middleware import log_ended
from replays.service.options import Options
from replays.service.problems import Problem, problem_of
from replays.service.processes import Processes

_Value = TypeVar("_Value")

_HELD: Final = 16
"""Games that another process holds in memory."""

_FIELDS: Final = (
    "type",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "query_string",
    "root_path",
    "headers",
    "client",
    "server",
    "path_params",
)
"""What another process is given of the head of a request."""


class Home(NamedTuple):
    """What another process needs to serve the same games; ``place`` is the file of the store, or its address."""

    place: Path | str
    options: Options
    clock: Clock
    chance: RandomBytes


class _Given(NamedTuple):
    """A request as another process is given it; ``call`` is what it makes of it, ``None`` for its answer."""

    method: str
    pattern: str
    scope: Scope
    body: bytes
    call: Callable[[ApiRequest], Any] | None


class _Made(NamedTuple):
    """What another process has made, or the problem with the request.

    ``ended`` says what did not answer, ``fault`` is the trace of a fault.
    """

    value: Any = None
    problem: Problem | None = None
    ended: str = ""
    fault: str = ""


class FaultElsewhereError(Exception):
    """A fault in another process; the text is its trace."""


class ApartService:
    """Answers requests in other processes."""

    def __init__(self, home: Home, rates: Rates) -> None:
        """Start no process: the first request does."""
        self._home = home
        self._rates = rates
        self._processes = Processes(home.options.limits, partial(_get_ready, home))

    def waiting(self) -> int:
        """Return how many requests are there, those that are being answered included."""
        return self._processes.waiting

    async def answer(self, request: ApiRequest) -> Response:
        """Return the answer to a request whose body is read; raises ``Problem``."""
        status, headers, body = await self._make(request, None)
        response = Response(body, status)
        response.raw_headers = headers
        return response

    async def make(self, request: ApiRequest, call: Callable[[ApiRequest], _Value]) -> _Value:
        """Return what a function of a module makes of a request whose body is read; raises ``Problem``."""
        value: _Value = await self._make(request, call)
        return value

    async def _make(self, request: ApiRequest, call: Callable[[ApiRequest], Any] | None) -> Any:
        http, endpoint = request.http, request.endpoint
        assert endpoint is not None, "it came to an endpoint"
        scope = {name: http.scope[name] for name in _FIELDS if name in http.scope}
        made = await self._processes.run(
            sender(http.scope),
            partial(_made, self._home, _Given(endpoint.method, endpoint.path, scope, request.body, call)),
            None if endpoint.streams or endpoint.writes else partial(wait_for_hangup, http.receive),
            _charge_nobody if request.is_admin else partial(self._rates.charge_computing, http.scope),
        )
        if made.fault:
            raise FaultElsewhereError(made.fault)
        if made.ended:
            log_ended(http.method, http.url.path, made.ended)
        if made.problem:
            raise made.problem
        return made.value


def _charge_nobody(_: float) -> None:
    """Count nothing: the owner of the service may let it compute as much as they like."""


# In the other process.


@cache
def _service_at(home: Home) -> Service:
    """Return a service of the same store."""
    from replays.service.app import ENDPOINTS

    store = open_store(home.place, home.clock, create=False)
    return new_service(store, home.options, home.clock, home.chance, ENDPOINTS, held=_HELD)


def _get_ready(home: Home) -> None:
    """Open the store before the first request, which says so where it cannot be opened."""
    with suppress(StoreError):
        _service_at(home)


def _made(home: Home, given: _Given) -> _Made:
    """Return what is made of a request, or what is wrong with it."""
    try:
        service = _service_at(home)
        endpoint = next(one for one in service.endpoints if (one.method, one.path) == (given.method, given.pattern))
        request = endpoint.request(service, Request(given.scope))
        request.body = given.body
        if given.call is not None:
            return _Made(given.call(request))
        response = answer(request)
        return _Made((response.status_code, response.raw_headers, bytes(response.body)))
    except Exception as error:  # noqa: BLE001 - the process that serves reports it
        problem = problem_of(error)
        if problem is None:
            return _Made(fault=traceback.format_exc())
        return _Made(problem=problem, ended=str(error) if isinstance(error, StoreError) else "")
