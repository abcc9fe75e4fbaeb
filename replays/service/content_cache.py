"""Contents that take long to make, made once for all who see the same of a game."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple

from starlette.responses import Response

from replays.service.endpoints import ApiRequest, etag
from replays.service.visibility.game_views import GameView

_MOST: Final = 48
"""Contents of one view of a game that are cached, of a kind."""


class Content(NamedTuple):
    """The body of an answer, and the tag that goes with it."""

    content: bytes
    tag: str

    @classmethod
    def of(cls, content: bytes) -> "Content":
        """Return a content with a digest of it as its tag."""
        return cls(content, etag(blake2b(content, digest_size=12).hexdigest()))


class ContentCache:
    """What was made of a view, the last few by name. May be asked from several threads: each is made once."""

    def __init__(self, most: int = _MOST) -> None:
        """Begin empty; at most so many are cached."""
        self._most = most
        self._contents: OrderedDict[Hashable, Content] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}

    def get(self, name: Hashable, make: Callable[[], bytes]) -> Content:
        """Return the content of a name; others who ask for it while it is made wait for it."""
        found = self._contents.get(name)
        if found is not None:
            return found
        with self._making.setdefault(name, Lock()):
            found = self._contents.get(name)
            if found is None:
                found = self._contents[name] = Content.of(make())
                while len(self._contents) > self._most:
                    self._contents.popitem(last=False)
        self._making.pop(name, None)
        return found


def cached_content(
    view: GameView, name: Hashable, make: Callable[[], bytes], *, kind: Hashable = None, most: int = _MOST
) -> Content:
    """Return what ``make`` makes of a view, made once for a name; of those of a kind the last few are cached."""
    return view.cached((ContentCache, kind), lambda: ContentCache(most)).get(name, make)


def content_response(request: ApiRequest, content: Content, media_type: str, file: str = "") -> Response:
    """Return the answer with a content, or only its tag to a client that has it; ``file`` is a name to save it as."""
    headers = {"ETag": content.tag, "Cache-Control": "no-cache", "Vary": "Authorization"}
    known = request.http.headers.get("if-none-match", "")
    if known and content.tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    if file:
        headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return Response(content.content, headers=headers, media_type=media_type)
