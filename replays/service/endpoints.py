"""Endpoints and requests to them: what an endpoint takes and gives, who may ask it, and what a request brings.

A module of ``api`` or ``pages`` has a list ``ENDPOINTS``; the application, its OpenAPI document and the tests that try
every endpoint are made of those. The docstring of the function that answers is the description in the document.
"""

import asyncio
import re
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.datastructures import Headers, QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope

from calimala_es.errors import GameNotFoundError
from calimala_es.messages import Message
from calimala_es.store import OWNER, RECORDER, SEAT, Access, Store
from notation import MEDIA_TYPE
from notation.errors import quote
from replays.service.access import LOOK_PREFIX, Principal, RandomBytes, Right, digest_of, is_key, principal_for
from replays.service.admission import Admission
from replays.service.limits import Slots
from replays.service.live.followers import Followers
from replays.service.live.game_index import GameIndex
from replays.service.metrics import Traffic
from replays.service.middleware import CONNECTION, Connection
from replays.service.options import Options
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import EXAMPLE, CachedGame, Content, GameCache, GameView
from replays.text.languages import ENGLISH, LANGUAGES, Language, language_of

if TYPE_CHECKING:
    from replays.service.judging import Judging

_Body = TypeVar("_Body", bound=Struct)
_Made = TypeVar("_Made")

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"
CGN: Final = f"{MEDIA_TYPE}; charset=utf-8"

Clock = Callable[[], datetime]


class Elsewhere(Protocol):
    """Answers requests in another process."""

    async def answer(self, request: "ApiRequest") -> Response:
        """Return the answer of its endpoint to a request whose body is read."""
        ...

    async def make(self, request: "ApiRequest", call: "Callable[[ApiRequest], _Made]") -> _Made:
        """Return what a function of a module makes of a request whose body is read."""
        ...


class Service(NamedTuple):
    """All that an application has: the store, what is cached of it, its options, who follows, who may store what.

    ``apart`` answers what is heavy, where another process finds the same store; ``traffic`` counts the requests, where
    they come to an application; ``judging`` judges games there.
    """

    store: Store
    games: GameCache
    options: Options
    clock: Clock
    chance: RandomBytes
    endpoints: "tuple[Endpoint, ...]"
    followers: Followers
    game_index: GameIndex
    exports: Slots
    admission: Admission
    apart: Elsewhere | None = None
    traffic: Traffic | None = None
    judging: "Judging | None" = None


# The head of a request, read once.


class QuickHeaders(Headers):
    """The headers of a request, found without looking at each; names are asked for in small letters."""

    def __init__(self, raw: list[tuple[bytes, bytes]]) -> None:
        """Find the first of each name."""
        super().__init__(raw=raw)
        self._first: Final = dict(reversed(raw))

    def get(self, key: str, default: Any = None) -> Any:
        """Return the first value of a name."""
        value = self._first.get(key.encode("latin-1"))
        return default if value is None else value.decode("latin-1")


class HttpRequest(Request):
    """A request as the server received it, whose head is read once."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        """Hold what the server received."""
        super().__init__(scope, receive)
        self._found: Final = QuickHeaders(scope["headers"])

    @property
    def headers(self) -> Headers:
        """The headers."""
        return self._found

    @property
    def query_params(self) -> QueryParams:
        """The fields of the query."""
        return _query_params(self.scope["query_string"])


_REMEMBERED: Final = 256
"""Queries that are remembered: most requests have one of a few."""


def _query_params(query: bytes) -> QueryParams:
    """Return the fields of a query; of one that has a key nothing is remembered."""
    return QueryParams(query) if b"key" in query else _known_params(query)


@lru_cache(maxsize=_REMEMBERED)
def _known_params(query: bytes) -> QueryParams:
    return QueryParams(query)


def _query_as(query: bytes, kind: "type[Query]") -> "Query":
    """Return a query as a type; of one that has a key nothing is remembered."""
    return msgspec.convert(dict(_query_params(query)), kind, strict=False)


_known_query = lru_cache(maxsize=_REMEMBERED)(_query_as)


class Query(Struct, frozen=True, forbid_unknown_fields=False):
    """The fields that the query of every address may have."""

    key: Annotated[str, Meta(description="A viewer's key.")] = ""
    lang: Annotated[
        str,
        Meta(description=f"The language: {', '.join(LANGUAGES)} (default: English; for pages that of the browser)."),
    ] = ""

    @property
    def is_usual(self) -> bool:
        """Whether it asks for no more than most do, so that the answer does not take long."""
        return True


class ApiRequest:
    """A request of a client. ``http`` is what the server received; ``body`` is read before it is answered;
    ``read`` is what the ``reads`` of its endpoint has made of a large one.

    What is worked out for it is worked out once, when it is asked for first: who sent it, the game of the address, as
    much of it as they may see.
    """

    def __init__(
        self,
        service: Service,
        http: Request,
        *,
        query_type: type[Query] = Query,
        is_page: bool = False,
        endpoint: "Endpoint | None" = None,
    ) -> None:
        """Hold a request to an endpoint, or to none; ``query_type`` has the fields of the query; the language of a
        page follows the browser.
        """
        self.service: Final = service
        self.http: Final = http
        self.endpoint: Final = endpoint
        self.body = b""
        self.read: Any = None
        self._query_type: Final = query_type
        self._is_page: Final = is_page

    @property
    def path(self) -> Mapping[str, str]:
        """The fields of the address."""
        return self.http.path_params

    @cached_property
    def id(self) -> str:
        """The id of the game that the address names."""
        return self.path["id"]

    @cached_property
    def query(self) -> Any:
        """The query as its type; raises ``msgspec.ValidationError``."""
        query: bytes = self.http.scope["query_string"]
        return (_query_as if b"key" in query else _known_query)(query, self._query_type)

    def body_as(self, kind: type[_Body]) -> _Body:
        """Return the body, which is JSON, as a type; raises ``msgspec.MsgspecError``."""
        return msgspec.json.decode(self.body, type=kind)

    @cached_property
    def language(self) -> Language:
        """The language that ``lang`` names; raises ``UnknownLanguageError``.

        Without it for pages the one that the browser likes best of those that exist, and English for the rest.
        """
        code = self.http.query_params.get("lang")
        if code:
            return language_of(code)
        return liked_language(self.http.headers.get("accept-language", "")) if self._is_page else ENGLISH

    def idempotency_key(self, least: int = 0) -> str | None:
        """Return the name that the request gives itself, so that it is carried out once; ``None`` without one.

        Raises ``Problem`` for fewer characters than ``least``, for too many, and for those that not every header has.
        """
        name = self.http.headers.get("idempotency-key")
        if name is None or (not name and not least):
            return None
        if not least <= len(name) <= LONGEST_IDEMPOTENCY_KEY:
            detail = Message(
                "an idempotency key must have {least} to {most} characters here, not {number}",
                least=least or 1,
                most=LONGEST_IDEMPOTENCY_KEY,
                number=len(name),
            )
            raise Problem(400, "bad-request", detail)
        if not _PRINTABLE.fullmatch(name):
            raise Problem(400, "bad-request", Message("an idempotency key must have only printable ASCII characters"))
        return name

    # Who sends it, and what they may do.

    @cached_property
    def key(self) -> str:
        """The key that came with the request, empty without one; an address may have only one that looks on."""
        header = self.http.headers.get("authorization", "")
        scheme, _, key = header.partition(" ")
        if header:
            if scheme.lower() != "bearer" or not is_key(key.strip()):
                detail = Message("send a key like this: `Authorization: Bearer cal..._...`")
                raise Problem(401, "no-key", detail, _CHALLENGE)
            return key.strip()
        key = self.http.query_params.get("key", "")
        return key if is_key(key) and key.startswith(LOOK_PREFIX) else ""

    @cached_property
    def digest(self) -> bytes | None:
        """The digest of the key."""
        return digest_of(self.key) if self.key else None

    def principal_for(self, game: CachedGame) -> Principal:
        """Return who sends the request, to a game as it is at that moment; the example has no owner, nor an admin."""
        return Principal(Right.LOOK) if game.stored.id == EXAMPLE else self.principal_with(game.access)

    def principal_with(self, access: Access) -> Principal:
        """Return who sends the request, to a game of the store with these rights."""
        return principal_for(access, self.digest, self.service.options.admin)

    def question(self, principal: Principal) -> Hashable:
        """Return what decides the answer to somebody who only looks, beside what the game is; no key is in it."""
        query = replace(self.query, key="") if self.query.key else self.query
        return principal, self.endpoint and self.endpoint.path, query

    @property
    def is_admin(self) -> bool:
        """Whether the key is that of the whole service."""
        return self.digest is not None and self.digest == self.service.options.admin

    def demand(self, right: Right) -> None:
        """Raise a ``Problem`` unless the sender has that right."""
        if right is Right.NONE:
            return
        allowed = self.is_admin if right is Right.ADMIN else self.principal.may(right)
        if not allowed and not self.key:
            detail = Message("this requires a key, sent as `Authorization: Bearer ...`")
            raise Problem(401, "no-key", detail, _CHALLENGE)
        if not allowed:
            raise Problem(403, "not-allowed", _NEEDED_KEYS[right])

    # The game of the address.

    @cached_property
    def _found(self) -> tuple[CachedGame, Principal]:
        """The game, and who asks; raises ``Problem`` for one who may not look at it, as for a game not found."""
        try:
            game = self.service.games.get(self.id)
        except GameNotFoundError:
            raise not_found() from None
        principal = self.principal_for(game)
        if not principal.may(Right.LOOK):
            raise not_found()
        return game, principal

    @property
    def cached_game(self) -> CachedGame:
        """The game as it was when it was asked for first, or reloaded last."""
        return self._found[0]

    @property
    def principal(self) -> Principal:
        """Who sends the request, to the game of the address."""
        return self._found[1]

    @property
    def view(self) -> GameView:
        """The game as the sender may see it."""
        game, principal = self._found
        return game.view(principal)

    @property
    def version(self) -> int:
        """The version of the game for the sender; those who record it count all its rows."""
        game, principal = self._found
        return game.stored.version if principal.may(Right.RECORD) else self.view.version

    @property
    def is_at_hand(self) -> bool:
        """Whether nothing has to be read first of the game that the address names, where it names one, and what is seen
        of it is made.
        """
        return "id" not in self.path or (self._is_held() and self.cached_game.has_view(self.principal))

    def _is_held(self) -> bool:
        """Return whether the game of the address is in memory, and the sender may look at it. Of a record with gaps
        much is concluded anew for each answer, and one with more than usual takes longer.
        """
        cached = self.service.games.held(self.id)
        if cached is None or cached.stored.state.has_gap or not self.query.is_usual:
            return False
        principal = self.principal_for(cached)
        if not principal.may(Right.LOOK):
            return False
        # It is the game as it is at this moment, so it need not be found again.
        self._found = cached, principal
        return True

    @property
    def is_brief(self) -> bool:
        """Whether it is a change of a few words to a game that is in memory, with what was changed before."""
        if len(self.body) > _BRIEF or not self._is_held():
            return False
        return self.cached_game.receipts is not None or "idempotency-key" not in self.http.headers

    def reload(self) -> CachedGame:
        """Find the game again, and who asks; return it as it is now."""
        self.__dict__.pop("_found", None)
        return self.cached_game

    def changed_to(self, game: CachedGame) -> None:
        """Let the game be the one that this request has made of it."""
        self._found = game, self.principal

    # Addresses of this service.

    @property
    def key_in_address(self) -> str:
        """The viewer's key where this address has it; links to the same game have it then."""
        return self.key if self.key and self.http.query_params.get("key") == self.key else ""

    def link(self, path: str) -> str:
        """Return the address of a path of this service, as people reach it."""
        options = self.service.options
        base = options.address or str(self.http.base_url).rstrip("/")
        return f"{base}{path}"

    def local(self, path: str) -> str:
        """Return the same without scheme and host, for pages of this service."""
        return f"{self.service.options.prefix}{path}"


_BRIEF: Final = 400
"""The bytes of a body that has only a few words."""

LONGEST_IDEMPOTENCY_KEY: Final = 200
"""Characters of an idempotency key."""

_PRINTABLE: Final = re.compile(r"[ -~]*")
"""The visible characters of ASCII, and blanks: all clients and proxies send them alike."""

_CHALLENGE: Final = {"WWW-Authenticate": "Bearer"}
_NEEDED_KEYS: Final = {
    Right.LOOK: Message("this requires a key with which you can view the game"),
    Right.CLAIM: Message("this requires the key of this seat"),
    Right.RECORD: Message("this requires the key of the recorder or of the owner"),
    Right.OWN: Message("this requires the key of the owner"),
    Right.ADMIN: Message("this requires the admin key"),
}


# The language that a browser likes.


def liked_language(header: str) -> Language:
    """Return the language of ``Accept-Language`` that is liked best of those that exist, English without one."""
    ranges = [part.partition(";") for part in header[:_LONGEST_HEADER].split(",")]
    ranked = sorted(ranges, key=lambda part: -_weight(part[2]))
    for name, _, weight in ranked:
        code = _LANGUAGES.get(name.strip().lower()) or _LANGUAGES.get(name.strip().lower().partition("-")[0])
        if code and _weight(weight) > 0:
            return language_of(code)
    return ENGLISH


_LONGEST_HEADER: Final = 500
_LANGUAGES: Final = {
    name: code for code in LANGUAGES for name in (code.lower().replace("_", "-"), code.partition("_")[0].lower())
}


def _weight(parameter: str) -> float:
    """Return the weight of a language, 1 where none is given."""
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    digits = value.strip()
    return float(digits) if _WEIGHT.fullmatch(digits) else 0.0


_WEIGHT: Final = re.compile(r"[01](?:\.[0-9]{0,3})?", re.ASCII)


# The body, bounded in size and in time.

_PLAIN: Final = "identity"
_UNPACKED: Final = {"Accept-Encoding": _PLAIN}


async def read_body(http: Request, most: int, seconds: float) -> bytes:
    """Return the body of a request; raises ``Problem`` for one that is too large, packed, or arrives too slowly."""
    packed = http.headers.get("content-encoding", _PLAIN)
    if packed.strip().lower() != _PLAIN:
        detail = Message("the body must not be compressed, but its encoding is {word}", word=quote(packed))
        raise Problem(415, "wrong-type", detail, _UNPACKED)
    declared = http.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise too_large(most)
    connection: Connection | None = http.scope.get(CONNECTION)
    body = connection.whole_body() if connection else None
    if body is not None:
        if len(body) > most:
            raise too_large(most)
        return body
    try:
        async with asyncio.timeout(seconds):
            return await _bounded(http, most)
    except TimeoutError:
        detail = Message("the body did not arrive within {seconds} s", seconds=f"{seconds:g}")
        raise Problem(408, "too-slow", detail) from None
    except ClientDisconnect:
        raise Problem(400, "bad-request", Message("the connection was closed before the body arrived")) from None


def check_is_json(http: Request) -> None:
    """Raise ``Problem`` for a body that calls itself something else than JSON."""
    kind = http.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON and not kind.endswith("+json"):
        detail = Message("the body must be JSON, `Content-Type: application/json`, not {word}", word=quote(kind))
        raise Problem(415, "wrong-type", detail)


async def _bounded(http: Request, most: int) -> bytes:
    """Return all parts of a body; raises ``Problem`` for too many bytes, and ``ClientDisconnect``."""
    parts: list[bytes] = []
    size = 0
    while True:
        part = await http.receive()
        if part["type"] != "http.request":
            raise ClientDisconnect
        parts.append(part.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise too_large(most)
        if not part.get("more_body", False):
            return b"".join(parts)


def too_large(most: int) -> Problem:
    """Return the problem of a body that has more than so many bytes."""
    detail = Message("this is too large; the limit is {number} bytes", number=most)
    return Problem(413, "too-large", detail, {"Connection": "close"}, most=most)


LARGE: Final = 16_384
"""Bytes of a body from which on it is read where other requests do not wait for that."""


# An endpoint as a value.

ADMIN: Final = "admin"
"""The role of the key of the whole service."""

VOICES: Final = (SEAT, RECORDER, OWNER, ADMIN)
"""The roles of those who play a game or write it down."""


class Endpoint(NamedTuple):
    """An endpoint.

    ``takes`` is the kind of the JSON in the body, or the media type of another body, ``None`` for no body; ``gives``
    the kind of the JSON in the answer, or its media type; several of either where it is one of them. ``right`` is what
    the sender must be allowed for the game ``{id}``, ``roles`` whose keys allow it where the endpoint demands more
    than that. ``heavy``: it draws, packs or reads much, in another process where there is one; ``quick``: it only
    reads, and where the store is near and the game at hand that is done in less time than a thread takes to start;
    ``brief``: it adds a few rows, which is done without a thread as well where nobody else is writing.
    ``reads`` makes of a body what takes long to read, in another process where it is large: ``None`` for nothing.
    ``most`` is the name of the limit of ``Limits`` for the body. Where ``streams`` is on ``call`` reads the body by
    itself and is a coroutine. ``problems`` are the statuses beside those
    that any may have, ``also`` others of what was done, with the same answer. ``once``: a request that has an
    ``Idempotency-Key`` is carried out once. ``begins``: it begins games; ``waits``: what it stores waits for room on a
    disk that is nearly full, as games that begin do.
    """

    method: str
    path: str
    call: Callable[[ApiRequest], Any]
    summary: str
    takes: Any = None
    gives: Any = None
    right: Right = Right.NONE
    roles: tuple[str, ...] = ()
    query: type[Query] | None = None
    status: int = 200
    heavy: bool = False
    quick: bool = False
    brief: bool = False
    reads: Callable[[ApiRequest], Any] | None = None
    most: str = "body"
    streams: bool = False
    problems: tuple[int, ...] = ()
    headers: tuple[str, ...] = ()
    also: tuple[int, ...] = ()
    once: bool = False
    begins: bool = False
    waits: bool = False

    @property
    def writes(self) -> bool:
        """Whether it may change what is stored."""
        return self.method != "GET"

    @property
    def is_page(self) -> bool:
        """Whether it gives a page for people."""
        return bool(self.gives == HTML)

    def request(self, service: Service, http: Request) -> ApiRequest:
        """Return a request to this endpoint."""
        return ApiRequest(service, http, query_type=self.query or Query, is_page=self.is_page, endpoint=self)


# Answers: JSON, and contents with their tags.


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    return Response(to_json(value), status, dict(headers or {}), JSON)


def to_json(value: object) -> bytes:
    """Return a value as JSON."""
    return msgspec.json.encode(value, enc_hook=str)


def etag(version: int | str) -> str:
    """Return the entity tag of a version."""
    return f'"{version}"'


class ContentResponse(Response):
    """An answer with a content that is made once for several."""

    def __init__(self, made: Content, status: int, headers: Mapping[str, str], media_type: str) -> None:
        """Answer with a content."""
        super().__init__(made.content, status, dict(headers), media_type)
        self.made: Final = made
        self._rest = status, headers, media_type

    def again(self) -> "ContentResponse":
        """Return the same answer for another request."""
        return ContentResponse(self.made, *self._rest)


def content_response(request: ApiRequest, content: Content, media_type: str, file: str = "") -> Response:
    """Return the answer with a content, or only its tag to a client that has it; ``file`` is a name to save it as."""
    headers = {"ETag": content.tag, "Cache-Control": "no-cache", "Vary": "Authorization"}
    known = request.http.headers.get("if-none-match", "")
    if known and content.tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    if file:
        headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return ContentResponse(content, 200, headers, media_type)
