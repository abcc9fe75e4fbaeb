"""The page on which a game becomes a post: choose the place and what is told, read it, copy it."""

from typing import Final

from starlette.responses import Response

from replays.html import Node, element
from replays.languages import message
from replays.posts import MOST_WORDS
from replays.service.endpoints import HTML, Asked, Endpoint
from replays.service.pages.frame import page

_PLACES: Final = (("bgg", "BoardGameGeek"), ("reddit", "Reddit"), ("discord", "Discord"))

_NUMBERS: Final = (
    ("from", message("From scoring"), "1"),
    ("to", message("To scoring, or all"), ""),
)


def composed(asked: Asked) -> Response:
    """The composer. It is the same for every id; what it shows it asks for with the key that the browser holds."""
    language = asked.language
    title = language.text("Write a post")
    choices = [_radio(value, name, is_first=not number) for number, (value, name) in enumerate(_PLACES)]
    numbers = [
        element(
            "label",
            element("span", language.text(words)),
            element("input", type="number", name=name, min="1", value=value, inputmode="numeric"),
            class_="grow",
        )
        for name, words, value in _NUMBERS
    ]
    form = element(
        "form",
        element("fieldset", element("legend", language.text("Where it is put")), *choices),
        _check("spoilers", language.text("Readers uncover what happened (spoiler marks)"), is_on=True),
        _check("pictures", language.text("A picture of every scoring"), is_on=True),
        element("div", *numbers, class_="row"),
        element(
            "label",
            element("span", language.text("Your own words")),
            element("textarea", "", name="words", rows="3", maxlength=str(MOST_WORDS)),
        ),
        id="composer",
        class_="panel",
        data_id=asked.path["id"],
        data_part=language.text("Message {number} of {count}", number="{number}", count="{count}"),
        data_copy=language.text("Copy"),
        data_copied=language.text("Copied"),
        data_failed=language.text("The service does not answer; try again."),
        data_unscored=language.text(
            "Nothing has been scored, so the post tells only who plays and how the game stands."
        ),
        data_alone=language.text(
            "Those who read it can neither see its pictures nor open its link: "
            "the service answers on this computer alone."
        ),
        data_unlinked=language.text(
            "The game is private, so the post has neither pictures nor a link; its owner can change that."
        ),
    )
    body = (
        element("h1", title),
        element(
            "p",
            language.text("Players are called as everybody sees them: by their colours, unless the owner shows names."),
            class_="quiet",
        ),
        form,
        element("p", "", id="told", role="status"),
        element("div", id="parts"),
    )
    return page(asked, title, *body, scripts=["post.js"], styles=["sharing.css"])


def _radio(value: str, name: str, *, is_first: bool) -> Node:
    chosen = {"checked": ""} if is_first else {}
    return element(
        "label",
        element("input", type="radio", name="for", value=value, **chosen),
        element("span", name, translate="no"),
        class_="choice",
    )


def _check(name: str, words: str, *, is_on: bool) -> Node:
    chosen = {"checked": ""} if is_on else {}
    return element(
        "label", element("input", type="checkbox", name=name, **chosen), element("span", words), class_="choice"
    )


ENDPOINTS = (Endpoint("GET", "/post/{id}", composed, "The page on which a game becomes a post", gives=HTML),)
