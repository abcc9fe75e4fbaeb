"""A record played through: what a merge looks at, decision by decision."""

from collections.abc import Iterator, Sequence

from calimala_es.commands import Command, MarkMissed
from calimala_es.decide import step
from calimala_es.events import Event, TurnEnded
from calimala_es.ids import Numbering, numbering_in
from calimala_es.state import INTERRUPTIONS, State, activation_of
from notation.depth.rest import is_at_rest, rest_command
from notation.depth.telling import Context, Turn, record_telling
from notation.merging.conflicts import Origin, Reading
from notation.record import Move, Record
from notation.words.symbols import format_command
from notation.writer import start_of

MOST_SYMBOLS = 20
"""The symbols of a reading that are told; of longer ones the first."""


class Trace:
    """A record with its states and events.

    ``states`` are the start and the one after each move, ``batches`` the events of each, ``origins`` where each move
    was written first. Of a record of placements ``turns`` are its turns, ``supplied`` the moves that it does not tell,
    and ``untold`` these and what was missed up to the end of a turn of which it tells something.
    """

    def __init__(self, record: Record, source: str, origins: Sequence[Origin] | None = None) -> None:
        """Play a record; raises ``IllegalCommandError`` for one that the rules refuse."""
        self.record = record
        self.source = source
        self.moves: Sequence[Move] = record.moves
        self.states: list[State] = [start_of(record)]
        self.batches: list[list[Event]] = []
        ids: list[Origin] = []
        numbering: Numbering = numbering_in(self.states[0])
        for move in record.moves:
            events, state = step(self.states[-1], move.command)
            self.states.append(state)
            self.batches.append(events)
            for number, event in enumerate(events):
                numbering = numbering.after(event)
                if not number:
                    ids.append(Origin(source, numbering.id))
        self.origins: Sequence[Origin] = ids if origins is None else origins
        self.supplied: frozenset[int] = frozenset()
        self.untold: frozenset[int] = frozenset()
        self.turns: list[Turn] = []
        self.contexts: Sequence[Context] = [Context(is_told=True)] * len(self.states)
        if record.depth == "placements":
            telling = record_telling(record, self.states)
            self.turns, self.contexts = telling.turns, telling.contexts
            self.supplied = frozenset(number for number, is_supplied in enumerate(telling.supplied) if is_supplied)
            self.untold = self.supplied.union(*(self._missed_rest(turn) for turn in telling.turns))

    def _missed_rest(self, turn: Turn) -> Iterator[int]:
        """The last moves of a turn, as far as they only stand for what was missed; nothing is said about them."""
        for number in range(turn.end - 1, turn.first - 1, -1):
            move, state = self.moves[number], self.states[number]
            if is_at_rest(state) or move != Move(rest_command(state)):
                return
            yield number

    @property
    def origin_of_start(self) -> Origin:
        """Where the position at the start is written."""
        return Origin(self.source)

    @property
    def end(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def command(self, number: int) -> Command:
        """The decision of a move."""
        return self.moves[number].command

    def symbols(self, first: int, end: int) -> str:
        """The decisions from one move up to another as they are written."""
        numbers = range(first, min(end, first + MOST_SYMBOLS))
        shown = " ".join(format_command(self.states[number], self.command(number)) for number in numbers)
        return f"{shown} ..." if end - first > MOST_SYMBOLS else shown

    def reading(self, first: int, end: int) -> Reading:
        """What stands from one move up to another; where nothing does, before which move."""
        origin = self.origins[first] if first < self.end else Origin(self.source)
        return Reading(origin, self.symbols(first, end))

    def turn_end(self, number: int) -> int:
        """How many moves there are up to the end of the turn in which a move is taken, or of the record."""
        turn = self.states[number].turn
        for place in range(number, self.end):
            is_over = any(isinstance(event, TurnEnded) for event in self.batches[place])
            if is_over or self.states[place + 1].turn != turn:
                return place + 1
        return self.end

    def tells_nothing(self, stretch: tuple[int, int]) -> bool:
        """Whether moves only say that nobody wrote down what happened, which contradicts nothing."""
        moves = self.moves[slice(*stretch)]
        return bool(moves) and all(move == Move(MarkMissed()) for move in moves)

    def is_gapped(self, number: int) -> bool:
        """Whether something before a move was missed."""
        return any(type(move.command) is MarkMissed for move in self.moves[:number])


Moment = tuple[int, str, object, object, object, str, int]


def moment_of(state: State) -> Moment:
    """What two records of one game have in common at one moment: the turn, and what is due of whom."""
    now = state.now
    activation = activation_of(state)
    pending = activation.pending if activation else str(getattr(now, "pending", ""))
    frames = sum(isinstance(frame, INTERRUPTIONS) for frame in (now, *state.later))
    place = (getattr(now, "seat", None), getattr(now, "street", None), getattr(now, "depth", None))
    return (state.turn, type(now).__name__, *place, pending, frames)


def is_same_frame(state: State, other: State) -> bool:
    """Whether the same kind of decision is due of the same player in the same turn."""
    now, due = state.now, other.now
    return (state.turn, type(now), getattr(now, "seat", None)) == (other.turn, type(due), getattr(due, "seat", None))
