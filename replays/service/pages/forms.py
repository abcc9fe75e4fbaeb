"""Pages on which something is entered: a game at the table, a seat's cards, a new game, a post, what the owner settles.

They are frames that modules in the browser fill. A page is the same for every id, whether there is such a game or not:
what it shows comes by requests with the key that the browser holds.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.responses import Response

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS, COLOUR_WORDS, COLOURS, SCORING_TILES
from notation.share import KEY
from replays.posts import MOST_WORDS
from replays.service.endpoints import HTML, ApiRequest, Endpoint
from replays.service.options import LOOPBACK, origin_of
from replays.service.pages.phone_texts import COMMON, KEEPING, NEW, RECORDER, SEAT, sentences, terms
from replays.service.pages.pocket_files import worker_address
from replays.service.pages.rendering import address, page, script_data
from replays.text.languages import LANGUAGES


def record_page(request: ApiRequest) -> Response:
    """Return the page for recording a game."""
    return _phone_page(request, "record.html", COMMON, RECORDER, KEEPING)


def seat_page(request: ApiRequest) -> Response:
    """Return the page on which a player enters their own cards."""
    return _phone_page(request, "seat.html", COMMON, RECORDER, SEAT)


def _phone_page(request: ApiRequest, template: str, *tables: Mapping[str, str]) -> Response:
    language, id, text = request.language, request.path["id"], request.language.text
    # Other pages, each for who holds a key of a role ("" for everybody), and this one in other languages.
    pages = (
        ("", text("Games"), "/"),
        ("", text("View the game"), f"/g/{id}"),
        *([] if request.service.options.pocket else [("owner", text("Keys, names and access"), f"/own/{id}")]),
    )
    data = {
        "id": id,
        "network": _network(request),
        "words": {**sentences(language, *tables), **terms(language)},
        "links": [{"role": role, "words": words, "href": address(request, path)} for role, words, path in pages],
        "languages": [
            {"code": code.replace("_", "-"), "words": words, "href": f"?{urlencode({'lang': code})}"}
            for code, words in LANGUAGES.items()
        ],
    }
    return page(request, template, id=id, data=script_data(data), judge=worker_address(request))


def _network(request: ApiRequest) -> str:
    """Return where other phones reach the service whose page is open under a name of this computer for itself."""
    options = request.service.options
    if request.http.url.hostname not in LOOPBACK:
        return ""
    return origin_of(options.address) if options.address else options.network


def new_page(request: ApiRequest) -> Response:
    """Return the page for choosing players, rules and the layout of the tiles."""
    language = request.language
    found = terms(language)
    data = {
        "id": "",
        "network": _network(request),
        "words": {**sentences(language, COMMON, NEW, KEEPING), **found},
        "actions": [*ACTIONS],
        "tiles": [*SCORING_TILES],
        "streets": [*STREETS],
    }
    colours = [(COLOUR_WORDS[code], found[f"colour.{code}"]) for code in COLOURS]
    return page(request, "new.html", seats=len(COLOURS), colours=colours, data=script_data(data))


def import_page(request: ApiRequest) -> Response:
    """Return the page for adding a game: pasted, from a file, or as a share code."""
    return page(request, "import.html", share_key=KEY)


def post_page(request: ApiRequest) -> Response:
    """Return the page for making a post about a game."""
    return page(request, "post.html", id=request.path["id"], most_words=MOST_WORDS)


def owner_page(request: ApiRequest) -> Response:
    """Return the page with keys and links, visibility, names and puzzles of a game."""
    return page(request, "owner.html", id=request.path["id"])


ENDPOINTS = (
    Endpoint("GET", "/record/{id}", record_page, "The page for recording a game", gives=HTML),
    Endpoint("GET", "/seat/{id}", seat_page, "The page where players enter their own cards", gives=HTML),
    Endpoint("GET", "/new", new_page, "The page for beginning a game", gives=HTML),
    Endpoint("GET", "/import", import_page, "The page for adding a game", gives=HTML),
    Endpoint("GET", "/own/{id}", owner_page, "The page of a game's owner", gives=HTML),
    Endpoint("GET", "/post/{id}", post_page, "The page for making a post about a game", gives=HTML),
)
