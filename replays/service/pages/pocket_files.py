"""The files of a service that runs in a browser, for recorders: they check without a connection what waits there.

``run.py pocket`` makes the folder. Its version is in the addresses, so that browsers may store the files.
"""

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from starlette.responses import Response

from replays.service.endpoints import ApiRequest, Endpoint
from replays.service.middleware import POLICY
from replays.service.problems import not_found

LIST: Final = "files.json"
"""The file that names all others, and the version."""

_WORKER: Final = "worker.js"
_PYTHON: Final = "py/"
_TYPES: Final = {
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_POLICY: Final = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""What the worker may run: Python is WebAssembly."""


class PocketFolder(msgspec.Struct, frozen=True):
    """What the list of a folder says."""

    version: str
    files: tuple[str, ...]


class PocketFile(NamedTuple):
    """A file of the folder, as it is and packed."""

    content: bytes
    packed: bytes


def read_folder(folder: str) -> PocketFolder:
    """Return what the list of a folder says; raises ``OSError``, and ``ValueError`` for another folder."""
    try:
        found = msgspec.json.decode(Path(folder, LIST).read_bytes(), type=PocketFolder)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{LIST} is not a list of files") from error
    if _WORKER not in found.files:
        raise ValueError(f"{_WORKER} is not in {LIST}")
    return found


@lru_cache(maxsize=1)
def _served(folder: str) -> tuple[str, dict[str, Path]]:
    """Return the version of a folder, and the files that are sent by their names."""
    found = read_folder(folder)
    names = [name for name in found.files if name == _WORKER or name.startswith(_PYTHON)]
    return found.version, {name: Path(folder, name) for name in (LIST, *names)}


@lru_cache(maxsize=16)
def _read(path: Path) -> PocketFile:
    content = path.read_bytes()
    return PocketFile(content, gzip.compress(content, 9, mtime=0))


def worker_address(request: ApiRequest) -> str:
    """Return the address of the worker that checks without a connection; empty where there is none."""
    folder = request.service.options.folder
    return request.local(f"/pocket/{_served(folder)[0]}/{_WORKER}") if folder else ""


def get_pocket_file(request: ApiRequest) -> Response:
    """Return a file of the folder. Not found for another version, or without a folder."""
    folder, name = request.service.options.folder, request.path["name"]
    version, files = _served(folder) if folder else ("", {})
    if name not in files or request.path["version"] != version:
        raise not_found()
    file = _read(files[name])
    headers = {"Cache-Control": _FOR_EVER, "Content-Security-Policy": _POLICY, "Vary": "Accept-Encoding"}
    content = file.content
    if "gzip" in request.http.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(content, headers=headers, media_type=_TYPES[name.rpartition(".")[2]])


ENDPOINTS = (
    Endpoint(
        "GET", "/pocket/{version}/{name:path}", get_pocket_file, "A file that checks decisions without a connection",
        gives=tuple(dict.fromkeys(_TYPES.values())), problems=(404,),
    ),
)  # fmt: skip
