"""What the readable rules say about options, cards and goods, as tables of integers.

Every answer comes from ``reach`` and ``options`` when it is first asked for, so no rule is here a second time. A *word*
has the bits of a mask that the nine actions ask for: those of the rows that every game has, of a mat and of a family;
so it fits a machine's integer. The bits that actions with few questions ask for come first: most of what is looked up
is a small number then, which is found fastest. The four actions of Intrigue ask an *Intrigue word*: the same bits of
the mat, and the rows that Intrigue adds in the places of the others.
"""

from collections.abc import Iterable
from itertools import combinations, product
from typing import Final, TypeVar

from calimala_es.board import FREE_BIT, FREE_WIDTH
from calimala_es.components import ACTIONS, ALL_ROWS, MOST_SHIPS, MOST_WORKSHOPS, ROWS, WAREHOUSE_CELLS, WORKSHOP_CELLS
from calimala_es.options import BUILT_BITS, HOUSE_CODES, MOST_ANSWERS, STOCK_BITS, ActionOption, own, pooled
from calimala_es.playing.codes import (
    ALL_ACTIONS,
    CARD_MASK,
    CARD_WIDTH,
    CLOTH_AT,
    DO,
    KIND_AT,
    OPTIONS,
    PLAY,
    SHIPS_AT,
    SKIP,
    goods_code,
)
from calimala_es.reach import ACTION_OPTIONS, FAMILY_OPENINGS, OPENINGS, OWN_TRAITS, RELEVANT, TRAIT_BITS, held
from calimala_es.state import Built, Stock

NINE: Final = 9
"""The number of actions without those of Intrigue, which follow them in ``ALL_ACTIONS``."""

ALL_NINE: Final = 511
"""The mask of all nine actions."""


def _bits(mask: int) -> list[int]:
    """Return each bit of a mask alone, the lowest first."""
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


_BASE_BITS: Final = [bit for (row, _), bit in FREE_BIT.items() if row < len(ROWS)]
_INTRIGUE_BITS: Final = [bit for (row, _), bit in FREE_BIT.items() if row >= len(ROWS)]
_MAT_BITS: Final = _bits((1 << TRAIT_BITS.bit_length()) - (1 << FREE_WIDTH))


def _bits_of_words() -> list[int]:
    """Return the bits of a mask that words have, in the order of words."""
    masks = sorted([RELEVANT[action] for action in ACTIONS], key=int.bit_count)
    return [*dict.fromkeys([*[bit for mask in masks for bit in _bits(mask)], *_BASE_BITS, *_MAT_BITS])]


_WORD_BITS: Final[dict[int, int]] = {bit: 1 << place for place, bit in enumerate(_bits_of_words())}
"""The bit of a word for each bit of a mask."""

_INTRIGUE_WORD_BITS: Final[dict[int, int]] = {
    **{bit: _WORD_BITS[bit] for bit in _MAT_BITS},
    **{bit: _WORD_BITS[_BASE_BITS[place]] for place, bit in enumerate(_INTRIGUE_BITS)},
}
"""The same of an Intrigue word."""


def word_of(mask: int) -> int:
    """Return the word of a mask."""
    return sum(_WORD_BITS[bit] for bit in _bits(mask) if bit in _WORD_BITS)


def intrigue_word_of(mask: int) -> int:
    """Return the Intrigue word of a mask."""
    return sum(_INTRIGUE_WORD_BITS[bit] for bit in _bits(mask) if bit in _INTRIGUE_WORD_BITS)


def _mask_of(word: int) -> int:
    """Return a mask with the bits of a word."""
    return sum(bit for bit, of in _WORD_BITS.items() if word & of)


_ROOM: Final = word_of(sum(_BASE_BITS))


def _asked(action: str, mask: int) -> int:
    """Return the bits of a mask as they are in the word that an action asks."""
    return word_of(mask) if action in ACTIONS else intrigue_word_of(mask)


# Options.

ACTION_OF: Final[list[int]] = [ALL_ACTIONS.index(action) for action, _ in OPTIONS]
"""The action of each option."""

_MEANS: Final = [ACTION_OPTIONS[action][code] for action, code in OPTIONS]

NEEDS: Final[list[int]] = [_asked(action, option.needs) for (action, _), option in zip(OPTIONS, _MEANS, strict=True)]
SPENDS: Final[list[int]] = [_asked(action, option.spends) for (action, _), option in zip(OPTIONS, _MEANS, strict=True)]
"""The bits that each option needs, and those that doing it can clear."""

ROWS_OF: Final[list[list[int]]] = [[*option.rows] for option in _MEANS]
"""The rows that get a cube, in their order."""


# Goods. What an option changes in materials, ships and houses is the same number added, whatever they are; only cloth
# goes where there is room.

_GOODS: Final = (1 << CLOTH_AT) - 1
_SOME_STOCK: Final = Stock(wood=2, brick=2, marble=1)
_SOME_BUILT: Final = Built(cloth=(3,), ships=1)
"""A stock, and buildings, with which every option can be worked out."""


def _delta(option: ActionOption) -> int:
    """Return what an option adds to goods without cloth."""
    after = goods_code(option.stock[_SOME_STOCK], option.built[_SOME_BUILT])
    return (after & _GOODS) - (goods_code(_SOME_STOCK, _SOME_BUILT) & _GOODS)


DELTAS: Final[list[int]] = [_delta(option) for option in _MEANS]
"""What each option adds to the number of goods, without cloth."""

_CLOTH: Final = [
    cloth for places in range(1, MOST_WORKSHOPS + 1) for cloth in product(range(WORKSHOP_CELLS + 1), repeat=places)
]
"""All cloth that may be in the workshops."""

_OF_CLOTH: Final = own("lot") | own("loom") | own("cloth", 1) | own("cloth", 2) | own("cloth", 3)


def _cloth_after(option: ActionOption, *, is_pooled: bool) -> dict[int, int]:
    """Return the part of goods that is cloth, in its place, by what it was; nothing if an option leaves it alone."""
    found: dict[int, int] = {}
    for cloth in _CLOTH if option.moves_cloth else ():
        before = Built(cloth)
        if not option.needs & _OF_CLOTH & ~BUILT_BITS[before]:
            after = option.built[before]
            code = goods_code(_SOME_STOCK, pooled(after) if is_pooled else after)
            found[goods_code(_SOME_STOCK, before) >> CLOTH_AT] = code >> CLOTH_AT << CLOTH_AT
    return found


CLOTH_AFTER: Final[list[dict[int, int]]] = [_cloth_after(option, is_pooled=False) for option in _MEANS]
POOLED_AFTER: Final[list[dict[int, int]]] = [_cloth_after(option, is_pooled=True) for option in _MEANS]
"""The cloth after each option; the second where it is rearranged at any time (R5.8)."""


def goods_after(cloth_after: list[dict[int, int]], option: int, goods: int) -> int:
    """Return the number of goods after an option; ``cloth_after`` is one of the two tables."""
    cloth = cloth_after[option]
    if cloth:
        return (goods & _GOODS) + DELTAS[option] | cloth[goods >> CLOTH_AT]
    return goods + DELTAS[option]


def _words(stocks: Iterable[Stock], all_built: Iterable[Built], at: int, width: int) -> list[int]:
    """Return the bits of a word that one part of goods sets, by that part of their number."""
    sets = {
        goods_code(stock, built): word_of(STOCK_BITS[stock] | BUILT_BITS[built])
        for stock in stocks
        for built in all_built
    }
    base = next(iter(sets.values()))
    about = 0
    for word in sets.values():
        about |= base ^ word
    words = [0] * (1 << width)
    for code, word in sets.items():
        words[code >> at & (1 << width) - 1] = word & about
    return words


_STOCK: Final = range(WAREHOUSE_CELLS + 1)
_STOCK_WORDS: Final[list[int]] = _words(
    [Stock(wood, brick, marble) for wood, brick, marble in product(_STOCK, repeat=3)], [Built()], 0, SHIPS_AT
)
_BUILT_WORDS: Final[list[int]] = _words(
    [Stock()],
    [
        Built(ships=ships, houses="".join(houses))
        for ships in range(MOST_SHIPS + 1)
        for count in range(len(HOUSE_CODES) + 1)
        for houses in combinations(HOUSE_CODES, count)
    ],
    SHIPS_AT,
    CLOTH_AT - SHIPS_AT,
)
_CLOTH_WORDS: Final[list[int]] = _words([Stock()], [Built(cloth) for cloth in _CLOTH], CLOTH_AT, 9)
_STOCK_MASK: Final = (1 << SHIPS_AT) - 1
_BUILT_MASK: Final = (1 << CLOTH_AT - SHIPS_AT) - 1


def goods_word(goods: int) -> int:
    """Return the part of a word that goods set."""
    return (
        _STOCK_WORDS[goods & _STOCK_MASK]
        | _BUILT_WORDS[goods >> SHIPS_AT & _BUILT_MASK]
        | _CLOTH_WORDS[goods >> CLOTH_AT]
    )


ASKS: Final[list[int]] = [_asked(action, RELEVANT[action]) for action in ALL_ACTIONS]
"""The bits that the options of an action ask for."""


_PLACES: Final = [[place for place, of in enumerate(ACTION_OF) if of == action] for action in range(len(ALL_ACTIONS))]
"""The options of each action."""


def _possible(kind: int, action: int, word: int) -> list[int]:
    """Return the decisions for the options of an action that a word allows."""
    return [kind << KIND_AT | place for place in _PLACES[action] if word & NEEDS[place] == NEEDS[place]]


# What is asked over and over is remembered: in plain dictionaries, which compiled code reads fastest.

_Answer = TypeVar("_Answer")


def remembered(answers: dict[int, _Answer], question: int, answer: _Answer) -> _Answer:
    """Return an answer once it is among those that are remembered."""
    if len(answers) >= MOST_ANSWERS:
        answers.clear()
    answers[question] = answer
    return answer


_ACTS: Final[list[dict[int, list[int]]]] = [{} for _ in ALL_ACTIONS]
_PLAYS: Final[list[dict[int, list[int]]]] = [{} for _ in range(NINE)]
_SKIPS: Final[dict[int, list[int]]] = {}


def acts(action: int, word: int) -> list[int]:
    """Return the decisions to do an action that a word allows; the list is not to be changed."""
    asked = word & ASKS[action]
    try:
        return _ACTS[action][asked]
    except KeyError:
        return remembered(_ACTS[action], asked, _possible(DO, action, asked))


def acts_by_card(card: int, word: int) -> list[int]:
    """Return the decisions to play a card that a word allows; the list is not to be changed."""
    asked = word & ASKS[card]
    try:
        return _PLAYS[card][asked]
    except KeyError:
        return remembered(_PLAYS[card], asked, _possible(PLAY, card, asked))


def skips(pending: int) -> list[int]:
    """Return the decisions to leave each of the pending actions undone; the list is not to be changed."""
    try:
        return _SKIPS[pending]
    except KeyError:
        actions: dict[int, None] = {}
        rest = pending
        while rest:
            actions[(rest & 15) - 1] = None
            rest >>= 4
        return remembered(_SKIPS, pending, [SKIP << KIND_AT | action for action in actions])


_OWN_ACTIONS: Final = [action for action in range(NINE) if not ASKS[action] & _ROOM]
BOARD_ACTIONS: Final[list[int]] = [action for action in range(NINE) if ASKS[action] & _ROOM]
"""The actions that depend on what is free on the board."""


def _asked_by(actions: list[int]) -> int:
    """Return the bits that the options of these actions ask for."""
    bits = 0
    for action in actions:
        bits |= ASKS[action]
    return bits


_ASKED_OF_MAT: Final = _asked_by(_OWN_ACTIONS)
_POSSIBLE_ON_MAT: Final[dict[int, int]] = {}


def possible_on_mat(word: int) -> int:
    """Return the possible actions that do not depend on what is free on the board, as a mask."""
    asked = word & _ASKED_OF_MAT
    try:
        return _POSSIBLE_ON_MAT[asked]
    except KeyError:
        possible = sum(1 << action for action in _OWN_ACTIONS if acts(action, asked))
        return remembered(_POSSIBLE_ON_MAT, asked, possible)


_WITHOUT: Final[dict[int, int]] = {}
"""Pending actions without one of them, by ``pending << 4 | action``."""


def without(pending: int, action: int) -> int:
    """Return pending actions without the first that is one action."""
    if pending & 15 == action + 1:
        return pending >> 4
    key = pending << 4 | action
    try:
        return _WITHOUT[key]
    except KeyError:
        return remembered(_WITHOUT, key, _without(pending, action + 1))


def _without(pending: int, code: int) -> int:
    at = 0
    while pending >> at:
        if pending >> at & 15 == code:
            return pending & (1 << at) - 1 | pending >> at + 4 << at
        at += 4
    return pending


# Cards.

CARD_UNITS: Final[list[int]] = [1 << CARD_WIDTH * card for card in range(NINE)]
"""One card of each action in the number of a hand or a pile."""

FIRST_COPIES: Final[list[int]] = [held(action) for action in ACTIONS]
"""The first copy of each card in what ``held_in`` returns; the bit after it is the second."""


def cards_in(cards: int) -> list[int]:
    """Return the different cards in a hand or a pile, in the order of ``ACTIONS``."""
    return [card for card in range(NINE) if cards >> CARD_WIDTH * card & CARD_MASK]


def held_in(hand: int) -> int:
    """Return the first and second copies in a hand (see ``reach.held``)."""
    found = 0
    for card in cards_in(hand):
        found |= FIRST_COPIES[card]
        if hand >> CARD_WIDTH * card & CARD_MASK > 1:
            found |= FIRST_COPIES[card] << 1
    return found


def card_count(cards: int) -> int:
    """Return the number of cards in a hand or a pile."""
    count = 0
    while cards:
        count += cards & CARD_MASK
        cards >>= CARD_WIDTH
    return count


_OPENING_HANDS: Final[list[dict[int, list[int]]]] = [{} for _ in range(NINE)]


def opening_hands(action: int, asked: int) -> list[int]:
    """Return the hands that make an action possible (see ``reach.OPENINGS``), by the bits of the word that matter."""
    try:
        return _OPENING_HANDS[action][asked]
    except KeyError:
        hands = [*OPENINGS[ACTIONS[action]][1][_mask_of(asked)]]
        return remembered(_OPENING_HANDS[action], asked, hands)


OPENING_ASKS: Final[list[int]] = [word_of(OPENINGS[action][0]) for action in ACTIONS]
FAMILY_OPENING_ASKS: Final[list[int]] = [word_of(FAMILY_OPENINGS[action][0]) for action in ACTIONS]
"""These bits, and those of families with options of their own."""

OWN_TRAIT_WORD: Final = word_of(OWN_TRAITS)


# Free cells.


def _room_bits(row: int, most: int) -> int:
    """Return the bits that are set with so many free cells in a row, in the word that asks for the row."""
    bits = sum(bit for (of, cells), bit in FREE_BIT.items() if of == row and cells <= most)
    return word_of(bits) if row < len(ROWS) else intrigue_word_of(bits)


MOST_FREE: Final = 3
"""How many free cells of a row are asked for at most."""

ROOM_BITS: Final[list[list[int]]] = [
    [_room_bits(row, free) for free in range(MOST_FREE + 1)] for row in range(len(ALL_ROWS))
]
"""The bits that are set with 0, 1, 2 and 3 or more free cells in each row."""

OTHER_ROOM: Final[list[int]] = [~bits[MOST_FREE] for bits in ROOM_BITS]
"""All bits but those of a row."""
