"""Packages that are missing, for one test."""

import sys

import pytest


def make_absent(patch: pytest.MonkeyPatch, package: str, *users: str) -> None:
    """Let a package be missing, and import the modules whose names begin with ``users`` anew.

    A module is in ``sys.modules`` and in its package. Both are restored after the test: otherwise others would patch a
    module that nobody uses.
    """
    for name in [name for name in sys.modules if name.startswith((package, *users))]:
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            patch.delattr(sys.modules[parent], child, raising=False)
        patch.delitem(sys.modules, name)
    patch.setitem(sys.modules, package, None)
