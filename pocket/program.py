"""Pyodide's program in two parts, so that a first start waits only for what it needs: a third of it.

``called.txt`` says which functions that are: those that are called from the start until a game is recorded.
``python -m bench.called FOLDER`` writes it anew, for another version of Pyodide or when much has changed. Whatever it
says, the program does the same; a function that is missing comes when it is called.
"""

import base64
import re
from pathlib import Path
from typing import Final

from pocket.downloads import BuildError
from pocket.splitting import Parts, documentation, exported_names, imported_names, split
from replays.page.packing import compact_script
from replays.service.pages.static import web_sources

CALLED: Final = Path(__file__).with_name("called.txt")
SCRIPT: Final = "pyodide.asm.mjs"
PROGRAM: Final = "pyodide.asm.wasm"
REST: Final = "rest.wasm"

_TABLES: Final = (
    # Of encodings for Chinese, Japanese and Korean texts.
    range(801_024, 1_389_568),
    # Names and decompositions of characters; their kinds are elsewhere.
    range(1_487_920, 2_047_216),
    # Of encodings again, in the library of C.
    range(2_823_168, 2_962_496),
)
"""Constants of this version that only functions read that are never among the first ones."""

_EXPORT: Final = "export default _createPyodideModule;"
_NAMES: Final = re.compile(r"\bvar (?:[\w$]+,){1000,}[\w$]+;")
"""The script's variables for what the program exports."""

_LIBRARY: Final = ("return asyncLoad(libFile)", 'return Module["library"]??asyncLoad(libFile)')
"""What loads a library once the program is there, and what takes one that came with it."""

_TAKEN: Final = re.compile(r'([\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\];')
"""What takes one of them."""


def write_program(pyodide: Path, library: bytes, folder: Path) -> None:
    """Write the script and both parts of the program, for a library that is loaded at the start."""
    program = (pyodide / PROGRAM).read_bytes()
    script = (pyodide / SCRIPT).read_text(encoding="utf-8")
    declared = _NAMES.search(script)
    if declared is None or _EXPORT not in script or script.count(_LIBRARY[0]) != 1:
        raise BuildError(f"{SCRIPT} is not like the one that is known")
    used = {*re.findall(r"[\w$]+", _TAKEN.sub("", script.replace(declared[0], "")))}
    exported = exported_names(program)
    names = {name for name in exported if name in used or f"_{name}" in used} | (exported & imported_names(library))
    texts = (one for one in documentation(program) if not any(one.start in table for table in _TABLES))
    later = sorted((*_TABLES, *texts), key=lambda one: one.start)
    first, rest = split(program, Parts(called_functions(), names, later))
    (folder / PROGRAM).write_bytes(first)
    (folder / REST).write_bytes(rest)
    (folder / SCRIPT).write_text(_shortened(script, declared[0], names), encoding="utf-8")


def called_functions() -> set[int]:
    """Return the places of the functions that a first start calls, among the program's own."""
    bits = base64.b64decode(CALLED.read_text(encoding="ascii"))
    return {at for at in range(8 * len(bits)) if bits[at // 8] >> at % 8 & 1}


def write_called(functions: set[int]) -> None:
    """Write which functions a first start calls."""
    bits = bytearray(max(functions) // 8 + 1)
    for at in functions:
        bits[at // 8] |= 1 << at % 8
    CALLED.write_text(base64.encodebytes(bits).decode("ascii"), encoding="ascii")


def _shortened(script: str, declared: str, names: set[str]) -> str:
    """Return the script without the names that nobody uses, and with what loads the rest of the program."""
    gone = {variable for variable, name in _TAKEN.findall(script) if name not in names}
    kept = [name for name in declared.removeprefix("var ").removesuffix(";").split(",") if name not in gone]
    shorter = _TAKEN.sub(lambda found: found[0] if found[2] in names else "", script)
    own = compact_script(web_sources()["pocket/rest.js"])
    return shorter.replace(declared, f"var {','.join(kept)};").replace(*_LIBRARY).replace(_EXPORT, own)
