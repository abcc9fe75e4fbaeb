"""All end points of the service."""

from itertools import chain
from typing import Final

from replays.service.api import (
    analysis,
    bulk,
    corrections,
    decisions,
    events,
    exports,
    follow,
    games,
    health,
    listing,
    moments,
    now,
    openapi,
    openapi_pages,
    pages,
    pictures,
    rights,
)
from replays.service.endpoints import Endpoint
from replays.service.pages import embed, first, game, importing, recorder, static

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    chain(
        health.ENDPOINTS,
        moments.ENDPOINTS,
        now.ENDPOINTS,
        decisions.ENDPOINTS,
        corrections.ENDPOINTS,
        games.ENDPOINTS,
        listing.ENDPOINTS,
        events.ENDPOINTS,
        follow.ENDPOINTS,
        analysis.ENDPOINTS,
        bulk.ENDPOINTS,
        openapi.ENDPOINTS,
        openapi_pages.ENDPOINTS,
        rights.ENDPOINTS,
        pictures.ENDPOINTS,
        pages.ENDPOINTS,
        exports.ENDPOINTS,
        recorder.ENDPOINTS,
        first.ENDPOINTS,
        game.ENDPOINTS,
        embed.ENDPOINTS,
        importing.ENDPOINTS,
        static.ENDPOINTS,
    )
)
"""Where two fit an address the first answers."""
