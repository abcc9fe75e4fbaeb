"""The one table between decisions and their symbols, both ways.

What a symbol means depends on the moment it is written in; the tables here are therefore one for each kind of pending
frame. ``format_command`` writes the canonical symbol, ``read_symbol`` accepts every spelling of it.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from calimala_es.actions import WAYS
from calimala_es.board import STREET_INDEX, street_names
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
from calimala_es.components import ACTIONS, COLOURED, INFLUENCE_CARDS, ROW_INDEX, SEATS, UNKNOWN, WHITE
from calimala_es.observation import MAT_PARTS, TABLE_PARTS
from calimala_es.state import (
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Frame,
    Keeping,
    Placing,
    Revealing,
    State,
    TurningUp,
    own_discs,
)

Commands = tuple[Command, ...]

END: Final = "/"
MISSED: Final = "_"
NOT_DONE: Final = "-"
PLAYED: Final = "+"
SEEN: Final = ":="
TAKEN: Final = ">"
WHITE_SUFFIX: Final = "2"
NOTHING: Final = "-"
"""What stands for an empty value behind ``:=``."""

# Activations.


def _deeds() -> dict[str, Commands]:
    """Every spelling of a deed: the letters of a way in any order, ``-`` with the card that it brought."""
    deeds: dict[str, Commands] = {}
    for action, ways in WAYS.items():
        for way in ways:
            for letters in permutations(way):
                deeds[action + "".join(letters)] = (Act(action, way),)
                deeds[PLAYED + action + "".join(letters)] = (PlayCard(action, way),)
        deeds[action + NOT_DONE] = (Skip(action),)
        for card in ACTIONS + UNKNOWN:
            deeds[action + NOT_DONE + card] = (Skip(action), DrawCard(card))
    return deeds


DEEDS: Final = _deeds()
"""The decisions of an activation by symbol."""

DRAWS: Final[dict[str, Commands]] = {NOT_DONE + card: (DrawCard(card),) for card in ACTIONS + UNKNOWN}

_DRAFTS: Final[dict[str, Commands]] = {card: (DraftCard(card),) for card in ACTIONS}
_KEEPS: Final[dict[str, Commands]] = {card: (KeepInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}
_TURN_UPS: Final[dict[str, Commands]] = {card: (TurnUpInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}
_REVEALS: Final[dict[str, Commands]] = {card: (RevealInfluence(card),) for card in (*INFLUENCE_CARDS, UNKNOWN)}


# Placements.


@lru_cache(maxsize=4096)
def placements(city: str) -> dict[str, Commands]:
    """Every spelling of a placement in a city: tiles in either order or squares, ``2`` for a white disc."""
    spellings: dict[str, Commands] = {}
    for street, name in street_names(city).items():
        for letters in (name, name[::-1], street, street[::-1]):
            spellings[letters] = (Place(street, COLOURED),)
            spellings[letters + WHITE_SUFFIX] = (Place(street, WHITE),)
    return spellings


def street_of(state: State, word: str) -> str | None:
    """The street that a word of two tiles or two squares names."""
    place = placements(state.setup.city).get(word)
    command = place[0] if place else None
    return command.street if type(command) is Place and command.disc == COLOURED else None


# Reading.


def _read_deal(state: State, word: str) -> Commands | None:
    cards = [card for card in word.split(".") if card != UNKNOWN]
    if not set(cards) <= set(INFLUENCE_CARDS):
        return None
    return (DealInfluence(tuple(sorted(cards, key=INFLUENCE_CARDS.index))),)


def _read_taken(state: State, word: str) -> Commands | None:
    name, mark, depth = word.partition(TAKEN)
    street = street_of(state, name)
    if not mark or street is None or depth not in ("", "1", "2", "3", "4"):
        return None
    if depth:
        return (TakeBack(street, int(depth)),)
    now = state.now
    own = own_discs(state.stacks[STREET_INDEX[street]], str(now.seat)) if type(now) is Bottom else []
    return (TakeBack(street, own[0] if own else 1),) if len(own) < 2 else None


_READERS: Final[dict[type[Frame], Callable[[State, str], Commands | None]]] = {
    Activation: lambda state, word: DEEDS.get(word),
    Placing: lambda state, word: placements(state.setup.city).get(word),
    Drawing: lambda state, word: DRAWS.get(word),
    Bottom: _read_taken,
    Dealing: _read_deal,
    TurningUp: lambda state, word: _TURN_UPS.get(word),
    Keeping: lambda state, word: _KEEPS.get(word),
    Drafting: lambda state, word: _DRAFTS.get(word),
    Revealing: lambda state, word: _REVEALS.get(word),
}


def read_symbol(state: State, word: str) -> Commands | None:
    """The decisions that an upper-case word stands for in a state; ``None`` if it is no symbol there."""
    if word == MISSED:
        return (Missed(),)
    reader = _READERS.get(type(state.now))
    return reader(state, word) if reader else None


# Observed parts: the seats of the game are written as colours.


def _to_colours(state: State, value: str) -> str:
    return "".join(state.setup.colours[int(char)] if char.isdigit() else char for char in value)


def _to_seats(state: State, value: str) -> str:
    """Colours as seats; a digit, which no colour is, as something that no value has."""
    seats = dict.fromkeys(SEATS, "!") | {colour: str(seat) for seat, colour in enumerate(state.setup.colours)}
    return "".join(seats.get(char, char) for char in value)


def _has_seats(part: str) -> bool:
    """Whether the value of a part is made of seats: streets, rows, the council and whose turn it is."""
    return part[1:2] != "." and part not in ("deck", "discard")


def format_observed(state: State, command: Observed) -> str:
    """``b.points:=12``, ``AS:=brw``, ``SCR.A:=bb``."""
    part, value = command.part, command.value
    if part[1:2] == ".":
        name = state.setup.colours[int(part[0])] + part[1:]
    else:
        name = street_names(state.setup.city).get(part, part)
    return name + SEEN + ((_to_colours(state, value) if _has_seats(part) else value) or NOTHING)


def read_observed(state: State, word: str) -> Observed:
    """The observation that a word with ``:=`` stands for; whether there is such a part and value is not asked."""
    name, _, value = word.partition(SEEN)
    value = "" if value == NOTHING else value
    colour, _, field = name.lower().partition(".")
    if len(colour) == 1 and colour in state.setup.colours and field in MAT_PARTS:
        part = f"{state.setup.colours.index(colour)}.{field}"
    elif name.lower() in TABLE_PARTS:
        part = name.lower()
    else:
        part = street_of(state, name.upper()) or (name.upper() if name.upper() in ROW_INDEX else "")
    return Observed(part, _to_seats(state, value.lower()) if _has_seats(part) else value.upper())


# Writing.


def _place(state: State, command: Place) -> str:
    name = street_names(state.setup.city)[command.street]
    return name + WHITE_SUFFIX if command.disc == WHITE else name


def _taken(state: State, command: TakeBack) -> str:
    now = state.now
    stack = state.stacks[STREET_INDEX[command.street]]
    own = own_discs(stack, str(now.seat)) if type(now) is Bottom else []
    name = street_names(state.setup.city)[command.street] + TAKEN
    return name if own == [command.depth] else name + str(command.depth)


_WRITERS: Final[dict[type[Command], Callable[[State, Any], str]]] = {
    Act: lambda state, command: command.action + command.way,
    PlayCard: lambda state, command: PLAYED + command.action + command.way,
    Skip: lambda state, command: command.action + NOT_DONE,
    DrawCard: lambda state, command: NOT_DONE + command.card,
    EndActivation: lambda state, command: END,
    Place: _place,
    TakeBack: _taken,
    Missed: lambda state, command: MISSED,
    Observed: format_observed,
    DealInfluence: lambda state, command: ".".join(command.cards) or UNKNOWN,
    TurnUpInfluence: lambda state, command: command.card,
    KeepInfluence: lambda state, command: command.card,
    DraftCard: lambda state, command: command.card,
    RevealInfluence: lambda state, command: command.card,
}


def format_command(state: State, command: Command) -> str:
    """The canonical symbol of a decision taken in ``state``."""
    return _WRITERS[type(command)](state, command)
