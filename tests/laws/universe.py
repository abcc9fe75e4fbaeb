"""Every command that somebody may think of, right or wrong, but for observations, of which there is no end."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from calimala_es.actions import WAYS
from calimala_es.board import STREETS
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    Observed,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import ACTIONS, INFLUENCE_CARDS, UNKNOWN

NONSENSE = ("", "?", "x", "WB", "WBMUAVSTC", "ÿ", "\x00", "R4.2", "-1", "{seat}", "x" * 1000)
"""Texts that are nothing in particular."""

DEPTHS = (-(1 << 70), -1, 0, 1, 2, 3, 4, 5, 1 << 70)


def _of_a_game() -> Iterator[Command]:
    for count in range(4):
        yield from map(DealInfluence, combinations(INFLUENCE_CARDS, count))
    for card in (*INFLUENCE_CARDS, UNKNOWN, "ART"):
        yield from (TurnUpInfluence(card), KeepInfluence(card), RevealInfluence(card))
    for action in ACTIONS:
        yield from (DraftCard(action), DrawCard(action), Skip(action))
        for way in {"", *WAYS[action]}:
            yield from (Act(action, way), PlayCard(action, way))
    yield DrawCard(UNKNOWN)
    yield EndActivation()
    for street in STREETS:
        yield from (Place(street, disc) for disc in "cws")
        yield from (TakeBack(street, depth) for depth in range(6))


def _hostile() -> Iterator[Command]:
    for text in NONSENSE:
        yield from (TurnUpInfluence(text), KeepInfluence(text), RevealInfluence(text), DraftCard(text), DrawCard(text))
        yield from (Skip(text), Act(text), Act(text, text), PlayCard(text), PlayCard(text, text))
        yield from (Act("S", text), PlayCard("S", text), Place(text), Place(text, text), Place("12", text))
        yield from (DealInfluence((text,)), DealInfluence((text,) * 50), Observed(text, text), Observed("0.wood", text))
        yield from (Observed(text, "1"), Observed("0." + text, ""), Observed("council", text), Observed("12", text))
        yield from (TakeBack(text, depth) for depth in DEPTHS)
    yield from (TakeBack("12", depth) for depth in DEPTHS)
    yield from map(DealInfluence, permutations(("BAR", "LIS", "LON")))
    yield Missed()


@cache
def of_a_game() -> tuple[Command, ...]:
    """Every command that is legal in some position of a game."""
    return tuple(_of_a_game())


@cache
def hostile() -> tuple[Command, ...]:
    """Commands that make no sense, of the right types."""
    return tuple(_hostile())
