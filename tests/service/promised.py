"""Whether an answer conforms to the OpenAPI document, which every answer of the tests must."""

import json
import re
from functools import cache
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from replays.service.api.about import document
from replays.service.app import ENDPOINTS
from replays.service.endpoints import Endpoint

_AT = "calimala:openapi"


@cache
def promise() -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(document(ENDPOINTS, ""))
    return answer


@cache
def _registry() -> Registry:
    return Registry([(_AT, promise())], draft=Draft202012)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Endpoint], ...]:
    found: list[tuple[re.Pattern[str], Endpoint]] = []
    for endpoint in ENDPOINTS:
        path = re.sub(r"\\\{\w+:path\\\}", "(.+)", re.escape(endpoint.path))
        found.append((re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", path)), endpoint))
    return tuple(found)


def operation_at(method: str, path: str) -> tuple[str, str] | None:
    """Return the operation that the document describes at an address."""
    method = "GET" if method == "HEAD" else method
    for pattern, endpoint in _patterns():
        if endpoint.method == method and pattern.fullmatch(path):
            return re.sub(r":\w+\}", "}", endpoint.path), method.lower()
    return None


@cache
def _validator(path: str, method: str, status: str, media_type: str) -> Draft202012Validator:
    parts = ["paths", path, method, "responses", status, "content", media_type, "schema"]
    pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)
    return Draft202012Validator({"$ref": f"{_AT}#/{quote(pointer)}"}, registry=_registry())


def keeps_its_promise(method: str, path: str, status: int, media_type: str, body: bytes) -> None:
    """Raise `AssertionError` or `ValidationError` for an answer that the document does not promise."""
    if method == "OPTIONS":
        return
    place = operation_at(method, path)
    if place is None:
        assert status in {404, 405}, f"{method} {path} answers {status} and is not in the document"
        return
    responses = promise()["paths"][place[0]][place[1]]["responses"]
    key = str(status) if str(status) in responses else "default"
    assert key != "default" or status >= 300, f"{method} {path} answers {status}, promised are {[*responses]}"
    kinds = {kind.partition(";")[0]: kind for kind in responses[key].get("content", {})}
    kind = media_type.partition(";")[0]
    if key == "default" and status < 400:
        return
    assert kind in kinds or not body, f"{method} {path} answers {media_type!r}, promised is {[*kinds]}"
    if body and method != "HEAD" and kind.endswith(("/json", "+json")):
        _validator(*place, key, kinds[kind]).validate(json.loads(body))
