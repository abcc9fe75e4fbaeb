"""Records of different depths: a result goes into any other record, placements into one that tells more.

What the reader of a shallow record supplies, because it is not told, gives way to what the other record tells. Checks
behind a placement speak of the end of its turn; where the turn is told they stand there, and are verified.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from calimala_es.commands import MarkMissed, PlaceDisc
from calimala_es.decide import step
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.depth.rest import is_at_rest
from notation.merging.conflicts import Conflict, Origin, Reading
from notation.merging.setups import Agreed, agreed
from notation.merging.trace import Trace
from notation.notes import AnyNote, Check, Comment, Notes
from notation.record import Move, Record
from notation.words.checks import check_failure, points_check


def agreed_result(one: Record, other: Record, names: tuple[str, str]) -> Agreed:
    """As ``agreed``, where one of the records tells only the result, and perhaps neither city nor council."""
    deeper, setup = (other, one.setup) if one.depth == "result" else (one, other.setup)
    filled = _filled(setup, deeper.setup)
    turned = replace(deeper, setup=_filled(deeper.setup, filled))
    shallow = Record(filled, (), (one if deeper is other else other).headers, (), depth="result")
    pair = (shallow, turned) if deeper is other else (turned, shallow)
    first, second, remarks = agreed(*pair, names)
    return Agreed(
        replace(first, notes=one.notes, headers=one.headers),
        replace(second, notes=other.notes, headers=other.headers),
        remarks,
    )


def _filled(setup: Setup, other: Setup) -> Setup:
    """A set-up with the city and the council that only the other one knows."""
    return replace(setup, city=setup.city or other.city, council=setup.council or other.council)


def heard_once(traces: Sequence[Trace]) -> tuple[Trace, ...]:
    """Two records without the comments on a turn that each tells by its placement and the other one in full.

    Behind the placement stands what was said anywhere in the turn; what is equal there is the same comment.
    """
    return tuple(_without_told(trace, other) for trace, other in zip(traces, reversed(traces), strict=True))


def _without_told(trace: Trace, other: Trace) -> Trace:
    shallow = {trace.states[turn.first].turn: turn for turn in trace.turns if not turn.is_told}
    for turn in other.turns:
        if not turn.is_told:
            shallow.pop(other.states[turn.first].turn, None)
    said: dict[int, Counter[AnyNote]] = {turn: Counter() for turn in shallow}
    for move, state in zip(other.moves, other.states, strict=False):
        if state.turn in said:
            said[state.turn].update(move.notes)
    moves = [*trace.moves]
    for number, turn in shallow.items():
        for place in range(turn.first, turn.end):
            moves[place] = replace(moves[place], notes=_unsaid(moves[place].notes, said[number]))
    if moves == [*trace.moves]:
        return trace
    return Trace(replace(trace.record, moves=tuple(moves)), trace.source, trace.origins)


def _unsaid(notes: Notes, said: Counter[AnyNote]) -> Notes:
    """The notes without comments that are said elsewhere, each as often as it is."""
    found: list[AnyNote] = []
    for note in notes:
        if type(note) is Comment and said[note]:
            said[note] -= 1
        else:
            found.append(note)
    return tuple(found)


def settled(
    moves: list[Move], states: Sequence[State], origins: Sequence[Origin], traces: Sequence[Trace]
) -> tuple[list[Move], tuple[Conflict, ...]]:
    """The moves with the checks of records of placements where they hold, and those that do not agree.

    ``traces`` are the two records, ``origins`` where each move was written first.
    """
    said = [check for trace in traces for check in _checks(trace)]
    if not said:
        return moves, ()
    moves = [*moves]
    conflicts: list[Conflict] = []
    places = {state.turn: place for place, state in enumerate(states[:-1]) if type(moves[place].command) is PlaceDisc}
    for turn, source, check in said:
        place = places.get(turn)
        end = None if place is None else _end_of_turn(moves, states, place)
        if place is None or end is None or check not in moves[place].notes:
            continue
        events = [step(states[number], moves[number].command)[0] for number in range(place, end + 1)]
        failures = [
            check_failure(check.word, states[number + 1], events[: number + 1 - place])
            for number in range(place, end + 1)
        ]
        holds = [number for number, failure in enumerate(failures, place) if failure is None]
        moves[place] = replace(moves[place], notes=_without(moves[place].notes, check))
        if any(check in move.notes for move in moves[place : end + 1]):
            continue
        last = holds[-1] if holds else end
        moves[last] = replace(moves[last], notes=(*moves[last].notes, check))
        if not holds:
            real = points_check(states[end + 1]) if "-" in check.word else failures[-1] or ""
            readings = Reading(origins[end], real), Reading(Origin(source, origins[place].id), check.word)
            conflicts.append(Conflict("check", *readings, "the check is kept"))
    return moves, tuple(conflicts)


def _checks(trace: Trace) -> Iterator[tuple[int, str, Check]]:
    """The checks behind the placements of turns that are told by nothing else, each with its turn."""
    for turn in trace.turns:
        for move in trace.moves[turn.first : turn.end] if not turn.is_told else ():
            for note in move.notes:
                if isinstance(note, Check):
                    yield trace.states[turn.first].turn, trace.source, note


def _end_of_turn(moves: Sequence[Move], states: Sequence[State], place: int) -> int | None:
    """The last move of a turn, if all of it is told."""
    for number in range(place, len(moves)):
        if type(moves[number].command) is MarkMissed:
            return None
        if is_at_rest(states[number + 1]):
            return number
    return None


def _without(notes: tuple[AnyNote, ...], check: Check) -> tuple[AnyNote, ...]:
    place = notes.index(check)
    return notes[:place] + notes[place + 1 :]
