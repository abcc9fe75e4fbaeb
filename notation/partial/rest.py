"""Supply what a shallow record does not say: the start of a result record, the rest of a turn and of turn 0.

If only the placement of a turn is recorded, the rest of the turn counts as missed: every activation, every offer that
changes no stack, a white disc that should have been returned. So streets, stacks, council and the order of the scorings
come out as they were. A record of a result has no positions at all.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command, DeclineOffer, DrawCard, MarkMissed, ObservePart
from calimala_es.components import SCORING_TILES, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import SetupError
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
from calimala_es.messages import Message
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.reader.shorthand import SUBSTITUTES

ANY_CITY = "WBMUCAVTS"
"""A city with which the rules can check a set-up whose city is not recorded."""


NO_STREETS: Final = Message("intrigue tiles belong to streets, but the city is not recorded")
"""What is wrong with a set-up that has the tiles of Intrigue and no city."""


def stand_in(setup: Setup) -> State:
    """Return a first position for a set-up whose city and council may be unknown, to read and write notes in.

    Raises ``SetupError`` for a set-up that the rules do not allow, and for intrigue tiles beside streets that are not
    recorded.
    """
    if setup.intrigue and not setup.city:
        raise SetupError(NO_STREETS, "R10.2")
    return initial(replace(setup, city=setup.city or ANY_CITY, council=setup.council or SCORING_TILES))


ANSWERED: Final = (Promotion, TileOffer)
"""The frames in the middle of a turn whose answer changes stacks or the order of scorings, so that it is written."""


def is_at_rest(state: State) -> bool:
    """Return whether neither a turn nor turn 0 is under way."""
    return type(state.now) in (Placement, InfluenceReveal, GameOver)


def rest_command(state: State) -> Command:
    """Return the command supplied for the next thing that a turn recorded by its placement does not say."""
    kind = type(state.now)
    if kind is CardDraw:
        return DrawCard(UNKNOWN)
    return DeclineOffer() if kind is TileOffer else MarkMissed()


def rest_of_start(state: State) -> tuple[Command, ...] | None:
    """Return the commands supplied for the next unrecorded thing in turn 0; ``None`` where it must be recorded (R11).

    Nobody knows which starting cards were taken, so a hand is unknown as soon as it exists.
    """
    now = state.now
    if type(now) is FamilyStart:
        return None
    command = SUBSTITUTES[type(now)](state)
    return (command, ObservePart(f"{now.seat}.hand", UNKNOWN)) if type(now) is CardDraft else (command,)


def supplied_until(state: State, goal: Sequence[type]) -> Iterator[tuple[Command, State]]:
    """Yield what is supplied from a state until it waits at a frame of ``goal``, or at rest, each with the state after
    it.

    Ends early where turn 0 must be recorded.
    """
    while not is_at_rest(state) and type(state.now) not in goal:
        commands = (rest_command(state),) if state.turn else rest_of_start(state)
        if commands is None:
            return
        for command in commands:
            _, state = step(state, command)
            yield command, state
