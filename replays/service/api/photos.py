"""Photos of the table: heard, as it were, by everybody who hears what is said aloud, until they are erased.

A photo is stored outside of the log; in the game is a note of the kind ``photo`` in the layer of the table, whose text
is the name of the photo.
"""

import re
from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.store import Annotation, Author, Draft
from replays.service.access import Principal, Right, new_id
from replays.service.api.comments import anchor_of, demand_voice, heard_by, is_own
from replays.service.api.photo_files import JPEG, PNG, WEBP, PhotoError, media_type_of, strip_photo
from replays.service.api.writing import annotate_once
from replays.service.endpoints import VOICES, Endpoint
from replays.service.game_cache import CachedGame
from replays.service.problems import Problem, not_found
from replays.service.request import ApiRequest, Query
from replays.service.responses import json_response
from replays.service.visibility.pseudonyms import TABLE_LAYER

PHOTO: Final = "photo"
"""The kind of a note that is a photo."""

MOST_PHOTOS: Final = 60
"""Photos of one game."""

_NAME: Final = re.compile(r"[a-z2-9]{12}")
_POLICY: Final = "default-src 'none'; sandbox"
_ENDINGS: Final = {JPEG: "jpg", PNG: "png", WEBP: "webp"}


class PhotoQuery(Query, frozen=True):
    """Where the photo belongs."""

    at: Annotated[
        str,
        Meta(
            max_length=40,
            description="Behind which decision: its number, or the id of an event; empty for the last one.",
        ),
    ] = ""


class PhotoInfo(Struct, frozen=True):
    """A photo: its name and address, and after how many decisions it comes; ``mine`` may be erased."""

    id: str
    link: str
    decision: int
    time: str
    mine: bool


class Photos(Struct, frozen=True):
    """The photos of a game, in its order."""

    photos: list[PhotoInfo]


def list_photos(request: ApiRequest) -> Photos:
    """Give the photos of a game that the sender may see."""
    cached = request.service.games.get(request.id)
    return Photos([_photo_info(request, one, cached) for one in _seen(cached, request.principal)])


def get_photo(request: ApiRequest) -> Response:
    """Give a photo."""
    _, one = _found(request)
    content = request.service.store.photo(request.id, one.text)
    kind = None if content is None else media_type_of(content)
    if content is None or kind is None:
        raise not_found()
    headers = {
        "Content-Disposition": f'inline; filename="{one.text}.{_ENDINGS[kind]}"',
        "Content-Security-Policy": _POLICY,
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    return Response(content, headers=headers, media_type=kind)


def add_photo(request: ApiRequest) -> Response:
    """Store a photo, without what the camera wrote beside the picture."""
    demand_voice(request)
    at: str = request.query.at
    place = anchor_of(request.view, int(at) if at.isascii() and at.isdecimal() and len(at) < 7 else at)
    try:
        picture = strip_photo(request.body)
    except PhotoError as error:
        raise Problem(422, "wrong-type", str(error)) from None
    store = request.service.store
    name = new_id(request.service.chance)

    def draft(cached: CachedGame) -> Draft:
        if sum(1 for one in cached.game.annotations if one.kind == PHOTO) >= MOST_PHOTOS:
            raise Problem(422, "bad-request", f"at most {MOST_PHOTOS} photos stand in one game")
        store.keep_photo(cached.game.id, name, picture.content)
        return Draft(place, name, PHOTO, author=Author(short=TABLE_LAYER))

    cached = annotate_once(request, draft)
    photos = [one for one in cached.game.annotations if one.kind == PHOTO]
    one = next((one for one in photos if one.text == name), None) or max(photos, key=lambda one: one.order)
    return json_response(_photo_info(request, one, cached), 201)


def erase_photo(request: ApiRequest) -> Response:
    """Erase a photo for good."""
    demand_voice(request)
    cached, one = _found(request)
    if not is_own(one, request.principal, cached.game.setup):
        raise Problem(403, "not-allowed", "photos are erased by who writes the game down, and by its owner")
    request.service.store.erase_photos(cached.game.id, one.text)
    request.service.store.retract(cached.game, one.id)
    return Response(status_code=204)


def _seen(cached: CachedGame, principal: Principal) -> list[Annotation]:
    return [one for one in heard_by(cached, principal, (PHOTO,)) if _NAME.fullmatch(one.text)]


def _found(request: ApiRequest) -> tuple[CachedGame, Annotation]:
    cached = request.service.games.get(request.id)
    one = next((one for one in _seen(cached, request.principal) if one.text == request.path["photo"]), None)
    if one is None:
        raise not_found()
    return cached, one


def _photo_info(request: ApiRequest, one: Annotation, cached: CachedGame) -> PhotoInfo:
    link = request.link(f"/api/games/{cached.game.id}/photos/{one.text}")
    principal = request.principal
    mine = principal.right >= Right.TELL and is_own(one, principal, cached.game.setup)
    return PhotoInfo(one.text, link, one.anchor or 0, one.time, mine)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{id}/photos", list_photos, "The photos of a game", gives=Photos, right=Right.LOOK),
    Endpoint(
        "POST", "/api/games/{id}/photos", add_photo, "Keep a photo of the table",
        takes="image/*", gives=PhotoInfo, right=Right.LOOK, roles=VOICES, query=PhotoQuery, status=201, most="photo",
        problems=(404, 422),
    ),
    Endpoint(
        "GET", "/api/games/{id}/photos/{photo}", get_photo, "A photo",
        gives=(JPEG, PNG, WEBP), right=Right.LOOK, problems=(404,),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/photos/{photo}", erase_photo, "Erase a photo for good",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404,),
    ),
)  # fmt: skip
