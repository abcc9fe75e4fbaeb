"""All end points of the service."""

from itertools import chain
from typing import Final

from replays.service.api import decisions, games, health, moments, now
from replays.service.endpoints import Endpoint
from replays.service.pages import static

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    chain(
        health.ENDPOINTS,
        moments.ENDPOINTS,
        now.ENDPOINTS,
        decisions.ENDPOINTS,
        games.ENDPOINTS,
        static.ENDPOINTS,
    )
)
"""Where two fit an address the first answers."""
