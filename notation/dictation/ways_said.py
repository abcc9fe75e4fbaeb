"""How the ways of actions are said: where the artwork goes, what is built, which cloth goes where."""

from collections.abc import Callable, Sequence
from typing import Final

from calimala_es.state import State
from calimala_es.ways import BUILDING_CODES, CHURCH_CODES, PORT_CODES, TRADING_CODES
from notation.dictation.hearing import COMMA, NONE, Term

PORT_OF: Final = {code: letter for letter, code in PORT_CODES.items()}
TRADE_OF: Final = {code: letter for letter, code in TRADING_CODES.items()}
CHURCH_OF: Final = {code: letter for letter, code in CHURCH_CODES.items()}
BUILDING_OF: Final = {code: letter for letter, code in BUILDING_CODES.items()}
MATERIAL_OF: Final = {"wood": "W", "brick": "B", "marble": "M"}
_PAYMENT_OF: Final = {"wood": "W", "brick": "B"}
_MOST_CLOTH: Final = 3


class Words:
    """The terms from a place on, looked at one by one; past the end there is a word without sense."""

    def __init__(self, terms: Sequence[Term], place: int, state: State) -> None:
        """Look at ``terms`` from ``place`` on, in a position."""
        self.terms = terms
        self.place = place
        self.state = state

    def at(self, index: int, most: int = NONE) -> str:
        """The sense of a term if no pause longer than ``most`` stands before it; empty else."""
        place = self.place + index
        if place >= len(self.terms) or (index and self.terms[place].pause > most):
            return ""
        return self.terms[place].sense

    def said(self, index: int) -> str:
        """A term that is there as it was said, in small letters."""
        return self.terms[self.place + index].said.casefold()

    def take(self, index: int, table: dict[str, str], most: int = NONE) -> str:
        """What a table makes of a term; empty where it has nothing."""
        return table.get(self.at(index, most), "")


Way = tuple[str, int]
"""The letters of a way, and the number of terms that it takes behind the action."""


def _way_of_building(words: Words, place: int) -> Way | None:
    if words.at(place) == "house":
        city = words.take(place + 1, TRADE_OF)
        if not city:
            return None
        way, end = city, place + 2
    else:
        table = {"ship": "S", "workshop": "W", **TRADE_OF}
        way = words.take(place, table)
        end = place + bool(way)
    if way and words.at(end) == "paying":
        paid = words.take(end + 1, _PAYMENT_OF), words.take(end + 2, _PAYMENT_OF)
        number = words.at(end + 1)
        if number == "2" and words.take(end + 2, _PAYMENT_OF):
            paid = (paid[1], paid[1])
        if all(paid):
            return way + "".join(paid), end + 3 - place
    return way, end - place


def _way_of_artwork(words: Words, place: int) -> Way | None:
    way = words.take(place, BUILDING_OF)
    return way, int(bool(way))


def _way_of_weaving(words: Words, place: int) -> Way | None:
    return "", int(words.at(place) == "weave" and words.said(place).startswith("cloth"))


def _way_of_shipping(words: Words, place: int) -> Way | None:
    """Ports, each with the number of cloths before it."""
    way, end = "", place
    while len(way) <= _MOST_CLOTH:
        index, number = end, 1
        pause = COMMA if way else NONE
        if words.at(index, pause) in ("1", "2", "3"):
            number = int(words.at(index, pause))
            index, pause = index + 1, NONE
        if words.at(index, pause) == "weave":
            index, pause = index + 1, NONE
        port = words.take(index, PORT_OF, pause)
        if not port:
            break
        way, end = way + port * number, index + 1
    return way, end - place


def _way_of_transport(words: Words, place: int) -> Way | None:
    way, end = "", place
    if words.at(place) == "everywhere":
        return "", 1
    if words.at(end) == "weave" and words.take(end + 1, TRADE_OF):
        end += 1
    while city := words.take(end, TRADE_OF, COMMA if way else NONE):
        way, end = way + city, end + 1
    return (way, end - place) if way else ("", 0)


def _way_of_contribution(words: Words, place: int) -> Way | None:
    """A church and a material in either order, and whether it is cloth that stands for the material."""
    church = material = cloth = ""
    end = place
    while end < place + 4:
        sense = words.at(end)
        if sense in CHURCH_OF and not church:
            church = CHURCH_OF[sense]
        elif sense in MATERIAL_OF and not material:
            material = MATERIAL_OF[sense]
        elif sense == "weave" and not cloth:
            cloth = "V"
            end += words.at(end + 1) == "paying"
        else:
            break
        end += 1
    if church and material:
        return church + material + cloth, end - place
    return None if end > place else ("", 0)


WAYS_SAID: Final[dict[str, tuple[Callable[[Words, int], Way | None], str]]] = {
    "U": (_way_of_building, "a ship, a workshop, or a house and its city"),
    "A": (_way_of_artwork, "Palazzo, Fiore, Miniato or Croce"),
    "V": (_way_of_weaving, ""),
    "S": (_way_of_shipping, "Barcelona, Lisbon or London"),
    "T": (_way_of_transport, "Troyes, Bruges or Hamburg"),
    "C": (_way_of_contribution, "a church and a material, as Fiore wood"),
}
"""How the way of an action is said, and what it takes."""
