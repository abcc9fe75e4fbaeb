"""Events as sentences: one entry a kind in ``EVENT_WORDS``."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.components import GAME, IDLE_SUPPORT, PLACE_WORDS, UNKNOWN, WHITE
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
from calimala_es.families import FAMILIES
from replays.names import Table
from replays.words.basics import (
    DEPTH_WORDS,
    DISC_WORDS,
    card_words,
    influence_words,
    listed,
    row_words,
    step_words,
    street_words,
)
from replays.words.deeds import action_words, deed_words, start_words
from replays.words.observed import observed_words
from replays.words.scorings import end_words, scored_words, tile_words, victory_words


def _dealt(event: InfluenceDealt, table: Table) -> str:
    cards = listed(map(influence_words, event.cards)) if event.cards else "cards that are not known"
    return f"{table.name(event.seat)} is dealt influence cards: {cards}"


def _family_started(event: FamilyStarted, table: Table) -> str:
    family = table.setup.families[event.seat]
    start = start_words(event.choice) if event.choice else FAMILIES[family].start
    return f"{table.name(event.seat)} starts as {family}: {start}"


def _disc_placed(event: DiscPlaced, table: Table) -> str:
    instead = ", where nothing is offered" if event.disc == IDLE_SUPPORT else ""
    disc = DISC_WORDS[event.disc]
    return f"{table.name(event.seat)} places a {disc} disc on {street_words(table, event.street)}{instead}"


def _disc_activated(event: DiscActivated, table: Table) -> str:
    twice = ", each twice" if len(event.actions) > 2 else ""
    actions = listed(map(action_words, dict.fromkeys(event.actions))) if event.actions else "two cards instead"
    which = "the disc just placed" if event.depth == 1 else f"the {DEPTH_WORDS[event.depth]} disc from the top"
    return f"{table.name(event.seat)} is activated by {which}: {actions}{twice}"


def _white_used(event: WhiteDiscUsed, table: Table) -> str:
    where = f"the {DEPTH_WORDS[event.depth]} from the top of {street_words(table, event.street)}"
    return f"{table.name(event.seat)} uses the white disc, {where}"


def _third_party_acted(event: ThirdPartyActed, table: Table) -> str:
    rows = f"a cube to {listed(map(row_words, event.rows))}" if event.rows else "no cube"
    return f"{table.name(event.party)} adds {rows}"


def _discarded(event: CardDiscarded, table: Table) -> str:
    why = f": {step_words(event.step)}" if event.step else ", the one not kept"
    return f"{table.name(event.seat)} discards {card_words(event.card)}{why}"


def _on_tile(tile: str) -> str:
    return f"on {PLACE_WORDS[tile]}" if tile else "in the council, on no tile"


def _taken_back(event: DiscTakenBack, table: Table) -> str:
    to = f"to {PLACE_WORDS[event.tile]} for the council" if event.tile else "to the council"
    there = "takes its place" if table.setup.edition.white_disc_swaps else "goes on top there"
    return (
        f"{table.name(event.seat)} takes the {DEPTH_WORDS[event.depth]} disc of {street_words(table, event.source)}"
        f" {to}; the white disc {there}"
    )


def _promoted(event: DiscPromoted, table: Table) -> str:
    where = f"on {PLACE_WORDS[event.tile]} in the council" if event.tile else _on_tile("")
    return f"{table.name(event.seat)} gets the white bottom disc and puts a coloured one {where}"


def _removed(event: DiscRemoved, table: Table) -> str:
    disc = "a white disc" if event.disc == WHITE else f"a disc of {table.name(int(event.disc))}"
    return f"{disc} leaves {street_words(table, event.street)} and the game"


def _revealed(event: InfluenceRevealed, table: Table) -> str:
    whose = "by the board" if event.seat == GAME else f"of {table.name(event.seat)}"
    told = "stays unknown" if event.card == UNKNOWN else f"is {influence_words(event.card)}"
    return f"the influence card {whose} {told}"


EVENT_WORDS: Final[dict[type[Event], Callable[[Any, Table], str]]] = {
    InfluenceDealt: _dealt,
    InfluenceTurnedUp: lambda e, t: f"the influence card {influence_words(e.card)} lies face up by the board",
    InfluenceKept: lambda e, t: (
        f"{t.name(e.seat)} keeps the influence card {influence_words(e.card)}"
        if e.card != UNKNOWN
        else f"{t.name(e.seat)} keeps an influence card"
    ),
    InfluenceOpened: lambda e, t: f"{t.name(e.seat)} lays the influence card {influence_words(e.card)} by the board",
    CardDrafted: lambda e, t: f"{t.name(e.seat)} takes {card_words(e.card)} of those laid out",
    FamilyStarted: _family_started,
    PlayBegan: lambda e, t: "the families have started, and the first turn comes",
    DiscPlaced: _disc_placed,
    DiscActivated: _disc_activated,
    WhiteDiscUsed: _white_used,
    ActionDone: lambda e, t: f"{t.name(e.seat)}: {deed_words(e.action, e.way)}",
    ActionWaived: lambda e, t: f"{t.name(e.seat)} does without {action_words(e.action)}",
    ActionImpossible: lambda e, t: f"{t.name(e.seat)}: {action_words(e.action)} is impossible",
    CardPlayed: lambda e, t: f"{t.name(e.seat)} plays {card_words(e.action)}: {deed_words(e.action, e.way)}",
    ActivationEnded: lambda e, t: f"{t.name(e.seat)} plays no more cards",
    OfferDeclined: lambda e, t: f"{t.name(e.seat)} leaves what is offered",
    CardDrawn: lambda e, t: f"{t.name(e.seat)} draws {card_words(e.card)}",
    CardDiscarded: _discarded,
    CubeMoved: lambda e, t: f"{t.name(e.seat)} moves a cube from {row_words(e.source)} to {row_words(e.target)}",
    ThirdPartyActed: _third_party_acted,
    DeckShuffled: lambda e, t: "the open pile is shuffled into a new deck",
    TileChosen: lambda e, t: f"{t.name(e.seat)} has {PLACE_WORDS[e.tile]} scored first",
    SeatTaken: lambda e, t: f"the bottom disc takes a seat for {t.name(e.seat)} {_on_tile(e.tile)}",
    DiscPromoted: _promoted,
    DiscTakenBack: _taken_back,
    DiscRemoved: _removed,
    TileScored: tile_words,
    AreaScored: lambda e, t: scored_words(e.area, e, t),
    TurnEnded: lambda e, t: f"the turn of {t.name(e.seat)} is over",
    EndReached: lambda e, t: f"the end: {end_words(e.reason, t)}",
    InfluenceRevealed: _revealed,
    InfluenceScored: lambda e, t: f"the influence card {scored_words(e.card, e, t)}",
    GameEnded: lambda e, t: victory_words(e.winners, e.by, t),
    WentUnrecorded: lambda e, t: f"nobody wrote down what {t.name(e.seat)} did here",
    PartObserved: lambda e, t: observed_words(e.part, e.value, t),
}
"""The sentence of each kind of event."""


def event_words(event: Event, table: Table) -> str:
    """What happened, in a sentence without a full stop."""
    return EVENT_WORDS[type(event)](event, table)
