"""Photos of the table: heard, as it were, by everybody who hears what is said aloud, until they are erased.

A photo is kept outside of the log; what stands in the game is a note of the kind ``photo`` in the layer of the table,
whose text is the name of the photo.
"""

import re
from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.store import Annotation, Author, Draft
from replays.service.api.decisions_writing import said
from replays.service.api.notes import demand_voice, heard, is_own, moment
from replays.service.api.photos_stripped import JPEG, PNG, WEBP, PhotoError, kind_of, stripped
from replays.service.asking.asker import Asker, Right
from replays.service.asking.keys import new_id
from replays.service.endpoints import VOICES, Asked, Endpoint, Query, answer
from replays.service.games import Held
from replays.service.problems import Problem, not_found
from replays.service.seeing.pseudonyms import TABLE_LAYER

PHOTO: Final = "photo"
"""The kind of a note that is a photo."""

MOST_PHOTOS: Final = 60
"""Photos of one game."""

_NAME: Final = re.compile(r"[a-z2-9]{12}")
_POLICY: Final = "default-src 'none'; sandbox"
_ENDINGS: Final = {JPEG: "jpg", PNG: "png", WEBP: "webp"}


class PhotoQuery(Query, frozen=True):
    """Where the photo stands."""

    at: Annotated[
        str,
        Meta(
            max_length=40,
            description="Behind which decision: its number, or the id of an event; empty for the last one.",
        ),
    ] = ""


class PhotoTold(Struct, frozen=True):
    """A photo: its name and address, and behind how many decisions it stands; ``mine`` may be erased."""

    id: str
    link: str
    decision: int
    time: str
    mine: bool


class Photos(Struct, frozen=True):
    """The photos of a game, in its order."""

    photos: list[PhotoTold]


def photos_of(asked: Asked) -> Photos:
    """The photos of a game that somebody may see."""
    held = asked.service.games.get(asked.id)
    return Photos([_told(asked, one, held) for one in _seen(held, asked.asker)])


def photo(asked: Asked) -> Response:
    """A photo."""
    _, one = _found(asked)
    content = asked.service.store.photo(asked.id, one.text)
    kind = None if content is None else kind_of(content)
    if content is None or kind is None:
        raise not_found()
    headers = {
        "Content-Disposition": f'inline; filename="{one.text}.{_ENDINGS[kind]}"',
        "Content-Security-Policy": _POLICY,
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    return Response(content, headers=headers, media_type=kind)


def keep(asked: Asked) -> Response:
    """Keep a photo, without what the camera wrote beside the picture."""
    demand_voice(asked)
    at: str = asked.query.at
    place = moment(asked.sight, int(at) if at.isascii() and at.isdecimal() and len(at) < 7 else at)
    try:
        picture = stripped(asked.body)
    except PhotoError as error:
        raise Problem(422, "wrong-type", str(error)) from None
    store = asked.service.store
    name = new_id(asked.service.chance)

    def draft(held: Held) -> Draft:
        if sum(1 for one in held.game.annotations if one.kind == PHOTO) >= MOST_PHOTOS:
            raise Problem(422, "bad-request", f"at most {MOST_PHOTOS} photos stand in one game")
        store.keep_photo(held.game.id, name, picture.content)
        return Draft(place, name, PHOTO, author=Author(short=TABLE_LAYER))

    held = said(asked, draft)
    kept = [one for one in held.game.annotations if one.kind == PHOTO]
    one = next((one for one in kept if one.text == name), None) or max(kept, key=lambda one: one.order)
    return answer(_told(asked, one, held), 201)


def erase(asked: Asked) -> Response:
    """Erase a photo for good."""
    demand_voice(asked)
    held, one = _found(asked)
    if not is_own(one, asked.asker, held.game.setup):
        raise Problem(403, "not-allowed", "photos are erased by who writes the game down, and by its owner")
    asked.service.store.erase_photos(held.game.id, one.text)
    asked.service.store.retract(held.game, one.id)
    return Response(status_code=204)


def _seen(held: Held, asker: Asker) -> list[Annotation]:
    return [one for one in heard(held, asker, (PHOTO,)) if _NAME.fullmatch(one.text)]


def _found(asked: Asked) -> tuple[Held, Annotation]:
    held = asked.service.games.get(asked.id)
    one = next((one for one in _seen(held, asked.asker) if one.text == asked.path["photo"]), None)
    if one is None:
        raise not_found()
    return held, one


def _told(asked: Asked, one: Annotation, held: Held) -> PhotoTold:
    link = asked.link(f"/api/games/{held.game.id}/photos/{one.text}")
    asker = asked.asker
    mine = asker.right >= Right.TELL and is_own(one, asker, held.game.setup)
    return PhotoTold(one.text, link, one.anchor or 0, one.time, mine)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{id}/photos", photos_of, "The photos of a game", gives=Photos, right=Right.LOOK),
    Endpoint(
        "POST", "/api/games/{id}/photos", keep, "Keep a photo of the table",
        takes="image/*", gives=PhotoTold, right=Right.LOOK, roles=VOICES, query=PhotoQuery, status=201, most="photo",
        problems=(404, 422),
    ),
    Endpoint(
        "GET", "/api/games/{id}/photos/{photo}", photo, "A photo",
        gives=(JPEG, PNG, WEBP), right=Right.LOOK, problems=(404,),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/photos/{photo}", erase, "Erase a photo for good",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404,),
    ),
)  # fmt: skip
