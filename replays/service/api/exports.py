"""Games as files, share codes and QR codes."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.messages import Message
from calimala_es.store import PRIVATE
from calimala_es.view import PUBLIC, Viewer
from notation.json.game import dumps_json
from notation.share import KEY, encode
from notation.writer.games import dumps
from replays.drawing.render import QR_FORMATS, draw_qr
from replays.edit.redact import redact
from replays.page import Page, page_html, recorded_page, whose_view
from replays.posts import FORUMS, PostError, format_post, make_post
from replays.replay import Replay
from replays.service.access import Principal, Right
from replays.service.api.pictures import PNG, SVG
from replays.service.endpoints import CGN, HTML, JSON, ApiRequest, Endpoint, Query, content_response
from replays.service.options import POCKET_PATH
from replays.service.problems import Problem, one_of
from replays.service.visibility.game_views import HEARD, Content, GameView, cached_content
from replays.service.visibility.moments import moment_at
from replays.service.visibility.pseudonyms import layer_titles
from replays.text.languages import Language


class FormatQuery(Query, frozen=True, rename={"seen_by": "as"}):
    """Whose view the file is to hold and nothing else."""

    seen_by: Annotated[
        str, Meta(description="public, or a colour, e.g. red (default: everything that the sender may see).")
    ] = ""


class QrQuery(Query, frozen=True):
    """What the code is of."""

    of: Annotated[str, Meta(description="link for a link to the game, share for the whole game.")] = "link"
    at: Annotated[str, Meta(description="The moment of the link, e.g. 7.2 (default: the game).")] = ""


class ShareCode(Struct, frozen=True):
    """A whole game as a code, the address that contains it, and the link to the game itself.

    The code has no names and no comments; in the address it comes after ``#``, which is never sent to a server.
    """

    code: str
    address: str
    link: str


def _game_seen(request: ApiRequest, view: GameView) -> Game:
    """Return the game, as somebody saw it where that is asked for."""
    record = view.record
    for viewer in viewer_named(view, request.query.seen_by):
        record = redact(record, viewer, HEARD)
    return record


def _text(request: ApiRequest, view: GameView, _: Language) -> bytes:
    return dumps(_game_seen(request, view)).encode()


def _json(request: ApiRequest, view: GameView, _: Language) -> bytes:
    return dumps_json(_game_seen(request, view)).encode()


def _page(request: ApiRequest, view: GameView, language: Language) -> bytes:
    page = page_of_view(view, language, viewer_named(view, request.query.seen_by))
    return page_html(page).encode()


_KINDS: Final[dict[str, tuple[str, Callable[[ApiRequest, GameView, Language], bytes]]]] = {
    "cgn": (CGN, _text),
    "json": (JSON, _json),
    "html": (HTML, _page),
}
"""The kinds of files, with their media types and what makes them."""


def _export(kind: str) -> Callable[[ApiRequest], Response]:
    media_type, make = _KINDS[kind]

    def export(request: ApiRequest) -> Response:
        view, language = request.view, request.language
        name = ("export", kind, language.code, request.query.seen_by)
        return content_response(
            request, cached_content(view, name, lambda: make(request, view, language)), media_type, f"{view.id}.{kind}"
        )

    export.__doc__ = f"Return the game as a file in this format: {kind}."
    return export


def share_code(view: GameView) -> str:
    """Return the share code of a game as somebody sees it, without names and comments."""
    return cached_content(view, "share", lambda: encode(view.record).encode()).content.decode()


def link_to(request: ApiRequest, at: str) -> str:
    """Return the link to a moment of the game, with the viewer's key if this address has one."""
    place = moment_at(request.view, at).place if at else ""
    path = f"/g/{request.id}/{place}" if place else f"/g/{request.id}"
    return request.link(path) + (f"?key={request.key_in_address}" if request.key_in_address else "")


def get_share_code(request: ApiRequest) -> ShareCode:
    """Return the whole game as a code."""
    code = share_code(request.view)
    return ShareCode(code, share_address(request, code), link_to(request, ""))


def share_address(request: ApiRequest, code: str) -> str:
    """Return the address that contains a game: of the page that adds it, or of the phone's page around that one."""
    if request.service.options.pocket:
        return f"{request.link('').removesuffix(POCKET_PATH)}/#{KEY}{code}"
    return request.link(f"/import#{KEY}{code}")


def _qr(kind: str, media_type: str) -> Callable[[ApiRequest], Response]:
    def qr(request: ApiRequest) -> Response:
        query = request.query
        if query.of not in _OF:
            raise Problem(422, "bad-request", one_of(_OF), path="$.of")
        text = _OF[query.of](request, query.at)
        return content_response(
            request, cached_content(request.view, ("qr", kind, text), lambda: draw_qr(text, kind)), media_type
        )

    qr.__doc__ = f"Draw a QR code as {kind.upper()}."
    return qr


_OF: Final[dict[str, Callable[[ApiRequest, str], str]]] = {
    "link": link_to,
    "share": lambda request, _: share_address(request, share_code(request.view)),
}

_QR_TYPES: Final = dict(zip(QR_FORMATS, (SVG, PNG), strict=True))


class LinkToDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to this service."""

    text: Annotated[str, Meta(max_length=400)]


def link_picture(request: ApiRequest) -> Response:
    """Draw a QR code of a link to this service. The link may contain a key, so it is sent in the body, which is
    not logged.
    """
    text = request.body_as(LinkToDraw).text
    network = request.service.options.network
    if not text.startswith((request.link("/"), f"{network or request.link('')}/")):
        detail = Message(
            "only links to this service can become QR codes; they begin with {address}", address=request.link("/")
        )
        raise Problem(422, "bad-request", detail)
    return Response(draw_qr(text, "svg"), headers={"Cache-Control": "no-store"}, media_type=SVG)


# A game as a page of the viewer: its content as JSON, all in one file, and link previews (oEmbed).

_PUBLIC: Final = "public"


class ViewerQuery(Query, frozen=True, rename={"seen_by": "as"}):
    """Whose view it is to hold and nothing else."""

    seen_by: Annotated[
        str, Meta(description="public, or a colour, e.g. red (default: everything that the sender may see).")
    ] = ""


def page_of_view(view: GameView, language: Language, viewer: tuple[Viewer, ...] = ()) -> Page:
    """Return what the viewer shows of a game as somebody sees it; ``viewer`` holds whose view it is, or nothing."""
    return _recorded_page(view, view.replay, language, viewer)


def page_of_record(view: GameView, record: Game, language: Language) -> Page:
    """Return what the viewer shows of a game with other notes and variations than somebody's view of it has."""
    return _recorded_page(view, Replay(record), language, ())


def _recorded_page(view: GameView, replay: Replay, language: Language, viewer: tuple[Viewer, ...]) -> Page:
    names = view.names_in(language)
    seen = () if view.sees_all else (view.viewer,)
    return recorded_page(
        replay,
        names,
        viewer=viewer,
        open_layers=HEARD,
        notices=[whose_view(one, names) for one in viewer or seen],
        authors=layer_titles(names),
        is_seen=not view.sees_all,
    )


def page_json(view: GameView, language: Language, viewer: tuple[Viewer, ...] = ()) -> Content:
    """Return the same as JSON."""
    return cached_content(
        view, ("page", viewer, language.code), lambda: msgspec.json.encode(page_of_view(view, language, viewer))
    )


def viewer_named(view: GameView, name: str) -> tuple[Viewer, ...]:
    """Return the viewer that ``as`` names; raises ``Problem``."""
    if not name:
        return ()
    colours = [COLOUR_WORDS[colour] for colour in view.record.setup.colours]
    wanted = name.lower()
    if wanted == _PUBLIC:
        return (PUBLIC,)
    if wanted in colours:
        return (colours.index(wanted),)
    raise Problem(422, "bad-request", one_of((_PUBLIC, *colours)), path="$.as")


def get_page(request: ApiRequest) -> Response:
    """Return the content of the viewer's page as JSON, a ``Page``."""
    view = request.view
    return content_response(request, page_json(view, request.language, viewer_named(view, request.query.seen_by)), JSON)


# A game as a post for a forum or a chat, as everybody sees it.

_ALL: Final = 0


class PostQuery(Query, frozen=True, rename={"place": "for", "first": "from", "last": "to"}):
    """What the post is like."""

    place: Annotated[Literal["bgg", "reddit", "discord"], Meta(description="Where it will be posted.")] = "bgg"
    spoilers: Annotated[bool, Meta(description="Whether what happened is hidden until readers uncover it.")] = False
    first: Annotated[int, Meta(description="The first scoring in the post.")] = 1
    last: Annotated[
        int, Meta(description="The last scoring in the post (default: 0, which means the last of the game).")
    ] = _ALL
    words: Annotated[str, Meta(description="A text of your own at the beginning.")] = ""
    pictures: Annotated[bool, Meta(description="Whether the post has pictures.")] = True


class PostParts(Struct, frozen=True, rename={"place": "for"}):
    """A post, in as many messages as the site requires; ``scorings`` is the number of scorings in the game so far.

    ``unlinked`` says that it has neither pictures nor a link, since readers could not view the game.
    """

    place: str
    parts: list[str]
    scorings: int
    unlinked: bool


def get_post(request: ApiRequest) -> PostParts:
    """Write a post. Anyone who can view the game may read it, so it contains nothing that viewers cannot see, and names
    only if they are shown.
    """
    query, cached = request.query, request.cached_game
    view = cached.view(Principal(Right.LOOK))
    unlinked = cached.access.visibility == PRIVATE
    drawn = request.link(f"/api/games/{view.id}/board.png?at=")
    has_pictures = query.pictures and not unlinked
    try:
        post = make_post(
            view.replay,
            view.names_in(request.language),
            first=query.first,
            last=query.last or None,
            words=query.words,
            pictures=(lambda id: drawn + id) if has_pictures else None,
            address="" if unlinked else request.link(f"/g/{view.id}"),
        )
    except PostError as error:
        raise Problem(422, "bad-request", error.text) from None
    parts = format_post(post, FORUMS[query.place], spoilers=query.spoilers)
    return PostParts(query.place, parts, post.scorings, unlinked)


ENDPOINTS = (
    *(
        Endpoint(
            "GET", f"/api/games/{{id}}/export.{kind}", _export(kind), f"The game as a file: {kind}",
            gives=dict[str, Any] if media_type == JSON else media_type, right=Right.LOOK, query=FormatQuery, heavy=True,
            problems=(422,),
        )
        for kind, (media_type, _) in _KINDS.items()
    ),
    Endpoint(
        "GET", "/api/games/{id}/share", get_share_code, "The whole game as a short code",
        gives=ShareCode, right=Right.LOOK, heavy=True, problems=(422,),
    ),
    *(
        Endpoint(
            "GET", f"/api/games/{{id}}/qr.{kind}", _qr(kind, media_type), f"A QR code of the link or the game: {kind}",
            gives=media_type, right=Right.LOOK, query=QrQuery, heavy=True, problems=(422,),
        )
        for kind, media_type in _QR_TYPES.items()
    ),
    Endpoint(
        "POST", "/api/qr", link_picture, "A QR code of a link to this service",
        takes=LinkToDraw, gives=SVG, heavy=True, problems=(422,),
    ),
    Endpoint(
        "GET", "/api/games/{id}/page", get_page, "The game as the viewer shows it",
        gives=dict[str, Any], right=Right.LOOK, query=ViewerQuery, heavy=True, problems=(422,),
    ),
    Endpoint(
        "GET", "/api/games/{id}/post", get_post, "The game as a post for a forum or a chat",
        gives=PostParts, right=Right.LOOK, query=PostQuery, heavy=True, problems=(422,),
    ),
)  # fmt: skip
