"""What was made of a game for those who see the same, kept as long as the game is as it was, and sent with a tag."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple

from starlette.responses import Response

from replays.service.endpoints import Asked, etag
from replays.service.seeing.sight import Sight

_MOST: Final = 48
"""Things of one game that are kept for those who see the same."""


class Made(NamedTuple):
    """Something that was made, and the tag that goes with it."""

    content: bytes
    tag: str


def made_of(content: bytes) -> Made:
    """Something with its tag, a digest of it."""
    return Made(content, etag(blake2b(content, digest_size=12).hexdigest()))


class Makings:
    """What was made of a sight, the last few by name. May be asked from several threads: each thing is made once."""

    def __init__(self, most: int = _MOST) -> None:
        """Hold nothing yet, and later at most so many."""
        self._most = most
        self._things: OrderedDict[Hashable, Made] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}

    def get(self, name: Hashable, make: Callable[[], bytes]) -> Made:
        """The thing of a name; whoever else asks for it while it is made waits for it."""
        found = self._things.get(name)
        if found is not None:
            return found
        with self._making.setdefault(name, Lock()):
            found = self._things.get(name)
            if found is None:
                found = self._things[name] = made_of(make())
                while len(self._things) > self._most:
                    self._things.popitem(last=False)
        self._making.pop(name, None)
        return found


def made(sight: Sight, name: Hashable, make: Callable[[], bytes], *, kind: Hashable = None, most: int = _MOST) -> Made:
    """What ``make`` makes of a sight, made once for a name; of those of a kind the last few are kept."""
    place = (Makings, kind)
    makings: Makings = sight.kept.get(place) or sight.kept.setdefault(place, Makings(most))
    return makings.get(name, make)


def sent(asked: Asked, thing: Made, media_type: str, file: str = "") -> Response:
    """The answer with something; only its tag, where who asks has it already. ``file`` is what it is to be saved as."""
    headers = {"ETag": thing.tag, "Cache-Control": "no-cache", "Vary": "Authorization"}
    known = asked.request.headers.get("if-none-match", "")
    if known and thing.tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    if file:
        headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return Response(thing.content, headers=headers, media_type=media_type)
