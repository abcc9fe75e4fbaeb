"""The page of a puzzle: the game until a placement, and the city to answer on. What was played comes with the answer.

The page is made of what is known before the placement and of nothing else, what links to it become included.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from calimala_es.board import STREETS, street_between
from calimala_es.components import COLOUR_WORDS, COLOURED, IDLE_SUPPORT, SUPPORT, WHITE, Street
from replays.drawing.pieces import sign_icon, stack_icon
from replays.html import inline_svg
from replays.page import in_script
from replays.service.access import Right
from replays.service.api.exports import page_json
from replays.service.api.puzzles import PosedPuzzle, PuzzleAnswer, posed, puzzle_info
from replays.service.endpoints import HTML, ApiRequest, Endpoint
from replays.service.pages.rendering import LinkPreview, key_query, link_preview, page
from replays.text.languages import Language, message
from replays.text.terms import SQUARE, action_term, colour_term, street_term

_SIDE: Final = 3
"""Tiles of a side of the city."""

_DISCS: Final = {
    COLOURED: message("coloured"),
    WHITE: message("white"),
    SUPPORT: message("support"),
    IDLE_SUPPORT: message("support, and draw two cards"),
}


class Cell(Struct, frozen=True):
    """A cell of the city drawn as a grid: a tile, named, or a street between tiles, with its answers by disc."""

    row: int
    column: int
    drawing: Markup
    tile: str = ""
    label: str = ""
    answers: tuple[tuple[str, str], ...] = ()


def puzzle_page(request: ApiRequest) -> Response:
    """Return the page of a puzzle."""
    found, language = posed(request), request.language
    names = found.names_in(language)
    info = puzzle_info(found, language)
    name = names.name(names.colours.index(info.player))
    whose = language.text("Turn {turn}: {name} to place a disc.", turn=found.turn, name=name)
    return page(
        request,
        "puzzle.html",
        whose=whose,
        answering=request.local(found.api),
        discs=_discs(info.answers, language),
        city=[*_city(found, info.answers, language)],
        data=Markup(in_script(page_json(found.before, language).content.decode())),
        preview=_preview(request, found, whose),
    )


def _discs(answers: list[PuzzleAnswer], language: Language) -> list[tuple[str, str]]:
    """Return the discs that there are to choose from, if it is more than one kind."""
    kinds = [kind for kind in _DISCS if any(answer.disc == kind for answer in answers)]
    return [(kind, language.text(_DISCS[kind])) for kind in kinds] if 1 < len(kinds) < len(_DISCS) else []


def _city(found: PosedPuzzle, answers: list[PuzzleAnswer], language: Language) -> Iterator[Cell]:
    """Yield the cells of the city, row by row: its tiles, and a button for each street between them."""
    names = found.names_in(language)
    city = found.puzzle.record.setup.city
    stacks: dict[Street, str] = dict(zip(STREETS, found.puzzle.state.stacks, strict=True))
    by_street = {street: [answer for answer in answers if answer.street == street] for street in STREETS}
    for row, column in product(range(2 * _SIDE - 1), repeat=2):
        squares = _squares(row, column)
        if len(squares) == 1:
            action = city[squares[0] - 1]
            yield Cell(row, column, inline_svg(sign_icon(action)), tile=action_term(action, language, SQUARE))
        elif len(squares) > 1:
            street = street_between(squares[0], squares[1])
            letters = names.letters(stacks[street])
            label = _street_label(street_term(names, street), letters, language)
            given = tuple((answer.disc, answer.symbol) for answer in by_street[street])
            yield Cell(row, column, inline_svg(stack_icon(letters)), label=label, answers=given)


def _street_label(street: str, letters: str, language: Language) -> str:
    if not letters:
        return language.text("{street}; no discs", street=street)
    discs = language.word("list", ", ").join(_colour(letter, language) for letter in letters)
    return language.text("{street}; discs from bottom to top: {discs}", street=street, discs=discs)


def _colour(letter: str, language: Language) -> str:
    """Return the colour of a disc, which is white where it is nobody's."""
    return colour_term(letter, language) if letter in COLOUR_WORDS else language.word("colour", "white")


def _squares(row: int, column: int) -> list[int]:
    """Return the squares, 1 to 9, of a cell of the grid, or between which it is; none in the middle of four."""
    rows, columns = _between(row), _between(column)
    if len(rows) + len(columns) > _SIDE:
        return []
    return [_SIDE * one + other + 1 for one in rows for other in columns]


def _between(line: int) -> list[int]:
    return [line // 2] if line % 2 == 0 else [line // 2, line // 2 + 1]


def _preview(request: ApiRequest, found: PosedPuzzle, whose: str) -> LinkPreview:
    """Return what a link to the puzzle becomes elsewhere: the question, and the picture of the position."""
    query = key_query(request.key_in_address)
    place, picture = request.link(f"{found.path}{query}"), request.link(f"{found.api}/board.png{query}")
    title = request.language.text("Where would you place your disc?")
    return link_preview(request, title, whose, place, picture, is_listed=False)


ENDPOINTS = (
    Endpoint(
        "GET", "/p/{id}/{step}", puzzle_page, "A placement of a game as a puzzle",
        gives=HTML, right=Right.LOOK, heavy=True,
    ),
    Endpoint("GET", "/p/{puzzle}", puzzle_page, "A puzzle by its id", gives=HTML, problems=(404,), heavy=True),
)  # fmt: skip
