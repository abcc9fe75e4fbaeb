"""What a link to a page becomes in chats and forums: a title, a sentence, a picture."""

from collections.abc import Iterator
from urllib.parse import urlencode

from replays.html import Node
from replays.picture import HEIGHT, WIDTH
from replays.service.endpoints import Asked
from replays.service.pages.frame import link, meta


def unfolding(asked: Asked, title: str, words: str, address: str, picture: str, *, is_found: bool) -> Iterator[Node]:
    """The head of a page from which its link is unfolded; ``is_found``: those who search may find it."""
    yield meta("description", words)
    yield meta("og:type", "website")
    yield meta("og:site_name", "Calimala")
    yield meta("og:title", title)
    yield meta("og:description", words)
    yield meta("og:url", address)
    yield meta("og:image", picture)
    yield meta("og:image:type", "image/png")
    yield meta("og:image:width", str(WIDTH))
    yield meta("og:image:height", str(HEIGHT))
    yield meta("og:image:alt", words)
    yield meta("og:locale", asked.language.code)
    yield meta("twitter:card", "summary_large_image")
    yield meta("robots", "index" if is_found else "noindex")
    oembed = asked.link(f"/oembed?{urlencode({'url': address, 'format': 'json'})}")
    yield link("alternate", oembed, type="application/json+oembed", title=title)


def query_of(key: str) -> str:
    """What stands behind an address for who looks on with a key; nothing without one."""
    return f"?{urlencode({'key': key})}" if key else ""
