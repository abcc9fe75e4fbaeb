"""The page beside a game: what was decided at this moment in the games of a library, how often and with what result.

There is one if the service has a library, which its owner has chosen to show to everybody who can view a game. People
are named only where the service shows names. Influence cards are chosen in secret, so those choices are not shown.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.frames import InfluenceChoice, Placement
from notation.places import START
from replays.service.access import Right, principal_for
from replays.service.api.games import title_of_view
from replays.service.endpoints import HTML, ApiRequest, Endpoint, Query
from replays.service.pages.rendering import address, page
from replays.service.problems import not_found
from replays.service.visibility.moments import (
    ViewMoment,
    moment_at,
    moment_on_main,
    moment_title,
    opening_moment,
    waiting_from,
)
from replays.text.languages import Language

if TYPE_CHECKING:
    from replays.library.explorer import Explored, ExploredDecision

_MOST: Final = 40
"""The number of decisions on a page, the most frequent ones."""

_PEOPLE: Final = 8
"""The number of people who are named for a decision."""


class ExploreQuery(Query, frozen=True):
    """Which moment."""

    at: Annotated[
        str,
        Meta(description="The moment, e.g. 7.2; the page is about the next decision (default: where the game opens)."),
    ] = ""


class ShownDecision(Struct, frozen=True):
    """A line of the table: the decision in words and in the notation, its numbers in words, who took it, and links to
    the games of this service at that moment.
    """

    words: str
    symbol: str
    games: int
    won: str
    points: str
    people: str
    links: tuple[tuple[str, str], ...]


def explore_page(request: ApiRequest) -> Response:
    """Return the page about the next decision at or after a moment."""
    from replays.text.answers import intervals_text

    folder = request.service.options.library
    if not folder:
        raise not_found()
    view, language, at = request.view, request.language, request.query.at
    moment = waiting_from(moment_at(view, at) if at else opening_moment(view))._replace(is_now=True)
    reason = _hindrance(moment, language)
    explored = None if reason else _explored(moment, folder)
    played = explored.played if explored else ()
    return page(
        request,
        "explore.html",
        game=title_of_view(view, language),
        moment=moment_title(moment, view.names_in(language)),
        back=address(request, f"/g/{request.id}/{moment.place or START}"),
        steps=[
            (words, address(request, f"/explore/{request.id}", at=place)) for words, place in _steps(moment, language)
        ],
        reason=reason,
        found=explored.games if explored else 0,
        decisions=[_shown(request, moment, one) for one in played[:_MOST]],
        left_out=max(len(played) - _MOST, 0),
        intervals=intervals_text(language),
    )


def _hindrance(moment: ViewMoment, language: Language) -> str:
    """Return why nothing can be looked up at a moment; empty if it can."""
    state = moment.state
    if state.is_over:
        return language.text("The game is over here.")
    if state.has_gap:
        return language.text("A decision before this moment was not recorded, so the position is not known.")
    if moment.position and (state.actor is None or type(state.now) is InfluenceChoice):
        return language.text("What comes next is decided by chance, or in secret.")
    return ""


def _explored(moment: ViewMoment, folder: str) -> "Explored":
    from replays.library.explorer import explore_position, explore_setup
    from replays.library.folder import open_modestly

    library = open_modestly(folder)
    if moment.position == 0:
        return explore_setup(library, moment.state.setup)
    return explore_position(library, moment.state)


def _steps(moment: ViewMoment, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the words and the places of the placement before and the one after a moment of the main line."""
    if moment.variation:
        return
    replay = moment.replay
    placements = [first for first in replay.firsts if type(replay.states[first].now) is Placement]
    before = [first for first in placements if first < moment.position]
    after = [first for first in placements if first > moment.position]
    if moment.position:
        yield language.text("Start"), START
    for words, firsts in (
        (language.text("Previous placement"), before[-1:]),
        (language.text("Next placement"), after[:1]),
    ):
        for first in firsts:
            yield words, moment_on_main(moment.view, first).place


def _shown(request: ApiRequest, moment: ViewMoment, one: "ExploredDecision") -> ShownDecision:
    from replays.text.answers import answer_text, explored_text, number_text

    language = request.language
    words = explored_text(one, moment.state, moment.view.names_in(language))
    known = one.wins.value is not None
    people = [*one.people.items()][:_PEOPLE] if request.service.options.names else []
    return ShownDecision(
        words=words[:1].upper() + words[1:],
        symbol=one.symbol,
        games=one.games,
        won=answer_text("share", one.wins, language) if known else "",
        points=number_text("mean", one.points.value, language) if one.points.value is not None else "",
        people=language.word("list", ", ").join(
            language.text("{name} {number}", name=name, number=number) for name, number in people
        ),
        links=tuple(_links(request, one.places)),
    )


def _links(request: ApiRequest, places: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses of moments, of games that the sender of a request can view."""
    for place in places:
        id, _, at = place.rpartition("#")
        if _may_view(request, id):
            yield (
                f"{id} {at}",
                address(request, f"/g/{id}/{at}") if id == request.id else request.local(f"/g/{id}/{at}"),
            )


def _may_view(request: ApiRequest, id: str) -> bool:
    service = request.service
    if id == request.id:
        return True
    if "#" in id or service.store.summary(id) is None:
        return False
    access = service.store.access.read(id).with_default(service.games.default)
    return principal_for(access, request.digest, service.options.admin).may(Right.LOOK)


ENDPOINTS: Final = (
    Endpoint(
        "GET", "/explore/{id}", explore_page, "What was played in other games, from a moment of this one",
        gives=HTML, right=Right.LOOK, query=ExploreQuery, problems=(404,), heavy=True,
    ),
)  # fmt: skip
