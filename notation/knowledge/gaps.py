"""Where a record says itself that something happened that it does not tell."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from calimala_es.components import UNKNOWN
from calimala_es.events import Event, PartObserved, WentUnrecorded
from calimala_es.frames import KeepOneCard, MoveOffer, Promotion, TileOffer
from calimala_es.observation import apply_observation
from calimala_es.state import State

_WITHOUT_CARDS: Final = (Promotion, MoveOffer, TileOffer)
"""The frames that bring no card to a hand and take none from it, whatever was not told of them."""


def is_gap(before: State, event: Event) -> bool:
    """Whether cards may have gone anywhere by this event, which comes in the position ``before``.

    So it is where a turn or an activation was missed, and where something was seen that is not as the record has it.
    """
    if isinstance(event, WentUnrecorded):
        return not isinstance(before.now, _WITHOUT_CARDS)
    if not isinstance(event, PartObserved):
        return False
    if event.part.endswith(".hand"):
        return not _is_look(before, int(event.part[0]), event.value)
    seen = apply_observation(before, event.part, event.value)
    return replace(seen, pool=before.pool) != before


def _is_look(before: State, seat: int, value: str) -> bool:
    """Whether a hand was seen that may be the one that the record has there."""
    mat = before.mats[seat]
    is_sorting = any(type(frame) is KeepOneCard and frame.seat == seat for frame in (before.now, *before.later))
    held, seen = Counter(mat.open + mat.secret), Counter(value.replace(UNKNOWN, ""))
    return (
        not is_sorting
        and len(value) == mat.hand_size
        and (seen - held).total() <= mat.unknown
        and (held - seen).total() <= value.count(UNKNOWN)
    )


def is_whole(start: State) -> bool:
    """Whether a position has as many cards as the box, so that nothing is missing before it."""
    hands = sum(mat.hand_size for mat in start.mats)
    return start.deck + len(start.discard) + len(start.laid_out) + hands == sum(start.setup.ruleset.deck)
