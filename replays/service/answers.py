"""What an endpoint answers: its content with the headers that go with it, packed for those who unpack it; or the
problem with the request. And the service that it answers from.
"""

import time
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from calimala_es.store import Access, Store
from replays.service.access import RandomBytes, Right
from replays.service.admission import Admission
from replays.service.endpoints import ApiRequest, Clock, ContentResponse, Endpoint, Service, json_response
from replays.service.limits import Slots
from replays.service.live.followers import Followers
from replays.service.live.game_index import GameIndex
from replays.service.middleware import RawHeader, complete_headers, pack
from replays.service.options import Options
from replays.service.pages.rendering import error_page
from replays.service.problems import Problem, wanted_language
from replays.service.visibility.game_views import MOST_HELD, GameCache


def new_service(
    store: Store,
    options: Options,
    clock: Clock,
    chance: RandomBytes,
    endpoints: Sequence[Endpoint],
    *,
    held: int = MOST_HELD,
) -> Service:
    """Return the service of an open store that holds so many games in memory; see ``service_app``."""
    default = Access(options.visibility, options.names)
    games = GameCache(store, default, held)
    return Service(
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


def answer(request: ApiRequest) -> Response:
    """Return the answer to a request whose body is read.

    Raises ``Problem``, and whatever ``problem_of`` makes one of.
    """
    endpoint = request.endpoint
    assert endpoint is not None, "it came to an endpoint"
    request.demand(endpoint.right)
    result = endpoint.call(request)
    response = result if isinstance(result, Response) else json_response(result, endpoint.status)
    if endpoint.quick and isinstance(response, ContentResponse):
        size = len(response.made.content) + _BESIDE
        request.cached_game.answers.add(request.question(request.principal), response, size)
    return _finished(request, endpoint, response)


def given_answer(request: ApiRequest) -> Response | None:
    """Return the answer to a request that looks at a game of which only answers are held; ``None`` if it is none of
    them. The question says who asked, so who gets it was allowed to look.
    """
    endpoint, answered = request.endpoint, request.service.games.answered(request.id)
    if endpoint is None or answered is None:
        return None
    question = request.question(request.principal_with(answered.access))
    given: ContentResponse | None = answered.answers.get(question)
    return given and _finished(request, endpoint, given.again())


def _finished(request: ApiRequest, endpoint: Endpoint, response: Response) -> Response:
    """Return an answer with what every answer of its endpoint has, packed for those who unpack it."""
    if endpoint.right is not Right.NONE:
        response.raw_headers[:] = complete_headers(response.raw_headers, _OF_A_GAME)
    accepted = request.http.headers.get("accept-encoding", "")
    if isinstance(response, ContentResponse):
        made = response.made
        return pack(response, accepted, lambda _: made.packed)
    return pack(response, accepted)


_BESIDE: Final = 10_000
"""About how many bytes an answer takes beside its content, most of them for the content in gzip."""

_OF_A_GAME: Final[list[RawHeader]] = [(b"vary", b"Authorization"), (b"cache-control", b"private, no-cache")]
"""An answer about a game depends on who asks, and may be another at any time."""


def answer_problem(request: ApiRequest, problem: Problem) -> Response:
    """Return a problem with a request, to people as a page."""
    if request.endpoint is not None and request.endpoint.is_page:
        return error_page(request, problem)
    return problem.response(request.service.options.prefix, wanted_language(request.http.query_params))


class MeasuredAnswer:
    """The answer to a request, and the seconds of a processor that it took, an error included."""

    def __init__(self, request: ApiRequest) -> None:
        """Answer this request when called, in whichever thread."""
        self._request = request
        self.seconds = 0.0

    def __call__(self) -> Response:
        """Return the answer; raises as ``answer``."""
        # Where there are no threads the clock of one is missing, and nobody measures.
        begun = time.thread_time()
        try:
            return answer(self._request)
        finally:
            self.seconds = time.thread_time() - begun
