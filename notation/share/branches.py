"""Decisions and variations in the number: a line of decisions, and after each those that might have come instead."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from calimala_es.errors import IllegalCommandError
from calimala_es.game import Move, Variation, moves_from
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.errors import MOST_NESTED
from notation.share.decisions import Habits, code_decision
from notation.share.envelope import MOST_COUNT, ShareCodeError, damaged
from notation.share.number import NO_YES, Coder, natural

_TO_THE_END: Final = (1, 15)
_ONE_MORE: Final = (63, 1)
"""The weights of no and yes: whether a line goes on to the end of the game, whether there is one more variation."""


@dataclass(slots=True)
class CodedMove:
    """A decision, what is said about it and what might have come instead."""

    move: Move
    notes: Notes = ()
    variations: list["CodedLine"] = field(default_factory=list["CodedLine"])

    @property
    def state(self) -> State:
        """The state after it."""
        return self.move.state

    def as_move(self) -> Move:
        """Return the same as a part of a record."""
        return replace(
            self.move, notes=self.notes, variations=tuple(branch.as_variation() for branch in self.variations)
        )


@dataclass(slots=True)
class CodedLine:
    """A line of decisions from ``state`` on: the main line, or a variation with its id and its name."""

    state: State
    id: str = ""
    name: str = ""
    notes: Notes = ()
    decided: list[CodedMove] = field(default_factory=list[CodedMove])

    def as_variation(self) -> Variation:
        """Return the same as a part of a record."""
        return Variation(self.id, tuple(decided.as_move() for decided in self.decided), self.name, self.notes)


class BranchCoder:
    """Walks through the lines of one record, whichever way."""

    def __init__(self, coder: Coder, habits: Habits, *, varies: bool) -> None:
        """Start; ``varies`` says whether there are any variations."""
        self._coder = coder
        self._habits = habits
        self._varies = varies
        self._count = 0

    def code(self, branch: CodedLine, moves: Sequence[Move] | None, nested: int = 0) -> CodedLine:
        """Return the line that begins with ``branch``; raises ``ShareCodeError`` and ``IllegalCommandError``."""
        if nested > MOST_NESTED:
            raise ShareCodeError(f"variations are nested more than {MOST_NESTED} deep; leave them out")
        state = branch.state
        ends = None if moves is None else (moves[-1].state if moves else state).is_over
        count = None
        if not self._coder.among(NO_YES, ends, _TO_THE_END):
            count = natural(self._coder, None if moves is None else len(moves))
        while not state.is_over if count is None else len(branch.decided) < count:
            self._tick()
            move = None if moves is None else moves[len(branch.decided)]
            decided = self._decision(state, move)
            branch.decided.append(decided)
            self._variations(decided, state, move, nested)
            state = decided.state
        return branch

    def _tick(self) -> None:
        self._count += 1
        if self._count > MOST_COUNT:
            raise ShareCodeError(f"the game has more than {MOST_COUNT} decisions, which no share code holds")

    def _decision(self, state: State, move: Move | None) -> CodedMove:
        command = code_decision(self._coder, state, self._habits, move.command if move else None)
        try:
            (decided,) = moves_from(state, (command,))
        except IllegalCommandError as error:
            raise damaged(str(error)) from error
        return CodedMove(decided, move.notes if move else ())

    def _variations(self, decided: CodedMove, before: State, move: Move | None, nested: int) -> None:
        """Return what might have come instead of a decision taken in the state ``before``."""
        while self._varies:
            number = len(decided.variations)
            if not self._coder.among(NO_YES, None if move is None else number < len(move.variations), _ONE_MORE):
                return
            found = move.variations[number] if move else None
            branch = CodedLine(before, found.id, found.name, found.notes) if found else CodedLine(before)
            decided.variations.append(self.code(branch, found.moves if found else None, nested + 1))
            if not branch.decided:
                raise ShareCodeError("a variation has no decision in it, so that nothing varies")
