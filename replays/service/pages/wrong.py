"""What people see instead of a page: what is wrong, and where to go on."""

from typing import Final

from starlette.responses import Response

from replays.html import Node, element
from replays.languages import ENGLISH, Language, UnknownLanguageError
from replays.service.endpoints import Asked
from replays.service.pages.frame import page, way
from replays.service.problems import TITLES, Problem

_NOT_FOUND: Final = 404


def wrong_page(asked: Asked, problem: Problem) -> Response:
    """A problem as a page, with its status.

    What does not exist and what somebody may not see look the same; a browser that holds a key for such a game asks
    again with it, which an address cannot do.
    """
    language = _language(asked)
    asked.key = ""
    title, words = _told(problem, language)
    body = (
        element("h1", title),
        element("p", words, id="told", role="status"),
        element("p", element("a", language.text("All games"), href=way(asked, "/"))),
    )
    scripts = ["locked.js"] if problem.status == _NOT_FOUND else []
    headers = {**problem.headers, "Cache-Control": "no-store"}
    return page(asked, title, *body, scripts=scripts, status=problem.status, headers=headers)


def _language(asked: Asked) -> Language:
    """The language of the page; English where one is asked for that there is not."""
    try:
        return asked.language
    except UnknownLanguageError:
        asked.language = ENGLISH
        return ENGLISH


def _told(problem: Problem, language: Language) -> tuple[str, str | Node]:
    if problem.status == _NOT_FOUND:
        return (
            language.text("There is nothing here that you may see"),
            language.text("The game does not exist, or whoever owns it has not shared it with you."),
        )
    return TITLES[problem.type], element("span", problem.detail, lang="en")
