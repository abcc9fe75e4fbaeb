"""One record made from several of one game: what each knows, what each says about it, and every contradiction."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.checks import agrees, check_failure, points_check
from calimala_es.commands import MarkMissed, PlaceDisc
from calimala_es.game import Game, Move, settle_notes, variations_of
from calimala_es.gaps import is_at_rest
from calimala_es.initial import stand_in
from calimala_es.known import extent_of
from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Check, Comment, Notes
from calimala_es.setup import Setup
from replays.edit.align import align
from replays.edit.assemble import Assembler, RefusedError
from replays.edit.conflicts import Claim, ClaimKey, MergeConflict, Merged, MergeError, Origin, find_surplus
from replays.edit.merged_line import MergedLine
from replays.edit.notes import VariationJoiner, join_headers, join_notes, rename_layers
from replays.edit.sources import (
    Piece,
    SourceGame,
)
from replays.edit.starts import Agreed, Beginning, agree, find_beginning

MOST_SUSPECTS: Final = 40
"""The number of additions from another record that are tested to find the illegal one."""


def merge(*records: Game, names: Sequence[str] = (), preferred: Collection[ClaimKey] = ()) -> Merged:
    """Merge several records of one game into one.

    For each decision, known information replaces unknown: cards that one seat saw, an influence card that was turned
    up later, turns that one scribe missed, the rest of a record that ends early. If two records know different things,
    that is a conflict: the merged record has the reading of the record given first; the other becomes a variation with
    the name of its record, or a comment where it cannot be played; headers and notes are added next to each other.
    Notes, layers, variations and headers of all records are included, duplicates once.

    ``names`` are the names of the records in conflicts and variations, by default ``1``, ``2`` and so on. ``preferred``
    are readings of later records that take precedence over those of earlier ones, wherever all later decisions remain
    legal; a conflict that is a question has such a reading. Raises ``MergeError`` for records that are not of one game.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.edit.redact import redact
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> merged = merge(redact(game, 0), redact(game, 1))
    >>> merged.conflicts, len(merged.record.moves) == len(game.moves)
    ((), True)
    """
    if not records:
        raise MergeError(Message("there is nothing to merge"))
    called = [*names, *(str(number) for number in range(len(names) + 1, len(records) + 1))]
    ids = {variation.id for record in records for variation in variations_of(record)}
    merged = Merged(records[0])
    origins: Sequence[Origin] | None = None
    for name, record in zip(called[1:], records[1:], strict=False):
        merged, origins = _merge_one(merged, record, (called[0], name), origins, ids, preferred)
    return merged


def _merge_one(
    so_far: Merged,
    record: Game,
    names: tuple[str, str],
    origins: Sequence[Origin] | None,
    ids: set[str],
    preferred: Collection[ClaimKey],
) -> tuple[Merged, Sequence[Origin] | None]:
    """Merge one more record into the result so far; return also where each decision was written first."""
    extents = [extent_of(so_far.record), extent_of(record)]
    has_result_only = "result" in extents
    first, second, setup_remarks = (agree_with_result if has_result_only else agree)(so_far.record, record, names)
    second, layer_remarks = rename_layers(first, second, names)
    headers = join_headers(first.headers, second.headers, names)
    remarks = (*so_far.remarks, *setup_remarks, *layer_remarks)
    conflicts = [*so_far.conflicts, *headers.conflicts]
    if has_result_only:
        deeper = first if extents[1] == "result" else second
        notes = join_notes(first.notes, second.notes)
        return Merged(replace(deeper, headers=headers.headers, notes=notes), tuple(conflicts), remarks), origins
    traces = [SourceGame(first, names[0], origins), SourceGame(second, names[1])]
    if extents == ["placements", "full"]:
        first, second = second, first
        traces.reverse()
    begun = find_beginning(*drop_repeated_comments(traces))
    conflicts += begun.conflicts
    pieces = [*align(*begun.traces, begun.starts)]
    line = _assemble(pieces, begun, (first, second), ids, preferred)
    joined, checked = settle_checks(line.game, line.origins, begun.traces)
    joined = replace(joined, headers=headers.headers)
    remarks = (*remarks, *line.remarks, *line.joiner.remarks)
    return Merged(settle_notes(joined), (*conflicts, *line.conflicts, *checked), remarks), line.origins


def _assemble(
    pieces: Sequence[Piece],
    begun: Beginning,
    records: tuple[Game, Game],
    ids: set[str],
    preferred: Collection[ClaimKey],
) -> MergedLine:
    """Combine all pieces into one line, without additions that make the first record illegal; raises ``MergeError``."""
    first, second = records

    def attempt(banned: set[int]) -> tuple[Assembler, RefusedError | None]:
        """Return the line as far as it can be assembled, and the first decision that is illegal."""
        own = (variation.id for variation in variations_of(first))
        joiner = VariationJoiner(own, ids, begun.traces[1].source)
        assembler = Assembler(begun.traces, begun.start, joiner, banned, preferred)
        try:
            assembler.assemble(pieces, (first.notes, second.notes))
        except RefusedError as refused:
            return assembler, refused
        return assembler, None

    def passes(piece: int, banned: set[int]) -> bool:
        """Return whether a piece can be added."""
        refused = attempt(banned)[1]
        return refused is None or refused.piece > piece

    banned: set[int] = set()
    while True:
        assembler, refused = attempt(banned)
        if refused is None:
            return assembler.line
        suspects = [number for number in reversed(assembler.taken) if number not in banned]
        if not suspects:
            raise MergeError(
                Message(
                    "{name} cannot continue from {other}: {reason}",
                    name=begun.traces[0].source,
                    other=begun.traces[1].source,
                    reason=refused.error.text,
                )
            )
        tested = (number for number in suspects[:MOST_SUSPECTS] if passes(refused.piece, banned | {number}))
        guilty = next(tested, None)
        banned |= {*suspects} if guilty is None else {guilty}


# ----------------------------------------------------------------------------------------------------
# Records that say less: a result is merged into any other record. Checks after a placement of which nothing more is
# recorded refer to the end of its turn; if the turn is recorded they move there, and are verified.


def agree_with_result(one: Game, other: Game, names: tuple[str, str]) -> Agreed:
    """Return what ``agree`` does if one record has only the result, and perhaps neither city nor council."""
    deeper, setup = (other, one.setup) if extent_of(one) == "result" else (one, other.setup)
    filled = _filled(setup, deeper.setup)
    shallow = Game(filled, stand_in(filled))
    if extent_of(deeper) == "result":
        known = _filled(deeper.setup, filled)
        deeper = replace(deeper, setup=known, start=stand_in(known))
    pair = (shallow, deeper) if extent_of(one) == "result" else (deeper, shallow)
    first, second, remarks = agree(*pair, names)
    return Agreed(
        replace(first, notes=one.notes, headers=one.headers),
        replace(second, notes=other.notes, headers=other.headers),
        remarks,
    )


def _filled(setup: Setup, other: Setup) -> Setup:
    """Return a set-up with the city and the council that only the other one knows."""
    return replace(setup, city=setup.city or other.city, council=setup.council or other.council)


def drop_repeated_comments(traces: Sequence[SourceGame]) -> tuple[SourceGame, ...]:
    """Return two records without repeated comments on a turn that one has as a placement and the other in full.

    All comments of the turn follow the placement; equal ones are the same comment.
    """
    return tuple(_without_repeated(trace, other) for trace, other in zip(traces, reversed(traces), strict=True))


def _without_repeated(trace: SourceGame, other: SourceGame) -> SourceGame:
    shallow = {trace.game.state_at(turn.first).turn: turn for turn in trace.bare_turns}
    for turn in other.bare_turns:
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
    """Return the notes without comments that appear elsewhere, each as often as there."""
    found: list[AnyNote] = []
    for note in notes:
        if type(note) is Comment and said[note]:
            said[note] -= 1
        else:
            found.append(note)
    return tuple(found)


def settle_checks(
    game: Game, origins: Sequence[Origin], traces: Sequence[SourceGame]
) -> tuple[Game, tuple[MergeConflict, ...]]:
    """Return the game with the checks of records of placements where they are true, and the conflicts.

    ``traces`` are the two records, ``origins`` says where each move was written first.
    """
    said = [check for trace in traces for check in _checks(trace)]
    if not said:
        return game, ()
    moves = [*game.moves]
    conflicts: list[MergeConflict] = []
    places = {game.state_at(place).turn: place for place, move in enumerate(moves) if type(move.command) is PlaceDisc}
    for turn, source, check in said:
        place = places.get(turn)
        end = None if place is None else _end_of_turn(moves, place)
        if place is None or end is None or check not in moves[place].notes:
            continue
        turn_moves = moves[place : end + 1]
        events = [move.events for move in turn_moves]
        holds = [
            place + count
            for count, move in enumerate(turn_moves)
            if agrees(check.word, move.state, events[: count + 1])
        ]
        moves[place] = replace(moves[place], notes=find_surplus(moves[place].notes, (check,)))
        if any(check in move.notes for move in moves[place : end + 1]):
            continue
        last = holds[-1] if holds else end
        moves[last] = replace(moves[last], notes=(*moves[last].notes, check))
        if not holds:
            state = moves[end].state
            real = points_check(state) if "-" in check.word else str(check_failure(check.word, state, events))
            readings = Claim(origins[end], real), Claim(Origin(source, origins[place].id), check.word)
            conflicts.append(MergeConflict("check", *readings, Message("the check is kept")))
    return replace(game, moves=tuple(moves)), tuple(conflicts)


def _checks(trace: SourceGame) -> Iterator[tuple[int, str, Check]]:
    """Yield the checks after placements that have nothing else recorded in their turn, each with its turn."""
    for turn in trace.bare_turns:
        for move in trace.game.moves[slice(*turn)]:
            for note in move.notes:
                if isinstance(note, Check):
                    yield trace.game.state_at(turn.first).turn, trace.source, note


def _end_of_turn(moves: Sequence[Move], place: int) -> int | None:
    """Return the last move of a turn, if all of it is recorded."""
    for number, move in enumerate(moves[place:], place):
        if type(move.command) is MarkMissed:
            return None
        if is_at_rest(move.state):
            return number
    return None
