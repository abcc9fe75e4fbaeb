"""What was made of a game for those who see the same, kept as long as the game is as it was, and sent with a tag."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
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


def made(sight: Sight, name: Hashable, make: Callable[[], bytes], *, kind: Hashable = None, most: int = _MOST) -> Made:
    """What ``make`` makes of a sight, made once for a name; of those of a kind the last few are kept."""
    shelf: OrderedDict[Hashable, Made] = sight.kept.setdefault((made, kind), OrderedDict())
    found = shelf.get(name)
    if found is None:
        content = make()
        found = shelf[name] = Made(content, etag(blake2b(content, digest_size=12).hexdigest()))
        while len(shelf) > most:
            shelf.popitem(last=False)
    return found


def sent(asked: Asked, thing: Made, media_type: str, file: str = "") -> Response:
    """The answer with something; only its tag, where who asks has it already. ``file`` is what it is to be saved as."""
    headers = {"ETag": thing.tag, "Cache-Control": "no-cache", "Vary": "Authorization"}
    known = asked.request.headers.get("if-none-match", "")
    if known and thing.tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    if file:
        headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return Response(thing.content, headers=headers, media_type=media_type)
