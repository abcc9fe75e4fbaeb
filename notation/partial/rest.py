"""What a shallow record does not say, and what stands for it: the start of a result, the rest of a turn and of turn 0.

A turn of which only the placement is recorded is missed but for that: every activation, every offer that changes no
stack, a white disc that should have come back. So streets, stacks, council and the order of the scorings come out as
they were. A record of a result has no positions at all.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command, DeclineOffer, DrawCard, MarkMissed, ObservePart
from calimala_es.components import SCORING_TILES, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import CalimalaError, SetupError
from calimala_es.frames import (
    CardDraft,
    CardDraw,
    FamilyStart,
    GameOver,
    InfluenceReveal,
    Placement,
    Promotion,
    TileOffer,
)
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.reader.shorthand import SUBSTITUTES

ANY_CITY = "WBMUCAVTS"
"""A city for the rules to judge a table by whose city nobody told."""


class NoPositionsError(CalimalaError):
    """Something asks for positions or decisions, and the record tells only the result."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("this record tells only the result (Depth), so it has no positions and no decisions")


def stand_in(setup: Setup) -> State:
    """A first position for a set-up whose city and council may be unknown, to read and write notes in.

    Raises ``SetupError`` for a table that the rules do not allow, and for intrigue tiles beside streets that nobody
    told.
    """
    if setup.intrigue and not setup.city:
        raise SetupError("intrigue tiles lie beside streets, and the city is not told", "R10.2")
    return initial(replace(setup, city=setup.city or ANY_CITY, council=setup.council or SCORING_TILES))


ANSWERED: Final = (Promotion, TileOffer)
"""The frames in the middle of a turn whose answer changes stacks or the order of scorings, so that it is written."""


def is_at_rest(state: State) -> bool:
    """Whether no turn is under way, nor turn 0."""
    return type(state.now) in (Placement, InfluenceReveal, GameOver)


def rest_command(state: State) -> Command:
    """What stands for the next thing that a turn told by its placement does not say."""
    kind = type(state.now)
    if kind is CardDraw:
        return DrawCard(UNKNOWN)
    return DeclineOffer() if kind is TileOffer else MarkMissed()


def rest_of_start(state: State) -> tuple[Command, ...] | None:
    """What stands for the next thing in turn 0 that is not told; ``None`` where it has to be told (R11).

    Which starting cards were taken nobody knows, so that a hand is unknown as soon as it is there.
    """
    now = state.now
    if type(now) is FamilyStart:
        return None
    command = SUBSTITUTES[type(now)](state)
    return (command, ObservePart(f"{now.seat}.hand", UNKNOWN)) if type(now) is CardDraft else (command,)


def supplied_until(state: State, goal: Sequence[type]) -> Iterator[tuple[Command, State]]:
    """What is supplied from a state on until it waits at a frame of ``goal``, or at rest; each with what it leads to.

    Ends early where turn 0 has to tell something.
    """
    while not is_at_rest(state) and type(state.now) not in goal:
        commands = (rest_command(state),) if state.turn else rest_of_start(state)
        if commands is None:
            return
        for command in commands:
            _, state = step(state, command)
            yield command, state
