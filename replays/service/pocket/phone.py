"""A phone's service: one request after the other, each answered at once, with what must be saved before it is given.

There is one person, who may do everything. Nothing here waits, starts a thread or reads a clock of its own.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from calimala_es.messages import Message
from calimala_es.store.journal import Entry, Journal, journal_store
from calimala_es.store.recorder import RowName, SummaryRow
from replays.service.access import RandomBytes, digest_of, key_from
from replays.service.answers import answer, new_service
from replays.service.endpoints import Clock, Endpoint, Service
from replays.service.everywhere import EVERYWHERE
from replays.service.middleware import complete_headers, usual_headers
from replays.service.options import Limits, Options, path_of
from replays.service.pages.rendering import error_page
from replays.service.pocket import backup, merging
from replays.service.problems import Problem, not_found, problem_of, wanted_language

_ADMIN: Final = key_from("admin", bytes(16))
"""The key of the one person; nobody else can send anything here."""

_LIMITS: Final = Limits(per_second=0, games=0, stored=0, address=100_000, spared=5_000_000, judging=0)
_FULL: Final = Message(
    "this device is nearly full: no games can be started, and no photos can be added; save a copy of your games, and "
    "free some space"
)
"""What is said before a game that is being recorded could no longer be saved."""

_UNFRAMED: Final = b"frame-ancestors 'none'"
_FRAMED: Final = b"frame-ancestors 'self'"
"""The page that has Python is around all others."""

_POCKET_ENDPOINTS: Final = (*backup.ENDPOINTS, *merging.ENDPOINTS)


class PhoneAnswer(NamedTuple):
    """An answer, and what must be saved before it is given."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    entries: list[Entry]


class Phone:
    """The service of one phone.

    ``address`` is the address before all paths, without a slash at its end; ``version`` that of the static files.
    """

    def __init__(self, address: str, version: str, clock: Clock, chance: RandomBytes) -> None:
        """Begin with no games."""
        self._options: Final = Options(
            address=address,
            prefix=path_of(address),
            admin=digest_of(_ADMIN),
            names=True,
            shared=False,
            pocket=version,
            limits=_LIMITS,
        )
        self._clock: Final = clock
        self._chance: Final = chance
        self._endpoints: Final = [*_POCKET_ENDPOINTS, *(one for one in EVERYWHERE if not one.streams)]
        self._headers: Final = [(n.encode(), v.encode()) for n, v in usual_headers(self._options).items()]
        self._service: Service
        self._journal: Journal
        self.forget()

    # What is saved elsewhere.

    def forget(self) -> None:
        """Forget all games: what was changed could not be saved, or is read again."""
        store, self._journal = journal_store(self._clock)
        self._service = new_service(store, self._options, self._clock, self._chance, self._endpoints)

    def put(
        self,
        rows: Iterable[tuple[str, int, bytes]] = (),
        names: Iterable[RowName] = (),
        summaries: Iterable[Sequence[Any]] = (),
        photos: Iterable[tuple[str, str, bytes]] = (),
    ) -> None:
        """Add what was saved: all rows and photos of a game at once, names and summaries of all games."""
        self._journal.put_names(names)
        self._journal.put_saved_summaries(SummaryRow(*one) for one in summaries)
        self._journal.put_rows(rows)
        self._journal.put_saved_photos(photos)

    def set_room(self, free: int | None) -> None:
        """Let the number of free bytes be known."""
        self._journal.free = free

    # Requests.

    def answer(self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> PhoneAnswer:
        """Answer a request to a path of the service, which may have a query."""
        http = self._request(method, target, headers)
        response = self._respond(http, body)
        raw = [
            (name, value.replace(_UNFRAMED, _FRAMED))
            for name, value in complete_headers([*response.raw_headers], self._headers)
        ]
        entries = self._journal.take()
        return PhoneAnswer(
            response.status_code,
            [(name.decode("latin-1"), value.decode("latin-1")) for name, value in raw],
            bytes(response.body),
            entries,
        )

    def unsaved(self, target: str, words: str) -> PhoneAnswer:
        """Return the answer to a request of which nothing could be saved; ``words`` are those of the browser."""
        detail = Message(
            "nothing was saved: this phone has no room, or refuses to store anything ({words})", words=words
        )
        http = self._request("GET", target, ())
        response = Problem(507, "not-saving", detail).response(self._options.prefix, wanted_language(http.query_params))
        return PhoneAnswer(507, [(n.decode(), v.decode()) for n, v in response.raw_headers], bytes(response.body), [])

    def _request(self, method: str, target: str, headers: Iterable[tuple[str, str]]) -> Request:
        found = urlsplit(target)
        prefix = self._options.prefix
        given = {name.lower(): value for name, value in headers}
        given |= {"authorization": f"Bearer {_ADMIN}", "host": urlsplit(self._options.address).netloc}
        return Request(
            {
                "type": "http",
                "method": method,
                "scheme": urlsplit(self._options.address).scheme,
                "path": prefix + unquote(found.path),
                "raw_path": target.encode(),
                "query_string": found.query.encode(),
                "root_path": prefix,
                "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in given.items()],
            }
        )

    def _respond(self, http: Request, body: bytes) -> Response:
        endpoint: Endpoint | None = None
        try:
            endpoint, found = self._endpoint(http)
            if (endpoint.begins or endpoint.waits) and not self._service.admission.has_room():
                raise Problem(507, "not-saving", _FULL)
            http.scope.update(found)
            request = endpoint.request(self._service, http)
            request.body = body
            return answer(request)
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                raise
            if endpoint is not None and endpoint.is_page:
                return error_page(endpoint.request(self._service, http), problem)
            return problem.response(self._options.prefix, wanted_language(QueryParams(http.url.query)))

    def _endpoint(self, http: Request) -> tuple[Endpoint, dict[str, Any]]:
        """Return the endpoint of an address, and the fields of its path; raises ``Problem``."""
        methods: list[str] = []
        path = str(http.scope["path"]).removeprefix(self._options.prefix)
        for endpoint in self._endpoints:
            if not path.startswith(endpoint.path.partition("{")[0]):
                continue
            match, found = _route(endpoint.path, endpoint.method).matches(http.scope)
            if match is Match.FULL:
                return endpoint, {"path_params": found["path_params"]}
            if match is Match.PARTIAL:
                methods.append(endpoint.method)
        if not methods:
            raise not_found()
        words = ", ".join(sorted({*methods}))
        raise Problem(405, "wrong-method", Message("this address accepts only {words}", words=words))


@cache
def _route(path: str, method: str) -> Route:
    """Return a route, whose pattern is made when it is asked for: a start would wait for all of them."""
    return Route(path, _unused, methods=[method])


def _unused(_: Request) -> Response:
    """Return nothing: endpoints are called without their routes."""
    raise NotImplementedError
