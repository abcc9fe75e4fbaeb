"""The places in which a store can be, for tests that apply to all of them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from calimala_es.store import Store, memory_store, open_store

POSTGRES: Final = pytest.param("postgres", marks=pytest.mark.needs("postgresql"))

LASTING: Final[list[Any]] = ["file", POSTGRES]
"""Parameters of a fixture: the places that several programs can open."""

ALL: Final[list[Any]] = ["memory", *LASTING]
"""Parameters of a fixture: every place."""


class Clock:
    """A clock that counts seconds."""

    def __init__(self) -> None:
        self._seconds = count()

    def __call__(self) -> datetime:
        return clock() + timedelta(seconds=next(self._seconds))


def clock() -> datetime:
    """Return the same moment every time."""
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def fresh_place(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """Return a place where there is no store yet."""
    if kind == "file":
        return str(folder / "games.db")
    url: str = request.getfixturevalue("postgres").fresh_url()
    return url


def fresh_store(request: pytest.FixtureRequest, kind: str, folder: Path, clock: Callable[[], datetime]) -> Store:
    """Return an empty store."""
    return memory_store(clock) if kind == "memory" else open_store(fresh_place(request, kind, folder), clock)
