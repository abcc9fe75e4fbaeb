"""Decisions as words of the dictation: what somebody would say for them, and what may be said in a position."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.board import street_names
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
from calimala_es.components import (
    ACTION_WORDS,
    COLOURED,
    IDLE_SUPPORT,
    INTRIGUE_WORDS,
    SUPPORT,
    UNKNOWN,
    WHITE,
)
from calimala_es.legal import legal
from calimala_es.state import ActionOffer, State
from calimala_es.ways import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from notation.dictation.vocabulary import SAID
from notation.reading.shorthand import MOST_EXPECTED
from notation.words.symbols import format_observed

_SHORT: Final = {**ACTION_WORDS, "A": "art", UNKNOWN: "unknown"}
"""What actions and cards are called where they are said often."""

_DISCS: Final = {COLOURED: "", WHITE: " white", SUPPORT: " support", IDLE_SUPPORT: " idle support"}
_BUILT: Final = {"S": "ship", "W": "workshop", "T": "house Troyes", "B": "house Bruges", "H": "house Hamburg"}
_TILE_WORDS: Final = {
    **SAID,
    "ART": "art",
    "PORT": "ports",
    "TRADE": "trading cities",
    "WOOD": "wood",
    "BRICK": "brick",
    "MARBLE": "marble",
}
_PARTS: Final = {"W": "wood", "B": "brick", "M": "marble", "A": "art", "R": "artistry"}


def _places(codes: dict[str, str]) -> Callable[[str], str]:
    return lambda way: " ".join(SAID[codes[letter]] for letter in way)


def _contributed(way: str) -> str:
    church, material = SAID[CHURCH_CODES[way[0]]], _SHORT[way[1]]
    return f"{church} {material} cloth" if way[2:] else f"{church} {material}"


def _built(way: str) -> str:
    paid = " paying " + " ".join(_SHORT[letter] for letter in way[1:]) if way[1:] else ""
    return _BUILT[way[0]] + paid


_WAY_WORDS: Final[dict[str, Callable[[str], str]]] = {
    "U": _built,
    "A": _places(BUILDING_CODES),
    "S": _places(PORT_CODES),
    "T": _places(TRADING_CODES),
    "C": _contributed,
    "R": _places(BUILDING_CODES),
    "E": lambda way: _SHORT[way],
    "N": lambda way: f"{SAID[TRADING_CODES[way[0]]]} {_SHORT[way[1]]}",
}


def _deed(action: str, way: str) -> str:
    word = _SHORT.get(action) or INTRIGUE_WORDS[action]
    return f"{word} {_WAY_WORDS[action](way)}" if way else word


def _street(state: State, street: str) -> str:
    return " ".join(_SHORT[tile] for tile in street_names(state.setup.city)[street])


def _act(state: State, command: Act) -> str:
    deed = _deed(command.action, command.way)
    return f"instead {deed}" if type(state.now) is ActionOffer else deed


def _start(state: State, command: ChooseStart) -> str:
    first, way = command.choice[0], command.choice[1:]
    return _deed(first, way)


def _row(row: str) -> str:
    """A row of the board, ``Croce art``."""
    place, _, part = row.partition(".")
    words = {"CAR": "cardinal", "EMP": "emperor"}.get(place) or SAID[place]
    return f"{words} {_PARTS[part]}" if part else words


def _card(state: State, command: Any) -> str:
    return "unknown" if command.card == UNKNOWN else SAID[command.card]


_SPOKEN: Final[dict[type[Command], Callable[[State, Any], str]]] = {
    Act: _act,
    PlayCard: lambda state, command: "card " + _deed(command.action, command.way),
    Skip: lambda state, command: f"no {'intrigue' if command.action == 'I' else _SHORT[command.action]}",
    DrawCard: lambda state, command: f"draws {_SHORT[command.card]}",
    EndActivation: lambda state, command: "next",
    Place: lambda state, command: _street(state, command.street) + _DISCS[command.disc],
    TakeBack: lambda state, command: f"take back {_street(state, command.street)} {command.depth}",
    Missed: lambda state, command: "missed",
    Observed: format_observed,
    DealInfluence: lambda state, command: " ".join(SAID[card] for card in command.cards) or "unknown",
    TurnUpInfluence: _card,
    KeepInfluence: _card,
    OpenInfluence: _card,
    RevealInfluence: _card,
    DraftCard: lambda state, command: _SHORT[command.card],
    ChooseStart: _start,
    Decline: lambda state, command: "declined",
    Discard: lambda state, command: f"discards {_SHORT[command.card]}",
    MoveCube: lambda state, command: f"move {_row(command.source)} to {_row(command.target)}",
    ChooseTile: lambda state, command: f"first {_TILE_WORDS[command.tile]}",
    ActivateWhite: lambda state, command: "white disc",
}


def spoken(state: State, command: Command) -> str:
    """What is said for a decision taken in ``state``."""
    return _SPOKEN[type(command)](state, command)


def expected_words(*states: State) -> str:
    """What may be said in one of these states, as a list that fits a line."""
    said = list(dict.fromkeys(spoken(state, command) for state in states for command in legal(state)))
    if len(said) > MOST_EXPECTED:
        said = [*said[:MOST_EXPECTED], "..."]
    return ", ".join(said) or "nothing: the game is over"
