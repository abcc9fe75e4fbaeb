"""The page of a game: the viewer at a step, with what links to it become, what leads elsewhere, and files of it."""

from typing import Final
from urllib.parse import quote, urlencode

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from calimala_es.errors import UnknownIdError
from calimala_es.store import PUBLIC_GAME
from notation.variations import START
from replays.languages import Language
from replays.page import in_script
from replays.rule_sets import rule_set_of
from replays.service.api.games import name_of
from replays.service.api.pages import page_json
from replays.service.asking.asker import Right
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.first import RULES
from replays.service.pages.rendering import LinkPreview, address, key_in_address, key_query, link_preview, page
from replays.service.seeing.moments import Moment, moment_at, opening_moment, told
from replays.service.seeing.moments import title as title_of
from replays.service.seeing.sight import Sight

_END: Final = "end"
"""Where the viewer opens a game that goes on."""

_LONGEST: Final = 280
"""Letters of a description."""


class ShownGame(Struct, frozen=True):
    """What the viewer has to know: where it opens, the path of its links, and the picture where no script runs."""

    id: str
    base: str
    place: str
    version: int
    is_over: bool
    still: str
    data: Markup


def game_page(asked: Asked) -> Response:
    """Give the game with the viewer, at a step or at a place of a variation."""
    sight, key = asked.sight, key_in_address(asked)
    moment, place = _moment(sight, asked.path.get("step", ""))
    title = name_of(sight, asked.language)
    return page(
        asked,
        "game.html",
        status=200 if moment else 404,
        title=title,
        preview=_preview(asked, moment, title) if moment else None,
        link=asked.link(f"/g/{asked.id}"),
        key_query=key_query(key),
        id=asked.id,
        shown=_shown(asked, sight, place, f"/g/{asked.id}"),
    )


def framed_game(asked: Asked) -> Response:
    """Give the same without anything around it, to stand in a frame."""
    sight = asked.sight
    moment, place = _moment(sight, asked.path.get("step", ""))
    if moment is None:
        raise UnknownIdError("there is no such place in this game")
    title = name_of(sight, asked.language)
    shown = _shown(asked, sight, place, f"/embed/{asked.id}")
    return page(asked, "frame.html", framed=True, title=title, shown=shown)


def _moment(sight: Sight, step: str) -> tuple[Moment | None, str]:
    """Return the moment of an address, and where the viewer opens; no moment for a place that does not exist."""
    if not step:
        moment = opening_moment(sight)
        return moment, "" if sight.replay.end.is_over else _END
    try:
        moment = moment_at(sight, step)
    except UnknownIdError:
        return None, step
    return moment, moment.place


def _shown(asked: Asked, sight: Sight, place: str, base: str) -> ShownGame:
    at = "" if place == _END else place or START
    return ShownGame(
        id=asked.id,
        base=asked.local(base),
        place=place,
        version=sight.version,
        is_over=sight.replay.end.is_over,
        still=address(asked, f"/api/games/{asked.id}/board.svg", at=at),
        data=Markup(in_script(page_json(sight, asked.language).content.decode())),
    )


# What a link to a game becomes.


def _preview(asked: Asked, moment: Moment, title: str) -> LinkPreview:
    """Return what a link to this moment becomes in chats and forums."""
    language = asked.language
    is_whole = not asked.path.get("step") and not moment.position
    key = key_in_address(asked)
    place = quote(moment.short_place, safe=":.")
    path = f"/g/{asked.id}/{place}" if asked.path.get("step") else f"/g/{asked.id}"
    return link_preview(
        asked,
        headline(moment, title, language, is_whole=is_whole),
        _whole(moment.sight, language) if is_whole else _described(moment, language),
        asked.link(path) + key_query(key),
        picture_of(asked, moment, key),
        is_listed=asked.held.access.visibility == PUBLIC_GAME,
    )


def headline(moment: Moment, title: str, language: Language, *, is_whole: bool) -> str:
    """Return what a link is called: the game, and but for the whole of it the turn and whose it is."""
    return title if is_whole else f"{title}: {title_of(moment, moment.sight.table(language))}"


def _whole(sight: Sight, language: Language) -> str:
    """Return which game it is, for those who know nothing of it; not how it went."""
    replay, setup = sight.replay, sight.record.setup
    rules = language.text(RULES[rule_set_of(setup)])
    if not replay.end.turn:
        return language.text("{rules}; players: {players}.", rules=rules, players=setup.players)
    return language.text(
        "{rules}; players: {players}; turns: {turns}.", rules=rules, players=setup.players, turns=replay.end.turn
    )


def _described(moment: Moment, language: Language) -> str:
    """Return the state of the game at a moment, in so few letters as fit into a preview."""
    words = told(moment, moment.sight.table(language))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def picture_of(asked: Asked, moment: Moment, key: str) -> str:
    """Return the address of the picture of a moment, as anyone with the link may see it."""
    query = {"at": moment.short_place or START}
    query |= {"now": "1"} if moment.is_now and moment.place else {}
    query |= {"lang": asked.language.code} if asked.language.code != "en" else {}
    query |= {"key": key} if key else {}
    return asked.link(f"/api/games/{moment.sight.id}/board.png?{urlencode(query, safe=':.')}")


ENDPOINTS = (
    Endpoint("GET", "/g/{id}", game_page, "The page of a game", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/g/{id}/{step}", game_page, "The page of a game at a step", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/embed/{id}", framed_game, "A game for a frame", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/embed/{id}/{step}", framed_game, "A game at a step for a frame", gives=HTML, right=Right.LOOK),
)
