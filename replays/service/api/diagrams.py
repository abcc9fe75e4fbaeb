"""Diagrams of a game, which only servers draw."""

import re
from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta
from starlette.responses import Response

from calimala_es.messages import Message
from replays.drawing.diagrams import (
    StreetError,
    activations_diagram,
    city_diagram,
    council_diagram,
    find_street,
    street_diagram,
    tree_diagram,
    turn_diagram,
)
from replays.drawing.render import draw_diagram
from replays.service.access import Right
from replays.service.api.pictures import PNG, SVG
from replays.service.api.positions import AtQuery
from replays.service.endpoints import ApiRequest, Endpoint, content_response
from replays.service.problems import Problem, one_of
from replays.service.visibility.game_views import cached_content
from replays.service.visibility.moments import ViewMoment, moment_at
from replays.text.languages import Language


class DiagramQuery(AtQuery, frozen=True):
    """Which diagram."""

    kind: Annotated[str, Meta(description="turn, city, activations, street, council or tree.")] = "turn"
    what: Annotated[str, Meta(description="For a turn its number, for a street its two actions, e.g. AS.")] = ""


def _turn(moment: ViewMoment, language: Language, what: str) -> str:
    number = what or moment.place.rpartition(":")[2].partition(".")[0] or "1"
    if not _TURN.fullmatch(number):
        raise Problem(422, "bad-request", Message("a turn is a number, 1 or higher, e.g. 7"), path="$.what")
    return turn_diagram(moment.replay, int(number), moment.view.player_names, language)


def _street(moment: ViewMoment, language: Language, what: str) -> str:
    try:
        street = find_street(moment.replay.start.setup.city, what[:_LONGEST])
    except StreetError as error:
        raise Problem(422, "bad-request", error.text, path="$.what") from None
    return street_diagram(moment.replay, street, moment.position, moment.view.player_names, language, moment.known)


def _city(moment: ViewMoment, language: Language, _: str) -> str:
    return city_diagram(moment.replay, moment.position, moment.view.player_names, language, moment.known)


def _activations(moment: ViewMoment, language: Language, _: str) -> str:
    return activations_diagram(moment.replay, moment.position, moment.view.player_names, language, moment.known)


def _council(moment: ViewMoment, language: Language, _: str) -> str:
    return council_diagram(moment.replay, moment.position, moment.view.player_names, language, moment.known)


def _tree(moment: ViewMoment, language: Language, _: str) -> str:
    position = moment.position
    until = moment.replay.command_at(position - 1) + 1 if position else 0
    return tree_diagram(moment.view.tree, until, moment.view.player_names, language)


_TURN: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_LONGEST: Final = 40

KINDS: Final[dict[str, Callable[[ViewMoment, Language, str], str]]] = {
    "turn": _turn,
    "city": _city,
    "activations": _activations,
    "street": _street,
    "council": _council,
    "tree": _tree,
}
"""The kinds of diagrams, and what makes the DOT text of each."""

_TYPES: Final = {"svg": SVG, "png": PNG, "dot": "text/vnd.graphviz; charset=utf-8"}


def _diagram(format: str) -> Callable[[ApiRequest], Response]:
    def diagram(request: ApiRequest) -> Response:
        query, language = request.query, request.language
        make = KINDS.get(query.kind)
        if make is None:
            raise Problem(422, "bad-request", one_of(KINDS), path="$.kind")
        moment = moment_at(request.view, query.at)
        dot = make(moment, language, query.what)
        content = cached_content(moment.view, (format, dot), lambda: draw_diagram(dot, format))
        return content_response(request, content, _TYPES[format])

    diagram.__doc__ = f"Draw a diagram as {format.upper()}."
    return diagram


ENDPOINTS: Final = tuple(
    Endpoint(
        "GET", f"/api/games/{{id}}/diagram.{format}", _diagram(format), f"A diagram, as {format.upper()}",
        gives=kind, right=Right.LOOK, query=DiagramQuery, heavy=True, problems=(422, 503),
    )
    for format, kind in _TYPES.items()
)  # fmt: skip
