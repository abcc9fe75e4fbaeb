"""The files that pages load: style sheets, modules, the viewer. Which there are is settled when the service starts.

Their addresses have a digest of their content, ``/static/<version>/recorder/new.js``, so that browsers may store them
as long as they like. A module comes with all that it imports, and a style sheet too, so that a page has few files.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import Final, NamedTuple

import msgspec
from starlette.responses import Response

from replays.page import KINDS, packed_modules, packed_style, viewer_module, viewer_sources
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
_STYLES: Final = ("common/service.css", "pages/sharing.css", "pocket/shell.css", "recorder/recorder.css")
"""The style sheets that pages load; others are inside of modules, or of these."""

_WORKER: Final = "recorder/worker.js"
_PHONES: Final = (
    "common/service.css",
    "recorder/new.js",
    "recorder/recorder.css",
    "recorder/recorder.js",
    "recorder/seat.js",
)
"""What the pages of phones load."""

_DESK: Final = "study/desk.js"
"""What only those load who may write about a game."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"


class StaticFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    media_type: str


@cache
def web_sources() -> dict[str, str]:
    """Return the sources of modules and style sheets by their paths, those of the viewer in ``viewer/``."""
    found = _files_in(files("replays.service") / "web")
    own = {name: path.read_text(encoding="utf-8") for name, path in found if name.endswith(KINDS)}
    return {**own, **{f"viewer/{name}": source for name, source in viewer_sources().items()}}


_MAKING: Final = Lock()


def static_files() -> dict[str, StaticFile]:
    """Return every file by its name: the viewer, modules that pages begin with, style sheets, and pictures."""
    with _MAKING:
        return _static_files()


@cache
def _static_files() -> dict[str, StaticFile]:
    sources = web_sources()
    packed = {VIEWER: viewer_module()}
    for name in sources:
        if name in _STYLES:
            packed[name] = packed_style(sources, name)
        elif name.startswith("pages/") or name in (*_PHONES, _WORKER, _DESK):
            packed[name] = packed_modules(sources, name)
    found = {name: StaticFile(text.encode(), _TYPES[_kind(name)]) for name, text in packed.items()}
    pictures = [
        (name, path)
        for name, path in _files_in(files("replays.service") / "web")
        if _kind(name) in _TYPES and not name.endswith(KINDS)
    ]
    return {**found, **{name: StaticFile(path.read_bytes(), _TYPES[_kind(name)]) for name, path in pictures}}


def _files_in(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _files_in(path, f"{prefix}{path.name}/")
        else:
            yield prefix + path.name, path


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


@cache
def static_version() -> str:
    """Return what their addresses have: a digest of all of them."""
    digest = blake2b(digest_size=8)
    for name, file in sorted(static_files().items()):
        digest.update(f"{name}\0{len(file.content)}\0".encode() + file.content)
    return digest.hexdigest()


def static_address(request: ApiRequest, name: str) -> str:
    """Return the address of a file on this service."""
    pocket = request.service.options.pocket
    assert pocket or name in static_files(), name
    return request.local(f"/static/{pocket or static_version()}/{name}")


def get_static_file(request: ApiRequest) -> Response:
    """Return a file; an address with another version returns the current file, which is not cached."""
    file = static_files().get(request.path["name"])
    if file is None:
        raise not_found()
    caching = _FOR_EVER if request.path["version"] == static_version() else _ASK_AGAIN
    return Response(file.content, headers={"Cache-Control": caching}, media_type=file.media_type)


# The service worker, which stores the pages of phones for when there is no connection.


def get_worker(request: ApiRequest) -> Response:
    """Return the service worker, from the root of the service, since it stores pages of the whole service."""
    files = [static_address(request, name) for name in _PHONES]
    constants = {"FILES": files, "ROOT": request.local("")}
    head = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in constants.items())
    code = head.encode() + static_files()[_WORKER].content
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": request.local("/")}
    return Response(code, headers=headers, media_type="text/javascript; charset=utf-8")


ENDPOINTS = (
    Endpoint(
        "GET", "/static/{version}/{name:path}", get_static_file, "A file that pages load",
        gives=tuple(_TYPES.values()), problems=(404,),
    ),
    Endpoint("GET", "/worker.js", get_worker, "The service worker of phones", gives="text/javascript"),
)  # fmt: skip
