"""A game as a page of the viewer: its content as JSON, all in one file, and what unfolds links (oEmbed)."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.view import PUBLIC, Viewer
from replays.languages import Language
from replays.page import Page, recorded_page, whose_view
from replays.service.asking.asker import Right
from replays.service.endpoints import JSON, Asked, Endpoint, Query
from replays.service.kept import Made, made, sent
from replays.service.problems import Problem
from replays.service.seeing.sight import HEARD, Sight

_PUBLIC: Final = "public"


class PageQuery(Query, frozen=True, rename={"seen_by": "as"}):
    """Whose view it is to hold and nothing else."""

    seen_by: Annotated[str, Meta(description="public, or a colour as red; empty for all that may be seen.")] = ""


def page_of_sight(sight: Sight, language: Language, viewer: tuple[Viewer, ...] = ()) -> Page:
    """What the viewer shows of a game as somebody sees it; ``viewer`` is empty, or holds the one whose view it is."""
    table = sight.table(language)
    seen = () if sight.sees_all else (sight.viewer,)
    notices = [whose_view(one, table) for one in viewer or seen]
    return recorded_page(sight, table, viewer=viewer, kept=HEARD, notices=notices, is_seen=not sight.sees_all)


def page_json(sight: Sight, language: Language, viewer: tuple[Viewer, ...] = ()) -> Made:
    """The same as JSON."""
    return made(
        sight, ("page", viewer, language.code), lambda: msgspec.json.encode(page_of_sight(sight, language, viewer))
    )


def viewer_named(sight: Sight, name: str) -> tuple[Viewer, ...]:
    """The viewer that ``as`` names; raises ``Problem``."""
    if not name:
        return ()
    colours = [COLOUR_WORDS[colour] for colour in sight.record.setup.colours]
    wanted = name.lower()
    if wanted == _PUBLIC:
        return (PUBLIC,)
    if wanted in colours:
        return (colours.index(wanted),)
    raise Problem(422, "bad-request", f"a game is seen as {', '.join((_PUBLIC, *colours))}", path="$.as")


def page_of_game(asked: Asked) -> Response:
    """The content of the page as JSON, as ``docs/page.md`` describes it."""
    sight = asked.sight
    return sent(asked, page_json(sight, asked.language, viewer_named(sight, asked.query.seen_by)), JSON)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/page", page_of_game, "The game as the viewer shows it",
        gives=dict[str, Any], right=Right.LOOK, query=PageQuery, problems=(422,),
    ),
)  # fmt: skip
