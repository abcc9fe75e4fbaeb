"""From one state to the next: what each event changes. Total: an event that was recorded is always accepted.

``EVOLVERS`` has a function for every kind of event; the modules of this package have these functions, one module a part
of the game.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    AreaScored,
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    FamilyStarted,
    GameEnded,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
    OfferDeclined,
    PartObserved,
    PlayBegan,
    SeatTaken,
    ThirdPartyActed,
    TileChosen,
    TileScored,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.evolve import activation, council, offers, turn_zero, unrecorded
from calimala_es.state import State


def evolve(state: State, event: Event) -> State:
    """Return the state after ``event``.

    >>> from calimala_es import Setup, initial
    >>> evolve(initial(Setup("bry", "WBMUCAVTS")), InfluenceDealt(0, ("BAR", "LIS", "LON"))).mats[0].dealt
    ('BAR', 'LIS', 'LON')
    """
    return EVOLVERS[type(event)](state, event)


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the state after all ``events``, without checking whether they were legal.

    >>> from calimala_es import Setup, initial
    >>> fold(initial(Setup("bry", "WBMUCAVTS")), [InfluenceDealt(0, ()), InfluenceDealt(1, ())]).now
    InfluenceDeal(seat=2)
    """
    evolvers = EVOLVERS
    for event in events:
        state = evolvers[type(event)](state, event)
    return state


Outcome = tuple[tuple[Event, ...], State]
"""What happened, and the state after it."""


def outcome(state: State, event: Event) -> Outcome:
    """Return an event with the state after it."""
    return (event,), EVOLVERS[type(event)](state, event)


EVOLVERS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    InfluenceDealt: turn_zero.influence_dealt,
    InfluenceTurnedUp: turn_zero.influence_turned_up,
    InfluenceKept: turn_zero.influence_kept,
    InfluenceOpened: turn_zero.influence_opened,
    CardDrafted: turn_zero.card_drafted,
    FamilyStarted: turn_zero.family_started,
    PlayBegan: turn_zero.play_began,
    DiscPlaced: activation.disc_placed,
    DiscActivated: activation.disc_activated,
    ActionDone: activation.action_done,
    ActionWaived: activation.action_waived,
    ActionImpossible: activation.action_impossible,
    CardPlayed: activation.card_played,
    ActivationEnded: activation.activation_ended,
    CardDrawn: activation.card_drawn,
    DeckShuffled: activation.deck_shuffled,
    ThirdPartyActed: activation.third_party_acted,
    OfferDeclined: offers.offer_declined,
    CardDiscarded: offers.card_discarded,
    CubeMoved: offers.cube_went,
    TileChosen: offers.tile_chosen,
    WhiteDiscUsed: offers.white_disc_used,
    SeatTaken: council.seat_taken,
    DiscPromoted: council.disc_promoted,
    DiscTakenBack: council.disc_taken_back,
    DiscRemoved: council.disc_removed,
    TileScored: council.tile_scored,
    AreaScored: council.area_scored,
    TurnEnded: council.turn_ended,
    EndReached: council.end_reached,
    InfluenceRevealed: council.influence_revealed,
    InfluenceScored: council.influence_scored,
    GameEnded: council.game_ended,
    WentUnrecorded: unrecorded.went_unrecorded,
    PartObserved: unrecorded.part_observed,
}
