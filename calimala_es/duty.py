"""The duty of R4.2: which streets are open, and what has to remain possible until one of their actions is done.

The rule looks ahead: a card that is played first may make an action of the street possible, or impossible. What cards
can bring is worked out in ``reach``; what a single decision would leave is seen by carrying it out. Support
discs for two players have streets of their own (R8.3, R8.4).
"""

from functools import lru_cache

from calimala_es.board import STREET_INDEX, STREETS, street_actions
from calimala_es.components import IDLE_SUPPORT, SUPPORT, Action, ActionCards, Actions, DiscKind, Street
from calimala_es.events import FULL_DUTY, HIDDEN_DUTY, NO_DUTY, CardPlayed, Event
from calimala_es.evolve import evolve
from calimala_es.frames import Activation
from calimala_es.options import STOCK_BITS
from calimala_es.reach import ACTION_OPTIONS, MAT_BITS, POSSIBLE, RELEVANT, held, mat_mask, reaches, within_reach
from calimala_es.state import MISSED, Mat, State, activation_of


def is_unjudged(state: State) -> bool:
    """Return whether no street is closed: a setting drops R4.2 (R9.7), or nobody knows what the players have."""
    return MISSED in state.used or state.setup.ruleset.settings.placement_may_draw


def offered_actions(state: State, mat: Mat, mask: int) -> str:
    """Return the actions that open a street to a player; where there are none, every street is open (R4.2).

    Unknown cards make no action possible while known ones and the board make none. ``mask`` is that of ``reaches``.
    """
    return _offered_actions(mask, mat.open + mat.secret, mat.unknown, state.pool if mat.unknown else "")


@lru_cache(maxsize=1 << 12)
def _offered_actions(mask: int, cards: ActionCards, unknown: int, pool: ActionCards) -> str:
    """Remember the answer: a placement that ``legal`` has listed is the next thing to be decided."""
    hand = held(cards)
    actions = within_reach(mask, hand)
    return within_reach(mask, hand, unknown, pool) if actions and unknown else actions


def placement_duty(state: State, mat: Mat, street: Street) -> int | None:
    """Return the duty that a coloured or white disc on this street brings; ``None`` where R4.2 forbids it."""
    setup = state.setup
    if is_unjudged(state):
        return NO_DUTY
    actions = street_actions(setup.city)[street]
    mask = state.free_cells | STOCK_BITS[mat.stock] | MAT_BITS[mat.family][mat.built]
    lower, upper = actions[0], actions[1]
    if POSSIBLE[lower][mask & RELEVANT[lower]] or POSSIBLE[upper][mask & RELEVANT[upper]]:
        return FULL_DUTY
    offered = offered_actions(state, mat, mask)
    if not offered:
        return NO_DUTY
    if actions[0] not in offered and actions[1] not in offered:
        return None
    return FULL_DUTY if not mat.secret or within_reach(mask, held(mat.open)) else HIDDEN_DUTY


def can_meet_duty(state: State, mat: Mat, mask: int, pending: Actions) -> bool:
    """Check whether one of ``pending`` can still be done as R4.2 asks, if necessary after playing cards."""
    for action in pending:
        if POSSIBLE[action][mask & RELEVANT[action]]:
            return True
    hand = held(mat.open + mat.secret)
    return any(reaches(action, mask, hand, mat.unknown, state.pool) for action in pending)


def can_meet_duty_after_skip(state: State, now: Activation, mat: Mat, mask: int, action: str) -> bool:
    """Check whether the duty of R4.2 can still be fulfilled when ``action`` is left undone."""
    return can_meet_duty(state, mat, mask, now.pending.replace(action, "", 1))


def can_meet_duty_after_play(state: State, now: Activation, mask: int, card: Action, option: str) -> bool:
    """Check whether the duty of R4.2 can still be fulfilled when a card is played with this option."""
    left = mask & ~ACTION_OPTIONS[card][option].spends
    for action in now.pending:
        if POSSIBLE[action][left & RELEVANT[action]]:
            return True
    return _can_meet_duty_after(state, now, CardPlayed(now.seat, card, option))


def _can_meet_duty_after(state: State, activation: Activation, event: Event) -> bool:
    """Check whether the duty of an activation can still be fulfilled after an event."""
    after = evolve(state, event)
    mat = after.mats[activation.seat]
    return can_meet_duty(after, mat, after.free_cells | mat_mask(mat), activation.pending)


def can_meet_duty_below(state: State, event: Event) -> bool:
    """Check whether the duty of R4.2 can still be fulfilled after an event that comes on top of an activation."""
    below = activation_of(state)
    return below is None or not below.duty or _can_meet_duty_after(state, below, event)


# Support discs.


def streets_without_support(state: State) -> list[Street]:
    """Return the streets where a support disc may be placed; all where each was seen to have one (R8.3)."""
    mark = state.setup.third_mark
    free: list[Street] = [street for street in STREETS if mark not in state.stacks[STREET_INDEX[street]]]
    return free or [*STREETS]


def support_placements(state: State, mat: Mat) -> dict[tuple[Street, DiscKind], int]:
    """Return the duty of each support disc that may be placed, by street and kind of disc (R4.2, R8.3, R8.4).

    What a street offers is judged by the board and the known cards; where these offer nothing an unknown card may, so
    both kinds of discs may come then. A player with other discs left places a support disc only where something is
    offered.
    """
    if not mat.support:
        return {}
    mask = state.free_cells | mat_mask(mat)
    pairs = street_actions(state.setup.city)
    free = streets_without_support(state)
    idle = free if not (mat.coloured or mat.white) else []
    drawing: dict[tuple[Street, DiscKind], int] = {(street, IDLE_SUPPORT): NO_DUTY for street in idle}
    if state.has_gap:
        return {**{(street, SUPPORT): NO_DUTY for street in free}, **drawing}

    def offering(hand: str, unknown: int = 0) -> list[Street]:
        actions = set(within_reach(mask, held(hand), unknown, state.pool))
        return [street for street in free if actions & {*pairs[street]}]

    known = offering(mat.open + mat.secret)
    if known:
        duty = HIDDEN_DUTY if mat.secret and not offering(mat.open) else FULL_DUTY
        return {(street, SUPPORT): duty for street in offering(mat.open + mat.secret, mat.unknown)}
    perhaps = offering(mat.open + mat.secret, mat.unknown) if mat.unknown else []
    return {**{(street, SUPPORT): NO_DUTY for street in perhaps}, **drawing}
