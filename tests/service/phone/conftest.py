"""A phone, a server that lets it tap as often as it likes, and a game."""

from random import Random
from typing import Any

import pytest

from calimala_es.shuffle import shuffled_setup
from notation import Record, dumps
from tests.page.browser import PHONE
from tests.service.serving import Serving


@pytest.fixture
def visitor() -> dict[str, Any]:
    """A phone."""
    return {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def serve_options() -> tuple[object, ...]:
    """Many taps in a row."""
    return "--rate", 0


@pytest.fixture
def game(server: Serving) -> dict[str, Any]:
    """A game of three that nobody has begun to play."""
    names = '[Blue "Maria"]\n[Red "Angelica"]\n[Yellow "Tania"]\n'
    return server.made(names + dumps(Record(shuffled_setup("bry", Random(4)))))
