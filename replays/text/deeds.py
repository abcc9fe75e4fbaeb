"""Actions with their options in words: the clause of a button or a list, and the sentence of what a player did."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from calimala_es.families.mozzi import CLOTH
from calimala_es.options import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from replays.text.languages import Language, message
from replays.text.terms import IN, PLACE, TO, join_and, material_term, place_term

_Form = tuple[str, str]
"""A clause (*weave cloth*), and a sentence with the same fields and ``name`` (*{name} weaves cloth*)."""

_FORMS: Final[dict[str, _Form]] = {
    "W": (message("wood to the warehouse"), message("{name} brings wood to the warehouse")),
    "B": (message("brick to the warehouse"), message("{name} brings brick to the warehouse")),
    "M": (message("marble to the warehouse"), message("{name} brings marble to the warehouse")),
    "A": (message("artwork to {building}"), message("{name} brings artwork to {building}")),
    "V": (message("weave cloth"), message("{name} weaves cloth")),
    "S": (message("ship cloth to {cities}"), message("{name} ships cloth to {cities}")),
    "T": (message("transport cloth to {cities}"), message("{name} transports cloth to {cities}")),
    "K": (message("cloth to the cardinal's area"), message("{name} brings cloth to the cardinal's area")),
    "R": (message("cloth to {building} (artistry)"), message("{name} brings cloth to {building} (artistry)")),
    "E": (message("{material} to the emperor's area"), message("{name} brings {material} to the emperor's area")),
    "N": (message("{material} to {city} (banking)"), message("{name} brings {material} to {city} (banking)")),
}
_SHIP: Final[_Form] = (message("build a ship"), message("{name} builds a ship"))
_WORKSHOP: Final[_Form] = (message("build a workshop"), message("{name} builds a workshop"))
_HOUSE: Final[_Form] = (
    message("build a trading house in {city}"),
    message("{name} builds a trading house in {city}"),
)
_PAID: Final = {
    "WW": message("{building} for 2 wood"),
    "WB": message("{building} for wood and brick"),
    "BB": message("{building} for 2 brick"),
}
_GIVEN: Final[_Form] = (
    message("contribute {material} to {church}"),
    message("{name} contributes {material} to {church}"),
)
_GIVEN_CLOTH: Final[_Form] = (
    message("contribute cloth as {material} to {church}"),
    message("{name} contributes cloth as {material} to {church}"),
)


class _Speaker(NamedTuple):
    """Puts a form into words: its clause, or its sentence about the player with this name."""

    language: Language
    name: str = ""

    def say(self, form: _Form, **fields: str) -> str:
        clause, sentence = form
        if not self.name:
            return self.language.text(clause, **fields)
        return self.language.text(sentence, name=self.name, **fields)

    def place(self, code: str, case: str = PLACE) -> str:
        return place_term(code, self.language, case)


def _to_cities(action: str, codes: dict[str, str]) -> Callable[[str, _Speaker], str]:
    """Return how an action is put into words that brings cloth to the cities whose codes are its option."""

    def words(option: str, speaker: _Speaker) -> str:
        cities = [_cargo(speaker, codes[code], option.count(code)) for code in dict.fromkeys(option)]
        return speaker.say(_FORMS[action], cities=join_and(cities, speaker.language))

    return words


def _cargo(speaker: _Speaker, city: str, count: int) -> str:
    place = speaker.place(city, TO)
    return speaker.language.text("{place} ({number} cloth)", place=place, number=count) if count > 1 else place


def _built(option: str, speaker: _Speaker) -> str:
    code, price = option[0], option[1:]
    if code in TRADING_CODES:
        building = speaker.say(_HOUSE, city=speaker.place(TRADING_CODES[code], IN))
    else:
        building = speaker.say(_SHIP if code == "S" else _WORKSHOP)
    return speaker.language.text(_PAID[price], building=building) if price else building


def _contributed(option: str, speaker: _Speaker) -> str:
    form = _GIVEN_CLOTH if option[2:] == CLOTH else _GIVEN
    material = material_term(option[1], speaker.language)
    return speaker.say(form, material=material, church=speaker.place(CHURCH_CODES[option[0]], TO))


def _banked(option: str, speaker: _Speaker) -> str:
    material = material_term(option[1], speaker.language)
    return speaker.say(_FORMS["N"], material=material, city=speaker.place(TRADING_CODES[option[0]]))


DEEDS: Final[dict[str, Callable[[str, _Speaker], str]]] = {
    "W": lambda option, speaker: speaker.say(_FORMS["W"]),
    "B": lambda option, speaker: speaker.say(_FORMS["B"]),
    "M": lambda option, speaker: speaker.say(_FORMS["M"]),
    "U": _built,
    "A": lambda option, speaker: speaker.say(_FORMS["A"], building=speaker.place(BUILDING_CODES[option[0]], TO)),
    "V": lambda option, speaker: speaker.say(_FORMS["V"]),
    "S": _to_cities("S", PORT_CODES),
    "T": _to_cities("T", TRADING_CODES),
    "C": _contributed,
    "K": lambda option, speaker: speaker.say(_FORMS["K"]),
    "R": lambda option, speaker: speaker.say(_FORMS["R"], building=speaker.place(BUILDING_CODES[option[0]])),
    "E": lambda option, speaker: speaker.say(_FORMS["E"], material=material_term(option, speaker.language)),
    "N": _banked,
}
"""How each action is put into words with one of its options."""


@lru_cache(maxsize=1 << 12)
def deed_text(action: str, option: str, language: Language) -> str:
    """Return an action with one of its options as a clause: ``artwork to Santa Croce``.

    >>> from replays.text.languages import ENGLISH
    >>> deed_text("A", "C", ENGLISH)
    'artwork to Santa Croce'
    """
    return DEEDS[action](option, _Speaker(language))


@lru_cache(maxsize=1 << 12)
def done_text(name: str, action: str, option: str, language: Language) -> str:
    """Return the sentence about a player who did an action with one of its options.

    >>> from replays.text.languages import ENGLISH
    >>> done_text("Nicole", "U", "SWW", ENGLISH)
    'Nicole builds a ship for 2 wood'
    """
    return DEEDS[action](option, _Speaker(language, name))
