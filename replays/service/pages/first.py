"""The first page: games that everybody may find, with a search, and those that this browser holds keys of."""

from collections.abc import Iterator
from typing import Annotated, Final
from urllib.parse import quote

from msgspec import Meta
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from replays.html import Node, element
from replays.languages import Language, message
from replays.names import clean_name
from replays.service.api.listing import GameLine, ListQuery, PlayerLine, games_found
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import meta, page, way
from replays.service.pages.marks import mark
from replays.words import colour_words

_SIZE: Final = 24
"""Games of a page."""

RULES: Final = {
    "first": message("First edition"),
    "second": message("Second edition"),
    "intrigue": message("Intrigue"),
    "families": message("Families"),
    "two-players": message("Two players"),
}
_LETTERS: Final = {word: letter for letter, word in COLOUR_WORDS.items()}


class PageQuery(ListQuery, frozen=True):
    """Which games, and which page of them."""

    size: Annotated[int, Meta(description="How many games are on a page: always as many.")] = _SIZE


def listed_games(asked: Asked) -> Response:
    """The page."""
    language, query = asked.language, asked.query
    asked.query = query = replace(query, size=_SIZE)
    found = games_found(asked)
    words = language.text("Games of Calimala: look on, go through them step by step, write down your own.")
    body = [
        element("h1", language.text("Games of Calimala")),
        element(
            "p", language.text("Look on while they are played, go through them step by step, write down your own.")
        ),
        element(
            "p",
            element("a", language.text("Record a game"), href=way(asked, "/new"), class_="button primary"),
            " ",
            element("a", language.text("Add a game"), href=way(asked, "/import"), class_="button"),
            class_="row",
        ),
        element(
            "section",
            element("h2", language.text("On this device"), id="mine-title"),
            element("ul", class_="plain"),
            id="mine",
            hidden="",
            aria_labelledby="mine-title",
            data_game=way(asked, "/g/ID"),
            data_record=way(asked, "/record/ID"),
            data_own=way(asked, "/own/ID"),
            data_recording=language.text("write down"),
            data_owning=language.text("keys and names"),
        ),
        element("h2", language.text("Public games"), id="games"),
        _search(asked, query.q, language),
        *_found(asked, found.games, query.q, language),
        *_pages(asked, found.page, found.pages, language),
    ]
    head = [meta("description", words), meta("og:title", "Calimala"), meta("og:description", words)]
    return page(asked, language.text("Games of Calimala"), *body, scripts=["mine.js"], head=head)


def _search(asked: Asked, wanted: str, language: Language) -> Node:
    given = asked.request.query_params.get("lang")
    return element(
        "form",
        element(
            "label",
            element("span", language.text("A name, an event, a place, a date, a rule set")),
            element("input", type="search", name="q", value=wanted, maxlength="200"),
            class_="grow",
        ),
        *([element("input", type="hidden", name="lang", value=given)] if given else []),
        element("button", language.text("Search")),
        role="search",
        class_="row",
        action=asked.local("/"),
        method="get",
    )


def _found(asked: Asked, games: list[GameLine], wanted: str, language: Language) -> Iterator[Node]:
    if not games:
        nothing = (
            language.text("No public game has all of that.")
            if wanted
            else language.text("There is no public game yet.")
        )
        yield element("p", nothing, class_="quiet")
        return
    yield element("ul", *(_card(asked, game, language) for game in games), class_="cards")


def _card(asked: Asked, game: GameLine, language: Language) -> Node:
    names = [_name(player, language) for player in game.players]
    title = clean_name(game.event, 80) or ", ".join(names)
    place = way(asked, f"/g/{quote(game.id)}")
    picture = way(asked, f"/api/games/{quote(game.id)}/board.svg", v=str(game.decisions))
    return element(
        "li",
        element("img", src=picture, alt="", loading="lazy", width="1200", height="630"),
        element(
            "div",
            element("h3", element("a", element("bdi", title), href=place)),
            element("p", *_facts(game, language), class_="quiet"),
            element(
                "ul",
                *(_player(player, name, game, language) for player, name in zip(game.players, names, strict=True)),
                class_="standing",
            ),
        ),
        class_="card",
    )


def _name(player: PlayerLine, language: Language) -> str:
    return clean_name(player.name or "") or colour_words(_LETTERS[player.colour], language).capitalize()


def _facts(game: GameLine, language: Language) -> Iterator[str]:
    if not game.over:
        yield element("span", "", class_="live-dot", aria_hidden="true")
        yield " "
    facts = [
        language.text("ended") if game.over else language.text("turn {number}", number=game.turn),
        clean_name(game.date, 20) or (str(game.created.date()) if game.created else ""),
        clean_name(game.site, 60),
        language.text(RULES[game.rules]) if game.rules in RULES else clean_name(game.rules),
    ]
    yield " · ".join(filter(None, facts))


def _player(player: PlayerLine, name: str, game: GameLine, language: Language) -> Node:
    points = [] if player.points is None else [" ", element("b", str(player.points))]
    won = (
        [" ", element("span", "★", role="img", aria_label=language.text("won"))]
        if player.colour in game.winners
        else []
    )
    return element("li", mark(_LETTERS[player.colour]), element("bdi", name), *points, *won)


def _pages(asked: Asked, number: int, count: int, language: Language) -> Iterator[Node]:
    if count < 2:
        return
    wanted = {"q": asked.query.q} if asked.query.q else {}
    before, after = (
        element("a", words, href=way(asked, "/", **wanted, page=str(to)), rel=rel, class_="button")
        if 1 <= to <= count
        else element("span", "")
        for words, to, rel in (
            (language.text("Before"), number - 1, "prev"),
            (language.text("Next"), number + 1, "next"),
        )
    )
    told = element("span", language.text("Page {number} of {count}", number=number, count=count))
    yield element("nav", before, told, after, class_="pages", aria_label=language.text("Pages"))


ENDPOINTS = (Endpoint("GET", "/", listed_games, "Games that everybody may find", gives=HTML, query=PageQuery),)
