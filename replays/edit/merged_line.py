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
from calimala_es.game import Game, Move, Variation, moves_from
from calimala_es.messages import Message, Text
from calimala_es.notes import Comment, Notes
from calimala_es.state import State
from notation.writer.games import format_variation
from notation.writer.layout import CANONICAL, Layout
from replays.edit.combine import as_known
from replays.edit.conflicts import Claim, MergeConflict, Origin, find_surplus
from replays.edit.line import MoveLine, sort_variations, variation_comments
from replays.edit.notes import VariationJoiner, join_notes, note_conflicts
from replays.edit.sources import SourceGame, Stretch


class MergedLine:
    """A line made of moves of two records.

    ``origins`` says where each of ``moves`` was written. ``conflicts`` and
    ``remarks`` report what happened, and ``has_gap`` whether part of the line was not recorded.
    """

    def __init__(self, traces: tuple[SourceGame, SourceGame], start: State, joiner: VariationJoiner) -> None:
        """Begin at a position."""
        self.traces = traces
        self.joiner = joiner
        self.line = MoveLine(start)
        self.origins: list[Origin] = []
        self.conflicts: list[MergeConflict] = []
        self.remarks: list[Message] = []
        self.has_gap = False
        self._instead: list[tuple[Variation, State]] = []

    @property
    def state(self) -> State:
        """The position reached."""
        return self.line.state

    @property
    def moves(self) -> list[Move]:
        """The moves so far."""
        return self.line.moves

    @property
    def game(self) -> Game:
        """The line as a game without headers."""
        start = self.line.start
        return Game(start.setup, start, tuple(self.moves), notes=self.line.start_notes)

    # Moves.

    def refusal(self, command: Command) -> Text:
        """Return why the rules refuse a decision here; empty if they do not."""
        try:
            step(self.state, as_known(self.state, command))
        except IllegalCommandError as error:
            return error.text
        return ""

    def copy(self, trace: SourceGame, number: int, *, is_other: bool = False, command: Command | None = None) -> None:
        """Copy a move of one record with its notes and variations."""
        move = trace.game.moves[number]
        played = self.play(trace, number, command or move.command)
        if played is None:
            self.pass_over(trace, number)
            return
        self.add(replace(played, notes=move.notes), trace.origins[number])
        self.add_variations(move.variations, trace.game.state_at(number), is_other=is_other)

    def play(self, trace: SourceGame, number: int, command: Command) -> Move | None:
        """Return a record's move as this command here; ``None`` for a card by the board that is known already."""
        before, move = trace.game.state_at(number), trace.game.moves[number]
        if self.is_known_card(command, before):
            return None
        if self.state is before and as_known(before, command) == move.command:
            return Move(move.command, move.events, move.state)
        return self.decide(command)

    def decide(self, command: Command) -> Move:
        """Decide a command here; raises ``IllegalCommandError``."""
        (move,) = moves_from(self.state, (as_known(self.state, command),))
        return move

    def is_known_card(self, command: Command, before: State) -> bool:
        """Return whether a card by the board, turned up in ``before``, is already known here, so that it is not turned
        up again.
        """
        state = self.state
        card = getattr(command, "card", "")
        is_board = type(before.now) is InfluenceReveal and before.now.seat == GAME
        is_due = type(state.now) is InfluenceReveal and state.now.seat == GAME
        return is_board and (card != UNKNOWN or not is_due) and card in (*state.by_board, UNKNOWN)

    def add(self, move: Move, origin: Origin) -> None:
        """Add a decided move, with the variations that waited for it."""
        self.has_gap |= type(move.command) is MarkMissed
        self.moves.append(move)
        self.origins.append(origin)
        waiting, self._instead = self._instead, []
        for variation, before in waiting:
            self.add_variations((variation,), before)

    # Notes and variations after moves.

    def add_notes(self, notes: Notes, origin: Origin | None = None) -> None:
        """Add notes after the last decision; they were written after the decision at ``origin``."""
        present = self.moves[-1].notes if self.moves else self.line.start_notes
        if self.moves and notes:
            here = self.origins[-1]
            self.conflicts += note_conflicts(present, notes, (here, origin or here), self.state)
        self.line.add_notes(find_surplus(notes, present))

    def add_variations(
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
        move = self.moves[at]
        playable, illegal = sort_variations(variations, self.line.before(at))
        source = self.traces[is_other].source
        notes = move.notes
        for variation in illegal:
            text = format_variation(variation, before)
            notes = join_notes(notes, (Comment(f"{source}: {text}"),))
            reading = Claim(Origin(source, self.origins[at].id), text)
            self.report(
                "variation", Claim(self.origins[at], ""), reading, Message("it breaks the rules and became a comment")
            )
        joined = self.joiner.join(move.variations, playable) if is_other else (*move.variations, *playable)
        self.moves[at] = replace(move, notes=notes, variations=joined)

    def set_beside(self, trace: SourceGame, moves: Stretch, reason: Text) -> Text:
        """Make moves of a record a variation of the next decision, and report that."""
        played: list[Move] = []
        state = self.state
        for number in range(*moves):
            try:
                (move,) = moves_from(state, (trace.command(number),))
            except IllegalCommandError as error:
                if not played:
                    return self.set_in_comment(
                        trace, moves, Message("it breaks the rules here: {reason}", reason=error.text)
                    )
                words = moves_comment(trace, Stretch(number, moves.end))
                played[-1] = replace(played[-1], notes=(*played[-1].notes, words))
                break
            played.append(self._beside(move, trace, number, state))
            state = move.state
        if not played:
            return reason or Message("the second has nothing there")
        variation = Variation(self.joiner.new_id(), tuple(played), trace.source)
        self._instead.append((variation, self.state))
        if reason:
            return Message("{reason}; the second became variation {id}", reason=reason, id=variation.id)
        return Message("the second became variation {id}", id=variation.id)

    def _beside(self, move: Move, trace: SourceGame, number: int, state: State) -> Move:
        """Return a move of a record for a variation, with those of its variations that can be played there."""
        written = trace.game.moves[number]
        playable, illegal = sort_variations(written.variations, state)
        notes = (*written.notes, *variation_comments(illegal, trace.game.state_at(number)))
        if trace is self.traces[1]:
            playable = tuple(map(self.joiner.renumbered, playable))
        return replace(move, notes=notes, variations=tuple(playable))

    def set_in_comment(self, trace: SourceGame, moves: Stretch, reason: Text) -> Text:
        """Preserve moves and their notes as a comment, and report that."""
        self.add_notes((moves_comment(trace, moves),))
        return Message("{reason}; the second became a comment", reason=reason)

    def drop(self, trace: SourceGame, number: int, reason: Message) -> None:
        """Omit an observation, and report that; its notes remain."""
        claim = trace.reading(number, number + 1).message()
        self.remarks.append(Message("{taken}; skipped: {reason}", taken=claim, reason=reason))
        self.pass_over(trace, number)

    def pass_over(self, trace: SourceGame, number: int) -> None:
        """Preserve the notes of a move that is omitted."""
        move, is_other = trace.game.moves[number], trace is self.traces[1]
        self.add_notes(move.notes, trace.origins[number])
        for variation in move.variations:
            waiting = self.joiner.renumbered(variation) if is_other else variation
            self._instead.append((waiting, trace.game.state_at(number)))

    def report(self, kind: str, taken: Claim, other: Claim, outcome: Text, *, is_question: bool = False) -> None:
        """Add a conflict."""
        self.conflicts.append(MergeConflict(kind, taken, other, outcome, is_question))

    def finish(self) -> None:
        """Write variations as text if the decision that they waited for does not come."""
        for variation, before in self._instead:
            self.add_notes(variation_comments((variation,), before))
        self._instead = []


# ----------------------------------------------------------------------------------------------------
# Moves of a record that cannot be played where they belong, as text with all their notes.


def moves_comment(trace: SourceGame, moves: Stretch) -> Comment:
    """Return a comment with the name of a record and some of its moves in notation, with their turn numbers.

    Notes and variations are part of the text, since they refer to these moves and not to the merged line.
    """
    layout = Layout(CANONICAL, set(), depth=1)
    layout.write(trace.game.state_at(moves.first), trace.game.moves[slice(*moves)])
    text = "\n".join(layout.lines)
    return Comment(f"{trace.source}: {text}")
