"""Whose discs come next, for a phone without a connection: clockwise, as long as that is certain."""

from typing import Final

from msgspec import Struct

from calimala_es.frames import Placement
from calimala_es.state import State

MOST_TURNS: Final = 12
"""How many turns are told; a table rarely plays more than that without a connection."""


class ComingTurn(Struct, frozen=True):
    """A turn that begins with one of the next placements; ``seat`` is ``null`` where it is not certain whose it is."""

    turn: int
    seat: int | None


def coming_turns(state: State) -> list[ComingTurn]:
    """The turns of the next placements, in order; none before the first disc can be placed, and when all is over.

    Each places one disc (R4.1), so whoever has some left is next clockwise. A disc may come back to somebody who has
    none (R6.3), so from there on nobody can tell.
    """
    if state.is_over or not (state.turn or isinstance(state.now, Placement)):
        return []
    left = [mat.coloured + mat.white + mat.support for mat in state.mats]
    is_placing = isinstance(state.now, Placement)
    seat: int | None = state.active if is_placing else (state.active + 1) % len(left)
    told: list[ComingTurn] = []
    for turn in range(state.turn + (not is_placing), state.turn + (not is_placing) + MOST_TURNS):
        seat = seat if seat is not None and left[seat] > 0 else None
        told.append(ComingTurn(turn, seat))
        if seat is not None:
            left[seat] -= 1
            seat = (seat + 1) % len(left)
    return told
