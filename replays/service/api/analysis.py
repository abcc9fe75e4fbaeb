"""What a game was about, as far as who asks may see it: ``docs/analysis.md`` tells what each part means."""

from typing import Any

from calimala_es.components import COLOUR_WORDS
from replays.analysis import analyse, analysis_json, until
from replays.service.api.moments import AtQuery, position_at
from replays.service.asking.asker import Right
from replays.service.endpoints import Asked, Endpoint, answer, etag


def analysis_of(asked: Asked) -> Any:
    """The analysis of the game as far as it had gone at a moment."""
    sight = asked.sight
    at = position_at(sight, asked.query.at)
    told = sight.kept.get((analysis_of, at))
    if told is None:
        part = analyse(until(sight.replay, at), sight.depths.known(at))
        told = sight.kept[analysis_of, at] = {
            "game": sight.id,
            "version": sight.version,
            "at": str(sight.replay.ids[at - 1]) if at else "",
            "players": [
                {"colour": COLOUR_WORDS[colour], "name": sight.names.get(seat)}
                for seat, colour in enumerate(sight.record.setup.colours)
            ],
            **analysis_json(part),
        }
    return answer(told, headers={"ETag": etag(sight.version)})


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/analysis", analysis_of, "What a game was about",
        gives=dict[str, Any], right=Right.LOOK, query=AtQuery, heavy=True, headers=("ETag",),
    ),
)  # fmt: skip
