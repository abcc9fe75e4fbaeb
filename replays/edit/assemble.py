"""The line of decisions that two records make up together.

The first record takes precedence: where the two contradict each other, the line has its moves, and the other record's
moves become a variation. Moves that only the other record has are added, and readings of it preferred, as long as all
later moves of the first remain legal.
"""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import ObservePart
from calimala_es.components import GAME
from calimala_es.effects import part_value
from calimala_es.errors import IllegalCommandError
from calimala_es.gaps import ANSWERED, missed_command
from calimala_es.messages import Message, Player, Text, player
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.grammar.symbols import format_observed
from replays.edit.combine import is_as_seen, with_known_hand
from replays.edit.conflicts import Claim, ClaimKey, Origin, compare_positions, format_differences
from replays.edit.merged_line import MergedLine
from replays.edit.notes import VariationJoiner, join_notes, note_conflicts
from replays.edit.sources import Alone, Apart, Deeper, Filled, Piece, Seen, SourceGame, Stretch, Together

NOT_BESIDE: Final = Message("the rules do not allow it together with what follows")


class RefusedError(Exception):
    """The rules refuse a decision of the first record because of something that was added from the other one."""

    def __init__(self, piece: int, error: IllegalCommandError) -> None:
        """Store the number of the piece that contains the decision."""
        super().__init__(str(error))
        self.piece = piece
        self.error = error


class Assembler:
    """Combines the pieces of two records into one line.

    ``taken`` are the numbers of the pieces in which something was added from the other record, and ``banned`` those in
    which nothing may be added; ``preferred`` are readings of the other record that take precedence.
    """

    def __init__(
        self,
        traces: tuple[SourceGame, SourceGame],
        start: State,
        joiner: VariationJoiner,
        banned: Collection[int] = (),
        preferred: Collection[ClaimKey] = (),
    ) -> None:
        """Begin at a position."""
        self.traces = traces
        self.line = MergedLine(traces, start, joiner)
        self._number = 0
        self.banned = banned
        self.preferred = preferred
        self.taken: list[int] = []

    def assemble(self, pieces: Sequence[Piece], start_notes: Sequence[Notes]) -> None:
        """Put all pieces into the line; raises ``RefusedError``.

        ``start_notes`` are the notes before the first move of each record.
        """
        starts = [_first_of(pieces, side) for side in (0, 1)]
        for number, piece in enumerate(pieces):
            self._number = number
            for side in (0, 1):
                if starts[side] == number:
                    self.line.add_notes(start_notes[side], Origin(self.traces[side].source))
            try:
                self._add(piece)
            except IllegalCommandError as error:
                raise RefusedError(number, error) from error
        for side in (0, 1):
            if starts[side] == len(pieces):
                self.line.add_notes(start_notes[side], Origin(self.traces[side].source))
        self.line.finish()

    # Pieces.

    def _add(self, piece: Piece) -> None:
        match piece:
            case Together():
                self._together(piece)
            case Alone():
                self._alone(piece)
            case Seen():
                self._seen(piece)
            case Filled():
                self._filled(piece)
            case Deeper():
                self._deeper(piece)
            case Apart():
                self._apart(piece)

    def _together(self, piece: Together) -> None:
        one, other = self.traces
        mine, theirs = one.game.moves[piece.one], other.game.moves[piece.other]
        command = mine.command
        if piece.command != command:
            refusal = self.line.refusal(piece.command) if self._may_take() else NOT_BESIDE
            if refusal:
                self.line.report(
                    "decision",
                    one.reading(piece.one, piece.one + 1),
                    other.reading(piece.other, piece.other + 1),
                    self.line.set_beside(other, Stretch(piece.other, piece.other + 1), refusal),
                )
            else:
                self.taken.append(self._number)
                command = piece.command
        place = (one.origins[piece.one], other.origins[piece.other])
        move = self.line.play(one, piece.one, command)
        if move is None:
            self.line.pass_over(one, piece.one)
            self.line.pass_over(other, piece.other)
            return
        self.line.conflicts += note_conflicts(mine.notes, theirs.notes, place, move.state)
        self.line.add(replace(move, notes=join_notes(mine.notes, theirs.notes)), place[0])
        self.line.add_variations(mine.variations, one.game.state_at(piece.one))
        self.line.add_variations(theirs.variations, other.game.state_at(piece.other), is_other=True)

    def _alone(self, piece: Alone) -> None:
        """Add what only one record has; after the end of the first record, as much of the other one as the rules
        accept.
        """
        trace = self.traces[piece.side]
        is_rest = piece.side == 1 and bool(piece.moves.first or self.line.moves)
        for number in range(piece.moves.first, piece.moves.end):
            if number in trace.gap:
                frames = self.line.state.now, trace.game.state_at(number).now
                if all(isinstance(frame, ANSWERED) for frame in frames):
                    self.line.copy(trace, number)
                self._miss(trace.origins[number])
                continue
            if is_rest:
                refusal = self.line.refusal(trace.command(number))
                if refusal and not self.line.is_known_card(trace.command(number), trace.game.state_at(number)):
                    rest = Stretch(number, piece.moves.end)
                    reading = trace.reading(number, piece.moves.end)
                    outcome = self.line.set_in_comment(
                        trace, rest, Message("the rules do not allow the rest: {reason}", reason=refusal)
                    )
                    self.line.report("decision", Claim(Origin(self.traces[0].source), ""), reading, outcome)
                    return
            self.line.copy(trace, number, is_other=piece.side == 1)

    def _seen(self, piece: Seen) -> None:
        """Add an observation that only one record has, or a card by the board that the other record knew earlier."""
        trace, number = self.traces[piece.side], piece.number
        command = trace.command(number)
        if not isinstance(command, ObservePart):
            self.line.copy(trace, number, is_other=piece.side == 1)
            return
        if piece.side == 0 and not self._may_take():
            self.line.copy(trace, number)
            return
        state = self.line.state
        full = with_known_hand(state, command)
        is_so = is_as_seen(state, command)
        self.taken.append(self._number)
        if is_so and not self.line.has_gap and trace.is_gapped(number):
            self.line.drop(trace, number, Message("it follows from the decisions of the other record"))
        elif is_so and trace.origins[number].id is None and full.value == part_value(state, command.part):
            self.line.pass_over(trace, number)
        elif piece.side:
            self._seen_by_other(trace, number, full, is_so=is_so)
        else:
            self._seen_by_first(trace, number, full, is_so=is_so)

    def _seen_by_first(self, trace: SourceGame, number: int, full: ObservePart, *, is_so: bool) -> None:
        """Add an observation that only the first record has; ``full`` is the same with everything known about it."""
        if not is_so and not self.line.has_gap:
            mine = trace.reading(number, number + 1)
            theirs = _as_it_is(Origin(self.traces[1].source), self.line.state, full)
            if theirs.key in self.preferred:
                self.line.report("observation", theirs, mine, Message("the first is kept"), is_question=True)
                self.line.pass_over(trace, number)
                return
            self.line.report("observation", mine, theirs, Message("the first is kept"), is_question=True)
        self.line.copy(trace, number, command=full)

    def _seen_by_other(self, trace: SourceGame, number: int, full: ObservePart, *, is_so: bool) -> None:
        """Add an observation that only the other record has; ``full`` is the same with everything known about it."""
        mine = _as_it_is(Origin(self.traces[0].source), self.line.state, full)
        theirs = trace.reading(number, number + 1)
        refusal = self.line.refusal(full)
        if refusal:
            outcome = self.line.set_in_comment(trace, Stretch(number, number + 1), refusal)
            self.line.report("observation", mine, theirs, outcome)
        elif not is_so and not self.line.has_gap:
            if theirs.key in self.preferred and self._may_take():
                self.line.report("observation", theirs, mine, Message("the first is kept"), is_question=True)
                self.line.copy(trace, number, is_other=True, command=full)
                return
            reason = NOT_BESIDE if theirs.key in self.preferred else ""
            outcome = self.line.set_beside(trace, Stretch(number, number + 1), reason)
            self.line.report("observation", mine, theirs, outcome, is_question=True)
        elif not self._may_take():
            self.line.drop(trace, number, NOT_BESIDE)
        else:
            self.line.copy(trace, number, is_other=True, command=full)

    def _filled(self, piece: Filled) -> None:
        """Fill a gap in one record from the other."""
        missed, filling = self.traces[piece.side], self.traces[1 - piece.side]
        gap = missed.game.moves[piece.number]
        if piece.side == 0 and not self._may_take():
            outcome = self.line.set_beside(filling, piece.moves, NOT_BESIDE)
            readings = missed.reading(piece.number, piece.number + 1), filling.reading(*piece.moves)
            self.line.report("decision", *readings, outcome)
            self.line.copy(missed, piece.number)
            return
        if piece.side == 0:
            self.taken.append(self._number)
        first = len(self.line.moves)
        for number in range(*piece.moves):
            self.line.copy(filling, number, is_other=piece.side == 0)
        self.line.add_notes(gap.notes, missed.origins[piece.number])
        if gap.variations and first < len(self.line.moves):
            self.line.add_variations(
                gap.variations, missed.game.state_at(piece.number), is_other=piece.side == 1, at=first
            )

    def _deeper(self, piece: Deeper) -> None:
        """Add the moves of the more detailed record; where it ends, the rest of the turn is a gap."""
        deeper = self.traces[1 - piece.side]
        for number in range(*piece.moves):
            self.line.copy(deeper, number, is_other=piece.side == 0)
        if piece.moves.end == deeper.end:
            self._miss(Origin(self.traces[piece.side].source))

    def _miss(self, origin: Origin) -> None:
        """Add what is missed up to the end of the turn, or to a decision that a turn may say beside its placement."""
        while not isinstance(self.line.state.now, ANSWERED) and (command := missed_command(self.line.state)):
            self.line.add(self.line.decide(command), origin)

    def _apart(self, piece: Apart) -> None:
        sides = [(self.traces[0], piece.one), (self.traces[1], piece.other)]
        readings = [*distinguish_readings(*self.traces, piece)]
        reason: Text = ""
        if readings[1].key in self.preferred:
            if self._may_take():
                self.taken.append(self._number)
                sides.reverse()
                readings.reverse()
            else:
                reason = NOT_BESIDE
        (main, moves), (beside, others) = sides
        if others.first == others.end < beside.end:
            others = Stretch(others.first, others.first + 1)
        if not beside.is_silent(others):
            outcome = self.line.set_beside(beside, others, reason)
            self.line.report("decision", readings[0], readings[1], outcome, is_question=True)
        for number in range(*moves):
            self.line.copy(main, number, is_other=main is self.traces[1])

    def _may_take(self) -> bool:
        """Return whether something may be added from the other record in this piece."""
        return self._number not in self.banned


def _first_of(pieces: Sequence[Piece], side: int) -> int:
    """Return the number of the first piece with something from a record; the number of pieces if there is none."""
    return next((number for number, piece in enumerate(pieces) if _has(piece, side)), len(pieces))


def _has(piece: Piece, side: int) -> bool:
    return piece.side == side if isinstance(piece, Alone | Seen) else True


def _as_it_is(origin: Origin, state: State, seen: ObservePart) -> Claim:
    """Return a part of a position as if it had been observed."""
    command = ObservePart(seen.part, part_value(state, seen.part))
    return Claim(origin, format_observed(state, command), commands=(command,))


# ----------------------------------------------------------------------------------------------------
# What two records say where they contradict each other, so that the two readings can be distinguished.

MOST_PARTS: Final = 3
"""The number of parts of the positions that are listed where the symbols are the same."""


def distinguish_readings(one: SourceGame, other: SourceGame, piece: Apart) -> tuple[Claim, Claim]:
    """Return the reading of each record; where the symbols are the same, add the disc's owner, its stack, or other
    parts.
    """
    readings = one.reading(*piece.one), other.reading(*piece.other)
    if readings[0].said != readings[1].said:
        return readings
    states = one.game.state_at(piece.one.first), other.game.state_at(piece.other.first)
    seats, stacks = [_decider(state) for state in states], [_stack(state) for state in states]
    if seats == seats[::-1] and stacks == stacks[::-1]:
        seats, stacks = [None, None], [*_parts_apart(*states)]
    first, second = (
        reading._replace(said=f"{reading.said} ({words})" if words else reading.said, seat=seat)
        for reading, seat, words in zip(readings, seats, stacks, strict=True)
    )
    return first, second


def _decider(state: State) -> Player | None:
    """Return whose decision is due; ``None`` for the board's."""
    seat = getattr(state.now, "seat", GAME)
    return player(state, seat) if 0 <= seat < len(state.setup.parties) else None


def _stack(state: State) -> str:
    """Return the stack of discs that the next decision belongs to, as if it had been observed; empty without one."""
    street = getattr(state.now, "street", "")
    return format_observed(state, ObservePart(street, part_value(state, street))) if street else ""


def _parts_apart(one: State, other: State) -> tuple[str, str]:
    """Return the first parts in which two positions differ, with the values of each."""
    mine, theirs = format_differences(compare_positions(one, other)[:MOST_PARTS])
    return ", ".join(mine), ", ".join(theirs)
