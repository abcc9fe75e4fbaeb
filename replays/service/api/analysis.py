"""What a game was about, as far as who asks may see it: ``docs/analysis.md`` tells what each part means."""

from typing import Any

from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from replays.analysis import analyse, analysis_json, until
from replays.service.api.moments import AtQuery
from replays.service.asking.asker import Right
from replays.service.endpoints import JSON, Asked, Endpoint, encoded
from replays.service.kept import made, sent
from replays.service.seeing.moments import Moment, moment_at


def analysis_of(asked: Asked) -> Response:
    """The analysis of the game as far as it had gone at a moment."""
    sight = asked.sight
    moment = moment_at(sight, asked.query.at)
    told = made(sight, (analysis_of, moment.place), lambda: _analysis(moment))
    return sent(asked, told, JSON)


def _analysis(moment: Moment) -> bytes:
    sight = moment.sight
    players = enumerate(sight.record.setup.colours)
    return encoded(
        {
            "game": sight.id,
            "version": sight.version,
            "at": moment.place,
            "players": [{"colour": COLOUR_WORDS[one], "name": sight.names.get(seat)} for seat, one in players],
            **analysis_json(analyse(until(moment.replay, moment.position), moment.known)),
        }
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/analysis", analysis_of, "What a game was about",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, heavy=True, headers=("ETag",),
    ),
)  # fmt: skip
