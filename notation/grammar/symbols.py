"""The one table between decisions and their symbols, both ways.

What a symbol means depends on the moment it is written in; the tables here are therefore one for each kind of pending
frame. ``format_command`` writes the canonical symbol, ``read_symbol`` accepts every spelling of it.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any, Final

from calimala_es.board import STREET_INDEX, STREETS, is_street, street_actions, street_names
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
from calimala_es.components import (
    ACTIONS,
    COLOURED,
    IDLE_SUPPORT,
    INFLUENCE_CARD_OF,
    INFLUENCE_CARDS,
    INTRIGUE,
    INTRIGUE_ACTIONS,
    ROW_INDEX,
    SCORING_TILES,
    SEATS,
    SUPPORT,
    UNKNOWN,
    WHITE,
    DiscKind,
    InfluenceCard,
    Street,
    is_row,
    to_action,
    to_card,
)
from calimala_es.consequences import start_choices
from calimala_es.frames import (
    OFFERS,
    ActionOffer,
    Activation,
    CardDiscard,
    CardDraft,
    CardDraw,
    CardOffer,
    DiscOffer,
    FamilyStart,
    Frame,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    Promotion,
    TileOffer,
)
from calimala_es.observation import MAT_PARTS, TABLE_PARTS
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.state import State, activation_of, own_discs

Commands = tuple[Command, ...]

END: Final = "/"
ENDING: Final = "E"
"""Takes the place of a turn number before the influence cards that are revealed at the end."""
MISSED: Final = "_"
NOT_DONE: Final = "-"
PLAYED: Final = "+"
SEEN: Final = ":="
TAKEN: Final = ">"
WHITE_SUFFIX: Final = "2"
SUPPORT_SUFFIX: Final = "0"
IDLE_SUFFIX: Final = "00"
DISCARDED: Final = ":"
WHITE_USED: Final = "^"
DECLINED: Final = "--"
_DECLINED: Final = frozenset((DECLINED, NOT_DONE))
"""What declines an offer: word processors make one dash of two."""
NOTHING: Final = "-"
"""An empty value after ``:=``."""

# Activations.


def _spellings(action: str, way: str) -> set[str]:
    """Return the letters of an option in any order; if a building is paid in its own way, only those after it."""
    fixed = 1 if action == "U" else 0
    return {action + way[:fixed] + "".join(letters) for letters in permutations(way[fixed:])}


def _deeds() -> dict[str, Commands]:
    """Return every spelling of a deed, ``-`` with the card that it brought."""
    deeds: dict[str, Commands] = {}
    for action in map(to_action, ACTIONS):
        for way in ACTION_OPTIONS[action]:
            for spelling in _spellings(action, way):
                deeds[spelling] = (DoAction(action, way),)
                deeds[PLAYED + spelling] = (PlayCard(action, way),)
        deeds[action + NOT_DONE] = (SkipAction(action),)
        for card in map(to_card, ACTIONS + UNKNOWN):
            deeds[action + NOT_DONE + card] = (SkipAction(action), DrawCard(card))
    return deeds


DEEDS: Final = _deeds()
"""The decisions of an activation by symbol."""

INTRIGUE_DEEDS: Final[dict[str, Commands]] = {
    **{
        spelling: (DoAction(action, way),)
        for action in map(to_action, INTRIGUE_ACTIONS)
        for way in ACTION_OPTIONS[action]
        for spelling in _spellings(action, way)
    },
    INTRIGUE + NOT_DONE: (SkipAction(INTRIGUE),),
}
"""The decisions of an intrigue action by symbol (R10.1)."""

DRAWS: Final[dict[str, Commands]] = {NOT_DONE + card: (DrawCard(card),) for card in map(to_card, ACTIONS + UNKNOWN)}
"""The cards that come, by symbol."""

DEALS: Final[dict[str, Commands]] = {
    ".".join(cards): (DealInfluence(cards),) for dealt in (2, 3) for cards in combinations(INFLUENCE_CARDS, dealt)
}
"""Two or three known cards that are dealt to a seat, by canonical symbol (R3.4)."""

_DRAFTS: Final[dict[str, Commands]] = {card: (DraftCard(card),) for card in map(to_card, ACTIONS)}
_KEEPS: Final[dict[str, Commands]] = {card: (KeepInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}
_TURN_UPS: Final[dict[str, Commands]] = {card: (TurnUpInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}
_OPENED: Final[dict[str, Commands]] = {card: (OpenInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}
_REVEALS: Final[dict[str, Commands]] = {card: (RevealInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}


# Placements.


_SUFFIXES: Final[dict[DiscKind, str]] = {
    COLOURED: "",
    WHITE: WHITE_SUFFIX,
    SUPPORT: SUPPORT_SUFFIX,
    IDLE_SUPPORT: IDLE_SUFFIX,
}
"""What follows the street for each kind of disc."""

_ON_STREET: Final[dict[Street, dict[str, Commands]]] = {
    street: {suffix: (PlaceDisc(street, disc),) for disc, suffix in _SUFFIXES.items()} for street in STREETS
}
"""The placements on each street by suffix: the same in every city."""

_STREET_BY_SQUARES: Final[dict[str, Street]] = {
    squares: street for street in STREETS for squares in (street, street[::-1])
}
"""The streets by their squares in either order."""


@cache
def _placements_between(street: Street, tiles: str) -> dict[str, Commands]:
    """Return the placements on a street between two tiles, by canonical symbol."""
    name = "".join(sorted(tiles, key=ACTIONS.index))
    return {name + suffix: commands for suffix, commands in _ON_STREET[street].items()}


@lru_cache(maxsize=256)
def placements(city: str) -> dict[str, Commands]:
    """Return the placements in a city by canonical symbol: the tiles of the street, then the kind of disc.

    >>> placements("WBMUCAVTS")["WB"]
    (PlaceDisc(street='12', disc='c'),)
    """
    named: dict[str, Commands] = {}
    for street, tiles in street_actions(city).items():
        named.update(_placements_between(street, tiles))
    return named


@lru_cache(maxsize=256)
def _streets(city: str) -> dict[str, Street]:
    """Return the streets of a city by their tiles in either order."""
    return {spelling: street for street, tiles in street_actions(city).items() for spelling in (tiles, tiles[::-1])}


def read_street(city: str, word: str) -> Street | None:
    """Return the street that a word of two tiles or two squares names."""
    return _streets(city).get(word) or _STREET_BY_SQUARES.get(word)


def read_placement(city: str, word: str) -> Commands | None:
    """Return the placement that a word means: tiles in either order or squares, then the kind of disc.

    >>> read_placement("WBMUCAVTS", "BW"), read_placement("WBMUCAVTS", "BM")
    ((PlaceDisc(street='12', disc='c'),), (PlaceDisc(street='23', disc='c'),))
    """
    street = read_street(city, word[:2])
    return _ON_STREET[street].get(word[2:]) if street else None


# Reading.


def _read_deal(state: State, word: str) -> Commands | None:
    names = [card for card in word.split(".") if card != UNKNOWN]
    if not INFLUENCE_CARD_OF.keys() >= {*names}:
        return None
    cards: list[InfluenceCard] = [INFLUENCE_CARD_OF[card] for card in names]
    return (DealInfluence(tuple(sorted(cards, key=INFLUENCE_CARDS.index))),)


def _read_taken(state: State, word: str) -> Commands | None:
    name, mark, depth = word.partition(TAKEN)
    street = read_street(state.setup.city, name)
    if not mark or street is None or depth not in ("", "1", "2", "3", "4"):
        return None
    if depth:
        return (TakeDiscBack(street, int(depth)),)
    now = state.now
    own = own_discs(state.stacks[STREET_INDEX[street]], str(now.seat)) if type(now) is Promotion else []
    return (TakeDiscBack(street, own[0] if own else 1),) if len(own) < 2 else None


# Intrigue and families.


def _read_start(state: State, word: str) -> Commands | None:
    seat = getattr(state.now, "seat", 0)
    return next(((ChooseStart(choice),) for choice in start_choices(state, seat) if choice == word), None)


def _read_discards(state: State, word: str) -> Commands | None:
    cards = word.removeprefix(DISCARDED)
    if cards == word or not cards or not set(cards) <= set(ACTIONS):
        return None
    return tuple([DiscardCard(to_card(card)) for card in cards])


def _read_move(state: State, word: str) -> Commands | None:
    source, mark, target = word.partition(TAKEN)
    return (MoveCube(source, target),) if mark and is_row(source) and is_row(target) else None


def _read_tile(state: State, word: str) -> Commands | None:
    tile = word.removeprefix(TAKEN)
    return (ChooseTile(tile),) if tile != word and tile in SCORING_TILES else None


def _read_instead(state: State, word: str) -> Commands | None:
    deed = word.removeprefix(TAKEN)
    commands = DEEDS.get(deed) if deed != word else None
    return commands if commands and type(commands[0]) is DoAction else None


def _read_card(state: State, word: str) -> Commands | None:
    commands = DEEDS.get(word)
    return commands if commands and type(commands[0]) is PlayCard else None


SYMBOLS: Final[dict[type[Frame], dict[str, Commands]]] = {
    Activation: DEEDS,
    CardDraw: {**DRAWS, UNKNOWN: (DrawCard(UNKNOWN),)},
    InfluenceTurnUp: _TURN_UPS,
    InfluenceChoice: _KEEPS,
    CardDraft: _DRAFTS,
    InfluenceReveal: _REVEALS,
    InfluenceOpening: _OPENED,
    IntrigueChoice: INTRIGUE_DEEDS,
}
"""The decisions by symbol where a symbol means the same in every position.

A question mark of its own is a card wherever one is due, so a blank before it changes nothing.
"""

_READERS: Final[dict[type[Frame], Callable[[State, str], Commands | None]]] = {
    Placement: lambda state, word: read_placement(state.setup.city, word),
    Promotion: _read_taken,
    InfluenceDeal: _read_deal,
    FamilyStart: _read_start,
    CardDiscard: _read_discards,
    KeepOneCard: _read_discards,
    CardOffer: _read_card,
    ActionOffer: _read_instead,
    MoveOffer: _read_move,
    TileOffer: _read_tile,
    DiscOffer: lambda state, word: (ActivateWhiteDisc(),) if word == WHITE_USED else None,
}


def read_symbol(state: State, word: str) -> Commands | None:
    """Return the decisions that an upper-case word means in a state; ``None`` if it is not a symbol there.

    >>> from calimala_es import Setup, initial
    >>> read_symbol(initial(Setup("bry", "WBMUCAVTS")), "BAR.LIS.LON")
    (DealInfluence(cards=('BAR', 'LIS', 'LON')),)
    """
    if word == MISSED:
        return (MarkMissed(),)
    if word in _DECLINED and isinstance(state.now, OFFERS):
        return (DeclineOffer(),)
    kind = type(state.now)
    if kind is CardDraw and word[0] == INTRIGUE and state.turn and activation_of(state) is None:
        return DRAWS.get(word[1:])  # A card that comes for the intrigue action may be written on that.
    if kind in SYMBOLS:
        return SYMBOLS[kind].get(word)
    reader = _READERS.get(kind)
    return reader(state, word) if reader else None


# Observed parts: the seats of the game are written as colours.


def _to_colours(state: State, value: str) -> str:
    return "".join(state.setup.parties[int(char)] if char.isdigit() else char for char in value)


def _to_seats(state: State, value: str) -> str:
    """Return colours as seats; a digit, which is no colour, becomes a sign that no value has."""
    seats = dict.fromkeys(SEATS, "!") | {colour: str(seat) for seat, colour in enumerate(state.setup.parties)}
    return "".join(seats.get(char, char) for char in value)


def _has_seats(part: str) -> bool:
    """Return whether the value of a part is made of seats: streets, rows, the council and whose turn it is."""
    return part[1:2] != "." and part not in ("deck", "discard")


def format_observed(state: State, command: ObservePart) -> str:
    """Return the text of an observation: ``b.points:=12``, ``AS:=brw``, ``SCR.A:=bb``."""
    part, value = command.part, command.value
    if part[1:2] == ".":
        name = state.setup.parties[int(part[0])] + part[1:]
    else:
        name = street_names(state.setup.city)[part] if is_street(part) else part
    return name + SEEN + ((_to_colours(state, value) if _has_seats(part) else value) or NOTHING)


def read_observed(state: State, word: str) -> ObservePart:
    """Return the observation that a word with ``:=`` means; part and value are not checked."""
    name, _, value = word.partition(SEEN)
    value = "" if value == NOTHING else value
    colour, _, field = name.lower().partition(".")
    if len(colour) == 1 and colour in state.setup.parties and field in MAT_PARTS:
        part = f"{state.setup.parties.index(colour)}.{field}"
    elif name.lower() in TABLE_PARTS:
        part = name.lower()
    else:
        part = read_street(state.setup.city, name.upper()) or (name.upper() if name.upper() in ROW_INDEX else "")
    return ObservePart(part, _to_seats(state, value.lower()) if _has_seats(part) else value.upper())


# Writing.


def _place(state: State, command: PlaceDisc) -> str:
    return street_names(state.setup.city)[command.street] + _SUFFIXES[command.disc]


def _act(state: State, command: DoAction) -> str:
    return (TAKEN if type(state.now) is ActionOffer else "") + command.action + command.option


def _taken(state: State, command: TakeDiscBack) -> str:
    now = state.now
    stack = state.stacks[STREET_INDEX[command.street]]
    own = own_discs(stack, str(now.seat)) if type(now) is Promotion else []
    name = street_names(state.setup.city)[command.street] + TAKEN
    return name if own == [command.depth] else name + str(command.depth)


_WRITERS: Final[dict[type[Command], Callable[[State, Any], str]]] = {
    DoAction: _act,
    PlayCard: lambda state, command: PLAYED + command.action + command.option,
    SkipAction: lambda state, command: command.action + NOT_DONE,
    DrawCard: lambda state, command: NOT_DONE + command.card,
    EndActivation: lambda state, command: END,
    PlaceDisc: _place,
    TakeDiscBack: _taken,
    MarkMissed: lambda state, command: MISSED,
    ObservePart: format_observed,
    DealInfluence: lambda state, command: ".".join(command.cards) or UNKNOWN,
    TurnUpInfluence: lambda state, command: command.card,
    KeepInfluence: lambda state, command: command.card,
    DraftCard: lambda state, command: command.card,
    RevealInfluence: lambda state, command: command.card,
    OpenInfluence: lambda state, command: command.card,
    ChooseStart: lambda state, command: command.choice,
    DeclineOffer: lambda state, command: DECLINED,
    DiscardCard: lambda state, command: DISCARDED + command.card,
    MoveCube: lambda state, command: command.source + TAKEN + command.target,
    ChooseTile: lambda state, command: TAKEN + command.tile,
    ActivateWhiteDisc: lambda state, command: WHITE_USED,
}


def format_command(state: State, command: Command) -> str:
    """Return the canonical symbol of a decision taken in ``state``.

    >>> from calimala_es import Setup, initial
    >>> from calimala_es.commands import DealInfluence
    >>> format_command(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(()))
    '?'
    """
    return _WRITERS[type(command)](state, command)


_DRAWN: Final = re.compile(r"(?<=[A-Z]-) -(?=[A-Z?])")
"""What parts a skipped action from the card that is drawn for it."""


def joined_symbols(symbols: Iterable[str]) -> str:
    """Return symbols as one writes them in a line.

    >>> joined_symbols(["AS", "A-", "-W", "S-"])
    'AS A-W S-'
    """
    return _DRAWN.sub("", " ".join(symbols))
