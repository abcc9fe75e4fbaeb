"""What a game was about, as far as who asks may see it: ``docs/analysis.md`` tells what each part means."""

from typing import Any

from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from replays.analysis import analyse, analysis_json, until
from replays.service.api.moments import AtQuery, position_at
from replays.service.asking.asker import Right
from replays.service.endpoints import JSON, Asked, Endpoint, encoded, etag
from replays.service.kept import made
from replays.service.seeing.sight import Sight


def analysis_of(asked: Asked) -> Response:
    """The analysis of the game as far as it had gone at a moment."""
    sight = asked.sight
    at = position_at(sight, asked.query.at)
    told = made(sight, (analysis_of, at), lambda: _analysis(sight, at))
    return Response(told.content, headers={"ETag": etag(sight.version)}, media_type=JSON)


def _analysis(sight: Sight, at: int) -> bytes:
    players = enumerate(sight.record.setup.colours)
    return encoded(
        {
            "game": sight.id,
            "version": sight.version,
            "at": str(sight.replay.ids[at - 1]) if at else "",
            "players": [{"colour": COLOUR_WORDS[one], "name": sight.names.get(seat)} for seat, one in players],
            **analysis_json(analyse(until(sight.replay, at), sight.depths.known(at))),
        }
    )


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/analysis", analysis_of, "What a game was about",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, heavy=True, headers=("ETag",),
    ),
)  # fmt: skip
