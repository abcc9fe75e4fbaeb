"""The variant for two: support discs, and where they may be placed (R8).

The third party is a party without a turn: its discs, cubes and seats carry the number behind those of the players. What
it does after an activation stands in ``consequences``, when it does it in ``agenda``.
"""

from calimala_es.actions import mat_mask
from calimala_es.board import STREET_INDEX, STREETS, street_actions
from calimala_es.components import IDLE_SUPPORT, SUPPORT
from calimala_es.events import FULL_DUTY, HIDDEN_DUTY, NO_DUTY
from calimala_es.reach import held, within_reach
from calimala_es.state import Mat, State


def streets_without_support(state: State) -> list[str]:
    """The streets on which a support disc may be placed (R8.3); all where each was seen to have one."""
    mark = state.setup.third_mark
    free = [street for street in STREETS if mark not in state.stacks[STREET_INDEX[street]]]
    return free or [*STREETS]


def support_placements(state: State, mat: Mat) -> dict[tuple[str, str], int]:
    """The duty that each support disc brings that may be placed, by street and kind of disc (R4.2, R8.3, R8.4).

    What is offered is judged by the board and the known cards; where these offer nothing an unknown card may, so both
    kinds of discs may come then. Whoever has other discs left places a support disc only where something is offered.
    """
    if not mat.support:
        return {}
    mask = state.free_cells | mat_mask(mat)
    pairs = street_actions(state.setup.city)
    free = streets_without_support(state)

    def offering(hand: str, unknown: int = 0) -> list[str]:
        actions = set(within_reach(mask, held(hand), unknown, state.pool))
        return [street for street in free if actions & {*pairs[street]}]

    known = offering(mat.open + mat.secret)
    if known:
        duty = HIDDEN_DUTY if mat.secret and not offering(mat.open) else FULL_DUTY
        return {(street, SUPPORT): duty for street in offering(mat.open + mat.secret, mat.unknown)}
    perhaps = offering(mat.open + mat.secret, mat.unknown) if mat.unknown else []
    idle = free if not (mat.coloured or mat.white) else []
    return {
        **{(street, SUPPORT): NO_DUTY for street in perhaps},
        **{(street, IDLE_SUPPORT): NO_DUTY for street in idle},
    }
