"""Where two records of one game begin: both at the same position, or one in the middle of the other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, DealInfluence, KeepInfluence, ObservePart, OpenInfluence, TurnUpInfluence
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.state import State
from notation.merging.conflicts import MergeError
from notation.merging.knowledge import joined, joined_state
from notation.merging.parts import part_value, parts_of
from notation.merging.trace import Trace, moment_of
from notation.record import Move, Record

MOST_PARTS = 8
"""The parts of a position that are told where two differ."""


class Beginning(NamedTuple):
    """Two records one of which begins at a move of the other, and the position at which the merged one begins."""

    traces: tuple[Trace, Trace]
    starts: tuple[int, int]
    start: State


def beginning(one: Trace, other: Trace) -> Beginning:
    """Find where the record that begins later begins in the other one.

    What its position knows more of cards goes into that one's decisions. Raises ``MergeError`` where the other one has
    no such position.
    """
    if one.record.start is None and other.record.start is None:
        return Beginning((one, other), (0, 0), one.states[0])
    start = joined_state(one.states[0], other.states[0])
    if start is not None:
        return Beginning((_begun(one, start), _begun(other, start)), (0, 0), start)
    place = _place_in(one, other.states[0])
    if place is not None:
        whole = _told(one, other, place)
        return Beginning((whole, other), (place, 0), whole.states[0])
    place = _place_in(other, one.states[0])
    if place is not None:
        whole = _told(other, one, place)
        return Beginning((one, whole), (0, place), whole.states[0])
    raise MergeError(_no_place(one, other))


def _begun(trace: Trace, start: State) -> Trace:
    """A record from a position of which more is known; as it was where the rules then refuse one of its decisions."""
    if trace.states[0] == start or trace.record.start is None:
        return trace
    try:
        return Trace(replace(trace.record, start=start), trace.source, trace.origins)
    except IllegalCommandError:
        return trace


def _place_in(trace: Trace, start: State) -> int | None:
    """The move before which a record has a position."""
    moment = moment_of(start)
    return next(
        (
            place
            for place, state in enumerate(trace.states)
            if moment_of(state) == moment and joined_state(state, start) is not None
        ),
        None,
    )


def _told(trace: Trace, later: Trace, place: int) -> Trace:
    """A record with all that the position at which another one begins knows of cards.

    Influence cards go where they were dealt, turned up, kept and laid open; hands are seen at that place.
    """
    start = later.states[0]
    record = trace.record
    moves = [*record.moves]
    for number in range(place):
        command = _known(trace.states[number], moves[number].command, start)
        moves[number] = replace(moves[number], command=command)
    known = _played(trace, replace(record, moves=tuple(moves))) or trace
    seen = [Move(view) for view in _hands(known.states[place], start)]
    if not seen:
        return known
    moves = [*known.moves[:place], *seen, *known.moves[place:]]
    origins = [*known.origins[:place], *[later.origin_of_start] * len(seen), *known.origins[place:]]
    return Trace(replace(known.record, moves=tuple(moves)), trace.source, origins)


def _played(trace: Trace, record: Record) -> Trace | None:
    try:
        return Trace(record, trace.source, trace.origins)
    except IllegalCommandError:
        return None


def _known(state: State, command: Command, start: State) -> Command:
    """A decision of turn 0 with the influence cards that a later position knows."""
    told: Command | None = None
    seat = getattr(state.now, "seat", 0)
    mat = start.mats[seat] if seat < len(start.mats) else start.mats[0]
    match command:
        case DealInfluence():
            told = DealInfluence(mat.dealt)
        case KeepInfluence():
            number = len(state.mats[seat].kept)
            told = KeepInfluence(mat.kept[number]) if number < len(mat.kept) else None
        case TurnUpInfluence():
            told = TurnUpInfluence(start.by_board[0]) if start.by_board else None
        case OpenInfluence():
            return command
        case _:
            return command
    return (told and joined(command, told, state)) or command


def _hands(state: State, start: State) -> Iterator[ObservePart]:
    """The hands of which a position knows more."""
    for seat, mat in enumerate(start.mats[: start.setup.players]):
        if mat.unknown < state.mats[seat].unknown:
            both = joined_state(state, start)
            yield ObservePart(f"{seat}.hand", part_value(both or start, f"{seat}.hand"))


def _no_place(one: Trace, other: Trace) -> str:
    """Why no position of either record is the one at which the other begins."""
    later, trace = (one, other) if one.record.start is not None else (other, one)
    start = later.states[0]
    words = f"{later.source} begins in turn {start.turn}"
    same = [state for state in trace.states if moment_of(state) == moment_of(start)]
    if not same:
        return f"{words} at a moment that {trace.source} does not come to"
    parts = _fewest_differences(same, start)
    told = ", ".join(f"{name} {value} and not {there}" for name, there, value in parts[:MOST_PARTS])
    return f"{words}, where {trace.source} has another position: {told}"


def _fewest_differences(states: Sequence[State], start: State) -> list[tuple[str, str, str]]:
    """The parts in which the position that is most like another one differs from it."""
    there = parts_of(start)
    return min(
        (
            [(name, there[name], value) for name, value in parts_of(state).items() if not _agree(there[name], value)]
            for state in states
        ),
        key=len,
    )


def _agree(one: str, other: str) -> bool:
    return one == other or UNKNOWN in one or UNKNOWN in other
