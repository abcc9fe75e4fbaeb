"""How to install what an extra of the program needs, in the way in which the program was installed."""

import importlib.util
import json
import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from urllib.parse import unquote, urlsplit

from cli.exits import MissingProgramError


def missing_package(what: str, package: str, extra: str, otherwise: str = "") -> MissingProgramError:
    """Return the error for a package that is not installed; ``otherwise`` is what can be done without it."""
    instead = f", {otherwise}" if otherwise else ""
    return MissingProgramError(f"{what} needs {package}, which is not installed: run {to_install(extra)}{instead}")


def need_package(what: str, package: str, extra: str) -> None:
    """Raise ``MissingProgramError`` if a package is not installed."""
    if importlib.util.find_spec(package) is None:
        raise missing_package(what, package, extra)


def to_install(extra: str, prefix: str = sys.prefix) -> str:
    """Return the command that adds an extra to this program, which is installed below ``prefix``.

    pipx and uv install every program into a folder of its own, below one that is named after them.
    """
    place = Path(prefix).as_posix()
    if "/pipx/venvs/" in place:
        return " ".join(["pipx inject calimala", *map(shlex.quote, packages_of(extra))])
    if "/uv/tools/" in place:
        # uv removes what the extras brought that are not named again.
        return f'uv tool install "{_source()}[{",".join(sorted({*_installed_extras(), extra}))}]"'
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip" if importlib.util.find_spec("pip") else f"python3 -m pip --python {python}"
    return f'{pip} install "{_source()}[{extra}]"'


def packages_of(extra: str) -> list[str]:
    """Return what an extra requires, e.g. ``textual<9,>=8``; the extra itself if the program is not installed."""
    try:
        needed = requires("calimala") or []
    except PackageNotFoundError:
        needed = []
    found = [requirement.partition(";") for requirement in needed]
    return [package.strip() for package, _, when in found if f"extra == '{extra}'" in when] or [f"calimala[{extra}]"]


def _installed_extras() -> set[str]:
    """Return the extras whose packages are all installed."""
    try:
        extras = distribution("calimala").metadata.get_all("Provides-Extra") or []
    except PackageNotFoundError:
        return set()
    return {extra for extra in extras if all(map(_is_installed, packages_of(extra)))}


def _is_installed(requirement: str) -> bool:
    """Return whether the package of a requirement, e.g. ``textual<9,>=8``, is installed, in whatever version."""
    try:
        distribution(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
    except PackageNotFoundError:
        return False
    return True


def _source() -> str:
    """Return where the program was installed from: a folder, or the name of its package."""
    try:
        written = distribution("calimala").read_text("direct_url.json")
    except PackageNotFoundError:
        written = None
    url = urlsplit(json.loads(written)["url"] if written else "")
    return unquote(url.path) if url.scheme == "file" else "calimala"
