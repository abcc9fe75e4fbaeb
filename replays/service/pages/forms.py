"""Pages on which something is entered: a game that begins, a text that is added, a post, what the owner settles.

They are the same for every game, whether it exists or not: what they show they ask for with the key that the browser
holds.
"""

from starlette.responses import Response

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS, COLOUR_WORDS, COLOURS, SCORING_TILES
from notation.share import KEY
from replays.posts import MOST_WORDS
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.phone_texts import COMMON, NEW, names, sentences
from replays.service.pages.rendering import page, script_data


def new_page(asked: Asked) -> Response:
    """Give the page on which players and rules are chosen, and how the tiles are laid out."""
    language = asked.language
    terms = names(language)
    data = {
        "id": "",
        "words": {**sentences(language, COMMON, NEW), **terms},
        "actions": [*ACTIONS],
        "tiles": [*SCORING_TILES],
        "streets": [*STREETS],
    }
    colours = [(COLOUR_WORDS[code], terms[f"colour.{code}"]) for code in COLOURS]
    return page(asked, "new.html", seats=len(COLOURS), colours=colours, data=script_data(data))


def import_page(asked: Asked) -> Response:
    """Give the page on which a game is added: pasted, from a file, or as a share code."""
    return page(asked, "import.html", share_key=KEY)


def post_page(asked: Asked) -> Response:
    """Give the page on which a game becomes a post."""
    return page(asked, "post.html", id=asked.path["id"], most_words=MOST_WORDS)


def owner_page(asked: Asked) -> Response:
    """Give the page with keys and links, visibility, names, and puzzles of a game."""
    return page(asked, "owner.html", id=asked.path["id"])


ENDPOINTS = (
    Endpoint("GET", "/new", new_page, "The page on which a game begins", gives=HTML, quick=True),
    Endpoint("GET", "/import", import_page, "Add a game", gives=HTML),
    Endpoint("GET", "/own/{id}", owner_page, "The page of a game's owner", gives=HTML),
    Endpoint("GET", "/post/{id}", post_page, "The page on which a game becomes a post", gives=HTML),
)
