"""The codes of the notation in short, as far as the rule set of a pad has them (docs/notation.md, section 6)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calimala_es.board import street_names
from calimala_es.components import ACTION_WORDS
from replays.sheet.letters import fitted, text_width
from replays.sheet.pad import CITY, Pad
from replays.sheet.page import DARK, LEFT, RIGHT, Shape, Text


class Code(NamedTuple):
    """Symbols, with blanks between them, and what they mean.

    ``{street}`` and ``{tiles}`` stand for a street of the pad's city, ``{first}`` and ``{colours}`` for one player and
    for all, so that every example could be written in the very game.
    """

    symbols: str
    meaning: str


PLACEMENTS: Final = (
    Code("{street}", "disc on the street {tiles}"),
    Code("{street}2", "white disc, acts twice"),
)
SUPPORT: Final = (
    Code("{street}0", "support disc"),
    Code("{street}00", "support disc where nothing is offered"),
)
DEEDS: Final = (
    Code("W B M", "wood, brick, marble"),
    Code("US UW", "build a ship, a workshop"),
    Code("UT UB UH", "house in Troyes, Bruges, Hamburg"),
    Code("AP AF AM AC", "artwork: Palazzo, Fiore, Miniato, Croce"),
    Code("V", "weave"),
    Code("SB SL SN", "ship: Barcelona, Lisbon, loNdon; SLLN"),
    Code("TT TB TH", "transport: Troyes, Bruges, Hamburg; TTH"),
    Code("CFW", "contribute: church F M C, then W B M"),
    Code("/", "the next disc is activated"),
)
CARDS: Final = (
    Code("+W +SL", "a card is played"),
    Code("S-", "not done: waived, or impossible"),
    Code("S-W S-?", "impossible: this card came, or unseen"),
)
TABLE: Final = (
    Code("{street}> {street}>2", "own disc taken back for the council"),
    Code("_", "missed: nobody wrote it down"),
    Code("{first}.wood:=2", "seen on the table, whatever was written"),
    Code("={colours}", "check: the order of the scoring"),
    Code("=12-9-7", "check: everybody's points"),
    Code("{...} ! ?", "remark; well played; badly"),
    Code("HAM.PAL ?", "influence cards (turn 0, end); unknown"),
)
INTRIGUE: Final = (
    Code("K", "cloth to the cardinal's area"),
    Code("RP RF RM RC", "artistry: Palazzo, Fiore, Miniato, Croce"),
    Code("EW EB EM", "wood, brick, marble to the emperor"),
    Code("NTW", "banking: city T B H, then W B M"),
    Code("I- -W", "intrigue action waived; impossible, card"),
    Code(":W", "card discarded for the faction track"),
)
FAMILIES: Final = {
    "Bardi": Code("BAR>LIS", "Bardi: the cube just placed moves on"),
    "Cerchi": Code(">HAM", "Cerchi: this tile is scored"),
    "Medici": Code("+AP", "Medici: card before a tile is scored"),
    "Mozzi": Code("CFWV", "Mozzi: cloth contributed as wood"),
    "Pazzi": Code("^", "Pazzi: the white disc below is activated"),
    "Peruzzi": Code("UWWB", "Peruzzi: built for these two cubes"),
    "Pulci": Code("LIS>HAM", "Pulci: a cube of the scored area moves on"),
    "Scali": Code(":W", "Scali: of two cards this is discarded"),
    "Spini": Code(">AP", "Spini: done instead of drawing a card"),
}
DECLINED: Final = Code("--", "what a family offers is declined")

_STRIP: Final = (
    Code("{street}2", "white disc"),
    Code("/", "next disc"),
    Code("+W", "card played"),
    Code("S-", "not done"),
    Code("S-?", "card came"),
    Code("_", "missed"),
    Code("?", "unknown"),
    Code("={colours}", "check"),
)
"""What stands below the turns."""

_SYMBOLS: Final = 17.5
_GAP: Final = 3.0
_SIZE: Final = 6.6
_LEADING: Final = 4.2
"""Millimetres for the symbols, between two columns and, at most, from line to line; the size of letters in points."""


def codes_of(pad: Pad) -> tuple[Code, ...]:
    """The codes that a game on this pad may need."""
    setup = pad.setup
    parts: Sequence[tuple[bool, tuple[Code, ...]]] = (
        (True, PLACEMENTS),
        (bool(setup.third), SUPPORT),
        (True, DEEDS + CARDS + TABLE),
        (bool(setup.intrigue), INTRIGUE),
        (True, tuple(FAMILIES[name] for name in setup.families if name)),
        (any(setup.families), (DECLINED,)),
    )
    return _of_this_game(pad, [code for is_there, codes in parts if is_there for code in codes])


def _of_this_game(pad: Pad, codes: Sequence[Code]) -> tuple[Code, ...]:
    """The codes with a street and the players of this game."""
    street, pair = next(iter(street_names(pad.setup.city).items()))
    is_blank = CITY in pad.blank
    words = {
        "street": street if is_blank else pair,
        "tiles": f"between {street[0]} and {street[1]}" if is_blank else "-".join(ACTION_WORDS[tile] for tile in pair),
        "first": pad.setup.colours[0],
        "colours": pad.setup.colours,
    }
    return tuple(Code(*(_filled(part, words) for part in code)) for code in codes)


def _filled(text: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text


def codes_block(pad: Pad, top: float, bottom: float) -> list[Shape]:
    """All codes in two columns between two heights."""
    codes = codes_of(pad)
    lines = -(-len(codes) // 2)
    leading = min(_LEADING, (bottom - top) / lines)
    column = (RIGHT - LEFT - _GAP) / 2
    shapes: list[Shape] = []
    for number, code in enumerate(codes):
        x = LEFT + (column + _GAP) * (number // lines)
        y = top + leading * (number % lines) + leading * _STANDS
        shapes += [
            Text(x, y, code.symbols, _SIZE, bold=True),
            Text(x + _SYMBOLS, y, fitted(code.meaning, column - _SYMBOLS, _SIZE), _SIZE, grey=DARK),
        ]
    return shapes


def codes_strip(pad: Pad, y: float) -> list[Shape]:
    """The codes that are wanted most, on one line below the turns."""
    shapes: list[Shape] = []
    x = LEFT
    for code in _of_this_game(pad, _STRIP):
        meaning = x + text_width(code.symbols, _SIZE, bold=True) + 0.9
        shapes += [Text(x, y, code.symbols, _SIZE, bold=True), Text(meaning, y, code.meaning, _SIZE, grey=DARK)]
        x = meaning + text_width(code.meaning, _SIZE) + 2.6
    return shapes


_STANDS: Final = 0.72
"""How far down in its line a letter stands."""
