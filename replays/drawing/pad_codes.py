"""The codes of the notation in short, as far as the rules of a score pad need them (docs/notation.md, section 6)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from calimala_es.components import MATERIALS, TRADING_CITIES
from calimala_es.families import FAMILIES
from calimala_es.setup import Setup
from replays.text.languages import Language, message
from replays.text.terms import TILE, action_term, material_term, place_term


class CodeMeaning(NamedTuple):
    """Symbols, with blanks between them, and what they mean.

    ``{street}`` and ``{tiles}`` stand for a street of the pad's city, ``{first}`` and ``{colours}`` for one player and
    for all, so that every example could be written in the very game. The meaning is a message, with more fields for
    words of the game.
    """

    symbols: str
    meaning: str


PLACEMENTS: Final = (
    CodeMeaning("{street}", message("disc on the street {tiles}")),
    CodeMeaning("{street}2", message("white disc, acts twice")),
)
SUPPORT: Final = (
    CodeMeaning("{street}0", message("support disc")),
    CodeMeaning("{street}00", message("support disc where nothing is offered")),
)
ACTIONS: Final = (
    CodeMeaning("W B M", "{materials}"),
    CodeMeaning("US UW", message("build a ship, a workshop")),
    CodeMeaning("UT UB UH", message("house in {trading_cities}")),
    CodeMeaning("AP AF AM AC", message("artwork: Palazzo, Fiore, Miniato, Croce")),
    CodeMeaning("V", "{weave}"),
    CodeMeaning("SB SL SN", message("ship: Barcelona, Lisbon, loNdon; SLLN")),
    CodeMeaning("TT TB TH", message("transport: {trading_cities}; TTH")),
    CodeMeaning("CFW", message("contribute: church F M C, then W B M")),
    CodeMeaning("/", message("the next disc is activated")),
)
CARDS: Final = (
    CodeMeaning("+W +SL", message("a card is played")),
    CodeMeaning("S-", message("not done: waived, or impossible")),
    CodeMeaning("S-W S-?", message("impossible: this card came, or unseen")),
)
RECORD: Final = (
    CodeMeaning("{street}> {street}>2", message("own disc taken back for the council")),
    CodeMeaning("_", message("missed: nobody wrote it down")),
    CodeMeaning("{first}.wood:=2", message("seen on the table, whatever was written")),
    CodeMeaning("={colours}", message("check: the order of the scoring")),
    CodeMeaning("=12-9-7", message("check: everybody's points")),
    CodeMeaning("{{...}} ! ?", message("remark; well played; badly")),
    CodeMeaning("HAM.PAL ?", message("influence cards (turn 0, end); unknown")),
)
INTRIGUE: Final = (
    CodeMeaning("K", message("cloth to the cardinal's area")),
    CodeMeaning("RP RF RM RC", message("artistry: Palazzo, Fiore, Miniato, Croce")),
    CodeMeaning("EW EB EM", message("{materials} to the emperor")),
    CodeMeaning("NTW", message("banking: city T B H, then W B M")),
    CodeMeaning("I- -W", message("intrigue action waived; impossible, card")),
    CodeMeaning(":W", message("card discarded for the faction track")),
)
DECLINED: Final = CodeMeaning("--", message("what a family offers is declined"))

COMMON: Final = (
    CodeMeaning("{street}2", message("white disc")),
    CodeMeaning("/", message("next disc")),
    CodeMeaning("+W", message("card played")),
    CodeMeaning("S-", message("not done")),
    CodeMeaning("S-?", message("card came")),
    CodeMeaning("_", message("missed")),
    CodeMeaning("?", message("unknown")),
    CodeMeaning("={colours}", message("check")),
)
"""What is below the turns: the codes that are wanted most."""


def all_codes(setup: Setup, street: str, tiles: str, language: Language) -> list[CodeMeaning]:
    """Return the codes that a game may need, for a street that is called so and its two tiles."""
    parts = (
        (True, PLACEMENTS),
        (bool(setup.third), SUPPORT),
        (True, ACTIONS + CARDS + RECORD),
        (bool(setup.intrigue), INTRIGUE),
        (True, tuple(_family_codes(setup))),
        (any(setup.families), (DECLINED,)),
    )
    return _filled([code for is_there, codes in parts if is_there for code in codes], setup, street, tiles, language)


def _family_codes(setup: Setup) -> Iterator[CodeMeaning]:
    """Yield the examples of the families that play."""
    for family in (FAMILIES[name] for name in setup.families if name):
        if family.example:
            yield CodeMeaning(family.example, family.example_words)


def common_codes(setup: Setup, street: str, language: Language) -> list[CodeMeaning]:
    """Return the codes that are wanted most."""
    return _filled(COMMON, setup, street, "", language)


def _filled(
    codes: Sequence[CodeMeaning], setup: Setup, street: str, tiles: str, language: Language
) -> list[CodeMeaning]:
    """Return codes with a street, the players and the words of a game."""
    fields = {
        "street": street,
        "tiles": tiles,
        "first": setup.colours[0],
        "colours": setup.colours,
        "materials": _joined((material_term(kind, language) for kind in MATERIALS), language),
        "trading_cities": _joined((place_term(city, language, TILE) for city in TRADING_CITIES), language),
        "weave": action_term("V", language),
    }
    return [CodeMeaning(code.symbols.format(**fields), language.text(code.meaning, **fields)) for code in codes]


def _joined(words: Iterable[str], language: Language) -> str:
    return language.word("list", ", ").join(words)
