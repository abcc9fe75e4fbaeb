"""The lock files: for each purpose every package, at one version, with the hashes of its files.

They hold for every platform and every supported Python, by markers, and name no registry: packages come from the index
that pip or uv is set up for, and what that gives has to have one of the hashes.
"""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = Path(__file__).resolve().parent

TOOLS: Final = ("dev", "fuzz", "bench", "train")
"""The extras of those who work on the project."""

INSTALLER: Final = "installer"
"""The lock file of the program with which `.ci/run` installs."""

_RESTS: Final = timedelta(days=7)
"""A version younger than this is not taken: what is wrong with it is mostly found, and withdrawn, in days."""

_EDITABLE: Final = "editables"
"""What hatchling needs for an editable installation beside itself."""


class LockError(Exception):
    """The lock files cannot be made; the message says why."""


class Pin(NamedTuple):
    """A package at one version; ``marker`` says where it is needed, empty for everywhere, ``via`` what needs it."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    via: tuple[str, ...]


def project() -> dict[str, Any]:
    """Return the project's own file."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def extras_by_lock(content: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the lock files of the project, with the extras that each holds beside what is always needed."""
    extras = tuple(content["project"]["optional-dependencies"])
    users = tuple(extra for extra in extras if extra not in TOOLS)
    return {"base": (), "users": users, "dev": ("dev",), "bench": ("bench",)}


def path_of(lock: str) -> Path:
    """Return where a lock file is."""
    return FOLDER / f"{lock}.txt"


_PIN: Final = re.compile(r"([a-z0-9-]+)==([^\s;\\]+)(?: ; ([^\\]+?))? \\")
_HASH: Final = re.compile(r"    --hash=(sha256:[0-9a-f]{64})")
_VIA: Final = re.compile(r"    #(?: via|  ) +(\S.*)")


def pins_in(text: str) -> Iterator[Pin]:
    """Yield what a lock file pins."""
    for block in re.split(r"\n(?=\S)", text):
        if block.startswith("#"):
            continue
        found = _PIN.match(block)
        if found is None:
            raise LockError(f"a package without version and hashes: {block.splitlines()[0]}")
        hashes, via = tuple(_HASH.findall(block)), tuple(_VIA.findall(block))
        yield Pin(found[1], found[2], found[3] or "", hashes, via)


def read_lock(lock: str) -> tuple[Pin, ...]:
    """Return what the lock file of this name pins."""
    return tuple(pins_in(path_of(lock).read_text(encoding="utf-8")))


def write_locks(now: datetime) -> None:
    """Write every lock file with the newest versions that rested; raises ``LockError`` without uv, or if it fails."""
    uv = shutil.which("uv")
    if uv is None:
        raise LockError("uv is needed to make lock files: https://docs.astral.sh/uv")
    content = project()
    rested = (now - _RESTS).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    needed = "\n".join([*content["build-system"]["requires"], _EDITABLE])
    everything = [f"--extra={extra}" for extra in content["project"]["optional-dependencies"]]
    together = _compiled(uv, ["pyproject.toml", "-", *everything, f"--exclude-newer={rested}"], needed)
    for lock, extras in extras_by_lock(content).items():
        wanted = [f"--extra={extra}" for extra in extras]
        text = _agreeing(uv, ["pyproject.toml", "-", *wanted, f"--exclude-newer={rested}"], needed, together)
        path_of(lock).write_text(text, encoding="utf-8")
    text = _compiled(uv, ["-", f"--exclude-newer={rested}"], "uv")
    path_of(INSTALLER).write_text(text, encoding="utf-8")


def _agreeing(uv: str, arguments: Sequence[str], needed: str, together: str) -> str:
    """Return a lock file with the versions of the one of everything."""
    versions = FOLDER / ".together.txt"
    try:
        versions.write_text(together, encoding="utf-8")
        text = _compiled(uv, [*arguments, "--constraint", str(versions)], needed)
    finally:
        versions.unlink(missing_ok=True)
    return re.sub(r"\n +#(?: via|  ) +-c \S+", "", text)


def _compiled(uv: str, arguments: Sequence[str], needed: str) -> str:
    command = [
        *(uv, "pip", "compile", *arguments, "--universal", "--python-version=3.11", "--generate-hashes"),
        *("--no-emit-index-url", "--custom-compile-command=python3 -m supply lock", "--quiet"),
    ]
    result = subprocess.run(command, cwd=ROOT, input=needed, capture_output=True, text=True, check=False)
    if result.returncode:
        raise LockError(result.stderr.strip())
    return result.stdout
