"""The laws of the rules by hypothesis, with what is in the folder, in Chromium without a network."""

import io
import json
import shutil
import subprocess
import sys
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from playwright.sync_api import BrowserContext

from pocket.downloads import pyodide_files
from pocket.program import PROGRAM, SCRIPT
from pocket.sources import ROOT
from tests.laws import test_conservation, test_history, test_legality, test_missing, test_views
from tests.pocket.folder import Pocket, served
from tests.pocket.test_browser import PYTHON

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.timeout(1800), pytest.mark.long]

LAWS = (test_conservation, test_history, test_legality, test_missing, test_views)
"""The modules of laws that need nothing of pytest."""

_PROGRAM = """
import importlib, json, sys, zipfile
zipfile.ZipFile("/hypothesis.zip").extractall("/lib/python3.14/site-packages")
sys.path += ["/tests.zip", "/standard.zip"]
from tests import profiles

def main():
    profiles.register()
    held = []
    for module in map(importlib.import_module, json.loads(open("/laws.json", encoding="utf-8").read())):
        for name, law in vars(module).items():
            if name.startswith("test_"):
                law()
                held.append(f"{module.__name__}.{name}")
    return json.dumps(held)
"""


def _hypothesis(folder: Path) -> bytes:
    """Return the wheel of hypothesis for Pyodide's Python, of the version and the hash that this project pins."""
    lines = (ROOT / "supply" / "dev.txt").read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("hypothesis=="))
    last = next(at for at in range(first, len(lines)) if not lines[at].endswith("\\"))
    wanted = folder / "hypothesis.txt"
    wanted.write_text("\n".join(lines[first : last + 1]), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp"]
    command += ["--require-hashes", "--dest", str(folder), "--requirement", str(wanted)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (wheel,) = folder.glob("hypothesis-*.whl")
    return wheel.read_bytes()


def _tests() -> bytes:
    """Return the tests as an archive, with the package that hypothesis needs."""
    needed = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / "tests" / "laws").glob("*.py"))}
    needed |= {f"tests/{name}.py": ROOT / "tests" / f"{name}.py" for name in ("__init__", "profiles", "strategies")}
    found = find_spec("sortedcontainers")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    needed |= {f"sortedcontainers/{path.name}": path for path in package.glob("*.py")}
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, path in needed.items():
            archive.write(path, name)
    return written.getvalue()


def _laws(module: ModuleType) -> list[str]:
    return [f"{module.__name__}.{name}" for name in vars(module) if name.startswith("test_")]


def _with_whole_program(folder: Path, copy: Path) -> Path:
    """Return a copy of the folder with Pyodide's own script and program: hypothesis has a library that uses more of
    them than the project does.
    """
    shutil.copytree(folder, copy)
    for name in (SCRIPT, PROGRAM):
        shutil.copyfile(pyodide_files(ROOT / "build" / "downloads") / name, copy / "py" / name)
    return copy


def test_the_laws_hold_in_a_browser(context: BrowserContext, folder: Path, tmp_path: Path) -> None:
    """Without a network every law holds in Chromium for the games that are tried by default."""
    with served(_with_whole_program(folder, tmp_path / "whole" / "path")) as address:
        held = _held_laws(context, address, tmp_path)
    assert held == [name for module in LAWS for name in _laws(module)]


def _held_laws(context: BrowserContext, address: str, tmp_path: Path) -> list[str]:
    archives = {
        "hypothesis": _hypothesis(tmp_path),
        "tests": _tests(),
        # What hypothesis imports of Python besides what the folder has.
        "standard": (pyodide_files(ROOT / "build" / "downloads") / "python_stdlib.zip").read_bytes(),
    }
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    context.set_offline(True)
    files = {f"{name}.zip": b64encode(data).decode() for name, data in archives.items()}
    files |= {"program.py": _PROGRAM, "laws.json": json.dumps([module.__name__ for module in LAWS])}
    held: list[str] = json.loads(pocket.page.evaluate(PYTHON, [address, files]))
    return held
