"""All end points of the service."""

from itertools import chain
from typing import Final

from replays.service.api import (
    about,
    bulk,
    comments,
    corrections,
    decisions,
    events,
    exports,
    games,
    hands,
    keys,
    moments,
    new_games,
    openapi,
    photos,
    pictures,
    puzzles,
    snapshot,
)
from replays.service.endpoints import Endpoint
from replays.service.pages import first, forms, game, oembed, phone, puzzle, static

ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    chain(
        moments.ENDPOINTS,
        decisions.ENDPOINTS,
        snapshot.ENDPOINTS,
        about.ENDPOINTS,
        comments.ENDPOINTS,
        photos.ENDPOINTS,
        corrections.ENDPOINTS,
        new_games.ENDPOINTS,
        hands.ENDPOINTS,
        games.ENDPOINTS,
        events.ENDPOINTS,
        bulk.ENDPOINTS,
        openapi.ENDPOINTS,
        puzzles.ENDPOINTS,
        keys.ENDPOINTS,
        pictures.ENDPOINTS,
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
"""Where two fit an address the first answers; what is asked most comes first, since they are tried in this order."""
