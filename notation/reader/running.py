"""Canonical words to decisions, many at a time: where a text says what it mostly says, in the words of ``dumps``."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, get_args

from msgspec import Struct

from calimala_es.commands import EndActivation
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

_END_ACTIVATION: Final = EndActivation()

_ENDINGS: Final = f"{END}."
"""What a stroke is, and what ends the number of a turn."""

_GLYPHS: Final = {sign: Glyph(number) for sign, number in GLYPH_NUMBERS.items() if sign != UNKNOWN}
"""Glyphs by their sign, without the question mark, which may be an unknown card as well."""


_SYMBOLS: Final = {kind: SYMBOLS.get(kind, {}) for kind in get_args(Frame)}


@lru_cache(maxsize=256)
def _symbols_in(city: str) -> dict[type[Frame], dict[str, Commands]]:
    """Return the commands that a symbol means, by the kind of moment, in games of a city."""
    return {**_SYMBOLS, Placement: placements(city)}


class RefusedSymbol(Struct, frozen=True, gc=False):
    """A symbol that the rules refused: the number of decisions before it, those of its decisions that are left, why."""

    before: int
    commands: Commands
    error: IllegalCommandError


def read_run(line: Line, tokens: Sequence[str], begin: int) -> tuple[int, RefusedSymbol | None]:
    """Add the decisions of canonical words to a line, from the index ``begin`` on.

    Return the index of the first word that is something else; if the rules refuse it as written, with the refusal.

    Canonical words are symbols, strokes, the numbers of turns, comments on a decision and signs of glyphs. Reading
    spends its time here, so this does once more, in one loop, what ``Decider.decide`` and ``Line.apply`` do.
    """
    moves = line.moves
    state, first = line.state, len(moves)
    symbols = _symbols_in(state.setup.city)
    for index in range(begin, len(tokens)):
        token = tokens[index]
        ready = symbols[type(state.now)].get(token)
        if ready is None:
            if token[-1] in _ENDINGS:
                passed = _pass_mark(line, token, state)
                if passed is None:
                    break
                state = passed
            elif token in _GLYPHS:
                line.note(_GLYPHS[token])
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
            line.records_influence = line.records_influence or known > first
            # Nobody raises it again, and a traceback would hold every frame of it.
            return index, RefusedSymbol(known, ready[len(moves) - known :], error.with_traceback(None))
    else:
        index = len(tokens)
    line.records_influence = line.records_influence or len(moves) > first
    return index, None


def _pass_mark(line: Line, token: str, state: State) -> State | None:
    """Return the state after a stroke or a turn's number; ``None`` if more than an activation must end for it."""
    now, moves = state.now, line.moves
    if token == END:
        if type(now) is Activation and not now.pending:
            state = _end_activation(line, state)
        elif line.separated == len(moves) or not has_ended(line, activation_of(state)):
            return None
        line.separated = len(moves)
        return state
    turn = state.turn
    if type(now) is Activation and not now.pending and token == f"{turn + 1}.":
        after = _end_activation(line, state)
        if type(after.now) is Placement and after.turn > turn:
            return after
        line.forget(len(moves) - 1)
        return None
    if token == f"{turn}.":
        return state if type(now) is Placement or not turn else None
    return state if token == f"{turn}..." else None


def _end_activation(line: Line, state: State) -> State:
    """End an activation that has nothing pending; return the state after it."""
    events, state = step(state, _END_ACTIVATION)
    line.moves.append(Move(_END_ACTIVATION, events, state))
    return state


def has_ended(line: Line, current: Activation | None) -> bool:
    """Return whether the last decision of a line ended its activation, or there was none."""
    if current is None:
        return True
    if not line.moves:
        return False
    state = line.state_before
    before = activation_of(state)
    return type(state.now) in OFFERS if before is None else before.depth != current.depth
