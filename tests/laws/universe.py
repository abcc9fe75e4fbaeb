"""Every possible command, legal or not, except observations, whose number is unlimited."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Any, Final, get_args

from calimala_es import State
from calimala_es.board import STREETS
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    MoveCube,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import (
    ALL_ROWS,
    DISC_KINDS,
    INFLUENCE_CARDS,
    PORTS,
    SCORING_TILES,
    UNKNOWN,
    StartChoice,
)
from calimala_es.frames import MoveOffer
from calimala_es.reach import ACTION_OPTIONS
from tests.strategies import NO_CODE

NONSENSE: Final[tuple[Any, ...]] = ("", "?", "x", "WB", "WBMUAVSTC", "ÿ", "\x00", "R4.2", "-1", "{seat}", "x" * 1000)
"""Texts that are nothing in particular."""

START_CHOICES: Final[tuple[StartChoice, ...]] = get_args(StartChoice)

DEPTHS = (-(1 << 70), -1, 0, 1, 2, 3, 4, 5, 1 << 70)


def _of_a_game() -> Iterator[Command]:
    for count in range(5):
        yield from map(DealInfluence, combinations(INFLUENCE_CARDS, count))
    for card in (*INFLUENCE_CARDS, UNKNOWN, NO_CODE):
        yield from (TurnUpInfluence(card), KeepInfluence(card), OpenInfluence(card), RevealInfluence(card))
    deeds: dict[Any, Any] = {**ACTION_OPTIONS}
    for action, options in deeds.items():
        yield from (
            DraftCard(action),
            DrawCard(action),
            SkipAction(action),
            DiscardCard(action),
        )
        for option in {"", *options}:
            yield from (DoAction(action, option), PlayCard(action, option))
    yield from (DrawCard(UNKNOWN), DiscardCard(UNKNOWN), SkipAction("I"), DoAction("I"))
    yield from (EndActivation(), DeclineOffer(), ActivateWhiteDisc())
    yield from map(ChooseStart, (*START_CHOICES, NO_CODE))
    yield from map(ChooseTile, SCORING_TILES)
    for street in STREETS:
        yield from (PlaceDisc(street, disc) for disc in (*DISC_KINDS, NO_CODE))
        yield from (TakeDiscBack(street, depth) for depth in range(6))


def _hostile() -> Iterator[Command]:
    for text in NONSENSE:
        yield from (TurnUpInfluence(text), KeepInfluence(text), RevealInfluence(text), DraftCard(text), DrawCard(text))
        yield from (
            SkipAction(text),
            DoAction(text),
            DoAction(text, text),
            PlayCard(text),
            PlayCard(text, text),
            OpenInfluence(text),
        )
        yield from (DiscardCard(text), ChooseStart(text), ChooseTile(text), MoveCube(text, text), MoveCube("LIS", text))
        yield from (
            DoAction("S", text),
            PlayCard("S", text),
            PlaceDisc(text),
            PlaceDisc(text, text),
            PlaceDisc("12", text),
        )
        yield from (
            DealInfluence((text,)),
            DealInfluence((text,) * 50),
            ObservePart(text, text),
            ObservePart("0.wood", text),
        )
        yield from (
            ObservePart(text, "1"),
            ObservePart("0." + text, ""),
            ObservePart("council", text),
            ObservePart("12", text),
        )
        yield from (TakeDiscBack(text, depth) for depth in DEPTHS)
    yield from (TakeDiscBack("12", depth) for depth in DEPTHS)
    yield from map(DealInfluence, permutations(PORTS))
    yield MarkMissed()


@cache
def of_a_game() -> tuple[Command, ...]:
    """Return every command that is legal in some position of a game, except moves of cubes."""
    return tuple(_of_a_game())


@cache
def moves() -> tuple[Command, ...]:
    """Return every move of a cube from row to row."""
    return tuple(MoveCube(source, target) for source in ALL_ROWS for target in ALL_ROWS)


def in_(state: State) -> tuple[Command, ...]:
    """Return every command that might be legal; moves of cubes, of which there are many, only where some are legal."""
    return of_a_game() + (moves() if type(state.now) is MoveOffer else moves()[::97])


@cache
def hostile() -> tuple[Command, ...]:
    """Return commands of the right types that make no sense."""
    return tuple(_hostile())
