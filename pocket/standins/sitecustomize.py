"""What Python imports before anything of its own and of the project: until ``finish``, archives are read faster.

An archive is opened once, not for every module; a module is read once, not a second time for its place; and nothing is
looked for that could be forgotten.
"""

import gc
import os
import zipimport

_REPLACED = {name: vars(zipimport)[name] for name in ("_get_data", "_get_module_code")}
_HEADER = 30
"""The bytes before the name of a file in an archive."""

_open: dict[str, int] = {}
_found: dict[str, object] = {}


def _data(archive: str, entry: tuple[str, int, int, int, int, int, int, int]) -> bytes:
    """Return a file of an archive that is not compressed."""
    path, _, size, _, begin, *_ = entry
    if archive not in _open:
        _open[archive] = os.open(archive, os.O_RDONLY)
    return os.pread(_open[archive], size, begin + _HEADER + len(path) - len(archive) - 1)


def _module_code(archive: zipimport.zipimporter, name: str) -> object:
    """Return the code of a module, which is asked for twice."""
    if name not in _found:
        _found[name] = _REPLACED["_get_module_code"](archive, name)
        return _found[name]
    return _found.pop(name)


def _set(functions: dict[str, object]) -> None:
    """Let archives be read by these functions."""
    for name, function in functions.items():
        setattr(zipimport, name, function)


def finish() -> None:
    """Read archives as usual from here on; what is there stays."""
    _set(_REPLACED)
    while _open:
        os.close(_open.popitem()[1])
    _found.clear()
    gc.freeze()
    gc.enable()


gc.disable()
_set({"_get_data": _data, "_get_module_code": _module_code})
