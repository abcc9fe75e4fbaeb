"""All end points of the service."""

from itertools import chain
from typing import Final

from replays.service.api import analysis, decisions, events, follow, games, health, listing, moments, now, rights
from replays.service.endpoints import Endpoint
from replays.service.pages import static

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    chain(
        health.ENDPOINTS,
        moments.ENDPOINTS,
        now.ENDPOINTS,
        decisions.ENDPOINTS,
        games.ENDPOINTS,
        listing.ENDPOINTS,
        events.ENDPOINTS,
        follow.ENDPOINTS,
        analysis.ENDPOINTS,
        rights.ENDPOINTS,
        static.ENDPOINTS,
    )
)
"""Where two fit an address the first answers."""
