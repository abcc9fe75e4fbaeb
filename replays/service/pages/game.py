"""The page of a game: the viewer at a step, with what links to it unfold to, what leads elsewhere, and files of it."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, urlencode

from starlette.responses import Response

from calimala_es.errors import UnknownIdError
from calimala_es.store import PUBLIC_GAME
from notation.variations import START
from replays.html import Node, element
from replays.languages import Language, message
from replays.page import TAG, in_script
from replays.picture import HEIGHT, WIDTH
from replays.rule_sets import rule_set_of
from replays.service.api.games import name_of
from replays.service.api.pages import page_json
from replays.service.asking.asker import Right
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.first import RULES
from replays.service.pages.frame import bare, key_in_address, page, way
from replays.service.pages.static import VIEWER
from replays.service.pages.unfolding import query_of, unfolding
from replays.service.seeing.moments import Moment, moment_at, opening_moment, told
from replays.service.seeing.moments import title as title_of
from replays.service.seeing.sight import Sight

_END: Final = "end"
"""Where the viewer opens a game that goes on."""

_LONGEST: Final = 280
"""Letters of a description."""

DIAGRAMS: Final = (
    ("turn", message("The turn")),
    ("city", message("The city")),
    ("activations", message("Activations")),
    ("council", message("The council")),
    ("tree", message("Variations")),
)
FILES: Final = (
    ("export.cgn", message("Text")),
    ("export.json", message("JSON")),
    ("export.html", message("A page in one file")),
)


def shown(asked: Asked) -> Response:
    """The game with the viewer, at a step or at a place of a variation."""
    language = asked.language
    sight = asked.sight
    moment, place = _moment(sight, asked.path.get("step", ""))
    title = name_of(sight, language)
    scripts = [VIEWER, "game.js"]
    body = [
        element(
            "div",
            element("h1", element("bdi", title)),
            element("div", *_tools(asked, language), class_="tools"),
            class_="game-head",
        ),
        _viewer(asked, sight, place, f"/g/{asked.id}"),
        element("p", "", id="told", role="status", class_="told"),
    ]
    status = 200 if moment else 404
    head = _unfolding(asked, moment, title) if moment else ()
    return page(asked, title, *body, scripts=scripts, head=head, kind="wide", status=status)


def framed(asked: Asked) -> Response:
    """The same without anything around it, to stand in a frame."""
    language = asked.language
    sight = asked.sight
    moment, place = _moment(sight, asked.path.get("step", ""))
    if moment is None:
        raise UnknownIdError("there is no such place in this game")
    title = name_of(sight, language)
    body = [element("h1", title, class_="heard"), _viewer(asked, sight, place, f"/embed/{asked.id}")]
    return bare(asked, title, *body, scripts=[VIEWER, "game.js"])


def _moment(sight: Sight, step: str) -> tuple[Moment | None, str]:
    """The moment of an address, and where the viewer is to open; no moment for a place that is not there."""
    if not step:
        moment = opening_moment(sight)
        return moment, "" if sight.replay.end.is_over else _END
    try:
        moment = moment_at(sight, step)
    except UnknownIdError:
        return None, step
    return moment, moment.place


def _viewer(asked: Asked, sight: Sight, place: str, base: str) -> Node:
    language = asked.language
    data = element("script", Node(in_script(page_json(sight, language).content.decode())), type="application/json")
    told = {
        "base": asked.local(base),
        "place": place,
        "data_game": asked.id,
        "data_photos": way(asked, f"/api/games/{asked.id}/photos/{{photo}}"),
        "data_version": str(sight.version),
        "data_over": "yes" if sight.replay.end.is_over else "no",
        "data_went_on": language.text("The game went on: {place}.", place="{place}"),
        "data_lost": language.text("The connection is lost; it is looked for again."),
        "data_gone": language.text("This game cannot be seen any longer."),
        "data_unseen": language.text("The file could not be made."),
    }
    picture = way(asked, f"/api/games/{asked.id}/board.svg", at="" if place == _END else place or START)
    unseen = element(
        "noscript",
        element("p", language.text("Without JavaScript this page shows only the picture of this step.")),
        element("img", src=picture, alt="", class_="still", width=str(WIDTH), height=str(HEIGHT)),
    )
    return Node(unseen + element(TAG, data, whole="", lang=language.code.replace("_", "-"), **told))


def _tools(asked: Asked, language: Language) -> Iterator[Node]:
    yield element(
        "button",
        element("span", "", class_="live-dot", aria_hidden="true"),
        language.text("Follow live"),
        type="button",
        id="live",
        aria_pressed="false",
        hidden="",
    )
    yield element(
        "details",
        element("summary", language.text("Share and save")),
        element("div", *_share(asked, language)),
        class_="menu exports",
    )


def _share(asked: Asked, language: Language) -> Iterator[Node]:
    """Links, codes, files and pictures; those that tell a moment lead to the one that is shown."""
    here = asked.link(f"/g/{asked.id}")
    yield element(
        "div",
        element(
            "label",
            element("span", language.text("Link to this step")),
            element(
                "input", type="text", readonly="", value=here, id="link", data_query=query_of(key_in_address(asked))
            ),
            class_="grow",
        ),
        _copy("link", language.text("Copy"), language),
        class_="row",
    )
    qr = way(asked, f"/api/games/{asked.id}/qr.svg")
    yield element("img", alt=language.text("QR code of the link"), class_="qr", data_src=qr)
    yield element("h2", language.text("Files"))
    yield _list(asked, ((name, language.text(words), {}) for name, words in FILES))
    yield element("h2", language.text("Picture of this step"))
    yield _list(asked, ((f"board.{kind}", kind.upper(), {}) for kind in ("svg", "png")), data_step="at")
    yield element("h2", language.text("Diagrams"))
    yield _list(
        asked, (("diagram.svg", language.text(words), {"kind": kind}) for kind, words in DIAGRAMS), data_step="at"
    )
    code = language.text("Share code: the whole game, without names and comments")
    yield element(
        "div",
        element(
            "label",
            element("span", code),
            element("input", type="text", readonly="", id="code", data_from=way(asked, f"/api/games/{asked.id}/share")),
            class_="grow",
        ),
        _copy("code", language.text("Copy the code"), language),
        class_="row",
    )
    more = ((f"/post/{asked.id}", language.text("Write a post")), (f"/embed/{asked.id}", language.text("For a frame")))
    yield element("ul", *(element("li", element("a", words, href=way(asked, path))) for path, words in more))


def _copy(box: str, words: str, language: Language) -> Node:
    """A button that copies what a box holds."""
    return element("button", words, type="button", data_copy=box, data_done=language.text("Copied"))


def _list(asked: Asked, files: Iterator[tuple[str, str, dict[str, str]]], **more: str) -> Node:
    return element(
        "ul",
        *(
            element("li", element("a", words, href=way(asked, f"/api/games/{asked.id}/{name}", **query), **more))
            for name, words, query in files
        ),
    )


def _unfolding(asked: Asked, moment: Moment, title: str) -> Iterator[Node]:
    """What a link to this moment becomes in chats and forums: a title, a sentence, the picture of the position."""
    language = asked.language
    is_whole = not asked.path.get("step") and not moment.position
    head = headline(moment, title, language, is_whole=is_whole)
    words = _whole(moment.sight, language) if is_whole else described(moment, language)
    key = key_in_address(asked)
    place = quote(moment.short_place, safe=":.")
    address = asked.link(f"/g/{asked.id}/{place}" if asked.path.get("step") else f"/g/{asked.id}") + query_of(key)
    picture = picture_of(asked, moment, key)
    is_found = asked.held.access.visibility == PUBLIC_GAME
    return unfolding(asked, head, words, address, picture, is_found=is_found)


def headline(moment: Moment, title: str, language: Language, *, is_whole: bool) -> str:
    """What a link is called: the game, and but for the whole of it the turn and whose it is."""
    return title if is_whole else f"{title}: {title_of(moment, moment.sight.table(language))}"


def _whole(sight: Sight, language: Language) -> str:
    """What game it is, for those who know nothing of it; not how it went."""
    replay, setup = sight.replay, sight.record.setup
    rules = language.text(RULES[rule_set_of(setup)])
    if not replay.end.turn:
        return language.text("{rules}; players: {players}.", rules=rules, players=setup.players)
    return language.text(
        "{rules}; players: {players}; turns: {turns}.", rules=rules, players=setup.players, turns=replay.end.turn
    )


def described(moment: Moment, language: Language) -> str:
    """How the game stands at a moment, in so few letters as fit where links unfold."""
    words = told(moment, moment.sight.table(language))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def picture_of(asked: Asked, moment: Moment, key: str) -> str:
    """The address of the picture of a moment, as whoever holds the link may see it."""
    now = {"now": "1"} if moment.is_now and moment.place else {}
    query = {
        "at": moment.short_place or START,
        **now,
        **({"lang": asked.language.code} if asked.language.code != "en" else {}),
    }
    query |= {"key": key} if key else {}
    return asked.link(f"/api/games/{moment.sight.id}/board.png?{urlencode(query, safe=':.')}")


ENDPOINTS = (
    Endpoint("GET", "/g/{id}", shown, "The page of a game", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/g/{id}/{step}", shown, "The page of a game at a step", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/embed/{id}", framed, "A game for a frame", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/embed/{id}/{step}", framed, "A game at a step for a frame", gives=HTML, right=Right.LOOK),
)
