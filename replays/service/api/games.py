"""The games that one finds: those that are public; for the admin's key all of them."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.frames import GameOver
from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.known import extent_of
from calimala_es.setup import rule_set_named, rule_set_of
from calimala_es.store import Summary
from notation.writer.games import dumps
from replays.page import title_of
from replays.positions import colours_json
from replays.service.access import Right
from replays.service.endpoints import CGN, ApiRequest, Endpoint, Query, content_response, etag, json_response
from replays.service.live.game_index import FoundGames, IndexedGame
from replays.service.visibility.game_views import GameView, cached_content
from replays.service.visibility.pseudonyms import headers_without_names
from replays.text.languages import Language


class ListQuery(Query, frozen=True):
    """Which games."""

    q: Annotated[
        str, Meta(max_length=200, description="Words that must all occur in what the sender can see of a game.")
    ] = ""
    page: Annotated[int, Meta(ge=1, le=1_000_000, description="The number of the page, from 1.")] = 1
    size: Annotated[int, Meta(ge=1, le=200, description="The number of games on a page.")] = 50


class ListedPlayer(Struct, frozen=True):
    """A player: the colour, the name if names are shown, the family, and the points if the game is over."""

    colour: str
    name: str | None
    family: str | None
    points: int | None


class ListedGame(Struct, frozen=True):
    """A game in a list; ``rules`` is the name of the rule set.

    ``active`` is the colour of the player whose turn it is, ``null`` before the first turn and after the end;
    ``winners`` are colours.
    """

    id: str
    event: str
    site: str
    date: str
    rules: str
    players: list[ListedPlayer]
    turn: int
    active: str | None
    decisions: int
    over: bool
    winners: list[str]
    created: datetime | None
    changed: datetime | None
    visibility: str


class GameList(Struct, frozen=True):
    """A page of games, the most recently changed first; ``count`` is the number of games on all pages."""

    count: int
    page: int
    pages: int
    games: list[ListedGame]


def find_games(request: ApiRequest) -> GameList:
    """Return the page of games that is asked for."""
    query: ListQuery = request.query
    everything = request.is_admin
    found: FoundGames = request.service.game_index.find(
        query.q, (query.page - 1) * query.size, query.size, everything=everything
    )
    lines = [listed_game(game, named=everything or game.names_shown) for game in found.games]
    return GameList(found.count, query.page, max(1, -(-found.count // query.size)), lines)


def listed_game(game: IndexedGame, *, named: bool) -> ListedGame:
    """Return a game as lists have it, with the names of people or without."""
    summary = game.summary
    headers = dict(summary.headers if named else headers_without_names(summary.headers))
    result = summary.result
    return ListedGame(
        summary.id,
        headers.get(EVENT, ""),
        headers.get(SITE, ""),
        headers.get(DATE, ""),
        _rule_set(summary),
        [
            ListedPlayer(
                COLOUR_WORDS[colour],
                headers.get(COLOUR_WORDS[colour].capitalize()) if named else None,
                summary.families[seat] if summary.families and summary.families[seat] else None,
                result.points[seat] if result else None,
            )
            for seat, colour in enumerate(summary.colours)
        ],
        summary.turn,
        COLOUR_WORDS[summary.colours[summary.active]] if summary.turn and not summary.is_over else None,
        summary.commands,
        summary.is_over,
        [COLOUR_WORDS[summary.colours[int(seat)]] for seat in result.winners] if result else [],
        summary.created,
        game.changed,
        game.visibility,
    )


def _rule_set(summary: Summary) -> str:
    """Return the name of the rule set, as the rules have it."""
    return rule_set_named(summary.edition, summary.third, summary.families, has_intrigue=summary.has_intrigue)


def list_games(request: ApiRequest) -> Any:
    """Return a page of games, with links to the other pages."""
    query: ListQuery = request.query
    found = find_games(request)
    pages = {"first": 1, "prev": query.page - 1, "next": query.page + 1, "last": found.pages}
    links = [
        f'<{request.link("/api/games")}?{urlencode({"q": query.q, "page": page, "size": query.size})}>; rel="{name}"'
        for name, page in pages.items()
        if 1 <= page <= found.pages
    ]
    return json_response(found, headers={"Link": ", ".join(links), "Cache-Control": "no-store"})


class PlayerInfo(Struct, frozen=True):
    """A player: seat, colour, name (``null`` if it is hidden), family and points."""

    seat: int
    colour: str
    name: str | None
    family: str | None
    points: int


class GameInfo(Struct, frozen=True):
    """A game, as far as the sender may know it.

    ``title`` is its own, the event, or the players; ``rules`` is the name of the rule set, ``extent`` how much is
    recorded, ``decisions`` the number of decisions; ``winners`` are colours. ``may`` lists the rights of the sender:
    ``look``, ``claim`` (the cards of ``seat``), ``record`` and ``own``.
    """

    id: str
    version: int
    title: str
    event: str
    site: str
    date: str
    players: list[PlayerInfo]
    third: str | None
    rules: str
    turn: int
    decisions: int
    over: bool
    winners: list[str]
    extent: str
    visibility: str
    may: list[str]
    seat: int | None


def get_game(request: ApiRequest) -> Response:
    """Return a summary of a game."""
    view, access, principal = request.view, request.cached_game.access, request.principal
    state, setup = view.replay.end, view.record.setup
    headers = dict(reversed(view.record.headers))
    game = GameInfo(
        id=view.id,
        version=view.version,
        title=title_of_view(view, request.language),
        event=headers.get(EVENT, ""),
        site=headers.get(SITE, ""),
        date=headers.get(DATE, ""),
        players=[
            PlayerInfo(seat, COLOUR_WORDS[colour], view.player_names.get(seat), mat.family or None, mat.points)
            for seat, (colour, mat) in enumerate(zip(setup.colours, state.mats, strict=False))
        ],
        third=COLOUR_WORDS[setup.third] if setup.third else None,
        rules=rule_set_of(setup),
        turn=state.turn,
        decisions=len(view.record.moves),
        over=state.is_over,
        winners=colours_json(state, state.now.winners) if isinstance(state.now, GameOver) else [],
        extent=extent_of(view.record),
        visibility=access.visibility,
        may=principal.rights,
        seat=principal.seat if principal.seat >= 0 else None,
    )
    return json_response(game, headers={"ETag": etag(view.version)})


def title_of_view(view: GameView, language: Language) -> str:
    """Return the title of a game."""
    return title_of(view.record, view.names_in(language))


def get_notation(request: ApiRequest) -> Response:
    """Return the game in notation, as the sender may see it."""
    view = request.view
    return content_response(request, cached_content(view, get_notation, lambda: dumps(view.record).encode()), CGN)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games", list_games, "List games",
        gives=GameList, query=ListQuery, headers=("Link",),
    ),
    Endpoint("GET", "/api/games/{id}", get_game, "A summary of a game", gives=GameInfo, right=Right.LOOK),
    Endpoint("GET", "/api/games/{id}/notation", get_notation, "The game in notation", gives=CGN, right=Right.LOOK),
)  # fmt: skip
