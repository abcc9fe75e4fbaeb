"""A line of decisions made from two records, each decision checked by the rules, with its notes and variations.

Moves that the rules refuse are preserved all the same: in a variation named after its record, or in a comment.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from calimala_es.commands import Command, MarkMissed
from calimala_es.components import GAME, UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import InfluenceReveal
from calimala_es.game import Game, Move, Variation, moves_from, replay_variation
from calimala_es.notes import Comment, Notes
from calimala_es.state import State
from notation.writer.games import variation_text
from notation.writer.layout import Layout
from notation.writer.style import CANONICAL
from replays.edit.combine import as_known
from replays.edit.conflicts import Claim, MergeConflict, Origin
from replays.edit.notes import VariationJoiner, join_notes, note_conflicts
from replays.edit.sources import SourceGame, Stretch, format_placements, written_moves


class RefusedError(Exception):
    """The rules refuse a decision of the first record because of something that was added from the other one."""

    def __init__(self, piece: int, error: IllegalCommandError) -> None:
        """Store the number of the piece that contains the decision."""
        super().__init__(str(error))
        self.piece = piece
        self.error = error


class MergedLine:
    """A line made of moves of two records.

    ``origins`` says where each of ``moves`` was written, ``supplied`` whether it is in no record; ``start_notes`` are
    the notes before the first. ``conflicts`` and ``remarks`` report what happened, and ``has_gap`` whether part of the
    line was not recorded.
    """

    def __init__(self, traces: tuple[SourceGame, SourceGame], start: State, joiner: VariationJoiner) -> None:
        """Begin at a position."""
        self.traces = traces
        self.start = start
        self.joiner = joiner
        self.moves: list[Move] = []
        self.origins: list[Origin] = []
        self.supplied: list[bool] = []
        self.start_notes: Notes = ()
        self.conflicts: list[MergeConflict] = []
        self.remarks: list[str] = []
        self.has_gap = False
        self._instead: list[tuple[Variation, State]] = []
        self._number = 0

    @property
    def state(self) -> State:
        """The position reached."""
        return self.moves[-1].state if self.moves else self.start

    @property
    def game(self) -> Game:
        """The line as a game without headers."""
        return Game(self.start.setup, self.start, tuple(self.moves), notes=self.start_notes)

    # Moves.

    def _refusal(self, command: Command) -> str:
        """Return why the rules refuse a decision here; empty if they do not."""
        try:
            step(self.state, as_known(self.state, command))
        except IllegalCommandError as error:
            return str(error)
        return ""

    def _copy(self, trace: SourceGame, number: int, *, is_other: bool = False, command: Command | None = None) -> None:
        """Copy a move of one record with its notes and variations."""
        move = trace.game.moves[number]
        played = self._played(trace, number, command or move.command)
        if played is None:
            self._pass(trace, number)
            return
        self._add(replace(played, notes=move.notes), trace.origins[number], is_supplied=number in trace.supplied)
        self._vary(move.variations, trace.game.state_at(number), is_other=is_other)

    def _played(self, trace: SourceGame, number: int, command: Command) -> Move | None:
        """Return a record's move as this command here; ``None`` for a card by the board that is known already."""
        before, move = trace.game.state_at(number), trace.game.moves[number]
        if self._is_told(command, before):
            return None
        if self.state is before and as_known(before, command) == move.command:
            return Move(move.command, move.events, move.state)
        return self._decided(command)

    def _decided(self, command: Command) -> Move:
        """Decide a command here; raises ``RefusedError``."""
        try:
            (move,) = moves_from(self.state, (as_known(self.state, command),))
        except IllegalCommandError as error:
            raise RefusedError(self._number, error) from error
        return move

    def _is_told(self, command: Command, before: State) -> bool:
        """Return whether a card by the board, turned up in ``before``, is already known here, so that it is not turned
        up again.
        """
        state = self.state
        card = getattr(command, "card", "")
        is_board = type(before.now) is InfluenceReveal and before.now.seat == GAME
        is_due = type(state.now) is InfluenceReveal and state.now.seat == GAME
        return is_board and (card != UNKNOWN or not is_due) and card in (*state.by_board, UNKNOWN)

    def _add(self, move: Move, origin: Origin, *, is_supplied: bool = False) -> None:
        """Add a decided move, with the variations that waited for it."""
        self.has_gap |= type(move.command) is MarkMissed
        self.moves.append(move)
        self.origins.append(origin)
        self.supplied.append(is_supplied)
        waiting, self._instead = self._instead, []
        for variation, before in waiting:
            self._vary((variation,), before)

    # Notes and variations after moves.

    def _say(self, notes: Notes, origin: Origin | None = None) -> None:
        """Add notes after the last decision; they were written after the decision at ``origin``."""
        if not self.moves:
            self.start_notes = join_notes(self.start_notes, notes)
        elif notes:
            last = self.moves[-1]
            here = self.origins[-1]
            self.conflicts += note_conflicts(last.notes, notes, (here, origin or here), last.state)
            self.moves[-1] = replace(last, notes=join_notes(last.notes, notes))

    def _vary(
        self,
        variations: Sequence[Variation],
        before: State,
        *,
        is_other: bool = False,
        at: int = -1,
    ) -> None:
        """Add the variations of a move, which began in ``before``; one that cannot be played here becomes a comment."""
        if not variations:
            return
        at %= len(self.moves)
        move, here = self.moves[at], self.moves[at - 1].state if at else self.start
        playable: list[Variation] = []
        notes = move.notes
        for variation in variations:
            played = _in(variation, here)
            if played is not None:
                playable.append(played)
                continue
            text = variation_text(variation, before)
            source = self.traces[is_other].source
            notes = join_notes(notes, (Comment(f"{source}: {text}"),))
            reading = Claim(Origin(source, self.origins[at].id), text)
            taken = Claim(self.origins[at], "")
            self._differ("variation", taken, reading, "it cannot be played, and stands in a comment")
        if is_other:
            joined = self.joiner.join(move.variations, tuple(playable))
        else:
            joined = (*move.variations, *playable)
        self.moves[at] = replace(move, notes=notes, variations=joined)

    def _kept_beside(self, trace: SourceGame, moves: Stretch, reason: str) -> str:
        """Make the other record's moves a variation of the next decision, and report that."""
        played: list[Move] = []
        state = self.state
        for number in range(*moves):
            try:
                (move,) = moves_from(state, (trace.command(number),))
            except IllegalCommandError as error:
                if not played:
                    return self._in_comment(trace, moves, f"it cannot be played here, {error}")
                words = comment_with_moves(trace, Stretch(number, moves.end))
                played[-1] = replace(played[-1], notes=(*played[-1].notes, words))
                break
            played.append(self._beside(move, trace, number, state))
            state = move.state
        if not played:
            return reason or "the latter has nothing there"
        variation = Variation(self.joiner.new_id(), tuple(played), trace.source)
        self._instead.append((variation, self.state))
        return "; ".join(filter(None, (reason, f"the latter stands in the variation {variation.id}")))

    def _beside(self, move: Move, trace: SourceGame, number: int, state: State) -> Move:
        """Return a move of the other record for a variation, with those of its variations that can be played there."""
        said = trace.game.moves[number]
        played = [(each, _in(each, state)) for each in said.variations]
        words = [Comment(variation_text(each, trace.game.state_at(number))) for each, here in played if here is None]
        inner = tuple(self.joiner.renumbered(here) for _, here in played if here is not None)
        return replace(move, notes=(*said.notes, *words), variations=inner)

    def _in_comment(self, trace: SourceGame, moves: Stretch, reason: str) -> str:
        """Preserve moves and their notes as a comment, and report that."""
        self._say((comment_with_moves(trace, moves),))
        return f"{reason}; the latter stands in a comment"

    def _drop(self, trace: SourceGame, number: int, reason: str) -> None:
        """Omit an observation, and report that; its notes remain."""
        self.remarks.append(f"{trace.reading(number, number + 1)}, {reason}")
        self._pass(trace, number)

    def _pass(self, trace: SourceGame, number: int) -> None:
        """Preserve the notes of a move that is omitted."""
        move, is_other = trace.game.moves[number], trace is self.traces[1]
        self._say(move.notes, trace.origins[number])
        for variation in move.variations:
            waiting = self.joiner.renumbered(variation) if is_other else variation
            self._instead.append((waiting, trace.game.state_at(number)))

    def _differ(self, kind: str, taken: Claim, other: Claim, outcome: str) -> None:
        self.conflicts.append(MergeConflict(kind, taken, other, outcome))

    def _end(self) -> None:
        """Write variations as text if the decision that they waited for does not come."""
        for variation, before in self._instead:
            self._say((Comment(variation_text(variation, before)),))
        self._instead = []


def _in(variation: Variation, state: State) -> Variation | None:
    """Decide a variation in a position; ``None`` if the rules refuse it there."""
    try:
        return replay_variation(state, variation)
    except IllegalCommandError:
        return None


# ----------------------------------------------------------------------------------------------------
# Moves of a record that cannot be played where they belong, as text with all their notes.


def comment_with_moves(trace: SourceGame, moves: Stretch) -> Comment:
    """Return a comment with the name of a record and some of its moves in notation, with their turn numbers.

    Notes and variations are part of the text, since they refer to these moves and not to the merged line.
    """
    if trace.game.depth == "placements":
        text = " ".join(format_placements([*written_moves(trace, moves)]))
    else:
        layout = Layout(CANONICAL, set(), depth=1)
        layout.write(trace.game.state_at(moves.first), trace.game.moves[slice(*moves)])
        text = "\n".join(layout.lines)
    return Comment(f"{trace.source}: {text}")
