"""The canonical text of a record: one form for each game, byte for byte.

One line a turn. What can be derived is left out: the end of a turn's last activation is written only where something is
said about it or where the record stops there.
"""

from collections.abc import Iterator, Sequence

from calimala_es.commands import DrawCard, EndActivation, Skip
from calimala_es.decide import step
from calimala_es.initial import initial
from calimala_es.state import Activation, Bottom, Placing, Revealing, State, activation_of
from notation.body import ENDING
from notation.checks import is_check
from notation.headers import SETUP_HEADERS, HeaderError, format_header, format_setup
from notation.position import format_position
from notation.record import Move, Record
from notation.symbols import END, format_command
from notation.tokens import quote_comment


def start_of(record: Record) -> State:
    """The position that a record starts from."""
    return record.start if record.start is not None else initial(record.setup)


def dumps(record: Record, states: Sequence[State] | None = None) -> str:
    """The canonical text of a record, ending in a line end.

    ``states`` are the start and the states after each move, where they are known. Raises ``IllegalCommandError`` for a
    record that the rules refuse, and ``ValueError`` for one with headers or checks that no text can have.
    """
    return "\n".join([*format_headers(record), "", *_body_lines(record, states or states_of(record)), ""])


def states_of(record: Record) -> list[State]:
    """The start and the state after each move; raises ``IllegalCommandError``."""
    states = [start_of(record)]
    for move in record.moves:
        states.append(step(states[-1], move.command)[1])
    return states


def format_headers(record: Record) -> list[str]:
    """The header lines: set-up, position, then what people noted, in their order."""
    lines = format_setup(record.setup)
    if record.start is not None:
        if record.start.setup != record.setup:
            raise HeaderError("the record's position has another set-up than the record")
        lines.append(format_header("Position", format_position(record.start)))
    for name, value in record.headers:
        if name in SETUP_HEADERS:
            raise HeaderError(f"{name} is a header of the set-up")
        lines.append(format_header(name, value))
    return lines


def _body_lines(record: Record, states: Sequence[State]) -> Iterator[str]:
    words = _notes(record.comments, record.checks)
    marked = None
    for number in range(len(record.moves)):
        mark = _mark_of(states[number])
        if mark and mark != marked:
            if words:
                yield " ".join(words)
            words, marked = [mark], mark
        _add_move(words, number, record, states)
    if words:
        yield " ".join(words)


def _mark_of(state: State) -> str | None:
    """The mark of a new line that a decision taken in this state may need."""
    kind = type(state.now)
    if kind is Placing:
        return f"{state.turn}."
    if kind is Revealing:
        return ENDING + "."
    return "0." if not state.turn else None


def _notes(comments: tuple[str, ...], checks: tuple[str, ...]) -> list[str]:
    for check in checks:
        if not is_check(check):
            raise ValueError(f"{check!r} is no check")
    return [*checks, *map(quote_comment, comments)]


def _add_move(words: list[str], number: int, record: Record, states: Sequence[State]) -> None:
    move, before, after = record.moves[number], states[number], states[number + 1]
    command = move.command
    kind = type(command)
    noted = bool(move.comments or move.checks)
    goes_on = type(after.now) in (Activation, Bottom)
    symbol = format_command(before, command)
    if kind is DrawCard and number and _takes_card(record.moves[number - 1]):
        words[-1] += symbol[1:]
    elif kind is not EndActivation or goes_on or noted or number + 1 == len(record.moves):
        words.append(symbol)
    if noted:
        words += _notes(move.comments, move.checks)
    if kind is not EndActivation and _is_boundary(before, after):
        words.append(END)


def _takes_card(move: Move) -> bool:
    """Whether the card drawn after a move is written on its symbol: ``S-`` and ``-W`` make ``S-W``."""
    return type(move.command) is Skip and not move.comments and not move.checks


def _is_boundary(before: State, after: State) -> bool:
    """Whether a stroke stands between what was decided in ``before`` and what comes next.

    In a turn it stands between two activations and before what closes the turn, in turn 0 between deals, cards kept and
    the draft.
    """
    now = after.now
    if not after.turn:
        return type(now) is not type(before.now)
    if type(now) is Activation:
        was = activation_of(before)
        return was is not None and was.depth != now.depth
    return type(now) is Bottom and activation_of(before) is not None
