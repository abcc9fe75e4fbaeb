"""From a command to the events that follow, or to a refusal that names its rule.

One function a command checks it and gives its first events, in the modules of this package; then ``consequences``
follow that nobody decides, until somebody or chance has to. The checks agree with ``legal``: a command is accepted if
and only if ``legal`` lists it (``MarkMissed`` and ``ObservePart``, which are no part of the game, are not).
"""

from collections.abc import Callable
from typing import Any, Final, get_args

from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    MoveCube,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.consequences import CONSEQUENCES
from calimala_es.decide.activation import act, draw, end_activation, play, skip
from calimala_es.decide.council import reveal, take_back
from calimala_es.decide.offers import activate_white, choose_tile, decline, discard, move
from calimala_es.decide.placement import place
from calimala_es.decide.turn_zero import choose_start, deal, draft, keep, lay_open, turn_up
from calimala_es.decide.unrecorded import missed, observed
from calimala_es.events import Event
from calimala_es.evolve import EVOLVERS
from calimala_es.frames import Frame
from calimala_es.state import State


def decide(state: State, command: Command) -> list[Event]:
    """The events that ``command`` leads to; raises ``IllegalCommandError`` if the rules refuse it."""
    return step(state, command)[0]


def step(state: State, command: Command) -> tuple[list[Event], State]:
    """The events that ``command`` leads to and the state after them; raises ``IllegalCommandError``."""
    events = _DECIDERS[type(command)](state, command)
    for event in events:
        state = EVOLVERS[type(event)](state, event)
    now = state.now
    while (follows := _FOLLOWS[type(now)]) is not None:
        consequence = follows(state, now)
        if consequence is None:
            break
        events.append(consequence)
        state = EVOLVERS[type(consequence)](state, consequence)
        now = state.now
    return events, state


_FOLLOWS: Final[dict[type[Frame], Callable[[State, Any], Event | None] | None]] = {
    **dict.fromkeys(get_args(Frame)),
    **CONSEQUENCES,
}
"""The consequences by every kind of frame: asked after each event, so that a look-up has to do."""

_DECIDERS: Final[dict[type[Command], Callable[[State, Any], list[Event]]]] = {
    DealInfluence: deal,
    TurnUpInfluence: turn_up,
    KeepInfluence: keep,
    DraftCard: draft,
    PlaceDisc: place,
    DoAction: act,
    SkipAction: skip,
    PlayCard: play,
    EndActivation: end_activation,
    DrawCard: draw,
    TakeDiscBack: take_back,
    RevealInfluence: reveal,
    MarkMissed: missed,
    ObservePart: observed,
    OpenInfluence: lay_open,
    ChooseStart: choose_start,
    DeclineOffer: decline,
    DiscardCard: discard,
    MoveCube: move,
    ChooseTile: choose_tile,
    ActivateWhiteDisc: activate_white,
}
