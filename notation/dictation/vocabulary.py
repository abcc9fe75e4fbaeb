"""The words of the dictation: everything that people say at the table, and the one sense that each of it has.

A sense is a word of the dictation itself (``"artwork"``, ``"not"``) or the code of a place (``"SCR"``). What a sense
stands for in a game is said by ``phrases`` and by the position: ``"brick"`` is a tile, a deed, a card and a material.
"""

from itertools import product
from typing import Final

from calimala_es.components import ACTION_WORDS, COLOUR_WORDS, INTRIGUE_WORDS, PLACE_WORDS

ACTION_OF: Final = {word: action for action, word in ACTION_WORDS.items()}
"""The letter of an action by its sense."""

INTRIGUE_OF: Final = {word: action for action, word in INTRIGUE_WORDS.items() if action in "KREN"}
"""The letter of an intrigue action by its sense."""

FILLER: Final = ""
"""The sense of words that say nothing."""

_ACTIONS: Final = {
    "wood": "wood, woods, lumber, timber",
    "brick": "brick, bricks",
    "marble": "marble, marbles",
    "build": "build, builds, built, building, construct, constructs, construction",
    "artwork": "art, arts, artwork, artworks, artist, artists",
    "weave": "weave, weaves, wove, weaving, cloth, cloths",
    "ship": "ship, ships, shipping, shipped",
    "transport": "transport, transports, transporting, trade, trades, trading, wagon, trade wagon, trade wagons",
    "contribute": "contribute, contributes, contribution, donate, donates, donation, church",
}
_PLACES: Final = {
    "BAR": "Barcelona",
    "LIS": "Lisbon",
    "LON": "London",
    "TRO": "Troyes",
    "BRU": "Bruges",
    "HAM": "Hamburg",
    "SMF": "Fiore, Maria del Fiore, Santa Maria del Fiore, Santa Maria, cathedral, dome",
    "SMN": "Miniato, San Miniato",
    "SCR": "Croce, Santa Croce",
    "PAL": "Palazzo, Palazzo Vecchio, Vecchio, palace",
}
_INTRIGUE: Final = {
    "cardinal": "cardinal",
    "artistry": "artistry",
    "emperor": "emperor",
    "banking": "banking, bank, banks",
    "intrigue": "intrigue, intrigue action",
}
_THINGS: Final = {
    "workshop": "workshop, workshops",
    "house": "house, houses, trading house, trading houses, trade house, trade houses, trading post, branch",
    "ports": "ports, port cities, port city",
    "cities": "trading cities, trade cities",
}
_TURNS: Final = {
    "card": "card, cards, play, plays, plays card, play card, plays a card, plays the card, with a card, plus",
    "not": "not, no, nothing, none, skip, skips, pass, passes, without, not done",
    "declined": "decline, declines, declined",
    "missed": "missed, don't know, do not know, didn't see, did not see, not seen, nobody knows",
    "unknown": "unknown, hidden, secret, unseen, face down",
    "white": "white, double, white disc, double disc, twice",
    "support": "support, support disc",
    "idle": "idle",
    "stroke": "next, next disc, slash, stroke, below, disc below",
    "then": "then, and then",
    "draw": (
        "draw, draws, drew, drawing, gets, draws card, draws a card, draw a card, drew a card, gets a card, gets card"
    ),
    "draw one": "draws a, draw a, drew a, gets a",
    "discard": "discard, discards, discarded, throws away",
    "instead": "instead, instead of a card, instead of the card",
    "move": "move, moves, moved",
    "first": "first, score first, scores first, scored first",
    "back": "take back, takes back, retrieve, retrieves, take back disc, takes back disc",
    "scratch": "scratch, scratch that, x, take that back, undo, undo that, correction",
    "everywhere": "everywhere",
    "paying": "paying, pay, pays, paid, for, with",
    "turn": "turn, round",
    "end": "the end, end of the game, end, final scoring",
    "comment": "comment, note, remark",
}
_FILLERS: Final = (
    "and, the, to, into, of, on, in, by, his, her, their, its, one's, an, is, are, from, "
    "takes, take, taking, took, keep, keeps, kept, draft, drafts, drafted, dealt, choose, chooses, chose, "
    "start, starts, lies, lays, lay, board, by the board, open, turned up, disc, place, places, placed, put, puts, "
    "also, player, please"
)
_UNITS: Final = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS: Final = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _numbers() -> dict[str, str]:
    """Number words up to ninety-nine, as digits."""
    words = {word: str(number) for number, word in enumerate([*_UNITS, *_TEENS])}
    for (tens, ten), (unit, word) in product(enumerate(_TENS, 2), enumerate(_UNITS)):
        words[f"{ten} {word}" if unit else ten] = str(10 * tens + unit)
    return words


def _vocabulary() -> dict[str, str]:
    words = _numbers() | dict.fromkeys(_FILLERS.split(", "), FILLER)
    for table in (_ACTIONS, _PLACES, _INTRIGUE, _THINGS, _TURNS):
        for sense, spoken in table.items():
            words.update(dict.fromkeys(spoken.casefold().split(", "), sense))
    return words | {word: word for word in COLOUR_WORDS.values()} | {"paid with": "paying"}


VOCABULARY: Final = _vocabulary()
"""The sense of everything that may be said, in small letters, several words with one blank between them."""

LONGEST: Final = max(phrase.count(" ") + 1 for phrase in VOCABULARY)
"""The words of the longest phrase in the vocabulary."""

SINGLE_WORDS: Final = frozenset(word for phrase in VOCABULARY for word in phrase.split())
"""Every word that the vocabulary knows, alone or in a phrase."""

SAID: Final = {code: _PLACES[code].split(", ")[0] for code in _PLACES} | {"PAL": "Palazzo"}
"""The shortest name of each place, as errors and examples have it."""

assert SAID.keys() <= PLACE_WORDS.keys()


def table_of_words() -> dict[str, tuple[str, ...]]:
    """What may be said for each sense, for documentation: sense to spellings, in the order of this module."""
    tables = (_ACTIONS, _PLACES, _INTRIGUE, _THINGS, _TURNS)
    return {sense: tuple(words.split(", ")) for table in tables for sense, words in table.items()}
