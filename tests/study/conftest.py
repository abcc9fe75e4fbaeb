"""Settings for studies, which the command line opens, and a file to be studied."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.study.driving import STUDY, at_the_table


@pytest.fixture(autouse=True)
def settings() -> Iterator[None]:
    """Yield the settings of the command line, without a store."""
    with at_the_table():
        yield


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a file of a game with notes."""
    return Path(shutil.copy(STUDY, tmp_path / "copy.cgn"))
