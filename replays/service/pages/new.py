"""The page on which a game begins: who plays by which rules, and what lies where."""

from typing import Final

from starlette.responses import Response

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS, COLOUR_WORDS, COLOURS, SCORING_TILES
from replays.html import Node, element
from replays.languages import Language, message
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import page, way
from replays.service.pages.recorder import data_block
from replays.service.pages.recorder_words import COMMON, NEW, names, sentences

_SEATS: Final = len(COLOURS)
_USUAL: Final = 3
"""Seats that are taken as long as nobody says otherwise."""

RULES: Final = {
    "first": message("First edition"),
    "second": message("Second edition"),
    "intrigue": message("Second edition with Intrigue"),
    "families": message("Second edition with Intrigue and families"),
}
"""What may be played; two players always play the first edition with the third party."""

VISIBILITIES: Final = {
    "unlisted": message("whoever has the link"),
    "private": message("only who has a key"),
    "public": message("everybody, and it is listed"),
}
"""Who may look on."""


def new_page(asked: Asked) -> Response:
    """Players, rules, and how the tiles come to lie."""
    language = asked.language
    text = language.text
    form = element(
        "form",
        element(
            "fieldset",
            element("legend", text("Who plays, clockwise from who starts")),
            *(_seat(language, seat) for seat in range(_SEATS)),
            class_="seats",
        ),
        element(
            "div",
            _choice(text("Rules"), "rules", {code: text(words) for code, words in RULES.items()}),
            _choice(text("Who may look on"), "visibility", {code: text(words) for code, words in VISIBILITIES.items()}),
            class_="row",
        ),
        element(
            "div",
            element("button", text("Deal the tiles"), type="submit", class_="primary", value="deal"),
            element("button", text("Tap how they lie"), type="button", data_part="tapping"),
            class_="row",
        ),
        data_part="form",
    )
    body = (
        element("h1", text("Record a game")),
        element(
            "p",
            text("A game that was played, as a text or a file:"),
            " ",
            element("a", text("Add a game"), href=way(asked, "/import")),
            class_="quiet",
        ),
        form,
        element("p", "", class_="bad", role="alert", data_part="wrong"),
        element("section", "", aria_live="polite", data_part="laid"),
        data_block("told", _told(language)),
    )
    content = element("div", *body, class_="new")
    return page(asked, text("Record a game"), content, scripts=["recorder/new.js"], styles=["recorder.css"])


def _told(language: Language) -> dict[str, object]:
    return {
        "id": "",
        "lang": language.code,
        "words": {**sentences(language, COMMON, NEW), **names(language)},
        "actions": [*ACTIONS],
        "tiles": [*SCORING_TILES],
        "streets": [*STREETS],
    }


def _seat(language: Language, seat: int) -> Node:
    """A player's name and colour."""
    number = seat + 1
    options = [("", language.text("nobody"))] if seat >= _USUAL - 1 else []
    options += [(COLOUR_WORDS[code], names(language)[f"colour.{code}"]) for code in COLOURS]
    chosen = COLOUR_WORDS[COLOURS[seat]] if seat < _USUAL else ""
    return element(
        "div",
        element(
            "label",
            element("span", language.text("Player {number}", number=number)),
            element("input", name=f"name{seat}", maxlength="60", autocomplete="off"),
        ),
        element(
            "label",
            element("span", language.text("Colour")),
            element("select", *(_option(value, words, chosen) for value, words in options), name=f"colour{seat}"),
        ),
        class_="seat-row",
    )


def _option(value: str, words: str, chosen: str) -> Node:
    return element("option", words, value=value, **({"selected": "selected"} if value == chosen else {}))


def _choice(words: str, name: str, options: dict[str, str]) -> Node:
    chosen = next(iter(options))
    told = (_option(code, title, chosen) for code, title in options.items())
    return element("label", element("span", words), element("select", *told, name=name), class_="grow")


ENDPOINTS = (Endpoint("GET", "/new", new_page, "The page on which a game begins", gives=HTML, quick=True),)
