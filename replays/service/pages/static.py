"""The files that pages load: style sheets, modules, the viewer. Which there are is settled when the service starts.

Their addresses have a digest of their content, ``/static/<version>/common/keys.js``, so that browsers may store them as
long as they like; a module finds others by relative paths, those of the viewer in ``viewer/``.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

import msgspec
from starlette.responses import Response

from replays.page import compact_script, compact_style, viewer_module
from replays.service.endpoints import ApiRequest, Endpoint
from replays.service.problems import not_found

VIEWER: Final = "calimala-replay.js"
"""The name of the viewer's module."""

_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_COMPACT: Final = {"css": compact_style, "js": compact_script}
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"


class StaticFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    media_type: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Return every file by its name: its path in ``web``, or ``viewer/...`` for the viewer's own modules."""
    web, viewer = files("replays.service") / "web", files("replays.page") / "viewer"
    found = {name: _read(path) for name, path in (*_files_in(web), *_files_in(viewer, "viewer/"))}
    return {**found, VIEWER: StaticFile(viewer_module().encode(), _TYPES["js"])}


def _files_in(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _files_in(path, f"{prefix}{path.name}/")
        elif _kind(path) in _TYPES:
            yield prefix + path.name, path


def _kind(path: Traversable) -> str:
    return path.name.rpartition(".")[2]


def _read(path: Traversable) -> StaticFile:
    """Return a file as it is sent: modules without comments, they and style sheets without needless space."""
    kind, content = _kind(path), path.read_bytes()
    compact = _COMPACT.get(kind)
    return StaticFile(compact(content.decode()).encode() if compact else content, _TYPES[kind])


@cache
def static_version() -> str:
    """Return what their addresses have: a digest of all of them."""
    digest = blake2b(digest_size=8)
    for name, file in sorted(static_files().items()):
        digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
    return digest.hexdigest()


def static_address(request: ApiRequest, name: str) -> str:
    """Return the address of a file on this service."""
    assert name in static_files(), name
    return request.local(f"/static/{static_version()}/{name}")


def get_static_file(request: ApiRequest) -> Response:
    """Return a file; the address of another version gives the current file, which is not cached then."""
    file = static_files().get(request.path["name"])
    if file is None:
        raise not_found()
    caching = _FOR_EVER if request.path["version"] == static_version() else _ASK_AGAIN
    return Response(file.content, headers={"Cache-Control": caching}, media_type=file.media_type)


# The service worker, which stores the pages of phones for when there is no connection.

_WORKER: Final = "recorder/worker.js"
_PHONES: Final = (
    "common/service.css",
    "recorder/recorder.css",
    "recorder/new.js",
    "recorder/recorder.js",
    "recorder/seat.js",
)
"""What the pages of phones load; it is stored with all that it imports."""

_IMPORT: Final = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


@cache
def phone_files() -> list[str]:
    """Return the names of the files that the pages of phones load, and of the modules that those import."""
    found: list[str] = []
    due = [*_PHONES]
    while due:
        name = due.pop()
        if name not in found:
            found.append(name)
            text = static_files()[name].content.decode()
            due += [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in _IMPORT.findall(text)]
    return sorted(found)


def get_worker(request: ApiRequest) -> Response:
    """Return the service worker, from the root of the service, since it stores pages of the whole service."""
    files = [static_address(request, name) for name in phone_files()]
    constants = {"FILES": files, "ROOT": request.local("")}
    head = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items())
    code = head.encode() + static_files()[_WORKER].content
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": request.local("/")}
    return Response(code, headers=headers, media_type="text/javascript; charset=utf-8")


ENDPOINTS = (
    Endpoint(
        "GET", "/static/{version}/{name:path}", get_static_file, "A file that pages load",
        gives=tuple(_TYPES.values()), quick=True, problems=(404,),
    ),
    Endpoint("GET", "/worker.js", get_worker, "The service worker of phones", gives="text/javascript", quick=True),
)  # fmt: skip
