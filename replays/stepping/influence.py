"""The lives of the influence cards: dealt, chosen to keep, by the board, turned over, scored (R3.4, R7.3, R8.2)."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN
from calimala_es.events import (
    Event,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
)
from replays.replay import Replay
from replays.stepping.lives import (
    DEALT,
    KEEPING,
    OPENED,
    REVEALED,
    SCORED,
    TURNED_UP,
    Happening,
    Life,
)

INFLUENCE: Final = "influence"
"""What the name of an influence card begins with: ``influence:LIS``."""

_Cards = Iterable[tuple[str, int | None]]

_CARDS_OF: Final[dict[type[Event], tuple[str, Callable[[Any], _Cards]]]] = {
    InfluenceDealt: (DEALT, lambda event: [(card, event.seat) for card in event.cards]),
    InfluenceTurnedUp: (TURNED_UP, lambda event: [(event.card, None)]),
    InfluenceKept: (KEEPING, lambda event: [(event.card, event.seat)]),
    InfluenceOpened: (OPENED, lambda event: [(event.card, event.seat)]),
    InfluenceRevealed: (REVEALED, lambda event: [(event.card, None if event.seat == GAME else event.seat)]),
    InfluenceScored: (SCORED, lambda event: [(event.card, None)]),
}
"""What each event says of which cards, and of whom."""


def influence_of(replay: Replay) -> tuple[Life, ...]:
    """Return what happened to each influence card that was seen, in the order of the box."""
    found: dict[str, list[Happening]] = {}
    for owner, mat in enumerate(replay.start.mats):
        for card in (*mat.kept, *mat.shown):
            found.setdefault(card, []).append(Happening(0, "", KEEPING, owner))
    for card in replay.start.by_board:
        found.setdefault(card, []).append(Happening(0, "", TURNED_UP))
    for at, event in enumerate(replay.events):
        what, cards_of = _CARDS_OF.get(type(event), ("", _nothing))
        for card, seat in cards_of(event):
            found.setdefault(card, []).append(Happening(at + 1, str(replay.ids[at]), what, seat))
    found.pop(UNKNOWN, None)
    return tuple(
        Life(f"{INFLUENCE}:{card}", "influence", card, tuple(found[card])) for card in INFLUENCE_CARDS if card in found
    )


def _nothing(event: Any) -> _Cards:
    return ()
