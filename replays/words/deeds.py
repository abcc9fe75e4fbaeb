"""What is done: actions with their options, intrigue actions, and a family's start effects."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import EMPEROR
from calimala_es.families.mozzi import CLOTH
from calimala_es.options import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from replays.languages import Language, message
from replays.words.basics import listed, material_words, place_words, row_words, step_words
from replays.words.vocabulary import IN, TO


def _cities(option: str, codes: dict[str, str], language: Language) -> str:
    counts = {code: option.count(code) for code in dict.fromkeys(option)}
    return listed((_cargo(codes[code], count, language) for code, count in counts.items()), language)


def _cargo(city: str, count: int, language: Language) -> str:
    place = place_words(city, language, TO)
    return language.text("{place} ({number} cloth)", place=place, number=count) if count > 1 else place


_PAID: Final = {
    "WW": message("{building} for 2 wood"),
    "WB": message("{building} for wood and brick"),
    "BB": message("{building} for 2 brick"),
}


def _built(option: str, language: Language) -> str:
    code, price = option[0], option[1:]
    building = _building(code, language)
    return language.text(_PAID[price], building=building) if price else building


def _building(code: str, language: Language) -> str:
    if code in TRADING_CODES:
        return language.text("build a trading house in {city}", city=place_words(TRADING_CODES[code], language, IN))
    return language.text("build a ship") if code == "S" else language.text("build a workshop")


def _contributed(option: str, language: Language) -> str:
    church, material = place_words(CHURCH_CODES[option[0]], language, TO), material_words(option[1], language)
    if option[2:] == CLOTH:
        return language.text("contribute cloth as {material} to {church}", material=material, church=church)
    return language.text("contribute {material} to {church}", material=material, church=church)


def _banked(option: str, language: Language) -> str:
    city, material = place_words(TRADING_CODES[option[0]], language), material_words(option[1], language)
    return language.text("{material} to the banking of {city}", material=material, city=city)


_DEEDS: Final[dict[str, Callable[[str, Language], str]]] = {
    "W": lambda option, language: language.text("wood to the warehouse"),
    "B": lambda option, language: language.text("brick to the warehouse"),
    "M": lambda option, language: language.text("marble to the warehouse"),
    "U": _built,
    "A": lambda option, language: language.text(
        "artwork to {building}", building=place_words(BUILDING_CODES[option], language, TO)
    ),
    "V": lambda option, language: language.text("weave cloth"),
    "S": lambda option, language: language.text("ship cloth to {cities}", cities=_cities(option, PORT_CODES, language)),
    "T": lambda option, language: language.text(
        "transport cloth to {cities}", cities=_cities(option, TRADING_CODES, language)
    ),
    "C": _contributed,
    "K": lambda option, language: language.text("cloth to the cardinal's area"),
    "R": lambda option, language: language.text(
        "cloth to the artistry of {building}", building=place_words(BUILDING_CODES[option], language)
    ),
    "E": lambda option, language: language.text(
        "{material} to the emperor's area", material=material_words(option, language)
    ),
    "N": _banked,
}


def deed_words(action: str, option: str, language: Language) -> str:
    """Return an action with one of its options: ``artwork to Santa Croce``."""
    return _DEEDS[action](option, language)


_STEPS: Final = {"K": -1, "E": 1}


def start_words(choice: str, language: Language) -> str:
    """Return the chosen start effect of a family, as in ``commands.ChooseStart``."""
    if choice in _STEPS:
        return step_words(_STEPS[choice], language)
    kind, where = choice[0], choice[1:]
    if kind == "A":
        return deed_words(kind, where, language)
    return language.text("a cube to {rows}", rows=row_words(f"{EMPEROR}.{where}", language))
