"""oEmbed (https://oembed.com): what a link to a game becomes in pages that know how to ask."""

from collections.abc import Sequence
from typing import Annotated, Any, Final
from urllib.parse import parse_qs, urlsplit

from msgspec import Meta, Struct

from calimala_es.messages import Message
from replays.drawing.board_picture import HEIGHT, WIDTH
from replays.service.access import LOOK_PREFIX, is_key
from replays.service.api.games import title_of_view
from replays.service.api.puzzles import puzzle_at, puzzle_stored
from replays.service.endpoints import ApiRequest, Endpoint, Query
from replays.service.pages.game import frame_html, headline, picture_of
from replays.service.pages.rendering import key_query
from replays.service.problems import Problem, not_found
from replays.service.visibility.moments import moment_at, opening_moment

_PHOTO: Final = "photo"


class OembedQuery(Query, frozen=True):
    """A link, and what it is to become."""

    url: Annotated[str, Meta(description="The address of a page of this service.")] = ""
    maxwidth: Annotated[int, Meta(ge=1, description="The largest size, in pixels.")] = WIDTH
    maxheight: Annotated[int, Meta(ge=1, description="The largest size, in pixels.")] = HEIGHT
    format: Annotated[str, Meta(description="Always json.")] = "json"
    kind: Annotated[str, Meta(description="photo for a picture instead of a frame.")] = "rich"


class Oembed(Struct, frozen=True):
    """The preview of a link; the fields are those of oEmbed."""

    type: str
    title: str
    width: int
    height: int
    version: str = "1.0"
    provider_name: str = "Calimala"
    provider_url: str = ""
    html: str = ""
    url: str = ""
    thumbnail_url: str = ""
    thumbnail_width: int = 0
    thumbnail_height: int = 0


def get_oembed(request: ApiRequest) -> Any:
    """Return a frame with the game at the step of the link, or its picture; for a puzzle a link with a picture."""
    query = request.query
    if query.format != "json":
        raise Problem(501, "bad-request", Message("this is available only as JSON"))
    room, key, parts = _parts_of(request, query.url)
    looking = ApiRequest(request.service, request.http)
    looking.key = key if is_key(key) and key.startswith(LOOK_PREFIX) else ""
    return _LINKED[room](looking, query, parts)


def _game(request: ApiRequest, query: OembedQuery, parts: Sequence[str]) -> Oembed:
    request.id, step = parts[0], "/".join(parts[1:])
    view = request.view
    moment = moment_at(view, step) if step else opening_moment(view)
    is_whole = not step and not moment.position
    title = headline(moment, title_of_view(view, request.language), request.language, is_whole=is_whole)
    picture = picture_of(request, moment, request.key)
    if query.kind == _PHOTO:
        return _photo(request, query, title, picture)
    place = f"/embed/{request.id}/{moment.place}" if step and moment.place else f"/embed/{request.id}"
    width, height = _size(query)
    source = request.link(f"{place}{key_query(request.key)}")
    frame = frame_html(request, source, title, width, height)
    return Oembed(
        "rich", title, width, height, provider_url=request.link("/"), html=frame, **_thumbnail(query, picture)
    )


def _puzzle(request: ApiRequest, query: OembedQuery, parts: Sequence[str]) -> Oembed:
    if len(parts) == 1:
        found = puzzle_stored(request, parts[0])
    else:
        request.id = parts[0]
        found = puzzle_at(request, "/".join(parts[1:]))
    title = request.language.text("Where would you place your disc?")
    picture = request.link(f"{found.api}/board.png{key_query(request.key)}")
    if query.kind == _PHOTO:
        return _photo(request, query, title, picture)
    return Oembed("link", title, *_size(query), provider_url=request.link("/"), **_thumbnail(query, picture))


_LINKED: Final = {"g": _game, "p": _puzzle}
"""What a link becomes, by the room that its path begins with."""


def _size(query: OembedQuery) -> tuple[int, int]:
    """Return the width and the height of a frame."""
    width = min(query.maxwidth, WIDTH)
    return width, min(query.maxheight, round(width * HEIGHT / WIDTH) or 1)


def _photo(request: ApiRequest, query: OembedQuery, title: str, picture: str) -> Oembed:
    return Oembed("photo", title, *_picture_size(query), provider_url=request.link("/"), url=picture)


def _picture_size(query: OembedQuery) -> tuple[int, int]:
    """Return the width and the height of a picture."""
    width, height = _size(query)
    return min(width, round(height * WIDTH / HEIGHT) or 1), height


def _thumbnail(query: OembedQuery, picture: str) -> dict[str, Any]:
    width, height = _picture_size(query)
    return {"thumbnail_url": picture, "thumbnail_width": width, "thumbnail_height": height}


def _parts_of(request: ApiRequest, url: str) -> tuple[str, str, list[str]]:
    """Return the kind, the viewer's key and the rest of the path of a link to this service; raises ``Problem``."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise not_found() from None
    here = urlsplit(request.link("/"))
    room, *rest = parts.path.removeprefix(here.path).split("/")
    if parts.netloc.lower() != here.netloc.lower() or not parts.path.startswith(here.path):
        raise not_found()
    if room not in _LINKED or not rest:
        raise not_found()
    return room, parse_qs(parts.query).get("key", [""])[0], rest


ENDPOINTS = (
    Endpoint(
        "GET", "/oembed", get_oembed, "The preview of a link to a game (oEmbed)", gives=Oembed, query=OembedQuery,
        problems=(404, 422, 501),
    ),
)  # fmt: skip
