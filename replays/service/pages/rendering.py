"""From a template to an answer: what all pages share, where their links lead, and what links to them become."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from replays.drawing.board_picture import HEIGHT, WIDTH
from replays.html import render
from replays.page import in_script
from replays.service.endpoints import HTML, ApiRequest
from replays.service.middleware import POLICY
from replays.service.pages.static import static_address
from replays.service.problems import Problem
from replays.text.languages import ENGLISH, LANGUAGES, UnknownLanguageError

PACKAGE: Final = "replays.service"
"""The package of the templates."""

_NO_FORMS, _OWN_FORMS = "form-action 'none'", "form-action 'self'"
_NO_FRAMES, _ANY_FRAMES = "frame-ancestors 'none'", "frame-ancestors *"


def page(
    request: ApiRequest,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    framed: bool = False,
    **values: object,
) -> Response:
    """Return a page for people, made of a template and values, in ``request.language``.

    A ``framed`` one may be in a frame of anybody's page. Templates name the static files that they load in
    ``scripts`` and ``styles``, and find the addresses of this service with the functions that are given to them here.
    """
    html = render(
        PACKAGE,
        template,
        request.language,
        local=request.local,
        static=partial(static_address, request),
        address=partial(address, request),
        keyless=_keyless(request),
        here=path_of(request),
        languages=_languages(request),
        pocket=bool(request.service.options.pocket),
        **values,
    )
    own = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": (
            POLICY.replace(_NO_FRAMES, _ANY_FRAMES) if framed else POLICY.replace(_NO_FORMS, _OWN_FORMS)
        ),
        "Vary": "Accept-Language, Authorization",
    }
    return Response(html, status, {**own, **(headers or {})}, HTML)


def script_data(value: object) -> Markup:
    """Return what modules in the browser read, as JSON; no text in it can end the script that it is in."""
    return Markup(in_script(msgspec.json.encode(value).decode()))


# Addresses.


def address(request: ApiRequest, path: str, **query: object) -> str:
    """Return the address of a page of this service, in the language and with the viewer's key of this one."""
    given, key = request.http.query_params, request.key_in_address
    fields = {**({"lang": given["lang"]} if "lang" in given else {}), **({"key": key} if key else {}), **query}
    return request.local(path) + (f"?{urlencode(fields)}" if fields else "")


def key_query(key: str) -> str:
    """Return what an address ends with for a viewer with a key; nothing without one."""
    return f"?{urlencode({'key': key})}" if key else ""


def path_of(request: ApiRequest) -> str:
    """Return the path that was asked for, without the one that a proxy in front leaves on."""
    prefix, path = request.service.options.prefix, request.http.url.path
    return path.removeprefix(prefix) if prefix and path.startswith(f"{prefix}/") else path


def _keyless(request: ApiRequest) -> Callable[[str], str]:
    """Return what gives the address of a page that belongs to no game, in the language of this one."""
    given = request.http.query_params.get("lang")
    query = f"?{urlencode({'lang': given})}" if given else ""
    return lambda path: request.local(path) + query


def _languages(request: ApiRequest) -> Iterator[tuple[str, str, str, bool]]:
    """Yield for each language its tag, its name, the address of this page in it, and whether it is the current one."""
    query = {name: value for name, value in request.http.query_params.items() if name not in ("lang", "key")}
    key = request.key_in_address
    query |= {"key": key} if key else {}
    path = request.local(path_of(request))
    for code, name in LANGUAGES.items():
        yield (
            code.replace("_", "-"),
            name,
            f"{path}?{urlencode({**query, 'lang': code})}",
            code == request.language.code,
        )


# What a link to a page becomes in chats and forums.


class LinkPreview(Struct, frozen=True):
    """A title, a sentence and a picture; ``is_listed``: those who search may find the page."""

    title: str
    description: str
    address: str
    picture: str
    language: str
    oembed: str
    is_listed: bool
    width: int = WIDTH
    height: int = HEIGHT


def link_preview(
    request: ApiRequest, title: str, description: str, address: str, picture: str, *, is_listed: bool
) -> LinkPreview:
    """Return what a link to a page becomes, with the address at which programs get the same (oEmbed)."""
    oembed = request.link(f"/oembed?{urlencode({'url': address, 'format': 'json'})}")
    return LinkPreview(title, description, address, picture, request.language.code, oembed, is_listed)


# What people see instead of a page: what is wrong, and where to go on.

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
    members = problem.members(language=request.language)
    return page(
        request,
        "error.html",
        status=problem.status,
        headers={**problem.headers, "Cache-Control": "no-store"},
        is_not_found=problem.status == _NOT_FOUND,
        problem=members["title"],
        detail=members["detail"],
    )
