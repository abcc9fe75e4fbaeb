"""Photos: only the picture is stored, for everybody at the game, until it is erased for good."""

import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import play
from notation import dumps
from replays.service.api.photos import JPEG, PNG, WEBP, PhotoError, strip_photo
from tests.service.asking import Instance, Person
from tests.service.test_decisions import SETUP

SECRET = b"43.7696 N, 11.2558 E"
"""Data of a camera about the place where a photo was taken."""


def _segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(data) + 2).to_bytes(2, "big") + data


def _chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


def _riff(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2)


def _png(width: int = 2, height: int = 3, more: bytes = b"") -> bytes:
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    lines = zlib.compress((b"\0" * (1 + min(width, 9))) * min(height, 9))
    chunks = (_chunk(b"IHDR", head), more, _chunk(b"IDAT", lines), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _webp(*chunks: bytes) -> bytes:
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


PLAIN_JPEG = strip_photo(Path("docs/pictures/page.jpg").read_bytes()).content
PLAIN_WEBP = b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
FRAME = PLAIN_WEBP[12:]
WITH_SECRETS = {
    JPEG: (
        PLAIN_JPEG[:2]
        + _segment(0xE1, b"Exif\0\0" + SECRET)
        + _segment(0xFE, SECRET)
        + _segment(0xE2, b"MPF\0" + SECRET)
        + PLAIN_JPEG[2:-2]
        + _segment(0xED, SECRET)
        + PLAIN_JPEG[-2:]
        + SECRET
    ),
    PNG: _png(more=_chunk(b"tEXt", SECRET) + _chunk(b"eXIf", SECRET) + _chunk(b"iTXt", SECRET)) + SECRET,
    WEBP: _webp(
        _riff(b"VP8X", b"\x0c\0\0\0" + b"\0\0\0" * 2), FRAME, _riff(b"EXIF", SECRET + b"!"), _riff(b"XMP ", SECRET)
    ),
}


@pytest.mark.parametrize("kind", WITH_SECRETS)
def test_only_the_picture_is_stored(kind: str) -> None:
    """The data of cameras and programs is removed from a picture of each kind, and nothing of the picture."""
    found = strip_photo(WITH_SECRETS[kind])
    assert found.kind == kind
    assert SECRET not in found.content
    assert strip_photo(found.content) == found
    wanted = {JPEG: PLAIN_JPEG, PNG: _png(), WEBP: _webp(_riff(b"VP8X", b"\0" * 10), FRAME)}
    assert found.content == wanted[kind]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\xff\xd8\xff",
        PLAIN_JPEG[:-2],
        PLAIN_JPEG[:400],
        _png()[:-5],
        _png(8001, 1),
        _png(8000, 8000),
        _png(0, 0),
        _png().replace(b"IDAT", b"IDAU"),
        PLAIN_WEBP[:20],
        _webp(_riff(b"VP8X", b"\x02" + b"\0" * 9), FRAME),
        _webp(),
    ],
)
def test_other_files_are_rejected(content: bytes) -> None:
    """Other files, broken or moving pictures, and those of too many pixels are rejected."""
    with pytest.raises(PhotoError):
        strip_photo(content)


@given(st.sampled_from([*WITH_SECRETS.values()]), st.data())
def test_any_bytes_are_a_picture_or_rejected(content: bytes, data: st.DataObject) -> None:
    """Any file is rejected, or stored as a picture that would be stored unchanged again."""
    place = data.draw(st.integers(0, min(len(content), 700)))
    broken = content[:place] + data.draw(st.binary(max_size=8)) + content[place + data.draw(st.integers(0, 8)) :]
    try:
        found = strip_photo(broken)
    except PhotoError:
        return
    assert strip_photo(found.content).content == found.content


def _game(service: Instance, visibility: str = "private") -> tuple[str, dict[str, Person]]:
    made = service.game(dumps(play(SETUP)), visibility)
    keys = made["keys"]
    people = {name: service.person(keys[name]) for name in ("owner", "recorder", "viewer")}
    return f"/api/games/{made['id']}", people | {"seat": service.person(keys["seats"][0])}


def _send(person: Person, path: str, content: bytes, name: str = "") -> Any:
    headers = {"Content-Type": "image/jpeg", **({"Idempotency-Key": name} if name else {})}
    return person.post(f"{path}/photos", content=content, headers=headers)


def test_a_photo_is_stored_seen_and_erased(service: Instance) -> None:
    """A photo is stored once, seen by those who may see the game, and removed for good when it is erased."""
    path, people = _game(service)
    first, again = (_send(people["recorder"], path, WITH_SECRETS[JPEG], "one") for _ in range(2))
    assert first.status_code == 201, first.text
    assert first.json() == again.json()
    photo = f"{path}/photos/{first.json()['id']}"
    for person in people.values():
        assert [one["id"] for one in person.get(f"{path}/photos").json()["photos"]] == [first.json()["id"]]
        seen = person.get(photo)
        assert seen.content == PLAIN_JPEG
        assert seen.headers["content-type"] == JPEG
        assert seen.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in seen.headers["content-security-policy"]
    assert service.anybody().get(photo).status_code == 404
    other, them = _game(service)
    assert them["owner"].get(f"{other}/photos/{first.json()['id']}").status_code == 404
    assert people["seat"].ask("DELETE", photo).status_code == 403
    assert people["recorder"].ask("DELETE", photo).status_code == 204
    assert people["owner"].get(photo).status_code == 404
    assert service.store.photos.read(path.rpartition("/")[2], first.json()["id"]) is None


def test_an_invalid_photo(service: Instance) -> None:
    """A file that is not a picture, that is too large, or that a spectator sends is rejected."""
    path, people = _game(service)
    assert _send(people["recorder"], path, b"<script>").status_code == 422
    assert _send(people["recorder"], path, b"\xff\xd8\xff" + b"x" * 2_000_000).status_code == 413
    assert _send(people["viewer"], path, PLAIN_JPEG).status_code == 403
    assert people["owner"].get(f"{path}/photos").json() == {"photos": []}
