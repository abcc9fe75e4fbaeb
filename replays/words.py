"""Commands and events as short English sentences.

One entry an event in ``_EVENT_WORDS`` and one a command in ``_COMMAND_WORDS``. What is said of a hidden card is only
that it is a card. Knows nothing of colours on screens or of markup.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from calimala_es.board import street_names
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    Observed,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import ACTION_WORDS, GAME, PALAZZO, PLACE_WORDS, UNKNOWN, WHITE
from calimala_es.council import BY_CUBES, CLAUSE_WORDS, SHARED
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    GameEnded,
    InfluenceDealt,
    InfluenceKept,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
    PartObserved,
    SeatTaken,
    TileScored,
    TurnEnded,
    WentUnrecorded,
)
from calimala_es.ways import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from replays.names import Table

DEPTH_WORDS: Final = {1: "top", 2: "second", 3: "third", 4: "bottom"}
"""Where a disc lies in a full stack."""


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def card_words(card: str) -> str:
    """An action card, or ``a card`` where it is not known."""
    return "a card" if card == UNKNOWN else f"the {ACTION_WORDS[card]} card"


def influence_words(card: str) -> str:
    """The place on an influence card, or ``an unknown card``."""
    return PLACE_WORDS.get(card, "an unknown card")


def street_words(table: Table, street: str) -> str:
    """A street by its two tiles: ``the street artwork-ship``."""
    return "the street " + "-".join(ACTION_WORDS[tile] for tile in street_names(table.city)[street])


# What is done.


def _cities(way: str, codes: dict[str, str]) -> str:
    counts = {code: way.count(code) for code in dict.fromkeys(way)}
    return listed(
        PLACE_WORDS[codes[code]] + (f" ({count} cloth)" if count > 1 else "") for code, count in counts.items()
    )


_BUILT: Final = {
    "S": "build a ship",
    "W": "build a workshop",
    **{code: f"build a trading house in {PLACE_WORDS[city]}" for code, city in TRADING_CODES.items()},
}
_DEEDS: Final[dict[str, Callable[[str], str]]] = {
    "W": lambda way: "wood to the warehouse",
    "B": lambda way: "brick to the warehouse",
    "M": lambda way: "marble to the warehouse",
    "U": lambda way: _BUILT[way],
    "A": lambda way: f"artwork to {PLACE_WORDS[BUILDING_CODES[way]]}",
    "V": lambda way: "weave cloth",
    "S": lambda way: f"ship cloth to {_cities(way, PORT_CODES)}",
    "T": lambda way: f"transport cloth to {_cities(way, TRADING_CODES)}",
    "C": lambda way: f"contribute {ACTION_WORDS[way[1]]} to {PLACE_WORDS[CHURCH_CODES[way[0]]]}",
}


def deed_words(action: str, way: str) -> str:
    """An action carried out in one of its ways: ``artwork to Santa Croce``."""
    return _DEEDS[action](way)


# Scorings.


def ranking_words(table: Table, ranking: str, decided: str) -> list[str]:
    """What decided between players with equally many cubes, a clause a pair of neighbours."""
    words: list[str] = []
    for one, other, clause in zip(ranking, ranking[1:], decided, strict=False):
        if clause == SHARED:
            words.append(f"{table.name(int(one))} and {table.name(int(other))}: {CLAUSE_WORDS[SHARED]}")
        elif clause != BY_CUBES:
            words.append(f"{table.name(int(one))} before {table.name(int(other))}: {CLAUSE_WORDS[clause]}")
    return words


def _scored(place: str, event: TileScored | InfluenceScored, table: Table) -> str:
    kind = "cube" if place != PALAZZO else "artwork or seat"
    many = "" if place != PALAZZO else "artworks and seats"
    parts = [
        f"{table.name(int(seat))} {counted(event.points[int(seat)], 'point')}"
        f" for {counted(event.counts[int(seat)], kind, many)}"
        for seat in event.ranking
    ]
    ties = ranking_words(table, event.ranking, event.decided)
    outcome = ", ".join(parts) or "nobody has a cube there"
    return f"{PLACE_WORDS[place]} is scored: {outcome}" + (f" ({'; '.join(ties)})" if ties else "")


# Events.


def _dealt(event: InfluenceDealt, table: Table) -> str:
    cards = listed(map(influence_words, event.cards)) if event.cards else "cards that are not known"
    return f"{table.name(event.seat)} is dealt influence cards: {cards}"


def _disc_placed(event: DiscPlaced, table: Table) -> str:
    disc = "white" if event.disc == WHITE else "coloured"
    return f"{table.name(event.seat)} places a {disc} disc on {street_words(table, event.street)}"


def _disc_activated(event: DiscActivated, table: Table) -> str:
    twice = ", each twice" if len(event.actions) > 2 else ""
    actions = listed(ACTION_WORDS[action] for action in dict.fromkeys(event.actions))
    which = "the disc just placed" if event.depth == 1 else f"the {DEPTH_WORDS[event.depth]} disc from the top"
    return f"{table.name(event.seat)} is activated by {which}: {actions}{twice}"


def _taken_back(event: DiscTakenBack, table: Table) -> str:
    return (
        f"{table.name(event.seat)} takes the {DEPTH_WORDS[event.depth]} disc of {street_words(table, event.source)}"
        f" to {PLACE_WORDS[event.tile]} for the council; the white disc goes on top there"
    )


def _promoted(event: DiscPromoted, table: Table) -> str:
    return (
        f"{table.name(event.seat)} gets the white bottom disc"
        f" and puts a coloured one on {PLACE_WORDS[event.tile]} in the council"
    )


def _removed(event: DiscRemoved, table: Table) -> str:
    disc = "a white disc" if event.disc == WHITE else f"a disc of {table.name(int(event.disc))}"
    return f"{disc} leaves {street_words(table, event.street)} and the game"


def _revealed(event: InfluenceRevealed, table: Table) -> str:
    whose = "by the board" if event.seat == GAME else f"of {table.name(event.seat)}"
    told = "stays unknown" if event.card == UNKNOWN else f"is {influence_words(event.card)}"
    return f"the influence card {whose} {told}"


_REASONS: Final = {"discs": "all discs are placed", "tiles": "all scoring tiles are scored"}
_VICTORIES: Final = {
    "points": "by points",
    "council": "by more seats and Palazzo artwork together",
    "shared": "together: nothing separates them",
}


def victory_words(winners: str, by: str, table: Table) -> str:
    """Who has won and what decided, of ``GameEnded`` or of a state that is ``Over``."""
    if not winners:
        return "the result stays open: an influence card was never told"
    names = listed(table.name(int(seat)) for seat in winners)
    return f"{names} {'win' if len(winners) > 1 else 'wins'} {_VICTORIES[by]}"


_PART_WORDS: Final = {
    "coloured": "coloured discs in the supply",
    "white": "white discs in the supply",
    "cloth": "cloth in the workshops",
}


def part_words(part: str, table: Table) -> str:
    """A part of the position that was observed."""
    if part[1:2] == ".":
        return f"{_PART_WORDS.get(part[2:], part[2:])} of {table.name(int(part[0]))}"
    if part.isdigit():
        return street_words(table, part)
    place, _, row = part.partition(".")
    return PLACE_WORDS.get(place, part) + (f" ({ACTION_WORDS[row]})" if row else "")


_SEATED_PARTS: Final = ("council", "active")


def value_words(part: str, value: str, table: Table) -> str:
    """The value of an observed part; discs, cubes and seats as letters of colours."""
    is_marks = part.isdigit() or part.partition(".")[0] in PLACE_WORDS or part in _SEATED_PARTS
    return (table.letters(value) if is_marks else value) or "nothing"


def _observed(event: PartObserved | Observed, table: Table) -> str:
    return f"seen at the table, {part_words(event.part, table)}: {value_words(event.part, event.value, table)}"


_EVENT_WORDS: Final[dict[type[Event], Callable[[Any, Table], str]]] = {
    InfluenceDealt: _dealt,
    InfluenceTurnedUp: lambda e, t: f"the influence card {influence_words(e.card)} lies face up by the board",
    InfluenceKept: lambda e, t: (
        f"{t.name(e.seat)} keeps the influence card {influence_words(e.card)}"
        if e.card != UNKNOWN
        else f"{t.name(e.seat)} keeps an influence card"
    ),
    CardDrafted: lambda e, t: f"{t.name(e.seat)} takes {card_words(e.card)} of those laid out",
    DiscPlaced: _disc_placed,
    DiscActivated: _disc_activated,
    ActionDone: lambda e, t: f"{t.name(e.seat)}: {deed_words(e.action, e.way)}",
    ActionWaived: lambda e, t: f"{t.name(e.seat)} does without {ACTION_WORDS[e.action]}",
    ActionImpossible: lambda e, t: f"{t.name(e.seat)}: {ACTION_WORDS[e.action]} is impossible",
    CardPlayed: lambda e, t: f"{t.name(e.seat)} plays {card_words(e.action)}: {deed_words(e.action, e.way)}",
    ActivationEnded: lambda e, t: f"{t.name(e.seat)} plays no more cards",
    CardDrawn: lambda e, t: f"{t.name(e.seat)} draws {card_words(e.card)}",
    DeckShuffled: lambda e, t: "the open pile is shuffled into a new deck",
    SeatTaken: lambda e, t: f"the bottom disc takes a seat for {t.name(e.seat)} on {PLACE_WORDS[e.tile]}",
    DiscPromoted: _promoted,
    DiscTakenBack: _taken_back,
    DiscRemoved: _removed,
    TileScored: lambda e, t: _scored(e.tile, e, t),
    TurnEnded: lambda e, t: f"the turn of {t.name(e.seat)} is over",
    EndReached: lambda e, t: f"the end: {_REASONS.get(e.reason, 'the last turn is over')}",
    InfluenceRevealed: _revealed,
    InfluenceScored: lambda e, t: f"the influence card {_scored(e.card, e, t)}",
    GameEnded: lambda e, t: victory_words(e.winners, e.by, t),
    WentUnrecorded: lambda e, t: f"nobody wrote down what {t.name(e.seat)} did here",
    PartObserved: _observed,
}


def event_words(event: Event, table: Table) -> str:
    """What happened, in a sentence without a full stop."""
    return _EVENT_WORDS[type(event)](event, table)


# Commands.

_COMMAND_WORDS: Final[dict[type[Command], Callable[[Any, Table], str]]] = {
    DealInfluence: lambda c, t: "deal " + (listed(map(influence_words, c.cards)) if c.cards else "unknown cards"),
    TurnUpInfluence: lambda c, t: f"turn up {influence_words(c.card)}",
    KeepInfluence: lambda c, t: f"keep {influence_words(c.card)}",
    DraftCard: lambda c, t: f"take {card_words(c.card)}",
    Place: lambda c, t: f"place a {'white' if c.disc == WHITE else 'coloured'} disc on {street_words(t, c.street)}",
    Act: lambda c, t: deed_words(c.action, c.way),
    Skip: lambda c, t: f"{ACTION_WORDS[c.action]} not done",
    PlayCard: lambda c, t: f"play {card_words(c.action)}: {deed_words(c.action, c.way)}",
    EndActivation: lambda c, t: "play no more cards",
    DrawCard: lambda c, t: f"draw {card_words(c.card)}",
    TakeBack: lambda c, t: f"take back the {DEPTH_WORDS.get(c.depth, c.depth)} disc of {street_words(t, c.street)}",
    RevealInfluence: lambda c, t: f"turn over {influence_words(c.card)}",
    Missed: lambda c, t: "nobody wrote down what happened here",
    Observed: _observed,
}


def command_words(command: Command, table: Table) -> str:
    """What is asked for, in a clause; a command that the rules would refuse may not have words."""
    return _COMMAND_WORDS[type(command)](command, table)
