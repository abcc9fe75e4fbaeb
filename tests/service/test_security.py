"""Whatever comes from outside is harmless: texts in games, addresses, queries, keys, bodies."""

import json
import re
import xml.etree.ElementTree as ET
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import pytest

from calimala_es.game import play
from notation import dumps
from notation.share import encode
from replays.service.app import ENDPOINTS
from replays.service.endpoints import Endpoint
from tests.profiles import few
from tests.service.addresses import asks_of
from tests.service.asgi import Ask, Reply, answers_to
from tests.service.asking import ADMIN, Instance
from tests.service.hostile import HOSTILE, MARKUP, text_of, whole
from tests.strategies import Playout

READING: Final = [one for one in ENDPOINTS if one.method == "GET"]
TAKING: Final = [one for one in ENDPOINTS if one.takes is not None]
HARMLESS: Final = "Maria"
FAULT: Final = 500


def name_of(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


class Shown:
    """A service with a game that shows a text in every place for one, to everybody."""

    def __init__(self, notation: str) -> None:
        self.service = Instance()
        self.made = self.service.game(notation, "public")
        self.id, self.keys = self.made["id"], self.made["keys"]
        owner = self.service.person(self.keys["owner"])
        assert owner.ask("PUT", f"/api/games/{self.id}/names", json={"shown": True}).status_code == 200
        puzzle = owner.post(f"/api/games/{self.id}/puzzles", json={"step": "2"})
        self.puzzle = puzzle.json()["puzzle"]

    def answers(self, endpoint: Endpoint, key: str = "") -> list[tuple[Ask, Reply]]:
        """Return the answers of an endpoint to all its requests."""
        asks = [*asks_of(endpoint, self.id, self.puzzle)]
        asks = asks[:2] if endpoint.heavy else asks
        return [*zip(asks, answers_to(self.service.app, asks, key), strict=True)]


@cache
def shown(text: str) -> Shown:
    """Return the service of a text; `HOSTILE` means every hostile text at once."""
    return Shown(whole(Random(1)) if text == "" else text_of(text))


class Elements(HTMLParser):
    """The contents of a page: elements with their attributes, and the addresses in them."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.addresses: list[str] = []
        self.scripts: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action", "formaction")]
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)

    def handle_comment(self, data: str) -> None:
        self.elements.append(("!--", ()))


@lru_cache
def elements_of(html: str) -> Elements:
    """Return the elements of a page; tests of markup ask for those of a page twice, and of a harmless one each time."""
    parser = Elements()
    parser.feed(html)
    parser.close()
    return parser


ALLOWED_ADDRESS: Final = re.compile(r"(https?://|/|#|\?|\./|data:image/)[^\s<>\"]*|[\w./%?=&;:-]*", re.ASCII)


def check_html(html: str) -> None:
    """Check that no element, attribute or address of a page comes from a text."""
    found = elements_of(html)
    for tag, names in found.elements:
        assert tag not in ("img", "iframe", "object", "embed", "base", "form", "!--") or tag in OURS, tag
        assert not [name for name in names if name.startswith("on") or not re.fullmatch(r"[a-zA-Z:-]+[0-9]?", name)], (
            names
        )
    for address in found.addresses:
        assert not re.match(r"\s*(javascript|data:text|vbscript)", address, re.IGNORECASE), address
    assert "window.hacked" not in [script.strip() for script in found.scripts]


OURS: Final = ("form", "iframe", "img")
"""Elements that pages of the service have themselves."""


def check_svg(svg: bytes) -> None:
    """Check that a picture is well formed and runs, loads and links nothing."""
    root = ET.fromstring(svg)
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag not in ("script", "foreignObject", "iframe", "image", "use", "animate", "set"), tag
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on"), name
            assert not name.endswith("href") or value.startswith("#"), value


def check(ask: Ask, answer: Reply) -> None:
    """Check that an answer is of its declared type and that nothing of its text is more than text."""
    assert answer.status != FAULT, (ask, answer.body[:300])
    for name, value in answer.headers:
        assert value.isascii() or name == "x", (ask, name)
        assert "\r" not in value
        assert "\n" not in value
    if answer.kind == "text/html":
        check_html(answer.body.decode())
    elif answer.kind in ("application/json", "application/problem+json", "application/manifest+json"):
        json.loads(answer.body)
    elif answer.kind == "application/x-ndjson":
        for row in answer.body.splitlines():
            json.loads(row)
    elif answer.kind == "image/svg+xml":
        check_svg(answer.body)
    elif answer.kind == "text/vnd.graphviz":
        assert b"<script" not in answer.body
    elif answer.kind == "text/event-stream":
        for line in answer.body.decode().split("\n"):
            assert re.match(r"(event|id|data|retry)?: |\Z", line), line
    elif answer.kind == "image/png":
        assert answer.body.startswith(b"\x89PNG")


@pytest.mark.parametrize("endpoint", READING, ids=name_of)
def test_hostile_texts(endpoint: Endpoint) -> None:
    """Harmful names, titles and comments of every kind are only text in every answer, to everybody and the owner."""
    there = shown("")
    for key in few((there.keys["owner"], ""), 1 if endpoint.heavy else 2):
        for ask, answer in there.answers(endpoint, key):
            check(ask, answer)


@cache
def harmless_answers(page: Endpoint) -> list[tuple[Ask, Reply]]:
    """Return the answers of a page where names and comments are plain words."""
    return shown(HARMLESS).answers(page)


@pytest.mark.parametrize("text", MARKUP, ids=range(len(MARKUP)))
def test_markup_makes_no_element(text: str) -> None:
    """Every page has the same elements with the same attributes, whether names and comments are markup or not."""
    pages = [one for one in READING if "html" in str(one.gives) and not one.heavy]
    assert pages
    for page in pages:
        for (ask, plain), (_, other) in zip(harmless_answers(page), shown(text).answers(page), strict=True):
            if plain.kind == "text/html" and "q=" not in ask.path:
                assert plain.status == other.status
                assert elements_of(plain.body.decode()).elements == elements_of(other.body.decode()).elements, ask
                check_html(other.body.decode())


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_posts_are_only_text(text: str) -> None:
    """A text for a forum or a chat has no link, picture or mention that comes from a name or a comment."""
    there = shown(text)
    for place in ("bgg", "reddit", "discord"):
        (answer,) = answers_to(there.service.app, [Ask("GET", f"/api/games/{there.id}/post?for={place}")])
        assert answer.status == 200
        written = "".join(json.loads(answer.body)["parts"])
        link = (
            r"\[(?:url|img)[=\]](?!https?://service\.test/)"
            if place == "bgg"
            else r"(?<!\\)\]\((?!<?https?://service\.test/)"
        )
        assert not re.search(link, written)
        assert "@everyone" not in written
        assert "<@1>" not in written


# Addresses and queries.

TRICKS: Final = (
    "..",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c..%5cwindows",
    "a%2fb",
    "%00",
    "a%00b",
    "%ff%fe",
    "%ed%a0%80",
    "%e2%80%ae",
    "%F0%9F%98%80",
    "a" * 900,
    "CON",
    "%25s%25n",
    "{id}",
    "-o",
    "~root",
    "a;b=c",
    "a b",
    "'%20OR%201=1--",
    "None",
    "__class__",
    "9" * 400,
    "-1",
    "1e9",
    "0x10",
    "\u0661",
)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=name_of)
def test_tricks_in_addresses(endpoint: Endpoint) -> None:
    """An address with any text names a thing of the service or nothing: no file is read, and there is no fault."""
    there = shown(HARMLESS)
    asks: list[Ask] = []
    fields: list[str] = re.findall(r"\{([^}]*)\}", endpoint.path)
    for field in fields:
        sound = next(asks_of(endpoint, there.id, there.puzzle))
        for trick in TRICKS:
            path = endpoint.path.replace(f"{{{field}}}", trick)
            for other in fields:
                path = path.replace(f"{{{other}}}", _sound(other, there))
            asks.append(Ask(endpoint.method, path, sound.content, sound.headers))
    for ask, answer in zip(asks, answers_to(there.service.app, asks), strict=True):
        check(ask, answer)
        assert b"root:x:0" not in answer.body


def _sound(field: str, there: Shown) -> str:
    known: dict[str, str] = {"id": there.id, "puzzle": there.puzzle, "version": "0", "name:path": "common/keys.js"}
    return known.get(field, "1")


@pytest.mark.parametrize("endpoint", [one for one in READING if one.query], ids=name_of)
def test_tricks_in_queries(endpoint: Endpoint) -> None:
    """A query with any text is understood or rejected."""
    there = shown(HARMLESS)
    path = next(asks_of(endpoint, there.id, there.puzzle)).path
    assert endpoint.query is not None
    names = endpoint.query.__struct_encode_fields__
    tricks = TRICKS[:3:2] + TRICKS[4:8] if endpoint.heavy else TRICKS
    asks = [Ask("GET", f"{path}?{name}={trick.replace(' ', '+')}") for name in names for trick in tricks]
    asks = [ask for ask in asks if ask.path.isascii()]
    asks += [
        Ask("GET", f"{path}?{name}={quote(text[:300])}")
        for name in names
        for text in HOSTILE[: 2 if endpoint.heavy else 99]
    ]
    for ask, answer in zip(asks, answers_to(there.service.app, asks), strict=True):
        check(ask, answer)


@pytest.mark.parametrize(
    "path", ["/", "//", "/..", "/%2e%2e/", "/static/../../options.py", "/g//", "/api/games/x//state"]
)
def test_paths_that_lead_nowhere(service: Instance, path: str) -> None:
    """A path leads to an endpoint or nowhere, and never to another address."""
    (answer,) = answers_to(service.app, [Ask("GET", path)])
    assert answer.status == (200 if path == "/" else 404)
    assert "location" not in dict(answer.headers)


# Keys.


def test_keys_in_wrong_places(service: Instance) -> None:
    """A key for more than looking is accepted only in its header."""
    made = service.game(text_of(HARMLESS), "private")
    path, owner = f"/api/games/{made['id']}/notation", made["keys"]["owner"]
    nowhere = service.anybody().get("/api/games/nowhere/notation").content
    for query in (f"?key={owner}", f"?Authorization=Bearer+{owner}", f"?access_token={owner}"):
        assert service.anybody().get(path + query).content == nowhere
    for headers in ({"Cookie": f"key={owner}"}, {"X-Api-Key": owner}, {"Proxy-Authorization": f"Bearer {owner}"}):
        assert service.anybody().get(path, headers=headers).content == nowhere
    for scheme in ("Basic", "Digest", "", "Bearer Bearer"):
        assert service.anybody().get(path, headers={"Authorization": f"{scheme} {owner}"}).status_code == 401
    assert service.person(owner).get(path).status_code == 200


@cache
def two_games() -> tuple[Instance, list[dict[str, Any]]]:
    """Return a service and two private games, which nobody without their keys changes."""
    service = Instance()
    return service, [service.game(text_of(HARMLESS), "private") for _ in range(2)]


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if "{id}" in one.path], ids=name_of)
def test_keys_of_another_game(endpoint: Endpoint) -> None:
    """The keys of one game do not work in another one."""
    service, made = two_games()
    asks = [*asks_of(endpoint, made[0]["id"])][:4]
    theirs = made[1]["keys"]
    with_none = answers_to(service.app, asks)
    for key in (theirs["owner"], theirs["recorder"], theirs["seats"][0], theirs["viewer"]):
        assert answers_to(service.app, asks, key) == with_none


def test_a_viewer_key_becomes_no_other(service: Instance) -> None:
    """Other letters before the same secret are another key, which nobody gave."""
    made = service.game(text_of(HARMLESS), "private")
    secret = made["keys"]["viewer"].partition("_")[2]
    path = f"/api/games/{made['id']}/notation"
    assert service.person(f"calv_{secret}").get(path).status_code == 200
    assert {service.person(f"cal{letter}_{secret}").get(path).status_code for letter in "orsa"} == {404}


def test_keys_are_stored_as_digests(tmp_path: Path) -> None:
    """The store contains no key."""
    from calimala_es.store import open_store
    from tests.service.asking import OPTIONS, clock

    with open_store(tmp_path / "games.sqlite", clock()) as store:
        made = Instance(OPTIONS, store).game(text_of(HARMLESS))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    keys = made["keys"]
    for key in (keys["owner"], keys["recorder"], keys["viewer"], *keys["seats"]):
        assert key.encode() not in stored
        assert key.partition("_")[2].encode() not in stored


# Bodies.

NESTED: Final = 20_000
BODIES: Final = (
    b"",
    b"null",
    b"[]",
    b'"' + b"x" * 5000,
    b"[" * NESTED,
    b'{"a":' * NESTED,
    b'{"notation":' + b"[" * NESTED + b"]" * NESTED + b"}",
    b'{"a":1e999999}',
    b'{"at":' + b"9" * 5000 + b"}",
    b'{"notation":"\\ud800"}',
    b'{"notation":"\\u0000"}',
    b'{"notation":"\xff\xfe"}',
    b"\xef\xbb\xbf{}",
    b'{"notation":"a","notation":"b"}',
    b'{"__proto__":{},"constructor":{}}',
    b"{'notation': 1}",
    b"NaN",
)


@pytest.mark.parametrize("endpoint", TAKING, ids=name_of)
def test_hostile_bodies(endpoint: Endpoint) -> None:
    """Any body, also from somebody who may write, is rejected with a reason or processed, and never causes a fault."""
    there = Shown(text_of(HARMLESS))
    sound = next(asks_of(endpoint, there.id, there.puzzle))
    bodies = [*BODIES, *(_with_texts(sound.content, text) for text in HOSTILE)]
    asks = [Ask(endpoint.method, sound.path, body, (("If-Match", "*"),)) for body in bodies]
    key = ADMIN if endpoint.path.startswith("/api/import") else there.keys["owner"]
    for ask, answer in zip(asks, answers_to(there.service.app, asks, key), strict=True):
        check(ask, answer)


def _with_texts(content: Any, text: str) -> bytes:
    """Return a body with a text in the place of each of its texts."""
    if isinstance(content, bytes):
        return text.encode()
    changed = {key: text if isinstance(value, str) else value for key, value in content.items()}
    return json.dumps(changed).encode()


SETUP: Final = dumps(play(Playout(3, 5).setup)).rstrip()
BOMBS: Final = {
    "nested variations": "\n\n0. ?" + " (v1={x} ?" * 20_000,
    "many headers": "".join(f'\n[X{number} "x"]' for number in range(100_000)),
    "many comments": "\n\n" + "{x} " * 1_000_000,
    "many layers": "\n\n" + "".join(f"&l{number}{{x}} " for number in range(200_000)),
    "many variations": "\n\n0. ? " + "(? ) " * 500_000,
    "many checks": "\n\n0. ? " + "=0 " * 500_000,
    "many marks": "\n\n0. ? " + "#b.wood " * 200_000,
    "many words": "\n\n0. " + "? " * 1_000_000,
    "one long word": "\n\n" + "A" * 4_000_000,
    "one long header": '\n[Event "' + "1" * 4_000_000 + '"]',
    "open comments": "\n\n" + "{" * 2_000_000,
    "many games": f"\n\n\n{SETUP}" * 20_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_texts_that_would_take_for_ever(service: Instance, bomb: str) -> None:
    """A text that is made to be slow to read is rejected, with the place where it exceeds a limit."""
    answer = service.anybody().post("/api/games", json={"notation": SETUP + BOMBS[bomb]})
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_codes_that_grow() -> None:
    """A share code that was extended, or made of something else, is rejected."""
    service = Instance()
    code = encode(play(Playout(3, 5).setup))
    for wrong in (code + "A" * 100_000, code[:-3], "E" * 150_000, "EA" + "_" * 5000, f"share:{code}{code}"):
        answer = service.anybody().post("/api/games", json={"share": wrong})
        assert answer.status_code == 422, wrong[:40]
    assert service.anybody().post("/api/games", json={"share": code}).status_code == 201


@pytest.mark.parametrize("kind", ["turn", "city", "street", "council", "activations", "tree"])
def test_dot_takes_no_orders(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in a request or a game becomes an option of the drawing program."""
    monkeypatch.chdir(tmp_path)
    flag = "-o/tmp/x -Tpng -Kneato"
    there = Shown(text_of(f'{flag} "];graph[label=<b>"'))
    what = quote(flag)
    asks = [
        Ask("GET", f"/api/games/{there.id}/diagram.svg?kind={kind}&what={value}&at={at}")
        for value, at in (("2", ""), (what, ""), ("AS", what), ("AS", ""))
    ]
    for ask, answer in zip(asks, answers_to(there.service.app, asks), strict=True):
        check(ask, answer)
    assert [*tmp_path.iterdir()] == []
    assert dumps(play(Playout(3, 5).setup))
