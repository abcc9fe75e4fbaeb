"""Pictures of a game: the board at a moment, and the diagrams."""

import re
from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta
from starlette.responses import Response

from calimala_es.messages import Message
from replays.drawing.board_picture import city_picture, position_picture
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
from replays.drawing.render import NoFontError, PictureSizeError, draw_diagram, draw_png
from replays.service.access import Right
from replays.service.api.positions import AtQuery
from replays.service.endpoints import ApiRequest, Endpoint, content_response
from replays.service.problems import Problem, one_of
from replays.service.visibility.game_views import Content, cached_content
from replays.service.visibility.moments import ViewMoment, last_event_text, moment_at, moment_title, sentence_text
from replays.text.languages import Language

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
_DOT: Final = "text/vnd.graphviz; charset=utf-8"


class BoardQuery(AtQuery, frozen=True):
    """Which picture."""

    now: Annotated[
        bool, Meta(description="At the end of a turn: show what the game waits for, rather than what happened last.")
    ] = False


class PixelQuery(BoardQuery, frozen=True):
    """Which picture, and how large."""

    width: Annotated[int, Meta(description="The width in pixels, 200 to 2400, rounded up to one that is drawn.")] = 1200


WIDTHS: Final = (200, 300, 400, 600, 800, 1200, 1600, 2400)
"""The widths in which a board is drawn as PNG, so that those who ask for any width fill no memory with its copies."""


def drawn_width(width: int) -> int:
    """Return the next width that is drawn; one that is too large stays as it is, and is refused.

    >>> drawn_width(601), drawn_width(2401)
    (800, 2401)
    """
    return next((step for step in WIDTHS if step >= width), width) if width >= WIDTHS[0] else width


def draw_board_svg(moment: ViewMoment, language: Language) -> Content:
    """Return the picture of a moment as SVG."""

    def make() -> bytes:
        names = moment.view.names_in(language)
        words = sentence_text(last_event_text(moment, names), language) if moment.ends_turn else ""
        return position_picture(
            moment.state, names, moment.known, words=words, title=moment_title(moment, names)
        ).encode()

    return cached_content(moment.view, ("board", moment.place, moment.is_now, language.code), make)


def draw_board_png(moment: ViewMoment, language: Language, width: int = 1200) -> Content:
    """Return the same as PNG, in the next drawn width; raises ``Problem`` for other sizes, and without fonts."""
    width = drawn_width(width)
    svg = draw_board_svg(moment, language).content.decode()
    try:
        return cached_content(
            moment.view, ("png", moment.place, moment.is_now, language.code, width), lambda: draw_png(svg, width)
        )
    except PictureSizeError as error:
        raise Problem(422, "bad-request", error.text, path="$.width") from None
    except NoFontError as error:
        raise Problem(503, "unavailable", error.text) from None


def get_board_svg(request: ApiRequest) -> Response:
    """Return the board at a moment, as SVG."""
    return content_response(request, draw_board_svg(_meant(request), request.language), SVG)


def get_board_png(request: ApiRequest) -> Response:
    """Return the board at a moment, as PNG."""
    return content_response(request, draw_board_png(_meant(request), request.language, request.query.width), PNG)


def _meant(request: ApiRequest) -> ViewMoment:
    moment = moment_at(request.view, request.query.at)
    return moment._replace(is_now=moment.is_now or request.query.now)


def get_city(request: ApiRequest) -> Response:
    """Return the city at a moment without words, for lists, in one size."""
    moment, language = moment_at(request.view, request.query.at), request.language

    def make() -> bytes:
        return city_picture(moment.state, moment.view.names_in(language)).encode()

    content = cached_content(moment.view, ("city", moment.place, language.code), make)
    return content_response(request, content, SVG)


# Diagrams.


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

_TYPES: Final = {"svg": SVG, "png": PNG, "dot": _DOT}


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


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/board.svg", get_board_svg, "The board at a moment, as SVG",
        gives=SVG, right=Right.LOOK, query=BoardQuery, heavy=True,
    ),
    Endpoint(
        "GET", "/api/games/{id}/city.svg", get_city, "The city at a moment, small and without words",
        gives=SVG, right=Right.LOOK, query=AtQuery,
    ),
    Endpoint(
        "GET", "/api/games/{id}/board.png", get_board_png, "The board at a moment, as PNG",
        gives=PNG, right=Right.LOOK, query=PixelQuery, heavy=True, problems=(422, 503),
    ),
    *(
        Endpoint(
            "GET", f"/api/games/{{id}}/diagram.{format}", _diagram(format), f"A diagram, as {format.upper()}",
            gives=kind, right=Right.LOOK, query=DiagramQuery, heavy=True, problems=(422, 503),
        )
        for format, kind in _TYPES.items()
    ),
)  # fmt: skip
