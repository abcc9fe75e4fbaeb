"""What a few words may mean, as symbols of the notation: a table of readings, the longest first.

A reading is only what the words allow; which of them fits the position is decided where they are tried. ``kinds`` are
the decisions that it may come to: words that name a street never become a deed of the same letters, nor the reverse.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from calimala_es.board import street_actions
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
    KeepInfluence,
    Missed,
    MoveCube,
    OpenInfluence,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import ACTIONS, CHURCHES, PALAZZO, PORTS, TRADING_CITIES, UNKNOWN
from calimala_es.secrets import dealt_to_each
from calimala_es.state import OFFERS, Activation, Dealing, State
from notation.dictation.hearing import COMMA, NONE, Term
from notation.dictation.vocabulary import ACTION_OF, INTRIGUE_OF
from notation.dictation.ways_said import BUILDING_OF, CHURCH_OF, MATERIAL_OF, TRADE_OF, WAYS_SAID, Words
from notation.words.symbols import (
    DECLINED,
    DISCARDED,
    IDLE_SUFFIX,
    MISSED,
    NOT_DONE,
    PLAYED,
    SUPPORT_SUFFIX,
    TAKEN,
    WHITE_SUFFIX,
    WHITE_USED,
)

_CARDS: Final = ACTION_OF | {"unknown": UNKNOWN}
_CODES: Final = (*PORTS, *TRADING_CITIES, *CHURCHES, PALAZZO)
_TILES: Final = {
    **{code: code for code in _CODES if code != PALAZZO},
    "artwork": "ART",
    "ports": "PORT",
    "ship": "PORT",
    "cities": "TRADE",
    "transport": "TRADE",
    "wood": "WOOD",
    "brick": "BRICK",
    "marble": "MARBLE",
}
_SUFFIX_OF: Final[dict[tuple[str, ...], str]] = {
    ("white",): WHITE_SUFFIX,
    ("2",): WHITE_SUFFIX,
    ("support",): SUPPORT_SUFFIX,
    ("0",): SUPPORT_SUFFIX,
    ("idle", "support"): IDLE_SUFFIX,
    ("support", "idle"): IDLE_SUFFIX,
}
"""Which disc is placed, by the words before or behind the street."""

_MOST_DEPTH: Final = "1234"

Kinds = tuple[type[Command], ...]


class Meaning(NamedTuple):
    """A symbol, the number of terms that it takes, and what it may come to; ``problem``: what is lacking."""

    symbol: str
    terms: int
    kinds: Kinds
    letters: str = ""
    problem: str = ""


# Placements.


def _street(words: Words) -> Meaning | None:
    """``art ship``, with what says which disc it is before or behind: ``white art ship``, ``art ship double``."""
    before = 2 if words.at(1) in ("support", "idle") and words.at(0) in ("support", "idle") else 1
    told = tuple(words.at(index) for index in range(before))
    suffix = _SUFFIX_OF.get(told, "") if told[0] not in ("2", "0") else ""
    place = before if suffix else 0
    first, second = words.take(place, ACTION_OF), words.take(place + 1, ACTION_OF)
    if not (first and second) or first == second:
        return None
    place += 2
    if not suffix:
        for length in (2, 1):
            suffix = _SUFFIX_OF.get(tuple(words.at(place + index) for index in range(length)), "")
            if suffix:
                place += length
                break
    return Meaning(_squares(words.state, first + second) + suffix, place, (Place,), first + second)


def _squares(state: State, tiles: str) -> str:
    """A street by its squares, which no deed is written as; by its tiles where the city has no such street."""
    names = street_actions(state.setup.city)
    return next((street for street, pair in names.items() if sorted(pair) == sorted(tiles)), tiles)


# Deeds.


def _deed(words: Words) -> Meaning | None:
    """``art Croce``, ``card ship Lisbon London``, ``instead wood``."""
    sign = {"card": PLAYED, "instead": TAKEN}.get(words.at(0), "")
    place = 1 if sign else 0
    action = words.take(place, ACTION_OF, COMMA if sign else NONE)
    if not action:
        return None
    kinds: Kinds = (PlayCard,) if sign == PLAYED else (Act, ChooseStart)
    read, takes = WAYS_SAID.get(action, (None, ""))
    way = read(words, place + 1) if read else ("", 0)
    if way is None:
        return Meaning("", place + 2, kinds, action, takes)
    return Meaning(sign + action + way[0], place + 1 + way[1], kinds, action)


def _not_done(words: Words) -> Meaning | None:
    """``no art`` or ``art no``; ``art no ship`` does not say which of the two is not done.

    Where something is offered ``declined`` is about that, and ``art declined`` may be wherever there are offers.
    """
    first, second, third = _left(words.at(0), words), words.at(1), words.at(2)
    if first in ACTION_OF and second == "declined":
        if words.state.setup.intrigue or words.state.setup.families:
            return Meaning("", 2, (Skip,), "", f"a comma: is {first} not done, or what is offered declined?")
        second = "not"
    if first == "not" and second in ACTION_OF:
        return Meaning(ACTION_OF[second] + NOT_DONE, 2, (Skip,), ACTION_OF[second])
    if first in ACTION_OF and second == "not":
        if third in ACTION_OF or third in INTRIGUE_OF or third == "intrigue":
            return Meaning("", 3, (Skip,), "", f"a comma: is it {first} or {third} that is not done?")
        return Meaning(ACTION_OF[first] + NOT_DONE, 2, (Skip,), ACTION_OF[first])
    if "intrigue" in (first, second) and "not" in (first, second):
        return Meaning("I-", 2, (Skip,), "I")
    return None


def _left(sense: str, words: Words) -> str:
    """A sense, with ``not`` for what is declined while nothing is offered."""
    return "not" if sense == "declined" and not isinstance(words.state.now, OFFERS) else sense


def _nothing(words: Words) -> Meaning | None:
    """``nothing``: the action or the offer that comes now is left."""
    if words.at(0) not in ("not", "declined"):
        return None
    now = words.state.now
    if type(now) is Activation and now.pending:
        return Meaning(NOT_DONE, 1, (Skip,))
    scheming = getattr(now, "pending", "") and type(now) is not Activation
    return Meaning("I-", 1, (Skip,)) if scheming else Meaning(DECLINED, 1, (Decline,))


# Cards.


def _draw(words: Words) -> Meaning | None:
    """``draws brick``, ``draws a brick``, ``draws a brick card``; without a word for the card, one that nobody saw."""
    is_one = words.at(0) == "draw one"
    if words.at(0) != "draw" and not is_one:
        return None
    card = words.take(1, _CARDS)
    if is_one and not card:
        return Meaning("", 1, (DrawCard,), problem="the card that came, as draws a brick, or draws a card")
    if words.at(2) == "card" and (card == UNKNOWN or (is_one and words.said(2) == "card")):
        return _whole_card(words, NOT_DONE + card, 3, (DrawCard,))
    return Meaning(NOT_DONE + (card or UNKNOWN), 2 if card else 1, (DrawCard,))


def _whole_card(words: Words, symbol: str, count: int, kinds: Kinds) -> Meaning:
    """``hidden card``, unless what follows may be what that card is played for."""
    if words.at(count) in ACTION_OF:
        return Meaning("", count + 1, kinds, problem="a comma: does the card come, or is it played?")
    return Meaning(symbol, count, kinds)


def _discard(words: Words) -> Meaning | None:
    if words.at(0) != "discard":
        return None
    count = 1
    while words.take(count, ACTION_OF):
        count += 1
    cards = "".join(words.take(index, ACTION_OF) for index in range(1, count))
    return Meaning(DISCARDED + cards, count, (Discard,)) if cards else None


def _draft(words: Words) -> Meaning | None:
    action = words.take(0, ACTION_OF)
    return Meaning(action, 1, (DraftCard,)) if action else None


# Influence cards.

_ABOUT_INFLUENCE: Final[Kinds] = (KeepInfluence, TurnUpInfluence, OpenInfluence, RevealInfluence, DealInfluence)


def _influence(words: Words) -> Meaning | None:
    """Places, or unknown cards; of a deal all cards of one player are one symbol."""
    sense = words.at(0)
    if sense not in _CODES:
        if sense == "unknown" and words.at(1) == "card":
            return _whole_card(words, UNKNOWN, 2, _ABOUT_INFLUENCE)
        return Meaning(UNKNOWN, 1, _ABOUT_INFLUENCE) if sense == "unknown" else None
    most = dealt_to_each(words.state) if type(words.state.now) is Dealing else 1
    count = 1
    while count < most and words.at(count, COMMA) in _CODES:
        count += 1
    return Meaning(".".join(words.at(index, COMMA) for index in range(count)), count, _ABOUT_INFLUENCE)


# Intrigue and families.


def _intrigue(words: Words) -> Meaning | None:
    """``cardinal``, ``cloth to the cardinal``, ``artistry Fiore``, ``emperor wood``, ``banking Troyes brick``."""
    place = 0
    while words.at(place) in ("intrigue", "weave") and place < 2:
        place += 1
    action = words.take(place, INTRIGUE_OF)
    if not action:
        return None
    place += 1
    tables = {"R": (BUILDING_OF,), "E": (MATERIAL_OF,), "N": (TRADE_OF, MATERIAL_OF)}.get(action, ())
    way = ""
    for _ in tables:
        letter = next((table[words.at(place)] for table in tables if words.at(place) in table), "")
        way, place = way + letter, place + bool(letter)
    if len(tables) == 2 and len(way) == 1:
        return Meaning("", place, (Act,), "", "a city and a material, as Troyes wood")
    return Meaning(action + way, place, (Act, ChooseStart))


def _start(words: Words) -> Meaning | None:
    """A church alone: the artwork that a family starts with."""
    church = words.take(0, CHURCH_OF)
    return Meaning("A" + church, 1, (ChooseStart,)) if church else None


def _tile(words: Words) -> Meaning | None:
    """``first Hamburg``: that tile is scored before the next one."""
    tile = words.take(1, _TILES) if words.at(0) == "first" else ""
    return Meaning(TAKEN + tile, 2, (ChooseTile,)) if tile else None


def _row(words: Words, place: int) -> tuple[str, int]:
    """A row of the board, ``Croce artwork`` or ``Lisbon``, and the number of terms that it takes."""
    sense, kind = words.at(place), words.at(place + 1)
    if sense == "cardinal":
        return "CAR", 1
    code = "EMP" if sense == "emperor" else sense if sense in _CODES else ""
    letter = {"artwork": "A", "artistry": "R", **MATERIAL_OF}.get(kind, "")
    if not code or not letter:
        return ("PAL.A" if code == PALAZZO else code), int(bool(code))
    return f"{code}.{letter}", 2


def _move(words: Words) -> Meaning | None:
    """``move Fiore artwork to Croce wood``."""
    if words.at(0) != "move":
        return None
    source, taken = _row(words, 1)
    target, more = _row(words, 1 + taken) if source else ("", 0)
    return Meaning(f"{source}{TAKEN}{target}", 1 + taken + more, (MoveCube,)) if target else None


def _back(words: Words) -> Meaning | None:
    """``take back art ship``: a disc for the council, with its depth where there are several."""
    first, second = words.take(1, ACTION_OF), words.take(2, ACTION_OF)
    if words.at(0) != "back" or not (first and second):
        return None
    depth = words.at(3) if words.at(3) and words.at(3) in _MOST_DEPTH else ""
    street = _squares(words.state, first + second)
    return Meaning(street + TAKEN + depth, 4 if depth else 3, (TakeBack,))


_ALONE: Final[dict[str, Meaning]] = {
    "white": Meaning(WHITE_USED, 1, (ActivateWhite,)),
    "missed": Meaning(MISSED, 1, (Missed,)),
}


def _alone(words: Words) -> Meaning | None:
    return _ALONE.get(words.at(0))


_PATTERNS: Final[tuple[Callable[[Words], Meaning | None], ...]] = (
    _street,
    _not_done,
    _deed,
    _intrigue,
    _draw,
    _discard,
    _move,
    _back,
    _tile,
    _influence,
    _start,
    _draft,
    _nothing,
    _alone,
)


def meanings(terms: Sequence[Term], place: int, state: State) -> list[Meaning]:
    """What the terms from ``place`` on may mean, the longest reading first."""
    words = Words(terms, place, state)
    found = [reading for pattern in _PATTERNS if (reading := pattern(words)) is not None]
    return sorted(found, key=lambda reading: -reading.terms)


assert set(ACTION_OF.values()) == set(ACTIONS)
