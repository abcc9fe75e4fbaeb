"""An end point as a value: the address, what it takes and gives, who may ask, what answers.

The application, its OpenAPI document and the tests that try every end point are made of these.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from calimala_es.errors import GameNotFoundError
from calimala_es.store import OWNER, RECORDER, SEAT, Store
from replays.languages import ENGLISH, LANGUAGES, Language, language_of
from replays.service.asking.asker import Asker, Right, asker_of
from replays.service.asking.keys import Chance, digest_of, is_key
from replays.service.games import Held, HeldGames
from replays.service.guard.turns import Turns
from replays.service.live.shelf import Shelf
from replays.service.live.watch import Live
from replays.service.options import Options
from replays.service.problems import Problem, not_found
from replays.service.seeing.sight import Sight

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

_Body = TypeVar("_Body", bound=Struct)

Clock = Callable[[], datetime]


class Service(NamedTuple):
    """All that an application has: the store, what is held of it, what was settled, who follows, what is exported."""

    store: Store
    games: HeldGames
    options: Options
    clock: Clock
    chance: Chance
    live: Live
    shelf: Shelf
    exports: Turns


class Asked:
    """One request: where it goes, who asks, what it brings. ``body`` has been read and bounded."""

    def __init__(self, service: Service, request: Request, endpoint: "Endpoint", body: bytes) -> None:
        """Keep what came."""
        self.service = service
        self.request = request
        self.endpoint = endpoint
        self.body = body

    @property
    def path(self) -> Mapping[str, str]:
        """The fields of the address."""
        return self.request.path_params

    @cached_property
    def id(self) -> str:
        """The id of the game that the address names."""
        return self.path["id"]

    @cached_property
    def query(self) -> Any:
        """What stands behind the ``?``, as ``endpoint.query``; raises ``msgspec.ValidationError``."""
        kind = self.endpoint.query or Query
        return msgspec.convert(dict(self.request.query_params), kind, strict=False)

    def taken(self, kind: type[_Body]) -> _Body:
        """The body as JSON of a kind; raises ``msgspec.MsgspecError``."""
        return msgspec.json.decode(self.body, type=kind)

    @cached_property
    def key(self) -> str:
        """The key that came with the request, empty without one; the address may hold one that only looks on."""
        header = self.request.headers.get("authorization", "")
        scheme, _, key = header.partition(" ")
        if header:
            if scheme.lower() != "bearer" or not is_key(key.strip()):
                raise Problem(401, "no-key", "a key comes as `Authorization: Bearer cal..._...`", _CHALLENGE)
            return key.strip()
        key = self.request.query_params.get("key", "")
        return key if is_key(key) and key.startswith(LOOKS_ON) else ""

    @cached_property
    def digest(self) -> bytes | None:
        """The digest of the key."""
        return digest_of(self.key) if self.key else None

    @cached_property
    def held(self) -> Held:
        """The game, for who may at least look at it; what is not there and what is not theirs is told alike."""
        try:
            held = self.service.games.get(self.id)
        except GameNotFoundError:
            raise not_found() from None
        if not self.asker_of(held).may(Right.LOOK):
            raise not_found()
        return held

    def asker_of(self, held: Held) -> Asker:
        """Who asks, to a game."""
        return asker_of(held.access, self.digest, self.service.options.admin)

    @cached_property
    def asker(self) -> Asker:
        """Who asks, to the game of the address."""
        return self.asker_of(self.held)

    @property
    def is_admin(self) -> bool:
        """Whether somebody asks who may do everything."""
        return self.digest is not None and self.digest == self.service.options.admin

    @cached_property
    def sight(self) -> Sight:
        """The game as who asks may see it."""
        return self.held.sight(self.asker)

    @cached_property
    def language(self) -> Language:
        """The language that is asked for by ``lang``; raises ``UnknownLanguageError``.

        Otherwise for pages the one that the browser likes best of those that there are, and English for the rest.
        """
        code = self.request.query_params.get("lang")
        if code:
            return language_of(code)
        return liked(self.request.headers.get("accept-language", "")) if self.endpoint.gives == HTML else ENGLISH

    def demand(self, right: Right) -> None:
        """Raise a ``Problem`` if who asks may not do that."""
        if right is Right.NONE:
            return
        if right is Right.ADMIN:
            allowed = self.is_admin
        else:
            allowed = self.asker.may(right)
        if not allowed and not self.key:
            raise Problem(401, "no-key", "this needs a key, as `Authorization: Bearer ...`", _CHALLENGE)
        if not allowed:
            raise Problem(403, "not-allowed", f"this needs the right to {_WORDS[right]}")

    def link(self, path: str) -> str:
        """The address of a path of this service, as people reach it."""
        options = self.service.options
        base = options.address or str(self.request.base_url).rstrip("/")
        return f"{base}{path}"

    def local(self, path: str) -> str:
        """The same without scheme and host, for pages of this service."""
        return f"{self.service.options.prefix}{path}"


LOOKS_ON: Final = "calv_"
"""How the keys begin that an address may have."""

ADMIN: Final = "admin"
"""The role of the key of the whole instance."""

VOICES: Final = (SEAT, RECORDER, OWNER, ADMIN)
"""The roles of those who play a game or write it down."""

_CHALLENGE: Final = {"WWW-Authenticate": "Bearer"}
_WORDS: Final = {
    Right.LOOK: "look on",
    Right.TELL: "tell the cards of this seat",
    Right.RECORD: "write the game down",
    Right.OWN: "settle what belongs to the owner",
    Right.ADMIN: "settle what belongs to the whole service",
}


class Query(Struct, frozen=True, forbid_unknown_fields=False):
    """What every address may have behind the ``?``."""

    key: Annotated[str, Meta(description="The key of who looks on.")] = ""
    lang: Annotated[
        str,
        Meta(
            description="The language: en, ru, zh_TW or hu; without it English, for pages what the browser likes best."
        ),
    ] = ""


class Endpoint(NamedTuple):
    """An end point.

    ``takes`` is the kind of the JSON in the body, or the media type of another body, ``None`` for no body;
    ``gives`` the kind of the JSON in the answer, or its media type; several of either where it is one of them.
    ``right`` is what who asks must be allowed for the game ``{id}``, ``roles`` whose keys allow it where the end point
    asks for more than that. ``heavy``: it draws or packs something;
    ``quick``: where the store is near it is done in less time than a thread takes to start. ``most`` is the name of
    the limit of ``Limits`` for the body. Where ``streams`` is on ``call`` reads the body by itself and is a
    coroutine. ``problems`` are the statuses beside those that any may have, ``also`` others of what was done, with
    the same answer. ``once``: a request that has an ``Idempotency-Key`` is carried out once.
    """

    method: str
    path: str
    call: Callable[[Asked], Any]
    summary: str
    takes: Any = None
    gives: Any = None
    right: Right = Right.NONE
    roles: tuple[str, ...] = ()
    query: type[Query] | None = None
    status: int = 200
    heavy: bool = False
    quick: bool = False
    most: str = "body"
    streams: bool = False
    problems: tuple[int, ...] = ()
    headers: tuple[str, ...] = ()
    also: tuple[int, ...] = ()
    once: bool = False


def liked(header: str) -> Language:
    """The language of ``Accept-Language`` that is liked best of those that there are, English without one."""
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
    """The weight of a language, 1 where nothing is said."""
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    digits = value.strip()
    return float(digits) if _WEIGHT.fullmatch(digits) else 0.0


_WEIGHT: Final = re.compile(r"[01](?:\.[0-9]{0,3})?", re.ASCII)


def answer(told: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return Response(encoded(told), status, dict(headers or {}), JSON)


def encoded(told: object) -> bytes:
    """Something as JSON."""
    return msgspec.json.encode(told, enc_hook=str)


def etag(version: int | str) -> str:
    """The entity tag of a version."""
    return f'"{version}"'
