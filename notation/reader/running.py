"""Canonical words to decisions, many at a time: where a text says what it mostly says, in the words of ``dumps``."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, get_args

from msgspec import Struct

from calimala_es.commands import Command, EndActivation
from calimala_es.components import UNKNOWN
from calimala_es.decide import step
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import OFFERS, Activation, Frame, Placement
from calimala_es.game import Move
from calimala_es.notes import GLYPH_NUMBERS, Comment, Glyph
from calimala_es.state import State, activation_of
from notation.grammar.symbols import END, SYMBOLS, Commands, placements
from notation.grammar.tokens import is_closed, unquote_comment
from notation.reader.line import Line
from notation.reader.shorthand import implied

_END_ACTIVATION: Final = EndActivation()

_PASSED: Final = f"{END}."
"""What a stroke is, and what ends the number of a turn."""

SIGN_GLYPHS: Final = {sign: Glyph(number) for sign, number in GLYPH_NUMBERS.items() if sign != UNKNOWN}
"""Glyphs as they mostly stand, by their sign; a question mark may be an unknown card as well."""


_SYMBOLS: Final = {kind: SYMBOLS.get(kind, {}) for kind in get_args(Frame)}


@lru_cache(maxsize=256)
def _symbols_in(city: str) -> dict[type[Frame], dict[str, Commands]]:
    """Return the commands that a symbol stands for, by the kind of moment, in games of a city."""
    return {**_SYMBOLS, Placement: placements(city)}


class Refused(Struct, frozen=True, gc=False):
    """A symbol that the rules refused: the number of decisions before it, those of its decisions that are left, why."""

    before: int
    commands: Commands
    error: IllegalCommandError


class Runner:
    """Adds decisions to ``line``; ``refused`` is the symbol that the rules refused as ``run`` came to it."""

    def __init__(self, line: Line) -> None:
        """Continue from a line."""
        self.line = line
        city = line.state.setup.city
        self.placements = placements(city)
        self._symbols = _symbols_in(city)
        self.refused: Refused | None = None

    def run(self, tokens: Sequence[str], begin: int) -> int:
        """Read canonical words from the index ``begin`` on; the index of the first that is something else.

        Canonical words are symbols, strokes, the numbers of turns, comments on a decision and signs of glyphs. Reading
        spends its time here, so this says once more, in one loop, what ``decide`` and ``apply`` do. What the rules
        refuse as it stands is left to ``go_on``.
        """
        line, symbols = self.line, self._symbols
        moves = line.moves
        state, first = line.state, len(moves)
        for index in range(begin, len(tokens)):
            token = tokens[index]
            ready = symbols[type(state.now)].get(token)
            if ready is None:
                if token[-1] in _PASSED:
                    if not self._is_passed(token, state):
                        break
                    state = line.state
                elif token in SIGN_GLYPHS:
                    line.note(SIGN_GLYPHS[token])
                elif token[0] == "{" and is_closed(token):
                    line.note(Comment(unquote_comment(token)))
                else:
                    break
                continue
            known = len(moves)
            try:
                for command in ready:
                    events, state = step(state, command)
                    moves.append(Move(command, events, state))
            except IllegalCommandError as error:
                # Nobody raises it again, and a traceback would keep every frame of it.
                self.refused = Refused(known, ready[len(moves) - known :], error.with_traceback(None))
                line.tells_influence = line.tells_influence or known > first
                return index
        else:
            index = len(tokens)
        line.tells_influence = line.tells_influence or len(moves) > first
        return index

    def _is_passed(self, token: str, state: State) -> bool:
        """Return whether a token is a stroke or a turn's number for which at most an activation must end."""
        line, now = self.line, state.now
        if token == END:
            if type(now) is Activation and not now.pending:
                self._end_activation(state)
            elif line.separated == len(line.moves) or not self._has_ended(activation_of(state)):
                return False
            line.separated = len(line.moves)
            return True
        turn = state.turn
        if type(now) is Activation and not now.pending and token == f"{turn + 1}.":
            after = self._end_activation(state)
            if type(after.now) is Placement and after.turn > turn:
                return True
            line.forget(len(line.moves) - 1)
            return False
        if token == f"{turn}.":
            return type(now) is Placement or not turn
        return token == f"{turn}..."

    def _end_activation(self, state: State) -> State:
        """End an activation that has nothing pending; return the state after it."""
        line = self.line
        events, state = step(state, _END_ACTIVATION)
        line.moves.append(Move(_END_ACTIVATION, events, state))
        return state

    def _has_ended(self, current: Activation | None) -> bool:
        """Return whether the last decision ended its activation, or there was none."""
        if current is None:
            return True
        if not self.line.moves:
            return False
        state = self.line.state_before
        before = activation_of(state)
        return type(state.now) in OFFERS if before is None else before.depth != current.depth

    def imply(self, command: Command | None) -> bool:
        """Add what may be omitted before ``command`` (``None``: before anything); return whether there was anything."""
        line = self.line
        supplied = implied(line.state, command, tells_influence=line.tells_influence)
        if supplied is None:
            return False
        line.apply(supplied)
        return True
