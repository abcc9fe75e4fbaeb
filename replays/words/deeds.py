"""What is done: actions in their ways, intrigue actions, and what a family starts with."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import ACTION_WORDS, EMPEROR, PLACE_WORDS
from calimala_es.families.mozzi import CLOTH
from calimala_es.refusals import DEED_WORDS
from calimala_es.ways import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from replays.languages import ENGLISH, Language
from replays.words.basics import listed, row_words, step_words


def action_words(action: str, language: Language = ENGLISH) -> str:
    """An action, or an intrigue action, by its code."""
    return DEED_WORDS[action]


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
_PAID: Final = {"": "", "WW": " for 2 wood", "WB": " for wood and brick", "BB": " for 2 brick"}


def _contributed(way: str) -> str:
    church, material = PLACE_WORDS[CHURCH_CODES[way[0]]], ACTION_WORDS[way[1]]
    goods = f"cloth as {material}" if way[2:] == CLOTH else material
    return f"contribute {goods} to {church}"


_DEEDS: Final[dict[str, Callable[[str], str]]] = {
    "W": lambda way: "wood to the warehouse",
    "B": lambda way: "brick to the warehouse",
    "M": lambda way: "marble to the warehouse",
    "U": lambda way: _BUILT[way[0]] + _PAID[way[1:]],
    "A": lambda way: f"artwork to {PLACE_WORDS[BUILDING_CODES[way]]}",
    "V": lambda way: "weave cloth",
    "S": lambda way: f"ship cloth to {_cities(way, PORT_CODES)}",
    "T": lambda way: f"transport cloth to {_cities(way, TRADING_CODES)}",
    "C": _contributed,
    "K": lambda way: "cloth to the cardinal's area",
    "R": lambda way: f"cloth to the artistry of {PLACE_WORDS[BUILDING_CODES[way]]}",
    "E": lambda way: f"{ACTION_WORDS[way]} to the emperor's area",
    "N": lambda way: f"{ACTION_WORDS[way[1]]} to the banking of {PLACE_WORDS[TRADING_CODES[way[0]]]}",
}


def deed_words(action: str, way: str, language: Language = ENGLISH) -> str:
    """An action carried out in one of its ways: ``artwork to Santa Croce``."""
    return _DEEDS[action](way)


_STEPS: Final = {"K": step_words(-1), "E": step_words(1)}


def start_words(choice: str, language: Language = ENGLISH) -> str:
    """A family's start effect that was chosen, as in ``commands.ChooseStart``."""
    if choice in _STEPS:
        return _STEPS[choice]
    kind, where = choice[0], choice[1:]
    return deed_words(kind, where) if kind == "A" else f"a cube to {row_words(f'{EMPEROR}.{where}')}"
