"""The line of decisions that two records make up together, each decided by the rules.

The first record is the warp: where the two contradict each other its reading is taken, and the other's becomes a
variation named after its record, or a comment where it cannot be played. What the other knows more is taken into the
line (``taken`` pieces) as long as the rules then still accept what the first one tells later.
"""

from collections.abc import Collection, Sequence
from typing import Final

from calimala_es.commands import Command, Missed, Observed
from calimala_es.components import GAME, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.state import Revealing, State
from notation.depth.rest import ANSWERED, supplied_until
from notation.merging.aligning import Alone, Apart, Deeper, Filled, Piece, Seen, Stretch, Together
from notation.merging.conflicts import Conflict, Origin, Reading
from notation.merging.knowledge import as_known, is_as_seen, with_known_hand
from notation.merging.notes import VariationJoiner, can_be_played, join_notes, note_conflicts, variation_text
from notation.merging.parts import part_value
from notation.merging.trace import Trace
from notation.notes import Comment, Notes
from notation.record import Move, Variation
from notation.symbols import format_observed

NOT_BESIDE: Final = "the rules do not allow it beside what follows"


class RefusedError(Exception):
    """The rules refuse a decision of the first record because of something that was taken from the other one."""

    def __init__(self, piece: int, error: IllegalCommandError) -> None:
        """Keep the number of the piece in which it stands."""
        super().__init__(str(error))
        self.piece = piece
        self.error = error


class Weaver:
    """The pieces of two records woven into one line.

    ``supplied`` tells of each move whether no record tells it.

    ``moves`` with the ``states`` before and after each, ``origins`` where each was written; ``start_notes`` are the
    notes before the first; ``taken`` are the numbers of the pieces in which something was taken from the other record,
    and ``banned`` those in which nothing may be.
    """

    def __init__(
        self, traces: tuple[Trace, Trace], start: State, joiner: VariationJoiner, banned: Collection[int] = ()
    ) -> None:
        """Begin at a position."""
        self.traces = traces
        self.states = [start]
        self.joiner = joiner
        self.banned = banned
        self.moves: list[Move] = []
        self.origins: list[Origin] = []
        self.start_notes: Notes = ()
        self.conflicts: list[Conflict] = []
        self.remarks: list[str] = []
        self.taken: list[int] = []
        self.has_gap = False
        self.supplied: list[bool] = []
        self._instead: list[tuple[Variation, State]] = []
        self._number = 0

    def weave(self, pieces: Sequence[Piece], start_notes: Sequence[Notes]) -> None:
        """Weave all pieces; raises ``RefusedError``.

        ``start_notes`` are those before the first move of each record.
        """
        starts = [_first_of(pieces, side) for side in (0, 1)]
        for number, piece in enumerate(pieces):
            self._number = number
            for side in (0, 1):
                if starts[side] == number:
                    self._say(start_notes[side], Origin(self.traces[side].source))
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
        for side in (0, 1):
            if starts[side] == len(pieces):
                self._say(start_notes[side], Origin(self.traces[side].source))
        self._end()

    # Pieces.

    def _together(self, piece: Together) -> None:
        one, other = self.traces
        mine, theirs = one.moves[piece.one], other.moves[piece.other]
        command = mine.command
        if piece.command != command:
            refusal = self._refusal(piece.command) if self._may_take() else NOT_BESIDE
            if refusal:
                self._differ(
                    "decision",
                    one.reading(piece.one, piece.one + 1),
                    other.reading(piece.other, piece.other + 1),
                    self._kept_beside(other, Stretch(piece.other, piece.other + 1), refusal),
                )
            else:
                self.taken.append(self._number)
                command = piece.command
        place = (one.origins[piece.one], other.origins[piece.other])
        if not self._play(command, one.states[piece.one]):
            self._pass(one, piece.one)
            self._pass(other, piece.other)
            return
        self.conflicts += note_conflicts(mine.notes, theirs.notes, place, self.states[-1])
        notes = join_notes(mine.notes, theirs.notes)
        is_supplied = piece.one in one.supplied and piece.other in other.supplied
        self._add(command, notes, place[0], is_supplied=is_supplied)
        self._vary(mine.variations, one.states[piece.one])
        self._vary(theirs.variations, other.states[piece.other], is_other=True)

    def _alone(self, piece: Alone) -> None:
        """What one record tells alone; of the other one's, once the first has stopped, as much as the rules accept."""
        trace = self.traces[piece.side]
        is_rest = piece.side == 1 and bool(piece.moves.first or self.moves)
        for number in range(piece.moves.first, piece.moves.end):
            if is_rest:
                refusal = self._refusal(trace.command(number))
                if refusal and not self._is_told(trace.command(number), trace.states[number]):
                    rest = Stretch(number, piece.moves.end)
                    reading = trace.reading(number, piece.moves.end)
                    outcome = self._in_comment(trace, rest, f"it cannot go on so, {refusal}")
                    self._differ("decision", Reading(Origin(self.traces[0].source), ""), reading, outcome)
                    return
            self._copy(trace, number, is_other=piece.side == 1)

    def _seen(self, piece: Seen) -> None:
        """Something that only one record says was seen, or a card by the board that the other knew before."""
        trace, number = self.traces[piece.side], piece.number
        command = trace.command(number)
        if not isinstance(command, Observed):
            self._copy(trace, number, is_other=piece.side == 1)
            return
        if piece.side == 0 and not self._may_take():
            self._copy(trace, number)
            return
        state = self.states[-1]
        full = with_known_hand(state, command)
        is_so = is_as_seen(state, command)
        self.taken.append(self._number)
        if number in trace.supplied and not self.has_gap:
            self._pass(trace, number)
        elif is_so and not self.has_gap and trace.is_gapped(number):
            self._drop(trace, number, "as the decisions of the other one tell, and is left out")
        elif is_so and trace.origins[number].id is None and full.value == part_value(state, command.part):
            self._pass(trace, number)
        elif piece.side:
            self._seen_by_other(trace, number, full, is_so=is_so)
        else:
            if not is_so and not self.has_gap:
                theirs = Reading(Origin(self.traces[1].source), _as_it_is(state, command))
                self._differ("observation", trace.reading(number, number + 1), theirs, "the former is taken")
            self._copy(trace, number, command=full)

    def _seen_by_other(self, trace: Trace, number: int, full: Observed, *, is_so: bool) -> None:
        """Something that only the other record says was seen; ``full`` with all that is known of it."""
        mine = Reading(Origin(self.traces[0].source), _as_it_is(self.states[-1], full))
        theirs = trace.reading(number, number + 1)
        refusal = self._refusal(full)
        if refusal:
            outcome = self._in_comment(trace, Stretch(number, number + 1), refusal)
            self._differ("observation", mine, theirs, outcome)
        elif not is_so and not self.has_gap:
            outcome = self._kept_beside(trace, Stretch(number, number + 1), "")
            self._differ("observation", mine, theirs, outcome)
        elif not self._may_take():
            self._drop(trace, number, f"which is left out, since {NOT_BESIDE}")
        else:
            self._copy(trace, number, is_other=True, command=full)

    def _filled(self, piece: Filled) -> None:
        """What was missed in one record, as the other tells it."""
        missed, told = self.traces[piece.side], self.traces[1 - piece.side]
        gap = missed.moves[piece.number]
        if piece.side == 0 and not self._may_take():
            outcome = self._kept_beside(told, piece.moves, NOT_BESIDE)
            readings = missed.reading(piece.number, piece.number + 1), told.reading(*piece.moves)
            self._differ("decision", *readings, outcome)
            self._copy(missed, piece.number)
            return
        if piece.side == 0:
            self.taken.append(self._number)
        first = len(self.moves)
        for number in range(*piece.moves):
            self._copy(told, number, is_other=piece.side == 0)
        self._say(gap.notes, missed.origins[piece.number])
        if gap.variations and first < len(self.moves):
            self._vary(gap.variations, missed.states[piece.number], is_other=piece.side == 1, at=first)

    def _deeper(self, piece: Deeper) -> None:
        """What the deeper record tells; where it stops, the rest of the turn is not told."""
        told = self.traces[1 - piece.side]
        for number in range(*piece.moves):
            self._copy(told, number, is_other=piece.side == 0)
        if piece.moves.end == told.end:
            for command, _ in supplied_until(self.states[-1], ANSWERED):
                self._play(command, self.states[-1])
                self._add(command, (), Origin(self.traces[piece.side].source), is_supplied=type(command) is Observed)

    def _apart(self, piece: Apart) -> None:
        one, other = self.traces
        theirs = piece.other
        if theirs.first == theirs.end < other.end:
            theirs = Stretch(theirs.first, theirs.first + 1)
        outcome = self._kept_beside(other, theirs, "")
        self._differ("decision", one.reading(*piece.one), other.reading(*piece.other), outcome)
        for number in range(*piece.one):
            self._copy(one, number)

    # Moves.

    def _may_take(self) -> bool:
        """Whether something may be taken from the other record in this piece."""
        return self._number not in self.banned

    def _refusal(self, command: Command) -> str:
        """Why the rules refuse a decision here; empty if they do not."""
        state = self.states[-1]
        try:
            step(state, as_known(state, command))
        except IllegalCommandError as error:
            return str(error)
        return ""

    def _copy(self, trace: Trace, number: int, *, is_other: bool = False, command: Command | None = None) -> None:
        """A move of one record with all that stands behind it."""
        move = trace.moves[number]
        command = command or move.command
        if self._play(command, trace.states[number]):
            self._add(command, move.notes, trace.origins[number], is_supplied=number in trace.supplied)
            self._vary(move.variations, trace.states[number], is_other=is_other)
        else:
            self._pass(trace, number)

    def _play(self, command: Command, before: State) -> bool:
        """Decide a command taken in ``before``; false for a card by the board that is known already here."""
        state = self.states[-1]
        if self._is_told(command, before):
            return False
        try:
            after = step(state, as_known(state, command))[1]
        except IllegalCommandError as error:
            raise RefusedError(self._number, error) from error
        self.states.append(after)
        return True

    def _is_told(self, command: Command, before: State) -> bool:
        """Whether a card by the board is turned over that is known here, so that nobody turns it over."""
        state = self.states[-1]
        card = getattr(command, "card", "")
        is_board = type(before.now) is Revealing and before.now.seat == GAME
        is_due = type(state.now) is Revealing and state.now.seat == GAME
        return is_board and (card != UNKNOWN or not is_due) and card in (*state.by_board, UNKNOWN)

    def _add(self, command: Command, notes: Notes, origin: Origin, *, is_supplied: bool = False) -> None:
        """A move that was decided, with what waited to be said behind it or to stand instead of it."""
        self.has_gap |= type(command) is Missed
        self.moves.append(Move(as_known(self.states[-2], command), notes))
        self.origins.append(origin)
        self.supplied.append(is_supplied)
        waiting, self._instead = self._instead, []
        for variation, before in waiting:
            self._vary((variation,), before)

    # What stands behind moves.

    def _say(self, notes: Notes, origin: Origin | None = None) -> None:
        """Notes behind what was decided last, which somebody wrote behind what is at ``origin``."""
        if not self.moves:
            self.start_notes = join_notes(self.start_notes, notes)
        elif notes:
            last = self.moves[-1]
            here = self.origins[-1]
            self.conflicts += note_conflicts(last.notes, notes, (here, origin or here), self.states[-1])
            self.moves[-1] = Move(last.command, join_notes(last.notes, notes), last.variations)

    def _vary(
        self,
        variations: Sequence[Variation],
        before: State,
        *,
        is_other: bool = False,
        at: int = -1,
    ) -> None:
        """Variations of a move, which began in ``before``; what cannot be played here is put into a comment."""
        if not variations:
            return
        at %= len(self.moves)
        move, here = self.moves[at], self.states[at]
        playable: list[Variation] = []
        notes = move.notes
        for variation in variations:
            if here == before or can_be_played(variation, here):
                playable.append(variation)
                continue
            text = variation_text(variation, before)
            source = self.traces[is_other].source
            notes = join_notes(notes, (Comment(f"{source}: {text}"),))
            reading = Reading(Origin(source, self.origins[at].id), text)
            taken = Reading(self.origins[at], "")
            self._differ("variation", taken, reading, "it cannot be played, and stands in a comment")
        if is_other:
            joined = self.joiner.join(move.variations, tuple(playable))
        else:
            joined = (*move.variations, *playable)
        self.moves[at] = Move(move.command, notes, joined)

    def _kept_beside(self, trace: Trace, moves: Stretch, reason: str) -> str:
        """Make the other record's moves a variation of what comes next, and tell so."""
        played: list[Move] = []
        state = self.states[-1]
        for number in range(*moves):
            try:
                after = step(state, trace.command(number))[1]
            except IllegalCommandError as error:
                if not played:
                    return self._in_comment(trace, moves, f"it cannot be played here, {error}")
                last = played[-1]
                words = Comment(f"{trace.source}: {trace.all_symbols(number, moves.end)}")
                said = [note for move in trace.moves[number : moves.end] for note in move.notes]
                played[-1] = Move(last.command, (*last.notes, words, *said), last.variations)
                break
            played.append(self._move_beside(trace, number, state))
            state = after
        if not played:
            return reason or "the latter has nothing there"
        variation = Variation(self.joiner.new_id(), tuple(played), trace.source)
        self._instead.append((variation, self.states[-1]))
        return "; ".join(filter(None, (reason, f"the latter stands in the variation {variation.id}")))

    def _move_beside(self, trace: Trace, number: int, state: State) -> Move:
        """A move of the other record in a variation, with those of its variations that can be played there."""
        move = trace.moves[number]
        inner = [each for each in move.variations if can_be_played(each, state)]
        lost = [each for each in move.variations if each not in inner]
        words = (Comment(variation_text(each, trace.states[number])) for each in lost)
        renumbered = tuple(self.joiner.renumbered(each) for each in inner)
        return Move(move.command, (*move.notes, *words), renumbered)

    def _in_comment(self, trace: Trace, moves: Stretch, reason: str) -> str:
        """Keep moves as words, and tell so."""
        words = Comment(f"{trace.source}: {trace.all_symbols(*moves)}")
        self._say((words,))
        self._keep_behind(trace, moves)
        return f"{reason}; the latter stands in a comment"

    def _keep_behind(self, trace: Trace, moves: Stretch) -> None:
        """Keep what is said about moves that are not played."""
        for number in range(*moves):
            self._say(trace.moves[number].notes, trace.origins[number])

    def _drop(self, trace: Trace, number: int, reason: str) -> None:
        """Leave out something that was seen, and tell so; what is said about it stays."""
        self.remarks.append(f"{trace.reading(number, number + 1)}, {reason}")
        self._pass(trace, number)

    def _pass(self, trace: Trace, number: int) -> None:
        """Keep what stands behind a move that is left out."""
        move, is_other = trace.moves[number], trace is self.traces[1]
        self._say(move.notes, trace.origins[number])
        for variation in move.variations:
            waiting = self.joiner.renumbered(variation) if is_other else variation
            self._instead.append((waiting, trace.states[number]))

    def _differ(self, kind: str, taken: Reading, other: Reading, outcome: str) -> None:
        self.conflicts.append(Conflict(kind, taken, other, outcome))

    def _end(self) -> None:
        """Variations that wait for a decision that does not come are told in words."""
        for variation, before in self._instead:
            self._say((Comment(variation_text(variation, before)),))
        self._instead = []


def _first_of(pieces: Sequence[Piece], side: int) -> int:
    """The number of the first piece that has something of a record; of none, how many there are."""
    return next((number for number, piece in enumerate(pieces) if _has(piece, side)), len(pieces))


def _has(piece: Piece, side: int) -> bool:
    return piece.side == side if isinstance(piece, Alone | Seen) else True


def _as_it_is(state: State, seen: Observed) -> str:
    """A part of a position as if it had been seen."""
    return format_observed(state, Observed(seen.part, part_value(state, seen.part)))
