"""What may come now: every command that ``decide`` would accept, in one fixed order.

The order belongs to the rules version, since a share code is made of places in it. Within an activation: the actions
still pending (their ways as in ``actions.WAYS``), leaving one of them undone, cards in the order of ``ACTIONS``,
ending. In a placement: the streets in the order of ``STREETS``, a coloured disc before a white one. Elsewhere known
cards in the order of the box before the unknown one. ``Missed`` and ``Observed``, which are no part of the game, are
not listed.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

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
from calimala_es.duty import play_keeps_duty, skip_keeps_duty
from calimala_es.editions import EDITIONS
from calimala_es.reach import held, within_reach
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
    now = state.now
    return _LISTINGS[type(now)](state, now) if type(now) in _LISTINGS else ()


_Way = TypeVar("_Way", Act, PlayCard)


class _Ready(dict[int, tuple[_Way, ...]]):
    """Ready-made commands for every way that a masked word allows, made when first asked for."""

    def __init__(self, action: str, command: type[_Way]) -> None:
        super().__init__()
        self._action = action
        self._command: type[_Way] = command

    def __missing__(self, word: int) -> tuple[_Way, ...]:
        commands = tuple(self._command(self._action, way) for way in possible_ways(self._action, word))
        self[word] = commands
        return commands


class _Skips(dict[str, tuple[Skip, ...]]):
    """Leaving each of the pending actions undone, made when first asked for."""

    def __missing__(self, pending: str) -> tuple[Skip, ...]:
        self[pending] = commands = tuple(Skip(action) for action in dict.fromkeys(pending))
        return commands


_ACTS: Final = {action: (RELEVANT[action], _Ready(action, Act)) for action in ACTIONS}
_PLAYS: Final = {action: (RELEVANT[action], _Ready(action, PlayCard)) for action in ACTIONS}
_SKIPS: Final = _Skips()
_DRAWS: Final = {card: DrawCard(card) for card in ACTIONS + UNKNOWN}
_END: Final = (EndActivation(),)


def _activation(state: State, now: Activation) -> Commands:
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    plays = _plays(state, now, mat, word) if mat.open or mat.secret or mat.unknown else ()
    if not now.pending:
        return (*plays, *_END)
    acts: list[Command] = []
    skips = _SKIPS[now.pending]
    for skip in skips:
        relevant, ready = _ACTS[skip.action]
        acts += ready[word & relevant]
    if now.duty:
        return (*acts, *[skip for skip in skips if skip_keeps_duty(state, now, mat, word, skip.action)], *plays)
    return (*acts, *skips, *plays)


def _plays(state: State, now: Activation, mat: Mat, word: int) -> list[PlayCard]:
    cards = mat.open + mat.secret
    if mat.unknown > 0:
        cards += state.pool
    plays: list[PlayCard] = []
    for card, (relevant, ready) in _PLAYS.items():
        if card in cards:
            plays += ready[word & relevant]
    if now.duty:
        return [play for play in plays if play_keeps_duty(state, now, word, play.action, play.way)]
    return plays


@lru_cache(maxsize=1 << 16)
def _placements(city: str, open_actions: str, discs: str) -> Commands:
    """The placements on every street that has one of these actions."""
    streets = [
        street for street, pair in street_actions(city).items() if pair[0] in open_actions or pair[1] in open_actions
    ]
    return tuple(Place(street, disc) for street in streets for disc in discs)


def _placing(state: State, now: Placing) -> Commands:
    """Unknown cards open no street while known ones and the board open none (R4.2)."""
    mat = state.mats[now.seat]
    word = state.room | able(mat)
    hand = held(mat.open + mat.secret)
    actions = within_reach(word, hand)
    if actions and mat.unknown:
        actions = within_reach(word, hand, mat.unknown, state.pool)
    discs = COLOURED * bool(mat.coloured) + WHITE * bool(mat.white)
    return _placements(state.setup.city, actions or ACTIONS, discs)


def _drawing(state: State, now: Drawing) -> Commands:
    pool = state.pool
    return (*[_DRAWS[card] for card in ACTIONS if card in pool], _DRAWS[UNKNOWN])


def _bottom(state: State, now: Bottom) -> Commands:
    return tuple(
        TakeBack(street, depth)
        for street in STREETS
        for depth in own_discs(state.stacks[STREET_INDEX[street]], str(now.seat))
    )


def _dealing(state: State, now: Dealing) -> Commands:
    most = EDITIONS[state.setup.ruleset.edition].dealt[len(state.mats)]
    return tuple(DealInfluence(cards) for cards in dealable(state, most))


def _turning_up(state: State, now: TurningUp) -> Commands:
    return tuple(TurnUpInfluence(cards[0] if cards else UNKNOWN) for cards in dealable(state, 1))


def _keeping(state: State, now: Keeping) -> Commands:
    return tuple(KeepInfluence(card) for card in keepable(state, now.seat))


def _drafting(state: State, now: Drafting) -> Commands:
    return tuple(DraftCard(card) for card in state.laid_out)


def _revealing(state: State, now: Revealing) -> Commands:
    return tuple(RevealInfluence(card) for card in revealable(state))


_LISTINGS: Final[dict[type[Frame], Callable[[State, Any], Commands]]] = {
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
