"""The owner's page: keys and links, who may look, names, and puzzles of the game.

It is the same for every id, a game or none; what it shows it asks for with the key that the browser holds.
"""

from typing import Final

from starlette.responses import Response

from calimala_es.store import PRIVATE, PUBLIC_GAME, UNLISTED
from replays.html import Node, element
from replays.languages import Language, message
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import page, way

_VISIBLE: Final = (
    (PRIVATE, message("Nobody without a key")),
    (UNLISTED, message("Whoever has the address")),
    (PUBLIC_GAME, message("Everybody; the game is in the list")),
)

_WAYS: Final = (
    ("g", message("The game, step by step")),
    ("record", message("Write it down")),
    ("post", message("Write a post")),
)

_WORDS: Final = {
    "owner": message("Owner: everything on this page"),
    "recorder": message("Recorder: writes the game down"),
    "seat": message("{colour}: sees and tells its own cards"),
    "viewer": message("Viewer: looks on"),
    "given": message("given {time}"),
    "revoked": message("revoked"),
    "revoke": message("Revoke"),
    "show": message("Link and QR code"),
    "give": message("Give another key"),
    "once": message("The link of a new key is shown here and kept on this device; the service cannot tell it again."),
    "copy": message("Copy"),
    "copied": message("Copied"),
    "link": message("Link"),
    "erase": message("Erase the name of {colour}"),
    "nameless": message("no name"),
    "surely": message("Erase for good? Nobody can bring the name back."),
    "surely-all": message("Erase all names for good? Nobody can bring them back."),
    "surely-revoke": message("Revoke this key? Whoever uses it can do nothing with it any more."),
    "surely-reveal": message("Put the cards into the record? Everybody who may look sees them once the game is over."),
    "done": message("Done."),
    "none": message("This device holds no key of an owner for this game. Open the owner's link on it."),
    "failed": message("The service does not answer; try again."),
    "yes": message("Yes"),
    "no": message("No"),
    "blue": message("Blue"),
    "red": message("Red"),
    "yellow": message("Yellow"),
    "green": message("Green"),
    "purple": message("Purple"),
    "white": message("White"),
}
"""What the page's script says, by the names under which it looks."""


def owned(asked: Asked) -> Response:
    """The page."""
    language = asked.language
    title = language.text("Your game")
    body = (
        element("h1", title),
        element(
            "ul",
            *(
                element("li", element("a", language.text(words), href=way(asked, f"/{path}/{asked.path['id']}")))
                for path, words in _WAYS
            ),
            class_="ways",
        ),
        element("p", "", id="above", role="status", class_="told"),
        element("div", *(section(language) for section in _SECTIONS), id="settled", hidden=""),
        element("dialog", "", id="surely", aria_labelledby="surely-words"),
        element(
            "div",
            id="words",
            hidden="",
            data_id=asked.path["id"],
            **{f"data_{name}": language.text(words, **_FIELDS) for name, words in _WORDS.items()},
        ),
    )
    return page(asked, title, *body, scripts=["own.js"], styles=["sharing.css"])


_FIELDS: Final = {"colour": "{colour}", "time": "{time}"}
"""Fields that the script fills."""


def _panel(title: str, *content: Node) -> Node:
    """Something that the owner settles; what came of it is said at its end, which stays in sight."""
    told = element("p", "", role="status", class_="told")
    return element("section", element("h2", title), *content, told, class_="panel")


def _choice(name: str, value: str, words: str) -> Node:
    box = element("input", type="radio", name=name, value=value)
    return element("label", box, element("span", words), class_="choice")


def _keys(language: Language) -> Node:
    return _panel(
        language.text("Keys and links"),
        element("p", language.text(_WORDS["once"]), class_="quiet"),
        element("ul", id="keys", class_="keys"),
        element("div", id="give", class_="row"),
        element("div", id="given", class_="result"),
    )


def _looking(language: Language) -> Node:
    return _panel(
        language.text("Who may look without a key"),
        element(
            "fieldset",
            element("legend", language.text("The game is seen by")),
            *(_choice("visibility", value, language.text(words)) for value, words in _VISIBLE),
            id="visibility",
        ),
        element(
            "p",
            language.text("Cards that are hidden in a running game are shown to nobody whose they are not."),
            class_="quiet",
        ),
    )


def _names(language: Language) -> Node:
    return _panel(
        language.text("Names"),
        element(
            "label",
            element("input", type="checkbox", id="names"),
            element("span", language.text("Those who only look read people's names, not their colours")),
            class_="choice",
        ),
        element("ul", id="people", class_="keys"),
        element("button", language.text("Erase all names"), type="button", id="erase-all"),
    )


def _cards(language: Language) -> Node:
    return _panel(
        language.text("Cards"),
        element(
            "p",
            language.text("What players told of their cards on their own phones can become a part of the record."),
        ),
        element("button", language.text("Put them into the record"), type="button", id="reveal"),
    )


def _puzzle(language: Language) -> Node:
    return _panel(
        language.text("A puzzle"),
        element(
            "p",
            language.text(
                "A turn of the game as “Where do you place?”, at an address that does not tell which game it is."
            ),
        ),
        element(
            "form",
            element(
                "label",
                element("span", language.text("Turn")),
                element("input", type="number", name="step", min="1", required="", inputmode="numeric"),
            ),
            element(
                "label",
                element("input", type="checkbox", name="hand"),
                element("span", language.text("Show the cards of who has to place; everybody may read them then")),
                class_="choice",
            ),
            element("button", language.text("Make a puzzle"), type="submit"),
            id="puzzle-form",
        ),
        element("div", id="puzzle-link", class_="result"),
    )


_SECTIONS: Final = (_keys, _looking, _names, _cards, _puzzle)
"""What the owner settles, from above."""


ENDPOINTS = (Endpoint("GET", "/own/{id}", owned, "The page of a game's owner", gives=HTML),)
