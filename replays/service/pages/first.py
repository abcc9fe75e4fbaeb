"""The first page: games that everybody may find, with a search, and those that this browser holds keys of."""

from collections.abc import Iterator
from typing import Annotated, Final
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from notation.places import START
from replays.drawing.pieces import disc_icon
from replays.html import inline_svg
from replays.service.api.games import ListedGame, ListedPlayer, ListQuery, find_games
from replays.service.endpoints import HTML, ApiRequest, Endpoint
from replays.service.pages.rendering import address, page
from replays.service.visibility.game_views import EXAMPLE
from replays.text.languages import Language, message
from replays.text.names import clean_name
from replays.text.terms import colour_term, join_and

_SIZE: Final = 24
"""Games of a page."""

RULES: Final = {
    "first": message("First edition"),
    "second": message("Second edition"),
    "intrigue": message("Intrigue"),
    "families": message("Families"),
    "two-players": message("Two-player variant"),
}
_LETTERS: Final = {word: letter for letter, word in COLOUR_WORDS.items()}


class FirstPageQuery(ListQuery, frozen=True):
    """Which games, and which page of them."""

    size: Annotated[int, Meta(description="The number of games on a page, which is fixed.")] = _SIZE


class PlayerCard(Struct, frozen=True):
    """A player as a card shows them; ``points`` are those of a game that is over."""

    name: str
    mark: Markup
    points: int | None
    has_won: bool
    is_active: bool


class GameCard(Struct, frozen=True):
    """A game as the first page shows it."""

    id: str
    title: str
    address: str
    picture: str
    is_over: bool
    outcome: str
    facts: str
    players: list[PlayerCard]


def first_page(request: ApiRequest) -> Response:
    """Return the page of public games."""
    request.query = query = replace(request.query, size=_SIZE)
    found = find_games(request)
    return page(
        request,
        "first.html",
        games=[_card(request, game) for game in found.games],
        wanted=query.q,
        number=found.page,
        pages=found.pages,
        offers=[] if query.q or found.count else _offers(request),
        language_asked=request.http.query_params.get("lang"),
    )


class Offer(Struct, frozen=True):
    """What somebody may begin with where there are no games."""

    title: str
    words: str
    address: str
    picture: str


_PUZZLE: Final = 17
"""A turn of the example whose placement activates several discs and has a scoring."""


def _offers(request: ApiRequest) -> list[Offer]:
    """Return the example, a puzzle made of it, and what records a game."""
    text, city = request.language.text, f"/api/games/{EXAMPLE}/city.svg"
    return [
        Offer(
            text("A complete game"),
            text("Four players, with comments. View it step by step."),
            address(request, f"/g/{EXAMPLE}"),
            address(request, city),
        ),
        Offer(
            text("A puzzle"),
            text("Where would you place your disc?"),
            address(request, f"/p/{EXAMPLE}/{_PUZZLE}"),
            address(request, city, at=_PUZZLE - 1),
        ),
        Offer(
            text("Record a game"),
            text("Tap what happens at the table, on a phone."),
            address(request, "/new"),
            address(request, city, at=START),
        ),
    ]


def _card(request: ApiRequest, game: ListedGame) -> GameCard:
    language = request.language
    players = [
        PlayerCard(
            _name(player, language),
            inline_svg(disc_icon(_LETTERS[player.colour])),
            player.points,
            player.colour in game.winners,
            player.colour == game.active,
        )
        for player in game.players
    ]
    id = quote(game.id)
    return GameCard(
        game.id,
        game_title(game, language),
        address(request, f"/g/{id}"),
        address(request, f"/api/games/{id}/city.svg", v=game.decisions),
        game.over,
        _outcome(game, players, language),
        " · ".join(filter(None, _facts(game, language))),
        players,
    )


def game_title(game: ListedGame, language: Language) -> str:
    """Return the occasion of a game, or who plays it."""
    names = (_name(player, language) for player in game.players)
    return clean_name(game.event, 80) or language.word("list", ", ").join(names)


def _name(player: ListedPlayer, language: Language) -> str:
    return clean_name(player.name or "") or colour_term(_LETTERS[player.colour], language).capitalize()


def _outcome(game: ListedGame, players: list[PlayerCard], language: Language) -> str:
    """Return who won with how many points, or whose turn it is."""
    if game.over:
        winners = [player for player in players if player.has_won]
        if not winners:
            return language.text("finished")
        names = join_and([player.name for player in winners], language)
        return language.counted(
            "{names} won with {number} point", "{names} won with {number} points", winners[0].points or 0, names=names
        )
    if not game.turn:
        return language.text("Before the first turn")
    name = next((player.name for player in players if player.is_active), "")
    return language.text("Turn {number}: {name}", number=game.turn, name=name)


def _facts(game: ListedGame, language: Language) -> Iterator[str]:
    yield clean_name(game.date, 20).replace(".", "-") or (str(game.created.date()) if game.created else "")
    yield clean_name(game.site, 60)
    yield language.text(RULES[game.rules]) if game.rules in RULES else clean_name(game.rules)


ENDPOINTS = (Endpoint("GET", "/", first_page, "The page of public games", gives=HTML, query=FirstPageQuery),)
