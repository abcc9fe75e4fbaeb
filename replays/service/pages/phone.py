"""The pages of phones at the table, the recorder's and a seat's, and what stores them for when there is no connection.

They are frames that modules in the browser fill. A page is the same for every id, whether there is such a game or not:
what it shows comes by requests with a key.
"""

from collections.abc import Mapping
from typing import Annotated, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from replays.drawing.render import draw_qr
from replays.service.endpoints import HTML, Endpoint
from replays.service.pages.phone_texts import COMMON, RECORDER, SEAT, sentences, terms
from replays.service.pages.rendering import address, page, script_data
from replays.service.pages.static import static_address, static_files
from replays.service.problems import Problem
from replays.service.request import ApiRequest
from replays.text.languages import LANGUAGES

WORKER: Final = "recorder/worker.js"
"""The module that stores the recorder's pages for when there is no connection."""


def record_page(request: ApiRequest) -> Response:
    """Give the page on which a game is written down."""
    return _phone_page(request, "record.html", COMMON, RECORDER)


def seat_page(request: ApiRequest) -> Response:
    """Give the page on which somebody at the table enters their own cards."""
    return _phone_page(request, "seat.html", COMMON, RECORDER, SEAT)


def _phone_page(request: ApiRequest, template: str, *tables: Mapping[str, str]) -> Response:
    language, id, text = request.language, request.path["id"], request.language.text
    # Other pages, each for who holds a key of a role ("" for everybody), and this one in other languages.
    pages = (
        ("", text("Games"), "/"),
        ("", text("Look at the game"), f"/g/{id}"),
        ("owner", text("Keys, names, who may look"), f"/own/{id}"),
    )
    data = {
        "id": id,
        "words": {**sentences(language, *tables), **terms(language)},
        "links": [{"role": role, "words": words, "href": address(request, path)} for role, words, path in pages],
        "languages": [
            {"code": code.replace("_", "-"), "words": words, "href": f"?{urlencode({'lang': code})}"}
            for code, words in LANGUAGES.items()
        ],
    }
    return page(request, template, id=id, data=script_data(data))


def worker(request: ApiRequest) -> Response:
    """Give the service worker, from the root of the service, since it stores pages beside it; it names its files."""
    files = sorted(name for name in static_files() if name.startswith(("common/", "recorder/", "viewer/")))
    constants = {"FILES": [static_address(request, name) for name in files], "ROOT": request.local("")}
    head = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items())
    code = head.encode() + static_files()[WORKER].content
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": request.local("/")}
    return Response(code, headers=headers, media_type="text/javascript; charset=utf-8")


class LinkToDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """A link of this service."""

    text: Annotated[str, Meta(max_length=400)]


def link_picture(request: ApiRequest) -> Response:
    """Draw a link of this service as a picture to scan. It may hold a key, so it comes in a body, which no log has."""
    text = request.body_as(LinkToDraw).text
    if not text.startswith(request.link("/")):
        raise Problem(422, "bad-request", f"only links of this service are drawn; they begin with {request.link('/')}")
    return Response(draw_qr(text, "svg"), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")


ENDPOINTS = (
    Endpoint("GET", "/record/{id}", record_page, "The page on which a game is written down", gives=HTML, quick=True),
    Endpoint("GET", "/seat/{id}", seat_page, "The page on which a seat tells its cards", gives=HTML, quick=True),
    Endpoint(
        "POST", "/api/qr", link_picture, "A link of this service as a picture to scan",
        takes=LinkToDraw, gives="image/svg+xml", problems=(422,),
    ),
    Endpoint("GET", "/worker.js", worker, "What stores the recorder's pages", gives="text/javascript", quick=True),
)  # fmt: skip
