"""Where in a game a position stands, so that what was due in one game can be looked for in another.

Two games of one set-up have the same turns, and within a turn the same order: the placement, the discs by depth, the
intrigue action, the tile, the bottom disc, the scoring. Which of these come up is not the same in both.
"""

from typing import Final, NamedTuple

from calimala_es.frames import (
    INTERRUPTIONS,
    Activation,
    ActivationDue,
    CardDiscard,
    CardOffer,
    DiscOffer,
    EndCheck,
    Frame,
    GameOver,
    InfluenceScoring,
    IntrigueChoice,
    MoveOffer,
    Placement,
    Promotion,
    ThirdPartyAnswer,
    TileOffer,
    TileScoring,
    TurnEnd,
)
from calimala_es.state import State

_END: Final = 12
_STAGES: Final[dict[type[Frame], int]] = {
    Placement: 0,
    IntrigueChoice: 4,
    CardDiscard: 5,
    TileOffer: 6,
    Promotion: 7,
    CardOffer: 8,
    TileScoring: 8,
    MoveOffer: 9,
    TurnEnd: 10,
    EndCheck: 11,
}
"""The places in a turn; discs have their depth, 1 to 3."""

_OF_DISCS: Final = (Activation, ActivationDue, DiscOffer, ThirdPartyAnswer)


class Moment(NamedTuple):
    """A place in a game; a later one is greater.

    ``left`` is what orders turn 0 and the end of the game, in which every frame is known from the beginning.
    """

    is_end: bool
    turn: int
    stage: int
    left: int = 0


def moment_of(state: State) -> Moment:
    """Where a position stands."""
    frames = (state.now, *state.later)
    if any(type(frame) in (InfluenceScoring, GameOver) for frame in frames):
        return Moment(True, state.turn, _END, -len(frames))
    if not state.turn:
        return Moment(False, 0, 0, -len(frames))
    anchor = next((frame for frame in frames if not isinstance(frame, INTERRUPTIONS)), state.now)
    if isinstance(anchor, _OF_DISCS):
        return Moment(False, state.turn, anchor.depth)
    if type(state.now) is MoveOffer:
        anchor = state.now
    return Moment(False, state.turn, _STAGES.get(type(anchor), 0))
