"""Records of different depths: a result goes into any other record, placements into one that tells more.

What the reader of a shallow record supplies, because it is not told, gives way to what the other record tells. Checks
behind a placement speak of the end of its turn; where the turn is told they stand there, and are verified.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from calimala_es.commands import MarkMissed, PlaceDisc
from calimala_es.game import Game, Move
from calimala_es.notes import AnyNote, Check, Comment, Notes
from calimala_es.setup import Setup
from notation.depth.rest import is_at_rest
from notation.depth.result import stand_in
from notation.merging.conflicts import Conflict, Origin, Reading
from notation.merging.setups import Agreed, agreed
from notation.merging.trace import Trace
from notation.words.checks import check_failure, points_check


def agreed_result(one: Game, other: Game, names: tuple[str, str]) -> Agreed:
    """As ``agreed``, where one of the records tells only the result, and perhaps neither city nor council."""
    deeper, setup = (other, one.setup) if one.depth == "result" else (one, other.setup)
    filled = _filled(setup, deeper.setup)
    shallow = Game(filled, stand_in(filled), depth="result")
    if deeper.depth == "result":
        known = _filled(deeper.setup, filled)
        deeper = replace(deeper, setup=known, start=stand_in(known))
    pair = (shallow, deeper) if one.depth == "result" else (deeper, shallow)
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
    shallow = {trace.game.state_at(turn.first).turn: turn for turn in trace.turns if not turn.is_told}
    for turn in other.turns:
        if not turn.is_told:
            shallow.pop(other.game.state_at(turn.first).turn, None)
    said: dict[int, Counter[AnyNote]] = {turn: Counter() for turn in shallow}
    for number, move in enumerate(other.game.moves):
        turn_number = other.game.state_at(number).turn
        if turn_number in said:
            said[turn_number].update(move.notes)
    moves = [*trace.game.moves]
    for number, turn in shallow.items():
        for place in range(turn.first, turn.end):
            moves[place] = replace(moves[place], notes=_unsaid(moves[place].notes, said[number]))
    return trace if tuple(moves) == trace.game.moves else trace.with_moves(moves)


def _unsaid(notes: Notes, said: Counter[AnyNote]) -> Notes:
    """The notes without comments that are said elsewhere, each as often as it is."""
    found: list[AnyNote] = []
    for note in notes:
        if type(note) is Comment and said[note]:
            said[note] -= 1
        else:
            found.append(note)
    return tuple(found)


def settled(game: Game, origins: Sequence[Origin], traces: Sequence[Trace]) -> tuple[Game, tuple[Conflict, ...]]:
    """The game with the checks of records of placements where they hold, and those that do not agree.

    ``traces`` are the two records, ``origins`` where each move was written first.
    """
    said = [check for trace in traces for check in _checks(trace)]
    if not said:
        return game, ()
    moves = [*game.moves]
    conflicts: list[Conflict] = []
    places = {game.state_at(place).turn: place for place, move in enumerate(moves) if type(move.command) is PlaceDisc}
    for turn, source, check in said:
        place = places.get(turn)
        end = None if place is None else _end_of_turn(moves, place)
        if place is None or end is None or check not in moves[place].notes:
            continue
        turn_moves = moves[place : end + 1]
        events = [move.events for move in turn_moves]
        failures = [check_failure(check.word, move.state, events[:count]) for count, move in enumerate(turn_moves, 1)]
        holds = [number for number, failure in enumerate(failures, place) if failure is None]
        moves[place] = replace(moves[place], notes=_without(moves[place].notes, check))
        if any(check in move.notes for move in moves[place : end + 1]):
            continue
        last = holds[-1] if holds else end
        moves[last] = replace(moves[last], notes=(*moves[last].notes, check))
        if not holds:
            real = points_check(moves[end].state) if "-" in check.word else failures[-1] or ""
            readings = Reading(origins[end], real), Reading(Origin(source, origins[place].id), check.word)
            conflicts.append(Conflict("check", *readings, "the check is kept"))
    return replace(game, moves=tuple(moves)), tuple(conflicts)


def _checks(trace: Trace) -> Iterator[tuple[int, str, Check]]:
    """The checks behind the placements of turns that are told by nothing else, each with its turn."""
    for turn in trace.turns:
        for move in trace.game.moves[turn.first : turn.end] if not turn.is_told else ():
            for note in move.notes:
                if isinstance(note, Check):
                    yield trace.game.state_at(turn.first).turn, trace.source, note


def _end_of_turn(moves: Sequence[Move], place: int) -> int | None:
    """The last move of a turn, if all of it is told."""
    for number, move in enumerate(moves[place:], place):
        if type(move.command) is MarkMissed:
            return None
        if is_at_rest(move.state):
            return number
    return None


def _without(notes: tuple[AnyNote, ...], check: Check) -> tuple[AnyNote, ...]:
    place = notes.index(check)
    return notes[:place] + notes[place + 1 :]
