"""Games as files, share codes and QR codes."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.game import Game
from notation.json.game import dumps_json
from notation.redact import redact
from notation.share import KEY, encode
from notation.writer import dumps
from replays.drawing.render import QR_FORMATS, draw_qr
from replays.languages import Language
from replays.page import page_html
from replays.service.api.pages import page_of_sight, viewer_named
from replays.service.api.pictures import PNG, SVG
from replays.service.asking.asker import Right
from replays.service.endpoints import HTML, JSON, TEXT, Asked, Endpoint, Query
from replays.service.kept import made, sent
from replays.service.problems import Problem
from replays.service.seeing.moments import moment_at
from replays.service.seeing.sight import HEARD, Sight


class ExportQuery(Query, frozen=True, rename={"seen_by": "as"}):
    """Whose view the file is to hold and nothing else."""

    seen_by: Annotated[str, Meta(description="public, or a colour as red; empty for all that may be seen.")] = ""


class QrQuery(Query, frozen=True):
    """What the code is of."""

    of: Annotated[str, Meta(description="link, or share for the whole game.")] = "link"
    at: Annotated[str, Meta(description="The moment of the link, as 7.2; empty for the game.")] = ""


class Share(Struct, frozen=True):
    """A whole game as a code, with the address that holds it, and the link to the game itself.

    The code has no names and no comments; the address has it behind ``#``, which no server gets to see.
    """

    code: str
    address: str
    link: str


def _seen(asked: Asked, sight: Sight) -> Game:
    """The record, as somebody saw it where that is asked for."""
    record = sight.record
    for viewer in viewer_named(sight, asked.query.seen_by):
        record = redact(record, viewer, HEARD)
    return record


def _text(asked: Asked, sight: Sight, _: Language) -> bytes:
    return dumps(_seen(asked, sight)).encode()


def _json(asked: Asked, sight: Sight, _: Language) -> bytes:
    return dumps_json(_seen(asked, sight)).encode()


def _page(asked: Asked, sight: Sight, language: Language) -> bytes:
    page = page_of_sight(sight, language, viewer_named(sight, asked.query.seen_by))
    return page_html(page).encode()


_KINDS: Final[dict[str, tuple[str, Callable[[Asked, Sight, Language], bytes]]]] = {
    "cgn": (TEXT, _text),
    "json": (JSON, _json),
    "html": (HTML, _page),
}
"""The kinds of files, with their media types and what makes them."""


def _export(kind: str) -> Callable[[Asked], Response]:
    media_type, make = _KINDS[kind]

    def export(asked: Asked) -> Response:
        sight, language = asked.sight, asked.language
        name = ("export", kind, language.code, asked.query.seen_by)
        return sent(asked, made(sight, name, lambda: make(asked, sight, language)), media_type, f"{sight.id}.{kind}")

    export.__doc__ = f"The game as a file of the kind {kind}."
    return export


def share_code(sight: Sight) -> str:
    """The share code of a game as somebody sees it, without names and comments."""
    return made(sight, "share", lambda: encode(sight.record).encode()).content.decode()


def link_of(asked: Asked, at: str) -> str:
    """The link to a moment of the game; with the viewer's key if it was asked for with one in the address."""
    place = moment_at(asked.sight, at).place if at else ""
    path = f"/g/{asked.id}/{place}" if place else f"/g/{asked.id}"
    key = asked.request.query_params.get("key", "")
    return asked.link(path) + (f"?key={asked.key}" if asked.key and key == asked.key else "")


def share_of(asked: Asked) -> Share:
    """The whole game as a code."""
    code = share_code(asked.sight)
    return Share(code, asked.link(f"/import#{KEY}{code}"), link_of(asked, ""))


def _qr(kind: str, media_type: str) -> Callable[[Asked], Response]:
    def qr(asked: Asked) -> Response:
        query = asked.query
        if query.of not in _OF:
            raise Problem(422, "bad-request", f"a code is of {' or '.join(_OF)}", path="$.of")
        text = _OF[query.of](asked, query.at)
        return sent(asked, made(asked.sight, ("qr", kind, text), lambda: draw_qr(text, kind)), media_type)

    qr.__doc__ = f"A QR code as {kind.upper()}."
    return qr


_OF: Final[dict[str, Callable[[Asked, str], str]]] = {
    "link": link_of,
    "share": lambda asked, _: asked.link(f"/import#{KEY}{share_code(asked.sight)}"),
}

_QR_TYPES: Final = dict(zip(QR_FORMATS, (SVG, PNG), strict=True))

ENDPOINTS = (
    *(
        Endpoint(
            "GET", f"/api/games/{{id}}/export.{kind}", _export(kind), f"The game as a file: {kind}",
            gives=dict[str, Any] if media_type == JSON else media_type, right=Right.LOOK, query=ExportQuery,
            problems=(422,),
        )
        for kind, (media_type, _) in _KINDS.items()
    ),
    Endpoint(
        "GET", "/api/games/{id}/share", share_of, "The whole game as a short code",
        gives=Share, right=Right.LOOK, problems=(422,),
    ),
    *(
        Endpoint(
            "GET", f"/api/games/{{id}}/qr.{kind}", _qr(kind, media_type), f"A QR code of the link or the game: {kind}",
            gives=media_type, right=Right.LOOK, query=QrQuery, problems=(422,),
        )
        for kind, media_type in _QR_TYPES.items()
    ),
)  # fmt: skip
