"""Write a record of placements: ten turns on a line, a separate line for each turn recorded in full."""

from collections.abc import Sequence
from typing import Final

from calimala_es.commands import Command, ObservePart, PlaceDisc
from calimala_es.frames import Placement
from calimala_es.game import Move, Variation
from calimala_es.notes import AnyNote, Check
from calimala_es.state import State
from notation.grammar.symbols import format_command
from notation.partial.coverage import Context, Coverage, coverage_of
from notation.partial.deciding import IN_FULL
from notation.partial.rest import is_at_rest
from notation.writer.layout import CANONICAL, UNSEPARATED, Layout

TURNS_ON_A_LINE: Final = 10


class PlacementLayout(Layout):
    """Writes a record of placements, and omits what its reader supplies."""

    _context = Context(is_full=True)
    _is_flowing = False
    _full_turn = -1

    @classmethod
    def going_on(cls, context: Context) -> "PlacementLayout":
        """Return the canonical layout of text that continues other text."""
        layout = cls(CANONICAL, set())
        layout._context = context
        return layout

    def write(self, start: State, moves: Sequence[Move]) -> None:
        """Write a line of decisions that continues from ``start`` to its end."""
        states = [start, *[move.state for move in moves]]
        coverage = coverage_of(start, moves, self._context)
        in_full = _in_full(coverage, moves, states)
        last = max((place for place, is_supplied in enumerate(coverage.supplied) if not is_supplied), default=-1)
        for place, move in enumerate(moves):
            if coverage.supplied[place]:
                continue
            before = states[place]
            if in_full[place]:
                self._full_turn = before.turn
                self._is_flowing = False
                self.add(move, before, is_last=place == last)
            else:
                self._full_turn = -1
                self._flow(move, before)
            if move.variations and self.style.variations:
                self._context = coverage.contexts[place]
                self.vary(move.variations, before)
        self.finish(states[-1])

    def _flow(self, move: Move, before: State) -> None:
        """Write a decision of a turn recorded by its placement."""
        self.declined.clear()
        mark = f"{before.turn}."
        if not is_at_rest(before):
            if self.is_broken or not self.words:
                self.go_on(before)
        elif self._needs_line(mark, before.turn):
            self.end_line()
            self.words, self.is_broken, self._is_flowing = [mark], False, True
        self.mark, self.section = mark, UNSEPARATED
        self.words += [format_command(before, move.command), *self.notes(move.notes, move.state)]

    def _needs_line(self, mark: str, turn: int) -> bool:
        begins = self.mark != mark and (self.style.line_a_turn or turn % TURNS_ON_A_LINE == 1)
        return begins or self.is_broken or not self._is_flowing

    def keeps(self, note: AnyNote) -> bool:
        """Return whether a note is written; checks give here what nothing else gives."""
        return type(note) is Check or super().keeps(note)

    def symbol(self, before: State, command: Command) -> str:
        """Return the symbol of a decision, with a colon after the placement of a turn recorded in full."""
        symbol = format_command(before, command)
        return symbol + IN_FULL if type(command) is PlaceDisc and before.turn == self._full_turn else symbol

    def variation_lines(self, variation: Variation, before: State) -> list[str]:
        """Return the lines of a variation that starts in ``before``."""
        lines = super().variation_lines(variation, before)
        self._is_flowing = False
        return lines

    def inner(self) -> "PlacementLayout":
        """Return the layout of a variation."""
        inner = PlacementLayout(self.style, self.ids, self.depth + 1)
        inner._context = self._context
        return inner


def _in_full(coverage: Coverage, moves: Sequence[Move], states: Sequence[State]) -> list[bool]:
    """Return which decisions belong to turn 0, to a turn recorded in full or to the end, or are observations."""
    in_full = [True] * len(moves)
    for turn in coverage.turns:
        in_full[turn.first : turn.end] = [turn.is_full] * (turn.end - turn.first)
    for place in range(len(moves) - 1, -1, -1):
        if type(moves[place].command) is ObservePart and type(states[place].now) is Placement:
            in_full[place] = in_full[place + 1] if place + 1 < len(moves) else False
    return in_full
