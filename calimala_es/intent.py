"""From a command's first event back to the command, so that a stored game can be decided again."""

from collections.abc import Callable
from typing import Any, Final

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
