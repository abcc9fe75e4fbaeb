"""Pages on which something is entered: a game that begins, a text that is added, a post, what the owner settles.

They are the same for every game, whether it exists or not: what they show they ask for with the key that the browser
holds.
"""

from starlette.responses import Response

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS, COLOUR_WORDS, COLOURS, SCORING_TILES
from notation.share import KEY
from replays.posts import MOST_WORDS
from replays.service.endpoints import HTML, Endpoint
from replays.service.pages.phone_texts import COMMON, NEW, sentences, terms
from replays.service.pages.rendering import page, script_data
from replays.service.request import ApiRequest


def new_page(request: ApiRequest) -> Response:
    """Give the page on which players and rules are chosen, and how the tiles are laid out."""
    language = request.language
    found = terms(language)
    data = {
        "id": "",
        "words": {**sentences(language, COMMON, NEW), **found},
        "actions": [*ACTIONS],
        "tiles": [*SCORING_TILES],
        "streets": [*STREETS],
    }
    colours = [(COLOUR_WORDS[code], found[f"colour.{code}"]) for code in COLOURS]
    return page(request, "new.html", seats=len(COLOURS), colours=colours, data=script_data(data))


def import_page(request: ApiRequest) -> Response:
    """Give the page on which a game is added: pasted, from a file, or as a share code."""
    return page(request, "import.html", share_key=KEY)


def post_page(request: ApiRequest) -> Response:
    """Give the page on which a game becomes a post."""
    return page(request, "post.html", id=request.path["id"], most_words=MOST_WORDS)


def owner_page(request: ApiRequest) -> Response:
    """Give the page with keys and links, visibility, names, and puzzles of a game."""
    return page(request, "owner.html", id=request.path["id"])


ENDPOINTS = (
    Endpoint("GET", "/new", new_page, "The page on which a game begins", gives=HTML, quick=True),
    Endpoint("GET", "/import", import_page, "Add a game", gives=HTML),
    Endpoint("GET", "/own/{id}", owner_page, "The page of a game's owner", gives=HTML),
    Endpoint("GET", "/post/{id}", post_page, "The page on which a game becomes a post", gives=HTML),
)
