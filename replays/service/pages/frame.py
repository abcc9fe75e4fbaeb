"""What all pages of the service share: the head, the way around, the foot, and what they may load."""

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from replays.html import Node, element, whole
from replays.languages import LANGUAGES, Language
from replays.service.endpoints import HTML, Asked
from replays.service.guard.headers import POLICY
from replays.service.pages.static import static_address

NOWHERE: Final = "frame-ancestors 'none'"
EVERYWHERE: Final = "frame-ancestors *"


def page(
    asked: Asked,
    title: str,
    *body: str,
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    head: Iterable[Node] = (),
    kind: str = "",
    headers: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """A page for people, in ``asked.language``.

    ``scripts`` and ``styles`` are names of static files beside ``service.css``; ``head`` is what stands in the head
    beyond the common, see ``meta`` and ``link``; ``kind`` is the class of the body, as ``wide``.
    """
    language = asked.language
    content = element(
        "body",
        element("a", language.text("To the content"), href="#content", class_="skip"),
        element("header", _ways(asked, language), class_="site"),
        element("main", *body, id="content", tabindex="-1"),
        element("footer", _languages(asked), class_="site"),
        **({"class_": kind} if kind else {}),
    )
    return sent(asked, title, content, scripts, ["service.css", *styles], head, headers, status)


def bare(
    asked: Asked,
    title: str,
    *body: str,
    scripts: Iterable[str] = (),
    head: Iterable[Node] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A page without the way around, which may stand in a frame of anybody's page."""
    told = {"Content-Security-Policy": POLICY.replace(NOWHERE, EVERYWHERE), **(headers or {})}
    content = element("body", element("main", *body), class_="bare")
    return sent(asked, title, content, scripts, ["service.css"], head, told)


def sent(
    asked: Asked,
    title: str,
    body: Node,
    scripts: Iterable[str],
    styles: Iterable[str],
    head: Iterable[Node],
    headers: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """A document whose head names the files that it loads, and where the service is."""
    told = [
        meta("calimala-root", asked.local("")),
        link("icon", static_address(asked, "icon.svg"), type="image/svg+xml"),
        *(link("stylesheet", static_address(asked, name)) for name in styles),
        *(element("script", type="module", src=static_address(asked, name)) for name in scripts),
        *head,
    ]
    own = {"Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'"), "Vary": _VARY}
    html = whole(title, asked.language.code, told, body)
    return Response(html, status, {"Cache-Control": "no-cache", **own, **(headers or {})}, HTML)


_VARY: Final = "Accept-Language, Authorization"


def meta(name: str, content: str) -> Node:
    """What a page says about itself; what chats read begins with ``og:``."""
    return element("meta", **{"property" if name.startswith("og:") else "name": name}, content=content)


def link(kind: str, address: str, **more: str) -> Node:
    """What belongs to a page."""
    return element("link", rel=kind, href=address, **more)


def way(asked: Asked, path: str, **query: str) -> str:
    """The address of a page of this service, in the language and with the viewer's key that it was asked for with."""
    given, key = asked.request.query_params, key_in_address(asked)
    told = {**({"lang": given["lang"]} if "lang" in given else {}), **({"key": key} if key else {}), **query}
    return asked.local(path) + (f"?{urlencode(told)}" if told else "")


def key_in_address(asked: Asked) -> str:
    """The key of who looks on, where the address that was asked for has it; links to the same game have it then."""
    return asked.key if asked.key and asked.request.query_params.get("key") == asked.key else ""


def path_of(asked: Asked) -> str:
    """The path that was asked for, without the one that a proxy in front leaves on."""
    prefix, path = asked.service.options.prefix, asked.request.url.path
    return path.removeprefix(prefix) if prefix and path.startswith(f"{prefix}/") else path


def _ways(asked: Asked, language: Language) -> Node:
    given = asked.request.query_params.get("lang")
    query = f"?{urlencode({'lang': given})}" if given else ""
    ways = (
        ("/", language.text("Games")),
        ("/new", language.text("Record a game")),
        ("/import", language.text("Add a game")),
    )
    here = path_of(asked)
    items = (
        element(
            "li",
            element("a", words, href=asked.local(path) + query, **({"aria_current": "page"} if path == here else {})),
        )
        for path, words in ways
    )
    return element(
        "nav",
        element("a", "Calimala", href=asked.local("/") + query, class_="brand", translate="no"),
        element("ul", *items),
        aria_label=language.text("The service"),
    )


def _languages(asked: Asked) -> Node:
    """The page in other languages."""
    query = {name: value for name, value in asked.request.query_params.items() if name not in ("lang", "key")}
    key = key_in_address(asked)
    query |= {"key": key} if key else {}
    path = asked.local(path_of(asked))
    items = (
        element(
            "li",
            element(
                "a",
                name,
                href=f"{path}?{urlencode({**query, 'lang': code})}",
                lang=code.replace("_", "-"),
                hreflang=code.replace("_", "-"),
                **({"aria_current": "true"} if code == asked.language.code else {}),
            ),
        )
        for code, name in LANGUAGES.items()
    )
    return element("nav", element("ul", *items), aria_label=asked.language.text("Languages"))
