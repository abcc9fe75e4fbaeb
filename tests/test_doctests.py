"""The examples in docstrings."""

import doctest
import linecache
from collections.abc import Callable
from importlib import import_module
from inspect import getdoc, isfunction
from pathlib import Path

import pytest

import calimala_es
import notation
from replays import analysis, knowledge, page, players, posts, stepping
from replays.drawing import diagrams

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("calimala_es", "notation", "replays", "cli")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_come_out_as_written(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in a module's docstrings have the shown results."""
    # Doctest looks after each docstring whether one of all files that were ever read has changed.
    monkeypatch.setattr(linecache, "checkcache", lambda _=None: None)
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


EXPORTED = [
    pytest.param(getattr(package, name), id=f"{package.__name__}.{name}")
    for package in (calimala_es, notation, analysis, diagrams, knowledge, page, players, posts, stepping)
    for name in package.__all__
    if isfunction(getattr(package, name))
]


@pytest.mark.parametrize("function", EXPORTED)
def test_what_a_package_exports_has_an_example(function: Callable[..., object]) -> None:
    """Every exported function of the rules and of the notation has an example."""
    assert ">>> " in (getdoc(function) or "")
