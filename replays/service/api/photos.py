"""Photos of the table: seen by everybody who hears what is said aloud, until they are erased.

A photo is stored outside of the log; in the game is a note of the kind ``photo`` in the layer of the table, whose text
is the name of the photo.

What cameras write beside a picture says where people live. It is left out by going through the parts of the file; a
file whose parts do not fit is refused. Nothing is decoded here, so nothing of the picture is lost, and no decoder meets
the bytes of a stranger.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.errors import CalimalaError
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Extension
from calimala_es.store import Annotation, Author, Draft
from replays.service.access import Principal, Right, new_id
from replays.service.api.comments import anchor_of, demand_voice, heard_by, is_own
from replays.service.api.decisions import annotate_once
from replays.service.endpoints import VOICES, ApiRequest, Endpoint, Query, json_response
from replays.service.limits import too_many
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import CachedGame
from replays.service.visibility.pseudonyms import TABLE_LAYER
from replays.text.languages import message
from replays.text.notes import PHOTO

JPEG: Final = "image/jpeg"
PNG: Final = "image/png"
WEBP: Final = "image/webp"

MOST_SIDE: Final = 8_000
MOST_PIXELS: Final = 40_000_000
"""The largest side and area of a picture, in pixels: what browsers decode without harm."""


class PhotoError(CalimalaError):
    """Bytes that are no picture of the three kinds, or too large a one."""


_DAMAGED: Final = Message("the picture is incomplete or damaged")


class Photo(NamedTuple):
    """A picture: its media type, its size in pixels, and its bytes without what is not the picture."""

    kind: str
    width: int
    height: int
    content: bytes


def strip_photo(content: bytes) -> Photo:
    """Return a picture without anything beside it; raises ``PhotoError``."""
    kind = media_type_of(content)
    if kind is None:
        raise PhotoError(Message("this is not a JPEG, PNG or WebP picture"))
    try:
        width, height, picture = _READERS[kind](content)
    except (IndexError, StopIteration):
        raise PhotoError(_DAMAGED) from None
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and width * height <= MOST_PIXELS):
        detail = message("the picture has {width} x {height} pixels; the limit is {side} per side and {pixels} in all")
        raise PhotoError(Message(detail, width=width, height=height, side=MOST_SIDE, pixels=MOST_PIXELS))
    return Photo(kind, width, height, picture)


def media_type_of(content: bytes) -> str | None:
    """Return the media type that the first bytes say."""
    if content[:3] == b"\xff\xd8\xff":
        return JPEG
    if content[:8] == _PNG_HEAD:
        return PNG
    return WEBP if content[:4] == b"RIFF" and content[8:12] == b"WEBP" else None


def _part(content: bytes, start: int, length: int) -> bytes:
    """Return bytes that have to be there."""
    if start + length > len(content):
        raise IndexError(start)
    return content[start : start + length]


def _number(content: bytes, start: int, length: int, order: str = "big") -> int:
    return int.from_bytes(_part(content, start, length), "little" if order == "little" else "big")


# JPEG: segments after markers; after each start of a scan its data, up to the next marker.

_SIZES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_PICTURE_SEGMENTS: Final = frozenset({*range(0xC0, 0xFE)} - {*range(0xE1, 0xF0)} | {0xEE})
"""Frames, tables, scans, the JFIF header and Adobe's, which says the colours; no other application's, no comment."""

_SCAN: Final = 0xDA
_END: Final = 0xD9
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_MARKER: Final = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]", re.DOTALL)
"""A marker within the data of a scan, where a byte of 255 is followed by 0, and restarts belong to the data."""


def _jpeg(content: bytes) -> tuple[int, int, bytes]:
    picture, at = [content[:2]], 2
    size: tuple[int, int] = (0, 0)
    while True:
        while _number(content, at, 1) == 0xFF and _number(content, at + 1, 1) == 0xFF:
            at += 1
        if _number(content, at, 1) != 0xFF:
            raise PhotoError(_DAMAGED)
        marker = _number(content, at + 1, 1)
        if marker == _END:
            return size[0], size[1], b"".join((*picture, b"\xff\xd9"))
        if marker in _BARE:
            at += 2
            continue
        length = _number(content, at + 2, 2)
        segment = _part(content, at, 2 + length)
        if marker in _SIZES:
            size = (_number(content, at + 7, 2), _number(content, at + 5, 2))
        if marker in _PICTURE_SEGMENTS:
            picture.append(segment)
        at += 2 + length
        if marker == _SCAN:
            found = _MARKER.search(content, at)
            if found is None:
                raise IndexError(at)
            picture.append(content[at : found.start()])
            at = found.start()


# PNG: chunks with a length, four letters, data and a checksum.

_PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"
_PICTURE_CHUNKS: Final = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB"))


def _png(content: bytes) -> tuple[int, int, bytes]:
    picture = [_PNG_HEAD]
    for name, chunk in _chunks(content):
        if name in _PICTURE_CHUNKS:
            picture.append(chunk)
    if picture[1][4:8] != b"IHDR":
        raise PhotoError(_DAMAGED)
    return _number(picture[1], 8, 4), _number(picture[1], 12, 4), b"".join(picture)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = len(_PNG_HEAD), b""
    while name != b"IEND":
        length = _number(content, at, 4)
        chunk = _part(content, at, 12 + length)
        name = chunk[4:8]
        if zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:], "big"):
            raise PhotoError(_DAMAGED)
        yield name, chunk
        at += 12 + length


# WebP: chunks of a RIFF file, each filled up to an even number of bytes.

_PICTURE_RIFF: Final = frozenset((b"VP8X", b"VP8 ", b"VP8L", b"ALPH"))
_ALPHA: Final = 0x10
"""The flag of what is stored beside the picture."""

_MOVING: Final = 0x02


def _webp(content: bytes) -> tuple[int, int, bytes]:
    picture: list[bytes] = []
    size: tuple[int, int] = (0, 0)
    end, at = min(8 + _number(content, 4, 4, "little"), len(content)), 12
    while at < end:
        name, length = _part(content, at, 4), _number(content, at + 4, 4, "little")
        chunk = _part(content, at, 8 + length) + b"\0" * (length % 2)
        at += len(chunk)
        if name == b"VP8X":
            if chunk[8] & _MOVING:
                raise PhotoError(Message("this picture is animated; only still pictures can be stored"))
            size = (_number(chunk, 12, 3, "little") + 1, _number(chunk, 15, 3, "little") + 1)
            chunk = chunk[:8] + bytes((chunk[8] & _ALPHA,)) + chunk[9:]
        elif name in (b"VP8 ", b"VP8L"):
            size = _frame_size(name, chunk) if size == (0, 0) else size
        if name in _PICTURE_RIFF:
            picture.append(chunk)
    body = b"WEBP" + b"".join(picture)
    return size[0], size[1], b"RIFF" + len(body).to_bytes(4, "little") + body


def _frame_size(name: bytes, chunk: bytes) -> tuple[int, int]:
    if name == b"VP8L":
        bits = _number(chunk, 9, 4, "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return _number(chunk, 14, 2, "little") & 0x3FFF, _number(chunk, 16, 2, "little") & 0x3FFF


_READERS: Final[dict[str, Callable[[bytes], tuple[int, int, bytes]]]] = {JPEG: _jpeg, PNG: _png, WEBP: _webp}


# The photos of a game.

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
            description="The decision before it: its number, or the id of an event (default: the last one).",
        ),
    ] = ""


class PhotoInfo(Struct, frozen=True):
    """A photo: its id and address, and the number of decisions before it; ``mine`` if the sender may erase it."""

    id: str
    link: str
    decision: int
    time: str
    mine: bool


class Photos(Struct, frozen=True):
    """The photos of a game, in the order of the game."""

    photos: list[PhotoInfo]


def list_photos(request: ApiRequest) -> Photos:
    """Return the photos of a game that the sender may see."""
    cached = request.cached_game
    return Photos([_photo_info(request, one, cached) for one in _seen(cached, request.principal)])


def get_photo(request: ApiRequest) -> Response:
    """Return a photo."""
    _, one = _found(request)
    content = request.service.store.photos.read(request.id, name_of(one))
    kind = None if content is None else media_type_of(content)
    if content is None or kind is None:
        raise not_found()
    headers = {
        "Content-Disposition": f'inline; filename="{name_of(one)}.{_ENDINGS[kind]}"',
        "Content-Security-Policy": _POLICY,
        "Cache-Control": "private, no-cache",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    return Response(content, headers=headers, media_type=kind)


def add_photo(request: ApiRequest) -> Response:
    """Store a photo without its metadata."""
    demand_voice(request)
    at: str = request.query.at
    place = anchor_of(request.view, int(at) if at.isascii() and at.isdecimal() and len(at) < 7 else at)
    try:
        picture = strip_photo(request.body)
    except PhotoError as error:
        raise Problem(422, "wrong-type", error.text) from None
    store = request.service.store
    name = new_id(request.service.chance)

    def draft(cached: CachedGame) -> Draft:
        if sum(1 for one in cached.stored.annotations if one.note and is_photo(one.note)) >= MOST_PHOTOS:
            raise too_many(MOST_PHOTOS, message("too many photos in the game; the limit is {number}"))
        store.photos.save(cached.stored.id, name, picture.content)
        return Draft(place, Extension(PHOTO, name), authors={"": Author(short=TABLE_LAYER)})

    cached = annotate_once(request, draft)
    photos = [one for one in cached.stored.annotations if one.note and is_photo(one.note)]
    one = next((one for one in photos if name_of(one) == name), None) or max(photos, key=lambda one: one.order)
    return json_response(_photo_info(request, one, cached), 201)


def erase_photo(request: ApiRequest) -> Response:
    """Erase a photo permanently."""
    demand_voice(request)
    cached, one = _found(request)
    if not is_own(one, request.principal, cached.stored.state.setup):
        raise Problem(403, "not-allowed", Message("only the recorder and the owner can erase photos"))
    request.service.store.photos.erase(cached.stored.id, name_of(one))
    request.service.store.annotations.retract(cached.stored, one.id)
    return Response(status_code=204)


def is_photo(note: AnyNote) -> bool:
    """Return whether a note is a photo."""
    return isinstance(note, Extension) and note.word == PHOTO


def name_of(one: Annotation) -> str:
    """Return the name of a photo."""
    return (one.note.text or "") if isinstance(one.note, Extension) else ""


def _seen(cached: CachedGame, principal: Principal) -> list[Annotation]:
    return [one for one in heard_by(cached, principal, is_photo) if _NAME.fullmatch(name_of(one))]


def _found(request: ApiRequest) -> tuple[CachedGame, Annotation]:
    cached = request.cached_game
    one = next((one for one in _seen(cached, request.principal) if name_of(one) == request.path["photo"]), None)
    if one is None:
        raise not_found()
    return cached, one


def _photo_info(request: ApiRequest, one: Annotation, cached: CachedGame) -> PhotoInfo:
    link = request.link(f"/api/games/{cached.stored.id}/photos/{name_of(one)}")
    principal = request.principal
    mine = principal.right >= Right.CLAIM and is_own(one, principal, cached.stored.state.setup)
    return PhotoInfo(name_of(one), link, one.anchor or 0, one.time, mine)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{id}/photos", list_photos, "The photos of a game", gives=Photos, right=Right.LOOK),
    Endpoint(
        "POST", "/api/games/{id}/photos", add_photo, "Add a photo of the table",
        takes="image/*", gives=PhotoInfo, right=Right.LOOK, roles=VOICES, query=PhotoQuery, status=201, most="photo",
        waits=True, problems=(404, 422),
    ),
    Endpoint(
        "GET", "/api/games/{id}/photos/{photo}", get_photo, "A photo",
        gives=(JPEG, PNG, WEBP), right=Right.LOOK, problems=(404,),
    ),
    Endpoint(
        "DELETE", "/api/games/{id}/photos/{photo}", erase_photo, "Erase a photo permanently",
        right=Right.LOOK, roles=VOICES, status=204, problems=(404,),
    ),
)  # fmt: skip
