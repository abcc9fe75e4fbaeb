"""Beside a game: what was decided at this moment in the games of a library, or where a pattern matched, how often and
with what result; as a page and as JSON.

There is one if the service has a library, which its owner has chosen to show to everybody who can view a game. People
are named only where the service shows names. Influence cards are chosen in secret, so those choices are not shown.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.frames import InfluenceChoice, Placement
from calimala_es.setup import rule_set_of
from notation.places import START
from replays.patterns import PatternError, parse_position_pattern
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
from replays.text.messages import error_text

if TYPE_CHECKING:
    from replays.library.explorer import Explored, ExploredDecision
    from replays.library.questions import Answer

MOST_PATTERN: Final = 200
"""The characters of a pattern that somebody may ask for."""

_MOST: Final = 40
"""The number of decisions on a page, the most frequent ones."""

_PEOPLE: Final = 8
"""The number of people who are named for a decision."""


class ExploreQuery(Query, frozen=True):
    """Which moment, or which pattern."""

    at: Annotated[
        str,
        Meta(
            description="The moment, e.g. 7.2; the answer is about the next decision (default: where the game opens)."
        ),
    ] = ""
    position: Annotated[
        str,
        Meta(
            max_length=MOST_PATTERN,
            description="A pattern of positions instead, e.g. turn<=5 AS>=2: what was placed at the first match in "
            "each game with the same rules and number of players.",
        ),
    ] = ""


class KnownValue(Struct, frozen=True):
    """A value with its limits, or the number of games alone if they are too few."""

    games: int
    value: float | None
    low: float | None
    high: float | None


class ExploredLine(Struct, frozen=True):
    """A decision, in words and in the notation: in how many games, how often it led to a win, and to how many points.

    ``people`` are the games by name, if the service shows names; ``places`` are moments of games of this service.
    """

    symbol: str
    words: str
    games: int
    wins: KnownValue
    points: KnownValue
    people: dict[str, int]
    places: list[str]


class ExploredGames(Struct, frozen=True):
    """In how many games something was on the table, and what was decided there, the most frequent first.

    ``at`` is the moment, or empty for a pattern. ``reason`` says why nothing can be looked up; empty if it can.
    """

    game: str
    at: str
    position: str
    reason: str
    games: int
    played: list[ExploredLine]


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


class _Found(NamedTuple):
    """What was looked up: at a moment, unless it was a pattern; why it could not be; and what was found."""

    moment: ViewMoment
    reason: str
    explored: "Explored"


def _look_up(request: ApiRequest, wanted: str) -> _Found:
    """Return what was decided at the moment of a request, or where a pattern matched; raises ``PatternError``."""
    from replays.library.explorer import Explored, explore_patterns, explore_position, explore_setup
    from replays.library.folder import open_modestly
    from replays.library.questions import Chosen

    folder = request.service.options.library
    if not folder:
        raise not_found()
    view, at = request.view, request.query.at
    moment = waiting_from(moment_at(view, at) if at else opening_moment(view))._replace(is_now=True)
    if wanted:
        setup = moment.state.setup
        chosen = Chosen((rule_set_of(setup),), (setup.players,))
        pattern = parse_position_pattern(wanted)
        return _Found(moment, "", explore_patterns(open_modestly(folder), [pattern], chosen))
    if reason := _hindrance(moment, request.language):
        return _Found(moment, reason, Explored(0, ()))
    library = open_modestly(folder)
    if moment.position == 0:
        return _Found(moment, "", explore_setup(library, moment.state.setup))
    return _Found(moment, "", explore_position(library, moment.state))


def get_explored(request: ApiRequest) -> ExploredGames:
    """Return what was decided next from a moment on, or where a pattern matched, in the games of the library."""
    wanted = request.query.position
    moment, reason, explored = _look_up(request, wanted)
    names = request.service.options.names
    lines = [
        ExploredLine(
            symbol=one.symbol,
            words=_words(request, moment, one),
            games=one.games,
            wins=_known(one.wins),
            points=_known(one.points),
            people=one.people if names else {},
            places=[place for place, _, _ in _places(request, one.places)],
        )
        for one in explored.played
    ]
    return ExploredGames(request.id, "" if wanted else moment.place, wanted, reason, explored.games, lines)


def _known(answer: "Answer") -> KnownValue:
    return KnownValue(answer.games, answer.value, answer.low, answer.high)


def explore_page(request: ApiRequest) -> Response:
    """Return the page about the next decision from a moment on, or about where a pattern matched."""
    from replays.text.answers import intervals_text

    language, wanted, problem = request.language, request.query.position, ""
    try:
        moment, reason, explored = _look_up(request, wanted)
    except PatternError as error:
        # The page shows it again, with what is wrong, above what is known of the moment.
        problem = error_text(error, language)
        moment, reason, explored = _look_up(request, "")
    names, given = request.view.names_in(language), request.http.query_params
    hidden = {"at": request.query.at, "lang": given.get("lang"), "key": request.key_in_address}
    return page(
        request,
        "explore.html",
        game=title_of_view(request.view, language),
        moment=moment_title(moment, names),
        back=address(request, f"/g/{request.id}/{moment.place or START}"),
        wanted=wanted,
        problem=problem,
        hidden=[(name, value) for name, value in hidden.items() if value],
        steps=[
            (words, address(request, f"/explore/{request.id}", at=place)) for words, place in _steps(moment, language)
        ],
        reason=reason,
        found=explored.games,
        decisions=[_shown(request, moment, one) for one in explored.played[:_MOST]],
        left_out=max(len(explored.played) - _MOST, 0),
        intervals=intervals_text(language),
    )


def _words(request: ApiRequest, moment: ViewMoment, one: "ExploredDecision") -> str:
    from replays.text.answers import explored_text, placement_text

    language = request.language
    if one.street and request.query.position:
        return placement_text(one, language)
    return explored_text(one, moment.state, moment.view.names_in(language))


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
    from replays.text.answers import answer_text, number_text

    language = request.language
    words = _words(request, moment, one)
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
        links=tuple(
            (
                f"{id} {at}",
                address(request, f"/g/{id}/{at}") if id == request.id else request.local(f"/g/{id}/{at}"),
            )
            for _, id, at in _places(request, one.places)
        ),
    )


def _places(request: ApiRequest, places: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield places, each with the id and the moment in it, of games that the sender of a request can view."""
    for place in places:
        id, _, at = place.rpartition("#")
        if _may_view(request, id):
            yield place, id, at


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
        "GET", "/api/games/{id}/explored", get_explored,
        "What was played in other games, from a moment of this one, as data",
        gives=ExploredGames, right=Right.LOOK, query=ExploreQuery, problems=(404, 422), heavy=True,
    ),
    Endpoint(
        "GET", "/explore/{id}", explore_page, "What was played in other games, from a moment of this one",
        gives=HTML, right=Right.LOOK, query=ExploreQuery, problems=(404,), heavy=True,
    ),
)  # fmt: skip
