"""A game at a moment: the position, and what may come.

A moment is told by ``at``: the id of an event, an activation or a turn, as ``7.2.3``; without it the end of what was
played.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.legal import legal
from calimala_es.refusals import waiting_for
from calimala_es.state import State
from notation.places import parse_place
from notation.words.symbols import format_command
from replays.positions import position_json
from replays.service.asking.asker import Right
from replays.service.endpoints import JSON, Asked, Endpoint, Query, encoded, etag
from replays.service.kept import made
from replays.service.problems import not_found
from replays.service.seeing.sight import Sight
from replays.words import command_words

_MOST_STATES: Final = 256
"""Positions of a game that are kept as JSON for those who see the same."""


class AtQuery(Query, frozen=True):
    """A moment."""

    at: str = ""


class LegalQuery(AtQuery, frozen=True):
    """A moment; or, by ``before``, that at which the decision of this number was taken, the first being 1."""

    before: Annotated[int, Meta(ge=0)] = 0


class Option(Struct, frozen=True):
    """A decision that may come: in notation, and in words."""

    symbol: str
    words: str


class Options(Struct, frozen=True):
    """What is waited for, by which rule, from which colour (``null``: from chance), and what may come."""

    game: str
    version: int
    rule: str
    waiting: str
    player: str | None
    options: list[Option]


def position_at(sight: Sight, at: str) -> int:
    """The position of the replay that a moment stands for; raises ``UnknownIdError``."""
    if not at:
        return sight.replay.last
    place = parse_place(at)
    return sight.replay.find(".".join(map(str, place.numbers)), tells_reach=False)


def state_of(asked: Asked) -> Response:
    """Everything that lies on the table."""
    sight = asked.sight
    position = position_at(sight, asked.query.at)
    told = made(sight, position, lambda: _state(sight, position), kind=state_of, most=_MOST_STATES)
    return Response(told.content, headers={"ETag": etag(sight.version)}, media_type=JSON)


def _state(sight: Sight, position: int) -> bytes:
    return encoded(
        {
            "game": sight.id,
            "version": sight.version,
            "at": str(sight.replay.ids[position - 1]) if position else "",
            **position_json(sight.replay.states[position], sight.names),
        }
    )


def options_of(asked: Asked) -> Options:
    """What may come, as who asks may know it."""
    sight = asked.sight
    before: int = asked.query.before
    if before > len(sight.replay.firsts):
        raise not_found()
    position = sight.replay.firsts[before - 1] if before else position_at(sight, asked.query.at)
    state = sight.replay.states[position]
    rule, words = waiting_for(state)
    table = sight.table(asked.language)
    actor = state.actor
    return Options(
        sight.id,
        sight.version,
        rule,
        words,
        None if actor is None else table.colours[actor],
        [Option(format_command(state, command), command_words(command, table)) for command in _legal(state)],
    )


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
