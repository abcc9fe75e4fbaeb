"""From a command to the events that follow, or to an error that names the rule; and from the first event back to it.

The modules of this package have a function for every kind of command, which checks it and returns its first events with
the state after them, as ``evolve`` makes it; then ``consequences`` follow that nobody decides, until a player or chance
has to. The checks agree with ``legal``: a command is accepted if and only if ``legal`` lists it (``MarkMissed`` and
``ObservePart``, which are not part of the game, are not listed).
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
from calimala_es.components import INTRIGUE
from calimala_es.consequences import CONSEQUENCES
from calimala_es.decide.activation import act, draw, end_activation, play, reveal, skip, take_back
from calimala_es.decide.offers import activate_white, choose_tile, decline, discard, move
from calimala_es.decide.placement import place
from calimala_es.decide.turn_zero import choose_start, deal, draft, keep, open_influence, turn_up
from calimala_es.decide.unrecorded import mark_missed, observe_part
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    DiscPlaced,
    DiscTakenBack,
    Event,
    FamilyStarted,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceTurnedUp,
    OfferDeclined,
    PartObserved,
    TileChosen,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.evolve import Outcome
from calimala_es.frames import Frame
from calimala_es.state import State


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Return the events that ``command`` leads to; raise ``IllegalCommandError`` if it breaks the rules.

    >>> from calimala_es import Setup, initial
    >>> decide(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(("BAR", "LIS", "LON")))
    (InfluenceDealt(seat=0, cards=('BAR', 'LIS', 'LON')),)
    >>> decide(initial(Setup("bry", "WBMUCAVTS")), PlaceDisc("36"))
    Traceback (most recent call last):
        ...
    calimala_es.errors.NotDueError: not possible now: deal influence cards to blue (R3.4)
    """
    return step(state, command)[0]


def step(state: State, command: Command) -> Outcome:
    """Return the events that ``command`` leads to and the state after them; raise ``IllegalCommandError``.

    >>> from calimala_es import Setup, initial
    >>> events, state = step(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(()))
    >>> events, state.now
    ((InfluenceDealt(seat=0, cards=()),), InfluenceDeal(seat=1))
    """
    events, state = _DECIDERS[type(command)](state, command)
    while (follows := _FOLLOWS[type(state.now)]) is not None:
        consequence = follows(state, state.now)
        if consequence is None:
            break
        more, state = consequence
        events += more
    return events, state


_FOLLOWS: Final[dict[type[Frame], Callable[[State, Any], Outcome | None] | None]] = {
    **dict.fromkeys(get_args(Frame)),
    **CONSEQUENCES,
}
"""The consequences by every kind of frame: asked after each event, so that a look-up has to do."""

_DECIDERS: Final[dict[type[Command], Callable[[State, Any], Outcome]]] = {
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
    MarkMissed: mark_missed,
    ObservePart: observe_part,
    OpenInfluence: open_influence,
    ChooseStart: choose_start,
    DeclineOffer: decline,
    DiscardCard: discard,
    MoveCube: move,
    ChooseTile: choose_tile,
    ActivateWhiteDisc: activate_white,
}


# From a command's first event back to the command, so that a stored game can be decided again.

_COMMANDS: Final[dict[type[Event], Callable[[Any], Command | None]]] = {
    InfluenceDealt: lambda event: DealInfluence(event.cards),
    InfluenceTurnedUp: lambda event: TurnUpInfluence(event.card),
    InfluenceKept: lambda event: KeepInfluence(event.card),
    CardDrafted: lambda event: DraftCard(event.card),
    DiscPlaced: lambda event: PlaceDisc(event.street, event.disc),
    ActionDone: lambda event: DoAction(event.action, event.option),
    ActionWaived: lambda event: SkipAction(event.action),
    ActionImpossible: lambda event: None if event.action == INTRIGUE else SkipAction(event.action),
    CardPlayed: lambda event: PlayCard(event.action, event.option),
    ActivationEnded: lambda event: EndActivation(),
    CardDrawn: lambda event: DrawCard(event.card),
    DiscTakenBack: lambda event: TakeDiscBack(event.source, event.depth),
    InfluenceRevealed: lambda event: RevealInfluence(event.card),
    WentUnrecorded: lambda event: MarkMissed(),
    PartObserved: lambda event: ObservePart(event.part, event.value),
    InfluenceOpened: lambda event: OpenInfluence(event.card),
    FamilyStarted: lambda event: ChooseStart(event.choice) if event.choice else None,
    OfferDeclined: lambda event: DeclineOffer(),
    CardDiscarded: lambda event: DiscardCard(event.card),
    CubeMoved: lambda event: MoveCube(event.source, event.target),
    TileChosen: lambda event: ChooseTile(event.tile),
    WhiteDiscUsed: lambda event: ActivateWhiteDisc(),
}


def command_of(event: Event) -> Command | None:
    """Return the command whose first event this is; ``None`` for an event that is always a consequence.

    >>> from calimala_es.events import CardDrawn
    >>> command_of(CardDrawn(0, "W"))
    DrawCard(card='W')
    """
    restore = _COMMANDS.get(type(event))
    return restore(event) if restore else None
