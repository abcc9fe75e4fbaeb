"""A game at a moment: the position, and what may come.

A moment is told by ``at``: the id of an event, an activation or a turn, as ``7.2.3``, in a variation as ``port:7.2``,
or ``start``; without it the end of what was played.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from calimala_es.refusals import waiting_for
from calimala_es.state import State
from notation.words.symbols import format_command
from replays.depths import NotRecordedError
from replays.positions import position_json
from replays.service.asking.asker import Right
from replays.service.endpoints import JSON, Asked, Endpoint, Query, encoded, etag
from replays.service.kept import made
from replays.service.problems import not_found
from replays.service.seeing.moments import Moment, moment_at, moment_on_main, waiting_from
from replays.service.seeing.sight import Sight
from replays.words import command_words

_MOST_STATES: Final = 256
"""Positions of a game that are kept as JSON for those who see the same."""


class AtQuery(Query, frozen=True):
    """A moment."""

    at: Annotated[str, Meta(description="A moment, as 7.2.3, port:7.2 or start; empty for the end.")] = ""


class LegalQuery(AtQuery, frozen=True):
    """A moment, or a decision."""

    before: Annotated[
        int,
        Meta(
            ge=0,
            description="The number of a decision, from 1: the moment at which it was taken; 0 for the moment of at.",
        ),
    ] = 0


class Option(Struct, frozen=True):
    """A decision that may come: in notation, and in words."""

    symbol: str
    words: str


class Options(Struct, frozen=True):
    """What is waited for at a moment, by which rule, from which colour (``null``: from chance), and what may come."""

    game: str
    version: int
    at: str
    rule: str
    waiting: str
    player: str | None
    options: list[Option]


def state_of(asked: Asked) -> Response:
    """Everything that lies on the table."""
    sight = asked.sight
    moment = moment_at(sight, asked.query.at)
    told = made(sight, moment.place, lambda: _state(moment), kind=state_of, most=_MOST_STATES)
    return Response(told.content, headers={"ETag": etag(sight.version)}, media_type=JSON)


def _state(moment: Moment) -> bytes:
    sight = moment.sight
    return encoded(
        {
            "game": sight.id,
            "version": sight.version,
            "at": moment.place,
            **position_json(moment.state, sight.names),
        }
    )


def options_of(asked: Asked) -> Options:
    """What may come, as who asks may know it, where the game waits for somebody the next time from a moment on."""
    sight = asked.sight
    moment = (
        _before(sight, asked.query.before) if asked.query.before else waiting_from(moment_at(sight, asked.query.at))
    )
    if not moment.known.goods:
        raise NotRecordedError("this record does not tell what players have (Depth), so what may come is not known")
    state = moment.state
    rule, words = waiting_for(state)
    table = sight.table(asked.language)
    actor = state.actor
    return Options(
        sight.id,
        sight.version,
        moment.place,
        rule,
        words,
        None if actor is None else COLOUR_WORDS[table.colours[actor]],
        [Option(format_command(state, command), command_words(command, table)) for command in _legal(state)],
    )


def _before(sight: Sight, number: int) -> Moment:
    """The moment at which the decision of this number was taken."""
    if number > len(sight.replay.firsts):
        raise not_found()
    return moment_on_main(sight, sight.replay.firsts[number - 1])


def _legal(state: State) -> Any:
    return () if state.is_over else legal(state)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/state", state_of, "The position at a moment",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, quick=True,
    ),
    Endpoint(
        "GET", "/api/games/{id}/legal", options_of, "What may come at a moment",
        gives=Options, right=Right.LOOK, query=LegalQuery,
    ),
)  # fmt: skip
