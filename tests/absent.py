"""A package that is not installed, for one test."""

import sys

import pytest


def make_absent(patch: pytest.MonkeyPatch, package: str, *users: str) -> None:
    """Let a package be missing, and the modules whose names begin with ``users`` be imported anew.

    A module stands in ``sys.modules`` and in the package that it belongs to. Both are put back after the test:
    otherwise others would patch a module that nobody uses.
    """
    for name in [name for name in sys.modules if name.startswith((package, *users))]:
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            patch.delattr(sys.modules[parent], child, raising=False)
        patch.delitem(sys.modules, name)
    patch.setitem(sys.modules, package, None)
