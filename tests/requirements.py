"""Programs that some tests need besides Python and ``dev``, and the message if one is missing.

A test says `@pytest.mark.needs("dot")`. If the program is missing the test is reported as not run, with the reason, in
a section of its own at the end; with `CI=true` in the environment it fails instead, because a machine that judges
changes must have everything. A new program is one line in `PROGRAMS`.

Knows nothing of pytest's machinery (`tests/conftest.py` does).
"""

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec

from tests.postgres import program_folder


@dataclass(frozen=True)
class Program:
    """A program: how to detect it, and the Debian package, or the command that installs it, if it is missing."""

    is_there: Callable[[], bool]
    debian: str = ""
    command: str = ""

    def missing(self, name: str) -> str:
        """Return the sentence for a person on whose machine it is missing."""
        return f"needs {name}, which is not there ({self.command or f'Debian: apt install {self.debian}'})"


def on_path(*names: str) -> Callable[[], bool]:
    """Return whether a program of one of these names is on the search path at the moment of asking."""
    return lambda: any(shutil.which(name) for name in names)


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What Chromium is called; first without what draws windows, since that takes the least time."""

PROGRAMS = {
    "dot": Program(on_path("dot"), debian="graphviz"),
    "chromium": Program(on_path(*BROWSERS), debian="chromium-headless-shell"),
    "firefox": Program(on_path("firefox-esr", "firefox"), debian="firefox-esr"),
    "webkit": Program(on_path("WebKitWebDriver"), debian="webkit2gtk-driver"),
    "xvfb": Program(on_path("Xvfb"), debian="xvfb"),
    "cc": Program(on_path("cc"), debian="gcc libc6-dev"),
    "setuptools": Program(lambda: find_spec("setuptools") is not None, command="pip install setuptools"),
    "zsh": Program(on_path("zsh"), debian="zsh"),
    "fish": Program(on_path("fish"), debian="fish"),
    "strace": Program(on_path("strace"), debian="strace"),
    "openssl": Program(on_path("openssl"), debian="openssl"),
    "systemd-analyze": Program(on_path("systemd-analyze"), debian="systemd"),
    "nginx": Program(on_path("nginx", "/usr/sbin/nginx"), debian="nginx-light"),
    "caddy": Program(on_path("caddy"), debian="caddy"),
    "postgresql": Program(lambda: program_folder() is not None, debian="postgresql"),
}


def missing(names: Iterable[str]) -> list[str]:
    """Return a sentence for each of these programs that is missing.

    Raises:
        LookupError: a name that is not in `PROGRAMS`.
    """
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        raise LookupError(f"no such program in tests/requirements.py: {', '.join(unknown)}")
    return [PROGRAMS[name].missing(name) for name in names if not PROGRAMS[name].is_there()]


def is_ci() -> bool:
    """Return whether this machine judges changes and so must have every program."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}
