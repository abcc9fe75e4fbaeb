"""A record of placements told once more, so that what its reader supplies follows from all that is told."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc
from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN
from calimala_es.frames import InfluenceReveal, Placement
from calimala_es.game import Game, Move
from calimala_es.state import State
from notation.depth.deciding import TOLD
from notation.depth.rest import ANSWERED, is_at_rest
from notation.depth.telling import Context
from notation.merging.conflicts import Origin
from notation.merging.pieces import Stretch
from notation.merging.trace import Trace
from notation.reader import loads
from notation.reading.body import ENDING
from notation.words.annotations import format_note
from notation.words.symbols import format_command
from notation.writer import format_headers, words_behind


class Told(NamedTuple):
    """A decision that is told, the position before it, what came before it, and where it was written."""

    move: Move
    before: State
    context: Context
    origin: Origin


def told_rest(trace: Trace, moves: Stretch) -> Iterator[Told]:
    """What a record tells from one move up to another, without what its reader supplied."""
    for number in range(*moves):
        if number not in trace.supplied:
            move, before = trace.game.moves[number], trace.game.state_at(number)
            yield Told(move, before, trace.contexts[number], trace.origins[number])


def unknown_yet(rest: Sequence[Told], state: State) -> Iterator[Told]:
    """What is told behind a position, without the cards by the board that are turned over in it and known already."""
    left = state.by_board.count(UNKNOWN)
    for each in rest:
        now, card = each.before.now, getattr(each.move.command, "card", "")
        if type(now) is InfluenceReveal and now.seat == GAME:
            if card in INFLUENCE_CARDS and card in state.by_board:
                continue
            if not left and card == UNKNOWN:
                continue
            left -= 1
        yield each


def retold(record: Game, told: Sequence[Told]) -> Game:
    """The record of placements that tells this; raises ``NotationError`` where it cannot be read so."""
    headers = "\n".join(format_headers(record))
    start = told[0].before if told else None
    said = [format_note(note, start) for note in record.notes] if start else []
    return loads(f"{headers}\n\n{' '.join([*said, *words_of(told)])}\n")


def words_of(told: Sequence[Told]) -> Iterator[str]:
    """What a record of placements tells as it is written, with the marks of turns."""
    told_mark = ""
    for number, (move, before, context, _) in enumerate(told):
        mark = _mark(before, move.command)
        if mark and mark != told_mark:
            yield mark
            told_mark = mark
        symbol = format_command(before, move.command)
        yield symbol + TOLD if type(move.command) is PlaceDisc and _is_in_full(told, number) else symbol
        yield from (format_note(note, move.state) for note in move.notes)
        if move.variations:
            yield from words_behind((), move.variations, [before], context)
            told_mark = ""


def _mark(state: State, command: Command) -> str:
    """What stands before a decision with which turn 0, a turn or the end begins."""
    if type(state.now) is InfluenceReveal:
        return f"{ENDING}."
    return (
        f"{state.turn}."
        if not state.turn or (type(state.now) is Placement and type(command) is not ObservePart)
        else ""
    )


def _is_in_full(told: Sequence[Told], number: int) -> bool:
    """Whether more is told of a turn than its placement."""
    turn: list[Command] = []
    for each in told[number + 1 :]:
        if is_at_rest(each.before):
            break
        if not isinstance(each.before.now, ANSWERED):
            turn.append(each.move.command)
    return any(type(command) is not MarkMissed for command in turn)
