"""What may come now: every command that ``decide`` would accept, in one fixed order.

The order belongs to the rules version, since a share code is made of places in it. Within an activation: the actions
still pending (their ways as in ``actions.WAYS``), leaving one of them undone, cards in the order of ``ACTIONS``,
ending. In a placement: the streets in the order of ``STREETS``, a coloured disc before a white one. Elsewhere known cards
in the order of the box before the unknown one. ``Missed`` and ``Observed``, which are no part of the game, are not
listed.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from calimala_es.actions import RELEVANT, able, possible_ways
from calimala_es.board import STREET_INDEX, STREETS, street_actions
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import ACTIONS, COLOURED, UNKNOWN, WHITE
from calimala_es.decide import play_keeps_duty, playable, skip_keeps_duty
from calimala_es.editions import EDITIONS
from calimala_es.reach import can_reach
from calimala_es.secrets import dealable, keepable, revealable
from calimala_es.state import (
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Frame,
    Keeping,
    Mat,
    Placing,
    Revealing,
    State,
    TurningUp,
    own_discs,
)

Commands = tuple[Command, ...]


def legal(state: State) -> Commands:
    """The commands that may come now; empty when the game is over, or while it goes on by itself."""
    listing = _LISTINGS.get(type(state.now))
    return listing(state) if listing else ()


class _Ready(dict[int, Commands]):
    """Ready-made commands for every way that a masked word allows, made when first asked for."""

    def __init__(self, action: str, command: type[Act] | type[PlayCard]) -> None:
        super().__init__()
        self._action = action
        self._command = command

    def __missing__(self, word: int) -> Commands:
        commands = tuple(self._command(self._action, way) for way in possible_ways(self._action, word))
        self[word] = commands
        return commands


_ACTS: Final = {action: (RELEVANT[action], _Ready(action, Act)) for action in ACTIONS}
_PLAYS: Final = {action: (RELEVANT[action], _Ready(action, PlayCard)) for action in ACTIONS}
_SKIPS: Final = {action: Skip(action) for action in ACTIONS}
_DRAWS: Final = {card: DrawCard(card) for card in ACTIONS + UNKNOWN}
_END: Final = (EndActivation(),)


def _activation(state: State) -> Commands:
    now = state.now
    assert type(now) is Activation
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    commands: list[Command] = []
    skips: list[Command] = []
    for action in dict.fromkeys(now.pending):
        relevant, ready = _ACTS[action]
        commands += ready[word & relevant]
        if skip_keeps_duty(state, now, action):
            skips.append(_SKIPS[action])
    commands += skips
    if mat.open or mat.secret or mat.unknown:
        commands += _plays(state, now, mat, word)
    return tuple(commands) if now.pending else (*commands, *_END)


def _plays(state: State, now: Activation, mat: Mat, word: int) -> list[Command]:
    plays: list[Command] = []
    for card in ACTIONS:
        if playable(state, mat, card):
            relevant, ready = _PLAYS[card]
            plays += ready[word & relevant]
    if now.duty:
        return [play for play in plays if type(play) is PlayCard and play_keeps_duty(state, now, play.action, play.way)]
    return plays


@lru_cache(maxsize=1 << 16)
def _placements(city: str, open_actions: str, discs: str) -> Commands:
    """The placements on every street that has one of these actions."""
    streets = [street for street, pair in street_actions(city).items() if pair[0] in open_actions or pair[1] in open_actions]
    return tuple(Place(street, disc) for street in streets for disc in discs)


def _placing(state: State) -> Commands:
    now = state.now
    assert type(now) is Placing
    mat = state.mats[now.seat]
    room = state.room
    word = room | able(mat)
    actions = "".join([action for action in ACTIONS if possible_ways(action, word)])
    known = mat.open + mat.secret
    if known or mat.unknown:
        actions = _reached(state, mat, actions, known)
    discs = COLOURED * bool(mat.coloured) + WHITE * bool(mat.white)
    return _placements(state.setup.city, actions or ACTIONS, discs)


def _reached(state: State, mat: Mat, possible: str, known: str) -> str:
    """The actions that the hand opens too; unknown cards open none while known ones and the board open none (R4.2)."""
    actions = "".join(
        [action for action in ACTIONS if action in possible or can_reach(action, mat, state.room, known)]
    )
    if not actions or not mat.unknown:
        return actions
    return "".join(
        [
            action
            for action in ACTIONS
            if action in actions or can_reach(action, mat, state.room, known, mat.unknown, state.pool)
        ]
    )


def _drawing(state: State) -> Commands:
    pool = state.pool
    return (*[_DRAWS[card] for card in ACTIONS if card in pool], _DRAWS[UNKNOWN])


def _bottom(state: State) -> Commands:
    now = state.now
    assert type(now) is Bottom
    return tuple(
        TakeBack(street, depth)
        for street in STREETS
        for depth in own_discs(state.stacks[STREET_INDEX[street]], str(now.seat))
    )


def _dealing(state: State) -> Commands:
    most = EDITIONS[state.setup.ruleset.edition].dealt[len(state.mats)]
    return tuple(DealInfluence(cards) for cards in dealable(state, most))


def _turning_up(state: State) -> Commands:
    return tuple(TurnUpInfluence(cards[0] if cards else UNKNOWN) for cards in dealable(state, 1))


def _keeping(state: State) -> Commands:
    now = state.now
    assert type(now) is Keeping
    return tuple(KeepInfluence(card) for card in keepable(state, now.seat))


def _drafting(state: State) -> Commands:
    return tuple(DraftCard(card) for card in state.laid_out)


def _revealing(state: State) -> Commands:
    return tuple(RevealInfluence(card) for card in revealable(state))


_LISTINGS: Final[dict[type[Frame], Callable[[State], Commands]]] = {
    Dealing: _dealing,
    TurningUp: _turning_up,
    Keeping: _keeping,
    Drafting: _drafting,
    Placing: _placing,
    Activation: _activation,
    Drawing: _drawing,
    Bottom: _bottom,
    Revealing: _revealing,
}
