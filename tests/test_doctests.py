"""The examples in docstrings."""

import doctest
from importlib import import_module
from inspect import getdoc, isfunction
from pathlib import Path

import pytest

import calimala_es

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("calimala_es", "notation", "replays", "cli")
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_come_out_as_written(module: str) -> None:
    """What an example in a docstring shows is what happens."""
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("name", [name for name in calimala_es.__all__ if isfunction(getattr(calimala_es, name))])
def test_what_the_rules_export_has_an_example(name: str) -> None:
    """Every function that the package of the rules exports shows how it is used."""
    assert ">>> " in (getdoc(getattr(calimala_es, name)) or "")
