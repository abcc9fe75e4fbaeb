"""The endpoints that every service has, on a server and on a phone; ``app`` has those of servers as well."""

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
    new_games,
    notes,
    photos,
    pictures,
    positions,
    puzzles,
    snapshot_answers,
    trials,
)
from replays.service.endpoints import Endpoint
from replays.service.pages import first, forms, game, oembed, puzzle, static

_SUBJECTS: Final = (
    positions,
    decisions,
    snapshot_answers,
    about,
    comments,
    notes,
    trials,
    photos,
    corrections,
    new_games,
    hands,
    games,
    events,
    bulk,
    puzzles,
    keys,
    pictures,
    exports,
    forms,
    first,
    game,
    oembed,
    puzzle,
    static,
)
"""The modules with endpoints; those that are asked most come first, since addresses are tried in this order."""

EVERYWHERE: Final[tuple[Endpoint, ...]] = tuple(chain.from_iterable(subject.ENDPOINTS for subject in _SUBJECTS))
