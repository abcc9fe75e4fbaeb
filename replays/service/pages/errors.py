"""What people see instead of a page: what is wrong, and where to go on."""

from typing import Final

from starlette.responses import Response

from replays.service.pages.rendering import page
from replays.service.problems import TITLES, Problem
from replays.service.request import ApiRequest
from replays.text.languages import ENGLISH, UnknownLanguageError

_NOT_FOUND: Final = 404


def error_page(request: ApiRequest, problem: Problem) -> Response:
    """Return a problem as a page, with its status, in English where the language that was asked for is unknown.

    What does not exist and what somebody may not see look the same; a browser that holds a key for such a game asks
    again with it, which an address cannot do.
    """
    try:
        _ = request.language
    except UnknownLanguageError:
        request.language = ENGLISH
    request.key = ""
    return page(
        request,
        "error.html",
        status=problem.status,
        headers={**problem.headers, "Cache-Control": "no-store"},
        is_not_found=problem.status == _NOT_FOUND,
        problem=TITLES[problem.type],
        detail=problem.detail,
    )
