"""The page where a game is added: pasted, from a file, or as a share code."""

from typing import Final

from starlette.responses import Response

from notation.share import KEY
from replays.html import Node, element
from replays.languages import Language, message
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import page, way

_VISIBILITIES: Final = (
    ("unlisted", message("Whoever has the link may look")),
    ("public", message("Everybody may look, and finds it on the first page")),
    ("private", message("Only who has a key may look")),
)


def importing(asked: Asked) -> Response:
    """The page."""
    language = asked.language
    body = (
        element("h1", language.text("Add a game")),
        element(
            "p",
            language.text("Paste a game as text or JSON, a share code, or a message with one in it; or choose a file."),
        ),
        _form(asked, language),
        element("div", id="wrong", class_="bad", role="alert", tabindex="-1"),
        element("div", id="done", class_="good", role="status", tabindex="-1"),
    )
    return page(asked, language.text("Add a game"), *body, scripts=["import.js"])


def _form(asked: Asked, language: Language) -> Node:
    text = element(
        "label",
        element("span", language.text("The game")),
        element("textarea", name="text", id="text", required="", spellcheck="false", autocomplete="off", rows="10"),
        class_="drop",
        id="drop",
    )
    file = element(
        "label",
        element("span", language.text("A file, which may be dropped here too"), class_="button"),
        element(
            "input",
            type="file",
            id="file",
            class_="heard",
            accept=".cgn,.txt,.json,.ndjson,text/plain,application/json",
        ),
    )
    who = element(
        "fieldset",
        element("legend", language.text("Who may look")),
        *(
            element(
                "label",
                element(
                    "input", type="radio", name="visibility", value=value, **({"checked": ""} if not number else {})
                ),
                element("span", language.text(words)),
                class_="choice",
            )
            for number, (value, words) in enumerate(_VISIBILITIES)
        ),
    )
    return element(
        "form",
        text,
        file,
        who,
        element("button", language.text("Add it"), class_="primary"),
        id="import",
        data_share_key=KEY,
        data_query=way(asked, "").partition("?")[2],
        data_at=language.text("Line {line}, column {column}", line="{line}", column="{column}"),
        data_right=language.text("Right would be: {words}", words="{words}"),
        data_further=language.text("Further on, and it may all follow from this: {number}", number="{number}"),
        data_done=language.text("The game is here. Its keys are kept on this device."),
        data_look=language.text("Look at it"),
        data_record=language.text("Go on writing it down"),
        data_own=language.text("Keys, names, who may look"),
        data_neither=language.text(
            "This is neither a game nor a share code. The text of a game begins with headers, as {header}.",
            header='[CGN "1"]',
        ),
        data_fault=language.text("The service does not answer; try again."),
        data_waiting=language.text("It is being read …"),
    )


ENDPOINTS = (Endpoint("GET", "/import", importing, "Add a game", gives=HTML),)
