"""The games that one finds: those that are public; for the admin's key all of them."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct

from calimala_es.components import COLOUR_WORDS
from calimala_es.store import Summary
from replays.rule_sets import rule_set_named
from replays.service.endpoints import Asked, Endpoint, Query, answer
from replays.service.live.shelf import Found, Shelved
from replays.service.seeing.pseudonyms import headers_without_names


class ListQuery(Query, frozen=True):
    """Which games."""

    q: Annotated[str, Meta(max_length=200, description="Words that all have to be in what is told of a game.")] = ""
    page: Annotated[int, Meta(ge=1, le=1_000_000, description="Which page, from 1.")] = 1
    size: Annotated[int, Meta(ge=1, le=200, description="How many games are on a page.")] = 50


class PlayerLine(Struct, frozen=True):
    """A player: the colour, the name where names are shown, the family and the points of a game that is over."""

    colour: str
    name: str | None
    family: str | None
    points: int | None


class GameLine(Struct, frozen=True):
    """A game in a list; ``rules`` is the name of the rule set, ``winners`` are colours."""

    id: str
    event: str
    site: str
    date: str
    rules: str
    players: list[PlayerLine]
    turn: int
    decisions: int
    over: bool
    winners: list[str]
    created: datetime | None
    changed: datetime | None
    visibility: str


class GameLines(Struct, frozen=True):
    """A page of games, the last changed first; ``count`` is how many there are on all pages."""

    count: int
    page: int
    pages: int
    games: list[GameLine]


def games_found(asked: Asked) -> GameLines:
    """The page of games that is asked for."""
    query: ListQuery = asked.query
    everything = asked.is_admin
    found: Found = asked.service.shelf.found(query.q, (query.page - 1) * query.size, query.size, everything=everything)
    lines = [line_of(game, named=everything or game.names_shown) for game in found.games]
    return GameLines(found.count, query.page, max(1, -(-found.count // query.size)), lines)


def line_of(game: Shelved, *, named: bool) -> GameLine:
    """What is told of a game, with the names of people or without."""
    summary = game.summary
    headers = dict(summary.headers if named else headers_without_names(summary.headers))
    result = summary.result
    return GameLine(
        summary.id,
        headers.get("Event", ""),
        headers.get("Site", ""),
        headers.get("Date", ""),
        _rule_set(summary),
        [
            PlayerLine(
                COLOUR_WORDS[colour],
                headers.get(COLOUR_WORDS[colour].capitalize()) if named else None,
                summary.families[seat] if summary.families and summary.families[seat] else None,
                result.points[seat] if result else None,
            )
            for seat, colour in enumerate(summary.colours)
        ],
        summary.turn,
        summary.commands,
        summary.is_over,
        [COLOUR_WORDS[summary.colours[int(seat)]] for seat in result.winners] if result else [],
        summary.created,
        game.changed,
        game.visibility,
    )


def _rule_set(summary: Summary) -> str:
    """The name of the rule set, as the rules have it."""
    return rule_set_named(summary.edition, summary.third, summary.families, has_intrigue=summary.has_intrigue)


def list_games(asked: Asked) -> Any:
    """The page, with links to the pages beside it."""
    query: ListQuery = asked.query
    told = games_found(asked)
    pages = {"first": 1, "prev": query.page - 1, "next": query.page + 1, "last": told.pages}
    links = [
        f'<{asked.link("/api/games")}?{urlencode({"q": query.q, "page": page, "size": query.size})}>; rel="{name}"'
        for name, page in pages.items()
        if 1 <= page <= told.pages
    ]
    return answer(told, headers={"Link": ", ".join(links), "Cache-Control": "no-store"})


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games", list_games, "The games that one finds",
        gives=GameLines, query=ListQuery, headers=("Link",),
    ),
)  # fmt: skip
