"""From a command's first event back to the command: a stored game can be decided again."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.commands import (
    Act,
    ActivateWhite,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    Decline,
    Discard,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    MoveCube,
    Observed,
    OpenInfluence,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import INTRIGUE
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

_COMMANDS: Final[dict[type[Event], Callable[[Any], Command | None]]] = {
    InfluenceDealt: lambda event: DealInfluence(event.cards),
    InfluenceTurnedUp: lambda event: TurnUpInfluence(event.card),
    InfluenceKept: lambda event: KeepInfluence(event.card),
    CardDrafted: lambda event: DraftCard(event.card),
    DiscPlaced: lambda event: Place(event.street, event.disc),
    ActionDone: lambda event: Act(event.action, event.way),
    ActionWaived: lambda event: Skip(event.action),
    ActionImpossible: lambda event: None if event.action == INTRIGUE else Skip(event.action),
    CardPlayed: lambda event: PlayCard(event.action, event.way),
    ActivationEnded: lambda event: EndActivation(),
    CardDrawn: lambda event: DrawCard(event.card),
    DiscTakenBack: lambda event: TakeBack(event.source, event.depth),
    InfluenceRevealed: lambda event: RevealInfluence(event.card),
    WentUnrecorded: lambda event: Missed(),
    PartObserved: lambda event: Observed(event.part, event.value),
    InfluenceOpened: lambda event: OpenInfluence(event.card),
    FamilyStarted: lambda event: ChooseStart(event.choice) if event.choice else None,
    OfferDeclined: lambda event: Decline(),
    CardDiscarded: lambda event: Discard(event.card),
    CubeMoved: lambda event: MoveCube(event.source, event.target),
    TileChosen: lambda event: ChooseTile(event.tile),
    WhiteDiscUsed: lambda event: ActivateWhite(),
}


def command_of(event: Event) -> Command | None:
    """The command whose first event this is; ``None`` for an event that is always a consequence."""
    restore = _COMMANDS.get(type(event))
    return restore(event) if restore else None
