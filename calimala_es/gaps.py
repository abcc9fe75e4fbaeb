"""Turns of which a record says only the placement, and a turn 0 of which it says nothing: what was missed there.

What a record does not say of such a turn is *missed*: each activation, each offer, a disc to be taken back. So streets,
stacks, council and the order of the scorings come out as they were, and a text needs none of these decisions: a reader
supplies them where another turn follows, and a writer leaves them out there (``unsaid_moves``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from calimala_es.commands import (
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DrawCard,
    KeepInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import UNKNOWN
from calimala_es.frames import (
    Activation,
    CardDraw,
    FamilyStart,
    Frame,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    Placement,
    Promotion,
    TileOffer,
)
from calimala_es.game import Move
from calimala_es.state import State

ANSWERED: Final = (Promotion, TileOffer)
"""The frames whose answer a turn may say beside its placement, since it changes stacks or the order of the scorings."""

_ANSWERS: Final = (TakeDiscBack, ChooseTile)

UNKNOWN_INFLUENCE: Final[dict[type[Frame], Command]] = {
    InfluenceDeal: DealInfluence(()),
    InfluenceTurnUp: TurnUpInfluence(UNKNOWN),
    InfluenceChoice: KeepInfluence(UNKNOWN),
    InfluenceOpening: OpenInfluence(UNKNOWN),
}
"""What an influence card of turn 0 of which nothing is known is."""


def is_at_rest(state: State) -> bool:
    """Return whether neither a turn nor turn 0 is under way."""
    return type(state.now) in (Placement, InfluenceReveal, GameOver)


def missed_command(state: State) -> Command | None:
    """Return the command for what comes next and was missed; ``None`` at rest, and for a family's start (R11)."""
    kind = type(state.now)
    if kind is FamilyStart or is_at_rest(state):
        return None
    if kind is CardDraw:
        return DrawCard(UNKNOWN)
    return DeclineOffer() if kind is TileOffer else UNKNOWN_INFLUENCE.get(kind, MarkMissed())


def is_bare_turn(start: State, moves: Sequence[Move], said: int = 0) -> bool:
    """Return whether a turn is under way of which these moves from ``start`` have only the placement.

    What was seen, a disc that was taken back and a tile that was chosen may be there as well. Where a disc has nothing
    to do, as a support disc that only drew its cards (R8.4), nothing is left to be missed. The last of the first
    ``said`` moves is an unknown card or a declined offer that was written down, not supplied.
    """
    state = moves[-1].state if moves else start
    if is_at_rest(state) or (type(state.now) is Activation and not state.now.pending):
        return False
    for number in range(len(moves) - 1, said - 1, -1):
        command, before = moves[number].command, moves[number - 1].state if number else start
        if type(command) is PlaceDisc:
            return True
        if type(command) is not ObservePart and not _is_answer(command, before) and command != missed_command(before):
            return False
    return False


def is_unsaid_start(start: State, moves: Sequence[Move]) -> bool:
    """Return whether these moves from ``start`` say nothing of turn 0 but what was seen and who was dealt what."""
    if type(start.now) is not InfluenceDeal:
        return False
    state = moves[-1].state if moves else start
    return not state.turn and len(state.laid_out) == len(start.laid_out) and not state.has_gap


def _is_answer(command: Command, before: State) -> bool:
    return isinstance(command, _ANSWERS) and isinstance(before.now, ANSWERED)


# What a text need not say.


def unsaid_moves(start: State, moves: Sequence[Move]) -> frozenset[int]:
    """Return the numbers of the moves that a text leaves out, since a reader supplies them.

    They are the missed rest of each turn of only its placement, and a missed turn 0, if more follows.
    """
    if not moves or not moves[-1].state.has_gap:
        return frozenset()
    states = [start, *[move.state for move in moves]]
    numbers = [*_unsaid_start(states, moves)]
    for first, move in enumerate(moves):
        if type(move.command) is PlaceDisc:
            numbers += _unsaid_rest(states, moves, first)
    return frozenset(numbers)


def _unsaid_start(states: Sequence[State], moves: Sequence[Move]) -> Iterator[int]:
    """Yield the moves of turn 0, if all of it was missed and the first turn follows."""
    if type(states[0].now) is not InfluenceDeal:
        return
    first = next((number for number, move in enumerate(moves) if type(move.command) is not ObservePart), len(moves))
    yield from _run_to_rest(states, moves, first, answers=False)


def _unsaid_rest(states: Sequence[State], moves: Sequence[Move], first: int) -> Iterator[int]:
    """Yield the rest of the turn that begins with a move, if it was missed and more follows."""
    rest = first + 1
    while rest < len(moves) and type(moves[rest].command) is ObservePart and not is_at_rest(states[rest]):
        rest += 1
    yield from _run_to_rest(states, moves, rest, answers=True)


def _run_to_rest(states: Sequence[State], moves: Sequence[Move], first: int, *, answers: bool) -> list[int]:
    """Return the moves up to the next rest that were missed, without answers; none if there is anything else."""
    run: list[int] = []
    for number in range(first, len(moves)):
        move, before = moves[number], states[number]
        if is_at_rest(before):
            return run
        if not (answers and _is_answer(move.command, before)):
            if move.command != missed_command(before) or move.notes or move.variations:
                return []
            run.append(number)
    return []


def stand_ins(start: State, moves: Sequence[Move]) -> frozenset[int]:
    """Return the numbers of the moves that only stand for something missed, in a turn or a turn 0 not recorded so far.

    Each depends on nothing that comes after it.
    """
    if not moves or not moves[-1].state.has_gap:
        return frozenset()
    numbers: list[int] = []
    before, is_bare = start, type(start.now) is InfluenceDeal
    for number, move in enumerate(moves):
        command = move.command
        if type(command) is PlaceDisc:
            is_bare = True
        elif is_at_rest(before):
            is_bare = False
        elif is_bare and type(command) is not ObservePart and not _is_answer(command, before):
            is_bare = command == missed_command(before)
            if is_bare:
                numbers.append(number)
        before = move.state
    return frozenset(numbers)
