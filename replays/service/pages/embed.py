"""oEmbed (https://oembed.com): what a link to a game becomes in pages that know how to ask."""

from typing import Annotated, Any, Final
from urllib.parse import parse_qs, urlsplit

from msgspec import Meta, Struct

from replays.html import element
from replays.picture import HEIGHT, WIDTH
from replays.service.asking.keys import is_key
from replays.service.endpoints import LOOKS_ON, Asked, Endpoint, Query
from replays.service.pages.game import name_of, picture_of
from replays.service.problems import Problem, not_found
from replays.service.seeing.moments import moment_at, opening_moment

_KIND: Final = "photo"


class OembedQuery(Query, frozen=True):
    """The link, and the most room that there is, in pixels; ``kind`` asks for the picture instead of a frame."""

    url: str = ""
    maxwidth: Annotated[int, Meta(ge=1)] = WIDTH
    maxheight: Annotated[int, Meta(ge=1)] = HEIGHT
    format: str = "json"
    kind: str = "rich"


class Oembed(Struct, frozen=True):
    """What the link becomes; the fields are those of oEmbed."""

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


def oembed(asked: Asked) -> Any:
    """A frame with the game at that step, or its picture."""
    query = asked.query
    if query.format != "json":
        raise Problem(501, "bad-request", "there is JSON only")
    id, step, key = _of_link(asked, query.url)
    looking = Asked(asked.service, asked.request, asked.endpoint, b"")
    looking.id, looking.key = id, key if is_key(key) and key.startswith(LOOKS_ON) else ""
    sight = looking.sight
    moment = moment_at(sight, step) if step else opening_moment(sight)
    title = name_of(sight, asked.language)
    width = min(query.maxwidth, WIDTH)
    height = min(query.maxheight, round(width * HEIGHT / WIDTH) or 1)
    picture = picture_of(asked, moment, looking.key)
    if query.kind == _KIND:
        wide = min(width, round(height * WIDTH / HEIGHT) or 1)
        return Oembed("photo", title, wide, height, provider_url=asked.link("/"), url=picture)
    place = f"/embed/{id}/{moment.place}" if step and moment.place else f"/embed/{id}"
    source = asked.link(place) + (f"?key={looking.key}" if looking.key else "")
    frame = element("iframe", src=source, width=str(width), height=str(height), title=title, frameborder="0")
    return Oembed(
        "rich", title, width, height, provider_url=asked.link("/"), html=frame, thumbnail_url=picture,
        thumbnail_width=WIDTH, thumbnail_height=HEIGHT,
    )  # fmt: skip


def _of_link(asked: Asked, url: str) -> tuple[str, str, str]:
    """The game, the step and the viewer's key of a link to a page of this service; raises ``Problem``."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise not_found() from None
    here = urlsplit(asked.link("/g/"))
    before = here.path
    if parts.netloc.lower() != here.netloc.lower() or not parts.path.startswith(before):
        raise not_found()
    id, _, step = parts.path.removeprefix(before).partition("/")
    return id, step, parse_qs(parts.query).get("key", [""])[0]


ENDPOINTS = (
    Endpoint(
        "GET", "/oembed", oembed, "What a link to a game becomes (oEmbed)", gives=Oembed, query=OembedQuery,
        problems=(404, 422, 501),
    ),
)  # fmt: skip
