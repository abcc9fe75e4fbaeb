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
    games_table,
    hands,
    hands_reveal,
    health,
    listing,
    moments,
    notes,
    now,
    openapi,
    openapi_pages,
    pages,
    photos,
    pictures,
    posts,
    puzzles,
    rights,
)
from replays.service.endpoints import Endpoint
from replays.service.pages import first, forms, game, oembed, phone, puzzle, static

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    chain(
        moments.ENDPOINTS,
        decisions.ENDPOINTS,
        now.ENDPOINTS,
        health.ENDPOINTS,
        notes.ENDPOINTS,
        photos.ENDPOINTS,
        corrections.ENDPOINTS,
        games.ENDPOINTS,
        games_table.ENDPOINTS,
        hands.ENDPOINTS,
        hands_reveal.ENDPOINTS,
        listing.ENDPOINTS,
        events.ENDPOINTS,
        follow.ENDPOINTS,
        analysis.ENDPOINTS,
        bulk.ENDPOINTS,
        openapi.ENDPOINTS,
        openapi_pages.ENDPOINTS,
        posts.ENDPOINTS,
        puzzles.ENDPOINTS,
        rights.ENDPOINTS,
        pictures.ENDPOINTS,
        pages.ENDPOINTS,
        exports.ENDPOINTS,
        phone.ENDPOINTS,
        forms.ENDPOINTS,
        first.ENDPOINTS,
        game.ENDPOINTS,
        oembed.ENDPOINTS,
        puzzle.ENDPOINTS,
        static.ENDPOINTS,
    )
)
"""Where two fit an address the first answers; what is asked most stands first, since they are tried in this order."""
