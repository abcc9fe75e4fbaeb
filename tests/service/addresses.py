"""Requests for tests that try every endpoint: fields of addresses, queries, and bodies.

An endpoint with a field, a query or a body of a new kind needs a line here; `test_leaks.py` and
`test_security.py` fail without it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final
from urllib.parse import quote

from replays.service.endpoints import Endpoint
from tests.service.asgi import Ask

FIELDS: Final[Mapping[str, Sequence[str]]] = {
    "number": ("1", "99"),
    "colour": ("blue", "nobody"),
    "photo": ("abcdefghjkmn",),
    "note": ("1", "99"),
    "seat": ("0", "1", "9"),
    "puzzle": ("{puzzle}", "nowhere"),
    "step": ("2", "start", "3.1", "v1:3.1", "9999", "x"),
    "type": ("stale", "nothing"),
    "version": ("0",),
    "name": ("common/keys.js", "nothing.js"),
}
"""The value of a field of an address, but for the game."""

QUERIES: Final[Mapping[str, Sequence[str]]] = {
    "key": (),
    "lang": ("ru",),
    "at": ("1", "3.1", "9999"),
    "before": ("true",),
    "since": ("1-0", "3", "none"),
    "sheet": ("0",),
    "table": ("1",),
    "now": ("0",),
    "last": ("40",),
    "url": ("http://service.test/g/{id}/3", "http://service.test/g/{id}", "https://elsewhere.example/g/{id}"),
    "for": ("reddit", "discord"),
    "spoilers": ("true",),
    "from": ("2",),
    "to": ("0",),
    "words": ("look",),
    "pictures": ("false",),
    "maxwidth": ("300",),
    "maxheight": ("200",),
    "q": ("maria",),
    "position": ("turn=1",),
    "page": ("2",),
    "size": ("1",),
    "format": ("ndjson", "json", "xml"),
    "visibility": ("public",),
    "width": ("400", "1"),
    "kind": ("city", "street", "council", "activations", "tree", "none"),
    "what": ("2", "AS"),
    "as": ("public", "blue", "red"),
    "of": ("share",),
}
"""The value of a field of a query; without any, and then each alone."""

BODIES: Final[Mapping[tuple[str, str], Sequence[Any]]] = {
    ("POST", "/api/games/{id}/decisions"): ({"notation": "?"}, {"notation": "VVV"}, {"notation": "1. AS"}),
    ("POST", "/api/games/{id}/undo"): ({}, {"to": 1}, {"version": 1}, {"version": 99_999}),
    ("POST", "/api/games/{id}/redo"): ({},),
    ("POST", "/api/games/{id}/corrections"): (
        {"at": 1, "replace": "?", "dry": True},
        {"at": "1", "delete": True},
        {"setup": {"event": "x"}},
    ),
    ("POST", "/api/games"): ({"notation": "[CGN"},),
    ("POST", "/api/games/{id}/keys"): ({"role": "viewer"},),
    ("PUT", "/api/games/{id}/visibility"): ({"visibility": "public"},),
    ("PUT", "/api/games/{id}/names"): ({"shown": True},),
    ("PUT", "/api/games/{id}/hands/{seat}"): ({"cards": {"1": "LIS.LON", "2": None}}, {"cards": {"999": "W"}}),
    ("POST", "/api/games/{id}/reveal"): ({}, {"seats": [0]}),
    ("POST", "/api/games/{id}/puzzles/{step}"): ({}, {"answer": "AS C"}),
    ("POST", "/api/games/{id}/puzzles"): ({"step": "2"},),
    ("POST", "/api/puzzles/{puzzle}"): ({}, {"answer": "AS C"}),
    ("POST", "/api/games/{id}/comments"): (
        {"text": "well placed", "at": 1, "layer": "table"},
        {"text": "mine", "at": "1", "layer": "own"},
    ),
    ("PUT", "/api/games/{id}/comments/{note}"): ({"text": "better placed"},),
    ("POST", "/api/games/{id}/notes"): (
        {"kind": "comment", "text": "well placed", "at": "1", "layer": "table"},
        {"kind": "glyph", "text": "!?", "at": "1"},
        {"kind": "variation", "text": "the port", "at": "start", "decisions": "?"},
    ),
    ("PUT", "/api/games/{id}/notes/{note}"): ({"text": "better placed"}, {"decisions": "? ?"}),
    ("POST", "/api/games/{id}/trial"): ({}, {"at": "1", "decisions": "AS"}),
    ("POST", "/api/games/{id}/photos"): (b"\x89PNG\r\n\x1a\n", b"<svg/>"),
    ("POST", "/api/import"): (b"[CGN",),
    ("POST", "/api/deal"): ({"players": [{"name": "Maria"}, {"name": "Tania"}], "deal": True}, {"players": []}),
    ("POST", "/api/qr"): ({"text": "calimala"},),
}
"""Bodies of those that take one."""


def asks_of(endpoint: Endpoint, game: str, puzzle: str = "none") -> Iterator[Ask]:
    """Yield the requests that try an endpoint, for a game and a puzzle made of it.

    Raises `LookupError` where a line is missing here.
    """
    for path in _paths(endpoint.path, game, puzzle):
        for query in _queries(endpoint, game):
            for body in _bodies(endpoint):
                writes = endpoint.method not in ("GET", "HEAD")
                yield Ask(endpoint.method, path + query, body, (("If-Match", "*"),) if writes else ())


def _paths(pattern: str, game: str, puzzle: str) -> Iterator[str]:
    names = [part.partition("}")[0] for part in pattern.split("{")[1:]]
    values = [(game,) if name == "id" else FIELDS[name.partition(":")[0]] for name in names]
    for chosen in product(*values):
        path = pattern
        for name, value in zip(names, chosen, strict=True):
            path = path.replace(f"{{{name}}}", quote(value.replace("{puzzle}", puzzle), safe="/:"))
        yield path


def _queries(endpoint: Endpoint, game: str) -> Iterator[str]:
    yield ""
    for name in endpoint.query.__struct_encode_fields__ if endpoint.query else ("lang",):
        for value in QUERIES[name]:
            yield f"?{name}={quote(value.replace('{id}', game))}"


def _bodies(endpoint: Endpoint) -> Sequence[Any]:
    return (None,) if endpoint.takes is None else BODIES[endpoint.method, endpoint.path]
