"""What Python imports before anything of its own and of the project: until ``finish``, modules come faster.

An archive is opened once, not for every module; a module is looked up by its name and read once, not a second time for
its place; and nothing is looked for that could be forgotten.
"""

import gc
import marshal
import os
import zipimport
from _frozen_importlib import ModuleSpec
from typing import Any

_ENDINGS = (".pyc", "/__init__.pyc")
_HEADER = 30
"""The bytes before the name of a file in an archive."""

_CODE = 16
"""Where the code begins in a compiled module."""

_directories = vars(zipimport)["_zip_directory_cache"]
_open: dict[str, int] = {}


def _find_spec(importer: Any, name: str, _target: object = None) -> ModuleSpec | None:
    """Find a module in an archive."""
    place = importer.prefix + name.rpartition(".")[2]
    files = _directories[importer.archive]
    for ending in _ENDINGS:
        entry = files.get(place + ending)
        if entry is None:
            continue
        is_package = ending != ".pyc"
        spec = ModuleSpec(name, importer, origin=entry[0], loader_state=entry, is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [f"{importer.archive}/{place}"]
        return spec
    return None


def _exec_module(importer: Any, module: Any) -> None:
    """Run a module, a file that is not compressed."""
    archive = importer.archive
    path, _, size, _, begin, *_ = module.__spec__.loader_state
    if archive not in _open:
        _open[archive] = os.open(archive, os.O_RDONLY)
    data = os.pread(_open[archive], size, begin + _HEADER + len(path) - len(archive) - 1)
    exec(marshal.loads(memoryview(data)[_CODE:]), module.__dict__)


_NEW: dict[str, Any] = {"find_spec": _find_spec, "exec_module": _exec_module}
_REPLACED = {name: getattr(zipimport.zipimporter, name) for name in _NEW}


def _use(methods: dict[str, Any]) -> None:
    """Let archives be read by these methods."""
    for name, method in methods.items():
        setattr(zipimport.zipimporter, name, method)


def finish() -> None:
    """Read archives as usual from here on; what is there stays."""
    _use(_REPLACED)
    while _open:
        os.close(_open.popitem()[1])
    gc.freeze()
    gc.enable()


gc.disable()
_use(_NEW)
