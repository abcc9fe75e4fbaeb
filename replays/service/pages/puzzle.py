"""The page of a puzzle: the game until a placement, and the city to answer on. What was played comes with the answer.

The page is made of what is known before the placement and of nothing else, what links to it unfold to included.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from starlette.responses import Response

from calimala_es.board import STREETS
from calimala_es.components import COLOUR_WORDS, COLOURED, IDLE_SUPPORT, SUPPORT, WHITE
from replays.html import Node, element
from replays.languages import Language, message
from replays.page import TAG, in_script
from replays.service.api.pages import page_json
from replays.service.api.puzzles import Answer, Posed, posed, told_of
from replays.service.asking.asker import Right
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import key_in_address, page
from replays.service.pages.marks import discs, sign_of
from replays.service.pages.static import VIEWER
from replays.service.pages.unfolding import query_of, unfolding
from replays.words import action_words, street_words
from replays.words.basics import colour_words
from replays.words.vocabulary import SQUARE

_SIDE: Final = 3
"""Tiles of a side of the city."""

_DISCS: Final = {
    COLOURED: message("coloured"),
    WHITE: message("white"),
    SUPPORT: message("support"),
    IDLE_SUPPORT: message("support, and draw two cards"),
}


def shown(asked: Asked) -> Response:
    """The puzzle, to be answered."""
    found, language = posed(asked), asked.language
    table = found.table(language)
    told = told_of(found, language)
    data = element(
        "script", Node(in_script(page_json(found.before, language).content.decode())), type="application/json"
    )
    title = language.text("Where do you place?")
    seat = table.colours.index(told.player)
    whose = language.text("Turn {turn}: it is up to {name}.", turn=found.turn, name=table.name(seat))
    body = [
        element("h1", title),
        element("p", whose),
        element(
            "section",
            element("h2", language.text("Your answer")),
            *_discs(told.answers, language),
            element("div", *_city(found, told.answers, language), class_="puzzle-city", role="group"),
            element("p", element("button", language.text("Just show me"), type="button", id="give-up")),
            id="puzzle",
            class_="panel puzzle",
            data_address=asked.local(found.api),
            **_words(language),
        ),
        element("section", id="revealed", class_="panel puzzle", aria_live="polite", hidden="", tabindex="-1"),
        element(TAG, data, lang=language.code.replace("_", "-"), place="end"),
    ]
    unfolding = _unfolding(asked, found, title, whose)
    return page(asked, title, *body, scripts=[VIEWER, "puzzle.js"], styles=["sharing.css"], head=unfolding, kind="wide")


def _words(language: Language) -> dict[str, str]:
    """The words that stand above what is revealed."""
    return {
        "data_yours": language.text("Your placement"),
        "data_played": language.text("What was played"),
        "data_activates": language.text("Activates"),
        "data_council": language.text("The lowest disc of the street leaves it for the council."),
        "data_gave": language.text("What it gave"),
        "data_game": language.text("To the game at this step"),
        "data_failed": language.text("The service does not answer; try again."),
    }


def _discs(answers: list[Answer], language: Language) -> Iterator[Node]:
    """The discs that there are to choose from, if it is more than one kind."""
    kinds = [kind for kind in _DISCS if any(answer.disc == kind for answer in answers)]
    if len(kinds) < len(_DISCS) and len(kinds) > 1:
        choices = (
            element(
                "label",
                element("input", type="radio", name="disc", value=kind, **({} if number else {"checked": ""})),
                element("span", language.text(_DISCS[kind])),
                class_="choice",
            )
            for number, kind in enumerate(kinds)
        )
        yield element("fieldset", element("legend", language.text("Disc")), *choices)


def _city(found: Posed, answers: list[Answer], language: Language) -> Iterator[Node]:
    """The city as a grid: its tiles, and between them a button for each street that may be answered."""
    table = found.table(language)
    city = found.puzzle.record.setup.city
    stacks: dict[str, str] = dict(zip(STREETS, found.puzzle.state.stacks, strict=True))
    by_street = {street: [answer for answer in answers if answer.street == street] for street in STREETS}
    for row, column in product(range(2 * _SIDE - 1), repeat=2):
        place = {"class_": f"row-{row} column-{column}"}
        squares = _squares(row, column)
        if len(squares) == 1:
            tile = action_words(city[squares[0] - 1], language, SQUARE)
            drawn = sign_of(city[squares[0] - 1])
            yield element("span", drawn, element("span", tile), **{**place, "class_": f"tile {place['class_']}"})
        elif len(squares) > 1:
            street = "".join(map(str, squares))
            given = by_street[street]
            letters = table.letters(stacks[street])
            told = {f"data_{answer.disc}": answer.symbol for answer in given}
            words = language.text(
                "{street}; discs from below: {discs}",
                street=street_words(table, street),
                discs=language.word("list", ", ").join(_colour(letter, language) for letter in letters)
                or language.text("empty"),
            )
            yield element(
                "button",
                discs(letters),
                type="button",
                aria_label=words,
                **place,
                **told,
                **({} if given else {"disabled": ""}),
            )


def _colour(letter: str, language: Language) -> str:
    """The colour of a disc, which is white where it is nobody's."""
    return colour_words(letter, language) if letter in COLOUR_WORDS else language.word("colour", "white")


def _squares(row: int, column: int) -> list[int]:
    """The squares, 1 to 9, that a cell of the grid is of, or lies between; none in the middle of four."""
    rows, columns = _between(row), _between(column)
    if len(rows) + len(columns) > _SIDE:
        return []
    return [_SIDE * one + other + 1 for one in rows for other in columns]


def _between(line: int) -> list[int]:
    return [line // 2] if line % 2 == 0 else [line // 2, line // 2 + 1]


def _unfolding(asked: Asked, found: Posed, title: str, whose: str) -> Iterator[Node]:
    """What a link to the puzzle becomes elsewhere: the question, and the picture of the position."""
    query = query_of(key_in_address(asked))
    address, picture = asked.link(f"{found.path}{query}"), asked.link(f"{found.api}/board.png{query}")
    return unfolding(asked, title, whose, address, picture, is_found=False)


ENDPOINTS = (
    Endpoint("GET", "/p/{id}/{step}", shown, "A placement of a game as a puzzle", gives=HTML, right=Right.LOOK),
    Endpoint("GET", "/p/{puzzle}", shown, "A puzzle that was made", gives=HTML, problems=(404,)),
)  # fmt: skip
