"""The page of a game: the viewer at a step, with what links to it become, what leads elsewhere, and files of it."""

from typing import Final
from urllib.parse import quote, urlencode

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from calimala_es.errors import UnknownIdError
from calimala_es.messages import Message
from calimala_es.setup import rule_set_of
from calimala_es.store import PUBLIC_GAME
from notation.places import START
from notation.share import ShareCodeError
from replays.html import render
from replays.page import in_script
from replays.posts import RULE_SET_WORDS
from replays.service.access import Right
from replays.service.api.exports import page_json, share_address, share_code
from replays.service.api.games import title_of_view
from replays.service.endpoints import HTML, ApiRequest, Endpoint
from replays.service.pages.rendering import PACKAGE, LinkPreview, address, key_query, link_preview, page
from replays.service.visibility.game_views import GameView
from replays.service.visibility.moments import ViewMoment, describe_moment, moment_at, moment_title, opening_moment
from replays.text.languages import Language

_END: Final = "end"
"""Where the viewer opens a game that goes on."""

_LONGEST: Final = 280
"""Letters of a description."""


class ShownGame(Struct, frozen=True):
    """What the viewer has to know: where it opens, the path of its links, and the picture where no script runs.

    ``is_over`` says that nobody else can change the game: it has ended, or is on one phone only.
    """

    id: str
    base: str
    place: str
    version: int
    is_over: bool
    still: str
    data: Markup


def game_page(request: ApiRequest) -> Response:
    """Return the game in the viewer, at a step of the game or of a variation."""
    view, key = request.view, request.key_in_address
    moment, place = _moment(view, request.path.get("step", ""))
    title = title_of_view(view, request.language)
    return page(
        request,
        "game.html",
        status=200 if moment else 404,
        title=title,
        preview=_preview(request, moment, title) if moment else None,
        link=_link(request, view),
        key_query=key_query(key),
        id=request.id,
        judging=bool(request.service.options.limits.judging),
        explorable=bool(request.service.options.library),
        shown=_shown(request, view, place, f"/g/{request.id}"),
        frame=frame_html(request, request.link(f"/embed/{request.id}"), title, *_FRAME),
        frame_source=request.link(f"/embed/{request.id}"),
    )


def _link(request: ApiRequest, view: GameView) -> str:
    """Return the link to hand on: to the game, or with all of it where nobody else can open that."""
    if request.service.options.pocket:
        try:
            return share_address(request, share_code(view))
        except ShareCodeError:
            # The text of the game says more than a code can.
            return ""
    return request.link(f"/g/{request.id}")


_FRAME: Final = 1024, 720
"""The width and the height of a frame in which all of the table is in sight."""


def frame_html(request: ApiRequest, source: str, title: str, width: int, height: int) -> str:
    """Return the HTML of a frame with a game, for other pages."""
    return render(
        PACKAGE, "oembed.html", request.language, source=source, width=width, height=height, title=title
    ).strip()


def framed_game(request: ApiRequest) -> Response:
    """Return the game without anything around it, for a frame in another page."""
    view = request.view
    moment, place = _moment(view, request.path.get("step", ""))
    if moment is None:
        raise UnknownIdError(Message("there is no moment {place} in this game", place=request.path["step"]))
    title = title_of_view(view, request.language)
    shown = _shown(request, view, place, f"/embed/{request.id}")
    return page(request, "frame.html", framed=True, title=title, shown=shown)


def _moment(view: GameView, step: str) -> tuple[ViewMoment | None, str]:
    """Return the moment of an address, and where the viewer opens; no moment for a place that does not exist."""
    if not step:
        moment = opening_moment(view)
        return moment, "" if view.replay.end.is_over else _END
    try:
        moment = moment_at(view, step)
    except UnknownIdError:
        return None, step
    return moment, moment.place


def _shown(request: ApiRequest, view: GameView, place: str, base: str) -> ShownGame:
    at = "" if place == _END else place or START
    return ShownGame(
        id=request.id,
        base=request.local(base),
        place=place,
        version=view.version,
        is_over=view.replay.end.is_over or bool(request.service.options.pocket),
        still=address(request, f"/api/games/{request.id}/board.svg", at=at),
        data=Markup(in_script(page_json(view, request.language).content.decode())),
    )


# What a link to a game becomes.


def _preview(request: ApiRequest, moment: ViewMoment, title: str) -> LinkPreview:
    """Return what a link to this moment becomes in chats and forums."""
    language = request.language
    is_whole = not request.path.get("step") and not moment.position
    key = request.key_in_address
    place = quote(moment.short_place, safe=":.")
    path = f"/g/{request.id}/{place}" if request.path.get("step") else f"/g/{request.id}"
    return link_preview(
        request,
        headline(moment, title, language, is_whole=is_whole),
        _whole(moment.view, language) if is_whole else _described(moment, language),
        request.link(path) + key_query(key),
        picture_of(request, moment, key),
        is_listed=request.cached_game.access.visibility == PUBLIC_GAME,
    )


def headline(moment: ViewMoment, title: str, language: Language, *, is_whole: bool) -> str:
    """Return what a link is called: the game, and but for the whole of it the turn and whose it is."""
    if is_whole:
        return title
    return language.text("{what}: {value}", what=title, value=moment_title(moment, moment.view.names_in(language)))


def _whole(view: GameView, language: Language) -> str:
    """Return which game it is, for those who know nothing of it; not how it went."""
    replay, setup = view.replay, view.record.setup
    rules = language.text(RULE_SET_WORDS[rule_set_of(setup)])
    rules = rules[:1].upper() + rules[1:]
    if not replay.end.turn:
        return language.text("{rules}; players: {players}.", rules=rules, players=setup.players)
    return language.text(
        "{rules}; players: {players}; turns: {turns}.", rules=rules, players=setup.players, turns=replay.end.turn
    )


def _described(moment: ViewMoment, language: Language) -> str:
    """Return the state of the game at a moment, in so few letters as fit into a preview."""
    words = describe_moment(moment, moment.view.names_in(language))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def picture_of(request: ApiRequest, moment: ViewMoment, key: str) -> str:
    """Return the address of the picture of a moment, as anyone with the link may see it."""
    query = {"at": moment.short_place or START}
    query |= {"now": "1"} if moment.is_now and moment.place else {}
    query |= {"lang": request.language.code} if request.language.code != "en" else {}
    query |= {"key": key} if key else {}
    return request.link(f"/api/games/{moment.view.id}/board.png?{urlencode(query, safe=':.')}")


ENDPOINTS = (
    Endpoint("GET", "/g/{id}", game_page, "The page of a game", gives=HTML, right=Right.LOOK, heavy=True),
    Endpoint(
        "GET", "/g/{id}/{step}", game_page, "The page of a game at a step", gives=HTML, right=Right.LOOK, heavy=True
    ),
    Endpoint(
        "GET", "/embed/{id}", framed_game, "A game, for a frame in another page",
        gives=HTML, right=Right.LOOK, heavy=True,
    ),
    Endpoint(
        "GET", "/embed/{id}/{step}", framed_game, "A game at a step, for a frame in another page",
        gives=HTML, right=Right.LOOK, heavy=True,
    ),
)  # fmt: skip
