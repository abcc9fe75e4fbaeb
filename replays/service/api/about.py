"""What the service says of itself: its health, its endpoints as OpenAPI 3.1 and to read, what problems mean.

The description is made of the endpoints themselves and of the types that they name.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from operator import attrgetter
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace
from starlette.responses import Response

from calimala_es.errors import StoreError
from calimala_es.store import OWNER, RECORDER, SEAT
from replays.service.access import Right
from replays.service.admission import plain_address
from replays.service.endpoints import (
    ADMIN,
    HTML,
    JSON,
    LONGEST_IDEMPOTENCY_KEY,
    ApiRequest,
    Endpoint,
    Query,
    json_response,
)
from replays.service.metrics import ServiceState, metrics_of
from replays.service.middleware import host_name
from replays.service.options import LOOPBACK
from replays.service.pages.rendering import page
from replays.service.problems import MEDIA_TYPE, PLACE, TITLES, not_found
from replays.text.languages import ENGLISH


class Health(Struct, frozen=True):
    """The state of the service: ``ok``, or ``unavailable`` if its store is not responding; and its version.

    ``saving`` is ``ok``, or why nothing can be saved at the moment: ``read-only``, ``full``, or ``locked`` by another
    program.
    """

    status: str
    version: str
    saving: str


def get_health(request: ApiRequest) -> Response:
    """Check whether the store is responding, and whether anything can be saved."""
    store = request.service.store
    try:
        store.changes_since(_LAST)
        obstacle = request.service.admission.obstacle()
    except StoreError:
        return json_response(Health("unavailable", release(), "unavailable"), 503, _FRESH)
    return json_response(Health("ok", release(), obstacle or "ok"), headers=_FRESH)


_FRESH: Final = {"Cache-Control": "no-store"}
_LAST: Final = 1 << 62
"""A position after the end of every log."""


@cache
def release() -> str:
    """Return the version of the program; empty where it is not installed."""
    try:
        return version("calimala")
    except PackageNotFoundError:
        return ""


def get_metrics(request: ApiRequest) -> Response:
    """Return metrics for Prometheus: requests, their duration, waiting calls, followers, the store. Without the admin
    key only programs on the service's computer may read them, and not through a proxy.
    """
    service = request.service
    if not _is_local(request):
        request.demand(Right.ADMIN)
    if service.traffic is None:
        raise not_found()
    state = ServiceState(release(), followers=service.followers.count, held=service.games.count)
    begun = perf_counter()
    try:
        _, rows = service.store.changes_since(_LAST)
        state = replace(
            state,
            store_seconds=perf_counter() - begun,
            rows=rows,
            free=service.store.free_bytes(),
            obstacle=service.admission.obstacle(),
        )
    except StoreError:
        # The metrics say that it does not answer.
        pass
    content, media_type = metrics_of(service.traffic, state)
    return Response(content, headers=_FRESH, media_type=media_type)


_FORWARDED: Final = ("x-forwarded-for", "forwarded", "via")


def _is_local(request: ApiRequest) -> bool:
    """Return whether a program on this computer asks, and neither a proxy nor a page for somebody else."""
    headers, client = request.http.headers, request.http.client
    return (
        client is not None
        and plain_address(client.host) in LOOPBACK
        and host_name(headers.get("host", "")) in LOOPBACK
        and not any(name in headers for name in (*_FORWARDED, "origin"))
    )


# The endpoints as OpenAPI.

_REF: Final = "#/components/schemas/{name}"
_FIELD: Final = re.compile(r"\{(\w+)(?::\w+)?\}")
_MATCH: Final = 428
_GAME_ID: Final = {"type": "string", "pattern": "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"}
_TAGS: Final = (("/api/", "programs"), ("", "pages"))

_PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "An error, as in RFC 9457. One in a text has `line` and `column`, an illegal decision its `rule`.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
        "rule": {"type": ["string", "null"]},
        "expected": {"type": ["string", "null"]},
        "suggestions": {"type": "array", "items": {"type": "string"}},
        "due": {
            "type": "boolean",
            "description": "For an illegal decision: false if it belongs to another moment, at which it may be legal.",
        },
    },
}

_SECURITY: Final = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key of a game, or the admin key: `cal`, the letter of the role, `_` and 22 characters.",
    },
    "viewer": {
        "type": "apiKey",
        "in": "query",
        "name": "key",
        "description": "Only a viewer's key may be in the address.",
    },
}

_ROLES: Final = {
    Right.CLAIM: (SEAT, OWNER, ADMIN),
    Right.RECORD: (RECORDER, OWNER, ADMIN),
    Right.OWN: (OWNER, ADMIN),
    Right.ADMIN: (ADMIN,),
}
"""The roles of the keys that give a right; looking on takes any key, or none for a game that is not private."""

_SEEN: Final = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string"},
    "description": "The `ETag` of the version of the game that you saw, or `*` for any version.",
    "example": '"1"',
}
_CALLED: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "maxLength": LONGEST_IDEMPOTENCY_KEY, "pattern": "^[ -~]*$"},
    "description": "A name for this request, so that repeating it changes nothing.",
}
_RESUMING: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {"type": "string"},
    "description": "The id of the last message received.",
}

_PLACES: Final = {
    "id": "The id of the game.",
    "step": "A moment of the game, e.g. 7, 7.2 or 7.2.3.",
    "seat": "The number of the seat, from 0 for the starting player.",
    "colour": "The player's colour, e.g. red.",
    "number": "The number of the key.",
    "note": "The id of the comment.",
    "photo": "The id of the photo.",
    "puzzle": "The id of the puzzle.",
    "type": "The type of problem.",
    "version": "The version of the files.",
    "name": "The name of the file.",
}
"""What the fields of addresses are."""

_HEADERS: Final = {
    "ETag": "The version of the game, or a digest of the content.",
    "Link": "The first, previous, next and last pages.",
    "Location": "The address of the game.",
    "Calimala-Position": "The id of the latest message to followers.",
}

_EXAMPLES: Final[Mapping[str, Any]] = {"Decisions": {"notation": "?"}, "RedoTarget": {"count": 1}}
"""An example of a body by the name of its type."""


@lru_cache(maxsize=8)
def document(endpoints: tuple[Endpoint, ...], server: str, prefix: str = "") -> bytes:
    """Return the document, as JSON; ``server`` is where the service is, ``prefix`` the one of all its paths."""
    named = (kind for endpoint in endpoints for body in (endpoint.takes, endpoint.gives) for kind in _kinds(body))
    kinds = [kind for kind in named if not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    described = {name: {**schema, **_description(schema.get("description"))} for name, schema in components.items()}
    known = {_name(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = _FIELD.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    description = {
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Calimala",
            "version": release() or "0",
            "summary": "Games of Calimala: record, view, follow and share them.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server or "/"}],
        "tags": [{"name": name} for _, name in _TAGS],
        "paths": paths,
        "components": {"schemas": {**described, "Problem": _problem(prefix)}, "securitySchemes": _SECURITY},
    }
    return msgspec.json.encode(description)


def _description(docstring: str | None) -> dict[str, str]:
    """Return a docstring as the description of what has it, each paragraph on a line; Markdown has code in indents."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in (docstring or "").split("\n\n")]
    return {"description": "\n\n".join(paragraphs)} if docstring else {}


def _problem(prefix: str) -> dict[str, Any]:
    types = {"type": "string", "enum": [f"{prefix}{PLACE}{type}" for type in TITLES]}
    return {**_PROBLEM, "properties": {"type": types, **_PROBLEM["properties"]}}


def _kinds(body: Any) -> tuple[Any, ...]:
    """Return what a body may be: one kind, several of which it is one, or none."""
    several: dict[bool, tuple[Any, ...]] = {True: body, False: () if body is None else (body,)}
    return several[isinstance(body, tuple)]


def _name(kind: Any) -> str:
    return f"{getattr(kind, '__module__', '')}.{kind!r}"


def _operation(endpoint: Endpoint, known: Mapping[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": operation_name(endpoint),
        "summary": endpoint.summary,
        **_description(endpoint.call.__doc__),
        "tags": [next(name for start, name in _TAGS if endpoint.path.startswith(start))],
        "parameters": [*parameters_of(endpoint)],
        "security": _security(endpoint),
        "responses": _responses(endpoint, known),
    }
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.takes, known)}
    return operation


def operation_name(endpoint: Endpoint) -> str:
    """Return the name of an endpoint that no other has."""
    words = re.sub(r"\W+", "_", _FIELD.sub(r"\1", endpoint.path)).strip("_")
    return f"{endpoint.method.lower()}_{words or 'root'}"


def parameters_of(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    """Yield what a request has beside a body: fields of the address, of the query, headers."""
    for name in _FIELD.findall(endpoint.path):
        schema = _GAME_ID if name == "id" else {"type": "string", "minLength": 1}
        yield {"name": name, "in": "path", "required": True, "description": _PLACES[name], "schema": schema}
    for field in fields(endpoint.query or Query):
        if field.name != "key":
            yield _parameter(field)
    if _MATCH in endpoint.problems:
        yield _SEEN
    if _MATCH in endpoint.problems or endpoint.once:
        yield _CALLED
    if endpoint.gives == "text/event-stream":
        yield _RESUMING


def _parameter(field: FieldInfo) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([field.type], ref_template=_REF)
    words = schema.pop("description")
    if field.default is not msgspec.NODEFAULT:
        schema = {**schema, "default": msgspec.to_builtins(field.default)}
    return {
        "name": field.encode_name,
        "in": "query",
        "required": field.required,
        "description": words,
        "schema": schema,
    }


def _security(endpoint: Endpoint) -> list[dict[str, list[str]]]:
    """Return the roles of the keys that one may use; without a key as well where looking on is enough."""
    roles = endpoint.roles or _ROLES.get(endpoint.right, ())
    return [{"key": [role]} for role in roles] or [{}, {"key": []}, {"viewer": []}]


def _responses(endpoint: Endpoint, known: Mapping[str, Any]) -> dict[str, Any]:
    problem: dict[str, Any] = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(name="Problem")}}}
    if endpoint.gives == HTML:
        problem[HTML] = {"schema": {"type": "string"}}
    done: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.gives is not None:
        done["content"] = _content(endpoint.gives, known)
    if endpoint.headers:
        done["headers"] = {
            name: {"description": _HEADERS.get(name, name), "schema": {"type": "string"}} for name in endpoint.headers
        }
    own = {str(status): {"description": HTTPStatus(status).phrase, "content": problem} for status in endpoint.problems}
    any_other = {"description": "What is wrong with the request, or why it cannot be answered.", "content": problem}
    return {**{str(status): done for status in (endpoint.status, *endpoint.also)}, **own, "default": any_other}


def _content(body: Any, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a body by its media type."""
    content: dict[str, Any] = {kind: {"schema": {"type": "string"}} for kind in _kinds(body) if isinstance(kind, str)}
    kinds = [kind for kind in _kinds(body) if not isinstance(kind, str)]
    if kinds:
        schemas = [known[_name(kind)] for kind in kinds]
        content[JSON] = {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}
        example = _EXAMPLES.get(getattr(kinds[0], "__name__", ""))
        content[JSON] |= {"example": example} if example else {}
    return content


def get_openapi(request: ApiRequest) -> Response:
    """Return this description."""
    content = document(request.service.endpoints, request.link(""), request.local(""))
    return Response(content, headers={"Cache-Control": "public, max-age=300"}, media_type=JSON)


# What the endpoints are, as a page to read; and what each type of problem means.


class EndpointRow(NamedTuple):
    """An endpoint as the page shows it."""

    name: str
    method: str
    summary: str
    does: str
    parameters: list[dict[str, Any]]


def get_documentation(request: ApiRequest) -> Response:
    """Return a page that lists all endpoints, in English."""
    request.language = ENGLISH
    known = sorted(request.service.endpoints, key=attrgetter("path"))
    paths = [(path, [_row(endpoint) for endpoint in there]) for path, there in groupby(known, attrgetter("path"))]
    return page(request, "endpoints.html", paths=paths)


def _row(endpoint: Endpoint) -> EndpointRow:
    does = " ".join((endpoint.call.__doc__ or "").replace("``", "").split())
    return EndpointRow(operation_name(endpoint), endpoint.method, endpoint.summary, does, [*parameters_of(endpoint)])


def get_problem_type(request: ApiRequest) -> Any:
    """Return what a type of problem means."""
    title = TITLES.get(request.path["type"])
    if title is None:
        raise not_found()
    type, words = request.local(f"{PLACE}{request.path['type']}"), request.language.text(title)
    return json_response({"type": type, "title": words})


ENDPOINTS = (
    Endpoint("GET", "/health", get_health, "The state of the service", gives=Health, problems=(503,)),
    Endpoint(
        "GET", "/metrics", get_metrics, "Metrics for Prometheus", gives="text/plain", roles=(ADMIN,),
        problems=(401, 403, 404),
    ),
    Endpoint("GET", "/api/openapi.json", get_openapi, "This description as OpenAPI 3.1", gives=dict[str, Any]),
    Endpoint("GET", "/docs", get_documentation, "A page about the endpoints", gives=HTML),
    Endpoint(
        "GET", "/api/problems/{type}", get_problem_type, "The meaning of a type of problem",
        gives=dict[str, str], problems=(404,),
    ),
)  # fmt: skip
