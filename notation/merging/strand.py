"""A line of decisions that grows out of two records, each decided by the rules, with all that stands behind them.

What cannot be played is kept all the same: beside the line as a variation named after its record, or in a comment.
"""

from collections.abc import Sequence

from calimala_es.commands import Command, MarkMissed
from calimala_es.components import GAME, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.state import InfluenceReveal, State
from notation.merging.conflicts import Conflict, Origin, Reading
from notation.merging.knowledge import as_known
from notation.merging.leftover import leftover
from notation.merging.notes import VariationJoiner, join_notes, note_conflicts
from notation.merging.pieces import Stretch
from notation.merging.trace import Trace
from notation.notes import Comment, Notes
from notation.record import Move, Variation
from notation.variations import can_be_played
from notation.writer import variation_text


class RefusedError(Exception):
    """The rules refuse a decision of the first record because of something that was taken from the other one."""

    def __init__(self, piece: int, error: IllegalCommandError) -> None:
        """Keep the number of the piece in which it stands."""
        super().__init__(str(error))
        self.piece = piece
        self.error = error


class Strand:
    """A line that is made of moves of two records.

    ``moves`` with the ``states`` before and after each, ``origins`` where each was written, ``supplied`` whether no
    record tells it; ``start_notes`` are the notes before the first. ``conflicts`` and ``remarks`` are what there is to
    tell of all that, ``has_gap`` whether something in the line was missed.
    """

    def __init__(self, traces: tuple[Trace, Trace], start: State, joiner: VariationJoiner) -> None:
        """Begin at a position."""
        self.traces = traces
        self.states = [start]
        self.joiner = joiner
        self.moves: list[Move] = []
        self.origins: list[Origin] = []
        self.supplied: list[bool] = []
        self.start_notes: Notes = ()
        self.conflicts: list[Conflict] = []
        self.remarks: list[str] = []
        self.has_gap = False
        self._instead: list[tuple[Variation, State]] = []
        self._number = 0

    # Moves.

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
        is_board = type(before.now) is InfluenceReveal and before.now.seat == GAME
        is_due = type(state.now) is InfluenceReveal and state.now.seat == GAME
        return is_board and (card != UNKNOWN or not is_due) and card in (*state.by_board, UNKNOWN)

    def _add(self, command: Command, notes: Notes, origin: Origin, *, is_supplied: bool = False) -> None:
        """A move that was decided, with what waited to be said behind it or to stand instead of it."""
        self.has_gap |= type(command) is MarkMissed
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
                words = leftover(trace, Stretch(number, moves.end))
                played[-1] = Move(last.command, (*last.notes, words), last.variations)
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
        """Keep moves, and what is said about them, as words, and tell so."""
        self._say((leftover(trace, moves),))
        return f"{reason}; the latter stands in a comment"

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
