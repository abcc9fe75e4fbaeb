"""One set-up for two records: the city in one orientation, and for the rest of the set-up the more specific one."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import structs
from msgspec.structs import replace

from calimala_es.commands import Command, DealInfluence, KeepInfluence, ObservePart, OpenInfluence, TurnUpInfluence
from calimala_es.components import UNKNOWN
from calimala_es.effects import part_value
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.game import Game, moves_from, replay_moves
from calimala_es.initial import initial, stand_in
from calimala_es.messages import Message
from calimala_es.setup import Ruleset, Setup, ruleset_of
from calimala_es.state import State
from notation.grammar.symbols import format_command
from replays.edit.combine import join_commands, join_states
from replays.edit.conflicts import Claim, MergeConflict, MergeError, Origin, compare_setups, parts_of, turn_like
from replays.edit.sources import SourceGame, replay_line, shared_moment

_MAY_BE_USUAL: Final = ("deck", "cells", "settings", "steps", "stages")
"""The parts of a set-up for which the rule set has a default."""


class Agreed(NamedTuple):
    """Two records with the same set-up, and what had to be changed to get there."""

    one: Game
    other: Game
    remarks: tuple[Message, ...] = ()


def agree(one: Game, other: Game, names: tuple[str, str]) -> Agreed:
    """Return both records with one set-up, with the city as in the first one.

    Raises ``MergeError`` if they are not from the same table.
    """
    remarks: list[Message] = []
    if one.setup.city != other.setup.city:
        turned = turn_like(other, one.setup)
        if turned is not None:
            other = turned
            remarks.append(Message("the city of {name} was turned to match {other}", name=names[1], other=names[0]))
    setup = _fuller(one.setup, other.setup)
    if setup is None:
        raise MergeError(_other_table(names, one.setup, other.setup))
    for name, record in zip(names, (one, other), strict=True):
        if record.setup != setup:
            remarks.append(Message("{name} does not record how the box differs from the standard one", name=name))
    return Agreed(_with_setup(one, setup, names[0]), _with_setup(other, setup, names[1]), tuple(remarks))


def _fuller(one: Setup, other: Setup) -> Setup | None:
    """Return the set-up of both; where one has the default and the other something else, use the latter."""
    usual = ruleset_of(one.ruleset.edition, intrigue=bool(one.intrigue))
    values_of: dict[str, object] = {}
    for field in _MAY_BE_USUAL:
        values = [getattr(setup.ruleset, field) for setup in (one, other)]
        special = [value for value in values if value != getattr(usual, field)]
        values_of[field] = special[0] if special else values[0]
    rules: Ruleset = replace(one.ruleset, **values_of)
    setups = [replace(setup, ruleset=rules) for setup in (one, other)]
    is_one = all(getattr(other.ruleset, field) in (getattr(usual, field), values_of[field]) for field in _MAY_BE_USUAL)
    same = structs.astuple(one.ruleset)[:2] == structs.astuple(other.ruleset)[:2]
    return setups[0] if is_one and same and setups[0] == setups[1] else None


def _with_setup(record: Game, setup: Setup, name: str) -> Game:
    if record.setup == setup:
        return record
    try:
        start = _start_with(record, setup)
        return replace(record, setup=setup, start=start, moves=replay_moves(start, record.moves))
    except CalimalaError as error:
        raise MergeError(
            Message(
                "{name} cannot have been played with the box of the other record: {reason}",
                name=name,
                reason=error.text,
            )
        ) from error


def _start_with(record: Game, setup: Setup) -> State:
    """Return the position at the start of a record, with another set-up; raises ``SetupError``."""
    if not record.has_positions:
        return stand_in(setup)
    return replace(record.start, setup=setup) if record.starts_midway else initial(setup)


def _other_table(names: Sequence[str], one: Setup, other: Setup) -> Message:
    """Return that two records have different set-ups, with the header lines that differ."""
    lines, others = (" ".join(lines) or "-" for lines in compare_setups(one, other))
    return Message(
        "{name} and {other} are not records of the same game: {words} against {others}",
        name=names[0],
        other=names[1],
        words=lines,
        others=others,
    )


# ----------------------------------------------------------------------------------------------------
# Where two records of one game begin: both at the same position, or one in the middle of the other.

MOST_PARTS = 8
"""The number of parts of the position that are listed where two positions differ."""


class Beginning(NamedTuple):
    """Two records, one of which begins at a move of the other, and the position at which the merged one begins.

    ``conflicts`` are the cards that one of them has at its start and that the decisions of the other exclude.
    """

    traces: tuple[SourceGame, SourceGame]
    starts: tuple[int, int]
    start: State
    conflicts: tuple[MergeConflict, ...] = ()


def find_beginning(one: SourceGame, other: SourceGame) -> Beginning:
    """Find where the record that begins later begins in the other one.

    Cards that only its first position knows are added to the other record's decisions. Raises ``MergeError`` if the
    other one has no such position.
    """
    if one.game.start == other.game.start:
        return Beginning((one, other), (0, 0), one.game.start)
    start = join_states(one.game.start, other.game.start)
    if start is not None:
        return Beginning((_begun(one, start), _begun(other, start)), (0, 0), start)
    place = _place_in(one, other.game.start)
    if place is not None:
        whole, conflicts = _with_cards(one, other, place)
        return Beginning((whole, other), (place, 0), whole.game.start, conflicts)
    place = _place_in(other, one.game.start)
    if place is not None:
        whole, conflicts = _with_cards(other, one, place)
        return Beginning((one, whole), (0, place), whole.game.start, conflicts)
    raise MergeError(_no_place(one, other))


def _begun(trace: SourceGame, start: State) -> SourceGame:
    """Return a record from a position with more information; unchanged if a decision would then be illegal."""
    if trace.game.start == start or not trace.game.starts_midway:
        return trace
    try:
        return trace.with_moves(replay_line(start, trace.game.moves), start)
    except IllegalCommandError:
        return trace


def _place_in(trace: SourceGame, start: State) -> int | None:
    """Return the move before which a record reaches a position."""
    moment = shared_moment(start)
    return next(
        (
            place
            for place, state in enumerate(trace.game.states)
            if shared_moment(state) == moment and join_states(state, start) is not None
        ),
        None,
    )


def _with_cards(trace: SourceGame, later: SourceGame, place: int) -> tuple[SourceGame, tuple[MergeConflict, ...]]:
    """Return a record with everything that the first position of the later record knows about cards.

    Influence cards are added where they were dealt, turned up, chosen and revealed; hands are added as observations at
    that place. Cards that would make a decision of the record illegal are omitted, each with a conflict.
    """
    trace, conflicts = _with_influence(trace, later, place)
    moves, origins = trace.game.moves, [*trace.origins]
    for command in _hands(trace.game.state_at(place), later.game.start):
        before = trace.game.state_at(place)
        try:
            replayed = replay_line(before, [*moves_from(before, [command]), *moves[place:]])
        except IllegalCommandError as error:
            now = replace(command, value=part_value(before, command.part))
            taken = Claim(origins[place] if place < len(origins) else Origin(trace.source), format_command(before, now))
            conflicts.append(_conflict(taken, later, format_command(before, command), error))
            continue
        moves = (*moves[:place], *replayed)
        origins.insert(place, later.origin_of_start)
        trace = SourceGame(replace(trace.game, moves=moves), trace.source, [*origins])
        place += 1
    return trace, tuple(conflicts)


def _with_influence(trace: SourceGame, later: SourceGame, place: int) -> tuple[SourceGame, list[MergeConflict]]:
    """Return a record with the influence cards of a later position, and those that its decisions exclude."""
    conflicts: list[MergeConflict] = []
    for number in range(place):
        state, written = trace.game.state_at(number), trace.command(number)
        command = _known(state, written, later.game.start)
        if command == written:
            continue
        moves = [*trace.game.moves]
        moves[number] = replace(moves[number], command=command)
        try:
            trace = trace.with_moves(replay_line(trace.game.start, moves))
        except IllegalCommandError as error:
            conflicts.append(_conflict(trace.reading(number, number + 1), later, format_command(state, command), error))
    return trace, conflicts


def _conflict(taken: Claim, later: SourceGame, said: str, error: IllegalCommandError) -> MergeConflict:
    """Return the conflict about a card that a record has at its start and the decisions of the other one exclude."""
    outcome = Message("this is impossible: {reason}; the first is kept", reason=error.text)
    return MergeConflict("observation", taken, Claim(later.origin_of_start, said), outcome)


def _known(state: State, command: Command, start: State) -> Command:
    """Return a decision of turn 0 with the influence cards that a later position knows."""
    known: Command | None = None
    seat = getattr(state.now, "seat", 0)
    mat = start.mats[seat] if seat < len(start.mats) else start.mats[0]
    match command:
        case DealInfluence():
            known = DealInfluence(mat.dealt)
        case KeepInfluence():
            number = len(state.mats[seat].kept)
            known = KeepInfluence(mat.kept[number]) if number < len(mat.kept) else None
        case TurnUpInfluence():
            known = TurnUpInfluence(start.by_board[0]) if start.by_board else None
        case OpenInfluence():
            return command
        case _:
            return command
    return (known and join_commands(command, known, state)) or command


def _hands(state: State, start: State) -> Iterator[ObservePart]:
    """Yield the hands about which a position knows more."""
    for seat, mat in enumerate(start.mats[: start.setup.players]):
        if mat.unknown < state.mats[seat].unknown:
            both = join_states(state, start)
            yield ObservePart(f"{seat}.hand", part_value(both or start, f"{seat}.hand"))


def _no_place(one: SourceGame, other: SourceGame) -> Message:
    """Return why neither record has a position at which the other begins."""
    later, trace = (one, other) if one.game.starts_midway else (other, one)
    start = later.game.start
    fields = {"name": later.source, "turn": start.turn, "other": trace.source}
    same = [state for state in trace.game.states if shared_moment(state) == shared_moment(start)]
    if not same:
        return Message("{name} begins in turn {turn} at a moment that {other} does not reach", **fields)
    parts = _fewest_differences(same, start)
    shown = ", ".join(f"{name} {there} / {value}" for name, there, value in parts[:MOST_PARTS])
    return Message(
        "{name} begins in turn {turn}, where {other} has a different position: {words}", **fields, words=shown
    )


def _fewest_differences(states: Sequence[State], start: State) -> list[tuple[str, str, str]]:
    """Return the parts in which the most similar of several positions differs from another one."""
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
