"""The canonical text of a record: one form for each game, byte for byte.

One line a turn. What can be derived is left out: the end of a turn's last activation, and that an offer was declined,
are written only where something is said about it, where the record stops there, or where the next word would be taken
for something else.
"""

from collections.abc import Sequence
from typing import Final

from calimala_es.commands import Command, Decline, DrawCard, EndActivation, Missed, Observed, Skip
from calimala_es.decide import step
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.state import (
    Activation,
    Dealing,
    DiscOffer,
    Drafting,
    Drawing,
    Frame,
    Keeping,
    LayingOpen,
    MoveOffer,
    Over,
    Placing,
    Revealing,
    Sorting,
    Starting,
    State,
    TurningUp,
    activation_of,
)
from notation.body import ENDING
from notation.checks import is_check
from notation.header import HeaderError, format_header
from notation.headers import SETUP_HEADERS, format_setup
from notation.position import format_position
from notation.record import Move, Record
from notation.symbols import DECLINED, END, format_command, read_symbol
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


def _body_lines(record: Record, states: Sequence[State]) -> list[str]:
    writer = _Writer(_notes(record.comments, record.checks))
    for number, move in enumerate(record.moves):
        writer.add(move, states[number], states[number + 1], is_last=number + 1 == len(record.moves))
    return writer.finish(states[-1])


def _notes(comments: tuple[str, ...], checks: tuple[str, ...]) -> list[str]:
    for check in checks:
        if not is_check(check):
            raise ValueError(f"{check!r} is no check")
    return [*checks, *map(quote_comment, comments)]


_UNSEPARATED: Final = 0
"""What no stroke stands behind: a placement, the beginning of a line, a stroke."""

_CLOSING: Final = 4
"""What closes a turn; the sections before are the activations by depth, 1 to 3."""

_OF_TURN_0: Final[dict[type[Frame], int]] = {
    Dealing: 5,
    TurningUp: 6,
    Keeping: 7,
    LayingOpen: 8,
    Drafting: 9,
    Starting: 10,
    Drawing: 10,
    Sorting: 10,
}
"""The sections of turn 0."""


def _section(state: State) -> int | None:
    """The section that a decision taken in this state belongs to, which a stroke separates from the next.

    ``None``: that of the decision before it.
    """
    now = state.now
    if type(now) is Activation or type(now) is DiscOffer:
        return now.depth
    if isinstance(now, Placing | Revealing | Over):
        return _UNSEPARATED
    if not state.turn:
        return _OF_TURN_0.get(type(now), _UNSEPARATED)
    if type(now) is MoveOffer and now.mark:
        return None
    activation = activation_of(state)
    return activation.depth if activation else _CLOSING


class _Writer:
    """Puts words into lines: one a turn, with strokes between sections."""

    def __init__(self, words: list[str]) -> None:
        self.lines: list[str] = []
        self.words = words
        self.mark: str | None = None
        self.section = _UNSEPARATED
        self.declined: list[State] = []
        self.takes_card = False

    def add(self, move: Move, before: State, after: State, *, is_last: bool) -> None:
        """Write a decision; what follows from those behind it is left out."""
        command = move.command
        kind = type(command)
        notes = _notes(move.comments, move.checks) if move.comments or move.checks else []
        if kind in _MAY_BE_LEFT_OUT and not (notes or is_last):
            if kind is Decline:
                self.declined.append(before)
                return
            if _section(after) == _UNSEPARATED:
                return
        symbol = format_command(before, command)
        now = before.now
        goes_on = type(now) is Activation and now.depth == self.section
        mark = None if goes_on else _mark_of(before)
        is_new_line = mark is not None and mark != self.mark
        if self.declined:
            if not is_new_line and any(_takes(state, command, symbol) for state in self.declined):
                self._tell_declined()
            self.declined.clear()
        if kind is DrawCard and self.takes_card:
            self.words[-1] += symbol[1:]
        else:
            if is_new_line:
                self._end_line()
                self.words, self.mark, self.section = [str(mark)], mark, _UNSEPARATED
            if not goes_on:
                self._separate(before, symbol)
            self.words.append(symbol)
        if notes:
            self.words += notes
        self.takes_card = kind is Skip and not notes and activation_of(after) is not None
        if kind is EndActivation:
            self.section = _UNSEPARATED

    def finish(self, last: State) -> list[str]:
        """The lines; the last one tells what was declined, and that an activation has ended."""
        self._tell_declined()
        section = _section(last)
        if self.section and section and section != self.section:
            self.words.append(END)
        self._end_line()
        return self.lines

    def _end_line(self) -> None:
        if self.words:
            self.lines.append(" ".join(self.words))

    def _separate(self, state: State, symbol: str) -> None:
        """A stroke, where a decision belongs to another section than what is written before it."""
        section = _section(state)
        if section is None or section == self.section:
            return
        if section and self.section and symbol != END:
            self.words.append(END)
        self.section = section

    def _tell_declined(self) -> None:
        """Write what was declined, where it cannot be left out."""
        for state in self.declined:
            self._separate(state, DECLINED)
            self.words.append(DECLINED)
        self.declined.clear()


_MAY_BE_LEFT_OUT: Final = (Decline, EndActivation)


def _takes(state: State, command: Command, symbol: str) -> bool:
    """Whether a symbol would be read at an offer that was declined, and not behind it."""
    return isinstance(command, Missed | Observed) or bool({*(read_symbol(state, symbol) or ())} & {*legal(state)})


def _mark_of(state: State) -> str | None:
    """The mark of a new line that a decision taken in this state may need."""
    kind = type(state.now)
    if kind is Placing:
        return f"{state.turn}."
    if kind is Revealing:
        return ENDING + "."
    return "0." if not state.turn else None
