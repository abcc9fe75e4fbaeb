"""Pictures of a game: the board at a moment."""

from typing import Annotated, Final

from msgspec import Meta
from starlette.responses import Response

from replays.drawing.board_picture import city_picture, position_picture
from replays.drawing.render import NoFontError, PictureSizeError, draw_png
from replays.service.access import Right
from replays.service.api.positions import AtQuery
from replays.service.endpoints import ApiRequest, Endpoint, content_response
from replays.service.problems import Problem
from replays.service.visibility.game_views import Content, cached_content
from replays.service.visibility.moments import ViewMoment, last_event_text, moment_at, moment_title, sentence_text
from replays.text.languages import Language

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"


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
)  # fmt: skip
