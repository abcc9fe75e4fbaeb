"""A phone and a game that it is to record."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from tests.page.browser import PHONE
from tests.service.recording import Phone
from tests.service.serving import Serving

OPENING = "HAM ? ? ? W U V"
"""The decisions of turn 0 that are tapped; the phone records unseen ones by itself."""

BEGUN = f"? ? ? {OPENING}"
"""All decisions of turn 0."""

TWO_TURNS = f"{BEGUN} 1. BS B S-? / 2. VS V S-? /"
"""Turn 0 and two turns; a disc of Maria is between brick and ship then."""


@pytest.fixture
def visitor() -> dict[str, Any]:
    """Return the settings of a phone whose owner wants no motion: each frame that moves is drawn by the processor."""
    return {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


@pytest.fixture
def game(server: Serving) -> dict[str, Any]:
    """Return a game of three that nobody has begun to play."""
    names = '[Blue "Maria"]\n[Red "Angelica"]\n[Yellow "Tania"]\n'
    return server.made(names + dumps(play(shuffled_setup("bry", Random(4)))))


@pytest.fixture
def played() -> str:
    """Return what was recorded before `phone` shows the game; a module overrides this fixture."""
    return BEGUN


@pytest.fixture
def phone(server: Serving, context: BrowserContext, game: dict[str, Any], played: str) -> Phone:
    """Return the recorder's phone."""
    server.write(game, notation=played)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    return phone
