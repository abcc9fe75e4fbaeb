"""The recorder and a seat's page: the frame that modules in the browser fill, and what they need to be told.

A page is the same for every id, whether there is such a game or not: what is shown comes by requests with a key.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from replays.html import Node, element
from replays.languages import LANGUAGES, Language
from replays.qr import qr_picture
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import meta, sent, way
from replays.service.pages.recorder_words import COMMON, RECORDER, SEAT, names, sentences
from replays.service.pages.static import static_address, static_files
from replays.service.problems import Problem

WORKER: Final = "recorder/worker.js"
"""The module that keeps the recorder's pages for when there is no connection."""


def record_page(asked: Asked) -> Response:
    """The page on which a game is written down."""
    language, title = asked.language, asked.language.text("Record a game")
    body = element(
        "div",
        _top(title, element("button", "", type="button", **_named("state"), class_="state")),
        *_standings(language),
        element(
            "main",
            _part("div", "queue"),
            _part("section", "act", aria_label=language.text("What is decided"), tabindex="-1"),
            _part("section", "map", aria_label=language.text("The city")),
            _part("section", "line", aria_label=language.text("The turn")),
            _typed(language),
            _folded("mats", language.text("What everybody has"), "ul"),
            _folded("log", language.text("The last decisions"), "div"),
            id="content",
        ),
        _bar(language),
        _heard(),
        **_named("app"),
        **_addresses(asked),
        class_="app",
    )
    return _page(asked, title, body, "recorder/recorder.js", (COMMON, RECORDER), _ways(asked))


def _typed(language: Language) -> Node:
    """Where decisions are typed."""
    what = element(
        "input", name="notation", autocomplete="off", autocapitalize="off", spellcheck="false", maxlength="2000",
        placeholder="AS AC / S-", aria_label=_said(language, "typed.what"),
    )  # fmt: skip
    write = element("button", _said(language, "typed.send"), type="submit")
    return element("form", what, write, **_named("typed"), class_="typed")


def _folded(name: str, words: str, tag: str) -> Node:
    """What can be unfolded: its words, and an element that a module in the browser fills."""
    return element("details", element("summary", words), _part(tag, name), class_=name)


def _bar(language: Language) -> Node:
    """The tools at the bottom."""
    tools = (
        ("undo", "↶", language.text("Undo")),
        ("redo", "↷", language.text("Redo")),
        ("say", "✎", language.text("Say")),
        ("else", "…", language.text("Else")),
        ("phones", "▦", language.text("Phones")),
    )
    return element("nav", *(_tool(*tool) for tool in tools), class_="bar", aria_label=language.text("Tools"))


def seat_page(asked: Asked) -> Response:
    """The page on which somebody at the table tells their own cards."""
    language, title = asked.language, asked.language.text("Your cards")
    body = element(
        "div",
        _top(title, element("p", "", **_named("state"), class_="state", role="status")),
        *_standings(language),
        element("main", _part("section", "act", aria_label=title), _part("div", "ways"), id="content"),
        _heard(),
        **_named("app"),
        **_addresses(asked),
        class_="app seat",
    )
    return _page(asked, title, body, "recorder/seat.js", (COMMON, RECORDER, SEAT), _ways(asked))


# What both pages have.


def _top(title: str, state: Node) -> Node:
    """The head: the title until there is a turn to tell, what is waited for, and how sending goes."""
    told = element(
        "div",
        element("h1", _part("span", "head", title), class_="title"),
        element("p", "", **_named("waiting"), tabindex="-1"),
    )
    return element("header", told, state, class_="top")


def _standings(language: Language) -> tuple[Node, Node]:
    """The next tile, and the players."""
    return (
        _part("section", "strip", aria_label=language.text("The next tile")),
        _part("section", "players", aria_label=language.text("Players")),
    )


def _heard() -> Node:
    """What is said to who does not see the page."""
    return _part("p", "heard", class_="heard", role="status", aria_live="polite")


def worker(asked: Asked) -> Response:
    """The service worker: from the root of the service, since it keeps pages beside it; told where its files are."""
    files = [name for name in static_files() if name.startswith(("recorder/", "viewer/")) or name in _SHARED]
    kept = [static_address(asked, name) for name in sorted(files)]
    told = {"KEPT": kept, "ROOT": asked.local("")}
    begin = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in told.items())
    code = begin.encode() + static_files()[WORKER].content
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": asked.local("/")}
    return Response(code, headers=headers, media_type="text/javascript; charset=utf-8")


_SHARED: Final = ("service.css", "recorder.css", "keys.js")


def _ways(asked: Asked) -> dict[str, object]:
    """Other pages, each for who holds a key of a role ("" for everybody), and this one in other languages."""
    id, text = asked.path["id"], asked.language.text
    pages = (
        ("", text("Games"), "/"),
        ("", text("Look at the game"), f"/g/{id}"),
        ("owner", text("Keys, names, who may look"), f"/own/{id}"),
    )
    return {
        "ways": [{"role": role, "words": words, "href": way(asked, path)} for role, words, path in pages],
        "languages": [
            {"code": code.replace("_", "-"), "words": words, "href": f"?{urlencode({'lang': code})}"}
            for code, words in LANGUAGES.items()
        ],
    }


def _page(
    asked: Asked,
    title: str,
    body: Node,
    script: str,
    tables: Iterable[Mapping[str, str]],
    more: Mapping[str, object] | None = None,
) -> Response:
    language = asked.language
    words = {**sentences(language, *tables), **names(language)}
    told = {"id": asked.path["id"], "lang": language.code, "words": words, **(more or {})}
    content = element("body", body, data_block("told", told), class_="recorder")
    head = [meta("theme-color", "#7a3b10"), meta("robots", "noindex")]
    return sent(asked, title, content, [script], ["service.css", "recorder.css"], head)


def data_block(id: str, told: object) -> Node:
    """What modules in the browser read, as JSON; no text in it can end the block."""
    text = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    return element("script", Node(text), type="application/json", id=id)


def _addresses(asked: Asked) -> dict[str, str]:
    id = asked.path["id"]
    return {
        "data_worker": asked.local("/worker.js"),
        "data_scope": asked.local("/"),
        "data_game": way(asked, f"/g/{id}"),
    }


def _named(name: str) -> dict[str, str]:
    return {"data_part": name}


def _part(tag: str, name: str, text: str = "", **attributes: str) -> Node:
    """An element that a module in the browser fills."""
    return element(tag, text, **_named(name), **attributes)


def _tool(name: str, sign: str, words: str) -> Node:
    """A button of the bar at the bottom."""
    content = (element("span", sign, aria_hidden="true"), element("span", words))
    return element("button", *content, type="button", **_named(name))


def _said(language: Language, name: str) -> str:
    return sentences(language, RECORDER)[name]


class Pictured(Struct, frozen=True, forbid_unknown_fields=True):
    """A link of this service."""

    text: Annotated[str, Meta(max_length=400)]


def pictured(asked: Asked) -> Response:
    """A link of this service as a picture to scan. It may hold a key, so it comes in a body, which no log has."""
    text = asked.taken(Pictured).text
    if not text.startswith(asked.link("/")):
        raise Problem(422, "bad-request", f"only links of this service are drawn; they begin with {asked.link('/')}")
    return Response(qr_picture(text, "svg"), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")


ENDPOINTS = (
    Endpoint("GET", "/record/{id}", record_page, "The page on which a game is written down", gives=HTML, quick=True),
    Endpoint("GET", "/seat/{id}", seat_page, "The page on which a seat tells its cards", gives=HTML, quick=True),
    Endpoint(
        "POST", "/api/qr", pictured, "A link of this service as a picture to scan",
        takes=Pictured, gives="image/svg+xml", problems=(422,),
    ),
    Endpoint("GET", "/worker.js", worker, "What keeps the recorder's pages", gives="text/javascript", quick=True),
)  # fmt: skip
