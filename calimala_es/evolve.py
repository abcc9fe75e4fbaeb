"""From one state to the next: what each event changes. Total: an event that was recorded is never refused.

One function an event in ``EVOLVERS``; they stand in ``arms``, a module a part of the game.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.arms import council, dealing, mishaps, offers, turn
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
from calimala_es.state import State


def evolve(state: State, event: Event) -> State:
    """The state after ``event``."""
    return EVOLVERS[type(event)](state, event)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all ``events``, without asking whether they were legal."""
    evolvers = EVOLVERS
    for event in events:
        state = evolvers[type(event)](state, event)
    return state


EVOLVERS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    InfluenceDealt: dealing.influence_dealt,
    InfluenceTurnedUp: dealing.influence_turned_up,
    InfluenceKept: dealing.influence_kept,
    InfluenceOpened: dealing.influence_opened,
    CardDrafted: dealing.card_drafted,
    FamilyStarted: dealing.family_started,
    PlayBegan: dealing.play_began,
    DiscPlaced: turn.disc_placed,
    DiscActivated: turn.disc_activated,
    ActionDone: turn.action_done,
    ActionWaived: turn.action_waived,
    ActionImpossible: turn.action_impossible,
    CardPlayed: turn.card_played,
    ActivationEnded: turn.activation_ended,
    CardDrawn: turn.card_drawn,
    DeckShuffled: turn.deck_shuffled,
    ThirdPartyActed: turn.third_party_acted,
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
    InfluenceRevealed: dealing.influence_revealed,
    InfluenceScored: council.influence_scored,
    GameEnded: council.game_ended,
    WentUnrecorded: mishaps.went_unrecorded,
    PartObserved: mishaps.part_observed,
}
