"""The wheel: its contents, that it works without the sources, and that its names are its own."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from replays.text.languages import LANGUAGES
from tests.profiles import few

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["calimala_es", "notation", "replays", "cli"]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, cwd: Path) -> str:
    """Return what a program prints on both streams; it must succeed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"NO_COLOR": "1", "PYTHONUTF8": "1", "HOME": str(cwd)}
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from the sources by the backend itself, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs' folder of a new environment that has the wheel, and its dependencies by reference."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    paths = {"base": str(home), "platbase": str(home)}
    programs = Path(sysconfig.get_path("scripts", "venv", paths))
    python = programs / Path(sys.executable).name
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install"),
        *("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-compile", wheel),
        cwd=home,
    )
    # A path file in the new environment comes after its own packages, and path files inside of the folder named
    # are not followed: the dependencies are seen, the sources of this project are not.
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a module with all statements in it; expressions, which are most of it, import nothing."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from statements(child)


def imports(package: str) -> Iterator[tuple[Path, str]]:
    """Yield each module of a package with the top-level name of each of its imports."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((path, alias.name.partition(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                yield path, node.module.partition(".")[0]


@cache
def owners_of_names() -> Mapping[str, list[str]]:
    """Return the distributions that have each name that can be imported."""
    return packages_distributions()


def distribution(requirement: str) -> str:
    """Return the name of the distribution that a requirement asks for, as it is compared."""
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def requirements(extras: Iterable[str]) -> Iterator[str]:
    """Yield the distributions that these extras require, directly or by another extra of the project."""
    for extra in extras:
        for requirement in PROJECT["optional-dependencies"][extra]:
            own = re.fullmatch(r"calimala\[(.*)\]", requirement)
            yield from requirements(own[1].split(",")) if own else [requirement]


def test_wheel_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    """The wheel has the four packages, typed, with the licence, and no tests or tools."""
    names = ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert [name for name in PACKAGES if f"{name}/py.typed" not in names] == []
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert [name for name in names if name.startswith("/") or "__pycache__" in name] == []


def test_the_wheel_is_the_same_bytes_wherever_it_is_built(wheel: Path, tmp_path: Path) -> None:
    """Built from a copy in another folder, with other times on its files, the wheel is the same to the last byte."""
    copy = tmp_path / "copy"
    for name in (*PACKAGES, "docs", "supply"):
        shutil.copytree(ROOT / name, copy / name, copy_function=shutil.copyfile)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copyfile(ROOT / name, copy / name)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=copy)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_wheel_has_its_bill_of_materials(wheel: Path) -> None:
    """The wheel lists its dependencies in a bill of materials, in the folder that PEP 770 names."""
    archive = ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if ".dist-info/sboms/" in name)
    assert archive.read(name) == (ROOT / "supply" / "calimala.cdx.json").read_bytes()


def test_wheel_works_elsewhere(installed: Path, tmp_path: Path) -> None:
    """Installed from the wheel, the program prints its version and its help."""
    program = installed / "calimala"
    assert PROJECT["version"] in run(program, "--version", cwd=tmp_path)
    assert "Usage: calimala" in run(program, "--help", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_packages_say_where_to_look(installed: Path, tmp_path: Path) -> None:
    """A package that is run or imported names the version, the program and the documents."""
    python = installed / Path(sys.executable).name
    assert run(python, "-m", "calimala_es", "--version", cwd=tmp_path) == f"calimala {PROJECT['version']}\n"
    assert "calimala --help" in run(python, "-m", "calimala_es", cwd=tmp_path)
    assert "docs/api.md" in run(python, "-c", "import calimala_es; print(calimala_es.__doc__)", cwd=tmp_path)
    assert "Usage: calimala" in run(python, "-m", "cli", "--help", cwd=tmp_path)


def test_rules_are_in_the_wheel(wheel: Path, installed: Path, tmp_path: Path) -> None:
    """The rules are printed from the wheel, which has the page itself, once."""
    page = (ROOT / "docs" / "rules.md").read_bytes()
    archive = ZipFile(wheel)
    assert [name for name in archive.namelist() if archive.read(name) == page] == ["cli/rules.md"]
    assert run(installed / "calimala", "rules", "R4.2", cwd=tmp_path).startswith("R4.2 ")


def test_every_language_is_in_the_wheel(wheel: Path, installed: Path, tmp_path: Path) -> None:
    """The wheel has the compiled catalogues, so that the program speaks every language without the sources."""
    compiled = [name for name in ZipFile(wheel).namelist() if name.endswith("/LC_MESSAGES/calimala.mo")]
    assert len(compiled) == len(LANGUAGES) - 1
    game = ROOT / "examples" / "game-of-four.cgn"
    for code in few([*LANGUAGES][1:]):
        assert "Maria" in run(installed / "calimala", "study", game, "--lang", code, cwd=tmp_path)


@pytest.mark.needs("dot")
def test_the_demo_works_elsewhere(installed: Path, tmp_path: Path) -> None:
    """The demo runs from the wheel: a whole game is stored, replayed, verified and drawn."""
    output = run(installed / "calimala", "--demo", "shown", cwd=tmp_path)
    assert "Verified" in output
    assert len([path for path in (tmp_path / "shown").iterdir() if path.suffix == ".svg"]) == 3


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_is_what_runs_elsewhere(package: str, installed: Path, tmp_path: Path) -> None:
    """In the tests of the wheel the packages come from the wheel and not from the sources."""
    python = installed / Path(sys.executable).name
    place = run(python, "-c", f"import {package}; print({package}.__file__)", cwd=tmp_path).strip()
    assert Path(place).is_relative_to(installed.parent), place


@pytest.mark.parametrize("package", PACKAGES)
def test_name_is_owned_by_nobody_else(package: str) -> None:
    """Two of the names exist as other people's distributions, so the program needs an environment of its own."""
    owners = {distribution(name) for name in owners_of_names().get(package, [])}
    assert owners <= {"calimala"}, f"{package} is installed by {owners - {'calimala'}}: use an own environment"
    module = __import__(package)
    assert module.__file__ is not None
    assert Path(module.__file__).is_relative_to(ROOT)


@pytest.mark.parametrize("package", [*PACKAGES, "bench"])
def test_imports_are_declared(package: str) -> None:
    """Each import of a package is a part of Python, of this project, or of a distribution that the project requires.
    The packages may use any of the extras, the measurements only their own."""
    extras = {"bench"} if package == "bench" else PROJECT["optional-dependencies"].keys() - {"dev", "fuzz", "bench"}
    declared = {distribution(each) for each in [*PROJECT["dependencies"], *requirements(extras)]}
    owners = owners_of_names()
    undeclared = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in imports(package)
        if name not in sys.stdlib_module_names
        and name not in {*PACKAGES, "bench", "pocket", "tests"}
        and not {distribution(owner) for owner in owners.get(name, [name])} & declared
    ]
    assert undeclared == []
