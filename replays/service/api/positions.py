"""A game at a moment: the position, and what may come.

A moment is named by ``at``: the id of an event, an activation or a turn, as ``7.2.3``, in a variation as ``port:7.2``,
or ``start``; without it the end of what was played.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from calimala_es.messages import Message, waiting_for
from calimala_es.state import State
from notation.grammar.symbols import format_command
from replays.analysis import analyse, analysis_json, until
from replays.positions import position_json
from replays.replay import NotRecordedError
from replays.service.access import Right
from replays.service.endpoints import (
    JSON,
    ApiRequest,
    ContentResponse,
    Endpoint,
    Query,
    content_response,
    etag,
    to_json,
)
from replays.service.problems import not_found
from replays.service.visibility.game_views import GameView, cached_content
from replays.service.visibility.moments import ViewMoment, moment_at, moment_on_main, position_at, waiting_from
from replays.text.decisions import command_text

_MOST_STATES: Final = 256
"""Positions of a game that are cached as JSON for those who see the same."""


class AtQuery(Query, frozen=True):
    """A moment."""

    at: Annotated[str, Meta(description="A moment, e.g. 7.2.3, port:7.2 or start (default: the end).")] = ""


class LegalQuery(AtQuery, frozen=True):
    """A moment, or a decision."""

    before: Annotated[
        int,
        Meta(
            ge=0,
            description="The number of a decision, from 1: the moment when it was made; 0 for the moment given by at.",
        ),
    ] = 0


class LegalDecision(Struct, frozen=True):
    """A legal decision, in notation and in words."""

    symbol: str
    words: str


class LegalDecisions(Struct, frozen=True):
    """The legal decisions at a moment.

    ``waiting`` says what the game waits for, by ``rule``; ``player`` is the colour of the player who must decide,
    ``null`` for chance.
    """

    game: str
    version: int
    at: str
    rule: str
    waiting: str
    player: str | None
    options: list[LegalDecision]


def get_state(request: ApiRequest) -> Response:
    """Return everything that is on the table."""
    view, at = request.view, request.query.at
    content = cached_content(view, at, lambda: _state(view, *position_at(view, at)), kind=get_state, most=_MOST_STATES)
    return ContentResponse(content, 200, {"ETag": etag(view.version)}, JSON)


def _state(view: GameView, place: str, state: State) -> bytes:
    position = position_json(state, view.player_names)
    return to_json({"game": view.id, "version": view.version, "at": place, **position})


def get_legal(request: ApiRequest) -> LegalDecisions:
    """Return the legal decisions at ``at``, or at the first moment after it when somebody must decide.

    Only those that the sender may know are listed.
    """
    view = request.view
    moment = (
        _moment_before(view, request.query.before)
        if request.query.before
        else waiting_from(moment_at(view, request.query.at))
    )
    if not moment.known.goods:
        raise NotRecordedError(
            Message("this record does not say what the players have, so their legal decisions are not known")
        )
    state = moment.state
    rule, words = waiting_for(state)
    names = view.names_in(request.language)
    actor = state.actor
    return LegalDecisions(
        view.id,
        view.version,
        moment.place,
        rule,
        str(words),
        None if actor is None else COLOUR_WORDS[names.colours[actor]],
        [LegalDecision(format_command(state, command), command_text(command, names)) for command in _legal(state)],
    )


def _moment_before(view: GameView, number: int) -> ViewMoment:
    """Return the moment at which the decision of this number was taken."""
    if number > len(view.replay.firsts):
        raise not_found()
    return moment_on_main(view, view.replay.firsts[number - 1])


def _legal(state: State) -> Any:
    return () if state.is_over else legal(state)


# What decided a game, as far as the sender may see it: ``docs/analysis.md`` says what each part means.


def get_analysis(request: ApiRequest) -> Response:
    """Return the analysis of the game up to a moment."""
    view = request.view
    moment = moment_at(view, request.query.at)
    content = cached_content(view, (get_analysis, moment.place), lambda: _analysis(moment))
    return content_response(request, content, JSON)


def _analysis(moment: ViewMoment) -> bytes:
    view = moment.view
    players = enumerate(view.record.setup.colours)
    return to_json(
        {
            "game": view.id,
            "version": view.version,
            "at": moment.place,
            "players": [{"colour": COLOUR_WORDS[one], "name": view.player_names.get(seat)} for seat, one in players],
            **analysis_json(analyse(until(moment.replay, moment.position), moment.known)),
        }
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/state", get_state, "The position at a moment",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, quick=True,
    ),
    Endpoint(
        "GET", "/api/games/{id}/legal", get_legal, "The legal decisions at a moment",
        gives=LegalDecisions, right=Right.LOOK, query=LegalQuery,
    ),
    Endpoint(
        "GET", "/api/games/{id}/analysis", get_analysis, "The analysis of a game",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, heavy=True, headers=("ETag",),
    ),
)  # fmt: skip
